package tokens

import (
	"unicode"
	"unicode/utf8"
)

// pattern cuts a text into the pieces that are merged by themselves, as o200k_base does. That also leaves the last
// space of several to the word behind them, which this syntax cannot say: piece does.
const pattern = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` + contracted +
	`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*` + contracted +
	`|\p{N}{1,3}| ?[^` + space + `\p{L}\p{N}]+[\r\n/]*|[` + space + `]*[\r\n]+|[` + space + `]+`

const (
	contracted = `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
	space      = `\t-\r\x{85}\p{Z}`
)

// piece returns the length of the first piece of a text.
func (e *encoder) piece(text string) int {
	if end := quickPiece(text); end > 0 {
		return end
	}
	return e.slowPiece(text)
}

// slowPiece is piece by the pattern.
func (e *encoder) slowPiece(text string) int {
	end := e.split.FindStringIndex(text)[1]
	last, size := utf8.DecodeLastRuneInString(text[:end])
	if end == len(text) || end == size || last == '\r' || last == '\n' || !unicode.IsSpace(last) {
		return end
	}
	return end - size
}

// quickPiece is piece for the most usual ones, 0 for others: the pattern takes most of the time of a text with many
// rare words.
func quickPiece(text string) int {
	begins := kindOf(text)
	switch rest := text[1:]; {
	case begins == digit:
		return digits(text)
	case begins.isLetter():
		return letters(text, 0)
	case begins != blank && begins != sign:
		return 0
	case kindOf(rest).isLetter():
		return letters(text, 1)
	case begins == blank && kindOf(rest) == digit:
		return 1
	case begins == sign || kindOf(rest) == sign:
		return signs(text)
	}
	return 0
}

// kind is what a text begins with, as far as it is usual.
type kind int

const (
	unusual kind = iota
	ended
	small // letters and digits of ASCII
	large
	digit
	han   // a Chinese character
	blank // a single one
	sign  // punctuation of ASCII
	other // what is beyond ASCII, but no letter, mark or number
)

func (k kind) isLetter() bool { return k == small || k == large || k == han }

func kindOf(text string) kind {
	if text == "" {
		return ended
	}
	switch c := text[0]; {
	case c >= 'a' && c <= 'z':
		return small
	case c >= 'A' && c <= 'Z':
		return large
	case c >= '0' && c <= '9':
		return digit
	case c == ' ':
		return blank
	case c > ' ' && c < 0x7f:
		return sign
	case c < utf8.RuneSelf:
		return unusual
	}
	switch r, _ := utf8.DecodeRuneInString(text); {
	case r >= 0x4e00 && r <= 0x9fff:
		return han
	case unicode.In(r, unicode.L, unicode.M, unicode.N):
		return unusual
	}
	return other
}

// hanSize is the length of a Chinese character in bytes.
const hanSize = 3

// letters is the length of a piece of letters that begins at an offset, 0 if it is unusual: large letters and Chinese
// characters, then small ones and Chinese characters. Without a small one it ends behind the last Chinese character.
func letters(text string, from int) int {
	end, behindHan, isSmall := from, 0, false
	for {
		switch k := kindOf(text[end:]); {
		case k == han:
			end += hanSize
			behindHan = end
		case k == small, k == large && !isSmall:
			isSmall = isSmall || k == small
			end++
		case k == large:
			return end
		case k == unusual:
			return 0
		case !isSmall && behindHan > 0 && behindHan < end:
			return behindHan
		case k == sign && text[end] == '\'': // maybe "it's"
			return 0
		default:
			return end
		}
	}
}

// digits is the length of a piece of digits: three at most.
func digits(text string) int {
	end := 1
	for end < 3 && kindOf(text[end:]) == digit {
		end++
	}
	if end < 3 && kindOf(text[end:]) == unusual {
		return 0
	}
	return end
}

// signs is the length of a piece of signs, which may begin with a blank, 0 if it is unusual.
func signs(text string) int {
	end := 1
	for kindOf(text[end:]) == sign {
		end++
	}
	if k := kindOf(text[end:]); k == unusual || k == other {
		return 0
	}
	return end
}
