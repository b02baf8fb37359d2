package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// phrases are those of a language.
type phrases struct {
	// full are the phrases by the stems of their words, joined with spaces.
	full map[string][]meaning
	// little are those that one word makes with little ones, by its stem:
	// "hand-off", "ask before", "not sure".
	little map[string][]setting
	// isForm says whether a word is a form of that of a phrase: stems bring words
	// together that mean other things ("container" and "contains").
	isForm func(word, base string) bool
	// compounds: the language writes them as one word.
	compounds bool
}

// meaning is what a phrase means, with its words as they are written.
type meaning struct {
	concept string
	words   []string
}

// setting is a word with the little ones around it.
type setting struct {
	meaning
	before, after []string
}

// longestPhrase is the most stems that a phrase has.
const longestPhrase = 4

// longestAt finds what the longest phrase at term i means, and how many terms it
// takes.
func (p phrases) longestAt(r *reading, i int) (meant []string, n int) {
	rest := r.terms[i:]
	key := rest[0].Stem
	meant, n = p.said(key, rest[:1]), 1
	for j := 1; j < longestPhrase && j < len(rest); j++ {
		key += " " + rest[j].Stem
		if found := p.said(key, rest[:j+1]); found != nil {
			meant, n = found, j+1
		}
	}
	if n > 1 {
		return meant, n
	}
	if concept := p.amongLittle(r, i); concept != "" {
		return []string{concept}, 1
	}
	if meant == nil && p.compounds {
		meant = p.within(rest[0])
	}
	return meant, n
}

// said are the concepts of the phrases under a key of whose words terms are forms.
func (p phrases) said(key string, terms []Term) []string {
	var found []string
	for _, m := range p.full[key] {
		if p.areForms(terms, m.words) {
			found = append(found, m.concept)
		}
	}
	return found
}

func (p phrases) areForms(terms []Term, words []string) bool {
	for i := range terms {
		if !p.isForm(terms[i].Surface, words[i]) {
			return false
		}
	}
	return true
}

// amongLittle is the concept of the longest phrase that term i makes with the
// little words around it.
func (p phrases) amongLittle(r *reading, i int) string {
	settings := p.little[r.terms[i].Stem]
	if settings == nil {
		return ""
	}
	r.read()
	at := r.at[i]
	for _, s := range settings {
		from, to := at-len(s.before), at+1+len(s.after)
		if from < 0 || to > len(r.all) || !p.isForm(r.terms[i].Surface, s.words[0]) {
			continue
		}
		if slices.Equal(r.all[from:at], s.before) && slices.Equal(r.all[at+1:to], s.after) {
			return s.concept
		}
	}
	return ""
}

// The parts of a compound that are looked up are at least so long, in bytes, and
// so is what stands in front of them.
const (
	shortestPart  = 6
	shortestFront = 4
)

// within finds the concepts of the last part of a compound: "Abholtermin" is a
// "Termin".
func (p phrases) within(term Term) []string {
	for i := shortestFront; i+shortestPart <= len(term.Stem); i++ {
		if p.full[term.Stem[i:]] == nil {
			continue
		}
		part := []rune(term.Surface)
		part = part[min(utf8.RuneCountInString(term.Stem[:i]), len(part)-1):]
		part[0] = unicode.ToUpper(part[0]) // compounds are nouns
		return p.said(term.Stem[i:], []Term{{Surface: string(part)}})
	}
	return nil
}

// reading is a text as its terms with the words between them, which are read only
// where they matter.
type reading struct {
	text  string
	terms []Term
	all   []string // all words, in lower case
	at    []int    // where each term stands among them
}

// read finds the words of the text, and the terms among them, whose order is the
// same.
func (r *reading) read() {
	if r.all != nil {
		return
	}
	r.at = make([]int, len(r.terms))
	next := 0
	for word := range Split(r.text) {
		if next < len(r.terms) && r.terms[next].Surface == word {
			r.at[next] = len(r.all)
			next++
		}
		r.all = append(r.all, strings.ToLower(strings.ReplaceAll(word, "’", "'")))
	}
	for i := next; i < len(r.terms); i++ {
		r.at[i] = len(r.all) // not found
	}
}

// phrasesOf enters phrases under the stems of their words. Of one that only one
// word makes with little ones, those must stand there too: "goes down" without its
// little word is another thing.
func phrasesOf(list []phrase, language int) phrases {
	all := phrases{full: map[string][]meaning{}, little: map[string][]setting{}, isForm: formsIn(language), compounds: language != 0}
	for _, p := range list {
		r := reading{text: p.text, terms: load().of[language].terms(p.text)}
		if len(r.terms) == 0 {
			continue
		}
		m := meaning{concept: p.concept}
		var stems []string
		for _, term := range r.terms {
			stems, m.words = append(stems, term.Stem), append(m.words, strings.ToLower(term.Surface))
		}
		if r.read(); len(stems) == 1 && len(r.all) > 1 {
			at := r.at[0]
			all.little[stems[0]] = append(all.little[stems[0]], setting{m, r.all[:at], r.all[at+1:]})
			continue
		}
		key := strings.Join(stems, " ")
		all.full[key] = append(all.full[key], m)
	}
	for _, settings := range all.little {
		slices.SortStableFunc(settings, func(a, b setting) int { return cmp.Compare(len(b.before)+len(b.after), len(a.before)+len(a.after)) })
	}
	return all
}
