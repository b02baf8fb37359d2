package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

func (g *gate) fit(id string, choice Choice) (*Draft, *Fitting, error) {
	defer g.reread()
	var choose func(Clash) (Choice, error)
	if choice != "" {
		choose = func(Clash) (Choice, error) { return choice, nil }
	}
	return Fit(g.t.Context(), g.fsys, g.log, g.load(id), choose, g.opts)
}

// Only text outside the section changed: the draft goes on in the new text, with
// what was decided, and no byte of the person's is lost.
func TestFitAnchors(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	if d, f, err := g.fit(id, ""); err != nil || d.ID != id || !f.Fits() {
		t.Errorf("nothing changed: %v, %v", f, err)
	}
	g.must(g.decide(id, Taken, "e2"))
	now := strings.Replace(base, "Calm.", "Loud, and long:\n\n- one\n- two", 1)
	g.fsys.Put("SOUL.md", now)
	d, f, err := g.fit(id, "")
	g.must(err)
	if d.ID == id || !slices.Equal(f.Anchored, []workspace.Path{"SOUL.md"}) || g.log.Decisions(d.ID)["e2"] != Taken {
		t.Errorf("draft %s, %+v, decisions %v", d.ID, f, g.log.Decisions(d.ID))
	}
	g.must(g.promote(d.ID))
	got := g.read("SOUL.md")
	if without := strings.Replace(got, got[strings.Index(got, "## Wisdom"):strings.Index(got, "## Vibe")], "", 1); without != now || !strings.Contains(got, "Read the log first.") {
		t.Errorf("SOUL.md %q", got)
	}
	// The rest of it goes on after another edit outside.
	g.fsys.Put("SOUL.md", strings.Replace(got, "Me.", "Me, again.", 1))
	d, _, err = g.fit(d.ID, "")
	g.must(err)
	g.must(g.decide(d.ID, Taken))
	g.must(g.promote(d.ID))
	if got := g.read("SOUL.md"); !strings.Contains(got, "Me, again.") || strings.Count(got, "Read the log first.") != 1 || !strings.Contains(got, "Ask before you send.") {
		t.Errorf("SOUL.md %q", got)
	}
}

// A queue file that nobody can write to does not cost the draft.
func TestFitWithoutQueue(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.fsys.Put("SOUL.md", strings.Replace(base, "Calm.", "Loud.", 1))
	g.fsys.Put("QUEUE.md", "a byte that no text has: \x00\n")
	d, f, err := g.fit(id, "")
	var queue *QueueError
	if !errors.As(err, &queue) || d == nil || d.ID == id || f.Fits() || g.log.Waiting() != d.ID {
		t.Errorf("draft %v, %+v, error %v", d, f, err)
	}
}

// The section itself changed: without anybody to ask it is stale, with the text
// from base to now.
func TestFitNeedsSomebody(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.fsys.Put("SOUL.md", strings.Replace(base, "## Vibe", "## Wisdom\n\n**Mine.** Be kind.\n\n## Vibe", 1))
	var changed *SectionError
	var stale *StaleError
	if _, _, err := g.fit(id, ""); !errors.As(err, &changed) || !errors.As(err, &stale) || string(changed.Before) != base || !strings.Contains(string(changed.Now), "Be kind") {
		t.Errorf("error %v", err)
	}
	g.must(g.fsys.Remove("SOUL.md"))
	if _, _, err := g.fit(id, KeepDraft); !errors.As(err, &stale) {
		t.Errorf("SOUL.md is gone: %v", err)
	}
}

// Merging entry by entry: what a person took out is out, what they wrote stays,
// and where both sides changed somebody decides.
func TestFitMerges(t *testing.T) {
	for _, c := range []struct {
		choice            Choice
		draft, file, both bool // whose entry is in the end
		items             string
	}{
		{KeepDraft, true, false, false, "e2,e3,e4"},
		{KeepFile, false, true, false, "e3"},
		{KeepBoth, true, true, true, "e2,e3"},
	} {
		g := newGate(t)
		first := g.stage(propose(base, "Weigh every parcel twice.", "Label the boxes.")).Draft
		g.must(g.decide(first, Taken))
		g.must(g.promote(first))
		promoted := g.read("SOUL.md")
		p := propose(promoted, "Read the log first.", "Keep changes small.")
		p.Items, p.Lines[0].Item = p.Items[1:], ""
		p.Lines = append(p.Lines,
			Line{Name: "Rule A.", Text: "Weigh every parcel twice.", Origin: Kept, Draft: first, Lessons: []string{"l01"}},
			Line{Name: "Rule B.", Text: "Label the boxes.", Origin: Kept, Draft: first, Lessons: []string{"l11"}})
		id := g.stage(p).Draft
		g.must(g.decide(id, Taken, "e3"))
		// The person takes one out, writes one of their own, and one about what
		// the draft is about too.
		now := strings.Replace(promoted, "**Rule B.** Label the boxes.\n", "**Own.** Be kind.\n**Logs.** Read the logs first, always.\n", 1)
		g.fsys.Put("SOUL.md", now)
		d, f, err := g.fit(id, c.choice)
		g.must(err)
		if len(f.Merged) != 1 || strings.Join(d.IDs(), ",") != c.items || g.log.Decisions(d.ID)["e3"] != Taken {
			t.Errorf("%s: %+v, items %v, decisions %v", c.choice, f, d.IDs(), g.log.Decisions(d.ID))
		}
		if g.log.Undecided(d.ID) > 0 {
			g.must(g.decide(d.ID, Taken))
		}
		g.must(g.promote(d.ID))
		got := g.read("SOUL.md")
		for text, want := range map[string]bool{
			"Weigh every parcel twice.": true, "Label the boxes.": false, "Be kind.": true, "Keep changes small.": true,
			"Read the log first.": c.draft, "Read the logs first, always.": c.file, section.Required: true,
		} {
			if n := strings.Count(got, text); n != map[bool]int{true: 1, false: 0}[want] {
				t.Errorf("%s: %q is there %d times: %q", c.choice, text, n, got)
			}
		}
	}
}

