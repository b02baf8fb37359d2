package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"wisdom/pipeline/llm"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"wisdom":    func() { os.Exit(process(machineOfTests())) },
		"model-cli": modelCLI,
	})
}

// machineOfTests is a machine of 16 GB where, of the usual readers, there may be Ollama at $OLLAMA_HOST and those that
// $TEST_READERS names: "LM Studio=http://127.0.0.1:41234,claude". So no test finds what is on a developer's machine.
func machineOfTests() machine {
	named := map[string]string{"Ollama": ""}
	for one := range strings.SplitSeq(os.Getenv("TEST_READERS"), ",") {
		title, host, _ := strings.Cut(one, "=")
		named[title] = host
	}
	readers := slices.DeleteFunc(llm.Usual(), func(r llm.Reader) bool { _, is := named[r.Title]; return !is })
	for i, r := range readers {
		readers[i].Host = cmp.Or(named[r.Title], r.Host)
	}
	return machine{func() []llm.Reader { return readers }, 16 << 30}
}

// TestScripts runs every command as a user would; the scripts say what they
// guard. With -update they take over what is printed.
func TestScripts(t *testing.T) {
	sample, err := filepath.Abs("../../testdata/sample")
	require.NoError(t, err)
	dir, files := "testdata/script", []string(nil)
	if testing.Short() { // under the race detector: where several things go on at once
		dir = ""
		for _, name := range []string{"tour", "review", "model", "schedule"} {
			files = append(files, filepath.Join("testdata/script", name+".txtar"))
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               files,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("SAMPLE", sample)
			env.Setenv("DOCS", filepath.Join(sample, "../../docs"))
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("WISDOM_REVIEWER", "mara")
			env.Setenv("NO_COLOR", "1")
			env.Setenv("TZ", "UTC")
			env.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nothing listens there
			env.Values[ollamaKey{}] = &ollamaServer{}
			keepWorkspaces(env)
			return os.MkdirAll(filepath.Join(env.WorkDir, "home"), 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"workspace": workspaceCmd,
			"unchanged": unchangedCmd,
			"remember":  rememberCmd,
			"code":      codeCmd,
			"mask":      maskCmd,
			"crlf":      crlfCmd,
			"bytes":     bytesCmd,
			"grow":      growCmd,
			"ollama":    ollamaCmd,
			"manifest":  manifestCmd,
			"replace":   replaceCmd,
		},
	})
}

// workspaceCmd copies the sample workspace: workspace DIR.
func workspaceCmd(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), os.DirFS(ts.Getenv("SAMPLE"))))
}

// codeCmd runs wisdom and compares its exit code: code N ARGS... The word DRAFT
// stands for the id of the newest draft.
func codeCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N args...")
	}
	if i := slices.Index(args, "DRAFT"); i > 0 {
		args[i] = newestDraft(ts)
	}
	err := ts.Exec("wisdom", args[1:]...)
	got := "0"
	if err != nil {
		m := regexp.MustCompile(`exit status (\d+)`).FindStringSubmatch(err.Error())
		if m == nil {
			ts.Fatalf("wisdom %s: %v", strings.Join(args[1:], " "), err)
		}
		got = m[1]
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// snapshot names the files below a folder with their modes and contents.
func snapshot(ts *testscript.TestScript, dir string) string {
	var b strings.Builder
	root := ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if isKept(path) {
			return nil
		}
		rel, _ := filepath.Rel(root, path)
		b.WriteString(rel + " " + info.Mode().String())
		if info.Mode().IsRegular() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b.WriteString(" " + string(content))
		}
		b.WriteString("\n")
		return nil
	}))
	sum := sha256.Sum256([]byte(b.String())) // the environment of a process has little room
	return hex.EncodeToString(sum[:])
}

// rememberCmd keeps the state of a folder for unchanged: remember DIR.
func rememberCmd(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv("SNAPSHOT", snapshot(ts, args[0]))
}

// unchangedCmd compares a folder with what was remembered: [!] unchanged DIR.
func unchangedCmd(ts *testscript.TestScript, neg bool, args []string) {
	same := snapshot(ts, args[0]) == ts.Getenv("SNAPSHOT")
	if same == neg {
		ts.Fatalf("folder %s: unchanged is %v", args[0], same)
	}
}

// maskCmd replaces draft ids, which depend on the engine, by DRAFT, and the
// temporary folder by WORK, in a file: mask FILE.
func maskCmd(ts *testscript.TestScript, _ bool, args []string) {
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	text := regexp.MustCompile(`\d{8}-[0-9a-f]{6}`).ReplaceAllString(string(b), "DRAFT")
	text = strings.ReplaceAll(text, ts.Getenv("WORK"), "WORK")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// newestDraft is the id of the draft that was staged last in the current folder.
func newestDraft(ts *testscript.TestScript) string {
	staged := regexp.MustCompile(`"action":"staged",[^{}]*?"draft":"([^"]+)"`).
		FindAllStringSubmatch(ts.ReadFile(".wisdom/log.jsonl"), -1)
	if staged == nil {
		ts.Fatalf("no draft was staged")
	}
	return staged[len(staged)-1][1]
}

// growCmd makes a file of so many MiB: grow FILE MIB.
func growCmd(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte("- a line that is not a lesson.\n\n"), n<<20/32), 0o600))
}

// crlfCmd gives a file Windows line endings: crlf FILE.
func crlfCmd(ts *testscript.TestScript, _ bool, args []string) {
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(string(b), "\n", "\r\n")), 0o600))
}

var reByte = regexp.MustCompile(`\\[0-9a-f]{2}`)

// bytesCmd writes a file from Go escapes: bytes FILE "text".
func bytesCmd(ts *testscript.TestScript, _ bool, args []string) {
	text := strings.NewReplacer(
		`\n`, "\n", `\r`, "\r", `\0`, "\x00", `\bom`, "\xef\xbb\xbf", `\le`, "\xff\xfe",
	).
		Replace(args[1])
	text = reByte.ReplaceAllStringFunc(text, func(escape string) string {
		b, err := hex.DecodeString(escape[1:])
		ts.Check(err)
		return string(b)
	})
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// replaceCmd replaces a word in a file, which must hold it: replace FILE OLD NEW.
func replaceCmd(ts *testscript.TestScript, _ bool, args []string) {
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if !bytes.Contains(b, []byte(args[1])) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.ReplaceAll(b, []byte(args[1]), []byte(args[2])), 0o600))
}
