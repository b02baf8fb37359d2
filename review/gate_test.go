package review

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/backups"
	"wisdom/internal/lesson"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

const base = "# Soul\n\n## Identity\n\nMe.\n\n## Vibe\n\nCalm.\n"

func testOptions() Options {
	return Options{
		Initiative: "initiatives/aci",
		Queue:      "QUEUE.md",
		Now:        func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) },
		Version:    "test",
		By:         "mara",
		Lint: lint.Options{
			Budgets: tokens.Budget{Section: 150, Soul: 200, Tools: 300, Words: 15, Entries: 15, Count: tokens.Larger},
		},
	}
}

var partsInOrder = []Part{PartSection, PartTable, PartLines}

// propose makes a proposal of the required entry and the given ones.
func propose(soul string, texts ...string) *Proposal {
	name, text, _ := strings.Cut(strings.TrimPrefix(section.Required, "**"), "** ")
	p := &Proposal{Parts: partsInOrder, Draft: Draft{
		Bases: map[workspace.Path][]byte{lint.SoulFile: []byte(soul)},
		Manifest: Manifest{
			SchemaVersion: SchemaVersion, Created: "2026-11-21T00:00:00Z", Engine: "test",
			Header: section.Header{Date: "2026-11-21", Lessons: 9}, Lessons: []lesson.Lesson{},
		},
	}}
	p.with(entryItem("e1", name, text, Required))
	for i, text := range texts {
		lessons := []string{fmt.Sprintf("l%d1", i), fmt.Sprintf("l%d2", i), fmt.Sprintf("l%d3", i)}
		p.with(entryItem(fmt.Sprintf("e%d", i+2), fmt.Sprintf("Rule %s.", string(rune('A'+i))), text, New, lessons...))
	}
	return p
}

// with adds items to a proposal, those about entries with their lines.
func (p *Proposal) with(items ...Item) *Proposal {
	for _, item := range items {
		p.Items = append(p.Items, item)
		if item.InSection() {
			p.Lines = append(p.Lines, item.line())
		}
	}
	return p
}

func entryItem(id, name, text string, origin Origin, lessons ...string) Item {
	return Item{ID: id, Kind: AddEntry, Target: lint.SoulFile, Name: name, Text: text, Origin: origin, Lessons: lessons}
}

// gate is a workspace with its log, for tests.
type gate struct {
	t    *testing.T
	fsys *workspacetest.Memory
	log  *Log
	opts Options
}

func newGate(t *testing.T) *gate {
	g := &gate{
		t,
		workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base, "QUEUE.md": "- [ ] water the plants\n"}),
		nil,
		testOptions(),
	}
	leave, err := Lock(g.fsys)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, leave())
	})
	g.reread()
	return g
}

// reread ends a command, which shows in the queue what is pending, and forgets what is in memory, as the next one does.
func (g *gate) reread() {
	g.t.Helper()
	if g.log != nil {
		g.must(ShowWaiting(g.fsys, g.log, g.opts))
	}
	var err error
	g.log, err = ReadLog(g.fsys)
	require.NoError(g.t, err)
}

func (g *gate) stage(p *Proposal) Staging {
	g.t.Helper()
	g.say(p)
	staged, err := Stage(context.Background(), g.fsys, g.log, p, g.opts)
	require.NoError(g.t, err)
	g.reread()
	return staged
}

// say makes TOOLS.md say what a proposal has in its table.
func (g *gate) say(p *Proposal) {
	if p.Tools == nil {
		return
	}
	lines := make([]string, 50)
	for _, row := range p.Tools.Rows {
		lines[row.Line-1] += row.Value
	}
	for _, l := range p.Tools.LeftOut {
		lines[l.Line-1] += l.Value
	}
	g.fsys.Put("TOOLS.md", strings.Join(lines, "\n"))
}

func (g *gate) load(id string) *Draft {
	g.t.Helper()
	d, err := g.log.Load(g.fsys, id)
	require.NoError(g.t, err)
	return d
}

func (g *gate) read(p workspace.Path) string {
	g.t.Helper()
	b, h, err := workspace.ReadState(g.fsys, p, workspace.MaxState)
	require.NoError(g.t, err)
	if h == workspace.Absent {
		return "absent"
	}
	return string(b)
}

func (g *gate) decide(id string, decision Decision, items ...string) error {
	defer g.reread()
	return Decide(g.fsys, g.log, g.load(id), decision, items, "because", g.opts)
}

// sendBack requests changes to a draft, or to some of its items.
func (g *gate) sendBack(id, note string, items ...string) error {
	defer g.reread()
	return Return(g.fsys, g.log, g.load(id), items, note, g.opts)
}

func (g *gate) reopen(id string, items ...string) error {
	defer g.reread()
	_, err := Reopen(g.fsys, g.log, g.load(id), items, g.opts)
	return err
}

func (g *gate) promote(id string) error {
	defer g.reread()
	_, err := Promote(context.Background(), g.fsys, g.log, g.load(id), g.opts)
	return err
}

func (g *gate) must(err error) {
	g.t.Helper()
	require.NoError(g.t, err)
}

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

func stageOn(fsys workspace.FS, text string) error {
	leave, err := Lock(fsys)
	if err != nil {
		return err
	}
	log, err := ReadLog(fsys)
	if err != nil {
		return errors.Join(err, leave())
	}
	_, err = Stage(context.Background(), fsys, log, propose(base, text), testOptions())
	return errors.Join(err, ShowWaiting(fsys, log, testOptions()), leave())
}

// withoutSection is a text without the bytes that a new section brought.
func withoutSection(soul string) string {
	s, err := section.In([]byte(soul))
	if err != nil || s == nil {
		return soul
	}
	newline := markdown.Parse([]byte(soul)).Newline()
	return soul[:s.Start] + strings.TrimPrefix(soul[s.End:], newline)
}
