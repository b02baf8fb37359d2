package text

import (
	"iter"

	"github.com/blevesearch/segment"
)

// spans are the places of the UAX #29 words in text, without punctuation and space. A byte that is no UTF-8, at which
// the segmenter ends, is between words.
func spans(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		all := []byte(text)
		for start := 0; start < len(text); start++ {
			for words := segment.NewWordSegmenterDirect(all[start:]); words.Segment(); {
				end := start + len(words.Bytes())
				if words.Type() != segment.None && !yield(start, end) {
					return
				}
				start = end
			}
		}
	}
}
