package distill

import (
	"cmp"
	"maps"
	"slices"

	"wisdom/internal/lesson"
)

// newStudy begins where the kept practices end. Approved entries come first, each with the kept practice that it shares
// most lessons with; then a person's own ones.
func newStudy(lessons []lesson.Lesson, opts Options) *study {
	kept := cmp.Or(opts.Kept, &lesson.Practices{})
	opts.Kept = kept
	s := &study{
		asker: newAsker(opts.Model, opts.Prompts), lessons: lessons, opts: opts,
		index: map[string]int{}, none: map[string]bool{}, searched: map[string]bool{}, unanswered: map[string]string{},
		misfits: map[string]*practice{},
	}
	for i, l := range lessons {
		s.index[l.ID] = i
	}
	rest := slices.Clone(kept.Found)
	takeOut := func(at int) (k lesson.Practice) {
		if at >= 0 {
			k = rest[at]
			rest = slices.Delete(rest, at, at+1)
		}
		return k
	}
	for i := range opts.Anchors {
		s.takeAnchor(&opts.Anchors[i], takeOut(closest(rest, opts.Anchors[i].LessonIDs)), kept)
	}
	for _, e := range opts.Hand {
		p := s.add(e.Name, e.Text)
		p.hand = true
		s.take(p, takeOut(slices.IndexFunc(rest,
			func(k lesson.Practice) bool { return k.Line == e.Text && len(k.Forms) == 0 })))
	}
	reworded := opts.Prompts.Heeded() != "" && opts.Prompts.Heeded() != kept.Heeded
	for _, k := range rest {
		s.takeKept(k, reworded)
	}
	for _, p := range s.practices {
		p.Also = only(p.Also, func(id string) bool { return s.hasMain(id, p) })
	}
	s.headings = bareHeadings(lessons)
	for _, id := range slices.Concat(kept.None, kept.Waiting) {
		if _, there := s.index[id]; there && !s.headings[id] && !s.hasMain(id, nil) {
			s.none[id], s.searched[id] = true, !slices.Contains(kept.Waiting, id)
		}
	}
	for _, id := range kept.Left {
		s.searched[id] = true
	}
	return s
}

// add adds a practice without lessons.
func (s *study) add(name, line string) *practice {
	p := &practice{Practice: lesson.Practice{Name: name, Line: line, Lessons: map[string]int{}}}
	s.practices = append(s.practices, p)
	return p
}

// hasMain reports whether a practice other than one has a lesson that teaches it first.
func (s *study) hasMain(id string, but *practice) bool {
	return slices.ContainsFunc(s.practices, func(p *practice) bool {
		return p != but && p.Lessons[id] > 0 && !slices.Contains(p.Also, id)
	})
}

// take gives a practice the lessons of a kept one that are still there.
func (s *study) take(p *practice, k lesson.Practice) {
	for _, id := range k.LessonIDs() {
		also := slices.Contains(k.Also, id)
		if _, there := s.index[id]; !there || !also && s.hasMain(id, p) {
			continue
		}
		if p.Lessons[id] = k.Lessons[id]; also {
			p.Also = append(p.Also, id)
		}
	}
}

// takeAnchor makes a practice of an approved entry. It holds the lessons that it was approved for and those that were
// verified since, but none of which a later answer of the model said that it does not follow.
func (s *study) takeAnchor(a *Anchor, k lesson.Practice, kept *lesson.Practices) {
	p := s.add(a.Name, a.Text)
	p.anchor = a
	s.take(p, k)
	var verified, held []string
	denied := func(id string) bool { return slices.Contains(kept.None, id) || slices.Contains(kept.Waiting, id) }
	if at := slices.IndexFunc(k.Forms, func(f lesson.Form) bool { return f.Text == a.Text }); at >= 0 {
		verified = k.Forms[at].Lessons
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.LessonIDs, verified)))) {
		_, there := s.index[id]
		if !there || denied(id) || len(verified) > 0 && k.Lessons[id] > 0 && !slices.Contains(verified, id) {
			continue
		}
		if p.Lessons[id] == 0 && s.hasMain(id, p) {
			p.Also = append(p.Also, id)
		}
		p.Lessons[id] = cmp.Or(p.Lessons[id], 2)
		held = append(held, id)
	}
	p.Forms = []lesson.Form{{Text: a.Text, Lessons: held}}
}

// takeKept goes on with a kept practice that is not in the section. Where a reviewer wants other words, or its wordings
// lost their lessons, it is worded anew.
func (s *study) takeKept(k lesson.Practice, reworded bool) {
	p := s.add(nameGiven(k.Name, k.Line), k.Line)
	p.Tried, p.Reason, p.Detail = k.Tried, k.Reason, k.Detail
	if s.take(p, k); len(p.Lessons) == 0 && len(k.Lessons) > 0 {
		s.practices = s.practices[:len(s.practices)-1]
		return
	}
	if reworded {
		p.Tried, k.Forms = 0, nil
	}
	if s.opts.Unverified && p.Reason != string(Refused) {
		s.takeUnverified(p, k.Forms)
		return
	}
	for _, f := range k.Forms[:min(len(k.Forms), 1)] { // an older ledger has a short form behind the first
		f.Lessons = only(f.Lessons, func(id string) bool { return p.Lessons[id] > 0 })
		if s.opts.Distinct(s.indices(f.Lessons)) >= s.opts.Support {
			p.Forms = append(p.Forms, f)
		}
	}
	if len(k.Forms) > 0 && len(p.Forms) == 0 {
		p.Tried = 0
	}
}

// takeUnverified has the line that another model wrote verified as it stands. One that may not become an entry is
// worded anew.
func (s *study) takeUnverified(p *practice, forms []lesson.Form) {
	line := p.Line
	if len(forms) > 0 {
		line = forms[0].Text
	}
	p.Tried, p.Reason, p.Detail = 0, "", ""
	_, why := s.refuse(p.Name, line, s.indices(p.LessonIDs()))
	if why == "" && len(p.Lessons) >= s.opts.Support {
		p.Line, p.Tried, p.draft, p.fresh = line, len(p.Lessons), &draft{text: line}, p.LessonIDs()
	}
}

// closest is the practice that has most of some lessons, and more than half of its own or of them; -1 for none.
func closest(practices []lesson.Practice, ids []string) int {
	best, most := -1, 0
	for i, p := range practices {
		own := p.LessonIDs()
		if shared := len(own) - len(except(own, ids...)); shared > most && 2*shared > min(len(ids), len(own)) {
			best, most = i, shared
		}
	}
	return best
}

// keep is what the next run is to know.
func (s *study) keep() *lesson.Practices {
	kept := &lesson.Practices{
		Heeded: cmp.Or(s.opts.Prompts.Heeded(), s.opts.Kept.Heeded),
		Found:  []lesson.Practice{}, None: []string{}, Waiting: append([]string{}, s.unsearched()...),
	}
	left := s.unknown()
	for _, p := range s.practices {
		if len(p.Lessons) > 0 || !p.hand && len(left) > 0 { // lessons may still be assigned to it
			kept.Found = append(kept.Found, p.Practice)
		}
	}
	kept.None = append(kept.None, except(slices.Sorted(maps.Keys(s.none)), kept.Waiting...)...)
	kept.Left = append(kept.Left, only(left, func(id string) bool { return s.searched[id] })...)
	return kept
}
