package review

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"

	"github.com/stretchr/testify/require"
)

// wants edits the table of a draft.
func (g *gate) wants(id, text string) string {
	g.t.Helper()
	next, err := g.apply(id, Edit{Table: []byte(text)})
	g.must(err)
	return next.ID
}

// The table becomes what the person wrote, byte for byte, whatever they removed, kept or added. It can be edited once
// more before the promotion.
func TestTableAsWanted(t *testing.T) {
	const later = "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.9\n- shed: 10.0.0.3\n"
	const view = "## Hosts\ngate 10.0.0.1 · nas 10.0.0.9 · shed 10.0.0.3\n"
	for name, want := range map[string]string{
		"as it is":         view,
		"a row replaced":   "## Hosts\ngate 10.0.0.1 · shed 10.0.0.3\n",
		"a new row":        "## Hosts\ngate 10.0.0.1 · nas 10.0.0.9\n",
		"one that stands":  "## Hosts\nnas 10.0.0.9 · shed 10.0.0.3\n",
		"in other words":   "## Hosts\ngate 10.0.0.1 · shed 10.0.0.3\nnas: ask Ida, it moves about\n",
		"a section":        view + "\n## Mine\nAsk Ida.\n",
		"nothing but mine": "Ask Ida; the hosts are on the paper on the door.\n",
	} {
		for _, twice := range []bool{false, true} {
			g := newGate(t)
			g.opts.MayShrink = []workspace.Path{lookup.File}
			first := g.stage(onlyFacts(hosts)).Draft
			g.must(g.decide(first, Taken))
			g.must(g.promote(first))
			p := onlyFacts(later)
			p.Bases = map[workspace.Path][]byte{lookup.File: []byte(g.read(lookup.File))}
			p.Tools.Rows[0].Item = ""
			p.Tools.Rows[1].Old, p.Items[1].Old = "10.0.0.2", "10.0.0.2"
			p.Items = p.Items[1:]
			id := g.stage(p).Draft
			require.Equal(t, view, g.read(toolDraft), "view")
			if twice {
				id = g.wants(id, view+"\nAsk Jo.\n")
			}
			if want != view || twice {
				id = g.wants(id, want)
			}
			assert.Equalf(t, want, g.read(toolDraft), "%s, twice %v: view", name, twice)
			if g.log.Undecided(id) > 0 {
				g.must(g.decide(id, Taken))
			}
			g.must(g.promote(id))
			assert.Equalf(t, want, g.read(lookup.File), "%s, twice %v", name, twice)
		}
	}
}

// promoteHosts promotes a table of the hosts.
func (g *gate) promoteHosts() { g.promoteFacts(hosts) }

func (g *gate) promoteFacts(source string) {
	g.t.Helper()
	first := g.stage(onlyFacts(source)).Draft
	g.must(g.decide(first, Taken))
	g.must(g.promote(first))
}

// hostsAnd proposes more facts for the table that promoteHosts promoted.
func (g *gate) hostsAnd(more string) *Proposal { return g.factsAnd(hosts, more) }

// factsAnd proposes more facts for a table of two that promoteFacts promoted.
func (g *gate) factsAnd(source, more string) *Proposal {
	p := onlyFacts(source + more)
	p.Bases = map[workspace.Path][]byte{lookup.File: []byte(g.read(lookup.File))}
	p.Tools.Rows[0].Item, p.Tools.Rows[1].Item, p.Items = "", "", p.Items[2:]
	return p
}

func TestEditedTableIsText(t *testing.T) {
	g := newGate(t)
	id := g.stage(onlyFacts(hosts)).Draft
	var wrong *ItemError
	_, err := g.apply(id, Edit{Table: []byte("## Hosts\ngate \xff\n")})
	assert.ErrorAs(t, err, &wrong, "a table that is no UTF-8")
}

// A fact that a person took out stays out until they allow it again.
func TestTakenOutStaysOut(t *testing.T) {
	g := newGate(t)
	g.promoteHosts()
	id := g.wants(g.stage(g.hostsAnd("- shed: 10.0.0.3\n")).Draft, "## Hosts\ngate 10.0.0.1 · shed 10.0.0.3\n")
	covers := func() bool {
		for _, r := range g.log.Refusals() {
			if r.Covers(AddFact, "nas", "10.0.0.2", nil) {
				return true
			}
		}
		return false
	}
	g.must(g.promote(id))
	assert.Truef(t, covers() && !strings.Contains(g.read(lookup.File), "nas"), "table %q", g.read(lookup.File))
	drop := ""
	for _, item := range g.load(id).Items {
		if item.Kind == DropFact {
			drop = item.ID
		}
	}
	_, err := Reopen(g.fsys, g.log, g.load(id), []string{drop}, g.opts)
	assert.Truef(t, err == nil && !covers(), "allowed again: %v", err)
}

// What a person wanted otherwise in the table, and approved, goes over into the
// draft of a newer run, whether that has something to say about the table or not.
func TestTableAsWantedIsHandedOn(t *testing.T) {
	const want = "## Hosts\ngate 10.0.0.1\nAsk Ida about the nas.\n"
	const qualified = "## Hosts\n\n- gate: 10.0.0.1\n- nas: `wake nas --all` (by day)\n"
	for i, source := range []string{hosts, hosts, qualified, qualified} {
		more := i%2 == 0
		g := newGate(t)
		g.promoteFacts(source)
		proposal := func(news string) *Proposal {
			p := g.factsAnd(source, news)
			p.Parts = partsInOrder
			return p
		}
		id := g.wants(g.stage(proposal("- shed: 10.0.0.3\n")).Draft, want)
		next := proposal("- loft: 10.0.0.4\n")
		if !more {
			next = propose(base, "Read the log first.")
			next.Parts = partsInOrder
		}
		staged := g.stage(next)
		assert.Truef(t, staged.Superseded == id && staged.Carried == 2, "more %v: %+v", more, staged)
		g.must(g.promote(staged.Draft))
		assert.Equalf(t, want, g.read(lookup.File), "more %v", more)
	}
}

// Where the table was edited meanwhile it is not handed on: the draft would be stale
// from the first.
func TestTableAsWantedIsNotForcedOn(t *testing.T) {
	g := newGate(t)
	g.promoteHosts()
	id := g.wants(g.stage(g.hostsAnd("- shed: 10.0.0.3\n")).Draft, hostTable+"\n## Mine\nAsk Ida.\n")
	require.Equal(t, StateApproved, g.log.State(id))
	g.fsys.Put(lookup.File, hostTable+"Ask Jo.\n")
	next := propose(base, "Read the log first.")
	next.Parts = partsInOrder
	d := g.load(g.stage(next).Draft)
	assert.Truef(t, !d.Changes(lookup.File) && CheckCurrent(g.fsys, g.log, d) == nil,
		"items %v, %v", d.IDs(), CheckCurrent(g.fsys, g.log, d))
}

// A person's text for the table is none for SOUL.md.
func TestRewrittenTableLeavesSoulAlone(t *testing.T) {
	d := &Draft{Manifest: propose(base, "Read the log first.").Manifest}
	d.Bases = map[workspace.Path][]byte{lint.SoulFile: []byte(base)}
	want, _, err := d.Result(d.All())
	require.NoError(t, err)
	d.Items = append(d.Items, Item{ID: "i1", Kind: Rewrite, Target: lookup.File, Origin: Hand})
	if got, _, err := d.Result(d.All()); err != nil || string(got) != string(want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}
