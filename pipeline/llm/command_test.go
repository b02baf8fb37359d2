package llm_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline/llm"
)

// role is the environment variable that makes the test binary a model's program; its
// arguments are what it does.
const role = "WISDOM_TEST_COMMAND"

func TestMain(m *testing.M) {
	if s, is := standIns[filepath.Base(os.Args[0])]; is {
		os.Exit(s.play(os.Args[1:]))
	}
	if os.Getenv(role) == "" {
		os.Exit(m.Run())
	}
	os.Exit(play(os.Args[1], os.Args[2:]))
}

// play is the program of a model: it does what a test wants of it.
func play(what string, args []string) int {
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 99
	}
	switch what {
	case "answer":
		if len(args) > 0 {
			here, _ := os.Getwd()
			entries, _ := os.ReadDir(here)
			_ = os.WriteFile(args[0], fmt.Appendf(nil, "%s\n%d\n%s", here, len(entries), in), 0o600)
		}
		fmt.Println(pairs)
	case "complain":
		fmt.Fprint(os.Stderr, "reading the configuration\n  no credit left  \n\n")
		return 3
	case "leak":
		fmt.Fprintln(os.Stderr, "wrong key ghp_"+"a8Kd92mZq0LxT4vBn7RyW1cE5uHs3JfGp6Qo")
		return 1
	case "once": // fails the first time
		if _, err := os.Stat(args[0]); err != nil {
			_ = os.WriteFile(args[0], nil, 0o600)
			fmt.Println(pairs)
			return 1
		}
		fmt.Println(pairs)
	case "prose":
		fmt.Println("Lessons 1 and 3.")
	case "nothing":
	case "flood":
		for range 6 << 10 {
			if _, err := fmt.Print(strings.Repeat("z", 1<<10)); err != nil {
				return 1
			}
		}
	case "hang": // with a program of its own, which it waits for
		child := exec.Command(os.Args[0], "sleep")
		if child.Start() != nil || os.WriteFile(args[0]+".new", []byte(strconv.Itoa(child.Process.Pid)), 0o600) != nil ||
			os.Rename(args[0]+".new", args[0]) != nil {
			return 98
		}
		_ = child.Wait()
	case "leave": // with a program that goes on and holds its output open
		child := exec.Command(os.Args[0], "sleep")
		child.Stdout = os.Stdout
		if child.Start() != nil || os.WriteFile(args[0], []byte(strconv.Itoa(child.Process.Pid)), 0o600) != nil {
			return 98
		}
		fmt.Println(pairs)
	case "sleep":
		time.Sleep(time.Minute)
	}
	return 0
}

func commandOptions(t *testing.T, what ...string) llm.Options {
	t.Helper()
	t.Setenv(role, "1")
	opts := options("")
	self, err := os.Executable()
	require.NoError(t, err)
	opts.Command, opts.TempDir = append([]string{self}, what...), t.TempDir()
	return opts
}

func isEmpty(t *testing.T, dir string) bool {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	return len(entries) == 0
}

func TestCommandAnswers(t *testing.T) {
	marks := t.TempDir()
	for name, test := range map[string]struct {
		what []string
		sent int
		want string
		says string
	}{
		"good":                   {[]string{"answer"}, 1, "fine", ""},
		"fails once":             {[]string{"once", filepath.Join(marks, "once")}, 2, "fine", ""},
		"fails":                  {[]string{"complain"}, 2, "unreachable", "exit status 3: no credit left"},
		"tells a secret":         {[]string{"leak"}, 2, "unreachable", "wrong key"},
		"prose":                  {[]string{"prose"}, 1, "bad", "no JSON"},
		"nothing":                {[]string{"nothing"}, 1, "bad", "empty"},
		"far too much":           {[]string{"flood"}, 1, "bad", "too long"},
		"leaves a program there": {[]string{"leave", filepath.Join(marks, "leave")}, 1, "fine", ""},
	} {
		t.Run(name, func(t *testing.T) {
			opts := commandOptions(t, test.what...)
			m := connect(t, workspacetest.NewMemory(nil), opts)
			groups, err := group(context.Background(), m, texts, nil)
			assert.Equal(t, test.want, kind(err), err)
			assert.Equal(t, test.sent, m.Usage().Requests, "requests")
			assert.Contains(t, fmt.Sprint(err), test.says)
			assert.Truef(t, err != nil || fmt.Sprint(groups) == "[[1 3]]", "groups %v", groups)
			assert.NotContainsf(t, fmt.Sprint(err), "a8Kd92", "a secret is told: %v", err)
			assert.True(t, isEmpty(t, opts.TempDir), "its folder was left")
		})
	}
	b, err := os.ReadFile(filepath.Join(marks, "leave"))
	assert.Truef(t, err == nil && ends(string(b)), "what it left there goes on: %v", err)
}

