package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"

	"github.com/stretchr/testify/require"
)

const toolDraft workspace.Path = "initiatives/aci/TOOLS_COMPACT_DRAFT.md"

// withFacts adds a table to a proposal: one item for each fact of source.
func withFacts(p *Proposal, source string) *Proposal {
	p.Tools = &Table{Limit: 300, LeftOut: []LeftOut{}}
	for i, f := range facts.Find(context.Background(), "TOOLS.md", []byte(source)).Facts {
		item := FactItem(f, AddFact, "", "TOOLS.md says it", 3)
		item.ID = "t" + string(rune('1'+i))
		p.Items = append(p.Items, item)
		p.Tools.Rows = append(p.Tools.Rows, Row{Fact: f, Item: item.ID})
	}
	return p
}

// onlyFacts is a proposal about the table alone.
func onlyFacts(source string) *Proposal {
	p := propose(base)
	p.Items, p.Lines, p.Bases = nil, nil, map[workspace.Path][]byte{}
	return withFacts(p, source)
}

const (
	hosts     = "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n"
	hostTable = "## Hosts\ngate 10.0.0.1 · nas 10.0.0.2\n"
)

// Both files are promoted as one, and taken back as one.
func TestTwoTargets(t *testing.T) {
	g := newGate(t)
	id := g.stage(withFacts(propose(base, "Read the log first."), hosts)).Draft
	assert.Equal(t, hostTable, g.read(toolDraft), "view")
	assert.Contains(t, g.read("QUEUE.md"), "2 entries, 3 lessons, 2 facts", "queue")
	assert.Equal(t, "absent", g.read(lookup.File), "staging wrote the table")
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	if got := g.read(lookup.File); got != hostTable || !strings.Contains(g.read("SOUL.md"), "Read the log first.") {
		t.Errorf("table %q, SOUL.md %q", got, g.read("SOUL.md"))
	}
	all, err := backups.Generations(g.fsys)
	g.must(err)
	assert.Equal(t, []workspace.Path{lookup.File, "SOUL.md"}, all[1].Targets, "generation 1 changed")
	d, standing := g.log.ToolsInPlace(g.fsys)
	assert.Truef(t, d != nil && len(standing) == 2, "in place: %v", standing)
	change, err := backups.PlanRollback(g.fsys, all, backups.RollbackOptions{To: -1, By: "mara", Section: lint.SoulFile})
	g.must(err)
	_, err = backups.Commit(context.Background(), g.fsys, change, g.opts.BackupOptions(g.fsys, g.log))
	g.must(err)
	g.reread()
	assert.Truef(t, g.read("SOUL.md") == base && g.read(lookup.File) == "absent",
		"after the rollback: table %q, SOUL.md %q", g.read(lookup.File), g.read("SOUL.md"))
	if d, _ := g.log.ToolsInPlace(g.fsys); d != nil || g.log.State(id) != StateRolledBack {
		t.Errorf("the draft is %s", g.log.State(id))
	}
}

// Invariant 2, for each file: what is not approved stays as it was, in whatever
// order the parts are approved.
func TestTwoTargetsInParts(t *testing.T) {
	for _, order := range [][]string{{"t1", "e2", "t2"}, {"e2", "t1", "t2"}, {"t1", "t2", "e2"}} {
		g := newGate(t)
		id := g.stage(withFacts(propose(base, "Read the log first."), hosts)).Draft
		for i, item := range order {
			g.must(g.decide(id, Taken, item))
			g.must(g.promote(id))
			done := order[:i+1]
			soul, table := g.read("SOUL.md"), g.read(lookup.File)
			touched := slices.Contains(done, "e2")
			assert.Truef(t, touched == (soul != base) &&
				touched == strings.Contains(soul, "Read the log"), "%v: SOUL.md %q", done, soul)
			for item, value := range map[string]string{"t1": "10.0.0.1", "t2": "10.0.0.2"} {
				assert.Equalf(t, strings.Contains(table, value), slices.Contains(done, item), "%v: table %q", done, table)
			}
		}
		assert.Equalf(t, StatePromoted, g.log.State(id), "%v: the draft", order)
	}
}

