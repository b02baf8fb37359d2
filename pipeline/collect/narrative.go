package collect

import (
	"strings"

	"wisdom/internal/words"
)

// pastHangul are the syllables that end in a double s, which makes the past tense,
// without those of being and of the future.
func pastHangul() string {
	const first, last, finals, doubleS = '가', '힣', 28, 20
	var b strings.Builder
	for r := first + doubleS; r <= last; r += finals {
		if r != '있' && r != '겠' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

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
