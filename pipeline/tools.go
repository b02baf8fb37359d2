package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/compact"
	"wisdom/review"
)

// toolsRule names findings on the tool documents.
const toolsRule = "tools"

// ToolsFact is a fact of the table. Its JSON is part of the contract of run --dry-run --json.
type ToolsFact struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Key   string `json:"key"`
	Value string `json:"value"`
	// Qualifier says where the value holds or what it is for, as the source does.
	Qualifier string `json:"qualifier,omitempty"`
	facts.Bans
}

// Tools is TOOLS_COMPACT.md as it would be. Its JSON is part of the contract of run --dry-run --json.
type Tools struct {
	Text    string           `json:"text"`
	Tokens  int              `json:"tokens"`
	Limit   int              `json:"limit"`
	Facts   []ToolsFact      `json:"facts"`
	LeftOut []review.LeftOut `json:"left_out"`
	// Account says where every fact of the tool documents ends, and every line without one.
	Account *review.Account `json:"account"`
	// Rules are those of TOOLS.md that go with no fact and are not in the table.
	Rules []facts.Rule `json:"rules,omitempty"`
}

// compacted is the result of compacting.
type compacted struct {
	*job
	table    *review.Table
	items    []review.Item
	sources  []review.SourceHash
	findings []lint.Finding
	lines    []facts.Line // without a fact
	rules    []facts.Rule
	base     []byte // the existing table; nil if there is none
	// against is what another line says against a fact, or "".
	against func(facts.Fact) string
}

