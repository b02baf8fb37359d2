package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
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
	s.Log, s.Draft, s.seen, s.Asked = l, d, l.Decisions(d.ID), nil
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

// under does work under the lock, on the draft that was shown. Another process is waited for, but not for long.
func (s *Session) under(ctx context.Context, work func() error) error {
	const attempts, pause = 20, 100 * time.Millisecond
	for i := 0; ; i++ {
		err := s.lock(ctx, func(l *Log) error {
			if err := s.follow(l); err != nil {
				return err
			}
			return work()
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

// follow goes on with the draft that replaced the one that was shown, if there is one, and reports it.
func (s *Session) follow(l *Log) error {
	id, before := s.Draft.ID, s.Draft.ID
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
	seen := s.seen
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
	s.seen = seen
	return nil
}

// compare reports an item on which another process decided since it was shown.
func (s *Session) compare(ids []string) error {
	now := s.Log.Decisions(s.Draft.ID)
	for _, id := range ids {
		if now[id] != s.seen[id] {
			s.seen = now
			return &MovedError{fmt.Sprintf("%s was %s in the meantime", id, cmp.Or(s.decided(id), "reopened"))}
		}
	}
	return nil
}

// act does work on items under the lock, on what was shown, and shows what it made of the draft, or the draft that took
// its place; done is false if the error is about more than the queue.
func (s *Session) act(ctx context.Context, ids []string, work func() (*Draft, error)) (done bool, err error) {
	if err := s.askedAbout(ids); err != nil {
		return false, err
	}
	err = s.under(ctx, func() error {
		if err := s.compare(ids); err != nil {
			return err
		}
		d, err := work()
		if d == nil {
			d = s.Draft
		}
		s.take(s.Log, d)
		return err
	})
	return err == nil || is[*QueueError](err), err
}

// Decide approves or rejects items, and says what that means. With a *LeftError, the others were approved.
func (s *Session) Decide(ctx context.Context, decision Decision, ids []string, reason string) (told string, err error) {
	done, err := s.act(ctx, ids, func() (*Draft, error) {
		open := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return s.seen[id] == decision })
		if len(open) == 0 {
			return nil, nil
		}
		opts := s.opts
		err := Decide(s.fsys, s.Log, s.Draft, decision, open, reason, opts)
		if stale, ok := errors.AsType[*StaleError](err); ok && stale.Hash != "" && !is[*LeftError](err) {
			opts.Confirm = stale.Hash // a page showed that change, and a terminal shows it before it promotes
			err = Decide(s.fsys, s.Log, s.Draft, decision, open, reason, opts)
		}
		return nil, err
	})
	decided := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return s.seen[id] != decision })
	if len(decided) == 0 || !done && !is[*LeftError](err) {
		return "", err
	}
	return s.meaning(decision, decided), err
}

// askedAbout reports an item that the reviewer is not asked about. No item must not mean all of them.
func (s *Session) askedAbout(ids []string) error {
	if len(ids) == 0 {
		return &ItemError{s.Draft.ID, "", "name an item"}
	}
	for _, id := range ids {
		if !slices.Contains(s.Asked, id) {
			return &ItemError{s.Draft.ID, id, "it is not asked about"}
		}
	}
	return nil
}

// RequestChanges sends an item back with a note for the next run. The others stay as they are.
func (s *Session) RequestChanges(ctx context.Context, id, note string) (told string, err error) {
	done, err := s.act(ctx, []string{id}, func() (*Draft, error) {
		return nil, Return(s.fsys, s.Log, s.Draft, []string{id}, note, s.opts)
	})
	if done {
		told = id + ": changes requested; the next run reads your note"
	}
	return told, err
}

// Reword gives an entry other words, and approves it so. The draft is another one then.
func (s *Session) Reword(ctx context.Context, id string, entry section.Entry) (told string, err error) {
	done, err := s.act(ctx, []string{id}, func() (*Draft, error) {
		return Reword(ctx, s.fsys, s.Log, s.Draft, id, entry, s.opts)
	})
	if done {
		told = fmt.Sprintf("%s: your words will be added to %s (draft %s)", id, lint.SoulFile, s.Draft.ID)
	}
	return told, err
}

