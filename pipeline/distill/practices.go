package distill

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/prompts"
)

// Practiced is what Practices found.
type Practiced struct {
	Themes []Theme
	// Kept goes into the ledger, for the next run.
	Kept  *lesson.Practices
	Notes Notes
}

// Notes count what became of a model's answers. All are zero without a model.
type Notes struct {
	Refused    int // answers that were asked for again, in whole or in part
	Dropped    int // practices with enough lessons that have no verified wording
	Unassigned int // lessons that teach none of the practices
	Unanswered int // those of them for which no usable answer came
	Left       int // lessons that the run had no time for
}

// Practices finds what lessons teach with a model, in four steps: find.go looks for practices, assign.go gives each
// lesson to at most one of them, word.go writes their lines, and verify.go counts the lessons that follow from a line.
// What an earlier run kept is not asked about again: new lessons go to the practices that are known, and once enough of
// them teach none, those alone are searched for more. The error is an *UnusableError if nothing usable came of a step.
func Practices(ctx context.Context, lessons []lesson.Lesson, opts Options) (*Practiced, error) {
	s := newStudy(lessons, opts)
	s.prepare()
	if cost := s.plan(); cost.Requests > 0 && opts.Estimated != nil {
		opts.Estimated(cost)
	}
	err := cmp.Or(s.study(ctx), s.unusable(opts.Support))
	if errors.Is(err, ErrOutOfTime) && len(s.practices) > 0 {
		s.suspend()
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return &Practiced{Themes: s.themes(), Kept: s.keep(), Notes: s.notes()}, nil
}

// study takes the four steps.
func (s *study) study(ctx context.Context) error {
	fresh, first := s.unknown(), !s.found()
	if !first {
		if err := s.assign(ctx, fresh); err != nil {
			return err
		}
		fresh = nil
	}
	if err := s.search(ctx, slices.Concat(fresh, s.unsearched()), first); err != nil {
		return err
	}
	if first && len(s.practices) > 0 { // several requests, or a sample, see too few of what only a few notes teach
		if err := s.search(ctx, s.unsearched(), false); err != nil {
			return err
		}
	}
	return s.write(ctx)
}

// suspend ends a run in the midst of a step, so that the next one goes on there: what has no verified wording is worded
// then, and a lesson that was not verified against one is assigned then.
func (s *study) suspend() {
	for _, p := range s.practices {
		p.draft = nil
		if p.anchor == nil && !p.hand && len(p.Forms) == 0 {
			if p.fresh = nil; p.Reason == "" {
				p.Tried = 0
			}
		}
		for _, id := range p.fresh {
			if !p.hand {
				s.forget(id)
			}
		}
	}
}

// forget takes a lesson from all practices.
func (s *study) forget(id string) {
	for _, p := range s.practices {
		p.lose(id)
		for f := range p.Forms {
			p.Forms[f].Lessons = except(p.Forms[f].Lessons, id)
		}
	}
}

// practice is a practice on its way: what the ledger keeps of it, and what this run knows besides.
type practice struct {
	lesson.Practice
	anchor *Anchor // the approved entry that states it
	hand   bool    // a person's own entry states it
	// fresh are its lessons that were not verified yet, by ID.
	fresh []string
	// draft is a wording that was not verified yet, or nil.
	draft *draft
	// reason says why earlier wordings were rejected, for the model; rejected is the last of them.
	reason   string
	rejected draft
}

// lose takes a lesson from the practice.
func (p *practice) lose(id string) {
	delete(p.Lessons, id)
	p.Also, p.fresh = except(p.Also, id), except(p.fresh, id)
}

// except are the IDs that are none of others.
func except(ids []string, others ...string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(others, id) })
}

// study is a run of Practices.
type study struct {
	asker
	lessons []lesson.Lesson
	index   map[string]int // of lessons, by ID
	opts    Options
	loaded  []string    // sentences of every session that prompts show, the same in all
	alike   *text.Index // of the lessons; nil until lines are verified
	margins *margins    // nil until a margin is asked for
	orders  *Orders     // of the lessons; nil until lines are verified

	practices  []*practice
	none       map[string]bool      // lessons that teach none of them, by ID, but no bare headings
	searched   map[string]bool      // lessons that a search has seen, of this run or an earlier one, by ID
	headings   map[string]bool      // lessons that are only a heading, by ID; the model does not see them
	misfits    map[string]*practice // whose line a lesson does not fit, by ID
	unanswered map[string]string    // why a lesson has no usable answer, by ID
}