// compact reads the tool documents and chooses the table; it is nil if there is no tool document.
func (j *job) compact(ctx context.Context) (*compacted, error) {
	docs, err := facts.Read(j.fsys)
	if err != nil {
		return nil, fmt.Errorf("read the tool documents: %w", err)
	}
	for _, doc := range docs {
		if err := markdown.CheckMerged(doc.Source); err != nil {
			return nil, fmt.Errorf("read %s: %w", doc.Path, err)
		}
		if bad := lint.CheckEncoding(doc.Path, doc.Source); bad != nil {
			return nil, fmt.Errorf(
				"%s: line %d: %s, and its facts cannot be read: save it as UTF-8",
				doc.Path,
				bad.Line,
				bad.What,
			)
		}
	}
	c, opts := &compacted{job: j}, j.opts
	found, unclear := c.find(ctx, docs)
	if len(c.sources) == 0 {
		return nil, nil
	}
	if c.base, err = readTable(j.fsys, opts.Review.Lint); err != nil {
		return nil, err
	}
	budgets := opts.Review.Lint.Budgets
	choice := compact.Options{
		Excluded: func(all ...facts.Fact) string { return review.ExcludesFacts(all, opts.Review.Lint) },
		Limit:    budgets.Tools, Count: budgets.Count, Unclear: unclear, Priority: opts.Priority,
		Refused: j.refusedFacts(review.AddFact), Stays: j.refusedFacts(review.DropFact),
	}
	found = append(found, unclear...)
	c.against = compact.Contradictions(found)
	choice.Notes = compact.Recent(j.fsys, opts.Collect.Now, opts.LookbackDays)
	c.stand(&choice)
	chosen := compact.Choose(ctx, found, choice)
	c.tellContradicted(found)
	c.take(chosen, choice)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// readTable returns the existing table, nil if there is none. A table that the program cannot change is an error.
func readTable(fsys workspace.FS, opts lint.Options) ([]byte, error) {
	if err := workspace.CheckTarget(fsys, lookup.File); err != nil {
		return nil, err
	}
	table, hash, err := workspace.ReadState(fsys, lookup.File, workspace.MaxTarget)
	if err != nil || hash == workspace.Absent {
		return nil, err
	}
	if !utf8.Valid(table) {
		return nil, fmt.Errorf(
			"%s: it is not UTF-8 throughout, and none of its lines must change: convert it, or move it away",
			lookup.File,
		)
	}
	return table, lint.CheckSecrets(lookup.File, table, opts)
}

// stand tells a choice what is in the table now, and what the last draft made of the same documents.
func (c *compacted) stand(choice *compact.Options) {
	if c.base != nil {
		_, ours := c.log.ToolsInPlace(c.fsys)
		choice.Hand, choice.Standing = lookup.Read(string(c.base), ours)
	}
	last := c.log.LastTable(c.fsys)
	isNew := func(s review.SourceHash) bool { return !slices.Contains(last.Sources, s) }
	if last != nil && last.Tools.Limit == choice.Limit && !slices.ContainsFunc(c.sources, isNew) {
		choice.Before = last.Tools.LeftBefore()
	}
}

// find reads the facts of the tool documents, and what may be some.
func (c *compacted) find(ctx context.Context, docs []facts.Document) (found, unclear []facts.Fact) {
	for i, f := range facts.FindAll(ctx, docs) {
		doc := docs[i]
		if len(f.Facts) == 0 && len(f.Secrets) == 0 && doc.Path != facts.Files[0] {
			continue // an AGENTS.md without tools
		}
		found, unclear = append(found, f.Facts...), append(unclear, f.Unclear...)
		c.lines = append(c.lines, f.Lines()...)
		c.rules = append(c.rules, f.Rules...)
		c.sources = append(c.sources, review.SourceHash{Path: string(doc.Path), Hash: workspace.HashOf(doc.Source)})
		for _, s := range f.Secrets {
			c.findings = append(c.findings, lint.RedactedSecret(string(doc.Path), s))
		}
	}
	return found, unclear
}

// tellContradicted reports the facts that another line speaks against.
func (c *compacted) tellContradicted(found []facts.Fact) {
	for _, f := range found {
		if against := c.against(f); against != "" {
			w := warning(toolsRule, fmt.Sprintf("%s %s, but %s", f.Label(), f.Value, against),
				"correct the line that does not hold")
			w.Path, w.Line = f.Path, f.Line
			c.findings = append(c.findings, w)
		}
	}
}

// refusedFacts reports whether a reviewer rejected adding a fact, or dropping it.
func (j *job) refusedFacts(kind review.ItemKind) func(facts.Fact) bool {
	refusals := j.log.Refusals()
	return func(f facts.Fact) bool {
		return slices.ContainsFunc(refusals, func(r review.Refusal) bool { return r.CoversFact(kind, f) })
	}
}

// take makes items of the changes.
func (c *compacted) take(r *compact.Result, opts compact.Options) {
	c.table = &review.Table{
		Rows: []review.Row{}, Hand: opts.Hand, LeftOut: append([]review.LeftOut{}, r.LeftOut...),
		Lines: c.lines, Tokens: r.Tokens, Limit: opts.Limit,
	}
	for _, rule := range c.rules {
		if !strings.Contains(text.Normal(r.Text), text.Normal(rule.Text)) {
			c.table.Rules = append(c.table.Rules, rule)
		}
	}
	for _, row := range r.Rows {
		line, was := review.Row{Fact: row.Fact, Gone: row.Gone}, ""
		if row.Change == compact.Replaced {
			line, was = line.Replacing(row.Old)
		}
		if row.Change != compact.Kept {
			item := c.item(row, was, opts.Count)
			item.ID = fmt.Sprintf("t%d", len(c.items)+1)
			c.items = append(c.items, item)
			line.Item = item.ID
		}
		c.table.Rows = append(c.table.Rows, line)
	}
}

// toolsOf is the table of a draft if every item is approved.
func toolsOf(d *review.Draft) *Tools {
	tools := &Tools{
		Text: string(d.Table(d.All())), Tokens: d.Tools.Tokens, Limit: d.Tools.Limit, Facts: []ToolsFact{},
		LeftOut: d.Tools.LeftOut, Account: d.Account(), Rules: d.Tools.Rules,
	}
	for _, row := range d.Tools.Rows {
		if item, _ := d.Item(row.Item); item.Kind != review.DropFact {
			tools.Facts = append(tools.Facts, ToolsFact{row.Path, row.Line, row.Label(), row.Value, row.Qualifier, row.Bans})
		}
	}
	return tools
}

// item is the one of a change; was is the fact that it replaces.
func (c *compacted) item(row compact.Row, was string, count tokens.Count) review.Item {
	cost := count.Of(tokens.Measure(" · " + row.Label() + " " + row.Told()))
	switch row.Change {
	case compact.Dropped:
		return review.FactItem(row.Fact, review.DropFact, "", row.Why, cost)
	case compact.Replaced:
		why := review.Contradicted("its source says otherwise now", c.against(row.Fact))
		return review.FactItem(row.Fact, review.AddFact, was, why, cost)
	}
	why := review.Contradicted("its source says it", c.against(row.Fact))
	return review.FactItem(row.Fact, review.AddFact, "", why, cost)
}

// join puts the table into a result that may propose a section too.
func (c *compacted) join(result *Result) {
	result.tell(c.findings...)
	p := result.Proposal
	result.Tools = toolsOf(&review.Draft{Manifest: review.Manifest{Items: c.items, Tools: c.table}})
	if len(c.items) == 0 {
		p.Unchanged = result.Tools.Account
		return
	}
	p.Items = append(p.Items, c.items...)
	p.Tools = c.table
	if c.base != nil {
		p.Bases[lookup.File] = c.base
	}
	for _, s := range c.sources {
		if !slices.Contains(p.Sources, s) {
			p.Sources = append(p.Sources, s)
		}
	}
}
