package collect

import (
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
)

// sayWords says which words a folded text uses: each word, the first of each part of a sentence, each sign, and where
// words have no spaces between, each run, each character, each pair, and those that begin a part. end is where it ends.
func sayWords(s string, say func(f Feature, end int)) {
	opens := true // a part of a sentence
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		switch {
		case text.IsSyllable(r):
			end := runOf(s, at, text.IsSyllable)
			say(Feature{Word, s[at:end]}, end)
			sayCharacters(s[:end], at, opens, say)
			opens, at = false, end
		case isLetter(r):
			end := runOf(s, at, isLetter)
			if end+1 < len(s) && s[end] == '\'' {
				end = runOf(s, end+1, isLetter) // don't
			}
			say(Feature{Word, s[at:end]}, end)
			if opens {
				say(Feature{FirstWord, s[at:end]}, end)
			}
			opens, at = false, end
		default:
			opens = opens || parts(s, at, r, size)
			if unicode.IsPunct(r) || unicode.IsSymbol(r) {
				say(Feature{Sign, s[at : at+size]}, at+size)
			}
			at += size
		}
	}
}

// parts reports whether the sign at a place ends a part of a sentence.
func parts(text string, at int, r rune, size int) bool {
	switch r {
	case '.', '!', '?', ';', ':', '-':
		isEnd := at+size == len(text) || text[at+size] == ' ' || text[at+size] == '*'
		return isEnd && (r != '-' || at > 0 && text[at-1] == ' ')
	case '*':
		return at+1 < len(text) && text[at+1] == '*'
	case '。', '！', '？', '；', '：', '→', '—', '–':
		return true
	}
	return false
}

// sayCharacters says the characters from a place on and the pairs of neighbours, and up to three that a part begins with.
func sayCharacters(text string, start int, begins bool, say func(f Feature, end int)) {
	before := start
	for at, n := start, 1; at < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[at:])
		end := at + size
		say(Feature{Characters, text[at:end]}, end)
		if n > 1 {
			say(Feature{Characters, text[before:end]}, end)
		}
		if begins && n <= 3 {
			say(Feature{FirstWord, text[start:end]}, end)
		}
		before, at = at, end
	}
}

// runOf is where the run of characters ends that begins at a place.
func runOf(text string, start int, of func(rune) bool) int {
	for at, r := range text[start:] {
		if !of(r) {
			return start + at
		}
	}
	return len(text)
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z'
	}
	return unicode.In(r, unicode.Letter, unicode.Mark) && !text.IsSyllable(r)
}
