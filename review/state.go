package review

import (
	"maps"
	"slices"
	"time"

	"wisdom/internal/workspace"
)

// Decision is what was decided on an item.
type Decision string

// The decisions.
const (
	Undecided Decision = "undecided"
	Taken     Decision = "approved"
	Refused   Decision = "refused"
	// Undone was put in place, and a rollback took it out again.
	Undone Decision = "rolled back"
	// Freed was refused in a draft that is done with, and may come again in
	// another one.
	Freed Decision = "freed"
)

// Carried is a decision that went over from a draft into the one that took its
// place.
type Carried struct {
	Item     string   `json:"item"`
	From     string   `json:"from"` // its id in the draft before
	Decision Decision `json:"decision"`
}

// State is where a draft is on its way.
type State string

// The states of a draft; see the package documentation for the way between them.
const (
	StateWaiting     State = "waiting"
	StateApproved    State = "approved"     // decided, and not all of it is in place
	StateNeedsReview State = "needs review" // it could not be put in place
	StateRejected    State = "rejected"
	StateReturned    State = "returned"
	StateSuperseded  State = "superseded"
	StateExpired     State = "expired"
	StatePromoted    State = "promoted"
	StateRolledBack  State = "rolled back"
)

// Waits says whether somebody has something to do about a draft.
func (s State) Waits() bool {
	return s == StateWaiting || s == StateApproved || s == StateNeedsReview
}

// progress is how far a draft has come.
type progress struct {
	hash      workspace.Hash
	staged    string // when
	touched   string // when it was staged or decided on last
	items     []string
	decisions map[string]Decision
	placed    placement // what is in place now
	promoted  bool      // something of it was put in place once
	closed    State     // superseded, returned or expired
	failed    string    // why the last promotion failed
	before    string    // the draft whose place it took
	after     string    // the one that took its place
	carried   []Carried // from before
}

// placement is what is in place of a draft: items, and the files they made.
type placement struct {
	items map[string]bool
	made  map[workspace.Path]workspace.Hash
}

// take follows the drafts through one more event.
func (l *Log) take(e Event, line []byte) {
	l.Events = append(l.Events, e)
	l.last = workspace.HashOf(line)
	l.whole = append(l.whole, line...)
	if l.drafts == nil {
		l.drafts, l.held = map[string]*progress{}, map[int]map[string]placement{}
	}
	switch e.Action {
	case Staged:
		l.takeStaged(e)
	case RolledBack:
		l.takeRollback(e)
	default:
		if p := l.drafts[e.Draft]; p != nil { // else it was staged before the log begins
			l.takeDecision(p, e)
		}
	}
}

func (l *Log) takeStaged(e Event) {
	p := &progress{
		hash: e.Hash, staged: e.At, touched: e.At, items: e.Items, decisions: map[string]Decision{}, before: e.Supersedes, carried: e.Carried,
	}
	for _, c := range e.Carried {
		p.decisions[c.Item] = c.Decision
	}
	if old := l.drafts[e.Supersedes]; old != nil {
		old.closed, old.after = StateSuperseded, e.Draft
	}
	l.drafts[e.Draft] = p
	l.order = append(slices.DeleteFunc(l.order, func(id string) bool { return id == e.Draft }), e.Draft)
}

func (l *Log) takeDecision(p *progress, e Event) {
	waits := l.State(e.Draft).Waits()
	p.touched = e.At
	for _, item := range e.Items {
		switch {
		case e.Action == Approved:
			p.decisions[item] = Taken
		case e.Action == Rejected || e.Action == Returned:
			p.decisions[item] = Refused
		case e.Action == Unrefused && waits:
			delete(p.decisions, item)
		case e.Action == Unrefused:
			p.decisions[item] = Freed
		}
	}
	switch e.Action {
	case Superseded:
		p.closed = StateSuperseded
	case Expired:
		p.closed = StateExpired
	case Returned:
		p.closed = StateReturned
	case Failed:
		p.failed = e.Reason
		return
	case Promoted:
		l.takePromotion(p, e)
	}
	p.failed = ""
}

// takePromotion notes what is in place now. A promotion names the files that it
// changed; what an earlier one of the same draft made of another file still holds.
func (l *Log) takePromotion(p *progress, e Event) {
	made := maps.Clone(p.placed.made)
	if made == nil {
		made = map[workspace.Path]workspace.Hash{}
	}
	maps.Copy(made, e.Result)
	p.placed = placement{map[string]bool{}, made}
	for item, decision := range p.decisions {
		if decision == Taken {
			p.placed.items[item] = true
		}
	}
	p.promoted = true
	l.hold(*e.Generation)
}

// takeRollback gives every draft the place that it had in the generation that is
// restored. What leaves is undone, which is as good as refused; what comes back
// is approved again.
func (l *Log) takeRollback(e Event) {
	var held map[string]placement
	if e.Restores != nil {
		held = l.held[*e.Restores]
	}
	for id, p := range l.drafts {
		for item := range p.placed.items {
			if !held[id].items[item] && p.decisions[item] == Taken {
				p.decisions[item] = Undone
			}
		}
		p.placed = held[id]
		for item := range p.placed.items {
			p.decisions[item] = Taken
		}
	}
	if e.Generation != nil {
		l.hold(*e.Generation)
	}
}

