// Package charset turns the bytes of a file that people wrote into text. It never fails: what no encoding explains is
// left out, and said.
//
// Invariants:
//
//  1. The text has the lines of the file.
//  2. UTF-8 is read as it is, but for NUL bytes and for marks that pasting leaves behind.
package charset

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	textunicode "golang.org/x/text/encoding/unicode"
)

// Decode turns the bytes of a file into text with the same lines. The note says
// what had to be guessed, and is empty for UTF-8; lost are the lines that no one
// could read, which are skipped.
func Decode(b []byte) (text, note string, lost []int) {
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
