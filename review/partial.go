package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lint"
)

// LeftError says that some items could not be approved or promoted with the others. They are undecided. Unwrap
// returns the cause.
type LeftError struct {
	Draft string
	Items []string
	Err   error
}

// Error implements error.
func (e *LeftError) Error() string {
	const most = 5
	which := strings.Join(e.Items, ", ")
	if len(e.Items) > most {
		which = words.Plural(len(e.Items), "item")
	}
	return fmt.Sprintf("%s of draft %s could not be promoted, and must be decided again: %v", which, e.Draft, e.Err)
}

func (e *LeftError) add(items []string, why error) {
	e.Items = append(e.Items, items...)
	if e.Err == nil {
		e.Err = why
		return
	}
	e.Err = fmt.Errorf("%w; %w", e.Err, why)
}

// Unwrap gives the cause.
func (e *LeftError) Unwrap() error { return e.Err }

// ShrinkError says that a file would lose more than the reviewer may expect.
type ShrinkError struct {
	Path workspace.Path
	How  string
}

// Error implements error.
func (e *ShrinkError) Error() string { return fmt.Sprintf("%s: would %s", e.Path, e.How) }

// setAside withdraws the approval of items that cannot be promoted, because their file changed or because they break
// a rule, so that the others can be. It logs this, and returns the files as the remaining decisions make them. If
// nothing remains to promote, it returns the cause as its error.
func (l *Log) setAside(
	fsys workspace.FS, d *Draft, pending []Item, decisions map[string]Decision, opts Options,
) ([]File, *LeftError, error) {
	left, err := l.unfit(fsys, d, pending, opts.ReadOnly)
	if err != nil {
		return nil, nil, err
	}
	if left == nil {
		left = &LeftError{Draft: d.ID}
	}
	withdraw := func(items []string) {
		for _, id := range items {
			delete(decisions, id)
		}
	}
	withdraw(left.Items)
	var files []File
	for {
		if files, err = d.valid(decisions, opts.Lint); err == nil {
			break
		}
		broken := l.broken(d, decisions, opts.Lint)
		if len(broken) == 0 {
			return nil, nil, err
		}
		withdraw(broken)
		left.add(broken, err)
	}
	if alone := l.drafts[d.ID].unaccompanied(decisions); len(alone) > 0 {
		withdraw(alone)
		left.add(alone, errors.New("no item that brought it along is approved any more"))
		if files, err = d.valid(decisions, opts.Lint); err != nil {
			return nil, nil, err
		}
	}
	switch len(left.Items) {
	case 0:
		return files, nil, nil
	case len(pending):
		return nil, nil, left.Err
	}
	e := l.event(Failed, d, opts)
	e.Items, e.Reason = left.Items, left.Err.Error()
	return files, left, l.append(fsys, e)
}

// unfit are those of some items whose file is not as the draft knows it, or, unless readOnly is set, read-only; nil
// where there are none. If that is all of the items, the error is the cause.
func (l *Log) unfit(fsys workspace.FS, d *Draft, items []Item, readOnly bool) (*LeftError, error) {
	left := &LeftError{Draft: d.ID}
	for _, t := range d.Targets {
		theirs := slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return i.Target != t.Path })
		if len(theirs) == 0 {
			continue
		}
		err := l.checkTarget(fsys, d, t)
		if err == nil && !readOnly {
			err = workspace.CheckWritable(fsys, t.Path)
		}
		switch {
		case err == nil:
		case isFile(err):
			left.add(idsOf(theirs), err)
		default: // trouble with the disk, or an edited view: all or nothing
			return nil, err
		}
	}
	switch len(left.Items) {
	case 0:
		return nil, nil
	case len(items):
		return nil, left.Err
	}
	return left, nil
}

// isFile reports whether an error is about a file's kind or content, and not about reading it. An edited preview is
// not such an error: its author wants something, so it stops everything that the preview shows.
func isFile(err error) bool {
	return is[*StaleError](err) || is[*workspace.NotRegularError](err) || is[*workspace.ReadOnlyError](err)
}

// ToPlace returns the approved items of a draft that are not promoted.
func (h *history) ToPlace(d *Draft) []string { return idsOf(h.pending(d, h.Decisions(d.ID))) }

// pending are the items of ToPlace, with other decisions.
func (h *history) pending(d *Draft, decisions map[string]Decision) []Item {
	return slices.DeleteFunc(d.approved(decisions), func(i Item) bool { return h.InPlace(d.ID, i.ID) })
}

// broken returns the approved items that break a rule whatever else is approved. The required entry is promoted
// together with others.
func (l *Log) broken(d *Draft, decisions map[string]Decision, opts lint.Options) []string {
	alone := map[string]Decision{}
	var pending []string
	for _, item := range d.approved(decisions) {
		if l.InPlace(d.ID, item.ID) || item.Origin == Required {
			alone[item.ID] = Taken
		} else {
			pending = append(pending, item.ID)
		}
	}
	var broken []string
	for _, id := range pending {
		alone[id] = Taken
		if _, err := d.valid(alone, opts); is[*InvalidError](err) {
			broken = append(broken, id)
		}
		delete(alone, id)
	}
	return broken
}

// mayShrink rejects a change that makes a file less than half as long, or removes a heading, unless the options name
// the file.
func (o Options) mayShrink(fsys workspace.FS, targets []backups.Target) error {
	for _, t := range targets {
		before, _, err := workspace.ReadState(fsys, t.Path, workspace.MaxTarget)
		if err != nil {
			return err
		}
		if slices.Contains(o.MayShrink, t.Path) {
			continue
		}
		if 2*len(t.New) < len(before) {
			return &ShrinkError{t.Path, fmt.Sprintf("shrink from %d bytes to %d", len(before), len(t.New))}
		}
		if lost := lostHeading(before, t.New); lost != "" {
			return &ShrinkError{t.Path, fmt.Sprintf("lose the heading %q", lost)}
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
