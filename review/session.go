package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"wisdom/internal/workspace"
	"wisdom/markdown/section"
)

// Session is one reviewer's review of a draft, whatever shows it: it knows the order of the items, what is asked about
// each of them and in which words. A decision counts only for what was shown, which is compared under the lock.
type Session struct {
	Log   *Log
	Draft *Draft
	// Asked are the items that the reviewer is asked about, in their order. The required entry is one of them only where
	// no other entry brings it in.
	Asked []string
	// Gone are the lessons of the draft that are in no source any more.
	Gone map[string]bool

	fsys workspace.FS
	opts Options
	lock func(context.Context, func(*Log) error) error
	// seen are the decisions as they were shown; mark is what a page showed, "" where decisions are compared instead.
	seen map[string]Decision
	mark string
	// unapplied are the items that cannot be applied to the files as they are, each with the reason.
	unapplied map[string]string
	// goneFacts are the items of factsGone, nil as long as nobody asked.
	goneFacts []string
}

// NewSession begins or goes on with the review of a draft. lock runs work under the lock, on the log as it is then.
func NewSession(
	fsys workspace.FS, l *Log, d *Draft, opts Options, lock func(context.Context, func(*Log) error) error,
) *Session {
	s := &Session{fsys: fsys, opts: opts, lock: lock}
	s.take(l, d)
	return s
}

// MovedError says that the draft is no longer what was shown; nothing was done.
type MovedError struct{ What string }

// Error implements error.
func (e *MovedError) Error() string { return e.What }

// take shows a draft as the log has it now.
func (s *Session) take(l *Log, d *Draft) {
	s.Log, s.Draft, s.seen, s.Asked, s.goneFacts = l, d, l.Decisions(d.ID), nil, nil
	s.unapplied, _ = l.Unapplied(s.fsys, d) // what is wrong with a file is told by every action
	brings := func(i Item) bool { return i.InSection() && i.Origin != Required && s.seen[i.ID] != Refused }
	accompanied := slices.ContainsFunc(d.Items, brings)
	for _, item := range d.Items {
		if !l.InPlace(d.ID, item.ID) && (item.Origin != Required || !accompanied) {
			s.Asked = append(s.Asked, item.ID)
		}
	}
}

// Undecided returns those of the items that are undecided.
func (s *Session) Undecided(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return s.seen[id] != "" })
}

// Next returns the place in Asked of the first undecided item from a place on; the length of Asked if there is none.
func (s *Session) Next(from int) int {
	for from < len(s.Asked) && s.seen[s.Asked[from]] != "" {
		from++
	}
	return from
}

// Facts returns the undecided items of the table.
func (s *Session) Facts() []string {
	return slices.DeleteFunc(s.Undecided(s.Asked), func(id string) bool { return !s.item(id).InTable() })
}

func (s *Session) item(id string) Item {
	item, _ := s.Draft.Item(id)
	return item
}

// Mark names what a page shows: the draft, the decisions on it, the change that they make, and the one that approving
// everything makes. An edit elsewhere in a file leaves it as it is.
func (s *Session) Mark() (string, error) {
	text := fmt.Sprint(s.Draft.ID, s.Log.State(s.Draft.ID), s.Log.Decisions(s.Draft.ID))
	for _, decisions := range []map[string]Decision{s.Log.Decisions(s.Draft.ID), s.Log.WouldBe(s.Draft)} {
		changes, err := Changes(s.fsys, s.Log, s.Draft, decisions)
		if err != nil {
			return "", err
		}
		text += string(HashOf(changes))
	}
	edited, err := s.Draft.EditedViews(s.fsys)
	return s.Draft.ID + "-" + workspace.ShortHash(text+string(HashOf(edited)), 16), err
}

// Expect makes every action compare the draft with what a page showed; a page that names nothing showed nothing.
func (s *Session) Expect(mark string) { s.mark = cmp.Or(mark, "nothing") }

