package collect

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	textunicode "golang.org/x/text/encoding/unicode"

	"wisdom/internal/words"
)

// MaxSource is the largest file that is read for lessons, in bytes. The largest
// note seen in the field had 0.7 MB.
const MaxSource = 16 << 20

// decode turns the bytes of a file into text with the same lines. The note says
// what had to be guessed, and is empty for UTF-8; lost are the lines that no one
// could read, which are skipped.
func decode(b []byte) (text, note string, lost []int) {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return decodeAs(b, textunicode.UTF16(textunicode.LittleEndian, textunicode.UseBOM)), "UTF-16", nil
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return decodeAs(b, textunicode.UTF16(textunicode.BigEndian, textunicode.UseBOM)), "UTF-16", nil
	}
	nulls := bytes.IndexByte(b, 0) >= 0
	if nulls {
		// A shell that writes UTF-16 appended to the file, or the disk did.
		b = bytes.ReplaceAll(b, []byte{0}, nil)
		note = "NUL bytes excluded"
	}
	if utf8.Valid(b) {
		text = string(b)
		if slices.ContainsFunc(pasteMarks, func(mark string) bool { return strings.Contains(text, mark) }) {
			text = withoutPaste.Replace(text)
		}
		return text, note, nil
	}
	text, legacy, lost := decodeLegacy(b)
	if note = legacy; nulls {
		note = "NUL bytes removed; " + legacy
	}
	return text, note, lost
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

// lineList writes "line 3" or "lines 3, 5, 9 and 12 more".
func lineList(lines []int) string {
	return words.Noun(len(lines), "line") + " " + listed(strings.Fields(strings.Trim(fmt.Sprint(lines), "[]")))
}

// listed writes the first of some names, and how many more there are.
func listed(names []string) string {
	const most = 3
	list := strings.Join(names[:min(most, len(names))], ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
