package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// Excluded is an item that a proposal does not include, because the gate would not let it through.
type Excluded struct {
	Item Item
	// Rule is the rule that it breaks; "unproven" for a fact that its source does
	// not say, "section" where the file could not be written with it.
	Rule   string
	Detail string
}

// Reason is the rule as people read it: "prose" for tools-prose.
func (e Excluded) Reason() string { return reasonOf(e.Rule) }

// Finding is the exclusion as a warning of a run.
func (e Excluded) Finding() lint.Finding {
	what := e.Item.Text
	if e.Item.Name != "" {
		what = e.Item.Name + " " + what
	}
	message, _ := secrets.Redact(fmt.Sprintf("not included (%s): %q: %s", e.Reason(), what, e.Detail))
	if e.Rule == lint.RuleSecret {
		message = fmt.Sprintf("not included (%s): %s", e.Reason(), e.Detail)
	}
	return lint.Finding{Rule: e.Rule, Severity: lint.Warning, Path: string(e.Item.Target), Message: message}
}

// unproven is the rule name for a fact that its source does not state.
const unproven = "unproven"

// reasonOf names a rule as the reason why something is not included.
func reasonOf(rule string) string {
	if lint.IsBudget(rule) {
		return "budget"
	}
	for _, about := range []string{"tools-", "entry-"} {
		rule = strings.TrimPrefix(rule, about)
	}
	return rule
}

// Admit takes the items out of a proposal that the gate would not let through, and names them. Everything that is left
// passes: the function that decides is the one that the gate asks. Items are tried in their order, so an item that
// breaks a rule only together with others goes rather than those before it. The error is a *lint.SoulError where
// the file can hold no section at all.
func (p *Proposal) Admit(fsys workspace.FS, opts Options) (out []Excluded, err error) {
	if err := cmp.Or(p.aim(), p.holdsSection()); err != nil {
		return nil, p.soulError(err)
	}
	out, err = p.excludeUnproven(fsys)
	for more := out; err == nil; out = append(out, more...) {
		p.exclude(more, opts)
		if more = p.breaking(opts.Lint); len(more) == 0 { // asked again: the required entry is more by itself
			break
		}
	}
	return out, err
}

// breaking returns the items that break a rule, by themselves or together with those before them.
func (p *Proposal) breaking(opts lint.Options) (out []Excluded) {
	if p.allValid(opts) == nil {
		return nil
	}
	in := map[string]Decision{}
	for _, item := range p.Items {
		in[item.ID] = Taken
		err := p.valid(in, opts)
		if err == nil {
			continue
		}
		delete(in, item.ID)
		found := Excluded{item, lint.RuleSection, err.Error()}
		if invalid, ok := errors.AsType[*InvalidError](err); ok {
			found.Rule, found.Detail = invalid.Findings[0].Rule, invalid.Findings[0].Message
		}
		out = append(out, found)
	}
	return out
}

// excludeUnproven returns the facts that the gate could not prove. It lets a reviewer include only those that it could.
func (p *Proposal) excludeUnproven(fsys workspace.FS) (out []Excluded, err error) {
	ids, found, err := p.unproven(fsys)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	for n, id := range ids {
		if at := slices.IndexFunc(p.Tools.LeftOut, func(l LeftOut) bool { return l.ID == id }); at >= 0 {
			p.Tools.LeftOut[at].ID, p.Tools.LeftOut[at].Reason = "", unproven
			continue
		}
		item, _ := p.Item(id)
		out = append(out, Excluded{item, unproven, unprovenError(found[n]).Error()})
	}
	return out, nil
}

// exclude takes items out. Facts are listed with those that are not in the table, which is counted anew.
func (p *Proposal) exclude(out []Excluded, opts Options) {
	if len(out) == 0 {
		return
	}
	var ids []string
	var left []LeftOut
	for _, e := range out {
		ids = append(ids, e.Item.ID)
		if e.Item.Kind == AddFact {
			row, _ := find(p.Tools.Rows, func(r Row) bool { return r.Item == e.Item.ID })
			left = append(left, Leave(row.Fact, e.Reason()))
		}
	}
	p.leaveOut(ids)
	if p.Tools == nil {
		return
	}
	p.Tools.LeftOut = append(slices.Clone(p.Tools.LeftOut), left...)
	slices.SortStableFunc(p.Tools.LeftOut, func(a, b LeftOut) int { return facts.ByPlace(a.Fact(), b.Fact()) })
	p.Tools.Tokens = opts.Lint.Budgets.Tokens(string(p.Table(p.All())))
}

