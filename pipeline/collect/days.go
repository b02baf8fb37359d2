package collect

import (
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
)

// neighbours are the lines of text right above and below a lesson.
type neighbours [2]string

// leastNeighbour is how many words a line has at least that tells whether a block was copied.
const leastNeighbour = 3

// besides are the neighbours of the lines from start to end, which count from 1. What is beyond a heading
// belongs to another block.
func besides(lines []string, start, end int) neighbours {
	next := func(at, step int) string {
		for ; at >= 0 && at < len(lines); at += step {
			switch line := strings.TrimSpace(lines[at]); {
			case line == "":
			case line[0] == '#', text.Count(line) < leastNeighbour:
				return ""
			default:
				return line
			}
		}
		return ""
	}
	return neighbours{next(start-2, -1), next(end, 1)}
}

// calendar knows the blocks that each lesson stood in so far, by its id and a line beside it.
type calendar map[[2]string]bool

// add adds the day of a place to a lesson, unless the lesson stood beside the same line before: a program
// that writes the same block into every note repeats no experience.
func (c calendar) add(l *lesson.Lesson, p *occurrence) {
	copied := false
	for _, line := range p.Besides {
		block := [...]string{l.ID, line}
		copied = copied || c[block]
		if line != "" {
			c[block] = true
		}
	}
	if at, there := slices.BinarySearch(l.Days, p.Date); p.Date != "" && !copied && !there {
		l.Days = slices.Insert(l.Days, at, p.Date)
	}
}
