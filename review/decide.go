package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// ItemError says that a draft or an item of it cannot be decided so.
type ItemError struct {
	Draft, Item, Message string
}

// Error implements error.
func (e *ItemError) Error() string {
	var where []string
	if e.Draft != "" {
		where = append(where, "draft "+e.Draft)
	}
	if e.Item != "" {
		where = append(where, "item "+e.Item)
	}
	if where == nil {
		return e.Message
	}
	return strings.Join(where, ", ") + ": " + e.Message
}

// NotReviewerError says that a person may not decide on an item.
type NotReviewerError struct {
	By   string
	Item string // that requires another reviewer
	May  []string
}

// Error implements error.
func (e *NotReviewerError) Error() string {
	return fmt.Sprintf("item %s changes more than the section, and %s is none of the identity reviewers (%s)",
		e.Item, e.By, strings.Join(e.May, ", "))
}

// Decide records a decision on items of a draft; no items means all that are undecided. Items whose file changed since
// cannot be approved, and hold up no others: with a *PartialError, which names them, those are. The caller holds the lock.
func Decide(fsys workspace.FS, l *Log, d *Draft, decision Decision, items []string, reason string, opts Options) error {
	items, err := l.choose(d, decision, items)
	if err != nil {
		return err
	}
	if decision == Refused {
		e := l.event(Rejected, d, opts)
		e.Refused, e.Reason, e.Items = d.described(items), reason, items
		return l.append(fsys, e)
	}
	files, left, err := l.planApproval(fsys, d, items, opts)
	if err != nil {
		return err
	}
	items = without(items, left.Items)
	e := l.event(Approved, d, opts)
	e.Refused, e.Reason, e.Items, e.Changes = d.takenOut(items), reason, items, map[workspace.Path]workspace.Hash{}
	for _, f := range files {
		e.Changes[f.Path] = HashOf([]Change{f.change()})
	}
	if err := l.append(fsys, e); err != nil || len(left.Items) == 0 {
		return err
	}
	return left
}

