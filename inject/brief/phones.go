package brief

import (
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown/locks"
)

var (
	reCountry = words.Lazily(`\+\d{1,3}[ -]?$`)
	// reRange matches years or hours from one to the other, which look like telephone numbers.
	reRange = words.Lazily(
		`^(?:(?:19|20)\d\d ?- ?(?:19|20)\d\d|(?:[01]\d|2[0-4])[0-5]\d ?- ?(?:[01]\d|2[0-4])[0-5]\d)$`,
	)
	// rePointed matches telephone numbers with points, in the groups of a country that writes them so: a version, an
	// address, a date and a price have others. reSlashed matches an area code, a slash and a number.
	rePointed = words.Lazily(
		`(?:\+\d{1,3}[. ])?\(?\d{3}\)?\.\d{3}\.\d{4}|0\d(?:\.\d\d){4}|\+\d{1,3}(?:[. ]\d{1,4}){3,}|0\d{2,4}\.\d{5,}`,
	)
	reSlashed = words.Lazily(`(?:\(?0\d{2,5}\)?|\+\d{1,3}[ -]?(?:\(0\))?\d{2,5}) ?/ ?\d(?:[ -]?\d){4,}`)
	// reBegun and reGoesOn match what makes digits the part of a longer number or of a name.
	reBegun  = words.Lazily(`[\pL\d_][.,/-]?$`)
	reGoesOn = words.Lazily(`^[.,/-]?[\pL\d_]`)
	// reDialled matches a number behind the word that it may be a telephone number for.
	reDialled = words.Lazily(`(\pL+)[.:]?[*_\x60"' ]+(\+?\(?\d[\d ()/.-]{4,}\d)`)
	reDay     = words.Lazily(`^(?:(?:19|20)\d\d[./]\d{1,2}[./]\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d)$`)
	// reKnownAs matches a service, a word, and what may be a name there.
	reKnownAs = words.Lazily(`(\pL+),? (\pL+) ["'*_\x60]*(@?\w[\w.-]*\w)["'*_\x60]*(?:[.,;)!]|$)`)
)

// A line may be the whole file, and each match in it is looked at on its own: only so many bytes before a match are
// read. No match of reBegun or reCountry is longer than mostBegun; mostBefore is the length of a long sentence.
const (
	mostBegun  = 8
	mostBefore = 400
)

// phones finds the telephone numbers of a line, which may overlap.
func phones(text string) [][]int {
	var all [][]int
	for _, at := range locks.Phones(text) {
		if !reRange().MatchString(strings.TrimLeft(text[at[0]:at[1]], "(")) {
			all = append(all, []int{at[0] - len(reCountry().FindString(endOf(text[:at[0]], mostBegun))), at[1]})
		}
	}
	for _, re := range []*regexp.Regexp{rePointed(), reSlashed()} {
		for _, at := range re.FindAllStringIndex(text, -1) {
			if !reGoesOn().MatchString(text[at[1]:]) && !reBegun().MatchString(endOf(text[:at[0]], mostBegun)) {
				all = append(all, at)
			}
		}
	}
	for _, at := range reDialled().FindAllStringSubmatchIndex(text, -1) {
		word, number := strings.ToLower(text[at[2]:at[3]]), text[at[4]:at[5]]
		isWay := isContactWord(word) || slices.Contains(services(), word)
		if digits := digitsIn(number); isWay && digits > fewestDigits &&
			!reRange().MatchString(number) && !isDate(number) {
			all = append(all, at[4:6])
		}
	}
	return all
}

// isDate reports whether a number is a date: 2026-01-03, 2026.01.03, 3.1.2026.
func isDate(number string) bool { return dateIn(number) != "" || reDay().MatchString(number) }

// isKnownAs reports whether what follows a service and a word is the name of a person there: the line speaks of
// reaching someone.
func isKnownAs(before, service, word string) bool {
	service = strings.ToLower(service)
	if !slices.Contains(services(), service) && !slices.Contains(commonServices(), service) ||
		!slices.Contains(asPhrases(), strings.ToLower(word)) {
		return false
	}
	return slices.ContainsFunc(wordsOf(endOf(before, mostBefore)), func(word string) bool {
		return slices.Contains(reachPhrases(), word)
	})
}
