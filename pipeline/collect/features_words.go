package collect

import (
	"unicode"
	"unicode/utf8"
)

// sayWords says which words a folded text uses: each word, each pair of neighbours, the first,
// each sign, and where words have no spaces between, each pair of characters.
func sayWords(text string, say func(Feature)) {
	from, to := 0, 0 // the word before, if any
	use := func(start, end int) {
		word := text[start:end]
		switch say(Feature{Word, word}); {
		case to == 0:
			say(Feature{FirstWord, word})
		case text[to:start] == " ":
			say(Feature{WordPair, text[from:end]})
		default:
			say(Feature{WordPair, text[from:to] + " " + word})
		}
		from, to = start, end
	}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case isSyllabic(r):
			end := runOf(text, at, isSyllabic)
			sayCharacters(text[at:end], say)
			at = end
		case isLetter(r):
			end := runOf(text, at, isLetter)
			if end+1 < len(text) && text[end] == '\'' {
				end = runOf(text, end+1, isLetter) // don't
			}
			use(at, end)
			at = end
		default:
			if unicode.IsPunct(r) || unicode.IsSymbol(r) {
				say(Feature{Sign, text[at : at+size]})
			}
			at += size
		}
	}
}

// sayCharacters says the pairs of neighbours in a run of characters, or a lone one.
func sayCharacters(run string, say func(Feature)) {
	_, first := utf8.DecodeRuneInString(run)
	if first == len(run) {
		say(Feature{Characters, run})
	}
	for at, next := 0, first; next < len(run); {
		_, size := utf8.DecodeRuneInString(run[next:])
		say(Feature{Characters, run[at : next+size]})
		at, next = next, next+size
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
	return unicode.In(r, unicode.Letter, unicode.Mark) && !isSyllabic(r)
}
