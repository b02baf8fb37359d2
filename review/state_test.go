package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

func (g *gate) rollback(to int) {
	g.t.Helper()
	all, err := backups.Generations(g.fsys)
	g.must(err)
	change, err := backups.PlanRollback(
		g.fsys, all, backups.RollbackOptions{To: to, Force: true, By: "mara", Section: lint.SoulFile},
	)
	g.must(err)
	_, err = backups.Commit(g.t.Context(), g.fsys, change, g.opts.BackupOptions(g.fsys, g.log))
	g.must(err)
	g.reread()
}

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
			return Return(g.fsys, g.log, g.load(id), []string{"e2"}, "say when", g.opts)
		}, StateReturned, Returned, "say when"},
		"approve": {func(g *gate, id string) error { return g.decide(id, Taken) }, StateApproved, Approved, "because"},
		"fail": {func(g *gate, id string) error {
			g.must(g.decide(id, Taken))
			g.fsys.Put("SOUL.md", "# Other\n")
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
			if g.log.State(id) != c.state || last.Action != c.action || !strings.Contains(last.Reason, c.reason) ||
				last.Draft != id {
				t.Errorf("state %s, logged %+v", g.log.State(id), last)
			}
			if waits := strings.Contains(g.read("QUEUE.md"), id); waits != c.state.Waits() {
				t.Errorf("the queue says %q", g.read("QUEUE.md"))
			}
			if c.state.Waits() {
				return
			}
			var wrong *ItemError
			if err := g.decide(id, Taken); !errors.As(err, &wrong) {
				t.Errorf("it can still be approved: %v", err)
			}
		})
	}
}

// A promotion that fails twice for one reason is logged once, and goes on once
// the reason is gone.
func TestNeedsReview(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.decide(id, Taken))
	g.fsys.Put("SOUL.md", base+"\nmore\n")
	for range 2 {
		if g.promote(id) == nil {
			t.Fatal("it was promoted")
		}
	}
	if n := len(g.log.Events); n != 3 {
		t.Errorf("%d events", n)
	}
	if got := g.read("QUEUE.md"); !strings.Contains(
		got, "which could not be promoted, since 2026-11-21, stale: run `wisdom review`",
	) {
		t.Errorf("queue %q", got)
	}
	g.fsys.Put("SOUL.md", base)
	g.must(g.promote(id))
	if got := g.log.State(id); got != StatePromoted {
		t.Errorf("state %s", got)
	}
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
	next := propose(base, "Read the log first.")
	next.Items = append(
		next.Items,
		Item{
			ID:      "e3",
			Kind:    AddEntry,
			Target:  "SOUL.md",
			Name:    "Rule D.",
			Text:    "Write it down.",
			Origin:  New,
			Lessons: []string{"d1", "d2", "d3"},
		},
	)
	next.Lines = append(
		next.Lines,
		Line{Item: "e3", Name: "Rule D.", Text: "Write it down.", Origin: New, Lessons: []string{"d1", "d2", "d3"}},
	)
	staged := g.stage(next)
	if staged.Superseded != first || staged.Carried != 3 {
		t.Fatalf("staged %+v", staged)
	}
	d, decisions := g.load(staged.Draft), g.log.Decisions(staged.Draft)
	if want := map[string]Decision{"e1": Taken, "e2": Taken, "e4": Taken}; !maps.Equal(decisions, want) {
		t.Errorf("decisions %v", decisions)
	}
	if kept, ok := d.Item("e4"); !ok || kept.Text != "Keep changes small." || len(d.Lessons) != len(kept.Lessons) {
		t.Errorf("the approved entry is not kept with its lessons: %+v, %+v", d.Items, d.Lessons)
	}
	if e, ok := g.log.ApprovedBy(d.ID, "e2"); !ok || e.Draft != first {
		t.Errorf("approved by %+v", e)
	}
	if r := g.log.Refusals(); len(r) != 1 || r[0].Item.Text != "Ask before you send." {
		t.Errorf("refusals %+v", r)
	}
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
	if len(r) != 1 || !r[0].Undone || r[0].Item.ID != "e3" || r[0].Draft != id {
		t.Fatalf("refusals %+v", r)
	}
	if !r[0].Covers(AddEntry, "Asking.", "Ask before you send", []string{"l11", "l12", "x"}) ||
		r[0].Covers(AddEntry, "Asking.", "Ask before you send", []string{"l11", "x", "y"}) ||
		r[0].Covers(AddEntry, "Asking.", "Never write to strangers.", []string{"l11", "l12", "x"}) {
		t.Error("a near-copy is covered while most of its lessons are the same, other words are not")
	}
	g.must(g.decide(id, Taken, "e4"))
	g.must(g.promote(id)) // generation 4
	if got := g.read("SOUL.md"); strings.Contains(got, "Ask before") || !strings.Contains(got, "Keep changes") ||
		!strings.Contains(got, "Read the log") {
		t.Errorf("what was rolled back came along: %q", got)
	}
	g.rollback(2)
	if d := g.log.Decisions(id); d["e3"] != Taken || d["e4"] != Undone {
		t.Errorf("decisions %v", d)
	}
	g.rollback(0)
	if g.log.State(id) != StateRolledBack || len(g.log.Refusals()) != 4 { // with the required entry
		t.Errorf("state %s, refusals %+v", g.log.State(id), g.log.Refusals())
	}
	freed, err := Unrefuse(g.fsys, g.log, g.load(id), []string{"e2"}, g.opts)
	g.must(err)
	g.reread()
	if !slices.Equal(freed, []string{"e2"}) || len(g.log.Refusals()) != 3 {
		t.Errorf("freed %v, refusals %+v", freed, g.log.Refusals())
	}
}