// An entry that the draft would drop and that a person reworded is a clash too;
// one that a person took out is done.
func TestFitMergesDrops(t *testing.T) {
	for _, reworded := range []bool{true, false} {
		g := newGate(t)
		first := g.stage(propose(base, "Weigh every parcel twice.")).Draft
		g.must(g.decide(first, Taken))
		g.must(g.promote(first))
		promoted := g.read("SOUL.md")
		p := propose(promoted, "Read the log first.")
		p.Items, p.Lines[0].Item = p.Items[1:], ""
		drop := Item{ID: "e3", Kind: DropEntry, Target: "SOUL.md", Name: "Rule A.", Text: "Weigh every parcel twice.", Origin: Kept, Lessons: []string{}}
		p.Items = append(p.Items, drop)
		p.Lines = append(p.Lines, Line{Item: "e3", Name: drop.Name, Text: drop.Text, Origin: Kept, Draft: first, Lessons: []string{"l01"}})
		id := g.stage(p).Draft
		now, want := strings.Replace(promoted, "**Rule A.** Weigh every parcel twice.\n", "", 1), "e2"
		if reworded {
			now, want = strings.Replace(promoted, "Weigh every parcel twice.", "Weigh each parcel thrice.", 1), "e2,e4" // e2 and e3 are both about it
		}
		g.fsys.Put("SOUL.md", now)
		d, f, err := g.fit(id, KeepDraft)
		g.must(err)
		if strings.Join(d.IDs(), ",") != want || !slices.Contains(f.Gone, "e3") {
			t.Errorf("reworded %v: items %v, %+v", reworded, d.IDs(), f)
		}
		g.must(g.decide(d.ID, Taken))
		g.must(g.promote(d.ID))
		if got := g.read("SOUL.md"); strings.Contains(got, "parcel") {
			t.Errorf("reworded %v: SOUL.md %q", reworded, got)
		}
	}
}

// A stale file holds up no other file: what is approved of it is undecided again.
func TestStaleHoldsUpNothing(t *testing.T) {
	g := newGate(t)
	id := g.stage(withFacts(propose(base, "Read the log first."), hosts)).Draft
	g.must(g.decide(id, Taken))
	g.fsys.Put(lookup.File, "mine\n")
	var left *LeftError
	var stale *StaleError
	if err := g.promote(id); !errors.As(err, &left) || !errors.As(err, &stale) || !slices.Equal(left.Items, []string{"t1", "t2"}) {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(g.read("SOUL.md"), "Read the log first.") || g.read(lookup.File) != "mine\n" {
		t.Errorf("SOUL.md %q, table %q", g.read("SOUL.md"), g.read(lookup.File))
	}
	if g.log.State(id) != StateWaiting || g.log.Undecided(id) != 2 {
		t.Errorf("state %s", g.log.State(id))
	}
	d, f, err := g.fit(id, "")
	if d != nil || err == nil || len(f.Lost) != 1 {
		t.Errorf("fitted: %+v, %v", f, err)
	}
}

// An item that breaks a rule, since somebody made the rule stricter, holds up no
// other.
func TestInvalidHoldsUpNothing(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask everybody who is there before you send anything at all to anybody.")).Draft
	g.must(g.decide(id, Taken, "e3"))
	g.opts.Lint.Budgets.Words = 8
	g.must(g.decide(id, Taken, "e2"))
	var left *LeftError
	if err := g.promote(id); !errors.As(err, &left) || !slices.Equal(left.Items, []string{"e3"}) {
		t.Errorf("error %v", err)
	}
	if got := g.read("SOUL.md"); !strings.Contains(got, "Read the log first.") || strings.Contains(got, "Ask everybody") {
		t.Errorf("SOUL.md %q", got)
	}
}

// A file does not shrink by half, nor lose a heading, unless somebody says so.
func TestShrinking(t *testing.T) {
	var opts Options
	fsys := workspace.NewMemory(map[workspace.Path]string{"A.md": "# A\n\n## One\n\ntext\n\n## Two\n\ntext\n"})
	for after, want := range map[string]string{
		"# A\n\n## One\n\ntext\n\n## Two\n\nte\n": "",
		"# A\n":                                  "A.md: would shrink from 32 bytes to 4",
		"# A\n\n## One\n\ntext text text text\n": `A.md: would lose the heading "Two"`,
	} {
		err := opts.mayShrink(fsys, []File{{"A.md", []byte(after)}})
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%q: %s", after, got)
		}
		opts := Options{MayShrink: []workspace.Path{"A.md"}}
		if err := opts.mayShrink(fsys, []File{{"A.md", []byte(after)}}); err != nil {
			t.Errorf("%q, allowed: %v", after, err)
		}
	}
}
