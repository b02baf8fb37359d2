package injection

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
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
func readings(text string) (all []string, glued bool) {
	text = strings.ReplaceAll(text, softHyphen, "")
	all = []string{text}
	if mixesScripts(text) {
		all = append(all, lookalikes().Replace(strings.ToLower(norm.NFKC.String(text))))
	}
	if writesFigures(text) {
		for _, f := range figures {
			all = append(all, f.Replace(text))
		}
	}
	if joined := unspaced(text); joined != text {
		return append(all, joined), true
	}
	return all, false
}

// mixesScripts reports whether a word has letters of several alphabets, or letters that only look special.
func mixesScripts(text string) bool {
	latin, other := false, false
	for _, r := range text {
		switch {
		case r < 0x80:
			isLetter := r|0x20 >= 'a' && r|0x20 <= 'z'
			latin, other = isLetter && (latin || isLetter), isLetter && other
		case r >= 0x1d400 && r <= 0x1d7ff, r >= 0xff21 && r <= 0xff5a, r >= 0x24b6 && r <= 0x24e9:
			return true
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian):
			other = true
		case !unicode.IsLetter(r):
			latin, other = false, false
		}
		if latin && other {
			return true
		}
	}
	return false
}

// writesFigures reports whether figures stand within or beside letters in some word.
func writesFigures(text string) bool {
	letter, figure := false, false
	for i := range len(text) {
		switch c := text[i]; {
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

// fewestParted is from how many letters on that stand alone one behind the other they are taken for words.
const fewestParted = 8

// parting are the marks that may part letters.
const parting = " ._-*\t"

// unspaced joins letters that are parted by single spaces or marks; where more parts them, a word ends.
func unspaced(text string) string {
	if !hasParted(text) {
		return text
	}
	var b strings.Builder
	runes := []rune(text)
	alone := func(i int) bool {
		return unicode.IsLetter(runes[i]) && (i == 0 || !unicode.IsLetter(runes[i-1])) &&
			(i+1 == len(runes) || !unicode.IsLetter(runes[i+1]))
	}
	parts := func(r rune) bool { return strings.ContainsRune(parting, r) }
	for i := 0; i < len(runes); {
		var word []rune
		end, letters := i, 0
		for at := i; at < len(runes) && alone(at); letters++ {
			word = append(word, runes[at])
			end = at + 1
			gap := end
			for gap < len(runes) && gap < end+4 && parts(runes[gap]) {
				gap++
			}
			if gap > end+1 {
				word = append(word, ' ')
			}
			at = gap
		}
		if letters < fewestParted {
			end = max(end, i+1)
			word = runes[i:end]
		}
		b.WriteString(string(word))
		i = end
	}
	return b.String()
}

// hasParted is a quick look whether fewestParted letters stand alone.
func hasParted(text string) bool {
	count, length := 0, 0 // of letters that stand alone, and of the word
	for _, r := range text {
		switch {
		case !strings.ContainsRune(parting, r):
			length++
		case length == 1:
			count++
			length = 0
		default:
			length = 0
		}
	}
	return count+1 >= fewestParted
}
