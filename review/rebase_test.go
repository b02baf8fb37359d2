package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
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
	if without := strings.Replace(
		got, got[strings.Index(got, "## Wisdom"):strings.Index(got, "## Vibe")], "", 1,
	); without != now ||
		!strings.Contains(got, "Read the log first.") {
		t.Errorf("SOUL.md %q", got)
	}
	// The rest of it goes on after another edit outside.
	g.fsys.Put("SOUL.md", strings.Replace(got, "Me.", "Me, again.", 1))
	d, _, err = g.fit(d.ID, "")
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

// A person used the room of the section: the weakest entries of the draft are dropped, unapproved ones first. A
// rejected one takes no room.
func TestFitMakesRoom(t *testing.T) {
	g := newGate(t)
	g.opts.Lint.Budgets.Entries = 4
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.", "Weigh every parcel.")).Draft
	g.must(g.decide(id, Refused, "e2"))
	g.must(g.decide(id, Taken, "e4"))
	g.fsys.Put("SOUL.md", base+"\n## Wisdom\n\n**Own.** Be kind.\n\n**Mine.** Feed the cat.\n")
	d, f, err := g.fit(id, KeepFile)
	g.must(err)
	if got := strings.Join(f.Crowded, ","); got != "e3" {
		t.Errorf("no room for %q", got)
	}
	g.must(g.promote(d.ID))
	got := g.read("SOUL.md")
	for _, want := range []string{"Be kind.", "Feed the cat.", "Weigh every parcel."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

// A queue file that cannot be written does not cost the draft.
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

// The section itself changed: without a person to ask, the draft is stale, the error shows the text from base to now,
// and the draft stays as it is.
func TestFitNeedsSomebody(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.fsys.Put("SOUL.md", strings.Replace(base, "## Vibe", "## Wisdom\n\n**Mine.** Be kind.\n\n## Vibe", 1))
	d, f, err := g.fit(id, "")
	g.must(err)
	if d.ID != id || len(f.Stale) != 1 || !f.Stale[0].Mergeable() || string(f.Stale[0].Before) != base ||
		!strings.Contains(string(f.Stale[0].Now), "Be kind") {
		t.Errorf("draft %s, %+v", d.ID, f)
	}
	var stale *StaleError
	if err := g.decide(id, Taken); !errors.As(err, &stale) || !stale.Mergeable() {
		t.Errorf("approved: %v", err)
	}
	g.must(g.fsys.Remove("SOUL.md"))
	if d, f, err = g.fit(id, KeepDraft); err != nil || d.ID != id || len(f.Stale) != 1 || f.Stale[0].Mergeable() {
		t.Errorf("SOUL.md is gone: %+v, %v", f, err)
	}
	g.fsys.Put("SOUL.md", "\n") // the host has nothing to read there either
	if d, f, err = g.fit(id, KeepDraft); err != nil || d.ID != id || len(f.Stale) != 1 {
		t.Errorf("SOUL.md is empty: %+v, %v", f, err)
	}
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
		d, f, err := g.fit(id, "")
		g.must(err)
		if d.ID != id || len(f.Stale) != 1 || f.Stale[0].Path != c.file {
			t.Errorf("%s: draft %s, %+v", c.file, d.ID, f)
		}
		var left *LeftError
		if err := g.decide(id, Taken); !errors.As(err, &left) || !slices.Equal(left.Items, c.waiting) {
			t.Errorf("%s: approved: %v", c.file, err)
		}
		g.must(g.promote(id))
		for _, item := range c.done {
			if !g.log.InPlace(id, item) {
				t.Errorf("%s: %s is not in place", c.file, item)
			}
		}
		if c.content != "" && g.read(c.file) != c.content || g.log.State(id) != StateWaiting {
			t.Errorf("%s: %q, draft %s", c.file, g.read(c.file), g.log.State(id))
		}
	}
}

// A table that a person changed: what they wrote stays, what they took out or wrote
// about is settled, the rest goes on with what was decided.
func TestFitMergesTables(t *testing.T) {
	const first = "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n\n## Doors\n\n- barn: 4411\n"
	const later = "## Hosts\n\n" +
		"- gate: 10.0.0.1\n" +
		"- nas: 10.0.0.9\n" +
		"- shed: 10.0.0.3\n" +
		"- loft: 10.0.0.4\n\n" +
		"## Doors\n\n" +
		"- barn: 4411\n"
	for _, c := range []struct {
		name, now, want string
		items           string
		merged          bool
	}{
		{
			"a line of theirs", "## Hosts\ngate 10.0.0.1 · nas 10.0.0.2\nAsk Ida first.\n\n## Doors\nbarn 4411\n",
			"## Hosts\n" +
				"gate 10.0.0.1 · nas 10.0.0.9 · shed 10.0.0.3 · loft 10.0.0.4\n" +
				"Ask Ida first.\n\n" +
				"## Doors\n" +
				"barn 4411\n", "t1,t2,t3", false,
		},
		{
			"about what is proposed", "## Hosts\n" +
				"gate 10.0.0.1 · nas 10.0.0.2\n\n" +
				"## Doors\n" +
				"barn 4411\n\n" +
				"## Mine\n" +
				"The shed is off.\n",
			"## Hosts\n" +
				"gate 10.0.0.1 · nas 10.0.0.9 · loft 10.0.0.4\n\n" +
				"## Doors\n" +
				"barn 4411\n\n" +
				"## Mine\n" +
				"The shed is off.\n", "t1,t3", true,
		},
		{
			"a row taken out", "## Hosts\ngate 10.0.0.1 · nas 10.0.0.2\n",
			"## Hosts\ngate 10.0.0.1 · nas 10.0.0.9 · shed 10.0.0.3 · loft 10.0.0.4\n", "t1,t2,t3", true,
		},
		{
			"a row reworded", "## Hosts\ngate 10.0.0.1 · nas 10.0.0.77\n\n## Doors\nbarn 4411\n",
			"## Hosts\ngate 10.0.0.1 · nas 10.0.0.77\nshed 10.0.0.3 · loft 10.0.0.4\n\n## Doors\nbarn 4411\n", "t2,t3", true,
		},
	} {
		g := newGate(t)
		g.fsys.Put("TOOLS.md", first)
		id := g.stage(onlyFacts(first)).Draft
		g.must(g.decide(id, Taken))
		g.must(g.promote(id))
		g.fsys.Put("TOOLS.md", later)
		p := withFacts(propose(g.read("SOUL.md")), later)
		p.Items, p.Lines, p.Bases = nil, nil, map[workspace.Path][]byte{lookup.File: []byte(g.read(lookup.File))}
		for i := range p.Tools.Rows {
			row := &p.Tools.Rows[i]
			row.Item = ""
			old := map[string]string{"nas": "10.0.0.2"}[row.Key]
			if old == "" && row.Key != "shed" && row.Key != "loft" {
				continue
			}
			item := FactItem(row.Fact, AddFact, old, "", 3)
			item.ID, row.Old = p.nextID("t"), old
			row.Item = item.ID
			p.Items = append(p.Items, item)
		}
		id = g.stage(p).Draft
		g.must(g.decide(id, Taken, "t3"))
		g.fsys.Put(lookup.File, c.now)
		d, f, err := g.fit(id, KeepFile)
		g.must(err)
		if strings.Join(d.IDs(), ",") != c.items || g.log.Decisions(d.ID)["t3"] != Taken ||
			(len(f.Merged) == 1) != c.merged ||
			(len(f.Anchored) == 1) == c.merged {
			t.Errorf("%s: items %v, %+v, decisions %v", c.name, d.IDs(), f, g.log.Decisions(d.ID))
		}
		g.must(g.decide(d.ID, Taken))
		g.must(g.promote(d.ID))
		if got := g.read(lookup.File); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// The bug that a table was stale for good once a person's lines used the room of the proposed facts: as many undecided
// facts go as need to, the last first, and can be swapped in again.
func TestAPersonsLinesMakeRoomInTheTable(t *testing.T) {
	g := newGate(t)
	const source = "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n- shed: 10.0.0.3\n- loft: 10.0.0.4\n"
	g.fsys.Put("TOOLS.md", source)
	p := onlyFacts(source)
	p.Tools.Limit = 55
	g.opts.Lint.Budgets.Tools = 55
	id := g.stage(p).Draft
	g.must(g.decide(id, Taken, "t4"))
	const hand = "Ask Ida before any of these machines is restarted, and tell Jo what was done.\n"
	g.fsys.Put(lookup.File, hand)
	d, f, err := g.fit(id, KeepFile)
	g.must(err)
	if len(f.Stale) > 0 || len(f.Crowded) == 0 || slices.Contains(f.Crowded, "t4") || d.Tools.Tokens > 55 {
		t.Fatalf("%+v, %d tokens", f, d.Tools.Tokens)
	}
	for i, gone := range f.Crowded {
		if _, there := d.Item(gone); there || d.Tools.LeftOut[i].ID == "" || !d.Tools.LeftOut[i].MaySwap() {
			t.Errorf("%s went, and %+v can come in", gone, d.Tools.LeftOut)
		}
	}
	g.must(g.decide(d.ID, Taken))
	g.must(g.promote(d.ID))
	if got := g.read(lookup.File); !strings.Contains(got, hand) || !strings.Contains(got, "loft 10.0.0.4") {
		t.Errorf("the table is %q", got)
	}
}

// The bug that a draft could not be rebased at all, its entries included, if a value grew and a person's lines used the
// room for it. Without that room the table is stale, and holds up nothing else.
func TestNoRoomForALongerValue(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("TOOLS.md", hosts)
	first := g.stage(onlyFacts(hosts)).Draft
	g.must(g.decide(first, Taken))
	g.must(g.promote(first))
	longer := strings.Replace(hosts, "10.0.0.2", "/srv/nas/"+strings.Repeat("deep/", 20), 1)
	p := withFacts(propose(base, "Read the log first."), longer)
	p.Bases[lookup.File] = []byte(g.read(lookup.File))
	p.Tools.Limit, g.opts.Lint.Budgets.Tools = 80, 80
	p.Tools.Rows[0].Item, p.Tools.Rows[1].Old = "", "10.0.0.2"
	p.Items = slices.DeleteFunc(p.Items, func(i Item) bool { return i.ID == "t1" })
	p.Items[len(p.Items)-1].Old = "10.0.0.2"
	id := g.stage(p).Draft
	hand := hostTable + "\n" + strings.Repeat("Ask Ida before any of these is restarted.\n", 4)
	g.fsys.Put(lookup.File, hand)
	g.fsys.Put("SOUL.md", base+"\nMore.\n")
	d, f, err := g.fit(id, KeepFile)
	g.must(err)
	if len(f.Stale) != 1 || !slices.Equal(f.Anchored, []workspace.Path{"SOUL.md"}) {
		t.Fatalf("%+v", f)
	}
	g.must(g.decide(d.ID, Taken, "e2"))
	g.must(g.promote(d.ID))
	if got := g.read("SOUL.md"); !strings.Contains(got, "Read the log first.") || g.read(lookup.File) != hand {
		t.Errorf("SOUL.md %q, table %q", got, g.read(lookup.File))
	}
}

// The bug that a fact that a reviewer swapped in was not counted when a person's lines used the room: nothing went, and
// then not everything could be approved.
func TestSwapsCountWhenThereIsNoRoom(t *testing.T) {
	g := newGate(t)
	const source = "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n- shed: 10.0.0.3\n- loft: 10.0.0.4\n"
	const hand = "Ask Ida before any of these machines is restarted, and tell Jo what was done.\n"
	g.fsys.Put("TOOLS.md", source)
	p := onlyFacts(source)
	left := Leave(p.Tools.Rows[3].Fact, "budget")
	left.ID = "x1"
	p.Tools.LeftOut, p.Tools.Rows, p.Items = []LeftOut{left}, p.Tools.Rows[:3], p.Items[:3]
	limit := g.opts.Lint.Budgets.Tokens(string(p.Table(p.All())) + "\n" + hand)
	p.Tools.Limit, g.opts.Lint.Budgets.Tools = limit, limit
	id := g.stage(p).Draft
	g.must(Exchange(g.fsys, g.log, g.load(id), []Swap{{"", "x1"}}, "", g.opts))
	g.fsys.Put(lookup.File, hand)
	d, f, err := g.fit(id, KeepFile)
	g.must(err)
	if !slices.Equal(f.Crowded, []string{"t3"}) || g.log.Decisions(d.ID)["x1"] != Taken {
		t.Fatalf("%+v, decisions %v", f, g.log.Decisions(d.ID))
	}
	if got := d.Tools.LeftOut; len(got) != 2 || got[1].ID != "x2" {
		t.Errorf("can come in: %+v", got)
	}
	g.must(g.decide(d.ID, Taken))
	g.must(g.promote(d.ID))
	if got := g.read(lookup.File); !strings.Contains(got, "nas 10.0.0.2") || !strings.Contains(got, "loft 10.0.0.4") {
		t.Errorf("the table is %q", got)
	}
}

// The bug that a fact that a rebase removed got the ID of a swapped in fact that was promoted.
func TestAnIDOfAnExcludedFactIsNotReused(t *testing.T) {
	g := newGate(t)
	const source = "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n- loft: 10.0.0.4\n"
	g.fsys.Put("TOOLS.md", source)
	p := onlyFacts(source)
	left := Leave(p.Tools.Rows[2].Fact, "budget")
	left.ID = "x1"
	p.Tools.LeftOut, p.Tools.Rows, p.Items = []LeftOut{left}, p.Tools.Rows[:2], p.Items[:2]
	const hand = "Ask Ida before any of these is restarted.\n"
	limit := g.opts.Lint.Budgets.Tokens("## Hosts\ngate 10.0.0.1 · loft 10.0.0.4\n\n" + hand)
	p.Tools.Limit, g.opts.Lint.Budgets.Tools = limit, limit
	id := g.stage(p).Draft
	g.must(Exchange(g.fsys, g.log, g.load(id), []Swap{{"", "x1"}}, "", g.opts))
	g.must(g.promote(id))
	g.fsys.Put(lookup.File, g.read(lookup.File)+"\n"+hand)
	d, f, err := g.fit(id, KeepFile)
	g.must(err)
	if got := d.Tools.LeftOut; len(f.Crowded) == 0 || len(got) == 0 || got[0].ID != "x2" {
		t.Errorf("%+v, can come in: %+v", f, got)
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
	d, f, err := g.fit(id, "")
	g.must(err)
	if strings.Join(d.IDs(), ",") != "e1,e2,t1" || !slices.Equal(f.Gone, []string{"t2"}) {
		t.Errorf("items %v, %+v", d.IDs(), f)
	}
	if item, _ := d.Item("t1"); item.Source != "TOOLS.md:5" || d.Tools.Rows[0].Line != 5 {
		t.Errorf("item %+v", item)
	}
}

// A fact that was swapped in stays in, and decided, in the draft that follows.
func TestFitKeepsSwaps(t *testing.T) {
	for _, placed := range []bool{false, true} {
		g := newGate(t)
		g.fsys.Put("TOOLS.md", hosts)
		p := withFacts(propose(base, "Read the log first."), hosts)
		left := Leave(p.Tools.Rows[1].Fact, "budget")
		left.ID = "x1"
		p.Tools.LeftOut, p.Tools.Rows = []LeftOut{left}, p.Tools.Rows[:1]
		p.Items = p.Items[:len(p.Items)-1]
		id := g.stage(p).Draft
		g.must(Exchange(g.fsys, g.log, g.load(id), []Swap{{"", "x1"}}, "", g.opts))
		if placed {
			g.must(g.promote(id))
		}
		g.fsys.Put("SOUL.md", strings.Replace(base, "Calm.", "Loud.", 1))
		d, _, err := g.fit(id, "")
		g.must(err)
		g.must(g.decide(d.ID, Taken))
		g.must(g.promote(d.ID))
		if got := g.read(lookup.File); got != hostTable {
			t.Errorf("placed %v: table %q", placed, got)
		}
	}
}

// Merging entry by entry: what a person removed stays out, what they wrote stays, and a person decides on what both
// sides changed.
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
		now := strings.Replace(
			promoted, "**Rule B.** Label the boxes.\n", "**Own.** Be kind.\n**Logs.** Read the logs first, always.\n",
			1,
		)
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

// If a handwritten entry is equivalent to the required one, ours is not added beside it, whether the draft proposed
// it or it was replaced.
func TestFitKeepsAPersonsRequiredEntry(t *testing.T) {
	const own = "**Muisti.** Avaa memory/ ja MEMORY.md ensin."
	for _, replaced := range []bool{false, true} {
		g := newGate(t)
		soul := base
		if replaced {
			first := g.stage(propose(base, "Weigh every parcel twice.")).Draft
			g.must(g.decide(first, Taken))
			g.must(g.promote(first))
			soul = g.read("SOUL.md")
		}
		p := propose(soul, "Read the log first.")
		if replaced {
			p.Items, p.Lines[0].Item = p.Items[1:], ""
		}
		id := g.stage(p).Draft
		now := soul + "\n## Wisdom\n\n_Last compressed: 2026-11-21 | Source lessons: 1_\n\n" + own + "\n"
		if replaced {
			now = strings.Replace(soul, section.Required, own, 1)
		}
		g.fsys.Put("SOUL.md", now)
		d, _, err := g.fit(id, KeepBoth)
		g.must(err)
		g.must(g.decide(d.ID, Taken))
		g.must(g.promote(d.ID))
		got := g.read("SOUL.md")
		if strings.Contains(got, section.Required) || strings.Count(got, own) != 1 ||
			!strings.Contains(got, "Read the log first.") {
			t.Errorf("replaced %v: %s", replaced, got)
		}
	}
}

// An entry that the draft would drop and that a person reworded is a clash too; one that a person took out is done,
// and one that they left alone is still to be dropped.
func TestFitMergesDrops(t *testing.T) {
	const entry = "**Rule A.** Weigh every parcel twice.\n"
	for name, c := range map[string]struct{ now, want, gone string }{
		"reworded":   {"**Rule A.** Weigh each parcel thrice.\n", "e2,e4", "e3"}, // e2 and e3 are both about it
		"taken out":  {"", "e2", "e3"},
		"left alone": {entry + "**Own.** Be kind.\n", "e2,e3", ""},
	} {
		g := newGate(t)
		first := g.stage(propose(base, "Weigh every parcel twice.")).Draft
		g.must(g.decide(first, Taken))
		g.must(g.promote(first))
		promoted := g.read("SOUL.md")
		p := propose(promoted, "Read the log first.")
		p.Items, p.Lines[0].Item = p.Items[1:], ""
		drop := Item{
			ID:      "e3",
			Kind:    DropEntry,
			Target:  "SOUL.md",
			Name:    "Rule A.",
			Text:    "Weigh every parcel twice.",
			Origin:  Kept,
			Lessons: []string{},
		}
		p.Items = append(p.Items, drop)
		p.Lines = append(
			p.Lines,
			Line{Item: "e3", Name: drop.Name, Text: drop.Text, Origin: Kept, Draft: first, Lessons: []string{"l01"}},
		)
		id := g.stage(p).Draft
		g.fsys.Put("SOUL.md", strings.Replace(promoted, entry, c.now, 1))
		d, f, err := g.fit(id, KeepDraft)
		g.must(err)
		if strings.Join(d.IDs(), ",") != c.want || strings.Join(f.Gone, ",") != c.gone {
			t.Errorf("%s: items %v, %+v", name, d.IDs(), f)
		}
		g.must(g.decide(d.ID, Taken))
		g.must(g.promote(d.ID))
		if got := g.read("SOUL.md"); strings.Contains(got, "parcel") {
			t.Errorf("%s: SOUL.md %q", name, got)
		}
	}
}

// An entry that a person added in the words of the draft is done. What the draft drops for it stays to be decided, as
// long as the person keeps it.
func TestFitDropsWhatAPersonAdded(t *testing.T) {
	for _, kept := range []bool{true, false} {
		g := newGate(t)
		first := g.stage(propose(base, "Weigh every parcel twice.")).Draft
		g.must(g.decide(first, Taken))
		g.must(g.promote(first))
		promoted := strings.Replace(g.read("SOUL.md"), "\n\n## Vibe", "\n**Own.** Be kind.\n\n## Vibe", 1)
		g.fsys.Put("SOUL.md", promoted)
		p := propose(promoted, "Read the log first.", "Ask before you send.")
		p.Items, p.Lines[0].Item = p.Items[1:], ""
		p.Items = append(p.Items, dropItem("e4", section.Entry{Name: "Own.", Text: "Be kind."}, []string{}, Hand, "why"))
		id := g.stage(p).Draft
		now, want := strings.Replace(promoted, "**Own.**", "**Rule A.** Read the log first.\n**Own.**", 1), "e3,e4"
		if !kept {
			now, want = strings.Replace(now, "**Own.** Be kind.\n", "", 1), "e3"
		}
		g.fsys.Put("SOUL.md", now)
		d, _, err := g.fit(id, KeepDraft)
		g.must(err)
		if strings.Join(d.IDs(), ",") != want {
			t.Errorf("kept %v: items %v, want %s", kept, d.IDs(), want)
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
	if err := g.promote(id); !errors.As(err, &left) || !errors.As(err, &stale) ||
		!slices.Equal(left.Items, []string{"t1", "t2"}) {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(g.read("SOUL.md"), "Read the log first.") || g.read(lookup.File) != "mine\n" {
		t.Errorf("SOUL.md %q, table %q", g.read("SOUL.md"), g.read(lookup.File))
	}
	if g.log.State(id) != StateWaiting || g.log.Undecided(id) != 2 {
		t.Errorf("state %s", g.log.State(id))
	}
	d, f, err := g.fit(id, KeepFile)
	g.must(err)
	g.must(g.decide(d.ID, Taken))
	g.must(g.promote(d.ID))
	if got := g.read(lookup.File); len(f.Anchored) != 1 || got != "mine\n\n"+hostTable {
		t.Errorf("fitted: %+v, table %q", f, got)
	}
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
	if err := g.promote(id); !errors.As(err, &left) || !slices.Equal(left.Items, []string{"e3"}) {
		t.Errorf("error %v", err)
	}
	if got := g.read("SOUL.md"); !strings.Contains(got, "Read the log first.") || strings.Contains(got, "Ask everybody") {
		t.Errorf("SOUL.md %q", got)
	}
}

// A promotion makes no file half as long and removes no heading, unless the reviewer allows it.
func TestShrinking(t *testing.T) {
	var opts Options
	fsys := workspace.NewMemory(map[workspace.Path]string{"A.md": "# A\n\n## One\n\ntext\n\n## Two\n\ntext\n"})
	for after, want := range map[string]string{
		"# A\n\n## One\n\ntext\n\n## Two\n\nte\n": "",
		"# A\n":                                  "A.md: would shrink from 32 bytes to 4",
		"# A\n\n## One\n\ntext text text text\n": `A.md: would lose the heading "Two"`,
	} {
		err := opts.mayShrink(fsys, []backups.Target{{Path: "A.md", New: []byte(after)}})
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%q: %s", after, got)
		}
		opts := Options{MayShrink: []workspace.Path{"A.md"}}
		if err := opts.mayShrink(fsys, []backups.Target{{Path: "A.md", New: []byte(after)}}); err != nil {
			t.Errorf("%q, allowed: %v", after, err)
		}
	}
}

// Without a person to ask, an edited table is stale, and the draft that is rebased on the rest keeps it as its base
// has it.
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
	d, f, err := g.fit(id, "")
	g.must(err)
	if len(f.Stale) != 1 || len(f.Anchored) != 1 || len(d.Tools.Hand.Text()) != 0 {
		t.Errorf("%+v, a person's lines in the table: %q", f, d.Tools.Hand.Text())
	}
}
