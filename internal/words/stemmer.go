package words

import (
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"
)

// stemmer brings the words of a language to their stems. It remembers them: most
// words come many times, and the rules take longer than to look them up.
type stemmer struct {
	filters func() []analysis.TokenFilter // the rules, one word at a time
	english analysis.TokenMap             // stop words in English

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
	tokens := analysis.TokenStream{{Term: []byte(word), End: len(word), Type: analysis.AlphaNumeric}}
	for _, filter := range s.filters() {
		tokens = filter.Filter(tokens)
	}
	var term *Term
	word = strings.Clone(word)
	if len(tokens) > 0 && carriesMeaning(string(tokens[0].Term), s.english) {
		term = &Term{string(tokens[0].Term), word}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.known) < mostKnown {
		s.known[word] = term
	}
	return term
}
