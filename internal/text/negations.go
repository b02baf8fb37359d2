package text

import "strings"

// negation is a kind of word that turns a sentence.
type negation int

const (
	// negates turns a sentence by itself.
	negates negation = iota + 1
	// negativeWord turns a sentence alone or together with a particle.
	negativeWord
	// particle turns a sentence; with a negative word beside it, they are one negation.
	particle
)

// nearNegation is how many words apart two words of one negation stand at most.
const nearNegation = 5

// Negations is how many words in text turn its sense. Where a language says one
// negation with two words ("ne … pas"), they count as one.
func Negations(text string) int {
	n := strings.Count(text, "≠")
	// Where the last particle stood, and the words before it that wait for one.
	turned, companions := -nearNegation, []int(nil)
	i := -1
	v := known()
	for word := range Split(text) {
		i++
		lower := plainLower(word)
		switch kind := v.negations[lower]; {
		case kind == particle, v.hasNegativePrefix(lower):
			for len(companions) > 0 && i-companions[len(companions)-1] < nearNegation {
				companions = companions[:len(companions)-1]
				n--
			}
			turned = i
			n++
		case kind == negativeWord && (i == 0 || !isUpper(word) || !v.months[lower]): // "Mai" is also a month
			if i-turned >= nearNegation {
				companions = append(companions, i)
				n++
			}
		case kind == negates, strings.HasSuffix(lower, "n't"):
			n++
		}
	}
	if hasSyllables(text) {
		innocent := v.innocent.Replace(text)
		for _, sign := range v.signs {
			n += strings.Count(innocent, sign)
		}
	}
	return n
}

func (v *vocabulary) hasNegativePrefix(word string) bool {
	for _, prefix := range v.prefixes {
		if strings.HasPrefix(word, prefix) && len(word) > len("n't") {
			return true
		}
	}
	return false
}

// plainLower is a word in lower case with the plain apostrophe.
func plainLower(word string) string { return strings.ToLower(strings.ReplaceAll(word, "’", "'")) }
