package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

func (g *gate) fit(id string) (*Draft, *Fitting, error) {
	defer g.reread()
	return Fit(g.t.Context(), g.fsys, g.log, g.load(id), g.opts)
}

// Only text outside the section changed: the draft goes on in the new text, with
// what was decided, and no byte of the person's is lost.
func TestFitAnchors(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	if d, f, err := g.fit(id); err != nil || d.ID != id || !f.Fits() {
		t.Errorf("nothing changed: %v, %v", f, err)
	}
	g.must(g.decide(id, Taken, "e2"))
	now := strings.Replace(base, "Calm.", "Loud, and long:\n\n- one\n- two", 1)
	g.fsys.Put("SOUL.md", now)
	d, f, err := g.fit(id)
	g.must(err)
	if d.ID == id || !slices.Equal(f.Anchored, []workspace.Path{"SOUL.md"}) || g.log.Decisions(d.ID)["e2"] != Taken {
		t.Errorf("draft %s, %+v, decisions %v", d.ID, f, g.log.Decisions(d.ID))
	}
	g.must(g.promote(d.ID))
	got := g.read("SOUL.md")
	assert.Truef(t, strings.Replace(
		got, got[strings.Index(got, "## Wisdom"):strings.Index(got, "## Vibe")], "", 1,
	) == now &&
		strings.Contains(got, "Read the log first."), "SOUL.md %q", got)
	// The rest of it goes on after another edit outside.
	g.fsys.Put("SOUL.md", strings.Replace(got, "Me.", "Me, again.", 1))
	d, _, err = g.fit(d.ID)
	g.must(err)
	g.must(g.decide(d.ID, Taken))
	g.must(g.promote(d.ID))
	if got := g.read(
		"SOUL.md",
	); !strings.Contains(got, "Me, again.") || strings.Count(got, "Read the log first.") != 1 ||
		!strings.Contains(got, "Ask before you send.") {
		t.Errorf("SOUL.md %q", got)
	}
}

// Text outside the section grew, and SOUL.md as a whole has a limit: the weakest entries of the draft are dropped,
// unapproved ones first. A rejected one takes no room.
func TestFitMakesRoom(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.", "Weigh every parcel.")).Draft
	g.must(g.decide(id, Refused, "e2"))
	g.must(g.decide(id, Taken, "e4"))
	soul, _, err := g.load(id).Result(map[string]Decision{"e1": Taken, "e4": Taken})
	g.must(err)
	const more = "\nMore of it, and more, and more again.\n"
	g.opts.Lint.Severity = map[string]lint.Severity{lint.RuleSoulBudget: lint.Error}
	g.opts.Lint.Budgets.Soul = g.opts.Lint.Budgets.Tokens(string(soul) + more)
	g.fsys.Put("SOUL.md", base+more)
	d, f, err := g.fit(id)
	g.must(err)
	assert.Equal(t, "e3", strings.Join(f.Crowded, ","), "no room for")
	g.must(g.promote(d.ID))
	got := g.read("SOUL.md")
	assert.Truef(t, strings.Contains(got, more) && strings.Contains(got, "Weigh every parcel."), "SOUL.md %q", got)
}

// A queue file that cannot be written does not cost the draft.
func TestFitWithoutQueue(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.fsys.Put("SOUL.md", strings.Replace(base, "Calm.", "Loud.", 1))
	g.fsys.Put("QUEUE.md", "a byte that no text has: \x00\n")
	d, f, err := g.fit(id)
	var queue *QueueError
	assert.Truef(t, errors.As(err, &queue) && d != nil && d.ID != id && !f.Fits() && g.log.Waiting() == d.ID,
		"draft %v, %+v, error %v", d, f, err)
}

