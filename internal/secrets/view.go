package secrets

import "slices"

// view is a text with what is looked up in it more than once.
type view struct {
	text   string
	lower  []byte
	starts []int  // of lines
	values []bool // lines that hold something like the value of a secret
}

func look(text string) view {
	v := view{text: text, lower: lowerASCII(text), starts: lineStarts(text)}
	v.values = valueLines(v.lower, v.starts)
	return v
}

// lineAt is the line that holds a place, counted from 0.
func (v view) lineAt(offset int) int {
	line, exact := slices.BinarySearch(v.starts, offset)
	if !exact {
		line--
	}
	return line
}

// lineEnd is where the text of a line ends, counted from 0.
func (v view) lineEnd(line int) int {
	end := len(v.text)
	if line+1 < len(v.starts) {
		end = v.starts[line+1]
	}
	for end > v.starts[line] && (v.text[end-1] == '\n' || v.text[end-1] == '\r') {
		end--
	}
	return end
}

// valueLines marks the lines that hold something like the value of a secret: a run without spaces that has a digit and
// at least shortest bytes, or has no digit and is longer than words are.
func valueLines(lower []byte, starts []int) []bool {
	const longerThanWords = 20
	values := make([]bool, len(starts))
	line, run, digit := 0, 0, false
	for i, c := range lower {
		if c == '\n' || c == ' ' || c == '\t' || c == '\r' {
			run, digit = 0, false
			if c == '\n' && i+1 < len(lower) {
				line++
			}
			continue
		}
		run++
		digit = digit || c >= '0' && c <= '9'
		if digit && run >= shortest || run >= longerThanWords {
			values[line] = true
		}
	}
	return values
}

func lineStarts(text string) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lowerASCII lowers A to Z only, so that offsets stay the same.
func lowerASCII(text string) []byte {
	lower := []byte(text)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return lower
}
