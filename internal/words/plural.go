package words

import (
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
