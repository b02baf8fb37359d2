package text

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wisdom/internal/lang"
)

// vocabulary is what all languages together know of words: a text is often too short,
// or too mixed, to tell its language.
type vocabulary struct {
	imperatives, units, months, ports, titles, abbreviations map[string]bool
	// numbers are numbers from two on in words; homonyms are those that are another word
	// too, in their language or the next: they count only in front of a unit.
	numbers  map[string]int
	homonyms map[string]bool
	// negations are the kinds of words that turn a sentence; prefixes begin such words.
	negations map[string]negation
	prefixes  []string
	// signs turn a sentence where they stand within words; innocent takes out words that
	// only look so.
	signs    []string
	innocent *strings.Replacer
	// hanNumber matches numbers in Chinese characters in front of what they count.
	hanNumber *regexp.Regexp
	ordinals  string
	noUnits   []string
}

var known = sync.OnceValue(func() *vocabulary {
	set := func(field func(lang.Words) string) map[string]bool {
		return lang.WordSet(func(l *lang.Language) string { return field(l.Words) })
	}
	v := &vocabulary{
		imperatives:   set(func(w lang.Words) string { return w.Imperatives }),
		units:         set(func(w lang.Words) string { return w.Units }),
		months:        set(func(w lang.Words) string { return w.ShortMonths }),
		ports:         set(func(w lang.Words) string { return w.Ports }),
		titles:        set(func(w lang.Words) string { return w.Titles }),
		abbreviations: set(func(w lang.Words) string { return w.Abbreviations }),
		homonyms:      set(func(w lang.Words) string { return w.NumberHomonyms }),
		numbers:       map[string]int{}, negations: map[string]negation{},
	}
	var innocent []string
	for _, l := range lang.All() {
		w := l.Words
		for i, list := range []string{w.Negations, w.NegativeWords, w.NegativeParticles} {
			for word := range strings.FieldsSeq(list) {
				v.negations[word] = max(v.negations[word], negation(i+1))
			}
		}
		v.prefixes = append(v.prefixes, strings.Fields(w.NegativePrefix)...)
		v.signs = append(v.signs, w.NegationSigns...)
		for _, word := range w.NoNegations {
			innocent = append(innocent, word, "")
		}
		if w.NumberPattern != "" {
			v.hanNumber = regexp.MustCompile(w.NumberPattern)
		}
		v.ordinals += w.Ordinal
		v.noUnits = append(v.noUnits, w.NoUnits...)
		for _, number := range slices.Sorted(maps.Keys(l.Numbers)) {
			n, err := strconv.Atoi(number)
			if err != nil {
				panic("words: " + l.Name + ": " + err.Error())
			}
			for word := range strings.FieldsSeq(l.Numbers[number]) {
				v.numbers[word] = n
			}
		}
		for _, months := range l.Values["month"] {
			for month := range strings.FieldsSeq(months) {
				v.months[month] = v.months[month] || !hasCJK(month)
			}
		}
	}
	v.innocent = strings.NewReplacer(innocent...)
	return v
})

// IsImperative reports whether word is a verb with which a clause tells what to do, in
// English.
func IsImperative(word string) bool { return known().imperatives[strings.ToLower(word)] }

// Words of all languages by which a text leans on another one.
var (
	conditions = lang.Set(func(l *lang.Language) string { return l.Norms.Conditions })
	backward   = lang.Set(func(l *lang.Language) string { return l.Distill.Backward })
	pointing   = lang.Set(func(l *lang.Language) string { return l.Distill.Pointing })
)

// IsCondition reports whether a condition begins with a word: "when".
func IsCondition(word string) bool { return conditions()[strings.ToLower(word)] }

// IsBackward reports whether a sentence that begins with a word goes on from another one: "otherwise".
func IsBackward(word string) bool { return backward()[strings.ToLower(word)] }

// IsPointing reports whether a word points at what another sentence says: "this".
func IsPointing(word string) bool { return pointing()[strings.ToLower(word)] }
