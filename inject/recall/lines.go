package recall

import (
	"bytes"

	"wisdom/internal/text"
)

func starts(b []byte) []int {
	at := append(make([]int, 0, 1+bytes.Count(b, []byte{'\n'})), 0)
	for from := 0; ; {
		i := bytes.IndexByte(b[from:], '\n')
		if i < 0 {
			return at
		}
		from += i + 1
		at = append(at, from)
	}
}

// line is the line of an offset, from 1. Lines end where they end for whoever is given a
// citation: a lone carriage return ends none.
func (s *splitter) line(offset int) int { return lineAt(s.cleanStarts, offset) }

// span gives the bytes of a line.
func (s *splitter) span(line int) (start, end int) {
	if line < len(s.cleanStarts) {
		return s.cleanStarts[line-1], s.cleanStarts[line]
	}
	return s.cleanStarts[line-1], len(s.clean)
}

// reFence is a line that opens or closes a block of code.
var reFence = text.Lazily("^[ \\t>]*(?:```+[^`\\n]*|~~~+[^\\n]*)\\s*$")

// isFence reports whether a line is one.
func (s *splitter) isFence(line int) bool {
	start, end := s.span(line)
	text := s.doc.Source[start:end]
	return bytes.ContainsAny(text, "`~") && reFence().Match(text)
}

// isBlank reports whether a line holds nothing to cite.
func (s *splitter) isBlank(line int) bool {
	start, end := s.span(line)
	return len(bytes.Trim(s.doc.Source[start:end], " \t\r\n>#*_-=|")) == 0
}

// cut returns lines of a text, whose lines start at some places.
func cut[T string | []byte](text T, at []int, first, last int) T {
	if first > len(at) {
		return text[:0]
	}
	end := len(text)
	if last < len(at) {
		end = at[last]
	}
	return text[at[first-1]:end]
}
