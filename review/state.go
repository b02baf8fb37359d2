package review

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
)

// Decision is a reviewer's decision on an item.
type Decision string

// The decisions.
const (
	Undecided Decision = "undecided"
	Taken     Decision = "approved"
	Refused   Decision = "refused"
	// Undone means that the item was promoted, and that a rollback removed it.
	Undone Decision = "rolled back"
	// Freed means that the item was rejected in a draft that is closed, and that another one may propose it again.
	Freed Decision = "freed"
)

// String returns the word that people read; JSON keeps the constant.
func (d Decision) String() string {
	return cmp.Or(map[Decision]string{Refused: "rejected", Freed: "reopened"}[d], string(d))
}

// State is the state of a draft.
type State string

// The states of a draft; see the package documentation for the way between them.
const (
	StateWaiting     State = "waiting"
	StateApproved    State = "approved"     // decided, but not completely promoted
	StateNeedsReview State = "needs review" // it could not be promoted
	StateRejected    State = "rejected"
	StateReturned    State = "returned"
	StateSuperseded  State = "superseded"
	StateExpired     State = "expired"
	StatePromoted    State = "promoted"
	StateRolledBack  State = "rolled back"
)

// String returns the words that people read; JSON keeps the constant.
func (s State) String() string {
	return cmp.Or(map[State]string{StateWaiting: "pending", StateReturned: "sent back"}[s], string(s))
}

// Waits reports whether a draft needs a reviewer's action.
func (s State) Waits() bool {
	return s == StateWaiting || s == StateApproved || s == StateNeedsReview
}

// progress is how far a draft has come since the event that staged it.
type progress struct {
	Event
	touched   string // when it was staged or decided on last
	decisions map[string]Decision
	// by are the events that decided the items last, approved those that approved them last, each counted from 1.
	by, approved map[string]int
	placed       placed                            // what is promoted now
	held         map[int]placed                    // what each generation holds of it
	promoted     bool                              // something of it was promoted at least once
	closed       State                             // superseded, returned or expired
	closing      Event                             // that requested changes, if only to some items, or by which it expired
	failed       string                            // why the last promotion failed
	after        string                            // the draft that took its place
	confirmed    map[workspace.Path]workspace.Hash // the change of each file, as the last approval confirmed it
}

// placed holds the files that a draft made and that still exist.
type placed map[workspace.Path]made

// made holds what a promotion wrote into a file, and the items of it that are promoted.
type made struct {
	hash  workspace.Hash
	items map[string]bool
}

func (p placed) holds(item string) bool {
	for _, made := range p {
		if made.items[item] {
			return true
		}
	}
	return false
}

// history follows from the events of the log, in their order, and from nothing else: it reads no file and writes none.
type history struct {
	Events []Event
	drafts map[string]*progress
	order  []string // of drafts, as they were staged
	// withdrawn: decisions were, because of damaged lines, and no draft was staged since.
	withdrawn bool
}

// take follows the drafts through one more event.
func (h *history) take(e Event) {
	h.Events = append(h.Events, e)
	switch e.Action {
	case Staged:
		h.takeStaged(e)
	case RolledBack:
		h.takeRollback(e)
	case Damaged:
		h.withdraw()
	default:
		if p := h.drafts[e.Draft]; p != nil { // else it was staged before the log begins
			h.takeDecision(p, e)
		}
	}
}

func (h *history) takeStaged(e Event) {
	p := &progress{
		Event: e, touched: e.At, decisions: map[string]Decision{}, by: map[string]int{}, approved: map[string]int{},
		held: map[int]placed{}, confirmed: map[workspace.Path]workspace.Hash{},
	}
	old := h.of(e.Supersedes)
	old.closed, old.after = StateSuperseded, e.Draft
	for _, c := range e.Carried {
		p.decisions[c.Item], p.by[c.Item], p.approved[c.Item] = c.Decision, old.by[c.From], old.approved[c.From]
	}
	if h.drafts == nil {
		h.drafts = map[string]*progress{}
	}
	h.drafts[e.Draft], h.withdrawn = p, false
	h.order = append(slices.DeleteFunc(h.order, func(id string) bool { return id == e.Draft }), e.Draft)
}

// decisionBy are the decisions that events make on their items. After a failed promotion they are undecided.
var decisionBy = map[Action]Decision{
	Approved: Taken, Rejected: Refused, Returned: Refused, Reopened: Freed, Failed: "",
}

func (h *history) takeDecision(p *progress, e Event) {
	waits := h.State(e.Draft).Waits()
	p.touched = e.At
	maps.Copy(p.confirmed, e.Changes)
	if decision, decides := decisionBy[e.Action]; decides {
		for _, item := range e.Items {
			p.decisions[item], p.by[item] = decision, len(h.Events)
			if decision == Taken {
				p.approved[item] = len(h.Events)
			}
			if decision == "" || decision == Freed && waits {
				delete(p.decisions, item)
			}
		}
	}
	p.failed = ""
	switch e.Action {
	case Superseded:
		p.closed = StateSuperseded
	case Expired:
		p.closed, p.closing = StateExpired, e
	case Returned:
		p.closing = e
		if len(e.Items) == 0 || e.SchemaVersion == 1 { // older versions closed the draft with a note on an item, too
			p.closed = StateReturned
		}
	case Failed:
		p.failed = e.Reason
	case Promoted:
		h.takePromotion(p, e)
	}
}

