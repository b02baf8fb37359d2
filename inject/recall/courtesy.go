package recall

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// withoutCourtesies takes out the clauses of a message that thank, greet or wish and ask for
// nothing: no one needs what they are about. It also reports whether there was one, or a
// question about the reader's own life: the rest of such a message is small talk as a rule.
func withoutCourtesies(message string) (rest string, found bool) {
	var b strings.Builder
	for sentence := range parted(message, sentenceEnds) {
		found = found || isPersonal(sentence)
		for clause := range parted(sentence, clauseSigns) {
			if isCourtesy(clause) {
				found = true
				b.WriteString("\n")
			} else {
				b.WriteString(clause)
			}
		}
	}
	return b.String(), found
}

// isCourtesy reports whether a clause thanks, greets or wishes, and asks for nothing.
func isCourtesy(clause string) bool {
	fields := strings.Fields(clause)
	plain := slices.DeleteFunc(fields, func(w string) bool { return strings.Contains(w, "-") }) // "a thank-you note"
	clause = strings.Join(plain, " ")
	v := loadVocabulary()
	return holdsPhrase(clause, v.courtesies) && !holdsPhrase(clause, v.requests) &&
		!strings.ContainsAny(clause, "?？") && !holdsPhrase(clause, v.questions)
}

// isPersonal reports whether a sentence asks about the reader's own life, and about nothing else.
func isPersonal(sentence string) bool {
	lower := strings.ToLower(strings.TrimSpace(sentence))
	v := loadVocabulary()
	return slices.ContainsFunc(v.personal, func(phrase string) bool {
		rest, begins := strings.CutPrefix(lower, phrase)
		next, _ := utf8.DecodeRuneInString(rest)
		return begins && (isHan(phrase) || !isLetter(next) && !holdsPhrase(rest, v.questions))
	})
}

// clauseSigns part a sentence into clauses.
const clauseSigns = ",，、"

// parted goes through the parts of a text that end with one of some signs, which belong to
// their part. A sign within a word or a number ends none.
func parted(text, signs string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i, r := range text {
			end := i + utf8.RuneLen(r)
			if r == utf8.RuneError || !strings.ContainsRune(signs, r) {
				continue
			}
			if next, size := utf8.DecodeRuneInString(text[end:]); r < utf8.RuneSelf && size > 0 && isLetter(next) {
				continue
			}
			if !yield(text[start:end]) {
				return
			}
			start = end
		}
		if start < len(text) {
			yield(text[start:])
		}
	}
}

// isSingledOut reports whether the words that a candidate meets are in few passages: of a
// common one nothing tells which passage is meant.
func (c *candidate) isSingledOut(needs []need) bool {
	for i, met := range c.met {
		if met > 0 && !needs[i].faint && needs[i].passages > MostSnippets {
			return false
		}
	}
	return true
}