// planApproval plans the promotion of items with everything that is approved and not promoted yet. If none of the items
// can be promoted, the error is the cause. They must keep the rules, facts that a reviewer includes together with all
// that is not rejected; what was approved before a rule was made holds up no other.
func (l *Log) planApproval(
	fsys workspace.FS, d *Draft, items []string, opts Options,
) (files []File, left *PartialError, err error) {
	if err := opts.mayApprove(d.described(items)); err != nil {
		return nil, nil, err
	}
	decisions := l.Decisions(d.ID)
	for _, id := range items {
		decisions[id] = Taken
	}
	opts.ReadOnly = true // the promotion asks
	earlier := func(id string) bool { return !slices.Contains(items, id) }
	if files, left, err = l.settle(fsys, d, l.pending(d, decisions), earlier, opts); err != nil {
		return nil, nil, err
	}
	mine := slices.DeleteFunc(slices.Clone(left.Items), earlier)
	if len(mine) == len(items) {
		return nil, nil, left.Err
	}
	if slices.ContainsFunc(items, d.isLeftOut) {
		maps.Copy(decisions, l.WouldBe(d))
		all := slices.DeleteFunc(l.pending(d, decisions), func(i Item) bool { return slices.Contains(left.Items, i.ID) })
		now, err := l.filesNow(fsys, d, all)
		if err == nil {
			err = checkRules(now, opts.Lint)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	left.Items = mine
	return files, left, nil
}

// decidable reports whether anything can be decided on a draft.
func (h *history) decidable(d *Draft) error {
	state, next := h.State(d.ID), h.Successor(d.ID)
	switch {
	case state == StateSuperseded && next != "":
		return &ItemError{d.ID, "", fmt.Sprintf("draft %s replaced it, so there is nothing to decide", next)}
	case !state.Waits():
		return &ItemError{d.ID, "", fmt.Sprintf("it is %s, so there is nothing to decide", state)}
	}
	return nil
}

// takenOut returns the facts that a person removed from the table, as rejections of adding them again.
func (d *Draft) takenOut(ids []string) []Item {
	var items []Item
	for _, item := range d.described(ids) {
		if item.Kind == DropFact && item.Origin == Hand {
			item.Kind = AddFact
			items = append(items, item)
		}
	}
	return items
}

// Outside reports whether an item changes more than the section or the table.
func (i Item) Outside() bool { return i.Part() == PartLines }

// mayApprove reports whether the reviewer may approve items.
func (o Options) mayApprove(items []Item) error {
	if len(o.IdentityReviewers) == 0 || slices.Contains(o.IdentityReviewers, o.By) {
		return nil
	}
	if item, outside := find(items, Item.Outside); outside {
		return &NotReviewerError{o.By, item.ID, o.IdentityReviewers}
	}
	return nil
}

// choose returns the items that a decision is about. An approval of an entry includes the required entry, where an
// older version made an item of it. An item that is already promoted cannot be rejected.
func (l *Log) choose(d *Draft, decision Decision, wanted []string) ([]string, error) {
	if err := l.decidable(d); err != nil {
		return nil, err
	}
	p, err := l.drafts[d.ID], d.known(wanted)
	if decision == Refused {
		err = l.rejectable(d, wanted)
	}
	if err != nil {
		return nil, err
	}
	chosen := func(item Item) bool {
		return slices.Contains(wanted, item.ID) || len(wanted) == 0 && p.decisions[item.ID] == ""
	}
	inSection := slices.ContainsFunc(d.Items, func(item Item) bool { return item.InSection() && chosen(item) })
	var items []string
	for _, item := range d.Items {
		goesAlong := decision == Refused && p.decisions[item.ID] == "" && d.goesWith(item, wanted) ||
			decision == Taken && item.Origin == Required && inSection && !p.placed.holds(item.ID)
		if chosen(item) || goesAlong {
			items = append(items, item.ID)
		}
	}
	items = append(items, slices.DeleteFunc(slices.Clone(wanted), func(id string) bool { return !d.isLeftOut(id) })...)
	if len(items) == 0 {
		return nil, &ItemError{d.ID, "", "every item is decided"}
	}
	return items, nil
}

// rejectable reports whether a draft has all of these items, and none of them is promoted.
func (h *history) rejectable(d *Draft, items []string) error {
	if err := d.known(items); err != nil {
		return err
	}
	if i := slices.IndexFunc(items, h.drafts[d.ID].placed.holds); i >= 0 {
		return &ItemError{d.ID, items[i], "it is already promoted; rollback undoes it"}
	}
	return nil
}

// known reports whether a draft has all of these items.
func (d *Draft) known(items []string) error {
	for _, id := range items {
		if _, there := d.Item(id); !there {
			return &ItemError{d.ID, id, "there is no such item; it has " + strings.Join(d.IDs(), ", ")}
		}
	}
	return nil
}

// Return requests changes with a note, which later runs read until another draft is promoted. The named items count as
// rejected, and the others stay pending; if none is named, the note is about the whole draft, which is closed. The
// caller holds the lock.
func Return(fsys workspace.FS, l *Log, d *Draft, items []string, note string, opts Options) error {
	if err := l.decidable(d); err != nil {
		return err
	}
	if strings.TrimSpace(note) == "" {
		return &ItemError{d.ID, "", "it goes back with a note, and the note is empty"}
	}
	if err := l.rejectable(d, items); err != nil {
		return err
	}
	if item, there := find(d.described(items), func(i Item) bool { return i.Origin == Required }); there {
		return &ItemError{d.ID, item.ID, "every section has the required entry"}
	}
	e := l.event(Returned, d, opts)
	e.Reason, e.Items, e.Refused = note, items, d.described(items)
	return l.append(fsys, e)
}

// Notes returns the notes with which reviewers requested changes, the oldest first. Those on a draft end with the
// promotion of another one.
func (h *history) Notes() (notes []string) {
	for i, e := range h.Events {
		ends := func(later Event) bool { return later.Action == Promoted && later.Draft != e.Draft }
		if e.Action == Returned && !slices.ContainsFunc(h.Events[i:], ends) {
			notes = append(notes, e.Reason)
		}
	}
	return notes
}

// Expire closes the pending draft if it is older than allowed, and returns its ID. The caller holds the lock.
func Expire(fsys workspace.FS, l *Log, opts Options) (string, error) {
	id := l.Waiting()
	if !l.Overdue(id, opts.Now(), opts.MaxAge) {
		return "", nil
	}
	e := l.event(Expired, &Draft{Manifest: Manifest{ID: id}, Hash: l.drafts[id].Hash}, opts)
	e.By, e.Reason = "", "undecided for "+daysOrHours(opts.MaxAge)
	return id, l.append(fsys, e)
}

func daysOrHours(d time.Duration) string {
	const day = 24 * time.Hour
	if d%day == 0 {
		return text.Plural(int(d/day), "day")
	}
	return text.Plural(int(d.Hours()), "hour")
}

// Reopen reopens rejected items, so that a later run may propose them again. Items that a rollback removed and
// drafts with requested changes count as rejected too. No items means all of them.
func Reopen(fsys workspace.FS, l *Log, d *Draft, items []string, opts Options) ([]string, error) {
	if err := d.known(items); err != nil {
		return nil, err
	}
	freed := map[string][]string{} // by the draft that holds the last decision
	var named []string
	for _, id := range d.IDs() {
		if len(items) > 0 && !slices.Contains(items, id) {
			continue
		}
		draft, item := l.latest(d.ID, id)
		takenOut := len(d.takenOut([]string{id})) > 0 && !l.State(draft).Waits()
		switch decision := l.drafts[draft].decisions[item]; {
		case decision == Taken && takenOut,
			decision == Refused || decision == Undone || decision == "" && l.State(draft) == StateReturned:
			freed[draft] = append(freed[draft], item)
			named = append(named, id)
		case len(items) > 0:
			return nil, &ItemError{d.ID, id, "it was not rejected"}
		}
	}
	if len(named) == 0 {
		return nil, &ItemError{d.ID, "", "nothing in it was rejected"}
	}
	for _, draft := range l.order {
		if freed[draft] == nil {
			continue
		}
		e := l.event(Reopened, &Draft{Manifest: Manifest{ID: draft}, Hash: l.drafts[draft].Hash}, opts)
		e.Items = freed[draft]
		if err := l.append(fsys, e); err != nil {
			return nil, err
		}
	}
	return named, nil
}