// Rejecting facts does not affect the required entry, and is remembered.
func TestFactsAreRefused(t *testing.T) {
	g := newGate(t)
	id := g.stage(withFacts(propose(base, "Read the log first."), hosts)).Draft
	g.must(g.decide(id, Refused, "e1", "e2")) // all entries, no fact
	g.must(g.decide(id, Refused, "t2"))
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	if got := g.read(lookup.File); got != "## Hosts\ngate 10.0.0.1\n" || g.read("SOUL.md") != base {
		t.Errorf("table %q, SOUL.md %q", got, g.read("SOUL.md"))
	}
	covered := slices.ContainsFunc(
		g.log.Refusals(), func(r Refusal) bool { return r.Covers(AddFact, "nas", "10.0.0.2", nil) },
	)
	other := slices.ContainsFunc(
		g.log.Refusals(), func(r Refusal) bool { return r.Covers(AddFact, "nas", "10.0.0.3", nil) },
	)
	assert.Truef(t, covered && !other, "the refusal holds: %v, for another value: %v", covered, other)
}

// Alone: SOUL.md is not a target, and the existing entries keep their records.
func TestTableAlone(t *testing.T) {
	g := newGate(t)
	first := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.decide(first, Taken))
	g.must(g.promote(first))
	soul := g.read("SOUL.md")
	g.must(g.fsys.Remove("initiatives/aci/SOUL_WISDOM_DRAFT.md"))
	id := g.stage(onlyFacts(hosts)).Draft
	g.fsys.Put("SOUL.md", soul+"\nmore\n") // not its business
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	assert.Truef(t, g.read(lookup.File) == hostTable && g.read("SOUL.md") == soul+"\nmore\n",
		"table %q", g.read(lookup.File))
	all, err := backups.Generations(g.fsys)
	g.must(err)
	entries := all[len(all)-1].Entries
	assert.Truef(t, len(entries) == 1 && entries[0].Name == "Rule A.", "entries %+v", entries)
}

// Invariant 3, for a table that was not there.
func TestTableIsStale(t *testing.T) {
	g := newGate(t)
	id := g.stage(withFacts(propose(base, "Read the log first."), hosts)).Draft
	g.fsys.Put(lookup.File, "mine\n")
	var stale *StaleError
	err := g.decide(id, Taken)
	assert.Truef(t, errors.As(err, &stale) && stale.Path == lookup.File, "error %v", err)
	g.must(g.fsys.Remove(lookup.File))
	g.must(g.decide(id, Taken))
	g.fsys.Put(lookup.File, "mine\n")
	if err := g.promote(id); !errors.As(err, &stale) || g.read("SOUL.md") == base || g.read(lookup.File) != "mine\n" {
		t.Errorf("error %v, table %q", err, g.read(lookup.File)) // it holds up no other file
	}
}

// A ban that its source got after the run was not in the table that was promoted, and nobody was told.
func TestFactWithAnotherBanIsGone(t *testing.T) {
	g := newGate(t)
	p := onlyFacts(hosts)
	for _, text := range []string{hosts, hosts + "\nNever restart gate at night.\n"} {
		g.fsys.Put("TOOLS.md", text)
		p.Sources = []SourceHash{{"TOOLS.md", workspace.HashOf([]byte(hosts))}}
		gone, err := p.GoneFacts(t.Context(), g.fsys)
		g.must(err)
		want := []string(nil)
		if text != hosts {
			want = []string{"t1"}
		}
		assert.ElementsMatch(t, want, gone)
	}
}

// A value that changed replaces the old one, which stays if the item is rejected. A value whose source is gone is
// removed if that is approved.
func TestFactsChange(t *testing.T) {
	for _, decision := range []Decision{Taken, Refused} {
		g := newGate(t)
		g.fsys.Put(lookup.File, hostTable)
		p := onlyFacts("## Hosts\n\n- gate: 10.0.0.9\n- nas: 10.0.0.2\n- barn: 10.0.0.4\n")
		p.Bases[lookup.File] = []byte(hostTable)
		p.Items[0].Old, p.Tools.Rows[0].Old = "10.0.0.1", "10.0.0.1"
		p.Items[1].Kind = DropFact
		id := g.stage(p).Draft
		g.must(g.decide(id, Taken, "t3"))
		g.must(g.decide(id, decision))
		g.must(g.promote(id))
		want := "## Hosts\ngate 10.0.0.9 · barn 10.0.0.4\n"
		if decision == Refused {
			want = "## Hosts\ngate 10.0.0.1 · nas 10.0.0.2 · barn 10.0.0.4\n"
		}
		assert.Equalf(t, want, g.read(lookup.File), "%s: table", decision)
	}
}

