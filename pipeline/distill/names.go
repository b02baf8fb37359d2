package distill

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/review/ledger"
)

// properNames are the words that the lessons write with a capital within a
// sentence and never without: people, places, products. They belong to one
// situation, so they neither join lessons nor stand in an entry.
type properNames struct {
	words map[string]bool // in lower case
	// nouns: the language writes all nouns with a capital, so that nothing can
	// be told from one.
	nouns bool
}

// nounShare is the share of capitals within sentences above which a language is
// taken to write its nouns so.
const nounShare = 1.0 / 7

func findProperNames(ctx context.Context, lessons []ledger.Lesson) properNames {
	parts := make([]writing, runtime.GOMAXPROCS(0))
	words.SideBySide(ctx, len(parts), func(i int) {
		parts[i] = writingOf(lessons[i*len(lessons)/len(parts) : (i+1)*len(lessons)/len(parts)])
	})
	all, capitals := 0, 0
	for _, part := range parts {
		all += part.all
		capitals += part.capitals
	}
	names := properNames{words: map[string]bool{}, nouns: float64(capitals) > nounShare*float64(all)}
	for _, part := range parts {
		for word := range part.capital {
			if word != "i" && !slices.ContainsFunc(parts, func(w writing) bool { return w.small[word] }) {
				names.words[word] = true
			}
		}
	}
	return names
}

// writing is how lessons write the words within their sentences.
type writing struct {
	capital, small map[string]bool // words; those with a capital are in lower case here
	all, capitals  int             // how often
}

func writingOf(lessons []ledger.Lesson) writing {
	w := writing{capital: map[string]bool{}, small: map[string]bool{}}
	for _, l := range lessons {
		inside := false
		for word := range strings.FieldsSeq(l.Text) {
			bare := owner(strings.TrimFunc(word, notLetter))
			first, _ := utf8.DecodeRuneInString(bare)
			switch {
			case bare == "" || !inside || acronym(bare):
			case unicode.IsUpper(first):
				w.capital[strings.ToLower(bare)] = true
				w.capitals++
				w.all++
			default:
				w.small[bare] = true
				w.all++
			}
			inside = !strings.ContainsAny(word[len(word)-1:], ".!?:*\"") && !strings.HasSuffix(word, "”")
		}
	}
	return w
}

// acronym tells DNS and APIs from names.
func acronym(word string) bool {
	word = strings.TrimSuffix(word, "s")
	return len(word) > 1 && (word[0] < 'a' || word[0] > 'z') && word == strings.ToUpper(word)
}

// in says whether a name stands in a clause.
func (n properNames) in(clause string) bool {
	if n.nouns {
		return false
	}
	for i, word := range strings.Fields(clause) {
		bare := strings.TrimFunc(word, notLetter)
		if first, _ := utf8.DecodeRuneInString(bare); n.has(bare) || i > 0 && unicode.IsUpper(first) && !acronym(bare) && bare != "I" {
			return true
		}
	}
	return false
}

// has says whether word is a name.
func (n properNames) has(word string) bool {
	return !n.nouns && n.words[strings.ToLower(owner(word))]
}

// all are the names in a text.
func (n properNames) all(text string) map[string]bool {
	found := map[string]bool{}
	for word := range words.Split(text) {
		if n.has(word) {
			found[strings.ToLower(owner(word))] = true
		}
	}
	return found
}

// owner takes the mark of the possessive off.
func owner(word string) string { return strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s") }

// without leaves the names out of a text.
func (n properNames) without(text string) string {
	if n.nouns || len(n.words) == 0 {
		return text
	}
	fields := strings.Fields(text)
	kept := fields[:0]
	for _, word := range fields {
		if !n.has(strings.TrimFunc(word, notLetter)) {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}
