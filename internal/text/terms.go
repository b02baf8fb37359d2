package text

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/porter"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"wisdom/internal/lang"
)

// languages are those whose words are brought to a common form, the likeliest
// first. To add one, add its stemmer here and its stop words to stop.txt.
var languages = []struct {
	code string
	stem func(string) string
}{
	{"en", snowball(porter.Stem)},
	{"de", snowball(german.Stem)},
	{"es", snowball(spanish.Stem)},
	{"fr", snowball(french.Stem)},
	{"it", snowball(italian.Stem)},
	{"nl", snowball(dutch.Stem)},
	{"pt", snowball(portuguese.Stem)},
	{"ru", snowball(russian.Stem)},
	{"pl", polish},
	{"sv", snowball(swedish.Stem)},
	{"cs", asItIs},
	{"vi", asItIs},
}

//go:embed stop.txt
var stopFile string

type analyzers struct {
	of   []*stemmer       // one for each of languages
	stop map[string][]int // the languages in which a word is a stop word
	// longestStop is the length of the longest stop word, in bytes.
	longestStop int
}

var load = sync.OnceValue(func() *analyzers {
	all, listed := &analyzers{stop: map[string][]int{}}, map[string]string{}
	for line := range strings.Lines(stopFile) {
		if parts := strings.SplitN(line, " ", 3); len(parts) == 3 { // a language, which list, its words
			listed[parts[0]+" "+parts[1]] = parts[2]
		}
	}
	for i, language := range languages {
		stop := lang.SetOf(listed[language.code+" stop"])
		for word := range stop {
			all.stop[word] = append(all.stop[word], i)
			all.longestStop = max(all.longestStop, len(word))
		}
		english := stop
		if i > 0 {
			english = all.of[0].stop
		}
		all.of = append(all.of, &stemmer{
			stem:    language.stem,
			stop:    stop,
			english: english,
			elided:  lang.SetOf(listed[language.code+" elided"]),
		})
	}
	return all
})

// Terms are the words of text that carry meaning: without stop words, stemmed by
// the rules of the language that the stop words give away; pairs of characters
// in Chinese and Japanese. Specifics are skipped, so that they neither join nor
// part texts. The same term may come more than once.
func Terms(text string) []string {
	text = withoutSpecifics(text)
	all := load()
	if hasCJK(text) {
		return pairsIn(text, all)
	}
	return all.of[all.language(text)].terms(text)
}

// pairsIn are the terms of a text in Chinese or Japanese: pairs of characters that stand side by side, a
// character alone, and the words of other scripts.
func pairsIn(text string, all *analyzers) []string {
	var terms []string
	add := func(surface string) {
		stem := strings.ToLower(width.Fold.String(surface))
		if carriesMeaning(stem, all.of[0].english) {
			terms = append(terms, stem)
		}
	}
	var last, end, run int // where the character before begins and ends, and how many stand side by side
	flush := func() {
		if run == 1 {
			add(text[last:end])
		}
		run = 0
	}
	for start, until := range spans(text) {
		if !hasCJK(text[start:until]) {
			flush()
			add(text[start:until])
			continue
		}
		for start < until {
			if start != end {
				flush()
			}
			_, size := utf8.DecodeRuneInString(text[start:]) // a byte that is no UTF-8 is one byte long
			if run > 0 {
				add(text[last : start+size])
			}
			last, end = start, start+size
			start = end
			run++
		}
	}
	flush()
	return terms
}

// Language names the language that a text is plainly in, "" where that cannot be
// told: "cjk" for Chinese, Japanese and Korean, else the one that most of its
// stop words belong to, at least two of them and more than to any other.
func Language(text string) string {
	if hasCJK(text) {
		return "cjk"
	}
	votes := load().votes(text)
	best := slices.Index(votes, slices.Max(votes))
	for i, n := range votes {
		if votes[best] < 2 || i != best && n == votes[best] {
			return ""
		}
	}
	return languages[best].code
}

// IsForeign reports whether a text is plainly in another language than one that Language names: more than twice as many
// of its words are of the other one. Neighbours share many, and a list of nouns has few.
func IsForeign(text, language string) bool {
	if hasCJK(text) && (language == "cjk" || isMostlyCJK(text)) {
		return language != "cjk"
	}
	votes, own := load().votes(text), 0
	for i, n := range votes {
		if languages[i].code == language {
			own = max(own, n)
		}
	}
	return slices.Max(votes) > 2*own
}

// isMostlyCJK reports whether more than a quarter of the letters are: names and terms stay in other scripts.
func isMostlyCJK(text string) bool {
	return 4*count(text, unicode.Han, unicode.Hiragana, unicode.Katakana) > count(text, unicode.Letter)
}

// carriesMeaning reports whether a stem is more than a number, a letter or a stop word
// in English: notes in every language are full of those.
func carriesMeaning(stem string, english map[string]bool) bool {
	return len(stem) > 1 && !english[stem] && !isNumber(stem)
}

// IsStop reports whether a word in lower case carries no meaning by itself in a language, as Language names it; in any
// where that is one without a list.
func IsStop(word, language string) bool {
	at := languageOf(language)
	return at < 0 && len(load().stop[word]) > 0 || slices.Contains(load().stop[word], at)
}

// language votes by stop words; English wins a draw.
func (a *analyzers) language(text string) int {
	votes := a.votes(text)
	return slices.Index(votes, slices.Max(votes))
}

// votes counts the stop words of each language in a text.
func (a *analyzers) votes(text string) []int {
	votes := make([]int, len(languages))
	for word := range Split(text) {
		if word = strings.ToLower(word); len(word) > a.longestStop {
			continue
		}
		for _, i := range a.stop[word] {
			votes[i]++
		}
	}
	return votes
}

func withoutSpecifics(text string) string {
	specifics := Specifics(text)
	if len(specifics) == 0 {
		return text
	}
	var b strings.Builder
	last := 0
	for _, s := range specifics {
		b.WriteString(text[last:s.Start])
		b.WriteByte(' ')
		last = s.End
	}
	b.WriteString(text[last:])
	return b.String()
}

func isNumber(term string) bool {
	return !strings.ContainsFunc(term, unicode.IsLetter)
}

// Normal is the form in which two texts are the same text: composed characters,
// lower case, one space between words, no marks of emphasis or code, no stops and
// brackets at the ends. Values, signs and negations all stay.
func Normal(text string) string {
	text = allMarks.Replace(norm.NFC.String(strings.ToLower(text)))
	text = reItalic().ReplaceAllString(text, "$1$2$3")
	return strings.TrimFunc(OneLine(text), func(r rune) bool {
		return strings.ContainsRune(".,;:!?()[]\"'“”„‘’«»…。，；：！？、", r)
	})
}

var (
	boldMarks = strings.NewReplacer("**", "", "__", "")
	allMarks  = strings.NewReplacer("**", "", "__", "", "`", "")
)

// Unbold is text without the marks around bold words.
func Unbold(text string) string { return boldMarks.Replace(text) }

// OneLine is text with one space wherever there was white space, and none at the
// ends.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var reItalic = Lazily(`(^|[\s(])[*_]([^\s*_](?:[^*_]*[^\s*_])?)[*_]($|[\s.,;:!?)])`)