// Apply makes the draft what a person wrote down; see Apply.
func (s *Session) Apply(ctx context.Context, wanted Edit) error {
	return s.under(ctx, func() error {
		d, err := Apply(ctx, s.fsys, s.Log, s.Draft, wanted, s.opts)
		if d != nil {
			s.take(s.Log, d)
		}
		return err
	})
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
	hash    workspace.Hash
}

// Finish returns the change to show before it is promoted.
func (s *Session) Finish() (Finish, error) {
	decisions := s.Log.Decisions(s.Draft.ID)
	changes, err := Changes(s.fsys, s.Log, s.Draft, decisions)
	if err != nil {
		return Finish{}, err
	}
	f := Finish{Items: s.Log.ToPlace(s.Draft), Changes: changes, shown: decisions, hash: HashOf(changes)}
	var names []string
	for _, id := range f.Items {
		names = append(names, string(s.item(id).Target))
	}
	slices.Sort(names)
	f.Targets = strings.Join(slices.Compact(names), " and ")
	return f, nil
}

// Promote promotes the change that was shown, by work, and nothing else. shrink are files that may lose text by it.
func (s *Session) Promote(
	ctx context.Context, shown Finish, shrink []workspace.Path, work func(*Log, *Draft, Options) error,
) error {
	return s.under(ctx, func() error {
		now, err := s.Finish()
		if err != nil {
			return err
		}
		s.seen = now.shown
		switch {
		case !maps.Equal(now.shown, shown.shown):
			return &MovedError{"another process decided in the meantime"}
		case now.hash != shown.hash:
			return &MovedError{"a file changed in the meantime, and the change with it"}
		case len(now.Items) == 0:
			return &ItemError{s.Draft.ID, "", "nothing is approved yet"}
		}
		opts := s.opts
		opts.MayShrink, opts.Confirm = shrink, now.hash
		return work(s.Log, s.Draft, opts)
	})
}

// Question is an item with all that a reviewer needs to know to decide on it.
type Question struct {
	Item
	Number, Of int // its place in the draft
	Lines      []string
	Decision   Decision
	Decided    string // who decided, and why; empty if it is undecided
	Asked      bool
	CanApprove bool // it can be applied to its file
	CanEdit    bool
	Note       string
	Backing    []Backing
	Warnings   []string
	Findings   []lint.Finding // rules that a new entry breaks
	With       *Meter         // the budget of its file with it; nil once it is approved
}

// Backing is a lesson of the practice that an item is about.
type Backing struct {
	lesson.Lesson
	Gone   bool // it is in no source any more
	Misfit bool // the wording does not cover it
}

// Question returns what is asked about an item.
func (s *Session) Question(ctx context.Context, id string) Question {
	item := s.item(id)
	q := Question{
		Item: item, Number: slices.Index(s.Draft.IDs(), id) + 1, Of: len(s.Draft.Items), Lines: item.Content(),
		Decision: s.seen[id], Asked: slices.Contains(s.Asked, id), Note: item.Why, Backing: s.backing(item),
		CanEdit: item.Kind == AddEntry && item.Origin != Required,
	}
	q.Decided, q.CanApprove = s.decided(id), q.Decision != Taken
	if item.Origin == Required {
		q.Note = "Every section holds it: it comes with the first entry that is approved."
		if q.Asked {
			q.Note = "Every section holds it, and no other entry brings it in: approve it by itself, or reject it."
		}
	}
	gone, misfits := 0, 0
	for _, b := range q.Backing {
		if b.Misfit {
			misfits++
		} else if b.Gone {
			gone++
		}
	}
	if gone > 0 {
		q.Warnings = append(q.Warnings, GoneText(gone, len(item.Lessons)))
	}
	if misfits > 0 {
		q.Warnings = append(q.Warnings, "does not cover "+words.Plural(misfits, "lesson")+" of the same practice")
	}
	if why := s.unapplied[id]; why != "" {
		q.CanApprove = false
		q.Warnings = append(q.Warnings, "it cannot be approved now: "+why)
	}
	if facts, _ := s.Draft.GoneFacts(ctx, s.fsys); item.Kind == AddFact && slices.Contains(facts, id) {
		q.Warnings = append(q.Warnings, "its source no longer says so")
	}
	if item.Kind == AddEntry {
		for _, p := range lint.Entry(item.Entry(), s.opts.Lint.Budgets.Words) {
			if severity := s.opts.Lint.Of(p.Rule); severity != "" {
				q.Findings = append(q.Findings, lint.Finding{Rule: p.Rule, Severity: severity, Message: p.Message, Hint: p.Hint})
			}
		}
	}
	if q.CanApprove && q.Asked {
		q.With = s.with(item)
	}
	return q
}

