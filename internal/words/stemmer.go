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
	known map[string]string // stem by word, empty for one that carries no meaning
}

// mostKnown is how many words are remembered: more than people know.
const mostKnown = 1 << 17

// terms are the words of text that carry meaning. Those of all lessons are kept
// for a whole run, so they come in no more memory than they need.
func (s *stemmer) terms(text string) []Term {
	terms := make([]Term, 0, len(text)/6)
	var unknown []int
	s.mutex.RLock()
	for start, end := range spans(text) {
		stem, known := s.known[text[start:end]]
		if !known {
			unknown = append(unknown, len(terms))
		}
		if !known || stem != "" {
			terms = append(terms, Term{stem, text[start:end]})
		}
	}
	s.mutex.RUnlock()
	for _, i := range unknown {
		terms[i].Stem = s.learn(terms[i].Surface)
	}
	return slices.Clone(slices.DeleteFunc(terms, func(t Term) bool { return t.Stem == "" }))
}

// learn finds and remembers the stem of a word.
func (s *stemmer) learn(word string) string {
	tokens := analysis.TokenStream{{Term: []byte(word), End: len(word), Type: analysis.AlphaNumeric}}
	for _, filter := range s.filters() {
		tokens = filter.Filter(tokens)
	}
	stem := ""
	if len(tokens) > 0 && carriesMeaning(string(tokens[0].Term), s.english) {
		stem = string(tokens[0].Term)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.known) < mostKnown {
		s.known[strings.Clone(word)] = stem
	}
	return stem
}
