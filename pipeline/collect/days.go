package collect

import (
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
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
			case line[0] == '#', len(line) < longestShort && words.Count(line) < leastNeighbour:
				return ""
			default:
				return line
			}
		}
		return ""
	}
	return neighbours{next(start-2, -1), next(end, 1)}
}

// calendar knows the blocks that lessons stood in so far: the first place of each lesson, and of those with more
// places their ids with the lines beside them.
type calendar struct {
	first  []*occurrence
	blocks map[[2]string]bool
}

// add adds the day of a place to the lesson of a number, unless the lesson stood beside the same line before: a
// program that writes the same block into every note repeats no experience.
func (c *calendar) add(number int, l *lesson.Lesson, p *occurrence) {
	copied := false
	if number == len(c.first) {
		c.first = append(c.first, p)
	} else {
		c.note(l.ID, c.first[number])
		copied = c.note(l.ID, p)
	}
	if at, there := slices.BinarySearch(l.Days, p.date); p.date != "" && !copied && !there {
		l.Days = slices.Insert(l.Days, at, p.date)
	}
}

// note notes the lines beside a place, and reports whether one of them was known.
func (c *calendar) note(id string, p *occurrence) (known bool) {
	for _, line := range p.besides {
		block := [...]string{id, line}
		known = known || c.blocks[block]
		if line != "" {
			c.blocks[block] = true
		}
	}
	return known
}
