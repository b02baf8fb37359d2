package recall

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
)

// One word that a message and a passage have in common is chance as a rule: people tell of their day in the words of
// their notes. So what is told must share two words with a snippet itself, and a short order two, of which one may stand
// above it or both be expected. Who asks a question, types a few words to look something up, or wants something done
// after telling the situation, may mean the one thing that the notes know.
const (
	leastTold    = 2
	leastOrdered = 2 * expectedWord
	leastAsked   = expectedWord

	// asked to situation is how many words an order has that must share two.
	asked, situation = 2, 5
)

// manner is how a message says what it says.
type manner struct {
	// isFewWords: it is too short to tell of something. isQuestion: a sentence ends or begins as a question does.
	// isAsked: it asks a question, or for something to be done.
	isFewWords, isQuestion, isAsked bool
}

func mannerOf(message string) manner {
	m := manner{isFewWords: isFewWords(message), isQuestion: isQuestion(message)}
	m.isAsked = m.isQuestion || !m.isFewWords && holdsPhrase(message, loadVocabulary().asks) ||
		anySentence(message, func(sentence string) bool {
			first, rest, _ := strings.Cut(sentence, " ")
			return rest != "" && text.IsImperative(first)
		})
	return m
}

// leastMet is how many of the words of a message must be in a snippet.
func (m manner) leastMet(words float64) float64 {
	switch {
	case m.isQuestion:
	case m.isAsked:
		if words >= asked && words < situation {
			return leastOrdered
		}
	case !m.isFewWords:
		return leastTold
	}
	return leastAsked
}

// wordsOf counts needs; characters count for half a word.
func wordsOf(needs []need) float64 {
	count := 0.0
	for i := range needs {
		switch {
		case needs[i].faint:
		case strings.Contains(needs[i].word, "@"):
			count += hanWeight
		default:
			count++
		}
	}
	return count
}

// expectedWord is how much a word counts that only an expected message has.
const expectedWord = 2.0 / 3

// meets is how many needs a candidate meets in some way; characters count for half a word, and for a message that asks
// for nothing common words for less.
func (c *candidate) meets(needs []need, isAsked bool) float64 {
	n := 0.0
	for i, met := range c.met {
		if !isAsked {
			met *= min(1, needs[i].weight/telling)
		}
		switch {
		case met == 0 || needs[i].task || needs[i].faint:
		case c.expected[i]: // of expected words it takes three for two
			n += expectedWord
		case strings.Contains(needs[i].word, "@"):
			n += hanWeight * met
		default:
			n += met
		}
	}
	return n
}

// telling is the weight from which on a word of a message that asks for nothing counts in full: one that stands in more
// than about every fifteenth passage may be met by chance, above all in languages whose common words are not known.
const telling = 0.4

// isChance reports whether what a candidate shares with a message may be chance: too few words, and a meaning that is
// not near.
func (c *candidate) isChance(needs []need, leastMet float64) bool {
	return c.meets(needs, leastMet < leastTold) < leastMet && c.meaning < Threshold*leastMet/leastTold
}

// fewWords is from how many words on a message may tell of something.
const fewWords = 5

// isFewWords reports whether a message is too short to tell of something; characters count for
// half a word.
func isFewWords(message string) bool {
	n := 0.0
	for w := range strings.FieldsSeq(message) {
		if isHan(w) {
			n += hanWeight * float64(utf8.RuneCountInString(w))
		} else {
			n++
		}
	}
	return n < fewWords
}

// isQuestion reports whether a sentence of a message ends or begins as a question does.
func isQuestion(message string) bool {
	return strings.ContainsAny(message, "?？") || anySentence(message, func(sentence string) bool {
		v, lower := loadVocabulary(), strings.ToLower(sentence)
		begins := func(phrase string) bool {
			rest, found := strings.CutPrefix(lower, phrase)
			next, _ := utf8.DecodeRuneInString(rest)
			return found && (isHan(phrase) || !isLetter(next))
		}
		return slices.ContainsFunc(v.questions, begins) && !slices.ContainsFunc(v.exclamations, begins)
	})
}

// anySentence reports whether something holds for a sentence of a message, or for what follows a greeting.
func anySentence(message string, holds func(string) bool) bool {
	for sentence := range parted(message, sentenceEnds) {
		front := 0
		for clause := range parted(sentence, ",，、") {
			words := len(strings.Fields(clause))
			if clause = strings.Trim(clause, " \t\r\n-*\"'“”„‘’"); front <= mostGreeting && holds(clause) {
				return true
			}
			front += words
		}
	}
	return false
}

// mostGreeting is how many words a greeting has at most.
const mostGreeting = 3

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
