package collect

import (
	"strings"

	"wisdom/internal/words"
)

// narrates says whether a line of a few words tells what was, or is so just now, or is
// to be found out once, and says nothing that holds in general.
func narrates(text string) bool {
	if strings.HasPrefix(text, "**") || len(text) > longestReport*longWord || words.Count(text) > longestReport || strings.ContainsAny(text, "≠→;；") {
		return false
	}
	lower := strings.ToLower(withoutParenthesis(withoutDate(text)))
	if normative(lower) || reForgot().MatchString(lower) || reSentence().MatchString(strings.TrimRight(lower, ".!?。！？ ")) {
		return false
	}
	if first, _, _ := strings.Cut(lower, " "); agoWords()[strings.TrimRight(first, ",")] && !strings.Contains(lower, ":") {
		return true
	}
	if reNarrates().MatchString(lower) || reWhether().MatchString(lower) {
		return true
	}
	if advises(lower) || strings.ContainsAny(lower, ",:—–") {
		return false // one thing after the other is how lessons are told
	}
	for word := range strings.FieldsSeq(lower) {
		if word = strings.Trim(word, ".,:!?\"'«»()"); rePastForms().MatchString(word) && !notPast()[word] {
			return true
		}
	}
	return false
}
