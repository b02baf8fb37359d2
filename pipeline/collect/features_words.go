package collect

import (
	"unicode"
	"unicode/utf8"
)

// sayWords says which words a folded text uses: each word, the first and its
// ending, each sign, and where words have no spaces between, each run, each character, each pair,
// and those at both ends.
func sayWords(text string, say func(Feature)) {
	began, last := false, 0 // whether a word was there, and where the last run of characters ends
	for at := 0; at < len(text); {
		if text[at] == ' ' {
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case isSyllabic(r):
			end := runOf(text, at, isSyllabic)
			say(Feature{Word, text[at:end]})
			sayCharacters(text[at:end], !began, say)
			began, last = true, end
			at = end
		case isLetter(r):
			end := runOf(text, at, isLetter)
			if end+1 < len(text) && text[end] == '\'' {
				end = runOf(text, end+1, isLetter) // don't
			}
			say(Feature{Word, text[at:end]})
			if !began {
				say(Feature{FirstWord, text[at:end]})
				sayEnding(text[at:end], say)
			}
			began, last = true, 0
			at = end
		default:
			if unicode.IsPunct(r) || unicode.IsSymbol(r) {
				say(Feature{Sign, text[at : at+size]})
			}
			at += size
		}
	}
	sayEnd(text[:last], say)
}

// sayEnding says the last two and three letters of a word that has more.
func sayEnding(word string, say func(Feature)) {
	at := len(word)
	for n := 1; n <= 3; n++ {
		_, size := utf8.DecodeLastRuneInString(word[:at])
		if at -= size; at == 0 {
			return
		}
		if n > 1 {
			say(Feature{FirstEnding, word[at:]})
		}
	}
}

// sayCharacters says the characters of a run and the pairs of neighbours, and up to three that
// a text begins with.
func sayCharacters(run string, begins bool, say func(Feature)) {
	before := 0
	for at, n := 0, 1; at < len(run); n++ {
		_, size := utf8.DecodeRuneInString(run[at:])
		end := at + size
		say(Feature{Characters, run[at:end]})
		if n > 1 {
			say(Feature{Characters, run[before:end]})
		}
		if begins && n <= 3 {
			say(Feature{FirstWord, run[:end]})
		}
		before, at = at, end
	}
}

// sayEnd says the last character of a text, and the last two.
func sayEnd(text string, say func(Feature)) {
	at := len(text)
	for n := 0; n < 2 && at > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
		say(Feature{LastCharacters, text[at:]})
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
