package score

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/words"
)

// nearly is how many words make room for one that differs.
const nearly = 5

// alike says whether a text says what a clause says: the same words, or all but
// one in five. One that turns or counts something makes another clause.
func alike(text, clause string) bool {
	a, b := split(text), split(clause)
	if slices.Equal(a, b) {
		return true
	}
	return distance(a, b)*nearly <= len(b) && slices.Equal(numerals(a), numerals(b)) &&
		words.Negations(text) == words.Negations(clause)
}

// acceptable says whether a text could be an entry of a theme.
func (t Theme) acceptable(text string) bool {
	same := func(clause string) bool { return slices.Equal(split(text), split(clause)) }
	return slices.ContainsFunc(t.Clauses, same) ||
		!slices.ContainsFunc(t.Narrow, same) && slices.ContainsFunc(t.Clauses, func(clause string) bool { return alike(text, clause) })
}

// split cuts a text into its words, in lower case and without marks and
// punctuation; a character of a script without spaces is a word.
func split(text string) []string {
	text = strings.ReplaceAll(words.Normal(text), "’", "'")
	var list []string
	var b strings.Builder
	end := func() {
		if word := strings.Trim(b.String(), "'"); word != "" {
			list = append(list, word)
		}
		b.Reset()
	}
	for _, r := range text {
		switch {
		case words.IsCJK(r):
			end()
			list = append(list, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || unicode.IsMark(r):
			b.WriteRune(r)
		default:
			end()
		}
	}
	end()
	return list
}

// numerals are the words that count something, in their order.
func numerals(list []string) []string {
	var found []string
	for _, word := range list {
		if counts[word] || strings.ContainsFunc(word, unicode.IsDigit) {
			found = append(found, word)
		}
	}
	return found
}

// counts are numbers in words. Those for one are articles too, and left out.
var counts = func() map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(`two three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred thousand once twice half double
		zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig fünfzig hundert tausend einmal zweimal halb doppelt
		dos tres cuatro cinco seis siete ocho nueve diez doce veinte treinta cincuenta cien mil doble
		二 两 三 四 五 六 七 八 九 十 百 千 万 半`) {
		m[word] = true
	}
	return m
}()

// distance is the least number of words that are put in, taken out or replaced
// to make one list the other.
func distance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
