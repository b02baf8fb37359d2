package words

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	ahocorasick "github.com/BobuSumisu/aho-corasick"
)

// conceptFile says in which words the field speaks of the same thing. It is data:
// add a word or a concept where one is missing. Its head explains the format.
//
//go:embed concepts.txt
var conceptFile string

// concepts finds what a text speaks of, whatever the words. The phrases of a
// language are brought to their stems when the first text in it comes.
type concepts struct {
	languages []func() phrases
	han       func() hanWords
}

// hanWords are the words of scripts without spaces.
type hanWords struct {
	trie   *ahocorasick.Trie
	spoken []string // concept by the number of a pattern
}

// Concepts are the concepts that text speaks of, sorted, each in angle brackets, so
// that no stem is taken for one; terms are those of text.
func Concepts(text string, terms []*Term) []string {
	all := loadConcepts()
	// The same letters are another word elsewhere ("die", "gift"); but people
	// mix English words into every language.
	languages := []int{0}
	if language := load().language(text); language != 0 {
		languages = append(languages, language)
	}
	var found []string
	for _, language := range languages {
		known := all.languages[language]()
		spoken := reading{text: text, terms: terms}
		if language == 0 && len(languages) > 1 {
			spoken.terms = withoutFriends(terms, languages[1])
		}
		for i := 0; i < len(spoken.terms); {
			var n int
			found, n = known.longestAt(&spoken, i, found)
			i += n
		}
	}
	if hasCJK(text) {
		found = append(found, all.han().in(text)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func isConcept(term string) bool { return strings.HasPrefix(term, "<") }

// withoutFriends leaves out the words that look English and are not.
func withoutFriends(terms []*Term, language int) []*Term {
	friends := falseFriends[languages[language].analyzer]
	isFriend := func(t *Term) bool { return friends[strings.ToLower(t.Surface)] }
	if !slices.ContainsFunc(terms, isFriend) {
		return terms
	}
	return slices.DeleteFunc(slices.Clone(terms), isFriend)
}

// falseFriends are, by language, words that mean another thing than in English. The
// list is data: add a word where it is missing.
var falseFriends = map[string]map[string]bool{
	"de": Set("tag tage brief gift rat fast note noten mark art wand wall see hell boot handy mist hut fall bald arm gut fund wind ring gang rest lied stall ton trunk wart wirt mine herd genie made pest rein spur tor turm brand not"),
	"es": Set("once pie sin red come base sale real actual carpeta fin son pan mesa ten dice hay sea tan dial arena cave largo"),
	"fr": Set("chat main pain pour coin son car four tire pose or but actuel fin place pays don lire mode banc bout champ choir court dent location rente sort ton"),
	"it": Set("come cane fine dove due camera male pane rate tale dare sale estate fare mare parole pace pure sole stare ape"),
	"nl": Set("room door brand fall kind land loop post slap slim slot stem tot trap wat arts boot die mug rug"),
	"pt": Set("come fim for pin sol pasta mesa sale tem ton outro propina"),
	"pl": Set("but fart pies los most on to ten brat"),
}

// Spoken are the words of the lexicon that stand in a text without spaces, in
// their order: where its characters part is hard to tell otherwise.
func Spoken(text string) []string {
	var found []string
	for _, m := range loadConcepts().han().matches(text) {
		found = append(found, string(m.Match()))
	}
	return found
}

// in are the concepts of the words in a text without spaces.
func (h hanWords) in(text string) []string {
	var found []string
	for _, m := range h.matches(text) {
		found = append(found, h.spoken[m.Pattern()])
	}
	return found
}

// matches finds the words of a text without spaces; of those that overlap, the
// first and longest is meant.
func (h hanWords) matches(text string) []*ahocorasick.Match {
	matches := h.trie.MatchString(text)
	slices.SortFunc(matches, func(a, b *ahocorasick.Match) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(len(b.Match()), len(a.Match())))
	})
	var found []*ahocorasick.Match
	end := int64(0)
	for _, m := range matches {
		if m.Pos() >= end {
			found = append(found, m)
			end = m.Pos() + int64(len(m.Match()))
		}
	}
	return found
}

var loadConcepts = sync.OnceValue(func() *concepts {
	all, err := readConcepts(conceptFile)
	if err != nil {
		panic(fmt.Sprintf("words: concepts.txt: %v", err))
	}
	return all
})

// phrase is a phrase with what it means.
type phrase struct{ text, concept string }

// readConcepts reads the file. An error names the line.
func readConcepts(text string) (*concepts, error) {
	lists := make([][]phrase, len(languages))
	var han []phrase
	concept := ""
	number := 0
	for line := range strings.Lines(text) {
		number++
		entry := strings.TrimSpace(line)
		if entry == "" || strings.HasPrefix(entry, "#") {
			continue
		}
		if line[0] != ' ' {
			concept = entry
			continue
		}
		code, list, _ := strings.Cut(entry, " ")
		language := languageOf(code)
		if concept == "" || language < 0 && code != "zh" && code != "ja" {
			return nil, fmt.Errorf("line %d: no concept above it, or the language %q is not known", number, code)
		}
		for item := range strings.SplitSeq(list, ",") {
			p := phrase{strings.TrimSpace(item), "<" + concept + ">"}
			if language < 0 {
				han = append(han, p)
			} else {
				lists[language] = append(lists[language], p)
			}
		}
	}
	all := &concepts{han: sync.OnceValue(func() hanWords { return hanOf(han) })}
	for language, list := range lists {
		all.languages = append(all.languages, sync.OnceValue(func() phrases { return phrasesOf(list, language) }))
	}
	return all, nil
}

// languageOf is the number of a language by its code, or -1.
func languageOf(code string) int {
	for i, language := range languages {
		if language.analyzer == code {
			return i
		}
	}
	return -1
}

func hanOf(list []phrase) hanWords {
	var words hanWords
	patterns := make([]string, len(list))
	for i, p := range list {
		patterns[i], words.spoken = p.text, append(words.spoken, p.concept)
	}
	words.trie = ahocorasick.NewTrieBuilder().AddStrings(patterns).Build()
	return words
}
