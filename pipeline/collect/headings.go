package collect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
)

var (
	reBrackets = text.Lazily(`[(（\[【][^)）\]】]*[)）\]】]`)
	reDate     = text.Lazily(`\b(\d{4}-\d{2}-\d{2})\b`)
	reClock    = text.Lazily(`\b\d{1,2}:\d{2}(?::\d{2})?\b`)
	reLeading  = text.Lazily(`^(?:#?\d+[.):]?\s+|[-–—:|·]\s*)+`)
)

// bare is a heading as the lists know it, without accents.
func bare(heading string) string {
	heading = withoutBrackets(strings.Trim(heading, " :.!"))
	heading = reClock().ReplaceAllString(reDate().ReplaceAllString(heading, " "), " ")
	heading = text.OneLine(strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`#\ufe0f\u200d", r) || r >= utf8.RuneSelf && unicode.In(r, unicode.So, unicode.Sk) {
			return -1
		}
		return r
	}, text.Fold(heading)))
	return strings.Trim(reLeading().ReplaceAllString(heading, ""), " :：-–—.·|!")
}

// withoutBrackets is a text without what is in brackets.
func withoutBrackets(text string) string { return reBrackets().ReplaceAllString(text, " ") }

// role is what a heading says about what is below it.
type role int

const (
	neutral role = iota
	lessons
	decisions
	other
	pasted // another author's text, whatever it calls itself
	norms  // rules, principles, wishes
)

// extraWords is how many words a heading may have beside the phrase that makes
// it a lesson heading: "Lessons from the March outage", not a whole sentence.
const extraWords = 4

// classify says what is below a heading.
func classify(heading string) role {
	text := bare(heading)
	switch {
	case text == "":
		return neutral
	case isOfOthers(heading) && !slices.Contains(known().Headings.Rules, text): // which may hold a word for advice
		return pasted
	case slices.Contains(known().Headings.Other, text):
		return other
	case slices.Contains(known().Headings.LessonNames, text), hasPhrase(text, known().Headings.Lessons):
		return lessons
	case hasPhrase(text, known().Headings.Decisions):
		return decisions
	case hasPhrase(text, known().Headings.Rules), hasPhrase(text, known().Headings.Preferences):
		return norms
	}
	return neutral
}

// isNegative reports whether the texts below a heading say what does not work. One that
// begins with an order ("Avoid late trains") is a rule itself.
func isNegative(heading string) bool {
	s := bare(heading)
	if slices.Contains(known().Headings.Negative, s) {
		return true
	}
	if asksHowToAvoid(s) {
		return false
	}
	first, _, _ := strings.Cut(s, " ")
	return !text.IsImperative(first) && hasPhrase(s, known().Headings.Negative)
}

// asksHowToAvoid reports whether a folded heading does: what is below it says what to do.
func asksHowToAvoid(heading string) bool {
	return slices.ContainsFunc(known().Headings.HowToAvoid, func(phrase string) bool {
		return strings.Contains(heading, phrase) && borders(phrase, heading)
	})
}

// isOfOthers reports whether a heading is about another person's text.
func isOfOthers(heading string) bool {
	folded := text.Fold(heading)
	return slices.ContainsFunc(known().Headings.Foreign, func(mark string) bool {
		at := strings.Index(folded, mark)
		return at >= 0 && borders(mark, folded[at:])
	})
}

// hasPhrase reports whether a text is one of phrases, or holds one at its beginning or end beside little else.
func hasPhrase(text string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool {
		rest, found := strings.CutPrefix(text, phrase)
		if !found {
			rest, found = strings.CutSuffix(text, phrase)
		}
		return found && borders(phrase, text) && len(strings.Fields(rest)) <= extraWords
	})
}

// borders reports whether phrase is in text as whole words.
func borders(phrase, s string) bool {
	if strings.ContainsFunc(phrase, text.IsSyllable) {
		return true
	}
	i := strings.Index(s, phrase)
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+len(phrase):])
	return !unicode.IsLetter(before) && !unicode.IsLetter(after)
}
