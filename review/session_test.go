package review

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// session opens a review of a draft of two entries. before runs just before each action gets the lock.
func (g *gate) session(before *func()) *Session {
	g.t.Helper()
	d := g.stage(propose(base, "Open the log first.", "Ask before you restart.")).Draft
	return NewSession(g.fsys, g.log, g.load(d), g.opts, func(_ context.Context, work func(*Log) error) error {
		if *before != nil {
			(*before)()
		}
		g.reread()
		return work(g.log)
	})
}

func (g *gate) promoteShown(s *Session, shown Finish) error {
	return s.Promote(g.t.Context(), shown, nil, func(l *Log, d *Draft, opts Options) error {
		_, err := Promote(g.t.Context(), g.fsys, l, d, opts)
		return err
	})
}

// A click counts only for what the page showed: another decision, or a file that changes the change, in the last moment
// before the lock stops it. An edit elsewhere in a file does not, and is kept.
func TestAClickCountsOnlyForWhatWasShown(t *testing.T) {
	for name, test := range map[string]struct {
		meanwhile func(g *gate, s *Session)
		counts    bool
	}{
		"nothing": {func(*gate, *Session) {}, true},
		"an edit elsewhere": {func(g *gate, _ *Session) {
			g.must(workspace.Replace(g.fsys, lint.SoulFile, []byte("Mine.\n\n"+base), 0o600))
		}, true},
		"the entry by hand": {func(g *gate, _ *Session) {
			text := base + "\n## Wisdom\n\n**Rule A.** Open the log first.\n"
			g.must(workspace.Replace(g.fsys, lint.SoulFile, []byte(text), 0o600))
		}, false},
		"another decision": {func(g *gate, s *Session) {
			g.reread()
			g.must(Decide(g.fsys, g.log, s.Draft, Refused, []string{"e3"}, "", g.opts))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			before := new(func())
			s := g.session(before)
			mark, err := s.Mark()
			require.NoError(t, err)
			s.Expect(mark)
			*before = func() { test.meanwhile(g, s) }
			told, err := s.Decide(t.Context(), Taken, []string{"e2"}, "")
			assert.Equal(t, !test.counts, is[*MovedError](err), "%v", err)
			assert.Equal(t, test.counts, s.Log.Decisions(s.Draft.ID)["e2"] == Taken)
			assert.Equal(t, test.counts, told == "e2 approved: will be added to SOUL.md", told)
		})
	}
}

// What is promoted is the change that was shown, and an action that names no page does nothing.
func TestASessionPromotesWhatItShowed(t *testing.T) {
	g := newGate(t)
	before := new(func())
	s := g.session(before)
	_, err := s.Decide(t.Context(), Taken, []string{"e2"}, "")
	g.must(err)
	shown, err := s.Finish()
	g.must(err)
	*before = func() {
		g.must(workspace.Replace(g.fsys, lint.SoulFile, []byte(base+"\n## Wisdom\n\n**Own.** Mine.\n"), 0o600))
	}
	require.True(t, is[*MovedError](g.promoteShown(s, shown)))
	assert.NotContains(t, g.read(lint.SoulFile), "Open the log first.")
	*before = nil
	shown, err = s.Finish()
	g.must(err)
	g.must(g.promoteShown(s, shown))
	assert.Contains(t, g.read(lint.SoulFile), "Open the log first.")
	assert.Contains(t, g.read(lint.SoulFile), "**Own.** Mine.")
	s.Expect("")
	_, err = s.Decide(t.Context(), Taken, []string{"e3"}, "")
	assert.True(t, is[*MovedError](err), "%v", err)
}

// The number of items counts what is undecided, in the review and in the log alike.
func TestProgressCountsTheUndecided(t *testing.T) {
	g := newGate(t)
	s := g.session(new(func()))
	all := len(s.Draft.Items)
	_, err := s.Decide(t.Context(), Refused, []string{"e3"}, "no")
	g.must(err)
	assert.Equal(t, all-1, s.Log.Undecided(s.Draft.ID))
	assert.Equal(t, s.Progress(), s.Log.Progress(s.Draft.ID))
	assert.True(t, strings.HasPrefix(s.Progress(), "2 of 3 items are"), s.Progress())
	assert.Equal(t, "rejected by mara: no", s.Question(t.Context(), "e3").Decided)
}
