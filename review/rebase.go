package review

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

// Fitting is the result of a rebase.
type Fitting struct {
	// Anchored are files of which only text changed that the draft is not about,
	// Merged those of which a person changed more.
	Anchored, Merged []workspace.Path
	// Stale holds the files on which the draft cannot be rebased. Their items stay in the draft, as they are, and do not
	// block the others.
	Stale []*StaleError
	// Gone are items that no longer have a place, or whose change already exists. Crowded are those for which there is
	// no room any more.
	Gone, Crowded []string
}

// Fits reports whether there was nothing to do.
func (f *Fitting) Fits() bool { return len(f.Anchored)+len(f.Merged)+len(f.Stale) == 0 }

// Fit rebases a pending draft on its files as they are now. The result is a draft of its own that inherits the
// decisions. If only text elsewhere in a file changed, the entries and lines move to their places in the new text. If
// a person changed the section or the table, and choose is given, Fit merges in three ways. In the section it merges
// entry by entry, asks choose about what both sides changed, and returns its error. In the table the handwritten
// lines stay, and what they are about is not proposed. A file on which the draft cannot be rebased is in Stale; if
// there are only such files, the draft stays. The caller holds the lock and has called Recover.
func Fit(
	ctx context.Context, fsys workspace.FS, l *Log, d *Draft, choose func(Clash) (Choice, error), opts Options,
) (*Draft, *Fitting, error) {
	f := &fitter{l: l, d: d, choose: choose, lint: opts.Lint, fitting: &Fitting{}}
	if err := f.read(fsys); err != nil {
		return nil, nil, err
	}
	if f.fitting.Fits() {
		return d, f.fitting, nil
	}
	if err := l.decidable(d); err != nil {
		return nil, nil, err
	}
	p := l.rest(d, f.bases)
	for _, merge := range f.merges {
		if err := merge(p); err != nil {
			return nil, nil, err
		}
	}
	if err := p.followSources(ctx, fsys); err != nil {
		return nil, nil, err
	}
	if len(f.fitting.Anchored)+len(f.fitting.Merged) == 0 {
		return d, f.fitting, nil
	}
	for _, id := range d.IDs() {
		if _, still := p.Item(id); !still && !l.InPlace(d.ID, id) {
			f.fitting.Gone = append(f.fitting.Gone, id)
		}
	}
	f.makeRoomInTable(p)
	f.makeRoom(p)
	if len(p.Items) == 0 {
		return nil, f.fitting, f.changed
	}
	next, err := l.restage(ctx, fsys, d, p, placing{why: "rebased on " + f.fitting.String()}, opts)
	return next, f.fitting, err
}

// String names the files and what was done to them.
func (f *Fitting) String() string {
	var parts []string
	for _, p := range f.Anchored {
		parts = append(parts, fmt.Sprintf("%s, of which other text changed", p))
	}
	for _, p := range f.Merged {
		what := "the section"
		if p == lookup.File {
			what = "facts"
		}
		parts = append(parts, fmt.Sprintf("%s, which was edited in %s", p, what))
	}
	return strings.Join(parts, "; ")
}

type fitter struct {
	l       *Log
	d       *Draft
	choose  func(Clash) (Choice, error)
	lint    lint.Options
	fitting *Fitting
	changed *StaleError               // of the first file that changed
	bases   map[workspace.Path][]byte // the files that the draft is rebased on: as they are, unless it is stale there
	merges  []func(*Proposal) error   // bring in what a person changed
}

// read compares the targets with what the draft knows.
func (f *fitter) read(fsys workspace.FS) error {
	f.bases = map[workspace.Path][]byte{}
	for _, t := range f.d.Targets {
		base, err := f.l.known(fsys, f.d, t)
		if err != nil {
			return err
		}
		err = f.l.checkFile(fsys, f.d, t)
		if stale, ok := errors.AsType[*StaleError](err); ok {
			f.changed = cmp.Or(f.changed, stale)
			base = f.compare(t.Path, base, stale)
		} else if err != nil {
			return err
		}
		if base != nil {
			f.bases[t.Path] = base
		}
	}
	return nil
}

