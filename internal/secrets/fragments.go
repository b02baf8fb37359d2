package secrets

import "iter"

// fragment is a part of a text, in bytes.
type fragment struct{ start, end int }

// fragments returns the lines of a text that have a mark, each with its neighbours, which may hold the value. Most
// rules run a regular expression over all that they get, so they get little.
func (v view) fragments(marks []int) []fragment {
	marked := make([]bool, len(v.starts))
	for _, offset := range marks {
		line := v.lineAt(offset)
		for i := max(line-1, 0); i <= min(line+1, len(v.starts)-1); i++ {
			marked[i] = true
		}
	}
	var parts []fragment
	for first, behind := range runs(marked) {
		end := len(v.text)
		if behind < len(v.starts) {
			end = v.starts[behind]
		}
		parts = append(parts, pieces(v.starts[first], end)...)
	}
	return parts
}

// runs yields the runs of marked lines: the first line of each, and the one behind its last.
func runs(marked []bool) iter.Seq2[int, int] {
	return func(yield func(first, behind int) bool) {
		for i := 0; i < len(marked); i++ {
			first := i
			for i < len(marked) && marked[i] {
				i++
			}
			if i > first && !yield(first, i) {
				return
			}
		}
	}
}

const (
	// longestPiece is the most that is scanned at once, in bytes: the time for one piece grows with the square of what is
	// found in it.
	longestPiece = 2 << 10
	// overlap is how much of a piece the next one sees again, so that a secret on the border is seen whole.
	overlap = 256
)

// pieces cuts a run of lines that is too long for one scan.
func pieces(start, end int) []fragment {
	var parts []fragment
	for ; end-start > longestPiece; start += longestPiece - overlap {
		parts = append(parts, fragment{start, start + longestPiece})
	}
	return append(parts, fragment{start, end})
}
