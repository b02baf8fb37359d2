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
	// Anchored are files of which only text changed that the draft is not about.
	Anchored []workspace.Path
	// Stale holds the files on which the draft cannot be rebased. Their items stay in the draft, as they are, and do not
	// block the others.
	Stale []*StaleError
	// Gone are items that no longer have a place, or whose change already exists. Crowded are those for which there is
	// no room any more.
	Gone, Crowded []string
}

// Fits reports whether there was nothing to do.
func (f *Fitting) Fits() bool { return len(f.Anchored)+len(f.Stale) == 0 }

// Fit rebases a pending draft on its files as they are now. The result is a draft of its own that inherits the
// decisions. If only text elsewhere in a file changed, the entries and lines move to their places in the new text. A
// file of which the section or the table changed is in Stale; if there are only such files, the draft stays. The
// caller holds the lock and has called Recover.
func Fit(ctx context.Context, fsys workspace.FS, l *Log, d *Draft, opts Options) (*Draft, *Fitting, error) {
	fitting := &Fitting{}
	bases, changed, err := l.fitTargets(fsys, d, fitting, opts.Lint)
	if err != nil {
		return nil, nil, err
	}
	if fitting.Fits() {
		return d, fitting, nil
	}
	if err := l.decidable(d); err != nil {
		return nil, nil, err
	}
	if len(fitting.Anchored) == 0 {
		return d, fitting, nil
	}
	p := l.rest(d, bases)
	if err := p.followSources(ctx, fsys); err != nil {
		return nil, nil, err
	}
	for _, id := range d.IDs() {
		if _, still := p.Item(id); !still && !l.InPlace(d.ID, id) {
			fitting.Gone = append(fitting.Gone, id)
		}
	}
	p, fitting.Crowded = l.makeRoom(d, p, opts.Lint)
	if len(p.Items) == 0 {
		return nil, fitting, changed
	}
	next, err := l.restage(ctx, fsys, d, p, placing{why: "rebased on " + fitting.String()}, opts)
	return next, fitting, err
}

// String names the files and what was done to them.
func (f *Fitting) String() string {
	var parts []string
	for _, p := range f.Anchored {
		parts = append(parts, fmt.Sprintf("%s, of which other text changed", p))
	}
	return strings.Join(parts, "; ")
}

// fitTargets compares the targets with what the draft knows, and fills in a fitting. It returns the files that the
// draft is rebased on (as they are, unless it is stale there), and the first change.
func (l *Log) fitTargets(
	fsys workspace.FS, d *Draft, fitting *Fitting, opts lint.Options,
) (bases map[workspace.Path][]byte, changed *StaleError, err error) {
	bases = map[workspace.Path][]byte{}
	for _, t := range d.Targets {
		base, err := l.known(fsys, d, t)
		if err != nil {
			return nil, nil, err
		}
		err = l.checkFile(fsys, d, t)
		stale, isStale := errors.AsType[*StaleError](err)
		switch {
		case isStale && stale.isElsewhere() && lint.CheckSecrets(t.Path, stale.Now, opts) == nil:
			fitting.Anchored = append(fitting.Anchored, t.Path)
			base = stale.Now
		case isStale:
			fitting.Stale = append(fitting.Stale, stale)
		case err != nil:
			return nil, nil, err
		}
		if changed = cmp.Or(changed, stale); base != nil {
			bases[t.Path] = base
		}
	}
	return bases, changed, nil
}

// isElsewhere reports whether only text changed that no draft is about: all of the table, and the section of SOUL.md, are
// as they were.
func (e *StaleError) isElsewhere() bool {
	same, found := true, true
	if e.Path == lint.SoulFile {
		same, found = sameSection(e.Before, e.Now)
	}
	return same && found && e.Path != lookup.File && e.Before != nil && len(bytes.TrimSpace(e.Now)) > 0
}

// makeRoom removes entries for which there is no room any more, because text elsewhere grew: first rejected ones, then
// the weakest, unapproved ones before the others. If that does not help, all of them stay. It returns those that were
// not rejected.
func (l *Log) makeRoom(d *Draft, p *Proposal, opts lint.Options) (less *Proposal, crowded []string) {
	less, out, fits := p.withRoom(l.weakestFirst(d, p, Refused, Undecided, Taken), opts)
	if !fits {
		return p, nil
	}
	return less, slices.DeleteFunc(out, func(id string) bool { return l.drafts[d.ID].decisions[id] == Refused })
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
