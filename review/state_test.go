package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// Every arrow of the state machine that leads away from waiting, and its log line.
func TestArrows(t *testing.T) {
	for name, c := range map[string]struct {
		act    func(*gate, string) error
		state  State
		action Action
		reason string
	}{
		"reject": {func(g *gate, id string) error { return g.decide(id, Refused) }, StateRejected, Rejected, "because"},
		"return": {func(g *gate, id string) error {
			return g.sendBack(id, "say when")
		}, StateReturned, Returned, "say when"},
		"approve": {func(g *gate, id string) error { return g.decide(id, Taken) }, StateApproved, Approved, "because"},
		"fail": {func(g *gate, id string) error {
			g.must(g.decide(id, Taken))
			g.must(g.fsys.Remove("SOUL.md"))
			var stale *StaleError
			if err := g.promote(id); !errors.As(err, &stale) {
				return fmt.Errorf("promoted: %w", err)
			}
			return nil
		}, StateNeedsReview, Failed, "changed since draft"},
		"expire": {func(g *gate, id string) error {
			later := g.opts.Now().AddDate(0, 0, 31)
			g.opts.MaxAge, g.opts.Now = 30*24*time.Hour, func() time.Time { return later }
			expired, err := Expire(g.fsys, g.log, g.opts)
			if expired != id {
				return fmt.Errorf("expired %q", expired)
			}
			return err
		}, StateExpired, Expired, "undecided for 30 days"},
		"nothing is proposed any more": {func(g *gate, id string) error {
			g.stage(&Proposal{Parts: partsInOrder, Draft: Draft{
				Bases:    map[workspace.Path][]byte{lint.SoulFile: []byte(base)},
				Manifest: Manifest{SchemaVersion: SchemaVersion},
			}})
			return nil
		}, StateSuperseded, Superseded, "nothing of it is proposed any more"},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
			g.must(c.act(g, id))
			g.reread()
			last := g.log.Events[len(g.log.Events)-1]
			assert.Truef(t, g.log.State(id) == c.state && last.Action == c.action && strings.Contains(last.Reason, c.reason) &&
				last.Draft == id, "state %s, logged %+v", g.log.State(id), last)
			told := c.state.Waits() || c.state == StateReturned || c.state == StateExpired
			assert.Equalf(t, told, strings.Contains(g.read("QUEUE.md"), id), "the queue says %q", g.read("QUEUE.md"))
			if c.state.Waits() {
				return
			}
			var wrong *ItemError
			assert.ErrorAs(t, g.decide(id, Taken), &wrong, "it can still be approved")
		})
	}
}

// A promotion that fails twice for one reason is logged once, and goes on once
// the reason is gone.
func TestNeedsReview(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.decide(id, Taken))
	g.must(g.fsys.Remove("SOUL.md"))
	for range 2 {
		require.Error(t, g.promote(id), "it was promoted")
	}
	n := len(g.log.Events)
	assert.Equalf(t, 3, n, "%d events", n)
	got := g.read("QUEUE.md")
	assert.Contains(t, got, "which could not be promoted, since 2026-11-21, stale: run `wisdom review`", "queue")
	g.fsys.Put("SOUL.md", base)
	g.must(g.promote(id))
	assert.Equal(t, StatePromoted, g.log.State(id), "state")
}

// A newer draft supersedes one without decisions. It inherits approvals for the same items, and for entries for which
// there is still room.
func TestCarryOver(t *testing.T) {
	g := newGate(t)
	first := g.stage(subjects(
		propose(base, "Read the log first.", "Ask before you send.", "Keep changes small."), "logs", "mail", "changes",
	)).Draft
	g.must(g.decide(first, Taken, "e2", "e4"))
	g.must(g.decide(first, Refused, "e3"))
	next := propose(base, "Read the log first.").with(entryItem("e3", "Rule D.", "Write it down.", New, "d1", "d2", "d3"))
	staged := g.stage(next)
	require.Truef(t, staged.Superseded == first && staged.Carried == 3, "staged %+v", staged)
	d, decisions := g.load(staged.Draft), g.log.Decisions(staged.Draft)
	assert.Equal(t, map[string]Decision{"e1": Taken, "e2": Taken, "e4": Taken}, decisions, "decisions")
	if kept, ok := d.Item("e4"); !ok || kept.Text != "Keep changes small." || len(d.Lessons) != len(kept.Lessons) {
		t.Errorf("the approved entry is not kept with its lessons: %+v, %+v", d.Items, d.Lessons)
	}
	e := g.log.DecidedBy(d.ID, "e2")
	assert.Truef(t, e.Draft == first, "approved by %+v", e)
	r := g.log.Refusals()
	assert.Truef(t, len(r) == 1 && r[0].Item.Text == "Ask before you send.", "refusals %+v", r)
	g.must(g.promote(d.ID))
	if got := g.read("SOUL.md"); !strings.Contains(got, "Keep changes small.") || strings.Contains(got, "Write it down.") {
		t.Errorf("SOUL.md %q", got)
	}
}