// hold remembers what a generation holds of each draft.
func (l *Log) hold(generation int) {
	now := map[string]placement{}
	for id, p := range l.drafts {
		if len(p.placed.items) > 0 {
			now[id] = placement{maps.Clone(p.placed.items), maps.Clone(p.placed.made)}
		}
	}
	l.held[generation] = now
}

// undoneBy are the items that going back to a generation takes out. One whose
// draft is lost cannot be described, and is not remembered.
func (l *Log) undoneBy(fsys workspace.FS, generation int) map[string][]Item {
	undone := map[string][]Item{}
	for id, p := range l.drafts {
		for _, item := range p.items {
			if !p.placed.items[item] || l.held[generation][id].items[item] {
				continue
			}
			if d, err := l.Load(fsys, id); err == nil {
				if found, ok := d.Item(item); ok {
					undone[id] = append(undone[id], found)
				}
			}
		}
	}
	return undone
}

// inPlace says whether anything of a draft is in place.
func (p *progress) inPlace() bool { return len(p.placed.items) > 0 }

// Decisions are the last word on every item of a draft.
func (l *Log) Decisions(draft string) map[string]Decision {
	if p := l.drafts[draft]; p != nil {
		return maps.Clone(p.decisions)
	}
	return map[string]Decision{}
}

// State says where a draft is; "" for one that the log does not know.
func (l *Log) State(draft string) State {
	p := l.drafts[draft]
	switch {
	case p == nil:
		return ""
	case p.promoted && !p.inPlace():
		return StateRolledBack
	case p.closed != "":
		return p.closed
	case p.failed != "":
		return StateNeedsReview
	}
	taken, placed := 0, true
	for _, item := range p.items {
		switch p.decisions[item] {
		case "":
			return StateWaiting
		case Taken:
			taken++
			placed = placed && p.placed.items[item]
		}
	}
	switch {
	case taken == 0:
		return StateRejected
	case !placed:
		return StateApproved
	}
	return StatePromoted
}

// Waiting is the draft that waits for decisions, or to be put in place, or "".
func (l *Log) Waiting() string {
	for _, id := range slices.Backward(l.order) {
		if l.State(id).Waits() {
			return id
		}
	}
	return ""
}

// Drafts lists all drafts, the newest first.
func (l *Log) Drafts() []string {
	ids := slices.Clone(l.order)
	slices.Reverse(ids)
	return ids
}

// Undecided is how many items of a draft nobody decided on.
func (l *Log) Undecided(draft string) int {
	n := 0
	if p := l.drafts[draft]; p != nil {
		for _, item := range p.items {
			if p.decisions[item] == "" {
				n++
			}
		}
	}
	return n
}

// Begun says whether somebody decided on a draft, or put a part of it in place.
func (l *Log) Begun(draft string) bool {
	p := l.drafts[draft]
	return p != nil && len(p.decisions) > 0
}

// InPlace says whether an item is in place.
func (l *Log) InPlace(draft, item string) bool {
	p := l.drafts[draft]
	return p != nil && p.placed.items[item]
}

// Failure says why the last promotion of a draft failed; "" where it did not.
func (l *Log) Failure(draft string) string {
	if p := l.drafts[draft]; p != nil {
		return p.failed
	}
	return ""
}

// ApprovedBy finds the event in which an item was approved last, be it in a draft
// whose place this one took; ok is false where it was not.
func (l *Log) ApprovedBy(draft, item string) (e Event, ok bool) {
	for _, e := range slices.Backward(l.Events) {
		if e.Action == Approved && e.Draft == draft && slices.Contains(e.Items, item) {
			return e, true
		}
	}
	if p := l.drafts[draft]; p != nil {
		for _, c := range p.carried {
			if c.Item == item && c.Decision == Taken {
				return l.ApprovedBy(p.before, c.From)
			}
		}
	}
	return Event{}, false
}

// latest follows an item into the drafts that took the place of its own, as far as
// decisions on it were carried over.
func (l *Log) latest(draft, item string) (string, string) {
	for {
		p := l.drafts[draft]
		if p == nil || l.drafts[p.after] == nil {
			return draft, item
		}
		next := l.drafts[p.after]
		i := slices.IndexFunc(next.carried, func(c Carried) bool { return c.From == item })
		if i < 0 {
			return draft, item
		}
		draft, item = p.after, next.carried[i].Item
	}
}

// Overdue says whether a draft waits for longer than it may: since it was staged,
// or decided on. No age is no limit.
func (l *Log) Overdue(draft string, now time.Time, most time.Duration) bool {
	p := l.drafts[draft]
	if p == nil || most <= 0 || !l.State(draft).Waits() {
		return false
	}
	since, err := time.Parse(time.RFC3339, p.touched)
	return err == nil && now.Sub(since) > most
}

// EmptyRuns is how many runs in a row found nothing to propose.
func (l *Log) EmptyRuns() int {
	n := 0
	for _, e := range slices.Backward(l.Events) {
		switch e.Action {
		case Empty:
			n++
		case Staged:
			return n
		}
	}
	return n
}

// ManyEmptyRuns is the number of empty runs in a row from which on something may
// be wrong with what is read.
const ManyEmptyRuns = 3
