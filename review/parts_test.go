package review

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

const agents = "# A\n\n- one\n\nEnd.\n"

// withLines adds lines to a proposal: one in AGENTS.md and two in SOUL.md.
func withLines(p *Proposal) *Proposal {
	add := func(id string, target workspace.Path, base, insert string, at int) {
		p.Bases[target] = []byte(base)
		p.Items = append(
			p.Items,
			Item{
				ID:      id,
				Kind:    AddLine,
				Target:  target,
				Text:    strings.TrimSpace(insert),
				Lessons: []string{},
				Insert:  insert,
				At:      at,
			},
		)
	}
	add("l1", lint.AgentsFile, agents, "- two\n", strings.Index(agents, "\nEnd"))
	add("l2", lint.SoulFile, base, "\nFirst.\n", len(base))
	add("l3", lint.SoulFile, base, "\nSecond.\n", len(base))
	return p
}

func onlyLines() *Proposal {
	p := propose(base)
	p.Items, p.Lines = nil, nil
	return withLines(p)
}

// Lines go to their places, in whatever order they are approved, and the section goes after them.
func TestLines(t *testing.T) {
	for _, order := range [][]string{{"l1", "l2", "l3", "e2"}, {"e2", "l3", "l1", "l2"}, {"l3", "e2", "l2", "l1"}} {
		g := newGate(t)
		g.fsys.Put("AGENTS.md", agents)
		id := g.stage(withLines(propose(base, "Read the log first."))).Draft
		for i, item := range order {
			g.must(g.decide(id, Taken, item))
			g.must(g.promote(id))
			soul, done := g.read("SOUL.md"), order[:i+1]
			for item, text := range map[string]string{"l2": "\nFirst.\n", "l3": "\nSecond.\n", "e2": "Read the log first."} {
				assert.Equalf(t, strings.Contains(soul, text), slices.Contains(done, item), "%v: SOUL.md %q", done, soul)
			}
			assert.Equalf(t, (g.read("AGENTS.md") == "# A\n\n- one\n- two\n\nEnd.\n"), slices.Contains(done, "l1"),
				"%v: AGENTS.md %q", done, g.read("AGENTS.md"))
		}
		got := g.read("SOUL.md")
		assert.Truef(t, strings.HasSuffix(got, "\n\n## Vibe\n\nCalm.\n\nFirst.\n\nSecond.\n"), "%v: SOUL.md %q", order, got)
	}
}

// Lines alone leave the section as it is, even if there is none.
func TestLinesAlone(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("AGENTS.md", agents)
	id := g.stage(onlyLines()).Draft
	assert.Contains(t, g.read("QUEUE.md"), "draft "+id+", 3 lines, since 2026-11-21:", "queue")
	g.must(g.decide(id, Refused, "l3"))
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	assert.Equal(t, base+"\nFirst.\n", g.read("SOUL.md"), "SOUL.md")
	if !slices.ContainsFunc(g.log.Refusals(), func(r Refusal) bool { return r.Covers(AddLine, "", "Second.", nil) }) {
		t.Error("the refusal is forgotten")
	}
}

// A run about one part keeps the pending items of the others.
func TestPartsWait(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("AGENTS.md", agents)
	first := g.stage(withLines(propose(base, "Read the log first.", "Ask before you send."))).Draft
	g.must(g.decide(first, Refused, "e3"))
	tools := onlyFacts(hosts)
	tools.Parts = []Part{PartTable}
	staged := g.stage(tools)
	require.Truef(t, staged.Superseded == first && len(staged.Lost) == 0, "staged %+v", staged)
	d := g.load(staged.Draft)
	assert.Equal(t, []string{"e1", "e2", "t1", "t2", "l1", "l2", "l3"}, d.IDs(), "items")
	again := onlyFacts(hosts)
	again.Parts = []Part{PartTable}
	got := g.stage(again)
	assert.Truef(t, got.Already, "staged again: %+v", got)
	g.must(g.decide(d.ID, Taken))
	g.must(g.promote(d.ID))
	soul := g.read("SOUL.md")
	assert.Truef(t, !strings.Contains(soul, "Ask before") && strings.Contains(soul, "Read the log first.") &&
		g.read(lookup.File) == hostTable &&
		strings.Contains(g.read("AGENTS.md"), "- two"), "SOUL.md %q, table %q", soul, g.read(lookup.File))
}