func TestBrokenTablesAreNotStaged(t *testing.T) {
	var many strings.Builder
	for i := range 9 {
		many.WriteString(
			"- folder" + string(rune('a'+i)) + ": /srv/" + string(rune('a'+i)) + "/" + strings.Repeat("deep/", 30) + "\n",
		)
	}
	g := newGate(t)
	g.fsys.Put("TOOLS.md", many.String())
	staged, err := Stage(context.Background(), g.fsys, g.log, onlyFacts(many.String()), g.opts)
	g.must(err)
	d := g.load(staged.Draft)
	if len(d.Items)+len(staged.Excluded) != 9 || len(d.Items) == 0 || staged.Excluded[0].Rule != lint.RuleToolsBudget {
		t.Errorf("items %v, excluded %v", d.IDs(), staged.Excluded)
	}
	assert.Truef(t, d.Tools.Tokens <= g.opts.Lint.Budgets.Tools && len(d.Tools.LeftOut) == len(staged.Excluded) &&
		d.Tools.LeftOut[0].Reason == "budget", "%d tokens, not included %v", d.Tools.Tokens, d.Tools.LeftOut)
}

// A power cut at any call of a promotion of two files leaves both or neither,
// once the next command has recovered.
func TestTwoTargetsSurvive(t *testing.T) {
	points := 0
	for at := 1; ; at++ {
		before := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base, "TOOLS.md": hosts})
		faulty := &workspacetest.Faulty{FS: before, At: at, Err: workspacetest.ErrPower}
		err := promoteTwo(before, faulty)
		if err == nil {
			break
		}
		points++
		require.True(t, points <= 2000, err)
		after := before.Crash(func() bool { return at%2 == 0 })
		log, err := ReadLog(after)
		require.NoError(t, err)
		if _, err := Recover(after, log, testOptions()); err != nil {
			t.Fatalf("cut at %s: %v", faulty.Trace()[at-1], err)
		}
		soul, _, _ := workspace.ReadState(after, "SOUL.md", 10_000)
		_, table, _ := workspace.ReadState(after, lookup.File, 10_000)
		require.Equalf(t, (table == workspace.Absent), (string(soul) == base),
			"cut at %s: SOUL.md changed %v, and the table is %s", faulty.Trace()[at-1], string(soul) != base, table)
	}
	assert.Truef(t, points >= 20, "only %d points", points)
}

// promoteTwo stages on disk and promotes through fsys.
func promoteTwo(disk, fsys workspace.FS) error {
	opts := testOptions()
	leave, err := Lock(disk)
	if err != nil {
		return err
	}
	defer leave() //nolint:errcheck // the test is over
	log, err := ReadLog(disk)
	if err != nil {
		return err
	}
	staged, err := Stage(context.Background(), disk, log, withFacts(propose(base, "Read the log first."), hosts), opts)
	if err != nil {
		return err
	}
	d, err := log.Load(disk, staged.Draft)
	if err != nil {
		return err
	}
	if err := Decide(disk, log, d, Taken, nil, "", opts); err != nil {
		return err
	}
	_, err = Promote(context.Background(), fsys, log, d, opts)
	return err
}

// Found by trying it on a file of 2 MiB: every fact was compared with all excluded ones, which took minutes.
func TestManyLeftOut(t *testing.T) {
	table := &Table{}
	for i := range 200_000 {
		table.LeftOut = append(table.LeftOut, LeftOut{Key: fmt.Sprint("k", i), Value: "1"})
	}
	left := table.LeftBefore()
	for i := range 200_000 {
		if !left(facts.Fact{Key: fmt.Sprint("k", i), Value: "1"}) || left(facts.Fact{Key: fmt.Sprint("k", i), Value: "2"}) {
			t.Fatal(i)
		}
	}
}

// A fact that a reviewer included and is not promoted yet is approved in the draft of the next run too, if that has the
// same fact.
func TestIncludedFactsAreHandedOn(t *testing.T) {
	g := newGate(t)
	p := onlyFacts(hosts)
	left := Leave(p.Tools.Rows[1].Fact, "budget")
	left.ID = "x1"
	p.Tools.LeftOut, p.Tools.Rows, p.Items = []LeftOut{left}, p.Tools.Rows[:1], p.Items[:1]
	id := g.stage(p).Draft
	g.must(g.decide(id, Taken, "x1"))
	g.must(g.decide(id, Refused, "t1"))
	next := onlyFacts(hosts)
	next.Items, next.Tools.Rows = next.Items[1:], next.Tools.Rows[1:]
	staged := g.stage(next)
	assert.Truef(t, staged.Superseded == id && g.log.Decisions(staged.Draft)["t2"] == Taken,
		"%+v, decisions %v", staged, g.log.Decisions(staged.Draft))
}
