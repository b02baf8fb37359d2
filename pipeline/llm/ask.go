package llm

import (
	"cmp"
	"context"
	"math/bits"

	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

// shortestContext and longestContext bound the context that is requested if the settings leave it open, in tokens.
const (
	shortestContext = 4096
	longestContext  = 32768
)

// Prepare implements distill.Model. One context serves all requests: another one for each would load the model anew.
func (m *Model) Prepare(longest, written int) {
	need := longest*3/2 + written // in another vocabulary than o200k_base, at most half as much again
	m.context = cmp.Or(m.opts.Context, min(max(1<<bits.Len(uint(need)), shortestContext), longestContext))
	m.context = min(m.context, cmp.Or(m.Trained, m.context))
	m.given = m.context
}

// Room implements distill.Model.
func (m *Model) Room(written int) int {
	room := max(m.given-written, 0) * 2 / 3
	return min(room, cmp.Or(m.longest, room))
}

// Expect implements distill.Model.
func (m *Model) Expect(requests int) { m.progress.at.Of += requests }

// Ask implements distill.Model.
func (m *Model) Ask(ctx context.Context, step prompts.Name, p prompts.Prompt, written int, again bool, into any) error {
	m.progress.next(string(step), again)
	return m.ask(ctx, p, written, into)
}

var _ distill.Model = (*Model)(nil)

// Tidy ends a run that was completed: of very many kept answers, those that it did not use go.
func (m *Model) Tidy() error { return m.cache.tidy(false, mostKept) }

// Forget ends an exam that was completed: the next one asks everything anew.
func (m *Model) Forget() error { return m.cache.tidy(true, 0) }
