package pipeline

import (
	"context"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// Own is an entry in a person's words, with the lessons that back it; without lessons it is the person's word.
type Own struct {
	section.Entry
	Lessons []lesson.Lesson
}

// SaidError says that an entry is in the section already, or nearly.
type SaidError struct{ Entry, By section.Entry }

// Error implements error.
func (e *SaidError) Error() string {
	return fmt.Sprintf("the section has nearly the same entry: %s", e.By)
}

// ProposeOwn returns a proposal that leaves the section as it is, for review.Add, and what the person should know of an
// entry before it is added. A *SaidError says that the section has it; a *lint.SoulError that there can be no section.
func ProposeOwn(
	ctx context.Context, fsys workspace.FS, log *review.Log, collected *collect.Result, own Own, opts Options,
) (*review.Proposal, []lint.Finding, error) {
	j := newJob(fsys, log, opts)
	r := run{job: j, budget: opts.Review.Lint.Budgets, collected: collected}
	var err error
	if r.soul, err = j.readSoul(); err != nil {
		return nil, nil, err
	}
	if r.known, err = review.ReadLedger(fsys, log); err != nil {
		return nil, nil, err
	}
	r.lessons, r.practices = collected.Lessons, r.known.Practices
	if r.existing, err = j.readExisting(r.soul); err != nil {
		return nil, nil, err
	}
	if by := r.saidBy(own); by != nil {
		return nil, nil, &SaidError{own.Entry, *by}
	}
	r.said = r.loaded()
	return r.unchanged(), r.remarks(ctx, own), nil
}

// saidBy is the entry of the section that nearly says what another one does; nil for none.
func (r *run) saidBy(own Own) *section.Entry {
	gist := text.Of(own.Text)
	required, wanted := r.required.entry()
	if wanted && lint.StandsIn(own.Entry) {
		return &required
	}
	for _, e := range r.section.Entries() {
		if gist.NearCopy(text.Of(e.Text)) {
			return &section.Entry{Name: e.Name, Text: e.Text}
		}
	}
	return nil
}

// unchanged proposes the section as it is.
func (r *run) unchanged() *review.Proposal {
	p := &review.Proposal{
		Parts: []review.Part{review.PartSection},
		Draft: review.Draft{Manifest: r.manifest(), Bases: map[workspace.Path][]byte{r.sectionFile(): r.soul}},
	}
	p.Engine = review.ByHand
	if e, wanted := r.required.entry(); wanted { // the first entry that is approved brings it along
		line := review.Line{Name: e.Name, Text: e.Text, Lessons: []string{}, Origin: review.Required}
		p.Lines = append(p.Lines, line)
	}
	for _, s := range r.standing {
		p.Lines = append(p.Lines, review.Line{
			Name: s.entry.Name, Text: s.entry.Text, Lessons: s.record.Lessons, Origin: review.Kept, Draft: s.record.Draft,
		})
	}
	p.Lessons, p.Dropped = r.cited(p.Lines, nil), []review.Dropped{}
	return p
}

// remarks are what does not keep a person's entry out: newer lessons and entries that say the opposite, a name or a
// figure that no lesson has, and a file that says the same in every session.
func (r *run) remarks(ctx context.Context, own Own) (found []lint.Finding) {
	remark := func(rule, format string, args ...any) {
		found = append(found, lint.Finding{
			Rule: rule, Severity: lint.Warning, Path: string(r.sectionFile()), Message: fmt.Sprintf(format, args...),
		})
	}
	var texts []string
	since := ""
	for _, l := range own.Lessons {
		texts, since = append(texts, l.Heading+"\n"+l.Text), max(since, l.Date)
	}
	isOther := func(l *lesson.Lesson) bool {
		return l.Date >= since && !slices.ContainsFunc(own.Lessons, func(o lesson.Lesson) bool { return o.ID == l.ID })
	}
	if by := distill.ReadOrders(ctx, r.lessons).Against(own.Text, isOther); by != nil {
		remark("contradiction", "a lesson that is no older says otherwise, at %s: %s", by.Place, by.Sentence())
	}
	gist := text.Of(own.Text)
	for _, e := range r.section.Entries() {
		if text.Change(text.Of(e.Text), gist).IsAgainst() {
			remark("contradiction", "an entry of the section says otherwise: %s", e)
		}
	}
	if why := lint.Unfaithful(own.Entry, texts); why != "" && len(texts) > 0 {
		remark("unfaithful", "%s", why)
	}
	for _, s := range r.said {
		if s.rule && gist.NearCopy(s.gist) {
			remark("duplicate", "every session loads nearly the same at %s: %s", s.where, s.text)
		}
	}
	return found
}
