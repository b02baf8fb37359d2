package text

import (
	"fmt"
	"strconv"
	"strings"
)

// Plural counts things by their English noun: "1 lesson", "3 lessons", "2 entries".
func Plural(n int, noun string) string { return strconv.Itoa(n) + " " + Noun(n, noun) }

// Noun returns the form of an English noun that follows a number.
func Noun(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "ay"): // entries, but days
		return strings.TrimSuffix(noun, "y") + "ies"
	}
	return noun + "s"
}

// Are returns the verb that follows a number and its noun: "1 lesson is", "3 lessons are".
func Are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// FirstOf is the first three of some names, and how many more there are.
func FirstOf[T any](names []T) string {
	const most = 3
	var list []string
	for _, name := range names[:min(most, len(names))] {
		list = append(list, fmt.Sprint(name))
	}
	text := strings.Join(list, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
