package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"wisdom/internal/workspace"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/ollamatest"
	"wisdom/pipeline/llm/ollamatest/tiny"
)

// TestOllamaByEitherAPI: a real server answers by its own API and by that of OpenAI,
// in the form of the schema, and says how much it read.
func TestOllamaByEitherAPI(t *testing.T) {
	server := ollamatest.Start(t, ollamatest.Environment("OLLAMA_CONTEXT_LENGTH=4096"))
	model := server.Import(
		tiny.Model{Rules: []tiny.Rule{{When: "cut me off", Say: pairs + strings.Repeat(" ", 900)}, {Say: pairs}}},
	)
	noise := server.Import(tiny.Model{Random: true, Seed: 1})
	for _, api := range []string{llm.Ollama, llm.OpenAI} {
		t.Run(api, func(t *testing.T) {
			opts := options(server.URL())
			opts.API, opts.Name = api, model
			if api == llm.OpenAI {
				opts.Name += ":latest" // as it is listed
			}
			told := 0
			opts.Progress = func(p llm.Progress) { told = max(told, p.Tokens) }
			fsys := workspace.NewMemory(nil)
			m := connect(t, fsys, opts)
			groups, err := group(context.Background(), m, texts, nil)
			if err != nil || fmt.Sprint(groups) != "[[1 3]]" {
				t.Fatalf("groups %v, %v", groups, err)
			}
			if u := m.Usage(); u.Requests != 1 || u.Read < 60 || u.Written < 2 || told < 2 {
				t.Errorf("usage %+v, %d parts", u, told)
			}
			if again := connect(
				t,
				fsys,
				opts,
			); kind(second(group(context.Background(), again, texts, nil))) != "fine" ||
				again.Usage().Requests != 0 {
				t.Errorf("asked again: %+v", again.Usage())
			}
			trial, err := m.Try(context.Background())
			if err != nil || trial.PerSecond == 0 || trial.Context != 4096 {
				t.Errorf("trial %+v, %v", trial, err)
			}
			long := []string{strings.Repeat("Restore a backup before trusting it. ", 2000)}
			if _, err := group(context.Background(), m, long, nil); kind(err) != "too long" {
				t.Errorf("a prompt that is longer than the context: %v", err)
			}
			if _, err := group(context.Background(), m, []string{"cut me off"}, nil); kind(err) != "fine" && kind(err) != "bad" {
				t.Errorf("blanks without an end: %v", err)
			}
			opts.Name = "missing:1b"
			if _, err := llm.Connect(context.Background(), fsys, opts); kind(err) != "missing" {
				t.Errorf("a model that is not there: %v", err)
			}
			opts.Name = noise + ":latest"
			if _, err := group(
				context.Background(),
				connect(t, fsys, opts),
				texts,
				nil,
			); kind(err) != "fine" &&
				kind(err) != "bad" {
				t.Errorf("noise: %v", err)
			}
		})
	}
}

// TestOllamaOpenAIGoesAway: a server that is killed in the middle of an answer is not
// taken for one that answered.
func TestOllamaOpenAIGoesAway(t *testing.T) {
	server := ollamatest.Start(t)
	model := server.Import(
		tiny.Model{
			Rules: []tiny.Rule{{Say: `{"themes":[` + strings.Repeat(`{"lessons":[1,3]},`, 40) + `{"lessons":[1,3]}]}`}},
		},
	)
	opts := openAIOptions(server.URL())
	opts.Name, opts.Timeout = model+":latest", 10*time.Second
	killed := false
	opts.Progress = func(p llm.Progress) {
		if p.Tokens == 3 && !killed {
			killed = true
			server.Kill()
		}
	}
	fsys := workspace.NewMemory(nil)
	m := connect(t, fsys, opts)
	if _, err := group(context.Background(), m, texts, nil); kind(err) != "unreachable" || !killed {
		t.Errorf("killed %v: %v", killed, err)
	}
	server.Restart()
	if _, err := group(context.Background(), connect(t, fsys, opts), texts, nil); err != nil {
		t.Errorf("started again: %v", err)
	}
}

func second(_ [][]int, err error) error { return err }
