package text

import "strings"

// reMojibake matches what UTF-8 looks like where it was read as Windows-1252: two bytes
// of a letter with an accent, three of a dash or a quotation mark, the mark of the byte
// order, and two letters in a row of Cyrillic or of scripts that take three bytes. The
// one capital letter that a closing quotation mark may follow needs a sign that does not.
var reMojibake = Lazily(`\x{c3}[\x{a0}-\x{aa}\x{ac}-\x{ba}\x{bc}-\x{bf}\x{178}\x{153}\x{152}\x{2030}]` +
	`|\x{c2}[\x{a0}-\x{aa}\x{ac}-\x{ba}\x{bc}-\x{bf}]|\x{e2}\x{20ac}.|\x{ef}\x{bb}\x{bf}|\x{f0}\x{178}` +
	`|(?:[\x{d0}\x{d1}]` + continued + `){2}|(?:[\x{e3}-\x{e9}]` + continued + continued + `){2}`)

// continued is a byte that goes on with a letter, as Windows-1252 or Latin-1 shows it.
const continued = `[\x{80}-\x{bf}\x{20ac}\x{201a}\x{192}\x{201e}\x{2026}\x{2020}\x{2021}\x{2c6}\x{2030}\x{160}` +
	`\x{2039}\x{152}\x{17d}` +
	`\x{2018}\x{2019}\x{201c}\x{201d}\x{2022}\x{2013}\x{2014}\x{2dc}\x{2122}\x{161}\x{203a}\x{153}\x{17e}\x{178}]`

// IsMojibake reports whether a text is plainly garbled: it was written in UTF-8 and read
// as something else.
func IsMojibake(text string) bool {
	isLead := func(r rune) bool { return r >= 0xc2 && r <= 0xf0 }
	return strings.ContainsFunc(text, isLead) && reMojibake().MatchString(text)
}
