package words

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lang"
)

// scripts are letters that tell a language, the likeliest one first: Japanese has those of Chinese too.
var scripts = []struct {
	code    string
	letters *unicode.RangeTable
}{
	{"ko", unicode.Hangul},
	{"ja", unicode.Hiragana},
	{"zh", unicode.Han},
	{"vi", &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x1ea0, Hi: 0x1ef9, Stride: 1}}}},
}

// WrittenIn is the ISO 639-1 code of the language in which most of a text of several sentences is written: that of its
// letters, else of its stop words, else of the words that rules use. It is "en" where none of them tells.
func WrittenIn(text string) string {
	const (
		leastLetters = 10 // of so many letters, one is of the script
		leastStop    = 5  // of so many words, one is a stop word
	)
	letters, of := 0, make([]int, len(scripts))
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		for i, script := range scripts {
			if unicode.Is(script.letters, r) {
				of[i]++
			}
		}
	}
	if i := slices.IndexFunc(of, func(n int) bool { return n*leastLetters > letters }); i >= 0 {
		return scripts[i].code
	}
	plain := slices.Collect(Letters(strings.ToLower(text)))
	votes := load().votes(text)
	if most := slices.Max(votes); most*leastStop > len(plain) {
		return languages[slices.Index(votes, most)].code
	}
	code, most := "en", 1
	for _, l := range lang.All() {
		rules := lang.SetOf(l.Norms.Words + " " + l.Norms.WeakWords + " " + l.Norms.Without)
		others := slices.DeleteFunc(slices.Clone(plain), func(word string) bool { return rules[word] })
		if n := len(plain) - len(others); n > most {
			code, most = l.Code, n
		}
	}
	return code
}
