package charset

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"

	"wisdom/internal/text"
)

// decodeLegacy reads a file of which some lines are no UTF-8. Those are read as GB18030 if they
// look like it, or else as Windows-1252; lines that make no text then are lost, and empty.
func decodeLegacy(b []byte) (s, note string, lost []int) {
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
	const fewest = 5 // characters that it takes to tell
	name, chinese := "Windows-1252", isChinese(bytesOfOdd, fewest)
	if chinese {
		name = "GB18030"
	}
	var all strings.Builder
	line = 0
	for part := range bytes.Lines(b) {
		line++
		if utf8.Valid(part) {
			all.Write(part)
			continue
		}
		read := decodeAs(part, simplifiedchinese.GB18030)
		if !chinese || strings.ContainsRune(read, utf8.RuneError) {
			var strays int
			if read, strays = readMixed(part); !legible(read, strays) {
				lost = append(lost, line)
				read = strings.Repeat("\n", strings.Count(read, "\n"))
			}
		}
		all.WriteString(read)
	}
	if chinese && proper == 0 {
		return all.String(), name, lost
	}
	return all.String(), "not UTF-8, read as " + name + ": " + text.Noun(len(odd), "line") + " " + text.FirstOf(
		odd,
	), lost
}

// Legacy names the encoding of the lines of a file that are no UTF-8, as iconv spells it; empty where none that is
// known explains them. One Chinese character is enough: a person looks at what comes of it.
func Legacy(b []byte) string {
	var odd []byte
	for part := range bytes.Lines(b) {
		if !utf8.Valid(part) {
			odd = append(odd, part...)
		}
	}
	read, strays := readMixed(odd)
	switch {
	case isChinese(odd, 1):
		return "gb18030"
	case legible(read, strays):
		return "windows-1252"
	}
	return ""
}

// isChinese reports whether bytes that are no UTF-8 look like Chinese in GB18030, which covers
// GBK and GB 2312: without fault, mostly Han, and most of the pairs from where its everyday
// characters are. Text in a Western encoding has such pairs by chance, but not many. It takes the fewest characters to
// tell.
func isChinese(odd []byte, fewest int) bool {
	han, others := 0, 0
	for _, r := range decodeAs(odd, simplifiedchinese.GB18030) {
		switch {
		case r == utf8.RuneError:
			return false
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r) && r >= utf8.RuneSelf:
			others++
		}
	}
	return han >= fewest && han > 4*others && 2*everyday(odd) > han
}

// everyday counts the pairs of bytes for everyday characters of Chinese.
func everyday(b []byte) int {
	n := 0
	for i := 0; i+1 < len(b); i++ {
		if b[i] < utf8.RuneSelf {
			continue
		}
		if b[i] >= 0xb0 && b[i] <= 0xd7 && b[i+1] >= 0xa1 {
			n++
		}
		i++
	}
	return n
}

// readMixed reads a line in which some bytes are no UTF-8: those are read as
// Windows-1252, the rest as it is. Strays is how many letters came from such bytes.
func readMixed(line []byte) (text string, strays int) {
	var b strings.Builder
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		if r == utf8.RuneError && size == 1 {
			if r = charmap.Windows1252.DecodeByte(line[0]); unicode.IsLetter(r) {
				strays++
			}
		}
		b.WriteRune(r)
		line = line[size:]
	}
	return b.String(), strays
}

// mostStrays is how many letters that came from bytes which are no UTF-8 a line has at most if half of its letters did.
const mostStrays = 4

// legible reports whether the characters beyond ASCII of a line are what people write:
// letters, quotation marks, dashes, money and degrees. A line in another script that was read as
// Windows-1252 has hardly a letter that is not a stray.
func legible(line string, strays int) bool {
	good, bad, letters := 0, 0, 0
	for _, r := range line {
		if unicode.IsLetter(r) {
			letters++
		}
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
	return good >= 4*bad && (strays <= mostStrays || 2*strays <= letters)
}

func decodeAs(b []byte, e encoding.Encoding) string {
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(out)
}
