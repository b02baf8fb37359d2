package review

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown/section"
)

// revise gives an item other words, and leaves it undecided.
func (g *gate) revise(id, item string, entry section.Entry) (*Draft, error) {
	defer g.reread()
	d := g.load(id)
	if err := g.log.decidable(d); err != nil {
		return nil, err
	}
	p, err := g.log.editable(g.t.Context(), g.fsys, d)
	if err == nil {
		err = p.reword(item, entry, g.opts)
	}
	if err != nil {
		return nil, err
	}
	return g.log.revise(g.t.Context(), g.fsys, d, p, g.opts)
}

func mine(text string) section.Entry { return section.Entry{Name: "Mine.", Text: text} }

// Other words make another draft. It inherits the decisions on the rest, and the old draft does not change.
func TestRevise(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.", "Keep changes small.")).Draft
	g.must(g.decide(id, Taken, "e3"))
	g.must(g.decide(id, Refused, "e4"))
	d, err := g.revise(id, "e2", mine("Read every log before you act."))
	g.must(err)
	assert.Truef(t, g.log.State(id) == StateSuperseded && g.log.Successor(id) == d.ID && d.Revises == id,
		"the draft before is %s, its successor %q", g.log.State(id), g.log.Successor(id))
	got, want := g.log.Decisions(d.ID), map[string]Decision{
		"e1": Taken,
		"e3": Taken,
		"e4": Refused,
	}
	assert.Equal(t, want, got, "decisions")
	item, _ := d.Item(
		"e2",
	)
	assert.Truef(t, item.Text == "Read every log before you act." && item.Origin == Reworded &&
		item.Why == "3 lessons, in the words of mara" &&
		len(item.Lessons) == 3, "item %+v", item)
	old, _ := g.load(id).Item("e2")
	assert.Equal(t, "Read the log first.", old.Text, "the draft before changed")
	g.must(g.decide(d.ID, Taken, "e2"))
	g.must(g.promote(d.ID))
	if got := g.read("SOUL.md"); !strings.Contains(
		got, "**Mine.** Read every log before you act.\n**Rule B.** Ask before you send.\n\n## Vibe",
	) {
		t.Errorf("SOUL.md %q", got)
	}
	e := g.log.DecidedBy(d.ID, "e4")
	assert.Truef(t, e.Draft == id && e.Action == Rejected, "e4 was decided by %+v", e)
	r := g.log.Refusals()
	assert.Truef(t, len(r) == 1 && r[0].Draft == id, "refusals %+v", r)
	// A rejection that is reopened in the old draft still applies to the new one.
	g.must(g.reopen(id, "e4"))
	assert.Empty(t, g.log.Refusals(), "the refusal still holds")
}

// There and back again is a draft of its own, and nothing goes in circles.
func TestReviseBack(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	first, err := g.revise(id, "e2", mine("Read every log before you act."))
	g.must(err)
	back, err := g.revise(first.ID, "e2", section.Entry{Name: "Rule A.", Text: "Read the log first."})
	g.must(err)
	assert.Truef(t, back.ID != id && g.log.Waiting() == back.ID, "draft %s", back.ID)
	g.must(g.decide(back.ID, Taken))
	g.must(g.promote(back.ID))
}

// A text that breaks a rule is not staged, and the pending draft stays.
func TestReviseChecks(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	var said *WordsError
	var wrong *ItemError
	var invalid *InvalidError
	long := strings.Repeat("Donaudampfschifffahrtsgesellschaftskapitän", 4) +
		strings.Repeat(" Unvorhersehbarkeitsvermeidungsstrategie", 13) + "."
	for _, c := range []struct {
		item, text string
		as         any
	}{
		{"e2", "The panel is on port 8091.", &said},
		{"e2", strings.Repeat("word ", 16) + "end.", &said},
		{"e2", "", &said},
		{"e1", "Look into memory.", &wrong},
		{"e9", "Read it.", &wrong},
		{"e2", long, &invalid},
	} {
		_, err := g.revise(id, c.item, mine(c.text))
		assert.Truef(t, err != nil && errors.As(err, c.as), "%+v: %v", c, err)
	}
	assert.Truef(t, g.log.Waiting() == id && g.log.Undecided(id) == 2, "waiting %s", g.log.Waiting())
}

// The new draft includes what is promoted, both in SOUL.md and in the table.
func TestReviseInParts(t *testing.T) {
	g := newGate(t)
	id := g.stage(withFacts(propose(base, "Read the log first.", "Ask before you send."), hosts)).Draft
	g.must(g.decide(id, Taken, "e2", "t1"))
	g.must(g.promote(id))
	d, err := g.revise(id, "e3", mine("Ask the owner before you send."))
	g.must(err)
	got := d.IDs()
	assert.Equalf(t, "e3,t2", strings.Join(got, ","), "items %v", got)
	before := g.read("SOUL.md") + g.read("TOOLS_COMPACT.md")
	g.must(g.decide(d.ID, Taken, "t2"))
	g.must(g.promote(d.ID))
	g.must(g.decide(d.ID, Taken))
	g.must(g.promote(d.ID))
	after := g.read("SOUL.md") + g.read("TOOLS_COMPACT.md")
	for _, part := range []string{
		"Read the log first.",
		"Ask the owner before you send.",
		"10.0.0.1",
		"10.0.0.2",
		section.Required,
	} {
		assert.Equalf(t, 1, strings.Count(after, part),
			"%q is there %d times in %q, made from %q", part, strings.Count(after, part), after, before)
	}
	// An entry knows the draft that brought it.
	records, err := ReadRecords(g.fsys)
	g.must(err)
	r, _ := records.Of("Rule A.", "Read the log first.")
	assert.Equalf(t, id, r.Draft, "record %+v", r)
}

// A newer run keeps a person's words for the lessons that it words otherwise.
func TestRunKeepsWords(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	d, err := g.revise(id, "e2", mine("Read every log before you act."))
	g.must(err)
	g.must(g.decide(d.ID, Taken, "e2"))
	again := g.stage(propose(base, "Read the log first.", "Ask before you send."))
	assert.Truef(t, again.Already &&
		again.Draft == d.ID, "the same run again: %+v", again)
	staged := g.stage(propose(base, "Read the log first.", "Ask before you send.", "Keep changes small."))
	next := g.load(staged.Draft)
	item, _ := next.Item("e2")
	assert.Truef(t, staged.Carried == 2 && item.Text == "Read every log before you act." &&
		g.log.Decisions(next.ID)["e2"] == Taken, "staged %+v, item %+v", staged, item)
}
