package review

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// PartialError says that some items could not be approved or promoted with the others. They are undecided. Unwrap
// returns the cause.
type PartialError struct {
	Draft string
	Items []string
	Err   error
}

// Error implements error.
func (e *PartialError) Error() string {
	const most = 5
	which := strings.Join(e.Items, ", ")
	if len(e.Items) > most {
		which = text.Plural(len(e.Items), "item")
	}
	return fmt.Sprintf("%s of draft %s could not be promoted, and must be decided again: %v", which, e.Draft, e.Err)
}

func (e *PartialError) add(items []string, why error) {
	e.Items = append(e.Items, items...)
	if e.Err == nil {
		e.Err = why
		return
	}
	e.Err = fmt.Errorf("%w; %w", e.Err, why)
}

// Unwrap gives the cause.
func (e *PartialError) Unwrap() error { return e.Err }

// ShrinkError says that a file would lose more than the reviewer may expect.
type ShrinkError struct {
	Path workspace.Path
	How  string
}

// Error implements error.
func (e *ShrinkError) Error() string { return fmt.Sprintf("%s: would %s", e.Path, e.How) }

// settle plans the promotion of items. It leaves those that cannot be promoted, so that the others can be: they do not
// apply, their change has to be confirmed, or they break a rule and may be left for that. If nothing remains, the error
// is the cause.
func (l *Log) settle(
	fsys workspace.FS, d *Draft, items []Item, mayLeave func(id string) bool, opts Options,
) (files []File, left *PartialError, err error) {
	left = &PartialError{Draft: d.ID}
	for len(items) > 0 {
		p, err := l.planFor(fsys, d, items, opts)
		if err != nil {
			return nil, nil, err
		}
		if p.left.Err == nil {
			if p.left.Err = checkRules(p.files, opts.Lint); p.left.Err == nil {
				return p.files, left, nil
			}
			p.left.Items = slices.DeleteFunc(p.broken(d, opts.Lint), func(id string) bool { return !mayLeave(id) })
			if len(p.left.Items) == 0 {
				return nil, nil, p.left.Err
			}
		}
		left.add(p.left.Items, p.left.Err)
		items = slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return slices.Contains(left.Items, i.ID) })
	}
	return nil, nil, left.Err
}

// ToPlace returns the approved items of a draft that are not promoted.
func (h *history) ToPlace(d *Draft) []string { return idsOf(h.pending(d, h.Decisions(d.ID))) }

// pending are the items of ToPlace, with other decisions.
func (h *history) pending(d *Draft, decisions map[string]Decision) []Item {
	return slices.DeleteFunc(d.approved(decisions), func(i Item) bool { return h.InPlace(d.ID, i.ID) })
}

// mayShrink rejects a change that makes a file less than half as long, or removes a heading, unless the options name
// the file. The headings of the table are ours; a person's own stay.
func (o Options) mayShrink(files []File) error {
	for _, f := range files {
		switch lost := lostHeading(f.Before, f.Content); {
		case slices.Contains(o.MayShrink, f.Path), f.Path == section.TriggersFile:
		case 2*len(f.Content) < len(f.Before):
			return &ShrinkError{f.Path, fmt.Sprintf("shrink from %d bytes to %d", len(f.Before), len(f.Content))}
		case lost != "" && f.Path != lookup.File:
			return &ShrinkError{f.Path, fmt.Sprintf("lose the heading %q", lost)}
		}
	}
	return nil
}

// lostHeading is the first heading of a text that another one has not; "" where it has all of them.
func lostHeading(before, after []byte) string {
	left := map[string]int{}
	for _, h := range markdown.ParseLoose(after).Headings() {
		left[h.Text]++
	}
	for _, h := range markdown.ParseLoose(before).Headings() {
		if left[h.Text]--; left[h.Text] < 0 {
			return h.Text
		}
	}
	return ""
}
