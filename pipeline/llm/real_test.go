package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace/workspacetest"
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
			fsys := workspacetest.NewMemory(nil)
			m := connect(t, fsys, opts)
			groups, err := group(context.Background(), m, texts, nil)
			require.Truef(t, err == nil && fmt.Sprint(groups) == "[[1 3]]", "groups %v, %v", groups, err)
			u := m.Usage()
			assert.Truef(t, u.Requests == 1 && u.Read >= 60 && u.Written >= 2 && told >= 2, "usage %+v, %d parts", u, told)
			again := connect(t, fsys, opts)
			assert.Truef(t, kind(second(group(context.Background(), again, texts, nil))) == "fine" &&
				again.Usage().Requests == 0, "asked again: %+v", again.Usage())
			trial, err := m.Try(context.Background())
			assert.Truef(t, err == nil && trial.PerSecond != 0 && trial.Context == 4096, "trial %+v, %v", trial, err)
			long := []string{strings.Repeat("Restore a backup before trusting it. ", 2000)}
			_, err = group(context.Background(), m, long, nil)
			assert.Equalf(t, "too long", kind(err), "a prompt that is longer than the context: %v", err)
			_, err = group(context.Background(), m, []string{"cut me off"}, nil)
			assert.Truef(t, kind(err) == "fine" || kind(err) == "bad", "blanks without an end: %v", err)
			opts.Name = "missing:1b"
			_, err = llm.Connect(context.Background(), fsys, opts)
			assert.Equalf(t, "missing", kind(err), "a model that is not there: %v", err)
			opts.Name = noise + ":latest"
			_, err = group(context.Background(), connect(t, fsys, opts), texts, nil)
			assert.Truef(t, kind(err) == "fine" || kind(err) == "bad", "noise: %v", err)
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
	fsys := workspacetest.NewMemory(nil)
	m := connect(t, fsys, opts)
	_, err := group(context.Background(), m, texts, nil)
	assert.Truef(t, kind(err) == "unreachable" && killed, "killed %v: %v", killed, err)
	server.Restart()
	_, err = group(context.Background(), connect(t, fsys, opts), texts, nil)
	assert.NoError(t, err, "started again")
}

func second(_ [][]int, err error) error { return err }
