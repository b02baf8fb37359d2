package lookup

import (
	"slices"
	"strings"

	"wisdom/markdown/facts"
)

// Hand is a table as a person left it: which lines are ours, and which are theirs. One that is all ours has no parts.
type Hand struct {
	CRLF  bool   `json:"crlf,omitempty"`
	Parts []Part `json:"parts,omitempty"`
}

// Part holds the lines below one heading, or above the first.
type Part struct {
	// Heading is the line; Own says that it is the person's.
	Heading string `json:"heading,omitempty"`
	Own     bool   `json:"own,omitempty"`
	Lines   []Line `json:"lines"`
	// Gap is how many empty lines follow.
	Gap int `json:"gap"`
}

// Line is a line without its line feed.
type Line struct {
	Text string `json:"text"`
	Ours bool   `json:"ours,omitempty"`
}

// Read tells in a table what a person wrote from what Render made of our facts, and returns those of these that stand: as
// they were rendered, below their heading, on lines that hold nothing else, with those bans of their section that are
// there. What a person changed is theirs.
func Read(text string, ours []facts.Fact) (Hand, []facts.Fact) {
	hand := Hand{CRLF: strings.Contains(text, "\r\n")}
	rendered := map[string][]row{}
	for _, g := range groups(ours) {
		rendered[g.line()] = g.rows()
	}
	part, there, said := Part{}, map[facts.Fact]bool{}, map[[2]string]bool{}
	add := func() {
		part.Lines, part.Gap = withoutEnd(part.Lines, part.Gap, func(l Line) string { return l.Text })
		if part.Heading != "" || len(part.Lines) > 0 || part.Gap > 0 {
			hand.Parts = append(hand.Parts, part)
		}
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		bare := strings.TrimSuffix(line, "\r")
		if isHeading(bare) {
			add()
			part = Part{Heading: bare, Own: rendered[bare] == nil}
			continue
		}
		isOurs := false
		for _, r := range rendered[part.Heading] {
			on, ok := r.on(bare)
			isOurs = isOurs || ok && bare != ""
			said[[2]string{part.Heading, bare}] = true
			for _, e := range on {
				for _, f := range e.facts {
					there[f] = true
				}
			}
		}
		part.Lines = append(part.Lines, Line{line, isOurs})
	}
	if add(); len(hand.Parts) > 0 {
		last := &hand.Parts[len(hand.Parts)-1]
		last.Gap = max(last.Gap, 1) // should anything come behind it
	}
	if !slices.ContainsFunc(hand.Parts, Part.theirs) {
		hand.Parts = nil
	}
	standing := slices.DeleteFunc(slices.Clone(ours), func(f facts.Fact) bool { return !there[f] })
	for i, f := range standing {
		standing[i].Shared = strings.Join(slices.DeleteFunc(f.SharedBans(), func(ban string) bool {
			return !said[[2]string{headingLine(f), ban}]
		}), "\n")
	}
	slices.SortStableFunc(standing, facts.ByPlace)
	return hand, standing
}

// withoutEnd are lines without the empty ones at their end, which count as a gap behind them.
func withoutEnd[T any](lines []T, gap int, textOf func(T) string) ([]T, int) {
	for n := len(lines); n > 0 && strings.TrimSpace(textOf(lines[n-1])) == ""; n-- {
		lines, gap = lines[:n-1], gap+1
	}
	return lines, gap
}

// Text is what a person wrote, line by line.
func (h Hand) Text() string {
	var all []string
	for _, part := range h.Parts {
		if part.Own {
			all = append(all, part.Heading)
		}
		for _, line := range part.Lines {
			if !line.Ours && strings.TrimSpace(line.Text) != "" {
				all = append(all, strings.TrimSuffix(line.Text, "\r"))
			}
		}
	}
	return strings.Join(all, "\n")
}

// About says of facts whether a person wrote about them: their value, or their key.
func (h Hand) About() func(facts.Fact) bool {
	text := h.Text()
	return func(f facts.Fact) bool {
		return Holds(text, f.Value) || f.Key != f.Heading && f.Attr == "" && Holds(text, f.Key)
	}
}

// isHeading tells a heading from a line that begins with a channel's name.
func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	return rest != line && (rest == "" || rest[0] == ' ')
}

// theirs reports whether a person wrote something of a part.
func (p Part) theirs() bool {
	isSaid := func(l Line) bool { return l.isTheirs() && strings.TrimSpace(l.Text) != "" }
	return p.Own || slices.ContainsFunc(p.Lines, isSaid)
}

func (l Line) isTheirs() bool { return !l.Ours }

// block is a part on its way into a text.
type block struct {
	lines []string
	gap   int
}

// merge puts our lines as they are now among the person's: each of theirs stays behind the line of ours that it stood
// behind, or what is in its place.
func (p Part) merge(ours []string) block {
	b := block{gap: p.Gap}
	if p.Heading != "" {
		b.lines = append(b.lines, p.Heading)
	}
	behind := make([][]string, len(ours)+1) // lines of theirs behind the first i of ours
	at, before, fewer := 0, 0, len(slices.DeleteFunc(slices.Clone(p.Lines), Line.isTheirs)) > len(ours)
	for _, line := range p.Lines {
		if !line.Ours {
			behind[at] = append(behind[at], line.Text)
			continue
		}
		before++
		if i := slices.Index(ours, strings.TrimSuffix(line.Text, "\r")); i >= 0 {
			at = max(at, i+1)
		} else if !fewer {
			at = max(at, before)
		}
	}
	for i, lines := range behind {
		if i > 0 {
			b.lines = append(b.lines, ours[i-1])
		}
		b.lines = append(b.lines, lines...)
	}
	b.lines, b.gap = withoutEnd(b.lines, b.gap, func(l string) string { return l }) // what stood behind it is gone
	return b
}

// write joins blocks, with the line endings of the table.
func write(blocks []block, crlf bool) string {
	var b strings.Builder
	for i, block := range blocks {
		if i < len(blocks)-1 {
			block.lines = append(block.lines, make([]string, block.gap)...)
		}
		for _, line := range block.lines {
			b.WriteString(line)
			if crlf && !strings.HasSuffix(line, "\r") {
				b.WriteString("\r")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