// ends waits until a process is gone.
func ends(pid string) bool {
	n, err := strconv.Atoi(pid)
	if err != nil {
		return false
	}
	for range 200 {
		process, err := os.FindProcess(n)
		if err != nil || process.Signal(syscall.Signal(0)) != nil || isZombie(n) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// isZombie reports whether a process has ended and no one has asked how, as happens
// in a container without an init.
func isZombie(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(b), ") ")
	return err == nil && strings.HasPrefix(state, "Z")
}

// A command gets the prompt and the schema, in an empty folder that is not the
// workspace.
func TestCommandGetsPromptInAnEmptyFolder(t *testing.T) {
	report := filepath.Join(t.TempDir(), "report")
	opts := commandOptions(t, "answer", report)
	opts.Name = "not its business"
	m := connect(t, workspacetest.NewMemory(nil), opts)
	_, err := group(context.Background(), m, texts, nil)
	require.NoError(t, err)
	b, err := os.ReadFile(report)
	require.NoError(t, err)
	here, rest, _ := strings.Cut(string(b), "\n")
	files, prompt, _ := strings.Cut(rest, "\n")
	assert.Truef(t, filepath.Dir(here) == opts.TempDir && files == "0",
		"it ran in %s with %s files, want an empty folder in %s", here, files, opts.TempDir)
	assert.Truef(t, strings.HasPrefix(prompt, strings.TrimSpace(question(texts, nil).Text)) &&
		strings.HasSuffix(prompt, "\n\n"+string(groupSchema)+"\n"), "prompt %q", prompt)
	assert.Truef(t, m.SentTo() == "the command "+filepath.Base(opts.Command[0]) && m.Name() == "" && m.Parameters() == nil,
		"sent to %q, model %q, parameters %v", m.SentTo(), m.Name(), m.Parameters())
	u := m.Usage()
	assert.Truef(t, u.Read == 40 && u.Written == 12, "usage %+v", u)
}

// Ctrl-C and the time limit kill a command with the programs that it started.
func TestCommandIsKilledWithItsChildren(t *testing.T) {
	for _, late := range []bool{false, true} {
		mark := filepath.Join(t.TempDir(), "pid")
		opts := commandOptions(t, "hang", mark)
		if late {
			opts.Timeout = 2 * time.Second
		}
		m := connect(t, workspacetest.NewMemory(nil), opts)
		ctx, cancel := context.WithCancel(context.Background())
		if !late {
			go func() {
				for range 1000 {
					if _, err := os.Stat(mark); err == nil {
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
				cancel()
			}()
		}
		_, err := group(ctx, m, texts, nil)
		want := map[bool]string{false: "canceled", true: "unreachable"}[late]
		assert.Truef(t, kind(err) == want && (!late || strings.Contains(err.Error(), "(model.timeout)")),
			"late %v: %v", late, err)
		cancel()
		b, err := os.ReadFile(mark)
		assert.Truef(t, err == nil && ends(string(b)), "late %v: its child %s goes on (%v)", late, b, err)
		assert.True(t, isEmpty(t, opts.TempDir), "its folder was left")
	}
}

// A program that is not there is found out before anything is sent.
func TestCommandThatIsNotThere(t *testing.T) {
	for _, program := range []string{"no-such-program-at-all", filepath.Join(t.TempDir(), "none")} {
		opts := commandOptions(t)
		opts.Command = []string{program}
		_, err := llm.Connect(context.Background(), workspacetest.NewMemory(nil), opts)
		assert.Truef(t, kind(err) == "refused" && strings.HasPrefix(err.Error(), "the command "+filepath.Base(program)+": "),
			"%s: %v", program, err)
	}
}

// Invariant 4: an answer is known by how and where its model is reached, too.
func TestCacheKeepsPlacesApart(t *testing.T) {
	fsys := workspacetest.NewMemory(nil)
	one, other := startOpenAI(t, whole), startOpenAI(t, whole)
	native := start(t, says(answers(pairs)), qwen)
	second := openAIOptions(one.URL)
	second.Name = "other"
	named := options(native.URL)
	program := commandOptions(t, "answer")
	flagged := commandOptions(t, "answer")
	flagged.Command = append(flagged.Command, filepath.Join(t.TempDir(), "report"))
	all := []llm.Options{openAIOptions(one.URL), openAIOptions(other.URL), second, named, program, flagged}
	for _, cached := range []int{0, 1} {
		for i, opts := range all {
			m := connect(t, fsys, opts)
			_, err := group(context.Background(), m, texts, nil)
			assert.Truef(t, err == nil && m.Usage().Cached == cached, "%d: %+v, %v; want %d known", i, m.Usage(), err, cached)
		}
	}
	assert.Len(t, kept(t, fsys), len(all))
}