// Head names an item in a line.
func (q Question) Head() string {
	return fmt.Sprintf("%s, %d of %d: %s, %s", q.ID, q.Number, q.Of, q.Label(), words.Plural(q.Tokens, "token"))
}

func (s *Session) backing(item Item) (all []Backing) {
	known := lesson.ByID(s.Draft.Lessons)
	for _, id := range slices.Concat(item.Lessons, item.Misfits) {
		l, ok := known[id]
		if !ok {
			l = lesson.Lesson{ID: id, Headline: id}
		}
		all = append(all, Backing{l, !ok || s.Gone[id], slices.Contains(item.Misfits, id)})
	}
	return all
}

// GoneText says how many of the lessons of an item are gone.
func GoneText(gone, all int) string {
	return fmt.Sprintf("%d of %s %s gone", gone, words.Plural(all, "lesson"), are(gone))
}

// decided says who decided what on an item, and why; "" if it is undecided.
func (s *Session) decided(id string) string {
	decision := s.Log.Decisions(s.Draft.ID)[id]
	e, ok := s.Log.DecidedBy(s.Draft.ID, id)
	if decision == "" || !ok {
		return decision.String()
	}
	text := decision.String() + " by " + e.By
	if e.Action == Returned {
		text = "sent back by " + e.By
	}
	if e.Reason != "" && (s.item(id).Origin != Required || len(e.Items) == 1) { // else it is that of another entry
		text += ": " + e.Reason
	}
	return text
}

// meaning says what a decision on items means for their files.
func (s *Session) meaning(decision Decision, ids []string) string {
	const few = 3
	if len(ids) > few {
		text := CountOf(ids) + " " + decision.String()
		if decision == Refused {
			text += ", and not proposed again"
		}
		return text
	}
	var told []string
	for _, id := range ids {
		item := s.item(id)
		then := "will be added to " + string(item.Target)
		switch {
		case decision == Taken && item.Removes():
			then = "will be removed from " + string(item.Target)
		case decision == Refused && item.Removes():
			then = "stays in " + string(item.Target)
		case decision == Refused:
			then = fmt.Sprintf("stays out of %s, and is not proposed again", item.Target)
		}
		told = append(told, fmt.Sprintf("%s %s: %s", id, decision, then))
	}
	return strings.Join(told, "; ")
}

// CountOf counts items, by what they are if they are all the same.
func CountOf(ids []string) string {
	kinds := map[byte]string{'e': "entry", 't': "fact", 'x': "fact"} // by the letter of an ID
	kind := kinds[ids[0][0]]
	if kind == "" || slices.ContainsFunc(ids, func(id string) bool { return kinds[id[0]] != kind }) {
		kind = "item"
	}
	return words.Plural(len(ids), kind)
}

// Meter is an amount of tokens beside its limit.
type Meter struct {
	Name          string
	Amount, Limit int
	// Then is what it becomes if everything undecided is approved; Was what it is without the draft.
	Then, Was int
	// Target is a limit to aim at; nothing is rejected beyond it.
	Target bool
}

