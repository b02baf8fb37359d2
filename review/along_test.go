package review

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown/section"
)

// The bug that the required entry, which is approved along with the first entry, stayed approved after that approval
// was taken back, and was promoted alone.
func TestTheRequiredEntryGoesWithTheLastThatBroughtIt(t *testing.T) {
	for name, c := range map[string]struct {
		act  func(*gate, string) string // returns the draft that is pending then
		want Decision
	}{
		"the only one is rejected": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e2"))
			g.must(g.decide(id, Refused, "e2"))
			return id
		}, ""},
		"one of two is rejected": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e2", "e3"))
			g.must(g.decide(id, Refused, "e2"))
			return id
		}, Taken},
		"both are rejected, one after the other": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e2"))
			g.must(g.decide(id, Taken, "e3"))
			g.must(g.decide(id, Refused, "e2"))
			g.must(g.decide(id, Refused, "e3"))
			return id
		}, ""},
		"all at once": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken))
			g.must(g.decide(id, Refused, "e2", "e3"))
			return id
		}, ""},
		"it was approved by name": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e1", "e2"))
			g.must(g.decide(id, Refused, "e2"))
			return id
		}, Taken},
		"it was approved by name before": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e1"))
			g.must(g.decide(id, Taken, "e2"))
			g.must(g.decide(id, Refused, "e2"))
			return id
		}, Taken},
		"approved, rejected, approved": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e2"))
			g.must(g.decide(id, Refused, "e2"))
			g.must(g.decide(id, Taken, "e3"))
			return id
		}, Taken},
		"reworded, then rejected": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e2", "e3"))
			words := map[string]section.Entry{"e2": {Name: "Mine.", Text: "Read the newest log first."}}
			d, err := g.revise(id, editPlan{words: words})
			g.must(err)
			g.must(g.decide(d.ID, Taken, "e2"))
			g.must(g.decide(d.ID, Refused, "e2", "e3"))
			return d.ID
		}, ""},
		"rebased, then rejected": {func(g *gate, id string) string {
			g.must(g.decide(id, Taken, "e2"))
			g.fsys.Put("SOUL.md", base+"\nMore.\n")
			d, _, err := g.fit(id)
			g.must(err)
			g.must(g.decide(d.ID, Refused, "e2"))
			return d.ID
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate(t)
			id := c.act(g, g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft)
			assert.Equal(t, c.want, g.log.Decisions(id)["e1"], "the required entry")
			assert.True(t, c.want != "" || g.promote(id) != nil, "something was promoted that no reviewer approved")
			assert.True(t, c.want != "" || !strings.Contains(g.read("SOUL.md"), "## Wisdom"),
				"SOUL.md has a section that no reviewer approved")
		})
	}
}

// The bug that the required entry that nothing brings along any more was set aside without a reason: with nothing else
// to promote that was no error, and with something else it was a panic.
func TestTheRequiredEntryIsSetAsideWithAReason(t *testing.T) {
	for _, others := range [][]string{nil, {"t1"}} {
		g := newGate(t)
		id := g.stage(withFacts(propose(base, "Read the log first."), hosts)).Draft
		g.must(g.decide(id, Taken, "e2"))
		decisions := map[string]Decision{"e1": Taken}
		for _, item := range others {
			decisions[item] = Taken
		}
		d := g.load(id)
		files, left, err := g.log.setAside(g.fsys, d, g.log.pending(d, decisions), decisions, g.opts)
		assert.Truef(t, others != nil || err != nil, "alone: no error, %d files", len(files))
		assert.Truef(t, others == nil || err == nil && left != nil && left.Err != nil && len(files) != 0,
			"with %v: left %v, %d files, error %v", others, left, len(files), err)
	}
}