// The section itself changed: the draft is stale, the error shows the text from base to now, and the draft stays as it
// is.
func TestSectionIsStale(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.fsys.Put("SOUL.md", strings.Replace(base, "## Vibe", "## Wisdom\n\n**Mine.** Be kind.\n\n## Vibe", 1))
	d, f, err := g.fit(id)
	g.must(err)
	assert.Truef(t, d.ID == id && len(f.Stale) == 1 && string(f.Stale[0].Before) == base &&
		strings.Contains(string(f.Stale[0].Now), "Be kind"), "draft %s, %+v", d.ID, f)
	var stale *StaleError
	assert.ErrorAs(t, g.decide(id, Taken), &stale, "approved")
	g.must(g.fsys.Remove("SOUL.md"))
	d, f, err = g.fit(id)
	assert.Truef(t, err == nil && d.ID == id && len(f.Stale) == 1, "SOUL.md is gone: %+v, %v", f, err)
	g.fsys.Put("SOUL.md", "\n") // the host has nothing to read there either
	d, f, err = g.fit(id)
	assert.Truef(t, err == nil && d.ID == id && len(f.Stale) == 1, "SOUL.md is empty: %+v, %v", f, err)
}

// What changed holds up nothing else, whichever file it is: neither while it is
// fitted, nor when everything is approved.
func TestApprovePastStale(t *testing.T) {
	section := strings.Replace(base, "## Vibe", "## Wisdom\n\n**Mine.** Be kind.\n\n## Vibe", 1)
	for _, c := range []struct {
		file          workspace.Path
		content       string
		done, waiting []string
	}{
		{lint.SoulFile, section, []string{"t1", "t2"}, []string{"e1", "e2"}},
		{lookup.File, "", []string{"e1", "e2"}, []string{"t1", "t2"}},
		{lookup.File, "mine\n", []string{"e1", "e2"}, []string{"t1", "t2"}},
	} {
		g := newGate(t)
		g.fsys.Put("TOOLS.md", hosts)
		g.fsys.Put(lookup.File, hostTable)
		p := withFacts(propose(base, "Read the log first."), hosts)
		p.Bases[lookup.File] = []byte(hostTable)
		p.Tools.Hand = lookup.Read(hostTable, nil)
		id := g.stage(p).Draft
		if c.content == "" {
			g.must(g.fsys.Remove(c.file))
		} else {
			g.fsys.Put(c.file, c.content)
		}
		d, f, err := g.fit(id)
		g.must(err)
		assert.Truef(t, d.ID == id && len(f.Stale) == 1 && f.Stale[0].Path == c.file, "%s: draft %s, %+v", c.file, d.ID, f)
		var left *LeftError
		if err := g.decide(id, Taken); !errors.As(err, &left) || !slices.Equal(left.Items, c.waiting) {
			t.Errorf("%s: approved: %v", c.file, err)
		}
		g.must(g.promote(id))
		for _, item := range c.done {
			assert.Truef(t, g.log.InPlace(id, item), "%s: %s is not in place", c.file, item)
		}
		assert.Truef(t, (c.content == "" || g.read(c.file) == c.content) && g.log.State(id) == StateWaiting,
			"%s: %q, draft %s", c.file, g.read(c.file), g.log.State(id))
	}
}

// A fact that moved in its source is kept, a fact that its source no longer states is not, and neither blocks the
// others.
func TestFitFollowsSources(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("TOOLS.md", hosts)
	id := g.stage(withFacts(propose(base, "Read the log first."), hosts)).Draft
	g.fsys.Put("TOOLS.md", "Words of mine.\n\n"+strings.Replace(hosts, "10.0.0.2", "10.0.0.7", 1))
	g.fsys.Put("SOUL.md", strings.Replace(base, "Calm.", "Loud.", 1))
	d, f, err := g.fit(id)
	g.must(err)
	assert.Truef(t, strings.Join(d.IDs(), ",") == "e1,e2,t1" && slices.Equal(f.Gone, []string{"t2"}),
		"items %v, %+v", d.IDs(), f)
	item, _ := d.Item("t1")
	assert.Truef(t, item.Source == "TOOLS.md:5" && d.Tools.Rows[0].Line == 5, "item %+v", item)
}

