package distill

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/prompts"
)

// shownLesson is a lesson as prompts show it, with what orders lessons.
type shownLesson struct {
	prompts.Lesson
	lesson *lesson.Lesson
}

// shown are lessons as prompts show them, oldest first, numbered in that order.
func (s *study) shown(ids []string) []shownLesson {
	list := make([]shownLesson, len(ids))
	for i, id := range ids {
		list[i].lesson = &s.lessons[s.index[id]]
	}
	slices.SortFunc(list, func(a, b shownLesson) int {
		return cmp.Or(cmp.Compare(a.lesson.Date, b.lesson.Date), cmp.Compare(a.lesson.Path, b.lesson.Path),
			cmp.Compare(a.lesson.StartLine, b.lesson.StartLine), cmp.Compare(a.lesson.ID, b.lesson.ID))
	})
	for i := range list {
		list[i].Lesson = showLesson(list[i].lesson, i+1)
		if at := slices.Index(s.practices, s.misfits[list[i].lesson.ID]); at >= 0 {
			list[i].Place += fmt.Sprintf(", does not fit practice %d", at+1)
		}
	}
	return list
}

// showLesson is a lesson as prompts show it. What it is about comes first where the text
// is cut.
func showLesson(l *lesson.Lesson, number int) prompts.Lesson {
	text := words.Shorten(l.Text, longestShown)
	if headline := words.OneLine(l.Headline); len(text) < len(words.OneLine(l.Text)) && !strings.Contains(text, headline) {
		text = words.Shorten(headline+" … "+text, longestShown)
	}
	place := cmp.Or(l.Date, "undated")
	if l.Heading != "" {
		place += fmt.Sprintf(", under %q", words.Shorten(l.Heading, 80))
	}
	if l.Negative {
		place += ", what went wrong"
	}
	return prompts.Lesson{Number: number, Place: place, Text: text}
}

// Shown is a lesson as prompts show it, without its number.
func Shown(l *lesson.Lesson) prompts.Lesson { return showLesson(l, 0) }

// numbered are the known practices, as prompts show them.
func (s *study) numbered() []prompts.Practice {
	list := make([]prompts.Practice, len(s.practices))
	for i, p := range s.practices {
		list[i] = prompts.Practice{Number: i + 1, Name: p.Name, Line: p.Line}
	}
	return list
}

func textsOf(lessons []lesson.Lesson) []string {
	texts := make([]string, len(lessons))
	for i, l := range lessons {
		texts[i] = l.Text
	}
	return texts
}

const (
	// longestShown is how much of a lesson a prompt shows, in characters.
	longestShown = 600
	// overhead is what a prompt has beside its lessons, in tokens: the text, the
	// practices, and what was wrong; around is what it has beside each of them.
	overhead, around = 1600, 24
)

// Longest is how many tokens the longest prompt about lessons has, and its answer, at
// most.
func Longest(lessons []string) (prompt, written int) {
	sizes := make([]int, len(lessons))
	for i, text := range lessons {
		sizes[i] = tokens.Measure(words.Shorten(text, longestShown)).O200k + around
	}
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	for _, size := range sizes[:min(len(sizes), mostAtOnce)] {
		prompt += size
	}
	return prompt + overhead, perPractice * mostPractices
}
