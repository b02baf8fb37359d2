package main

import (
	"bytes"
	"context"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/hook"
	"wisdom/inject/recall"
	"wisdom/internal/tokens"
)

// Of an answer that is too long for Claude Code to give it to the model as it is, the last snippets go.
func TestClaudeAnswersFit(t *testing.T) {
	result := &recall.Result{}
	for range 6 {
		s := recall.Snippet{Text: strings.Repeat("🦞 ", 900), Path: "a", Source: "a#L1-L1"}
		result.Snippets = append(result.Snippets, s)
	}
	block := appendixWithin(result, hook.MostChars)
	assert.LessOrEqual(t, tokens.Units(block), hook.MostChars)
	assert.Len(t, result.Snippets, 3)
	assert.True(t, strings.HasSuffix(block, "</wisdom_recall>"))
}

// A message whose time is over goes on without snippets: nothing is printed, no error ends the program, and the receipt
// says why.
func TestClaudeMessageOutOfTime(t *testing.T) {
	var out bytes.Buffer
	a := &deps{program: "wisdom", streams: streams{
		out: &out, err: &bytes.Buffer{}, getenv: func(string) string { return "" }, now: time.Now,
		executable: func() (string, error) { return "", fs.ErrNotExist },
	}}
	defer a.close()
	a.flags.workspace = sampleWorkspace(t)
	require.NoError(t, a.open())
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	turn := claudeTurn{Event: hook.OnMessage, Session: "1", Prompt: "Which port does the printer use?"}
	require.NoError(t, turn.answer(ctx, a))
	assert.Empty(t, out.String())
	receipts, err := hook.Receipts(a.fsys, hook.ClaudeCode, hook.KindSnippets)
	require.NoError(t, err)
	require.Len(t, receipts, 1)
	assert.Equal(t, "the index was not up to date in time", receipts[0].Why)
}