// unknown are the IDs of lessons that no practice has and that are not set aside, but for bare headings.
func (s *study) unknown() []string {
	return only(mapped(s.lessons, func(l lesson.Lesson) string { return l.ID }), func(id string) bool {
		return !s.none[id] && !s.headings[id] &&
			!slices.ContainsFunc(s.practices, func(p *practice) bool { return p.Lessons[id] > 0 })
	})
}

// found reports whether an earlier run searched for practices, and found some.
func (s *study) found() bool { return len(s.opts.Kept.Found) > 0 }

// search looks for practices in lessons that teach none of the known ones, if there are enough, and assigns them. A
// later search than the first waits for more of them, and none of them is searched again.
func (s *study) search(ctx context.Context, ids []string, first bool) error {
	least := s.opts.Support
	if !first {
		least *= 4
	}
	if len(ids) < least {
		s.setAside(ids)
		return nil
	}
	before := len(s.practices)
	if err := s.find(ctx, ids, !first); err != nil {
		return err
	}
	if first || len(s.practices) > before {
		return s.assign(ctx, ids)
	}
	s.setAside(ids)
	return nil
}

// unsearched are the lessons that teach none of the practices and that no search has seen. What a usable answer set
// aside after one is not searched again.
func (s *study) unsearched() []string {
	return only(slices.Sorted(maps.Keys(s.none)),
		func(id string) bool { return !s.searched[id] || s.unanswered[id] != "" })
}

// setAside keeps lessons that teach none of the practices for the next search, but no bare headings: one that has
// become more than that is new to the model.
func (s *study) setAside(ids []string) {
	for _, id := range ids {
		if !s.headings[id] {
			s.none[id] = true
		}
	}
}

// write words the practices that need it, verifies the lines, and words those once more that did not pass, with the
// reason.
func (s *study) write(ctx context.Context) error {
	s.finish(prompts.Find, prompts.Assign)
	misfits, err := s.word(ctx, only(s.practices, s.needsWords))
	if err != nil {
		return err
	}
	if err := s.assign(ctx, misfits); err != nil {
		return err
	}
	s.finish(prompts.Word)
	again, err := s.verify(ctx, s.practices)
	if err != nil {
		for _, p := range again { // they are worded for the first time again
			p.Reason, p.Detail = "", ""
		}
		return err
	}
	s.finish(prompts.Verify)
	if _, err := s.word(ctx, again); err != nil {
		return err
	}
	_, err = s.verify(ctx, again)
	return err
}

// needsWords reports whether a practice is to be worded: it has enough lessons, and no wording, nor was one sought when
// it had nearly as many.
func (s *study) needsWords(p *practice) bool {
	n := len(p.Lessons)
	if p.anchor != nil || p.hand || len(p.Forms) > 0 || n < s.opts.Support || p.Tried > 0 && n < p.Tried+s.opts.Support {
		return false
	}
	if s.opts.Wanted != nil && !s.opts.Wanted(s.indices(p.LessonIDs())) {
		p.drop(Refused, "a reviewer rejected an entry of these lessons")
		return false
	}
	return true
}

func (p *practice) line() string { return p.Line }

// own are the lessons that teach the practice first.
func (p *practice) own() []string { return except(p.LessonIDs(), p.Also...) }

func (p *practice) drop(cause Cause, detail string) { p.Reason, p.Detail = string(cause), detail }

func (s *study) indices(ids []string) []int {
	all := mapped(ids, func(id string) int { return s.index[id] })
	slices.Sort(all)
	return slices.Compact(all)
}