// Budgets returns the budgets of the files with what is approved so far.
func (s *Session) Budgets() (all []Meter) {
	now, then := s.Log.Decisions(s.Draft.ID), s.Log.WouldBe(s.Draft)
	tokens, limits := s.opts.Lint.Budgets.Tokens, s.Draft.Budget
	if s.Draft.Changes(lint.SoulFile) {
		soul, text, err := s.soulWith(now)
		allSoul, allText, allErr := s.soulWith(then)
		before, _, readErr := workspace.ReadState(s.fsys, lint.SoulFile, workspace.MaxTarget)
		if cmp.Or(err, allErr, readErr) == nil {
			all = append(all, Meter{"Wisdom section", tokens(text), limits.SectionLimit, tokens(allText), 0, false}, Meter{
				"SOUL.md", tokens(string(soul)), limits.SoulLimit, tokens(string(allSoul)), tokens(string(before)), true,
			})
		}
	}
	if s.Draft.Tools != nil {
		amount, then := tokens(string(s.Draft.Table(now))), tokens(string(s.Draft.Table(then)))
		all = append(all, Meter{string(lookup.File), amount, s.Draft.Tools.Limit, then, 0, false})
	}
	return all
}

// soulWith returns SOUL.md as it is now, and its section, with what decisions change in it.
func (s *Session) soulWith(decisions map[string]Decision) (soul []byte, text string, err error) {
	changes, err := Changes(s.fsys, s.Log, s.Draft, decisions)
	if err != nil {
		return nil, "", err
	}
	if c, changed := find(changes, func(c Change) bool { return c.Path == lint.SoulFile }); changed {
		soul = c.After
	} else if soul, _, err = workspace.ReadState(s.fsys, lint.SoulFile, workspace.MaxTarget); err != nil {
		return nil, "", err
	}
	found, err := section.In(soul)
	if err != nil || found == nil {
		return soul, "", err
	}
	return soul, string(soul[found.Start:found.End]), nil
}

// with is the budget of an item's file with that item; nil where there is none.
func (s *Session) with(item Item) *Meter {
	decisions, tokens := s.Log.Decisions(s.Draft.ID), s.opts.Lint.Budgets.Tokens
	decisions[item.ID] = Taken
	if item.InTable() && s.Draft.Tools != nil {
		amount := tokens(string(s.Draft.Table(decisions)))
		return &Meter{Name: string(lookup.File) + " with it", Amount: amount, Limit: s.Draft.Tools.Limit}
	}
	if _, text, err := s.soulWith(decisions); err == nil && item.InSection() {
		return &Meter{Name: "Wisdom section with it", Amount: tokens(text), Limit: s.Draft.Budget.SectionLimit}
	}
	return nil
}

// Remark is what a reviewer should know about a draft before deciding.
type Remark struct {
	Name     string // of its kind
	Severity lint.Severity
	Text     string
	Details  []string
}

// Heading says what is reviewed.
func (s *Session) Heading() string {
	d, from := s.Draft, ""
	if d.Changes(lint.SoulFile) && d.Engine != ByHand {
		from = " from " + words.Plural(d.Header.Lessons, "lesson")
	}
	made := "with " + d.Engine
	if d.Engine == ByHand {
		made = "by hand"
	} else if d.Model != "" {
		made += " (" + d.Model + ")"
	}
	return fmt.Sprintf("Draft %s, %s since %s, made %s%s", d.ID, s.Log.State(d.ID), Day(d.Created), made, from)
}

// Progress counts the undecided items.
func (s *Session) Progress() string { return s.Log.Progress(s.Draft.ID) }

// Progress counts the undecided items of a draft.
func (h *history) Progress(draft string) string {
	open, all := h.Undecided(draft), len(h.of(draft).items)
	return fmt.Sprintf("%d of %s %s undecided", open, words.Plural(all, "item"), are(open))
}

