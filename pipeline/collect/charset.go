package collect

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"wisdom/internal/words"
)

// decodeLegacy reads a file of which some lines are no UTF-8. Those are read in
// the encoding that they look like, or else as Windows-1252; lines that make no
// text then are lost, and empty.
func decodeLegacy(b []byte) (text, note string, lost []int) {
	var odd []int
	var bytesOfOdd []byte
	line, proper := 0, 0
	for part := range bytes.Lines(b) {
		line++
		if !utf8.Valid(part) {
			odd = append(odd, line)
			bytesOfOdd = append(bytesOfOdd, part...)
		} else if utf8.RuneCount(part) < len(part) {
			proper++
		}
	}
	guess, name := guessEncoding(bytesOfOdd)
	var all strings.Builder
	line = 0
	for part := range bytes.Lines(b) {
		line++
		switch {
		case utf8.Valid(part):
			all.Write(part)
		case guess != nil && !strings.ContainsRune(decodeAs(part, guess), utf8.RuneError):
			all.WriteString(decodeAs(part, guess))
		default:
			read := readMixed(part)
			if !legible(read) {
				lost = append(lost, line)
				read = strings.Repeat("\n", strings.Count(read, "\n"))
			}
			all.WriteString(read)
		}
	}
	if guess != nil && proper == 0 {
		return all.String(), name, lost
	}
	return all.String(), "not UTF-8, read as " + name + ": " + lineList(odd), lost
}

// encodingCandidate is an encoding that is told by its statistics.
type encodingCandidate struct {
	charset string // as the detector calls it
	name    string // as people do
	// least is the confidence from which on the detector is believed, in percent:
	// tried on notes of one to three lines. Multi-byte encodings check themselves.
	least int
	// script is what most of its letters belong to.
	script []*unicode.RangeTable
}

// candidates come in the order of preference between equals. To add one, add a line.
var candidates = []encodingCandidate{
	{"Shift_JIS", "Shift_JIS", 50, []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana, unicode.Han}},
	{"EUC-JP", "EUC-JP", 50, []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana, unicode.Han}},
	{"EUC-KR", "EUC-KR", 50, []*unicode.RangeTable{unicode.Hangul}},
	{"Big5", "Big5", 50, []*unicode.RangeTable{unicode.Han}},
	{"GB18030", "GB18030", 50, []*unicode.RangeTable{unicode.Han}},
	{"KOI8-R", "KOI8-R", 25, []*unicode.RangeTable{unicode.Cyrillic}},
	{"windows-1251", "Windows-1251", 25, []*unicode.RangeTable{unicode.Cyrillic}},
	{"ISO-8859-5", "ISO-8859-5", 25, []*unicode.RangeTable{unicode.Cyrillic}},
	{"ISO-8859-7", "ISO-8859-7", 25, []*unicode.RangeTable{unicode.Greek}},
	{"windows-1250", "Windows-1250", 50, []*unicode.RangeTable{unicode.Latin}},
	{"ISO-8859-2", "ISO-8859-2", 50, []*unicode.RangeTable{unicode.Latin}},
}

// mostDetected is how many bytes the detector looks at.
const mostDetected = 64 << 10

// guessEncoding says which encoding bytes that are no UTF-8 look like; nil stands
// for Windows-1252, of which single bytes are read.
func guessEncoding(odd []byte) (encoding.Encoding, string) {
	results, _ := chardet.NewTextDetector().DetectAll(odd[:min(len(odd), mostDetected)]) // an error says that nothing fits
	best := 0
	for _, r := range results {
		best = max(best, r.Confidence)
	}
	for _, c := range candidates {
		if !slices.ContainsFunc(results, func(r chardet.Result) bool {
			return r.Charset == c.charset && r.Confidence == best && best >= c.least
		}) {
			continue
		}
		if e, err := htmlindex.Get(c.charset); err == nil && madeOf(decodeAs(odd, e), c.script) {
			return e, c.name
		}
	}
	if e, name := guessChinese(odd); e != nil {
		return e, name
	}
	return nil, "Windows-1252"
}

// guessChinese tells short Chinese text, which has too little for statistics, by
// which of the two encodings makes more of its characters everyday ones.
func guessChinese(odd []byte) (encoding.Encoding, string) {
	han := []*unicode.RangeTable{unicode.Han}
	simple := madeOf(decodeAs(odd, simplifiedchinese.GB18030), han)
	classic := madeOf(decodeAs(odd, traditionalchinese.Big5), han)
	switch {
	case classic && (!simple || everyday(odd, 0xa4, 0xc6, 0x40) > everyday(odd, 0xb0, 0xd7, 0xa1)):
		return traditionalchinese.Big5, "Big5"
	case simple:
		return simplifiedchinese.GB18030, "GB18030"
	}
	return nil, ""
}

// everyday counts pairs of bytes between two first bytes, where both encodings keep
// their most frequent characters, with a second byte from least on.
func everyday(b []byte, first, last, least byte) int {
	n := 0
	for i := 0; i+1 < len(b); i++ {
		if b[i] < utf8.RuneSelf {
			continue
		}
		if b[i] >= first && b[i] <= last && b[i+1] >= least {
			n++
		}
		i++
	}
	return n
}

// fewestLetters is how many letters beyond ASCII it takes to tell an encoding.
const fewestLetters = 5

// madeOf reports whether a text decoded without fault, and most of its letters beyond
// ASCII belong to a script.
func madeOf(text string, script []*unicode.RangeTable) bool {
	in, out := 0, 0
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			return false
		case r < utf8.RuneSelf:
		case unicode.In(r, script...):
			in++
		case unicode.IsLetter(r) || words.IsCJK(r):
			out++
		}
	}
	return in >= fewestLetters && in > 4*out
}

// readMixed reads a line in which some bytes are no UTF-8: those are read as
// Windows-1252, the rest as it is.
func readMixed(line []byte) string {
	var b strings.Builder
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(line[0])
		}
		b.WriteRune(r)
		line = line[size:]
	}
	return b.String()
}

// legible reports whether the characters beyond ASCII of a line are what people write:
// letters, quotation marks, dashes, money and degrees.
func legible(line string) bool {
	good, bad := 0, 0
	for _, r := range line {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r) && r >= utf8.RuneSelf:
			return false
		case r < utf8.RuneSelf:
		case unicode.IsLetter(r),
			unicode.In(r, unicode.Pi, unicode.Pf, unicode.Pd, unicode.Ps),
			strings.ContainsRune("€£¥§°©®™¿¡…·•½¼¾²³×\u00a0", r):
			good++
		default:
			bad++
		}
	}
	return good >= 4*bad
}

func decodeAs(b []byte, e encoding.Encoding) string {
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(out)
}
