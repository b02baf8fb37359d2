package secrets

import "strings"

// fragment is a run of lines; line is the number of its first, less one.
type fragment struct {
	text string
	line int
}

// fragments returns the lines of a text that have a mark, each with its neighbours, which may hold the value. Most
// rules run a regular expression over all that they get, so they get little.
func (v view) fragments(marks []int) []fragment {
	marked := make([]bool, len(v.starts)+1)
	for _, offset := range marks {
		line := v.lineAt(offset)
		for i := max(line-1, 0); i <= min(line+1, len(v.starts)-1); i++ {
			marked[i] = true
		}
	}
	return runs(v.text, v.starts, marked)
}

// runs gathers neighbouring marked lines; marked has one entry more than there
// are lines, which is never set.
func runs(text string, starts []int, marked []bool) []fragment {
	var parts []fragment
	first := -1
	for i, is := range marked {
		switch {
		case is && first < 0:
			first = i
		case !is && first >= 0:
			end := len(text)
			if i < len(starts) {
				end = starts[i]
			}
			parts = append(parts, pieces(text[starts[first]:end], first)...)
			first = -1
		}
	}
	return parts
}

const (
	// longestPiece is the most that is scanned at once, in bytes: the time for
	// one piece grows with the square of what is found in it.
	longestPiece = 2 << 10
	// overlap is how much of a piece the next one sees again, so that a secret
	// on the border is seen whole.
	overlap = 256
)

// pieces cuts a run of lines that is too long for one scan.
func pieces(text string, line int) []fragment {
	var parts []fragment
	for len(text) > longestPiece {
		parts = append(parts, fragment{text[:longestPiece], line})
		line += strings.Count(text[:longestPiece-overlap], "\n")
		text = text[longestPiece-overlap:]
	}
	return append(parts, fragment{text, line})
}
