package llm_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"
)

// teaches is a prompt for a margin: it has no schema.
var teaches = prompts.Prompt{Text: "Does the note teach the line? Answer yes or no."}

// A margin is read from the first token of an answer, whatever its spelling, by either API; the second time it is
// known.
func TestMargin(t *testing.T) {
	log := math.Log
	for _, api := range []string{llm.Ollama, llm.OpenAI} {
		for name, test := range map[string]struct {
			first map[string]float64
			want  float64
		}{
			"one spelling each": {map[string]float64{"yes": log(.6), "no": log(.2)}, log(3)},
			"many spellings": {
				map[string]float64{"Yes": log(.3), " " + "yes": log(.2), "YES": log(.1), "\"no": log(.1), "No.": log(.1)}, log(3),
			},
			"no is not among them": {map[string]float64{"yes": log(.6), "Maybe": log(.2), "I": log(.1)}, log(6)},
			"neither is":           {map[string]float64{"Maybe": log(.6), "Nothing": log(.1)}, 0},
		} {
			server := start(t, says(fake.Reply{Text: "yes", Reason: "length", First: test.first}), qwen)
			fsys := workspacetest.NewMemory(nil)
			opts := options(server.URL)
			opts.API = api
			for again := range 2 {
				m := connect(t, fsys, opts)
				margin, err := m.Margin(context.Background(), teaches)
				require.NoErrorf(t, err, "%s, %s", api, name)
				assert.InDeltaf(t, test.want, margin, 1e-9, "%s, %s", api, name)
				assert.Equalf(t, 1-again, m.Usage().Requests, "%s, %s: requests", api, name)
			}
			asked := server.Requests()
			require.Len(t, asked, 1)
			assert.Truef(t, asked[0].TopLogprobs == 20 && len(asked[0].Format) == 0, "%s: asked %+v", api, asked[0])
			if api == llm.Ollama {
				assert.EqualValues(t, 1, asked[0].Options["num_predict"])
			}
		}
	}
}

// A server that tells no log probabilities is known by its error; nothing is kept.
func TestMarginOfAServerThatTellsNone(t *testing.T) {
	server := start(t, says(fake.Reply{Text: "yes"}), qwen)
	for _, api := range []string{llm.Ollama, llm.OpenAI} {
		opts := options(server.URL)
		opts.API = api
		_, err := connect(t, workspacetest.NewMemory(nil), opts).Margin(context.Background(), teaches)
		assert.ErrorIs(t, err, distill.ErrNoMargins, api)
	}
	refuses := func(what string) completion {
		return completion{status: 400, body: fmt.Sprintf(`{"error":{"message":"top_logprobs must be at most %s"}}`, what)}
	}
	told := completion{body: `{"choices":[{"message":{"content":"no"},"finish_reason":"length","logprobs":{"content":[` +
		`{"token":"no","logprob":-0.5,"top_logprobs":[{"token":"no","logprob":-0.5},{"token":"yes","logprob":-1.5}]}]}}]}`}
	few := startOpenAI(t, refuses("5"), told)
	margin, err := connect(t, workspacetest.NewMemory(nil), openAIOptions(few.URL)).Margin(context.Background(), teaches)
	require.NoError(t, err)
	bodies := few.asked()
	assert.Truef(t, margin == -1 && len(bodies) == 2 && string(bodies[1]["top_logprobs"]) == "5" &&
		string(bodies[1]["max_tokens"]) == "1" && bodies[1]["response_format"] == nil, "margin %g, asked %s", margin, bodies)
	none := startOpenAI(t, refuses("5"), refuses("0"), whole)
	_, err = connect(t, workspacetest.NewMemory(nil), openAIOptions(none.URL)).Margin(context.Background(), teaches)
	assert.ErrorIs(t, err, distill.ErrNoMargins, "a server that refuses to tell any")
}

// A command is not asked: it has no log probabilities to tell.
func TestMarginOfACommand(t *testing.T) {
	opts := commandOptions(t, "exit 1")
	_, err := connect(t, workspacetest.NewMemory(nil), opts).Margin(context.Background(), teaches)
	assert.ErrorIs(t, err, distill.ErrNoMargins)
}
