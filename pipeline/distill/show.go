package distill

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/pipeline/collect"
	"wisdom/prompts"
)

// shownLesson is a lesson as prompts show it, with what orders lessons.
type shownLesson struct {
	prompts.Lesson
	lesson *lesson.Lesson
}

// shown are lessons as prompts show them, oldest first, numbered in that order.
func (s *study) shown(ids []string) []shownLesson {
	list := mapped(ids, func(id string) shownLesson { return shownLesson{lesson: &s.lessons[s.index[id]]} })
	slices.SortStableFunc(list, func(a, b shownLesson) int {
		return cmp.Or(cmp.Compare(a.lesson.Date, b.lesson.Date), cmp.Compare(a.lesson.Path, b.lesson.Path),
			cmp.Compare(a.lesson.StartLine, b.lesson.StartLine), cmp.Compare(a.lesson.ID, b.lesson.ID))
	})
	for i := range list {
		list[i].Lesson = Shown(list[i].lesson, i+1)
		if at := slices.Index(s.practices, s.misfits[list[i].lesson.ID]); at >= 0 {
			list[i].Place += fmt.Sprintf(", does not fit practice %d", at+1)
		}
	}
	return list
}

// Shown is a lesson as prompts show it.
func Shown(l *lesson.Lesson, number int) prompts.Lesson {
	place := cmp.Or(l.Date, "undated")
	if file := path.Base(l.Path); l.Date == "" && file != "MEMORY.md" {
		place += ", " + text.Shorten(strings.TrimSuffix(file, path.Ext(file)), longestHeading/2)
	}
	if l.Heading != "" {
		place += fmt.Sprintf(", under %q", text.Shorten(l.Heading, longestHeading))
	}
	if l.Negative {
		place += ", what went wrong"
	}
	return prompts.Lesson{Number: number, Place: place, Text: shownText(l)}
}

// shownText is the text of a lesson, cut if it is long, but never what it tells to do: a part that is labelled as the
// lesson, or the rule sentence, comes after the beginning.
func shownText(l *lesson.Lesson) string {
	s := text.OneLine(l.Text)
	beginning := text.Shorten(s, longestShown)
	if beginning == s {
		return s
	}
	plain := text.Unbold(s)
	rule := cmp.Or(text.Unbold(collect.LessonPart(s)), l.Excerpt())
	at := strings.LastIndex(plain, rule)
	if at < 0 {
		return beginning
	}
	rule = text.Shorten(plain[at:], max(longestRule, min(utf8.RuneCountInString(rule), longestShown/2)))
	if strings.Contains(text.Unbold(beginning), strings.TrimSuffix(rule, "…")) {
		return beginning
	}
	return text.Shorten(s, longestShown-utf8.RuneCountInString(rule)-1) + " " + rule
}

// bareHeadings are the IDs of the lessons whose words are only those of their heading, which stands beside the lessons
// below it in a prompt. One that gives an order and has no lessons below it is none, nor is one that a prompt cuts.
func bareHeadings(lessons []lesson.Lesson) map[string]bool {
	type heading struct{ path, text string }
	below := map[heading]int{}
	for i := range lessons {
		below[heading{lessons[i].Path, lessons[i].Heading}]++
	}
	bare := map[string]bool{}
	wordsOf := func(s string) []string { return slices.Collect(text.Split(s)) }
	for i := range lessons {
		l := &lessons[i]
		if n := utf8.RuneCountInString(l.Heading); n > 0 && n <= longestHeading &&
			slices.Equal(wordsOf(l.Text), wordsOf(l.Heading)) &&
			(below[heading{l.Path, l.Heading}] > 1 || !collect.GivesOrder(l.Text)) {
			bare[l.ID] = true
		}
	}
	return bare
}

// numbered are the known practices, as prompts show them.
func (s *study) numbered() []prompts.Practice {
	return mapped(upTo(len(s.practices)), func(i int) prompts.Practice {
		return prompts.Practice{Number: i + 1, Name: s.practices[i].Name, Line: s.practices[i].Line}
	})
}

const (
	// longestShown is how much of a lesson a prompt shows, in characters: conditions and exceptions often come last.
	longestShown = 900
	// longestHeading is how much of its heading.
	longestHeading = 80
	// longestRule is at least how much of that the rule sentence takes where it would be cut off; a longer rule may take
	// half.
	longestRule = 240
	// overhead is what a prompt has beside its lessons, in tokens: the text, the practices, and what was wrong; around is
	// what it has beside each of them.
	overhead, around = 1600, 24
	// mostLoaded is how many tokens of loaded sentences a prompt shows at most, partOfRoom which part of its room.
	mostLoaded, partOfRoom = 1500, 4
)

// prepare tells the model how long the prompts of the run are at most, and cuts what is loaded to what they have room
// for: all show the same sentences, so that no practice is found that is dropped later for one that was not shown.
func (s *study) prepare() {
	longest, written := Longest(len(s.lessons), func(i int) string { return s.lessons[i].Text })
	s.model.Prepare(longest+min(mostLoaded, tokens.Measure(strings.Join(s.opts.Loaded, "\n- ")).O200k), written)
	room := min(mostLoaded, s.model.Room(written)/partOfRoom)
	s.loaded = slices.DeleteFunc(slices.Clone(s.opts.Loaded), func(sentence string) bool {
		size := tokens.Measure(sentence).O200k + 2 // for the mark of a list
		if size > room {
			return true
		}
		room -= size
		return false
	})
}

// Longest is how many tokens the longest prompt about n texts has, and its answer, at most.
func Longest(n int, s func(i int) string) (prompt, written int) {
	sizes := mapped(upTo(n), func(i int) int {
		return tokens.Measure(text.Shorten(s(i), longestShown)).O200k + around
	})
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	for _, size := range sizes[:min(len(sizes), inRequest)] {
		prompt += size
	}
	return prompt + overhead, perPractice * mostPractices
}