// soulError says why the section's file cannot be used.
func (d *Draft) soulError(err error) error {
	if known, ok := errors.AsType[*lint.SoulError](err); ok {
		return known
	}
	return &lint.SoulError{
		Path:    d.SectionFile(),
		Message: strings.TrimPrefix(err.Error(), string(d.SectionFile())+": "),
		Hint:    "mend it by hand: wisdom lint",
		Err:     err,
	}
}

// TryStage returns the error with which Stage would end, after what comes first in
// the same workspace. Nothing is written.
func (p *Proposal) TryStage(
	ctx context.Context, fsys workspace.FS, first func(workspace.FS, *Log) error, opts Options,
) error {
	dry := workspace.NewDryRun(fsys)
	l, err := ReadLog(dry)
	if err != nil {
		return err
	}
	if err := first(dry, l); err != nil {
		return err
	}
	_, err = Stage(ctx, dry, l, p.clone(), opts)
	return err
}

// clone is a proposal that can be changed without changing this one.
func (p *Proposal) clone() *Proposal {
	c := *p
	c.Bases, c.Parts = maps.Clone(p.Bases), slices.Clone(p.Parts)
	c.Items, c.Lines, c.Lessons = slices.Clone(p.Items), slices.Clone(p.Lines), slices.Clone(p.Lessons)
	c.Sources, c.Findings = slices.Clone(p.Sources), slices.Clone(p.Findings)
	if c.Tools != nil {
		table := *c.Tools
		table.Rows, table.LeftOut = slices.Clone(table.Rows), slices.Clone(table.LeftOut)
		c.Tools = &table
	}
	return &c
}

// holdsSection checks that the file could hold the section of a draft without anything new in it: if not, the file is in
// the way and not an item.
func (d *Draft) holdsSection() error {
	if !slices.ContainsFunc(d.Items, Item.InSection) {
		return nil
	}
	e, _ := section.ParseEntry(section.Required)
	file := d.SectionFile()
	required := Item{ID: "required", Kind: AddEntry, Target: file, Name: e.Name, Text: e.Text, Origin: Required}
	alone := &Draft{Manifest: Manifest{
		File: d.File, Header: d.Header, Items: []Item{required}, Lines: []Line{required.line()},
	}}
	_, err := alone.apply(file, d.Bases[file], alone.Items, ground{})
	return err
}

// dropEmptyTable forgets the table where nothing of it is proposed.
func (p *Proposal) dropEmptyTable() {
	if !p.Changes(lookup.File) {
		p.Unchanged, p.Tools = p.Account(), nil
		delete(p.Bases, lookup.File)
	}
}

// ExcludesFacts names the reason why no table can hold facts that belong together, because of a rule
// that they break by themselves; "" if there is none.
func ExcludesFacts(all []facts.Fact, opts lint.Options) string {
	if slices.ContainsFunc(all, func(f facts.Fact) bool { return !f.Fit() }) {
		return "condition"
	}
	text := lookup.Render(all, lookup.Hand{})
	if broken := brokenAlone(lookup.File, text, opts); broken != nil {
		return reasonOf(broken.Rule)
	}
	return ""
}

// ExcludesEntry finds the rule that an entry breaks by itself in a section; nil if there is none.
func ExcludesEntry(e section.Entry, opts lint.Options) *lint.Finding {
	content := section.Content{Header: section.Header{Date: "2000-01-01"}, Entries: []string{section.Required, e.String()}}
	return brokenAlone(opts.SectionFile(), content.Render("\n"), opts)
}

// brokenAlone is the first error in a text that holds nothing else. Whether it fits
// the budgets is not asked: that is settled by choosing.
func brokenAlone(p workspace.Path, text string, opts lint.Options) *lint.Finding {
	if broken := introduced(nil, lint.Text(p, []byte(text), opts), false); len(broken) > 0 {
		return &broken[0]
	}
	return nil
}