// act does work on items under the lock, on what was shown, and shows what it made of the draft, or the draft that took
// its place. Another process is waited for, but not for long.
func (s *Session) act(ctx context.Context, ids []string, work func() (*Draft, error)) error {
	if id, found := find(ids, func(id string) bool { return !slices.Contains(s.Asked, id) }); found {
		return &ItemError{s.Draft.ID, id, "it is not asked about"}
	}
	const attempts, pause = 20, 100 * time.Millisecond
	for i := 0; ; i++ {
		err := s.lock(ctx, func(l *Log) error {
			if err := s.follow(l, ids); err != nil {
				return err
			}
			d, err := work()
			s.take(s.Log, cmp.Or(d, s.Draft))
			return err
		})
		if !is[*workspace.LockedError](err) || i == attempts {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// follow goes on with the draft that replaced the one that was shown, if there is one, and reports it. It reports too
// what else another process did to these items since they were shown, or to what a page shows.
func (s *Session) follow(l *Log, ids []string) error {
	id, before, seen := s.Draft.ID, s.Draft.ID, s.seen
	for l.State(id) == StateSuperseded && l.Successor(id) != "" {
		id = l.Successor(id)
	}
	if id != before {
		d, err := l.Load(s.fsys, id)
		if err != nil {
			return err
		}
		s.take(l, d)
		return &MovedError{fmt.Sprintf("draft %s replaced %s in the meantime", id, before)}
	}
	s.take(l, s.Draft)
	if state := l.State(id); !state.Waits() {
		return &MovedError{fmt.Sprintf("draft %s is %s now", id, state)}
	}
	if s.mark != "" {
		if now, err := s.Mark(); err != nil || now != s.mark {
			return cmp.Or(err, error(&MovedError{"the draft or a file changed while this page was open"}))
		}
		return nil
	}
	for _, id := range ids {
		if s.seen[id] != seen[id] {
			return &MovedError{fmt.Sprintf("%s was %s in the meantime", id, cmp.Or(s.decided(id), "reopened"))}
		}
	}
	return nil
}

// Decide approves or rejects items, and says what that means. With a *PartialError, the others were approved.
func (s *Session) Decide(ctx context.Context, decision Decision, ids []string, reason string) (told string, err error) {
	if len(ids) == 0 { // that must not mean all of them
		return "", &ItemError{s.Draft.ID, "", "name an item"}
	}
	err = s.act(ctx, ids, func() (*Draft, error) {
		open := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return s.seen[id] == decision })
		if len(open) == 0 {
			return nil, nil
		}
		opts := s.opts
		err := Decide(s.fsys, s.Log, s.Draft, decision, open, reason, opts)
		if stale, ok := errors.AsType[*StaleError](err); ok && stale.Hash != "" && !is[*PartialError](err) {
			opts.Confirm = stale.Hash // a page showed that change, and a terminal shows it before it promotes
			err = Decide(s.fsys, s.Log, s.Draft, decision, open, reason, opts)
		}
		return nil, err
	})
	decided := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return s.seen[id] != decision })
	if len(decided) == 0 || err != nil && !is[*PartialError](err) {
		return "", err
	}
	return noticed(s.Log, s.meaning(decision, decided)), err
}

// noticed is what a decision means, with the notice of the log.
func noticed(l *Log, told string) string {
	if l.Notice != "" {
		told += "\n" + l.Notice
		l.Notice = ""
	}
	return told
}

// RequestChanges sends an item back with a note for the next run. The others stay as they are.
func (s *Session) RequestChanges(ctx context.Context, id, note string) (told string, err error) {
	err = s.act(ctx, []string{id}, func() (*Draft, error) {
		return nil, Return(s.fsys, s.Log, s.Draft, []string{id}, note, s.opts)
	})
	if err == nil {
		told = noticed(s.Log, id+": changes requested; the next run reads your note")
	}
	return told, err
}

// Reword gives an entry other words, or a trigger the calls in Text, and approves it so. The draft is another one then.
func (s *Session) Reword(ctx context.Context, id string, entry section.Entry) (told string, err error) {
	item := s.item(id)
	err = s.act(ctx, []string{id}, func() (d *Draft, err error) {
		if item.Kind == SetTrigger {
			of, _ := section.ParseEntry(item.Name)
			d, _, err = SetTriggerOf(ctx, s.fsys, s.Log, of, entry.Text, s.opts)
			return d, err
		}
		return Reword(ctx, s.fsys, s.Log, s.Draft, id, entry, s.opts)
	})
	if err == nil {
		told = fmt.Sprintf("%s: your words will be added to %s (draft %s)", id, item.Target, s.Draft.ID)
	}
	return told, err
}

// Apply makes the draft what a person wrote down; see Apply.
func (s *Session) Apply(ctx context.Context, wanted Edit) error {
	return s.act(ctx, nil, func() (*Draft, error) { return Apply(ctx, s.fsys, s.Log, s.Draft, wanted, s.opts) })
}

// RoomHint is the way on if words are too long beside other entries; "" for other errors.
func RoomHint(err error) string {
	if invalid, ok := errors.AsType[*InvalidError](err); ok && invalid.isAboutRoom() {
		return "undecided entries count too; reject one first, or use fewer words"
	}
	return ""
}

// Finish is the whole change that the approved items make.
type Finish struct {
	Items   []string // that are approved and not promoted
	Changes []Change
	Targets string // for a sentence
	shown   map[string]Decision
}

// Finish returns the change to show before it is promoted.
func (s *Session) Finish() (Finish, error) {
	decisions := s.Log.Decisions(s.Draft.ID)
	changes, err := Changes(s.fsys, s.Log, s.Draft, decisions)
	items := s.Log.ToPlace(s.Draft)
	var targets []workspace.Path
	for _, id := range items {
		targets = append(targets, s.item(id).Target)
	}
	slices.Sort(targets)
	return Finish{items, changes, workspace.JoinPaths(slices.Compact(targets), " and "), decisions}, err
}

// Promote promotes the change that was shown, by work, and nothing else. shrink are files that may lose text by it.
func (s *Session) Promote(
	ctx context.Context, shown Finish, shrink []workspace.Path, work func(*Log, *Draft, Options) error,
) error {
	return s.act(ctx, nil, func() (*Draft, error) {
		now, err := s.Finish()
		switch {
		case err != nil:
			return nil, err
		case !maps.Equal(now.shown, shown.shown):
			return nil, &MovedError{"another process decided in the meantime"}
		case HashOf(now.Changes) != HashOf(shown.Changes):
			return nil, &MovedError{"a file changed in the meantime, and the change with it"}
		case len(now.Items) == 0:
			return nil, &ItemError{s.Draft.ID, "", "nothing is approved yet"}
		}
		opts := s.opts
		opts.MayShrink, opts.Confirm = shrink, HashOf(now.Changes)
		return nil, work(s.Log, s.Draft, opts)
	})
}
