package text

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
// letters, else of its stop words, else of the words that rules use. It is "en" where none of them tells, or that is a
// language without rules.
func WrittenIn(text string) string {
	const (
		leastLetters = 10 // of so many letters, one is of the script
		leastStop    = 5  // of so many words, one is a stop word
		leastVotes   = 3  // stop words
	)
	for _, script := range scripts {
		if leastLetters*count(text, script.letters) > count(text, unicode.Letter) {
			return script.code
		}
	}
	plain, votes := slices.Collect(Split(strings.ToLower(text))), load().votes(text)
	if most := slices.Max(votes); most >= leastVotes && most*leastStop > len(plain) {
		code := languages[slices.Index(votes, most)].code
		if slices.ContainsFunc(lang.All(), func(l *lang.Language) bool { return l.Code == code }) {
			return code
		}
		return "en"
	}
	code, most := "en", 1
	for _, l := range lang.All() {
		rules := lang.SetOf(l.Norms.Words + " " + l.Norms.WeakWords + " " + l.Norms.Without)
		inRules := slices.DeleteFunc(slices.Clone(plain), func(word string) bool { return !rules[word] })
		if len(inRules) > most {
			code, most = l.Code, len(inRules)
		}
	}
	return code
}

// count is how many letters of some scripts a text has.
func count(text string, scripts ...*unicode.RangeTable) (n int) {
	for _, r := range text {
		if unicode.In(r, scripts...) {
			n++
		}
	}
	return n
}