// Invariant 5: what a rollback took out is remembered, item by item, and comes
// back with the generation that held it.
func TestRolledBackIsRemembered(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.", "Keep changes small.")).Draft
	g.must(g.decide(id, Taken, "e2"))
	g.must(g.promote(id)) // generation 1
	g.must(g.decide(id, Taken, "e3"))
	g.must(g.promote(id)) // generation 2
	g.rollback(-1)        // generation 3, like 1
	if d := g.log.Decisions(id); d["e2"] != Taken || d["e3"] != Undone || g.log.State(id) != StateWaiting {
		t.Errorf("decisions %v, state %s", d, g.log.State(id))
	}
	r := g.log.Refusals()
	require.Truef(t, len(r) == 1 && r[0].Undone && r[0].Item.ID == "e3" && r[0].Draft == id, "refusals %+v", r)
	if !r[0].Covers(AddEntry, "Asking.", "Ask before you send", []string{"l11", "l12", "x"}) ||
		r[0].Covers(AddEntry, "Asking.", "Ask before you send", []string{"l11", "x", "y"}) ||
		r[0].Covers(AddEntry, "Asking.", "Never write to strangers.", []string{"l11", "l12", "x"}) {
		t.Error("a near-copy is covered while most of its lessons are the same, other words are not")
	}
	g.must(g.decide(id, Taken, "e4"))
	g.must(g.promote(id)) // generation 4
	got := g.read("SOUL.md")
	assert.Truef(t, !strings.Contains(got, "Ask before") && strings.Contains(got, "Keep changes") &&
		strings.Contains(got, "Read the log"), "what was rolled back came along: %q", got)
	g.rollback(2)
	d := g.log.Decisions(id)
	assert.Truef(t, d["e3"] == Taken && d["e4"] == Undone, "decisions %v", d)
	g.rollback(0)
	if g.log.State(id) != StateRolledBack || len(g.log.Refusals()) != 4 { // with the required entry
		t.Errorf("state %s, refusals %+v", g.log.State(id), g.log.Refusals())
	}
	g.must(g.reopen(id, "e2"))
	assert.Len(t, g.log.Refusals(), 3)
}

// A note on an item takes only that item back. It is kept until another draft is promoted.
func TestANoteOnAnItem(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.", "Keep changes small.")).Draft
	g.must(g.sendBack(id, "say when", "e2"))
	r := g.log.Refusals()
	assert.Truef(t, len(r) == 1 && r[0].Item.ID == "e2" && r[0].Reason == "say when", "refusals %+v", r)
	assert.Truef(t, g.log.State(id) == StateWaiting && g.log.Undecided(id) == 3, "state %s", g.log.State(id))
	g.must(g.decide(id, Taken, "e3"))
	g.must(g.promote(id))
	assert.NotContains(t, g.read("SOUL.md"), "Read the log first.")
	assert.Equal(t, []string{"say when"}, g.log.Notes(), "notes")
	g.must(g.sendBack(id, "and why", "e4"))
	assert.Equal(t, StatePromoted, g.log.State(id), "with nothing left to decide")

	other := newGate(t)
	id = other.stage(propose(base, "Read the log first.")).Draft
	g.must(other.sendBack(id, "say when", "e2"))
	g.must(other.decide(id, Refused, "e1"))
	assert.Equal(t, StateReturned, other.log.State(id), "all of it was sent back or rejected")
}

