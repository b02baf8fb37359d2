package review

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

// checkTools compares the promoted table with its sources. It reports values that the sources no longer state, and
// facts that are new or changed. Handwritten lines in a table of ours are not checked. Every value of a completely
// handwritten table must be in a source.
func checkTools(ctx context.Context, fsys workspace.FS, l *Log, report *lint.Report) error {
	table, hash, err := workspace.ReadState(fsys, lookup.File, workspace.MaxTarget)
	draft, ours := l.ToolsInPlace(fsys)
	if err != nil || hash == workspace.Absent {
		return err
	}
	docs, err := facts.Read(fsys)
	if err != nil {
		return fmt.Errorf("read the tool documents: %w", err)
	}
	shown, _ := secrets.Redact(string(table))
	c := &toolsCheck{report: report, table: shown, ours: lookup.Standing(string(table), ours), refusals: l.Refusals()}
	for i, found := range facts.FindAll(ctx, docs) {
		c.now = append(c.now, found.Facts...)
		c.text += string(docs[i].Source) + "\n"
	}
	if draft == nil {
		c.foreign()
		return nil
	}
	c.draft, c.left = draft.Tools, draft.Tools.LeftBefore()
	c.values()
	c.sources()
	return nil
}

// foreign reports values of a table that no draft made and that no source contains. If no source has a fact, there is
// nothing to compare with.
func (c *toolsCheck) foreign() {
	if len(c.now) == 0 {
		return
	}
	for i, line := range strings.Split(c.table, "\n") {
		for _, s := range words.Specifics(line) {
			value := strings.Trim(line[s.Start:s.End], "`")
			if s.Kind != words.Date && s.Kind != words.Secret && !strings.Contains(c.text, value) {
				c.add(lint.RuleToolsValue, lookup.File, i+1, "%s is in no tool document", value)
			}
		}
	}
}

type toolsCheck struct {
	report   *lint.Report
	table    string
	text     string // of all sources
	ours     []facts.Fact
	now      []facts.Fact
	draft    *Table // that made the table
	left     func(facts.Fact) bool
	refusals []Refusal
}

func (c *toolsCheck) add(rule string, p workspace.Path, line int, format string, args ...any) {
	c.report.Add(rule, p, line, "wisdom run --only tools", format, args...)
}

// values reports values of the table that no source contains any more, unless a reviewer decided to keep them.
func (c *toolsCheck) values() {
	for _, f := range c.ours {
		stays := slices.ContainsFunc(c.refusals, func(r Refusal) bool { return r.CoversFact(DropFact, f) })
		if !stays && !c.says(f) {
			c.add(lint.RuleToolsValue, lookup.File, c.lineOf(f.Value),
				"%s %s is not in %s any more", f.Label(), f.Value, f.Path)
		}
	}
}

// reports whether a source still gives a key its value; a value that only moved on
// its page counts.
func (c *toolsCheck) says(f facts.Fact) bool {
	other := false
	for _, g := range c.now {
		if g.Label() == f.Label() && g.Value == f.Value {
			return true
		}
		other = other || g.Label() == f.Label() && g.Heading == f.Heading
	}
	return !other && strings.Contains(c.text, f.Value)
}

func (c *toolsCheck) lineOf(value string) int {
	lines := strings.Split(c.table, "\n")
	return slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, value) }) + 1
}

// sources finds facts that the table was not made from.
func (c *toolsCheck) sources() {
	for _, f := range c.now {
		if !c.knows(f) && !c.isHand(f) {
			c.add(lint.RuleToolsSource, workspace.Path(f.Path), f.Line,
				"%s %s was not there when %s was made", f.Label(), f.Value, lookup.File)
		}
	}
}

// knows reports whether the draft that made the table knew a fact: it is in the table, is undecided, was not included,
// or was rejected.
func (c *toolsCheck) knows(f facts.Fact) bool {
	isProposed := func(r Row) bool { return r.Label() == f.Label() && r.Value == f.Value }
	return strings.Contains(c.table, f.Value) || slices.ContainsFunc(c.draft.Rows, isProposed) || c.left(f) ||
		slices.ContainsFunc(c.refusals, func(r Refusal) bool { return r.CoversFact(AddFact, f) })
}

// isHand reports whether a person wrote about a fact in the table.
func (c *toolsCheck) isHand(f facts.Fact) bool {
	return f.Key != f.Heading && strings.Contains(c.table, f.Key+" ") &&
		!slices.ContainsFunc(c.ours, func(g facts.Fact) bool { return g.Key == f.Key })
}