// The other way round: the table stays pending while the section is proposed anew, unless its source changed.
func TestTableWaits(t *testing.T) {
	for _, changed := range []bool{false, true} {
		g := newGate(t)
		first := g.stage(onlyFacts(hosts)).Draft
		g.must(g.decide(first, Refused, "t2"))
		if changed {
			g.fsys.Put("TOOLS.md", "nothing\n")
		}
		p := propose(base, "Read the log first.")
		p.Parts = []Part{PartSection}
		staged := g.stage(p)
		assert.Equalf(t, slices.Equal(staged.Lost, []Part{PartTable}), changed, "lost %v", staged.Lost)
		g.must(g.decide(staged.Draft, Taken))
		g.must(g.promote(staged.Draft))
		want := map[bool]string{false: "## Hosts\ngate 10.0.0.1\n", true: "absent"}[changed]
		assert.Equal(t, want, g.read(lookup.File), "table")
	}
}

// leftOut adds a fact to what a proposal leaves out.
func leftOut(p *Proposal, line int, key, value string) *Proposal {
	p.Tools.LeftOut = append(p.Tools.LeftOut, LeftOut{
		ID:      "x" + string(rune('1'+len(p.Tools.LeftOut))),
		Path:    "TOOLS.md",
		Line:    line,
		Key:     key,
		Value:   value,
		Reason:  "budget",
		Heading: "Hosts",
	})
	return p
}

// A reviewer may include a fact that was not included, as long as there is room for it and for everything else that is
// not rejected.
func TestIncludeAFact(t *testing.T) {
	g := newGate(t)
	p := leftOut(leftOut(onlyFacts(hosts), 3, "router", "10.0.0.1"), 4, "long", "10.0.0.2")
	g.opts.Lint.Budgets.Tools = g.opts.Lint.Budgets.Tokens(string(p.Table(map[string]Decision{
		"t2": Taken, "x1": Taken, "x2": Taken,
	})))
	id := g.stage(p).Draft
	var wrong *ItemError
	assert.ErrorAs(t, g.decide(id, Taken, "x9"), &wrong, "there is no x9")
	var invalid *InvalidError
	if err := g.decide(id, Taken, "x1", "x2"); !errors.As(err, &invalid) || len(g.log.Decisions(id)) > 0 {
		t.Errorf("without room: %v, decided %v", err, g.log.Decisions(id))
	}
	g.must(g.decide(id, Refused, "t1"))
	g.must(g.decide(id, Taken, "x1", "x2"))
	assert.Equal(t, StateWaiting, g.log.State(id), "the draft")
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	assert.Equal(t, "## Hosts\nrouter 10.0.0.1 · nas 10.0.0.2 · long 10.0.0.2\n", g.read(lookup.File), "table")
	if _, standing := g.log.ToolsInPlace(g.fsys); len(standing) != 3 || g.log.State(id) != StatePromoted {
		t.Errorf("the draft is %s, in place %v", g.log.State(id), standing)
	}
}

// A value that its source does not state is not staged, whoever made the draft.
func TestFactsAreProven(t *testing.T) {
	for name, spoil := range map[string]func(*Proposal){
		"value":        func(p *Proposal) { p.Tools.Rows[0].Value = "10.0.0.9" },
		"ban":          func(p *Proposal) { p.Tools.Rows[0].Ban = "never on Sundays" },
		"line":         func(p *Proposal) { p.Tools.Rows[0].Line = 4 },
		"file":         func(p *Proposal) { p.Tools.Rows[0].Path = "OTHER.md" },
		"not included": func(p *Proposal) { leftOut(p, 3, "k", "10.0.0.7") },
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			g.fsys.Put("TOOLS.md", hosts)
			p := onlyFacts(hosts)
			spoil(p)
			staged, err := Stage(context.Background(), g.fsys, g.log, p, g.opts)
			g.must(err)
			d := g.load(staged.Draft)
			proven := facts.Proof([]facts.Document{{Path: "TOOLS.md", Source: []byte(hosts)}})
			for _, row := range d.Tools.Rows {
				assert.Truef(t, proven(row.Fact), "row %v", row)
			}
			if !slices.ContainsFunc(d.Tools.LeftOut, func(l LeftOut) bool { return l.ID == "" && l.Reason == unproven }) {
				t.Errorf("excluded %v", d.Tools.LeftOut)
			}
		})
	}
}

