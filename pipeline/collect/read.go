package collect

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	textunicode "golang.org/x/text/encoding/unicode"

	"wisdom/internal/words"
)

// MaxSource is the largest file that is read for lessons, in bytes. The largest
// note seen in the field had 0.7 MB.
const MaxSource = 16 << 20

// decode turns the bytes of a file into text with the same lines. The note says
// what had to be guessed, and is empty for UTF-8.
func decode(b []byte) (text, note string) {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return decodeAs(b, textunicode.UTF16(textunicode.LittleEndian, textunicode.UseBOM)), "UTF-16"
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return decodeAs(b, textunicode.UTF16(textunicode.BigEndian, textunicode.UseBOM)), "UTF-16"
	}
	nulls := bytes.IndexByte(b, 0) >= 0
	if nulls {
		// A shell that writes UTF-16 appended to the file, or the disk did.
		b = bytes.ReplaceAll(b, []byte{0}, nil)
		note = "NUL bytes left out"
	}
	if utf8.Valid(b) {
		text = string(b)
		if slices.ContainsFunc(pasteMarks, func(mark string) bool { return strings.Contains(text, mark) }) {
			text = withoutPaste.Replace(text)
		}
		return text, note
	}
	var text8 strings.Builder
	var odd []int
	line, proper := 0, 0
	for part := range bytes.Lines(b) {
		line++
		if utf8.Valid(part) {
			text8.Write(part)
			if utf8.RuneCount(part) < len(part) {
				proper++
			}
			continue
		}
		odd = append(odd, line)
		writeMixed(&text8, part)
	}
	if gbk := decodeAs(b, simplifiedchinese.GB18030); proper == 0 && mostlyHan(gbk) {
		return gbk, "GB18030"
	}
	return text8.String(), "not UTF-8, read as Windows-1252: " + lineList(odd)
}

// pasteMarks are what pasting from a page leaves behind: spaces without width and
// marks of order in the text, which change nothing that can be read.
var pasteMarks = []string{"\u200b", "\u2060", "\u200e", "\u200f", "\ufeff"}

var withoutPaste = func() *strings.Replacer {
	var pairs []string
	for _, mark := range pasteMarks {
		pairs = append(pairs, mark, "")
	}
	return strings.NewReplacer(pairs...)
}()

// writeMixed writes a line in which some bytes are no UTF-8: those are read as
// Windows-1252, the rest as it is.
func writeMixed(b *strings.Builder, line []byte) {
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(line[0])
		}
		b.WriteRune(r)
		line = line[size:]
	}
}

func decodeAs(b []byte, e encoding.Encoding) string {
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(out)
}

// mostlyHan tells Chinese text from Western text that happens to decode.
func mostlyHan(text string) bool {
	han, letters := 0, 0
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			return false
		case words.IsCJK(r):
			han++
		case r >= utf8.RuneSelf:
			letters++
		}
	}
	return han > 4*letters && han > 8
}

// lineList writes "line 3" or "lines 3, 5, 9 and 12 more".
func lineList(lines []int) string {
	const most = 3
	var b strings.Builder
	b.WriteString("line")
	if len(lines) > 1 {
		b.WriteString("s")
	}
	for i, line := range lines {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(lines)-most)
			break
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %d", line)
	}
	return b.String()
}
