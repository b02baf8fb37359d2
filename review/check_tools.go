package review

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

// toolsCheck is what the promoted table is compared with.
type toolsCheck struct {
	table, sources string // their texts
	ours           []facts.Fact
	now            []facts.Fact // of the sources
	add            func(rule string, p workspace.Path, line int, format string, args ...any)
}

// checkTools compares the promoted table with its sources. It reports values that the sources no longer state, unless a
// reviewer decided to keep them, and facts that are new or changed: the draft that made the table did not know them.
// Handwritten lines in a table of ours are not checked. Every value of a completely handwritten table must be in a
// source.
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
	c := &toolsCheck{}
	_, c.ours = lookup.Read(string(table), ours)
	c.table, _ = secrets.Redact(string(table))
	c.add = func(rule string, p workspace.Path, line int, format string, args ...any) {
		report.Add(rule, p, line, "wisdom run --only tools", format, args...)
	}
	for i, found := range facts.FindAll(ctx, docs) {
		c.now = append(c.now, found.Facts...)
		c.sources += string(docs[i].Source) + "\n"
	}
	if draft == nil {
		c.foreign()
		return nil
	}
	refusals, isLeftOut := l.Refusals(), draft.Tools.LeftBefore()
	isRefused := func(kind ItemKind, f facts.Fact) bool {
		return slices.ContainsFunc(refusals, func(r Refusal) bool { return r.CoversFact(kind, f) })
	}
	for _, f := range c.ours {
		if !isRefused(DropFact, f) && !c.isStated(f) {
			lines := strings.Split(c.table, "\n")
			at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, f.Value) })
			c.add(lint.RuleToolsValue, lookup.File, at+1, "%s %s is not in %s any more", f.Label(), f.Value, f.Path)
		}
	}
	for _, f := range c.now {
		isProposed := func(r Row) bool { return r.Label() == f.Label() && r.Value == f.Value }
		isKnown := strings.Contains(c.table, f.Value) || slices.ContainsFunc(draft.Tools.Rows, isProposed) ||
			isLeftOut(f) || isRefused(AddFact, f)
		if !isKnown && !c.isHand(f) {
			c.add(lint.RuleToolsSource, workspace.Path(f.Path), f.Line,
				"%s %s was not there when %s was made", f.Label(), f.Value, lookup.File)
		}
	}
	return nil
}

// foreign reports values of a table that no draft made and that no source contains. If no source has a fact, there is
// nothing to compare with.
func (c *toolsCheck) foreign() {
	if len(c.now) == 0 {
		return
	}
	for i, line := range strings.Split(c.table, "\n") {
		for _, s := range text.Specifics(line) {
			value := strings.Trim(line[s.Start:s.End], "`")
			if s.Kind != text.Date && s.Kind != text.Secret && !strings.Contains(c.sources, value) {
				c.add(lint.RuleToolsValue, lookup.File, i+1, "%s is in no tool document", value)
			}
		}
	}
}

// isStated reports whether a source still gives a key its value; a value that only moved on its page counts.
func (c *toolsCheck) isStated(f facts.Fact) bool {
	other := false
	for _, g := range c.now {
		if g.Label() == f.Label() && g.Value == f.Value {
			return true
		}
		other = other || g.Label() == f.Label() && g.Heading == f.Heading
	}
	return !other && strings.Contains(c.sources, f.Value)
}

// isHand reports whether a person wrote about a fact in the table.
func (c *toolsCheck) isHand(f facts.Fact) bool {
	return f.Key != f.Heading && strings.Contains(c.table, f.Key+" ") &&
		!slices.ContainsFunc(c.ours, func(g facts.Fact) bool { return g.Key == f.Key })
}