// takePromotion notes what is promoted now: the approved items of every file. A promotion names the files that it
// changed; the others were as they should be.
func (h *history) takePromotion(p *progress, e Event) {
	now := placed{}
	for item, decision := range p.decisions {
		if decision != Taken {
			continue
		}
		path := p.fileOf(item)
		if now[path].items == nil {
			now[path] = made{cmp.Or(e.Result[path], p.placed[path].hash, p.Bases[path]), map[string]bool{}}
		}
		now[path].items[item] = true
	}
	p.placed, p.promoted = now, true
	h.hold(*e.Generation)
}

// fileOf returns the file that an item is about. An item that the draft does not list is a fact that was not included
// and that a reviewer added.
func (p *progress) fileOf(item string) workspace.Path {
	for path, items := range p.Files {
		if slices.Contains(items, item) {
			return path
		}
	}
	return lookup.File
}

// takeRollback gives every draft the state that it had in the restored generation. Items that leave are undone, which
// counts as rejected; items that come back are approved again.
func (h *history) takeRollback(e Event) {
	leaving := h.leaving(e)
	for id, p := range h.drafts {
		for _, item := range leaving[id] {
			if p.decisions[item] == Taken {
				p.decisions[item], p.by[item] = Undone, len(h.Events)
			}
		}
		p.placed = p.placedAfter(e)
		for _, made := range p.placed {
			for item := range made.items {
				p.decisions[item], p.by[item] = Taken, p.approved[item]
			}
		}
	}
	h.hold(*e.Generation)
}

// leaving are the promoted items that a rollback takes out, by draft.
func (h *history) leaving(e Event) map[string][]string {
	leaving := map[string][]string{}
	for id, p := range h.drafts {
		then := p.placedAfter(e)
		for _, item := range slices.Sorted(maps.Keys(p.decisions)) {
			if p.placed.holds(item) && !then.holds(item) {
				leaving[id] = append(leaving[id], item)
			}
		}
	}
	return leaving
}

// placedAfter returns what is promoted of a draft after a rollback: what the restored generation held, of all files or
// of the one that the rollback is about.
func (p *progress) placedAfter(e Event) placed {
	var held placed
	if e.Restores != nil {
		held = p.held[*e.Restores]
	}
	if e.Only == "" {
		return held
	}
	then := placed{}
	maps.Copy(then, p.placed)
	delete(then, e.Only)
	if made, known := held[e.Only]; known {
		then[e.Only] = made
	}
	return then
}

// hold remembers what a generation holds of each draft. A placed value is replaced, never changed.
func (h *history) hold(generation int) {
	for _, p := range h.drafts {
		p.held[generation] = p.placed
	}
}

// of returns how far a draft has come; nothing is known of one that the log does not have.
func (h *history) of(draft string) *progress {
	if p := h.drafts[draft]; p != nil {
		return p
	}
	return &progress{}
}

// standing is the file that a draft expects as a target: what it was made from, or once it was promoted what that made
// of it.
func (h *history) standing(draft string, t Target) workspace.Hash {
	return cmp.Or(h.of(draft).placed[t.Path].hash, t.Base)
}

// Decisions are the last word on every item of a draft.
func (h *history) Decisions(draft string) map[string]Decision {
	return maps.Collect(maps.All(h.of(draft).decisions))
}

// State returns the state of a draft; "" if the log does not know it.
func (h *history) State(draft string) State {
	p := h.drafts[draft]
	switch {
	case p == nil:
		return ""
	case p.promoted && len(p.placed) == 0:
		return StateRolledBack
	case p.closed != "":
		return p.closed
	case draft != h.newest() && len(p.placed) > 0:
		return StatePromoted // a rollback brought it back, and what it left open is the newer one's
	case p.failed != "":
		return StateNeedsReview
	}
	if h.Undecided(draft) > 0 {
		return StateWaiting
	}
	state := StateRejected
	if p.closing.Action == Returned { // if only to some items
		state = StateReturned
	}
	for item, decision := range p.decisions { // facts that a reviewer included, too
		switch {
		case decision == Taken && !p.placed.holds(item):
			return StateApproved
		case decision == Taken:
			state = StatePromoted
		}
	}
	return state
}

// Waiting returns the draft that is pending a decision or a promotion, or "".
func (h *history) Waiting() string {
	for _, id := range slices.Backward(h.order) {
		if h.State(id).Waits() {
			return id
		}
	}
	return ""
}

// newest is the draft that was staged last, or "".
func (h *history) newest() string {
	if len(h.order) == 0 {
		return ""
	}
	return h.order[len(h.order)-1]
}

// Drafts lists all drafts, the newest first.
func (h *history) Drafts() []string {
	ids := slices.Clone(h.order)
	slices.Reverse(ids)
	return ids
}

// Undecided returns the number of undecided items of a draft.
func (h *history) Undecided(draft string) int {
	p := h.of(draft)
	return len(slices.DeleteFunc(slices.Clone(p.Items), func(item string) bool { return p.decisions[item] != "" }))
}

// InPlace reports whether an item is promoted.
func (h *history) InPlace(draft, item string) bool { return h.of(draft).placed.holds(item) }

// Failure says why the last promotion of a draft failed; "" where it did not.
func (h *history) Failure(draft string) string { return h.of(draft).failed }

// Overdue reports whether a draft is pending for longer than allowed since it was staged or decided on. No age means
// no limit.
func (h *history) Overdue(draft string, now time.Time, most time.Duration) bool {
	if most <= 0 || !h.State(draft).Waits() {
		return false
	}
	since, err := time.Parse(time.RFC3339, h.of(draft).touched)
	return err == nil && now.Sub(since) > most
}
