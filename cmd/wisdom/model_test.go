package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/rogpeppe/go-internal/testscript"

	"wisdom/pipeline/llm/fake"

	"github.com/stretchr/testify/require"
)

// wordings are what the fake model makes of lessons that hold a word.
var wordings = fake.Reader{
	"backup": {Name: "Backups", Line: "Restore a backup before trusting it."},
	"error":  {Name: "Errors", Line: "Read the error text before restarting."},
	"token":  {Name: "Tokens", Line: "Keep every token out of notes and chat logs."},
}

var small = fake.Model{Name: "tiny:latest", Digest: "sha256:0123abcd", Trained: 40960}

// ollamaCmd plays an Ollama server: ollama start sets $OLLAMA_HOST; ollama has
// [NAME [HOST]] changes the model that it has, and where that runs; ollama models gives it one of each kind; ollama asked N
// compares how many requests to generate came since the last time, ollama exams some or none whether some, and at most
// ten, of an exam; ollama fails STEP lets it give no usable answer to a step of an exam, nor log probabilities; ollama
// stop.
func ollamaCmd(ts *testscript.TestScript, _ bool, args []string) {
	server, _ := ts.Value(ollamaKey{}).(*ollamaServer)
	switch args[0] {
	case "start":
		server.Server = fake.Start(wordings.Answer, small)
		ts.Defer(server.Close)
		ts.Setenv("OLLAMA_HOST", strings.TrimPrefix(server.URL, "http://"))
	case "stop":
		server.Close()
	case "models":
		server.Has(
			fake.Model{Name: "whole:8b", Digest: "sha256:aaaa", Size: 5_200_000_000, Trained: 40960},
			fake.Model{Name: "bare:1b", Size: 800_000_000, Template: "{{ .Prompt }}"},
			fake.Model{Name: "embed:latest", Size: 300_000_000, Capabilities: []string{"embedding"}},
		)
	case "has":
		models := []fake.Model{}
		for i, name := range args[1:min(2, len(args))] {
			models = append(models, fake.Model{Name: name, Digest: "sha256:ffff"})
			if len(args) > 2 {
				models[i].Remote = args[2]
			}
		}
		server.Has(models...)
	case "asked":
		if got := fmt.Sprint(server.Calls()["/api/generate"]); got != args[1] {
			ts.Fatalf("%s requests to generate, want %s", got, args[1])
		}
	case "exams":
		if got := server.Exams(); (got > 0) != (args[1] == "some") || got > 10 {
			ts.Fatalf("%d requests of an exam, want %s", got, args[1])
		}
	case "fails":
		server.Sits(func(r fake.Request) fake.Reply {
			reply := fake.Pass(r)
			if reply.First = nil; r.Step() == args[1] {
				reply.Text = "{}"
			}
			return reply
		})
	default:
		ts.Fatalf("unknown: ollama %s", args[0])
	}
}

type ollamaKey struct{}

// ollamaServer is the server of a script, once it is started.
type ollamaServer struct{ *fake.Server }

// manifestCmd looks for a pattern in a field of the newest draft's manifest, and
// keeps the field in $FIELD: [!] manifest KEY PATTERN.
func manifestCmd(ts *testscript.TestScript, neg bool, args []string) {
	var fields map[string]json.RawMessage
	ts.Check(
		json.Unmarshal([]byte(ts.ReadFile(filepath.Join(".wisdom/drafts", newestDraft(ts), "manifest.json"))), &fields),
	)
	var value bytes.Buffer
	if field := fields[args[0]]; field != nil {
		ts.Check(json.Compact(&value, field))
	}
	if regexp.MustCompile(args[1]).MatchString(value.String()) == neg {
		ts.Fatalf("%s is %s", args[0], value.String())
	}
	ts.Setenv("FIELD", regexp.QuoteMeta(value.String()))
}

// Ctrl-C in the midst of an answer ends the run, writes nothing half, and the next
// run does what this one would have done.
func TestInterruptInARequest(t *testing.T) {
	for sent, what := range []string{"find", "assign", "word", "verify"} {
		dir := t.TempDir()
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "memory"), 0o755))
		for name, text := range map[string]string{
			"SOUL.md": "# Soul\n\nMe.\n",
			"MEMORY.md": "## Lessons\n\n- Restore a backup before trusting it.\n- Every backup gets a restore test.\n" +
				"- A backup counts once it was restored.\n",
		} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		server := fake.Start(func(r fake.Request) fake.Reply {
			reply := wordings.Answer(r)
			reply.Silent = r.Step() == what
			return reply
		}, small)
		command := func(ctx context.Context) (int, string) {
			var out, talk bytes.Buffer
			code := run(ctx, []string{"wisdom", "-C", dir, "--now", "2026-11-21", "run", "--model", "tiny"}, streams{
				in: strings.NewReader(""), out: &out, err: &talk,
				getenv: func(name string) string { return map[string]string{"OLLAMA_HOST": server.URL}[name] },
				login:  func() string { return "mara" }, now: time.Now, getwd: os.Getwd,
			})
			return code, out.String() + talk.String()
		}
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-server.Seen(); cancel() }()
		if code, talk := command(ctx); code != exitInterrupted || !strings.Contains(talk, "wisdom: interrupted") ||
			strings.Contains(talk, "engine") {
			t.Errorf("%s: exit %d: %s", what, code, talk)
		}
		for _, path := range []string{".wisdom/drafts", ".wisdom/ledger.json", "initiatives", "DAILY_EXECUTION_QUEUE.md"} {
			_, err := os.Lstat(filepath.Join(dir, path))
			assert.Errorf(t, err, "%s: %s was written", what, path)
		}
		kept, err := filepath.Glob(filepath.Join(dir, ".wisdom/cache/*"))
		assert.Truef(t, err == nil && len(kept) == sent, "%s: %q is kept, want %d answers", what, kept, sent)
		server.Answers(wordings.Answer)
		if code, talk := command(context.Background()); code != exitDone || !strings.Contains(talk, "is pending review") {
			t.Errorf("%s: afterwards exit %d: %s", what, code, talk)
		}
		server.Close()
	}
}
