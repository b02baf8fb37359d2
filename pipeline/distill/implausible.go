package distill

import (
	"fmt"
	"slices"

	"wisdom/internal/text"
	"wisdom/prompts"
)

// leastTelling is how many notes a request shows at least for the numbers in an answer to tell that it cannot be right.
const leastTelling = 12

// implausibleList says why a list of practices cannot be right; it is empty if it can. Weak models copy a note in place
// of reading several, and give notes out in their order, whether these have a word in common with the practice or not.
func implausibleList(list []found, shown []prompts.Lesson) string {
	at := map[number]int{}
	sentences := make([][]text.Text, len(shown))
	for i, l := range shown {
		at[number(l.Number)] = i
		sentences[i] = mapped(text.Sentences(l.Text), text.Of)
	}
	copies, next, place, running, headed := 0, 0, "", true, true
	named, alike := 0, 0
	for i, f := range list {
		line := text.Of(f.Line)
		copied := only(sentences, func(note []text.Text) bool { return slices.ContainsFunc(note, line.NearCopy) })
		if len(copied) == 1 { // what several notes say word for word is what they teach
			copies++
		}
		for _, n := range f.Notes {
			if named++; haveWordInCommon(shown[at[n]].Text, f.Name+" "+f.Line) {
				alike++
			}
		}
		first, last := at[f.Notes[0]], at[f.Notes[len(f.Notes)-1]]
		running = running && (i == 0 || first == next) && last-first == len(f.Notes)-1
		// Notes below a heading of their own may well teach one practice.
		headed = headed && shown[first].Place == shown[last].Place && shown[first].Place != place
		next, place = last+1, shown[first].Place
	}
	all := slices.IndexFunc(list, func(f found) bool { return 10*len(f.Notes) >= 9*len(shown) })
	switch {
	case len(list) > 2 && 2*copies >= len(list):
		return fmt.Sprintf("%d of %s copy a note; write what all notes of a practice teach",
			copies, text.Plural(len(list), "line"))
	case len(shown) < leastTelling || len(list) < 2:
		return ""
	case all >= 0:
		return fmt.Sprintf("practice %q has nearly all of the notes", list[all].Name)
	case len(list) > 2 && running && !headed && 2*alike < named:
		return "the numbers of the notes only run on from practice to practice; name the notes that teach each one"
	}
	return ""
}

// implausibleRows says why practices were not chosen note by note: all are the same although the notes have no word in
// common with it, or they only run on. It is empty if they may have been.
func (s *study) implausibleRows(some []int, shown []shownLesson, chosen []assigned) string {
	same, running, alike := true, true, 0
	first := chosen[some[0]].Practice
	for k, i := range some {
		practice := chosen[i].Practice
		if practice == nil || first == nil {
			return ""
		}
		same = same && *practice == *first
		running = running && *practice > 0 &&
			(k == 0 || int(*practice) == int(*chosen[some[k-1]].Practice)%len(s.practices)+1)
		if p := s.numberedAs(practice); p != nil && haveWordInCommon(shown[i].Text, p.Name+" "+p.Line) {
			alike++
		}
	}
	switch {
	case len(some) < leastTelling || len(s.practices) < 2:
		return ""
	case same && *first > 0 && 2*alike < len(some):
		return fmt.Sprintf("all %d notes have practice %d; choose for each by what it says", len(some), *first)
	case running && 2*alike < len(some):
		return "the practices only run on from note to note; choose for each note by what it says"
	}
	return ""
}

func haveWordInCommon(note, practice string) bool {
	return text.Of(note).Share(text.Of(practice)) > 0
}
