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

// Read tells in a table what a person wrote from what Render made of our facts.
func Read(text string, ours []facts.Fact) Hand {
	hand := Hand{CRLF: strings.Contains(text, "\r\n")}
	rendered := map[string][]row{}
	for _, g := range groups(ours) {
		rendered[g.line()] = g.rows()
	}
	part := Part{}
	add := func() {
		for n := len(part.Lines); n > 0 && strings.TrimSpace(part.Lines[n-1].Text) == ""; n-- {
			part.Lines = part.Lines[:n-1]
			part.Gap++
		}
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
		isOurs := func(r row) bool { _, ok := r.on(bare); return ok }
		part.Lines = append(part.Lines, Line{line, bare != "" && slices.ContainsFunc(rendered[part.Heading], isOurs)})
	}
	if part.Gap == 0 {
		part.Gap = 1 // should anything come behind it
	}
	add()
	if !slices.ContainsFunc(hand.Parts, Part.theirs) {
		hand.Parts = nil
	}
	return hand
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
	return p.Own || slices.ContainsFunc(p.Lines, func(l Line) bool { return !l.Ours && strings.TrimSpace(l.Text) != "" })
}

// count is how many lines of a part are ours.
func (p Part) count() int {
	n := 0
	for _, line := range p.Lines {
		if line.Ours {
			n++
		}
	}
	return n
}

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
	at, before, fewer := 0, 0, len(ours) < p.count()
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
	for n := len(b.lines); n > 0 && strings.TrimSpace(b.lines[n-1]) == ""; n-- { // what stood behind it is gone
		b.lines = b.lines[:n-1]
		b.gap++
	}
	return b
}

// write joins blocks, with the line endings of the table.
func write(blocks []block, crlf bool) string {
	var b strings.Builder
	put := func(line string) {
		b.WriteString(line)
		if crlf && !strings.HasSuffix(line, "\r") {
			b.WriteString("\r")
		}
		b.WriteString("\n")
	}
	for i, block := range blocks {
		for _, line := range block.lines {
			put(line)
		}
		for range block.gap {
			if i < len(blocks)-1 {
				put("")
			}
		}
	}
	return b.String()
}

// Standing are those of our facts that a table still holds: as they were rendered, on lines that hold nothing else,
// below their heading. What a person changed is theirs.
func Standing(text string, ours []facts.Fact) []facts.Fact {
	lines := map[string][]string{}
	heading := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if isHeading(line) {
			heading = line
		}
		lines[heading] = append(lines[heading], line)
	}
	var standing []facts.Fact
	for _, g := range groups(ours) {
		for _, r := range g.rows() {
			there := map[string]bool{}
			for _, line := range lines[g.line()] {
				on, ok := r.on(line)
				for i := 0; ok && i < len(on); i++ {
					there[on[i].String()] = true
				}
			}
			for _, e := range r.entries {
				if there[e.String()] {
					standing = append(standing, e.facts...)
				}
			}
		}
	}
	slices.SortStableFunc(standing, facts.ByPlace)
	return standing
}
