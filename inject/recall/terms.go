package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
)

// word is a word of a text: in lower case, and where it starts.
type word struct {
	text  string
	start int
	han   bool // a run of characters of a script that writes no spaces
	whole bool // several words with joiners between, such as an address or a version
}

// eachWord goes through the words of a text. What is joined by signs, as
// "192.168.1.5", comes as a whole and in parts.
func eachWord(s string, yield func(word)) {
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		switch {
		case text.IsCJK(r):
			end := at + runLength(s[at:], text.IsCJK)
			yield(word{s[at:end], at, true, false})
			at = end
		case isLetter(r):
			number, end := thousands(s, at)
			if number != "" {
				yield(word{number, at, false, false})
			} else {
				end = joined(s, at)
				parts(s, at, end, yield)
			}
			at = end
		default:
			at += size
		}
	}
}

// thousandSigns part the thousands of a number. A blank that may end a line is none.
const thousandSigns = ".,'’\u00a0\u202f"

// thousands is a number from a place on whose thousands are parted by one sign, as "1,500,000", without the signs, and
// where it ends. Of more than two points it is an address.
func thousands(s string, start int) (number string, end int) {
	end = start + runLength(s[start:], isDigit)
	if end == start || end > start+3 {
		return "", 0
	}
	sign, size := utf8.DecodeRuneInString(s[end:])
	if !strings.ContainsRune(thousandSigns, sign) {
		return "", 0
	}
	groups := []string{s[start:end]}
	for next := end + size; strings.HasPrefix(s[end:], string(sign)) && runLength(s[next:], isDigit) == 3; next = end + size {
		groups, end = append(groups, s[next:next+3]), next+3
	}
	after, _ := utf8.DecodeRuneInString(strings.TrimPrefix(s[end:], string(sign))) // "1.234.5" goes on
	if len(groups) == 1 || isLetter(after) || sign == '.' && len(groups) > 3 {
		return "", 0
	}
	return strings.Join(groups, ""), end
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)) && !text.IsCJK(r)
}

func runLength(text string, of func(rune) bool) int {
	for i, r := range text {
		if !of(r) {
			return i
		}
	}
	return len(text)
}

// isJoiner reports whether a sign holds the parts of an address, a path, a version or a compound together.
func isJoiner(r rune) bool {
	switch r {
	case '.', '_', '-', ':', '/', '@', '\'', '’':
		return true
	}
	return false
}

// longestWhole is the length in bytes up to which joined words are one term.
const longestWhole = 80

// joined is where the words end that signs join, from a start on.
func joined(text string, start int) int {
	end := start
	for end < len(text) {
		n := runLength(text[end:], isLetter)
		end += n
		r, size := utf8.DecodeRuneInString(text[end:])
		if n == 0 || !isJoiner(r) {
			break
		}
		if next, _ := utf8.DecodeRuneInString(text[end+size:]); !isLetter(next) || end+size >= len(text) {
			break
		}
		end += size
	}
	return end
}

func parts(text string, start, end int, yield func(word)) {
	n := 0
	for at := start; at < end; {
		length := runLength(text[at:end], isLetter)
		if length > 0 {
			yield(word{strings.ToLower(text[at : at+length]), at, false, false})
			n++
		}
		_, size := utf8.DecodeRuneInString(text[at+length : end])
		at += length + size
	}
	if n > 1 && end-start <= longestWhole {
		yield(word{strings.ToLower(text[start:end]), start, false, true})
	}
}

// longestTerm is the length in bytes from which a word is cut.
const longestTerm = 64

// termOf is the form in which a word of a language is compared, "" for one that carries
// no meaning.
func termOf(w, language string) string {
	if len(w) > longestTerm {
		return ""
	}
	if hasDigit(w) || strings.ContainsFunc(w, isJoiner) {
		return wholeTerm(w)
	}
	if len(w) == 1 {
		return ""
	}
	return fold(text.Stem(w, language))
}

func hasDigit(w string) bool {
	return strings.ContainsFunc(w, isDigit)
}

// fold takes accents off, and writes the sharp s as ss, so that a word is found however it is typed.
func fold(w string) string { return text.Fold(strings.ReplaceAll(w, string('\u00df'), "ss")) }

// joint is in a term wherever a sign joined two words: "node-red" and "node.red"
// are one term.
const joint = '·'

// wholeTerm is the term of several words that signs join.
func wholeTerm(w string) string {
	return strings.Map(func(r rune) rune {
		if isJoiner(r) {
			return joint
		}
		return r
	}, fold(w))
}

// placed is a term with the place of its word.
type placed struct {
	term  string
	start int
}

// termsOf are the terms of a text in a language, in the order of their places.
func termsOf(text, language string) (found []placed) {
	eachWord(text, func(w word) {
		switch {
		case w.han:
			found = appendPairs(found, w)
		case w.whole:
			found = append(found, placed{wholeTerm(w.text), w.start})
		default:
			if term := termOf(w.text, language); term != "" {
				found = append(found, placed{term, w.start})
			}
		}
	})
	return found
}

// appendPairs adds the pairs of neighbouring characters of a run, or the one character.
func appendPairs(found []placed, w word) []placed {
	before, first := 0, true
	for i, r := range w.text {
		if !first {
			found = append(found, placed{w.text[before : i+utf8.RuneLen(r)], w.start + before})
		}
		before, first = i, false
	}
	if before == 0 && w.text != "" {
		found = append(found, placed{w.text, w.start})
	}
	return found
}