// Remarks returns what a reviewer should know about the draft.
func (s *Session) Remarks() (all []Remark) {
	d := s.Draft
	add := func(name string, severity lint.Severity, details []string, format string, args ...any) {
		all = append(all, Remark{name, severity, fmt.Sprintf(format, args...), details})
	}
	if d.SentTo != "" {
		add("sent", "", nil, "lessons were sent to %s", d.SentTo)
	}
	if s.Log.Overdue(d.ID, s.opts.Now(), s.opts.MaxAge) {
		add("expired", lint.Warning, nil, "this draft expired: it is undecided for more than %s", daysOrHours(s.opts.MaxAge))
	}
	if why := s.Log.Failure(d.ID); why != "" {
		add("failed", lint.Error, nil, "it could not be promoted: %s", why)
	}
	if err := CheckCurrent(s.fsys, s.Log, d); is[*StaleError](err) {
		add("changed", lint.Warning, nil, "%v; the change that you are shown is the one in the file as it is now", err)
	}
	for _, severity := range []lint.Severity{lint.Error, lint.Warning} {
		var found []string
		rules := map[string]int{}
		for _, f := range lint.Join(d.Findings, d.Lint...) {
			if f.Severity == severity {
				found = append(found, f.Text())
				rules[f.Rule]++
			}
		}
		if len(found) > 0 {
			of := counted(rules, func(n int, rule string) string { return fmt.Sprint(n, " ", rule) })
			add(string(severity)+"s", severity, found, "%s (%s)", words.Plural(len(found), string(severity)), of)
		}
	}
	var losses, excluded, left []string
	for _, loss := range d.Losses(s.Log.WouldBe(d)) {
		losses = append(losses, fmt.Sprintf("%s %s %s (%s): %s", loss.Item, loss.Name, loss.Text, loss.Why, loss.Cost()))
	}
	if len(losses) > 0 {
		add("losses", lint.Error, losses, "%s would leave the section", words.Plural(len(losses), "entry"))
	}
	kinds := map[string]int{}
	for _, dropped := range d.Dropped {
		kinds[dropped.Noun()]++
		if dropped.Kind == "theme" && dropped.Name != "" {
			excluded = append(excluded, dropped.String())
		}
	}
	if len(kinds) > 0 {
		add("not-included", "", excluded, "not included: %s", counted(kinds, words.Plural))
	}
	if d.Tools != nil && len(d.Tools.LeftOut) > 0 {
		for _, l := range d.Tools.LeftOut {
			left = append(left, l.Text(s.seen[l.ID]))
		}
		add("left", "", left, "not included: %s", words.Plural(len(left), "fact"))
	}
	return all
}

// counted lists how often each name is there.
func counted(names map[string]int, say func(int, string) string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		parts = append(parts, say(names[name], name))
	}
	return strings.Join(parts, ", ")
}

// Cost says how many lessons lose their entry.
func (l Loss) Cost() string {
	whose := " lose their entry"
	if len(l.Lessons) == 1 {
		whose = " loses its entry"
	}
	return words.Plural(len(l.Lessons), "lesson") + whose
}

// Content is what an item says, line by line.
func (i Item) Content() []string {
	switch {
	case i.Kind == Rewrite:
	case i.InTable() && i.Old != "":
		return []string{fmt.Sprintf("%s %s (was %s)", i.Name, i.Text, i.Old), "from " + i.Source}
	case i.InTable():
		return []string{i.Name + " " + i.Text, "from " + i.Source}
	case i.InSection():
		return []string{i.Entry().String()}
	}
	return strings.Split(strings.TrimSpace(i.Name+"\n"+i.Text), "\n")
}

// Summary says what was decided on a draft.
func (s *Session) Summary() string {
	id, counts := s.Draft.ID, map[Decision]int{}
	for _, decision := range s.Log.Decisions(id) {
		counts[decision]++
	}
	notYet := ""
	if len(s.Log.ToPlace(s.Draft)) > 0 {
		notYet = " but not promoted"
	}
	return fmt.Sprintf("draft %s is %s: %d approved%s, %d rejected, %d undecided", id, s.Log.State(id),
		counts[Taken], notYet, counts[Refused], s.Log.Undecided(id))
}

// are is the verb behind a count.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
