package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/tokens"
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
// SOUL.md can hold no section at all.
func (p *Proposal) Admit(fsys workspace.FS, opts Options) ([]Excluded, error) {
	if err := p.aim(); err != nil {
		return nil, soulError(err)
	}
	if err := p.holdsSection(); err != nil {
		return nil, soulError(err)
	}
	before := p.Draft
	a := &admission{draft: &before, lint: opts.Lint, checks: mostChecks}
	if err := a.prove(fsys, p); err != nil {
		return nil, err
	}
	for _, t := range p.Targets {
		a.in = map[string]Decision{}
		a.admit(slices.DeleteFunc(p.IDs(), func(id string) bool {
			item, _ := a.draft.Item(id)
			return item.Target != t.Path || a.isOut(id)
		}))
	}
	a.needRequired()
	if len(a.out) == 0 {
		return nil, nil
	}
	ids := make([]string, len(a.out))
	for i, e := range a.out {
		ids[i] = e.Item.ID
	}
	p.leaveOut(ids)
	p.noteLeftOut(a, opts)
	more, err := p.Admit(fsys, opts) // the required entry alone is more than it is beside others
	return append(a.out, more...), err
}

// soulError says why SOUL.md cannot be used.
func soulError(err error) error {
	if known, ok := errors.AsType[*lint.SoulError](err); ok {
		return known
	}
	return &lint.SoulError{
		Message: strings.TrimPrefix(err.Error(), string(lint.SoulFile)+": "),
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
	return &c
}

// holdsSection checks that SOUL.md could hold the section of a draft without anything new in it: if not, the file is in
// the way and not an item.
func (d *Draft) holdsSection() error {
	if !slices.ContainsFunc(d.Items, Item.InSection) {
		return nil
	}
	e := d.required()
	required := Item{ID: "required", Kind: AddEntry, Target: lint.SoulFile, Name: e.Name, Text: e.Text, Origin: Required}
	alone := &Draft{Manifest: Manifest{Header: d.Header, Items: []Item{required}, Lines: []Line{required.line()}}}
	_, err := alone.apply(lint.SoulFile, d.Bases[lint.SoulFile], alone.Items, unplaced)
	return err
}

// mostChecks limits the number of checks: beyond it, items that failed together are no longer tried one by one.
const mostChecks = 200

// admission finds out which items of a draft pass.
type admission struct {
	draft  *Draft
	lint   lint.Options
	in     map[string]Decision // those of the current target that pass together
	out    []Excluded
	checks int // that are left
}

func (a *admission) isOut(id string) bool {
	return slices.ContainsFunc(a.out, func(e Excluded) bool { return e.Item.ID == id })
}

func (a *admission) exclude(id, rule, detail string) {
	item, _ := a.draft.Item(id)
	a.out = append(a.out, Excluded{item, rule, detail})
}

// admit lets items in that pass together with those that are in: all of them, or as many as halving the list finds.
func (a *admission) admit(ids []string) {
	if len(ids) == 0 {
		return
	}
	for _, id := range ids {
		a.in[id] = Taken
	}
	err := a.draft.valid(a.in, a.lint)
	if err == nil {
		return
	}
	for _, id := range ids {
		delete(a.in, id)
	}
	if a.checks--; len(ids) == 1 || a.checks < 0 {
		rule, detail := ruleOf(err)
		for _, id := range ids {
			a.exclude(id, rule, detail)
		}
		return
	}
	a.admit(ids[:len(ids)/2])
	a.admit(ids[len(ids)/2:])
}

// ruleOf returns the rule that an error of the gate is about.
func ruleOf(err error) (rule, detail string) {
	if invalid, ok := errors.AsType[*InvalidError](err); ok {
		return invalid.Findings[0].Rule, invalid.Findings[0].Message
	}
	return lint.RuleSection, err.Error()
}

// needRequired leaves the whole section as it is where the required entry is not let in: every section holds it.
func (a *admission) needRequired() {
	i := slices.IndexFunc(a.out, func(e Excluded) bool { return e.Item.Origin == Required })
	if i < 0 {
		return
	}
	for _, item := range a.draft.Items {
		if item.InSection() && !a.isOut(item.ID) {
			a.exclude(item.ID, a.out[i].Rule, a.out[i].Detail)
		}
	}
}

// prove takes facts out that the gate could not prove, and lets a reviewer take in only those that it could.
func (a *admission) prove(fsys workspace.FS, p *Proposal) error {
	if p.Tools == nil {
		return nil
	}
	ids, found, err := a.draft.unproven(fsys)
	if err != nil {
		return err
	}
	table := *p.Tools
	table.LeftOut = slices.Clone(table.LeftOut)
	for n, id := range ids {
		at := slices.IndexFunc(table.LeftOut, func(l LeftOut) bool { return l.ID == id })
		if at < 0 {
			a.exclude(id, unproven, unprovenError(found[n]).Error())
			continue
		}
		table.LeftOut[at].ID, table.LeftOut[at].Reason = "", unproven
	}
	p.Tools = &table
	return nil
}

// countTable counts the tokens of the table if every item is approved.
func (p *Proposal) countTable(budgets tokens.Budget) {
	p.Tools.Tokens = budgets.Tokens(string(p.Table(p.All())))
}

// noteLeftOut lists the facts that were excluded with those that are not in the table, and counts the table anew.
func (p *Proposal) noteLeftOut(a *admission, opts Options) {
	if p.Tools == nil {
		return
	}
	for _, e := range a.out {
		i := slices.IndexFunc(a.draft.Tools.Rows, func(r Row) bool { return r.Item == e.Item.ID })
		if e.Item.Kind == AddFact && i >= 0 {
			p.Tools.LeftOut = append(p.Tools.LeftOut, Leave(a.draft.Tools.Rows[i].Fact, e.Reason()))
		}
	}
	slices.SortStableFunc(p.Tools.LeftOut, func(a, b LeftOut) int { return facts.ByPlace(a.Fact(), b.Fact()) })
	p.countTable(opts.Lint.Budgets)
}

// dropEmptyTable forgets the table where nothing of it is proposed.
func (p *Proposal) dropEmptyTable() {
	if !p.Changes(lookup.File) {
		p.Tools = nil
		delete(p.Bases, lookup.File)
	}
}

// ExcludesFacts names the reason why no table can hold facts that belong together, because of a rule
// that they break by themselves; "" if there is none.
func ExcludesFacts(all []facts.Fact, opts lint.Options) string {
	text := lookup.Render(all, lookup.Hand{})
	if broken := brokenAlone(lookup.File, text, opts); broken != nil {
		return reasonOf(broken.Rule)
	}
	return ""
}

// ExcludesEntry finds the rule that an entry breaks by itself in a section; nil if there is none.
func ExcludesEntry(e section.Entry, opts lint.Options) *lint.Finding {
	content := section.Content{Header: section.Header{Date: "2000-01-01"}, Entries: []string{section.Required, e.String()}}
	return brokenAlone(lint.SoulFile, content.Render("\n"), opts)
}

// brokenAlone is the first error in a text that holds nothing else. Whether it fits
// the budgets is not asked: that is settled by choosing.
func brokenAlone(p workspace.Path, text string, opts lint.Options) *lint.Finding {
	if broken := introduced(nil, lint.Text(p, []byte(text), opts), false); len(broken) > 0 {
		return &broken[0]
	}
	return nil
}