// A draft with requested changes does not come again by itself. Its note is kept until the next promotion.
func TestReturn(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	var wrong *ItemError
	for _, c := range []struct {
		note  string
		items []string
	}{{" ", nil}, {"no", []string{"e9"}}, {"no", []string{"e1"}}} {
		assert.ErrorAs(t, g.sendBack(id, c.note, c.items...), &wrong, c)
	}
	g.must(g.sendBack(id, "say when"))
	staged := g.stage(propose(base, "Read the log first.", "Ask before you send."))
	assert.Truef(t, staged.Returned == id &&
		staged.Draft == "", "staged %+v", staged)
	notes := g.log.Notes()
	assert.Equal(t, []string{"say when"}, notes, "notes")
	other := g.stage(propose(base, "Ask before you send.")).Draft
	g.must(g.decide(other, Taken))
	g.must(g.promote(other))
	if notes := g.log.Notes(); notes != nil {
		t.Errorf("notes after a promotion: %q", notes)
	}
}

// What is promoted can be neither rejected nor sent back, and only what was rejected can be reopened.
func TestPromotedIsNotReturned(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	g.must(g.decide(id, Taken, "e2"))
	g.must(g.promote(id))
	var wrong *ItemError
	err := g.sendBack(id, "no", "e2")
	assert.Truef(t, errors.As(err, &wrong) && wrong.Item == "e2", "sent back: %v", err)
	if err := g.decide(id, Refused, "e2"); !errors.As(err, &wrong) || wrong.Item != "e2" {
		t.Errorf("rejected: %v", err)
	}
	err = g.reopen(id, "e3")
	assert.Truef(t, errors.As(err, &wrong) && wrong.Item == "e3", "reopened, and was not rejected: %v", err)
}

func TestAgesInDaysOrHours(t *testing.T) {
	for age, want := range map[time.Duration]string{48 * time.Hour: "2 days", 36 * time.Hour: "36 hours"} {
		assert.Equal(t, want, daysOrHours(age), age)
	}
}

// After requested changes a draft comes again once a reviewer reopens it.
func TestReturnIsTakenBack(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.sendBack(id, "later"))
	g.must(g.reopen(id))
	staged := g.stage(propose(base, "Read the log first."))
	assert.NotEmptyf(t, staged.Draft, "staged %+v", staged)
}

// Changes outside the section need an identity reviewer.
func TestIdentityReviewers(t *testing.T) {
	g := newGate(t)
	g.opts.IdentityReviewers = []string{"ada"}
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.decide(id, Taken, "e2"))
	d := g.load(id)
	d.Items[1].Kind = "line"
	var not *NotReviewerError
	err := g.opts.mayApprove(d.described([]string{"e1", "e2"}))
	assert.Truef(t, errors.As(err, &not) && not.Item == "e2", "error %v", err)
	g.opts.By = "ada"
	g.must(g.opts.mayApprove(d.described([]string{"e1", "e2"})))
}

// The header was the only part of a draft with capitalised JSON names; drafts that
// an older program staged are still read.
func TestHeaderOfOlderDrafts(t *testing.T) {
	want := section.Header{Date: "2026-11-21", Lessons: 4}
	for _, text := range []string{
		`{"header":{"Date":"2026-11-21","Lessons":4}}`,
		`{"header":{"date":"2026-11-21","lessons":4}}`,
	} {
		var m Manifest
		err := json.Unmarshal([]byte(text), &m)
		assert.Truef(t, err == nil && m.Header == want, "%s: %+v, %v", text, m.Header, err)
	}
}

// Drafts and generations record where the settings put their files. A log of an older program does not: its drafts
// name the folder, and the queue is unknown and stays untouched.
func TestPlacesAreRecorded(t *testing.T) {
	_, ok := (&Log{}).Places()
	assert.False(t, ok, "an empty log has places")
	view := workspace.Path("drafts").Join(WisdomDraft)
	older := &Log{
		history: history{
			Events: []Event{{Action: Staged, Result: map[workspace.Path]workspace.Hash{view: "h"}}, {Action: Approved}},
		},
	}
	places, ok := older.Places()
	assert.Truef(t, ok && places == (Places{Initiative: "drafts"}), "an older log: %+v, %v", places, ok)
	fsys := workspacetest.NewMemory(nil)
	assert.NoError(t, SetQueue(fsys, "", "a line"))
	entries, err := fsys.ReadDir(workspace.Root)
	assert.Truef(t, err == nil && len(entries) == 0, "an unknown queue was written: %v, %v", entries, err)
	newer := Event{Action: RolledBack, Places: &Places{"elsewhere", "TODO.md"}}
	if places, _ := (&history{Events: append(
		older.Events, newer, Event{Action: Returned},
	)}).Places(); places != *newer.Places {
		t.Errorf("the newest places are %+v", places)
	}
}