// compare says how the draft can be rebased on a target that changed. It returns the new base; nil if the file does
// not exist.
func (f *fitter) compare(p workspace.Path, before []byte, stale *StaleError) (base []byte) {
	outside, fits := true, len(bytes.TrimSpace(stale.Now)) > 0 && lint.CheckSecrets(p, stale.Now, f.lint) == nil
	var merges []func(*Proposal) error
	for _, part := range partsOf(p) {
		if !fits {
			break
		}
		merge, same, possible := part.rebase(f, before, stale.Now)
		if merge != nil {
			merges = append(merges, merge)
		}
		outside, fits = outside && same, possible
	}
	switch {
	case !fits:
		f.fitting.Stale = append(f.fitting.Stale, stale)
		return before
	case outside:
		f.fitting.Anchored = append(f.fitting.Anchored, p)
	default:
		f.fitting.Merged = append(f.fitting.Merged, p)
	}
	f.merges = append(f.merges, merges...)
	return stale.Now
}

// makeRoom removes entries for which there is no room any more, because a person used it: first rejected ones, then
// the weakest, unapproved ones before the others. If that does not help, all of them stay.
func (f *fitter) makeRoom(p *Proposal) {
	less, out, fits := p.withRoom(f.l.weakestFirst(f.d, p, Refused, Undecided, Taken), f.lint)
	if !fits {
		return
	}
	*p = *less
	decisions := f.l.drafts[f.d.ID].decisions
	out = slices.DeleteFunc(out, func(id string) bool { return decisions[id] == Refused })
	f.fitting.Crowded = append(f.fitting.Crowded, out...)
}

// makeRoomInTable removes new facts for which there is no room any more, because a person's lines use it: first
// rejected ones, then undecided ones, then approved ones, the last first. Those that were not rejected can be swapped
// in; the approval of such a fact is not inherited.
func (f *fitter) makeRoomInTable(p *Proposal) {
	if !slices.Contains(slices.Concat(f.fitting.Anchored, f.fitting.Merged), lookup.File) {
		return
	}
	decisions := f.l.drafts[f.d.ID].decisions
	size := func() int {
		p.countTable(f.lint.Budgets)
		return f.lint.Budgets.Tokens(string(p.Table(f.all(p))))
	}
	for _, wanted := range []Decision{Refused, Undecided, Taken} {
		for _, row := range slices.Backward(p.Tools.Rows) {
			if !p.isNew(row) || cmp.Or(decisions[row.Item], Undecided) != wanted {
				continue
			}
			if size() <= p.Tools.Limit {
				return
			}
			p.leaveOut([]string{row.Item})
			if wanted == Refused {
				continue
			}
			left := Leave(row.Fact, "budget")
			left.ID = f.nextLeftOut(p)
			p.Tools.LeftOut = append(p.Tools.LeftOut, left)
			f.fitting.Crowded = append(f.fitting.Crowded, row.Item)
		}
	}
	size()
}

// all approves every item of what the draft becomes, and the facts that a reviewer swapped in.
func (f *fitter) all(p *Proposal) map[string]Decision {
	all := p.All()
	for id, decision := range f.l.drafts[f.d.ID].decisions {
		if _, in := p.leftOut(id); in && decision == Taken {
			all[id] = Taken
		}
	}
	return all
}

// nextLeftOut is an ID for one more fact that is not included, and that a reviewer may include. The draft has no fact
// with that ID either, not even one that was swapped in.
func (f *fitter) nextLeftOut(p *Proposal) string {
	return idAfter("x", slices.Concat(f.d.AllIDs(), p.AllIDs()))
}

// withRoom is a proposal without the first of some entries: as few of them as make
// the rest keep the budgets, or all of them where fits is false.
func (p *Proposal) withRoom(entries []string, opts lint.Options) (less *Proposal, out []string, fits bool) {
	copied := *p
	less = &copied
	for i, id := range entries {
		if less.fits(opts) {
			return less, entries[:i], true
		}
		less.leaveOut([]string{id})
	}
	return less, entries, less.fits(opts)
}

// fits reports whether all of a proposal keeps the budgets.
func (p *Proposal) fits(opts lint.Options) bool {
	invalid, broken := errors.AsType[*InvalidError](p.allValid(opts))
	return !broken ||
		!slices.ContainsFunc(invalid.Findings, func(f lint.Finding) bool { return lint.IsBudget(f.Rule) })
}

// weakestFirst are the entries that a proposal made of a draft may do without: those
// with the first of the decisions, then those with the next.
func (l *Log) weakestFirst(d *Draft, p *Proposal, decisions ...Decision) []string {
	var ids []string
	for _, wanted := range decisions {
		for _, line := range slices.Backward(p.Lines) {
			item, decidable := p.Item(line.Item)
			decision := cmp.Or(l.drafts[d.ID].decisions[item.ID], Undecided)
			if decidable && item.Kind == AddEntry && item.Origin != Required && decision == wanted {
				ids = append(ids, item.ID)
			}
		}
	}
	return ids
}
