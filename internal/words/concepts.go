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
	phrases []func() phrases // by language
	han     func() hanWords
}

// phrases are those of one language, by their stems.
type phrases struct {
	mean map[string][]string // concepts by stems, joined with spaces
	more map[string]bool     // the beginnings of longer ones
}

// hanWords are the words of scripts without spaces.
type hanWords struct {
	trie   *ahocorasick.Trie
	spoken []string // concept by the number of a pattern
}

// Concepts are the concepts that text speaks of, sorted, each in angle brackets, so
// that no stem is taken for one; terms are those of text.
func Concepts(text string, terms []Term) []string {
	all := loadConcepts()
	// The same letters are another word elsewhere ("die", "gift"); but people
	// mix English words into every language.
	languages := []int{0}
	if language := load().language(text); language != 0 {
		languages = append(languages, language)
	}
	var found []string
	for _, language := range languages {
		phrases := all.phrases[language]()
		for i := 0; i < len(terms); {
			meant, n := longestAt(phrases, terms[i:])
			found = append(found, meant...)
			i += n
		}
	}
	if strings.ContainsFunc(text, IsCJK) {
		found = append(found, all.han().in(text)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// longestAt finds what the longest phrase at the beginning of terms means, and how
// many terms it takes.
func longestAt(phrases phrases, terms []Term) (meant []string, n int) {
	meant, n = phrases.mean[terms[0].Stem], 1
	key := terms[0].Stem
	for i := 1; i < len(terms) && phrases.more[key]; i++ {
		key += " " + terms[i].Stem
		if found := phrases.mean[key]; found != nil {
			meant, n = found, i+1
		}
	}
	if meant == nil {
		meant = within(phrases.mean, terms[0].Stem)
	}
	return meant, n
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

// The parts of a compound that are looked up are at least so long, in bytes, and
// so is what stands in front of them.
const (
	shortestPart  = 6
	shortestFront = 4
)

// within finds the concepts of the last part of a compound: "Abholtermin" is a
// "Termin".
func within(phrases map[string][]string, stem string) []string {
	for i := shortestFront; i+shortestPart <= len(stem); i++ {
		if found := phrases[stem[i:]]; found != nil {
			return found
		}
	}
	return nil
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
		all.phrases = append(all.phrases, sync.OnceValue(func() phrases { return stemsOf(list, language) }))
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

// stemsOf enters phrases under their stems. One of several words of which only
// one is no stop word is left out: "goes down" without its little word is another
// thing.
func stemsOf(list []phrase, language int) phrases {
	phrases := phrases{map[string][]string{}, map[string]bool{}}
	for _, p := range list {
		var stems []string
		for _, term := range load().of[language].terms(p.text) {
			stems = append(stems, term.Stem)
		}
		key := strings.Join(stems, " ")
		if len(stems) == 0 || len(stems) == 1 && strings.Contains(p.text, " ") || slices.Contains(phrases.mean[key], p.concept) {
			continue
		}
		phrases.mean[key] = append(phrases.mean[key], p.concept)
		for i := 1; i < len(stems); i++ {
			phrases.more[strings.Join(stems[:i], " ")] = true
		}
	}
	return phrases
}
