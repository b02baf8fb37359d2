package distill

import (
	"cmp"
	"maps"
	"slices"

	"wisdom/review/ledger"
)

// newStudy begins where the kept practices end. Approved entries come first, each with
// the kept practice that it shares most lessons with; then a person's own ones.
func newStudy(lessons []ledger.Lesson, anchors []Anchor, opts Options) *study {
	s := &study{
		asker: asker{model: opts.Model, set: opts.Prompts}, lessons: lessons, opts: opts,
		index: map[string]int{}, none: map[string]bool{}, unanswered: map[string]string{},
	}
	for i, l := range lessons {
		s.index[l.ID] = i
	}
	kept := cmp.Or(opts.Kept, &ledger.Practices{})
	rest := slices.Clone(kept.Found)
	claimed := map[string]bool{}
	for i := range anchors {
		p := &practice{anchor: &anchors[i], Practice: ledger.Practice{Name: anchors[i].Name, Line: anchors[i].Text, Lessons: map[string]int{}}}
		p.Forms = []ledger.Form{{Text: p.Line}}
		if at := closest(rest, anchors[i].LessonIDs); at >= 0 {
			p.take(s, rest[at], claimed)
			rest = slices.Delete(rest, at, at+1)
		}
		for _, id := range anchors[i].LessonIDs {
			if _, there := s.index[id]; !there || claimed[id] && p.Lessons[id] == 0 {
				continue
			}
			p.Lessons[id], claimed[id] = cmp.Or(p.Lessons[id], 2), true
			if !slices.Contains(p.Forms[0].Lessons, id) {
				p.Forms[0].Lessons = append(p.Forms[0].Lessons, id)
			}
		}
		s.practices = append(s.practices, p)
	}
	for _, e := range opts.Hand {
		p := &practice{hand: true, Practice: ledger.Practice{Name: e.Name, Line: e.Text, Lessons: map[string]int{}}}
		at := slices.IndexFunc(rest, func(k ledger.Practice) bool { return k.Line == e.Text && len(k.Forms) == 0 })
		if at >= 0 {
			p.take(s, rest[at], claimed)
			rest = slices.Delete(rest, at, at+1)
		}
		s.practices = append(s.practices, p)
	}
	for _, k := range rest {
		p := &practice{Practice: ledger.Practice{Name: k.Name, Line: k.Line, Lessons: map[string]int{}, Tried: k.Tried, Reason: k.Reason, Detail: k.Detail}}
		if p.take(s, k, claimed); len(p.Lessons) == 0 {
			continue
		}
		if heeded := opts.Prompts.Heeded(); heeded != "" && heeded != kept.Heeded {
			p.Tried, k.Forms = 0, nil // a reviewer wants other words
		}
		for _, f := range k.Forms {
			f.Lessons = slices.DeleteFunc(slices.Clone(f.Lessons), func(id string) bool { _, mine := p.Lessons[id]; return !mine })
			if len(f.Lessons) >= opts.Support {
				p.Forms = append(p.Forms, f)
			}
		}
		if len(k.Forms) > 0 && len(p.Forms) == 0 {
			p.Tried = 0 // its wordings lost their lessons
		}
		s.practices = append(s.practices, p)
	}
	for _, id := range slices.Concat(kept.None, kept.Waiting) {
		if _, there := s.index[id]; there && !claimed[id] {
			s.none[id] = true
		}
	}
	for _, id := range kept.Waiting {
		if s.none[id] {
			s.waiting = append(s.waiting, id)
		}
	}
	return s
}

// closest is the practice that has most of some lessons, and more than half of its own or of
// them; -1 for none.
func closest(practices []ledger.Practice, ids []string) int {
	best, most := -1, 0
	for i, p := range practices {
		shared := 0
		for _, id := range ids {
			if _, has := p.Lessons[id]; has {
				shared++
			}
		}
		if shared > most && 2*shared > min(len(ids), len(p.Lessons)) {
			best, most = i, shared
		}
	}
	return best
}

// take gives a practice the lessons of a kept one that are still there. For an anchor,
// those count as verified that were.
func (p *practice) take(s *study, k ledger.Practice, claimed map[string]bool) {
	for id, weight := range k.Lessons {
		if _, there := s.index[id]; there && !claimed[id] {
			p.Lessons[id], claimed[id] = weight, true
		}
	}
	if p.anchor == nil {
		return
	}
	for _, f := range k.Forms {
		if f.Text != p.anchor.Text {
			continue
		}
		for _, id := range f.Lessons {
			if _, mine := p.Lessons[id]; mine {
				p.Forms[0].Lessons = append(p.Forms[0].Lessons, id)
			}
		}
	}
}

// keep is what the next run is to know.
func (s *study) keep() *ledger.Practices {
	kept := &ledger.Practices{Heeded: s.opts.Prompts.Heeded(), Found: []ledger.Practice{}, None: []string{}, Waiting: []string{}}
	if kept.Heeded == "" && s.opts.Kept != nil {
		kept.Heeded = s.opts.Kept.Heeded
	}
	for _, p := range s.practices {
		if !p.hand || len(p.Lessons) > 0 {
			kept.Found = append(kept.Found, p.Practice)
		}
	}
	slices.Sort(s.waiting)
	kept.Waiting = append(kept.Waiting, s.waiting...)
	for _, id := range slices.Sorted(maps.Keys(s.none)) {
		if !slices.Contains(s.waiting, id) {
			kept.None = append(kept.None, id)
		}
	}
	return kept
}