// A fact that a reviewer included stays in, and decided, in the draft that follows.
func TestFitKeepsIncludedFacts(t *testing.T) {
	for _, placed := range []bool{false, true} {
		g := newGate(t)
		g.fsys.Put("TOOLS.md", hosts)
		p := withFacts(propose(base, "Read the log first."), hosts)
		left := Leave(p.Tools.Rows[1].Fact, "budget")
		left.ID = "x1"
		p.Tools.LeftOut, p.Tools.Rows = []LeftOut{left}, p.Tools.Rows[:1]
		p.Items = p.Items[:len(p.Items)-1]
		id := g.stage(p).Draft
		g.must(g.decide(id, Taken, "x1"))
		if placed {
			g.must(g.promote(id))
		}
		g.fsys.Put("SOUL.md", strings.Replace(base, "Calm.", "Loud.", 1))
		d, _, err := g.fit(id)
		g.must(err)
		g.must(g.decide(d.ID, Taken))
		g.must(g.promote(d.ID))
		assert.Equalf(t, hostTable, g.read(lookup.File), "placed %v: table", placed)
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
	err := g.promote(id)
	assert.Truef(t, errors.As(err, &left) && errors.As(err, &stale) &&
		slices.Equal(left.Items, []string{"t1", "t2"}), "error %v", err)
	assert.Truef(t, strings.Contains(g.read("SOUL.md"), "Read the log first.") && g.read(lookup.File) == "mine\n",
		"SOUL.md %q, table %q", g.read("SOUL.md"), g.read(lookup.File))
	assert.Truef(t, g.log.State(id) == StateWaiting && g.log.Undecided(id) == 2, "state %s", g.log.State(id))
}

// An item that breaks a rule, because the rule was made stricter, blocks no other.
func TestInvalidHoldsUpNothing(t *testing.T) {
	g := newGate(t)
	id := g.stage(
		propose(base, "Read the log first.", "Ask everybody who is there before you send anything at all to anyone."),
	).Draft
	g.must(g.decide(id, Taken, "e3"))
	g.opts.Lint.Budgets.Words = 8
	g.must(g.decide(id, Taken, "e2"))
	var left *LeftError
	err := g.promote(id)
	assert.Truef(t, errors.As(err, &left) && slices.Equal(left.Items, []string{"e3"}), "error %v", err)
	if got := g.read("SOUL.md"); !strings.Contains(got, "Read the log first.") || strings.Contains(got, "Ask everybody") {
		t.Errorf("SOUL.md %q", got)
	}
}

// A promotion makes no file half as long and removes no heading, unless the reviewer allows it.
func TestShrinking(t *testing.T) {
	var opts Options
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"A.md": "# A\n\n## One\n\ntext\n\n## Two\n\ntext\n"})
	for after, want := range map[string]string{
		"# A\n\n## One\n\ntext\n\n## Two\n\nte\n": "",
		"# A\n":                                  "A.md: would shrink from 32 bytes to 4",
		"# A\n\n## One\n\ntext text text text\n": `A.md: would lose the heading "Two"`,
	} {
		err := opts.mayShrink(fsys, []backups.Target{{Path: "A.md", New: []byte(after)}})
		got := fmt.Sprint(err)
		assert.Truef(t, got == want || err == nil && want == "", "%q: %s", after, got)
		opts := Options{MayShrink: []workspace.Path{"A.md"}}
		assert.NoErrorf(t, opts.mayShrink(fsys, []backups.Target{{Path: "A.md", New: []byte(after)}}), "%q, allowed", after)
	}
}

// An edited table is stale, and the draft that is rebased on the rest keeps it as its base has it.
func TestStaleTableIsNotMergedHalfway(t *testing.T) {
	g := newGate(t)
	first := g.stage(onlyFacts(hosts)).Draft
	g.must(g.decide(first, Taken))
	g.must(g.promote(first))
	p := withFacts(propose(base, "Read the log first."), hosts+"- shed: 10.0.0.3\n")
	p.Bases[lookup.File] = []byte(g.read(lookup.File))
	p.Tools.Rows[0].Item, p.Tools.Rows[1].Item = "", ""
	p.Items = slices.DeleteFunc(p.Items, func(i Item) bool { return i.ID == "t1" || i.ID == "t2" })
	g.fsys.Put("TOOLS.md", hosts+"- shed: 10.0.0.3\n")
	id := g.stage(p).Draft
	g.fsys.Put(lookup.File, hostTable+"Ask Jo.\n")
	g.fsys.Put("SOUL.md", base+"\nMore.\n")
	d, f, err := g.fit(id)
	g.must(err)
	assert.Truef(t, len(f.Stale) == 1 && len(f.Anchored) == 1 && len(d.Tools.Hand.Text()) == 0,
		"%+v, a person's lines in the table: %q", f, d.Tools.Hand.Text())
}
