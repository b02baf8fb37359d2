package secrets

import (
	"bytes"
	"strings"
)

var blockBegin, blockClose = []byte("-----begin "), []byte("-----end ")

// longestBlock is the most of a key block without an end that is taken for one,
// in bytes.
const longestBlock = 16 << 10

// keyBlocks finds the blocks between -----BEGIN and -----END lines, whole: they
// are longer than the pieces that the rules see. One without an end reaches to
// the next empty line.
func (v view) keyBlocks() []match {
	var found []match
	for from := 0; ; {
		begin := bytes.Index(v.lower[from:], blockBegin)
		if begin < 0 {
			return found
		}
		begin += from
		rest := v.lower[begin:min(begin+longestBlock, len(v.lower))]
		end := bytes.Index(rest, blockClose)
		switch {
		case end >= 0:
			if newline := bytes.IndexByte(rest[end:], '\n'); newline >= 0 {
				end += newline
			} else {
				end = len(rest)
			}
		case bytes.Contains(rest, []byte("\n\n")):
			end = bytes.Index(rest, []byte("\n\n"))
		default:
			end = len(rest)
		}
		from = begin + max(end, 1)
		title, _, _ := bytes.Cut(rest, []byte{'\n'})
		if bytes.Contains(title, []byte("public key-")) || bytes.Contains(title, []byte(" certificate")) ||
			bytes.Contains(title, []byte(" signature")) {
			continue
		}
		secret := strings.TrimRight(v.text[begin:begin+end], "\r\n")
		found = append(found, match{Finding{"private-key", v.lineAt(begin) + 1}, secret, begin, begin + len(secret)})
	}
}