// A draft with requested changes does not come again by itself. Its note is kept until the next promotion, and its
// named items are rejected.
func TestReturn(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	var wrong *ItemError
	for _, c := range []struct {
		note  string
		items []string
	}{{" ", nil}, {"no", []string{"e9"}}, {"no", []string{"e1"}}} {
		if err := Return(g.fsys, g.log, g.load(id), c.items, c.note, g.opts); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	g.must(Return(g.fsys, g.log, g.load(id), []string{"e2"}, "say when", g.opts))
	g.reread()
	if r := g.log.Refusals(); len(r) != 1 || r[0].Item.ID != "e2" || r[0].Reason != "say when" {
		t.Errorf("refusals %+v", r)
	}
	if staged := g.stage(propose(base, "Read the log first.", "Ask before you send.")); staged.Returned != id ||
		staged.Draft != "" {
		t.Errorf("staged %+v", staged)
	}
	if notes := g.log.Notes(); !slices.Equal(notes, []string{"say when"}) {
		t.Errorf("notes %q", notes)
	}
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
	err := Return(g.fsys, g.log, g.load(id), []string{"e2"}, "no", g.opts)
	if !errors.As(err, &wrong) || wrong.Item != "e2" {
		t.Errorf("sent back: %v", err)
	}
	if err := g.decide(id, Refused, "e2"); !errors.As(err, &wrong) || wrong.Item != "e2" {
		t.Errorf("rejected: %v", err)
	}
	_, err = Unrefuse(g.fsys, g.log, g.load(id), []string{"e3"}, g.opts)
	if !errors.As(err, &wrong) || wrong.Item != "e3" {
		t.Errorf("reopened, and was not rejected: %v", err)
	}
}

func TestAgesInDaysOrHours(t *testing.T) {
	for age, want := range map[time.Duration]string{48 * time.Hour: "2 days", 36 * time.Hour: "36 hours"} {
		if got := daysOrHours(age); got != want {
			t.Errorf("%v is %q, want %q", age, got, want)
		}
	}
}

// After requested changes a draft comes again once a reviewer reopens it.
func TestReturnIsTakenBack(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(Return(g.fsys, g.log, g.load(id), nil, "later", g.opts))
	g.reread()
	_, err := Unrefuse(g.fsys, g.log, g.load(id), nil, g.opts)
	g.must(err)
	g.reread()
	if staged := g.stage(propose(base, "Read the log first.")); staged.Draft == "" {
		t.Errorf("staged %+v", staged)
	}
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
	if err := g.opts.mayApprove(d.described([]string{"e1", "e2"})); !errors.As(err, &not) || not.Item != "e2" {
		t.Errorf("error %v", err)
	}
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
		if err := json.Unmarshal([]byte(text), &m); err != nil || m.Header != want {
			t.Errorf("%s: %+v, %v", text, m.Header, err)
		}
	}
}

// Drafts and generations record where the settings put their files. A log of an older program does not: its drafts
// name the folder, and the queue is unknown and stays untouched.
func TestPlacesAreRecorded(t *testing.T) {
	if _, ok := (&Log{}).Places(); ok {
		t.Error("an empty log has places")
	}
	view := workspace.Path("drafts").Join(WisdomDraft)
	older := &Log{
		history: history{
			Events: []Event{{Action: Staged, Result: map[workspace.Path]workspace.Hash{view: "h"}}, {Action: Approved}},
		},
	}
	if places, ok := older.Places(); !ok || places != (Places{Initiative: "drafts"}) {
		t.Errorf("an older log: %+v, %v", places, ok)
	}
	fsys := workspacetest.NewMemory(nil)
	if err := SetQueue(fsys, "", "a line"); err != nil {
		t.Error(err)
	}
	if entries, err := fsys.ReadDir(workspace.Root); err != nil || len(entries) > 0 {
		t.Errorf("an unknown queue was written: %v, %v", entries, err)
	}
	newer := Event{Action: RolledBack, Places: &Places{"elsewhere", "TODO.md"}}
	if places, _ := (&history{Events: append(
		older.Events, newer, Event{Action: Returned},
	)}).Places(); places != *newer.Places {
		t.Errorf("the newest places are %+v", places)
	}
}