// move gives a lesson to a practice, and to a second one unless also is nil; to none if to is nil.
func (s *study) move(id string, to, also *practice, weight int) {
	for _, p := range s.practices {
		p.Also = except(p.Also, id)
		switch {
		case p != to && p != also:
			p.lose(id)
			continue
		case p.Lessons[id] == 0:
			p.fresh = append(p.fresh, id)
		}
		if p.Lessons[id] = weight; p != to {
			p.Also = append(p.Also, id)
		}
	}
	delete(s.none, id)
	if to == nil {
		s.setAside([]string{id})
	}
}

// themes are the practices with their wordings, and the lessons that are in none.
func (s *study) themes() []Theme {
	var themes []Theme
	alone := func(id string, cause Cause, detail string) {
		i := s.index[id]
		themes = append(themes, Theme{
			ID: themeID(s.lessons, []int{i}), Name: s.lessons[i].Sentence(),
			Lessons: []int{i}, Cause: cause, Detail: detail,
		})
	}
	for _, p := range s.practices {
		switch {
		case p.hand:
			for _, id := range p.own() {
				alone(id, Duplicate, fmt.Sprintf("a handwritten entry says it: %s", p.Line))
			}
		case p.anchor != nil:
			held := p.Forms[0].Lessons
			others := except(p.own(), held...)
			for _, id := range others {
				alone(id, Duplicate, fmt.Sprintf("near the entry %q, which does not cover it", p.Name))
			}
			if len(held) > 0 {
				cited := s.indices(held)
				themes = append(themes, Theme{
					ID: themeID(s.lessons, cited), Name: p.Name, Anchor: p.anchor, Held: cited,
					Lessons: s.indices(except(p.own(), others...)),
				})
			}
		case len(p.Lessons) > 0:
			themes = append(themes, s.theme(p))
		}
	}
	for _, id := range s.unknown() {
		alone(id, Support, "the time of the run was over before the model was asked about it")
	}
	for _, id := range slices.Sorted(maps.Keys(s.none)) {
		detail := "it teaches none of the practices that the model found"
		if why := s.unanswered[id]; why != "" {
			detail = "the model gave no usable answer about it: " + why
		}
		alone(id, Support, detail)
	}
	for _, id := range slices.Sorted(maps.Keys(s.headings)) {
		if !s.hasMain(id, nil) {
			alone(id, Support, "it is only a heading")
		}
	}
	slices.SortStableFunc(themes, func(a, b Theme) int {
		return cmp.Or(cmp.Compare(b.support(), a.support()), cmp.Compare(len(b.Lessons), len(a.Lessons)),
			cmp.Compare(a.ID, b.ID))
	})
	return themes
}

// support is how many lessons back the theme's first wording.
func (t *Theme) support() int {
	if len(t.Wordings) == 0 {
		return 0
	}
	return len(t.Wordings[0].Lessons)
}

// theme is a practice as a theme. Its wording passes the checks of this run, too.
func (s *study) theme(p *practice) Theme {
	all := s.indices(p.LessonIDs())
	t := Theme{
		ID: themeID(s.lessons, all), Name: cmp.Or(p.Name, p.Line), Lessons: s.indices(p.own()), Weights: map[int]int{},
	}
	for id, weight := range p.Lessons {
		t.Weights[s.index[id]] = weight
	}
	t.Cause, t.Detail = Cause(p.Reason), p.Detail
	if len(all) < s.opts.Support && len(p.Forms) == 0 {
		t.Cause, t.Detail = Support, fmt.Sprintf("%s, an entry needs %d", text.Plural(len(all), "lesson"), s.opts.Support)
	}
	for _, f := range p.Forms {
		cited := s.indices(f.Lessons)
		if t.Cause, t.Detail = s.opts.Check(p.Name, f.Text, cited); t.Cause == "" {
			t.Wordings = []Wording{{Name: p.Name, Text: f.Text, Lessons: cited}}
		}
	}
	return t
}

func (s *study) notes() Notes {
	dropped := only(s.practices, func(p *practice) bool { return p.Reason != "" && len(p.Forms) == 0 })
	return Notes{
		Refused: s.refused, Dropped: len(dropped), Unassigned: len(s.none), Unanswered: len(s.unanswered),
		Left: len(s.unknown()),
	}
}
