package distill

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// longestName is the most words that a name has.
const longestName = 4

// leastHeading is the least number of lessons under a heading that names their
// theme.
const leastHeading = 3

// naming finds what a theme is called.
type naming struct {
	heading string // that leastHeading of its lessons stand under, if any
	shared  []sharedWord
}

func (d *distiller) naming(theme []int, spread map[string]float64) naming {
	headings := map[string]int{}
	for _, i := range theme {
		headings[d.lessons[i].Heading]++
	}
	maps.DeleteFunc(headings, func(heading string, n int) bool { return n < leastHeading || !d.namesTopic(heading) })
	if best, n := most(headings); n > 0 {
		return naming{heading: best}
	}
	return naming{shared: d.sharedWords(theme, spread)}
}

// of is the name of the theme, or with a text, that of an entry which says it: of
// the words that most lessons share, those that stand in the text.
func (n naming) of(text string) string {
	if n.heading != "" {
		return finish(n.heading)
	}
	shared := n.shared
	if text != "" {
		said := stems(words.Terms(text))
		shared = slices.DeleteFunc(slices.Clone(shared), func(w sharedWord) bool { return !slices.Contains(said, w.stem) })
	}
	switch {
	case len(shared) == 0 && text != "":
		for _, term := range words.Terms(text) {
			if !poorName(strings.ToLower(term.Surface)) && !words.IsImperative(term.Surface) {
				return finish(term.Surface)
			}
		}
		return n.of("")
	case len(shared) == 0:
		return ""
	case len(shared) == 1 || shared[0].spread > 2*shared[1].spread:
		return finish(shared[0].surface)
	}
	return finish(shared[0].surface + " & " + shared[1].surface)
}

// namesTopic says whether a heading names what the lessons below it are about.
func (d *distiller) namesTopic(heading string) bool {
	n := words.Count(heading)
	return n > 0 && n <= longestName && len(words.Specifics(heading)) == 0 && !d.generic(heading) && !d.names.in(heading)
}

func most(counts map[string]int) (best string, n int) {
	for key, count := range counts {
		if count > n || count == n && key < best {
			best, n = key, count
		}
	}
	return best, n
}

type sharedWord struct {
	stem    string
	surface string
	spread  float64
}

// sharedWords are the words that stand in most of a theme's lessons and in few
// others, the most telling first.
func (d *distiller) sharedWords(theme []int, spread map[string]float64) []sharedWord {
	surfaces := map[string]map[string]int{} // of the stems in at least two lessons
	for _, i := range theme {
		for _, term := range d.terms[i] {
			if spread[term.Stem]*float64(len(theme)) < 2 {
				continue
			}
			if surfaces[term.Stem] == nil {
				surfaces[term.Stem] = map[string]int{}
			}
			surfaces[term.Stem][d.written(term.Surface)]++
		}
	}
	var shared []sharedWord
	for term, written := range surfaces {
		word, _ := most(written)
		if utf8.RuneCountInString(word) < 2 || poorName(strings.ToLower(word)) {
			continue
		}
		share := spread[term]
		weight := share * (1 - d.frequency[term])
		if words.IsImperative(word) { // a verb, for all that can be told
			weight /= 2
		}
		shared = append(shared, sharedWord{term, word, weight})
	}
	slices.SortFunc(shared, func(a, b sharedWord) int {
		return cmp.Or(cmp.Compare(b.spread, a.spread), cmp.Compare(a.surface, b.surface))
	})
	return shared
}

// written is a word as a name shows it: in lower case unless it is an acronym or
// the language writes nouns with a capital.
func (d *distiller) written(word string) string {
	if d.names.nouns || acronym(word) {
		return word
	}
	return strings.ToLower(word)
}

// poorName tells words that make a poor name.
func poorName(word string) bool {
	return nameless[word] || openers[word] || backward[word] || narrative[word] || turning[word]
}

// finish makes a name of words: a capital in front, a full stop behind.
func finish(name string) string {
	name = strings.TrimFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if name == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(name)
	return sentence(string(unicode.ToUpper(first)) + name[size:])
}