// Found by reading the code: what was saved between the last comparison of a file and the commit was overwritten.
func TestEditBeforeTheCommit(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.decide(id, Taken))
	d := g.load(id)
	edited := &savedAfter{FS: g.fsys, memory: g.fsys, looks: 1}
	_, err := Promote(context.Background(), edited, g.log, d, g.opts)
	var stale *StaleError
	assert.Truef(t, errors.As(err, &stale) && g.read("SOUL.md") == base+"mine\n",
		"error %v, SOUL.md %q", err, g.read("SOUL.md"))
}

// savedAfter saves SOUL.md once it was read often enough.
type savedAfter struct {
	workspace.FS
	memory *workspacetest.Memory
	looks  int
}

func (s *savedAfter) ReadFile(p workspace.Path, limit int64) ([]byte, error) {
	b, err := s.FS.ReadFile(p, limit)
	if p == lint.SoulFile {
		if s.looks--; s.looks == 0 {
			s.memory.Put("SOUL.md", base+"mine\n")
		}
	}
	return b, err
}

// A section that a run of the table alone takes over keeps its practices: they were lost
// where two changes met.
func TestSectionTakenOverKeepsItsPractices(t *testing.T) {
	g := newGate(t)
	p := propose(base, "Read the log first.")
	p.Practices = &lesson.Practices{}
	g.stage(p)
	tools := onlyFacts(hosts)
	tools.Parts = []Part{PartTable}
	assert.NotNil(t, g.load(g.stage(tools).Draft).Practices, "they are lost")
}

// Lines go on with the text around them. One whose text is gone has no place any more.
func TestLinesMove(t *testing.T) {
	for now, want := range map[string]string{
		"Read this.\n\n" + agents: "Read this.\n\n# A\n\n- one\n- two\n\nEnd.\n",
		"# A\n\nNothing.\n":       "",
	} {
		g := newGate(t)
		g.fsys.Put("AGENTS.md", agents)
		id := g.stage(onlyLines()).Draft
		g.fsys.Put("AGENTS.md", now)
		err := g.decide(id, Taken)
		var left *PartialError
		assert.Equalf(t, want == "", errors.As(err, &left) && slices.Equal(left.Items, []string{"l1"}), "%q: %v", now, err)
		g.must(g.promote(id))
		got := g.read("AGENTS.md")
		assert.Truef(t, want == "" || got == want, "AGENTS.md %q", got)
	}
}

// An approved line stays approved in the draft of a newer run that proposes it too.
func TestLinesAreHandedOn(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("AGENTS.md", agents)
	id := g.stage(onlyLines()).Draft
	g.must(g.decide(id, Taken, "l1"))
	staged := g.stage(withLines(propose(base, "Read the log first.")))
	assert.Truef(t, staged.Carried == 1 && g.log.Decisions(staged.Draft)["l1"] == Taken,
		"staged %+v, decisions %v", staged, g.log.Decisions(staged.Draft))
	got := g.log.Example(g.load(id))
	assert.Equalf(t, "l2", got, "example %q of lines alone", got)
}

// A line for the end of SOUL.md stays in front of the section that came since, also in the draft that replaces its own.
func TestLinesStayInFrontOfTheSectionThatCame(t *testing.T) {
	const soul = "# Soul\n\nMe.\n"
	g := newGate(t)
	g.fsys.Put("SOUL.md", soul)
	p := propose(soul, "Read the log first.", "Ask before you send.")
	p.Items = append(p.Items, Item{
		ID:      "l1",
		Kind:    AddLine,
		Target:  lint.SoulFile,
		Text:    "Last.",
		Lessons: []string{},
		Insert:  "\nLast.\n",
		At:      len(soul),
	})
	id := g.stage(p).Draft
	g.must(g.decide(id, Taken, "e2"))
	g.must(g.promote(id))
	next, err := g.reword(id, "e3", section.Entry{Name: "Rule B.", Text: "Ask somebody before you send."})
	g.must(err)
	g.must(g.decide(next.ID, Taken, "l1"))
	g.must(g.promote(next.ID))
	assert.True(
		t,
		strings.HasPrefix(g.read("SOUL.md"), "# Soul\n\nMe.\n\nLast.\n\n## Wisdom\n"),
		"SOUL.md %q",
		g.read("SOUL.md"),
	)
}
