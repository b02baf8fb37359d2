package words

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

	mutex sync.RWMutex
	known map[string]*Term // by word; nil for one that carries no meaning
}

// mostKnown is how many words are remembered: more than people know.
const mostKnown = 1 << 17

// terms are the words of text that carry meaning. Those of all lessons are kept
// for a whole run, so they come in no more memory than they need, and a word that
// comes many times is one term.
func (s *stemmer) terms(text string) []*Term {
	terms := make([]*Term, 0, len(text)/6)
	type place struct {
		at   int // among terms
		word string
	}
	var unknown []place
	s.mutex.RLock()
	for start, end := range spans(text) {
		term, known := s.known[text[start:end]]
		if !known {
			unknown = append(unknown, place{len(terms), text[start:end]})
		}
		if !known || term != nil {
			terms = append(terms, term)
		}
	}
	s.mutex.RUnlock()
	for _, u := range unknown {
		terms[u.at] = s.learn(u.word)
	}
	return slices.Clone(slices.DeleteFunc(terms, func(t *Term) bool { return t == nil }))
}

// learn finds and remembers the term of a word, nil for one that carries no meaning.
func (s *stemmer) learn(word string) *Term {
	var term *Term
	word = strings.Clone(word)
	if stem, found := s.find(word); found {
		term = &Term{stem, word}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.known) < mostKnown {
		s.known[word] = term
	}
	return term
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
