package text

import (
	"iter"
	"strings"

	"github.com/blevesearch/segment"
)

// spans are the places of the UAX #29 words in text, without punctuation and
// space. A space always parts words, so most of them, plain letters between two
// spaces, need none of the rules.
func spans(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for start := 0; start < len(text); {
			letters := start
			for letters < len(text) && isASCIILetter(text[letters]) {
				letters++
			}
			end := letters
			if end < len(text) && strings.IndexByte(",.;:!?", text[end]) >= 0 {
				end++
			}
			switch {
			case end < len(text) && text[end] != ' ':
				if end = strings.IndexByte(text[start:], ' ') + start; end < start {
					end = len(text)
				}
				if !segments(text[start:end], start, yield) {
					return
				}
			case letters > start && !yield(start, letters):
				return
			}
			start = end + 1
		}
	}
}

// segments cuts text, which stands at offset, by the rules.
func segments(text string, offset int, yield func(start, end int) bool) bool {
	segmenter := segment.NewWordSegmenterDirect([]byte(text))
	for segmenter.Segment() {
		end := offset + len(segmenter.Bytes())
		if segmenter.Type() != segment.None && !yield(offset, end) {
			return false
		}
		offset = end
	}
	return true
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
