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
	// of are the phrases by the stem of the word that they are found by: the first,
	// or the only one that carries meaning. Most words of a text begin none, and one
	// look tells.
	of map[string]*beginnings
	// isForm says whether a word is a form of that of a phrase: stems bring words
	// together that mean other things ("container" and "contains").
	isForm func(word, base string) bool
	// compounds: the language writes them as one word.
	compounds bool
}

// beginnings are the phrases that a stem begins.
type beginnings struct {
	alone  []meaning // it is all of them
	longer []longer  // the longest first
	// little are those that the word makes with little ones, the longest first:
	// "hand-off", "ask before", "not sure".
	little []setting
}

// meaning is what a phrase means, with its words as they are written.
type meaning struct {
	concept string
	words   []string
}

// longer is a phrase of several words that carry meaning.
type longer struct {
	meaning
	stems []string
}

// setting is a word with the little ones around it.
type setting struct {
	meaning
	before, after []string
}

// longestAt adds to found what the longest phrase at term i means, and says how many
// terms it takes.
func (p phrases) longestAt(r *reading, i int, found []string) ([]string, int) {
	rest := r.terms[i:]
	begun := p.of[rest[0].Stem]
	if begun == nil {
		if p.compounds {
			found = p.within(rest[0], found)
		}
		return found, 1
	}
	before, n := len(found), 1
	for _, l := range begun.longer {
		if len(l.stems) < n {
			break
		}
		if l.standsIn(rest) && p.areForms(rest, l.words) {
			found, n = append(found, l.concept), len(l.stems)
		}
	}
	if n > 1 {
		return found, n
	}
	if concept := p.amongLittle(begun.little, r, i); concept != "" {
		return append(found, concept), 1
	}
	found = p.said(begun.alone, rest[0].Surface, found)
	if p.compounds && len(found) == before {
		found = p.within(rest[0], found)
	}
	return found, 1
}

// standsIn says whether terms begin with the stems of a phrase.
func (l longer) standsIn(terms []*Term) bool {
	return len(l.stems) <= len(terms) && slices.EqualFunc(l.stems, terms[:len(l.stems)], func(stem string, t *Term) bool { return t.Stem == stem })
}

// said adds to found what phrases of one word mean of which a word is a form.
func (p phrases) said(list []meaning, word string, found []string) []string {
	for _, m := range list {
		if p.isForm(word, m.words[0]) {
			found = append(found, m.concept)
		}
	}
	return found
}

func (p phrases) areForms(terms []*Term, words []string) bool {
	for i, word := range words {
		if !p.isForm(terms[i].Surface, word) {
			return false
		}
	}
	return true
}

// amongLittle is the concept of the first of phrases that term i makes with the
// little words around it.
func (p phrases) amongLittle(list []setting, r *reading, i int) string {
	for _, s := range list {
		if !p.isForm(r.terms[i].Surface, s.words[0]) {
			continue
		}
		r.read()
		at := r.at[i]
		from, to := at-len(s.before), at+1+len(s.after)
		if from >= 0 && to <= len(r.all) && areLittle(r.all[from:at], s.before) && areLittle(r.all[at+1:to], s.after) {
			return s.concept
		}
	}
	return ""
}

// areLittle says whether words as they are written are the little ones of a phrase.
func areLittle(written, little []string) bool {
	return slices.EqualFunc(written, little, func(word, little string) bool { return plainLower(word) == little })
}

// The parts of a compound that are looked up are at least so long, in bytes, and
// so is what stands in front of them.
const (
	shortestPart  = 6
	shortestFront = 4
)

// within adds to found the concepts of the last part of a compound: "Abholtermin"
// is a "Termin".
func (p phrases) within(term *Term, found []string) []string {
	for i := shortestFront; i+shortestPart <= len(term.Stem); i++ {
		begun := p.of[term.Stem[i:]]
		if begun == nil || begun.alone == nil {
			continue
		}
		part := []rune(term.Surface)
		part = part[min(utf8.RuneCountInString(term.Stem[:i]), len(part)-1):]
		part[0] = unicode.ToUpper(part[0]) // compounds are nouns
		return p.said(begun.alone, string(part), found)
	}
	return found
}

// reading is a text as its terms with the words between them, which are read only
// where they matter.
type reading struct {
	text  string
	terms []*Term
	all   []string // all words
	at    []int    // where each term stands among them
}

// read finds the words of the text, and the terms among them, whose order is the
// same.
func (r *reading) read() {
	if r.all != nil {
		return
	}
	r.at = make([]int, len(r.terms))
	r.all = make([]string, 0, len(r.text)/5)
	next := 0
	for word := range Split(r.text) {
		if next < len(r.terms) && r.terms[next].Surface == word {
			r.at[next] = len(r.all)
			next++
		}
		r.all = append(r.all, word)
	}
	for i := next; i < len(r.terms); i++ {
		r.at[i] = len(r.all) // not found
	}
}

// phrasesOf enters phrases under the stems of their words. Of one that only one
// word makes with little ones, those must stand there too: "goes down" without its
// little word is another thing.
func phrasesOf(list []phrase, language int) phrases {
	all := phrases{of: map[string]*beginnings{}, isForm: formsIn(language), compounds: language != 0}
	for _, p := range list {
		r := reading{text: p.text, terms: load().of[language].terms(p.text)}
		if len(r.terms) == 0 {
			continue
		}
		begun := all.of[r.terms[0].Stem]
		if begun == nil {
			begun = &beginnings{}
			all.of[r.terms[0].Stem] = begun
		}
		begun.enter(&r, p.concept)
	}
	for _, begun := range all.of {
		slices.SortStableFunc(begun.longer, func(a, b longer) int { return cmp.Compare(len(b.stems), len(a.stems)) })
		slices.SortStableFunc(begun.little, func(a, b setting) int { return cmp.Compare(len(b.before)+len(b.after), len(a.before)+len(a.after)) })
	}
	return all
}

// enter takes in a phrase that the stem begins.
func (b *beginnings) enter(r *reading, concept string) {
	m := meaning{concept: concept}
	var stems []string
	for _, term := range r.terms {
		stems, m.words = append(stems, term.Stem), append(m.words, strings.ToLower(term.Surface))
	}
	r.read()
	for i, word := range r.all {
		r.all[i] = plainLower(word)
	}
	switch at := r.at[0]; {
	case len(stems) > 1:
		b.longer = append(b.longer, longer{m, stems})
	case len(r.all) > 1:
		b.little = append(b.little, setting{m, r.all[:at], r.all[at+1:]})
	default:
		b.alone = append(b.alone, m)
	}
}
