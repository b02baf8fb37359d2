package distill

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/prompts"
)

const (
	// mostVerified is how many lessons one request verifies for a practice, inRequest for
	// all. A practice with more takes part several times.
	mostVerified, inRequest = 25, 100
	// perVerdict is how many tokens the answer has for a line, perYes for a lesson of it.
	perVerdict, perYes = 140, 8
	// mostNear is how many other lessons a line is verified beside, leastNear which share of words they have in common
	// with it at least.
	mostNear, leastNear = 4, .08
	// roomForNear is how many tokens a prompt may have at least for them to be shown.
	roomForNear = 8000
)

const okay, misleading = "ok", "misleading"

// verdicts tells why a line with a verdict is not included.
var verdicts = map[string]Cause{
	okay: "", "too vague": Invalid, "too narrow": Invalid, misleading: Unfaithful, "repeats": Duplicate,
}

// verified is an answer about a line.
type verified struct {
	Line number
	Yes  []number
	Same []number // not of Yes, for what they tell is told by another note
	// Lost is what the notes except or limit and the line does not say.
	Lost, Verdict, Reason string
}

// part is the line of a practice and some of its lessons, for one request.
type part struct {
	p     *practice
	first bool // the verdict counts: it has the heaviest lessons
	// line is the draft, or the form that passed already.
	line          draft
	lessons, near []prompts.Lesson
	ids           map[number]string
}

// verify asks which lessons follow from the lines of practices, where some are not
// verified yet. It returns those whose line is to be written once more.
func (s *study) verify(ctx context.Context, list []*practice) (again []*practice, err error) {
	if s.orders == nil {
		s.orders = ReadOrders(ctx, s.lessons)
	}
	parts, lessons := s.parts(ctx, list)
	failed, err := s.each(prompts.Verify, lessons, together(parts), func(r request) (map[int]string, error) {
		if s.opts.Form.Margins {
			return nil, s.verifyByMargins(ctx, parts, r.some)
		}
		data, written := s.toVerify(parts, r.some)
		control := addControl(&data, lessons)
		var answer struct{ Lines []verified }
		if err := s.send(ctx, prompts.Verify, r, data, written, &answer); err != nil {
			return nil, err
		}
		if control.passes(len(r.some)+1, answer.Lines) {
			return r.all("a line that none of its notes teaches was let pass; hold each note against the line below it"), nil
		}
		wrong := map[int]string{}
		for n, i := range r.some {
			if why := parts[i].read(n+1, answer.Lines); why != "" {
				wrong[i] = why
			}
		}
		return wrong, nil
	})
	if failed == nil {
		return nil, err
	}
	late := map[*practice]bool{}
	for i, part := range parts {
		late[part.p] = late[part.p] || failed[i] == ErrOutOfTime.Error()
	}
	for _, inTime := range only(parts, func(p *part) bool { return !late[p.p] }) {
		inTime.settle()
	}
	for _, p := range only(list, func(p *practice) bool { return !late[p] }) {
		if s.judge(p) {
			again = append(again, p)
		}
		p.fresh = nil
	}
	return again, err
}

// toVerify is what a request about some parts shows, and how many tokens its answer has at most.
func (s *study) toVerify(parts []*part, some []int) (data prompts.Data, written int) {
	var texts []string
	written = 2 * perVerdict // one for the control
	for n, i := range some {
		part := parts[i]
		texts = append(texts, part.line.text)
		written += perVerdict + perYes*len(part.lessons)
		data.Practices = append(data.Practices, prompts.Practice{
			Number: i + 1, Lessons: part.lessons, Lines: []prompts.Line{{Number: n + 1, Text: part.line.text}}, Near: part.near,
		})
	}
	stand := only(s.practices, func(p *practice) bool { return p.anchor != nil || p.hand })
	data.Loaded = slices.Concat(s.loaded, except(mapped(stand, (*practice).line), texts...))
	return data, written
}

// near are the lessons that share most words with the line of a practice and do not teach it: one of them may make an
// exception to it, or take it back. There are none where prompts have little room.
func (s *study) near(ctx context.Context, p *practice) []prompts.Lesson {
	if s.model.Room(perVerdict) < roomForNear {
		return nil
	}
	if s.alike == nil {
		s.alike = text.NewIndex(ctx, len(s.lessons), func(i int) string { return s.lessons[i].Text })
	}
	alike := map[int]float64{}
	s.alike.Near(p.Line, leastNear, func(i int, share float64) {
		if id := s.lessons[i].ID; p.Lessons[id] == 0 && !s.headings[id] {
			alike[i] = share
		}
	})
	near := slices.SortedFunc(maps.Keys(alike), func(a, b int) int { return cmp.Or(cmp.Compare(alike[b], alike[a]), b-a) })
	return mapped(near[:min(len(near), mostNear)], func(i int) prompts.Lesson { return Shown(&s.lessons[i], 0) })
}

// together are the parts that one request holds.
func together(parts []*part) (requests [][]int) {
	lessons := 0 // in the last request
	for i, p := range parts {
		if lessons += len(p.lessons); lessons > inRequest || len(requests) == 0 {
			requests, lessons = append(requests, nil), len(p.lessons)
		}
		last := len(requests) - 1
		requests[last] = append(requests[last], i)
	}
	return requests
}

