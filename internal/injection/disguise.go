package injection

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"wisdom/internal/text"
)

// softHyphen is typography, and may stand within a word of an order.
const softHyphen = "\u00ad"

//go:embed lookalikes.txt
var lookalikeFile string

// lookalikes replaces letters of other scripts by what each looks like in Latin.
var lookalikes = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for line := range strings.Lines(lookalikeFile) {
		latin, others, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, other := range others {
			if latin != "#" {
				pairs = append(pairs, string(other), latin)
			}
		}
	}
	return strings.NewReplacer(pairs...)
})

// figures are signs that stand for letters, with 1 for i or for l.
var figures = [...]*strings.Replacer{
	strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s"),
	strings.NewReplacer("0", "o", "1", "l", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s"),
}

// readings are a text as it is, and as it reads where letters were replaced by ones that look alike or by figures, or
// are parted. The last has no spaces between its words if glued.
func readings(s string) (all []string, glued bool) {
	s = strings.ReplaceAll(s, softHyphen, "")
	all = []string{s}
	if strings.ContainsFunc(s, looksLatin) {
		all = append(all, lookalikes().Replace(strings.ToLower(norm.NFKC.String(s))))
	}
	if writesFigures(s) {
		for _, f := range figures {
			all = append(all, f.Replace(s))
		}
	}
	if joined := unspaced(s); joined != s {
		return append(all, joined), true
	}
	return all, false
}

// looksLatin reports whether a letter of another script, or one that only looks special, may stand for a Latin one.
func looksLatin(r rune) bool {
	return r >= 0x370 && (unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) ||
		r >= 0x1d400 && r <= 0x1d7ff || r >= 0xff21 && r <= 0xff5a || r >= 0x24b6 && r <= 0x24e9)
}

// writesFigures reports whether figures stand within or beside letters in some word.
func writesFigures(s string) bool {
	letter, figure := false, false
	for i := range len(s) {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letter = true
		case strings.IndexByte("0134578@$", c) >= 0:
			figure = true
		default:
			letter, figure = false, false
		}
		if letter && figure {
			return true
		}
	}
	return false
}

var (
	// reParted matches letters that stand alone one behind the other, so many that they are taken for words.
	reParted = text.Lazily(`(?:^|\PL)(\pL(?:[ ._*\t-]{1,3}\pL){7,})(?:$|\PL)`)
	reGap    = text.Lazily(`[ ._*\t-]+`)
)

// unspaced joins letters that are parted by single spaces or marks; where more parts them, a word ends.
func unspaced(s string) string {
	alone := 0
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(" ._-*\t", r) }) {
		if utf8.RuneCountInString(word) == 1 {
			alone++
		}
	}
	if alone < 8 { // most text
		return s
	}
	var b strings.Builder
	at := 0
	for _, m := range reParted().FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(s[at:m[2]])
		b.WriteString(reGap().ReplaceAllStringFunc(s[m[2]:m[3]], func(gap string) string {
			return strings.Repeat(" ", min(1, len(gap)-1))
		}))
		at = m[3]
	}
	return b.String() + s[at:]
}
