package text

import (
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
)

// stemmer brings the words of a language to their stems. It remembers them: most
// words come many times, and the rules take longer than to look them up.
type stemmer struct {
	stem                  func(string) string
	stop, english, elided map[string]bool // stop words, also those in English; what stands before an apostrophe

	known sync.Map // *Term by word; nil for one that carries no meaning
}

// terms are the words of text that carry meaning. Those of all lessons are kept
// for a whole run, so they come in no more memory than they need, and a word that
// comes many times is one term.
func (s *stemmer) terms(text string) []*Term {
	terms := make([]*Term, 0, len(text)/6)
	for start, end := range spans(text) {
		if term := s.term(text[start:end]); term != nil {
			terms = append(terms, term)
		}
	}
	return slices.Clone(terms)
}

// term is the term of a word, nil for one that carries no meaning.
func (s *stemmer) term(word string) *Term {
	if term, known := s.known.Load(word); known {
		return term.(*Term)
	}
	var term *Term
	word = strings.Clone(word)
	if stem, found := s.find(word); found {
		term = &Term{stem}
	}
	kept, _ := s.known.LoadOrStore(word, term)
	return kept.(*Term)
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

// snowball is one of Snowball's stemmers.
func snowball(stem func(*snowballstem.Env) bool) func(string) string {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}
