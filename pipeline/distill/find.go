package distill

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/prompts"
)

const (
	// findSize is how many lessons one request to find practices holds, sampleSize how many a search reads of very many:
	// what teaches none of the practices of the one is searched next.
	findSize, sampleSize = 60, 180
	// fewestPractices and mostPractices bound how many are asked for, one for each lessonsEach lessons.
	fewestPractices, mostPractices, lessonsEach = 4, 14, 6
	// examples is the least number of lessons that an answer names for a practice, inPart that of one that sees a part of
	// them.
	examples, inPart = 3, 2
	// perPractice is how many tokens the answer has for a practice, at most.
	perPractice = 120
	// longestLine is how many words a practice's line may have before it is worded.
	longestLine = 30
)

// found is a practice in an answer.
type found struct {
	Name, Line string
	Notes      []number
}

// find asks for the practices that lessons teach, in batches that spread over sources and days, and has the lists of
// several batches merged. Of very many lessons it reads a sample. The lessons count as searched if one request read them
// all, or in the last search.
func (s *study) find(ctx context.Context, ids []string, last bool) error {
	shown := spread(s.shown(ids), sampleSize)[0]
	data := prompts.Data{
		Count: among(len(shown)), Room: max(s.opts.Room, 1), Words: s.opts.Words, Practices: s.numbered(),
		Loaded: s.loaded,
	}
	hands := spread(shown, s.batch(shown))
	var all []found
	batches, least := 0, examples
	if data.Part = len(hands) > 1 || len(shown) < len(ids); data.Part {
		least = inPart
	}
	shown = slices.Concat(hands...)
	requests := chunks(len(shown), len(hands[0]))
	failed, err := s.each(prompts.Find, len(shown), requests, func(r request) (map[int]string, error) {
		batch := data
		batch.Count = among(len(r.some))
		batch.Lessons = mapped(r.some, func(i int) prompts.Lesson { return shown[i].Lesson })
		slices.SortStableFunc(batch.Lessons, func(a, b prompts.Lesson) int { return cmp.Compare(a.Number, b.Number) })
		usable, wrong, err := s.list(ctx, r, batch, least)
		if all = append(all, usable...); len(usable) > 0 {
			batches++
		}
		return wrong, err
	})
	if failed == nil {
		return err
	}
	for i, why := range failed {
		if why != ErrOutOfTime.Error() {
			s.unanswered[shown[i].lesson.ID] = why
		}
	}
	if batches > 1 && err == nil {
		all, err = s.merge(ctx, data, all)
	}
	for _, id := range ids {
		s.searched[id] = s.searched[id] || err == nil && (last || len(ids) == len(hands[0]))
	}
	all = s.unknownOf(all)
	for _, f := range all[:min(len(all), data.Count)] {
		s.add(f.Name, f.Line)
	}
	return err
}

// among is how many practices are sought among so many lessons.
func among(lessons int) int {
	return min(max(lessons/lessonsEach, fewestPractices), mostPractices, max(lessons/examples, 1))
}

// unknownOf are the practices that are not known yet, each once.
func (s *study) unknownOf(all []found) []found {
	known := map[string]bool{}
	for _, p := range s.practices {
		known[strings.ToLower(p.Name)], known[strings.ToLower(p.Line)] = true, true
	}
	return slices.DeleteFunc(all, func(f found) bool {
		name, line := strings.ToLower(cmp.Or(f.Name, f.Line)), strings.ToLower(f.Line)
		again := known[name] || known[line]
		known[name], known[line] = true, true
		return again
	})
}

// merge makes one list of those of several batches; without a usable answer, those that most notes teach come first.
func (s *study) merge(ctx context.Context, data prompts.Data, all []found) ([]found, error) {
	data.Merge = true
	for i, f := range all {
		data.Lessons = append(data.Lessons, prompts.Lesson{
			Number: i + 1, Place: text.Plural(len(f.Notes), "note"), Text: f.Name + " " + f.Line,
		})
	}
	var merged []found
	failed, err := s.each(prompts.Find, 0, chunks(1, 1), func(r request) (wrong map[int]string, err error) {
		merged, wrong, err = s.list(ctx, r, data, 1)
		return wrong, err
	})
	if err != nil || len(failed) == 0 { // none may be left
		return merged, err
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(len(b.Notes), len(a.Notes)) })
	return all, nil
}

// list asks for practices and takes those of the answer that name enough of the shown lessons; if there are none, wrong
// says what they lack.
func (s *study) list(ctx context.Context, r request, d prompts.Data, least int,
) (usable []found, wrong map[int]string, err error) {
	var answer struct{ Practices []found }
	if err := s.send(ctx, prompts.Find, r, d, perPractice*d.Count, &answer); err != nil {
		return nil, nil, err
	}
	var lacks []string
	told := false // what some notes teach, whether that makes a practice or not
	if answer.Practices == nil {
		lacks = append(lacks, "it had no practices")
	}
	shown := mapped(d.Lessons, func(l prompts.Lesson) number { return number(l.Number) })
	for _, f := range answer.Practices {
		f.Name, f.Line = nameGiven(f.Name, ""), tidyText(f.Line) // a bad name is made when the line is final
		slices.Sort(f.Notes)
		f.Notes = only(slices.Compact(f.Notes), func(n number) bool { return slices.Contains(shown, n) })
		cause, detail := s.opts.Check(cmp.Or(f.Name, "Practice."), f.Line, nil)
		told = told || f.Line != "" && len(f.Notes) > 0
		switch {
		case f.Line == "": // its name may come with its wording
			lacks = append(lacks, fmt.Sprintf("practice %q has no line", f.Name))
		case text.Count(f.Line) > longestLine:
			lacks = append(lacks, fmt.Sprintf("the line of practice %q has %d words", f.Name, text.Count(f.Line)))
		case cause == Secret || cause == Injection:
			lacks = append(lacks, fmt.Sprintf("the line of practice %q cannot be used: %s", f.Name, detail))
		case len(f.Notes) < least:
			lacks = append(lacks, fmt.Sprintf("practice %q names %d of the notes, at least %d must teach it",
				f.Name, len(f.Notes), least))
		default:
			usable = append(usable, f)
		}
	}
	if why := implausibleList(usable, d.Lessons); why != "" && !d.Merge {
		return nil, r.all(why), nil
	}
	if told {
		s.tally(prompts.Find).usable = true
	}
	if len(usable) == 0 && len(lacks) > 0 {
		wrong = r.all(strings.Join(lacks, "; "))
	}
	return usable, wrong, nil
}

// batch is how many lessons a request to find practices holds. If the context proves too short for them after all, they
// are asked about in halves.
func (s *study) batch(shown []shownLesson) int {
	total := sizeOf(shown)
	beside := overhead*2/3 + tokens.Measure(strings.Join(s.loaded, "\n")).O200k
	fit := func(n int) bool { return total*n/len(shown)+beside <= s.model.Room(perPractice*among(n)) }
	n := min(cmp.Or(s.opts.Form.FindSize, findSize), len(shown))
	for n > examples && !fit(n) {
		n--
	}
	return n
}

// spread deals lessons out into hands of about the same size, size at most, each from all sources and days.
func spread(shown []shownLesson, size int) [][]shownLesson {
	slices.SortStableFunc(shown, func(a, b shownLesson) int { return cmp.Compare(a.lesson.Path, b.lesson.Path) })
	hands := make([][]shownLesson, max(parts(len(shown), size), 1))
	for i, l := range shown {
		hands[i%len(hands)] = append(hands[i%len(hands)], l)
	}
	return hands
}
