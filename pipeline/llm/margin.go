package llm

import (
	"context"
	"math"
	"strings"

	"github.com/ollama/ollama/api"

	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// mostTokens is of how many tokens the log probability is asked for, the most that Ollama tells.
	mostTokens = 20
	// fewTokens is what other servers tell that refuse as many.
	fewTokens = 5
)

// margin reports whether a request asks for the first token's log probabilities: there is no JSON to hold an answer to.
func (r request) margin() bool { return len(r.prompt.Schema) == 0 }

// Margin implements distill.Scorer. A margin that is known already costs no request.
func (m *Model) Margin(ctx context.Context, p prompts.Prompt) (float64, error) {
	if m.place.Engine != Ollama && m.place.Engine != OpenAI {
		return 0, distill.ErrNoMargins
	}
	m.progress.next(string(prompts.Teaches), false)
	key := m.cache.key(m.identity(), p, 1)
	if a, found := m.known(key, func(a answer) bool { return a.Margin != nil }); found {
		return *a.Margin, nil
	}
	a, err := m.send(ctx, p, 1)
	if err == nil && len(a.first) == 0 {
		err = distill.ErrNoMargins
	}
	if err != nil {
		return 0, err
	}
	m.count(p, &a)
	m.progress.done(a)
	margin := logOf(a.first, "yes") - logOf(a.first, "no")
	a.Margin = &margin
	return margin, m.cache.put(key, a)
}

var _ distill.Scorer = (*Model)(nil)

// logOf is the log probability of a word in all its spellings; of one that is not among the likeliest tokens, that of
// the least likely of them.
func logOf(likeliest []api.TokenLogprob, word string) float64 {
	sum, least := 0.0, 0.0
	for _, token := range likeliest {
		least = min(least, token.Logprob)
		if strings.EqualFold(strings.Trim(token.Token, " \n\"'*`.,:"), word) {
			sum += math.Exp(token.Logprob)
		}
	}
	if sum == 0 {
		return least
	}
	return math.Log(sum)
}