// parts are the lines to verify, each with the lessons that were not yet, n in all.
func (s *study) parts(ctx context.Context, list []*practice) (parts []*part, n int) {
	for _, p := range list {
		var line draft
		switch {
		case p.draft != nil && len(p.Lessons) >= s.opts.Support:
			line = *p.draft
		case p.draft == nil && len(p.Forms) > 0:
			line.text = p.Forms[0].Text
		default:
			continue
		}
		fresh := slices.Clone(p.fresh)
		slices.SortFunc(fresh, func(a, b string) int {
			return cmp.Or(cmp.Compare(p.Lessons[b], p.Lessons[a]), cmp.Compare(a, b))
		})
		first := true
		for ids := range slices.Chunk(fresh, mostVerified) {
			next := &part{p: p, first: first, line: line, ids: map[number]string{}}
			if first {
				next.near = s.near(ctx, p)
			}
			for _, id := range ids {
				n++
				next.ids[number(n)] = id
				next.lessons = append(next.lessons, Shown(&s.lessons[s.index[id]], n))
			}
			parts, first = append(parts, next), false
		}
	}
	return parts, n
}

// read takes the answer about a line, and returns what is wrong with it. Numbers that are
// not of the line's lessons do not count.
func (p *part) read(line int, answer []verified) string {
	p.line.verdict, p.line.yes, p.line.same = "", nil, nil
	is := func(v verified) bool { return int(v.Line) == line }
	found := slices.IndexFunc(answer, is)
	if found < 0 {
		return fmt.Sprintf("line %d was missing", line)
	}
	v := &answer[found]
	if slices.ContainsFunc(answer[found+1:], is) {
		return fmt.Sprintf("line %d came twice", line)
	}
	if _, known := verdicts[v.Verdict]; !known {
		return fmt.Sprintf("line %d: %q is no verdict", line, v.Verdict)
	}
	slices.Sort(v.Yes)
	own := func(numbers []number) []string {
		return except(mapped(numbers, func(n number) string { return p.ids[n] }), "")
	}
	p.line.yes = own(slices.Compact(v.Yes))
	p.line.same = except(own(v.Same), p.line.yes...)
	if v.Verdict == okay && v.Lost != "" {
		v.Verdict, v.Reason = misleading, "it does not say: "+v.Lost
	}
	p.line.verdict, p.line.reason = v.Verdict, text.OneLine(v.Reason)
	return ""
}

// settle gives what was verified to the draft of the practice, or to its form.
func (p *part) settle() {
	line, d := p.line, p.p.draft
	if d == nil {
		p.p.Forms[0].Lessons = append(p.p.Forms[0].Lessons, line.yes...)
		if line.verdict == misleading && p.p.anchor == nil {
			p.p.reason = fmt.Sprintf("%q is misleading: %s", line.text, line.reason)
		}
		return
	}
	d.yes, d.same = append(d.yes, line.yes...), append(d.same, line.same...)
	if p.first {
		d.verdict, d.reason = line.verdict, line.reason
	}
}

// judge makes a form of the draft if it passed, and reports whether the line is to be
// written once more: a first time, and not where it repeats what is loaded.
func (s *study) judge(p *practice) (again bool) {
	d := p.draft
	if d == nil {
		if len(p.Forms) > 0 {
			against, _ := s.opposite(p.Forms[0].Text, p.fresh)
			p.Forms[0].Lessons = except(p.Forms[0].Lessons, against...)
		}
		if p.anchor == nil && p.reason != "" && len(p.fresh) > 0 { // a new lesson is against it
			p.Forms = nil
			return true
		}
		return false
	}
	second := p.reason != ""
	p.draft = nil
	slices.Sort(d.yes)
	s.turn(p, d)
	cause, why := s.verdictOn(p, *d)
	if cause == "" {
		p.Forms, p.Reason, p.Detail = []lesson.Form{{Text: d.text, Lessons: d.yes}}, "", ""
		return false
	}
	p.reason, p.rejected = why, *d
	if len(p.Forms) == 0 { // a form of the first time stays
		p.drop(cause, why)
	}
	others := except(p.LessonIDs(), d.same...) // what other lessons tell already, no wording makes one of its own
	return !second && cause != Duplicate && d.verdict != "" && s.opts.Distinct(s.indices(others)) >= s.opts.Support
}

// verdictOn is why a draft may not become an entry, in words for the model and for people.
func (s *study) verdictOn(p *practice, d draft) (cause Cause, why string) {
	switch {
	case len(p.Lessons) < s.opts.Support:
		return Support, fmt.Sprintf("%s, an entry needs %d", text.Plural(len(p.Lessons), "lesson"), s.opts.Support)
	case d.verdict == "":
		return Invalid, fmt.Sprintf("the model gave no usable verdict on %q", d.text)
	case d.verdict != okay:
		why = fmt.Sprintf("%q was judged %s", d.text, d.verdict)
		if d.reason != "" {
			why += ": " + d.reason
		}
		return verdicts[d.verdict], why
	case d.against != "":
		return Superseded, fmt.Sprintf("%q says the opposite of what a note says that is no older than those behind it: %s",
			d.text, d.against)
	case len(d.yes) < s.opts.Support:
		return Support, fmt.Sprintf("%q follows from only %d of its %s, an entry needs %d",
			d.text, len(d.yes), text.Plural(len(p.Lessons), "lesson"), s.opts.Support)
	case s.opts.Distinct(s.indices(d.yes)) < s.opts.Support:
		return Support, fmt.Sprintf("%q follows from %d lessons, of which one without a day of its own may repeat "+
			"what the note of a day tells; an entry needs %d different ones", d.text, len(d.yes), s.opts.Support)
	}
	return "", ""
}
