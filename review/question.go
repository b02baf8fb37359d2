package review

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
)

// Question is an item with all that a reviewer needs to know to decide on it.
type Question struct {
	Item
	Head       string // names it in a line
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
		Item: item, Lines: item.Content(), Head: fmt.Sprintf("%s, %d of %d: %s, %s", id, slices.Index(s.Draft.IDs(), id)+1,
			len(s.Draft.Items), item.Label(), text.Plural(item.Tokens, "token")),
		Decision: s.seen[id], Asked: slices.Contains(s.Asked, id), Note: item.Why, Backing: s.backing(item),
		CanEdit: item.Kind == AddEntry && item.Origin != Required || item.Kind == SetTrigger && !item.Removes(),
	}
	q.Decided, q.CanApprove = s.decided(id), q.Decision != Taken
	if item.Origin == Required {
		q.Note = "Every section holds it: it comes with the first entry that is approved."
		if q.Asked {
			q.Note = "Every section holds it, and no other entry brings it in: approve it by itself, or reject it."
		}
	}
	gone := 0
	for _, b := range q.Backing {
		if b.Gone && !b.Misfit {
			gone++
		}
	}
	if gone > 0 {
		all := text.Plural(len(item.Lessons), "lesson")
		q.Warnings = append(q.Warnings, fmt.Sprintf("%d of %s %s gone", gone, all, text.Are(gone)))
	}
	if misfits := len(item.Misfits); misfits > 0 {
		q.Warnings = append(q.Warnings, "does not cover "+text.Plural(misfits, "lesson")+" of the same practice")
	}
	if why := s.unapplied[id]; why != "" {
		q.CanApprove = false
		q.Warnings = append(q.Warnings, "it cannot be approved now: "+why)
	}
	if item.Kind == AddFact && slices.Contains(s.factsGone(ctx), id) {
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

// factsGone are the facts whose sources do not state them any more, as they were when the draft was shown; none where
// that cannot be told.
func (s *Session) factsGone(ctx context.Context) []string {
	if s.goneFacts == nil {
		found, _ := s.Draft.GoneFacts(ctx, s.fsys)
		s.goneFacts = append([]string{}, found...)
	}
	return s.goneFacts
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

// decided says who decided what on an item, and why; "" if it is undecided.
func (s *Session) decided(id string) string {
	decision := s.Log.Decisions(s.Draft.ID)[id]
	e := s.Log.DecidedBy(s.Draft.ID, id)
	if decision == "" || e.Action == "" {
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
	kinds := map[byte]string{'e': "entry", 't': "fact", 'x': "fact", 'r': "trigger"} // by the letter of an ID
	kind := kinds[ids[0][0]]
	if kind == "" || slices.ContainsFunc(ids, func(id string) bool { return kinds[id[0]] != kind }) {
		kind = "item"
	}
	return text.Plural(len(ids), kind)
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
	if s.Draft.Changes(s.Draft.SectionFile()) {
		f, err := s.soulWith(now)
		whole, wholeErr := s.soulWith(then)
		if cmp.Or(err, wholeErr) == nil {
			all = append(all, Meter{
				Name: "Wisdom section", Amount: tokens(f.sectionText()), Limit: limits.SectionLimit,
				Then: tokens(whole.sectionText()),
			}, Meter{
				Name: string(s.Draft.SectionFile()), Amount: tokens(string(f.Content)), Limit: limits.SoulLimit,
				Then: tokens(string(whole.Content)), Was: tokens(string(f.Before)), Target: true,
			})
		}
	}
	if s.Draft.Tools != nil {
		amount, then := tokens(string(s.Draft.Table(now))), tokens(string(s.Draft.Table(then)))
		all = append(all, Meter{string(lookup.File), amount, s.Draft.Tools.Limit, then, 0, false})
	}
	return all
}

// soulWith returns the section's file as it is now, with what decisions change in it.
func (s *Session) soulWith(decisions map[string]Decision) (File, error) {
	file := s.Draft.SectionFile()
	files, err := s.Log.filesNow(s.fsys, s.Draft, itemsFor(file, s.Log.pending(s.Draft, decisions)))
	f, _ := find(files, func(f File) bool { return f.Path == file })
	return f, err
}

// with is the budget of an item's file with that item; nil where there is none.
func (s *Session) with(item Item) *Meter {
	decisions, tokens := s.Log.Decisions(s.Draft.ID), s.opts.Lint.Budgets.Tokens
	decisions[item.ID] = Taken
	if item.InTable() && s.Draft.Tools != nil {
		amount := tokens(string(s.Draft.Table(decisions)))
		return &Meter{Name: string(lookup.File) + " with it", Amount: amount, Limit: s.Draft.Tools.Limit}
	}
	if f, err := s.soulWith(decisions); err == nil && item.InSection() {
		return &Meter{Name: "Wisdom section with it", Amount: tokens(f.sectionText()), Limit: s.Draft.Budget.SectionLimit}
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
	if n := len(d.backing()); n > 0 && d.Engine != ByHand {
		from = ", backed by " + text.Plural(n, "lesson")
	}
	made := "with " + d.Engine
	if d.Engine == ByHand {
		made = "by hand"
	} else if d.Model != "" {
		made += " (" + d.Model + ")"
	}
	return fmt.Sprintf("Draft %s, %s since %s, made %s%s", d.ID, s.Log.State(d.ID), Day(d.Created), made, from)
}

// backing are the ids of the lessons that back the items of a draft.
func (m *Manifest) backing() map[string]bool {
	ids := map[string]bool{}
	for _, item := range m.Items {
		for _, id := range item.Lessons {
			ids[id] = true
		}
	}
	return ids
}

// Progress counts the undecided items.
func (s *Session) Progress() string { return s.Log.Progress(s.Draft.ID) }

// Progress counts the undecided items of a draft.
func (h *history) Progress(draft string) string {
	open, all := h.Undecided(draft), len(h.of(draft).Items)
	return fmt.Sprintf("%d of %s %s undecided", open, text.Plural(all, "item"), text.Are(open))
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
	switch err := CheckCurrent(s.fsys, s.Log, d); {
	case is[*StaleError](err):
		add("changed", lint.Warning, nil, "%v; the change that you are shown is the one in the file as it is now", err)
	case is[*EditedError](err) && s.Log.State(d.ID).Waits():
		add("edited", lint.Warning, nil, "%v; nothing is promoted until the edit is taken over", err)
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
			add(string(severity)+"s", severity, found, "%s (%s)", text.Plural(len(found), string(severity)), of)
		}
	}
	var losses, excluded []string
	for _, loss := range d.Losses(s.Log.WouldBe(d)) {
		losses = append(losses, fmt.Sprintf("%s %s %s (%s): %s", loss.Item, loss.Name, loss.Text, loss.Why, loss.Cost()))
	}
	if len(losses) > 0 {
		add("losses", lint.Error, losses, "%s would leave the section", text.Plural(len(losses), "entry"))
	}
	kinds := map[string]int{}
	for _, dropped := range d.Dropped {
		kinds[dropped.Noun()]++
		if dropped.Kind == "theme" && dropped.Name != "" {
			excluded = append(excluded, dropped.String())
		}
	}
	if len(kinds) > 0 {
		add("not-included", "", excluded, "not included: %s", counted(kinds, text.Plural))
	}
	if d.Tools != nil && len(d.Tools.Rules) > 0 {
		var rules []string
		for _, r := range d.Tools.Rules {
			rules = append(rules, fmt.Sprintf("%s:%d  %s", r.Path, r.Line, r.Text))
		}
		add("rules", "", rules, "%s that this table does not carry", text.Plural(len(rules), "rule"))
	}
	return append(all, s.accounted()...)
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
	return text.Plural(len(l.Lessons), "lesson") + whose
}

// Content is what an item says, line by line.
func (i Item) Content() []string {
	switch {
	case i.Kind == Rewrite:
	case i.InTable() && i.Old != "":
		return []string{fmt.Sprintf("%s %s (was %s)", i.Name, i.Text, i.Old), "from " + i.Source}
	case i.InTable():
		return []string{i.Name + " " + i.Text, "from " + i.Source}
	case i.InSection() && i.Old != "":
		return []string{i.Entry().String(), "in place of " + i.Old}
	case i.InSection():
		return []string{i.Entry().String()}
	}
	return strings.Split(strings.TrimSpace(i.Name+"\n"+i.Text), "\n")
}

// Summary says what was decided on a draft.
func (s *Session) Summary() string {
	d, notYet := s.Draft, ""
	if len(s.Log.ToPlace(d)) > 0 {
		notYet = " but not promoted"
	}
	return fmt.Sprintf("draft %s is %s: %d approved%s, %d rejected, %d undecided", d.ID, s.Log.State(d.ID),
		len(s.Log.Decided(d, Taken)), notYet, len(s.Log.Decided(d, Refused)), s.Log.Undecided(d.ID))
}
