package text

import (
	"strings"

	"github.com/blevesearch/snowballstem"
)

// stemmer brings the words of a language to their stems.
type stemmer struct {
	stem                  func(string) string
	stop, english, elided map[string]bool // stop words, also those in English; what stands before an apostrophe
}

// terms are the stems of the words of a text that carry meaning.
func (s *stemmer) terms(text string) (stems []string) {
	for start, end := range spans(text) {
		if stem, found := s.find(text[start:end]); found {
			stems = append(stems, stem)
		}
	}
	return stems
}

// find is the stem of a word, if it carries meaning.
func (s *stemmer) find(word string) (stem string, found bool) {
	plain := s.withoutElision(plainLower(word))
	if s.stop[plain] {
		return "", false
	}
	if stem = s.stem(plain); !carriesMeaning(stem, s.english) {
		return "", false
	}
	return stem, true
}

// withoutElision leaves out an article or pronoun before an apostrophe ("l'eau") and the mark of the possessive
// behind one ("the dog's").
func (s *stemmer) withoutElision(word string) string {
	switch before, after, found := strings.Cut(word, "'"); {
	case found && after == "s":
		return before
	case found && s.elided[before]:
		return after
	}
	return word
}

// asItIs stems nothing: Vietnamese has no endings, and for Czech there is no stemmer among those.
func asItIs(word string) string { return word }

// snowball is one of Snowball's stemmers.
func snowball(stem func(*snowballstem.Env) bool) func(string) string {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}
