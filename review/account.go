package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
)

// Account says of every fact of the tool documents, and of every line without one, in which list it ends if all items
// are approved. Its JSON is part of the contract of run --json and review show --json.
type Account struct {
	// Total counts facts and lines, Counts those of each list, by the names of the lists.
	Total  int          `json:"total"`
	Counts []Count      `json:"counts"`
	Facts  []facts.Line `json:"facts"`
	Lines  []facts.Line `json:"lines"`
}

// Count is how many facts and lines end in a list.
type Count struct {
	List  string `json:"list"`
	Count int    `json:"count"`
}

// InTable is the list of the facts that are in the table. The others are facts.NotUnderstood, facts.Prose, and those of
// facts.LeftOut: noRoom, and one for each reason.
const (
	InTable = "in the table"
	noRoom  = "no room"
)

// Account is that of the draft; nil where there are no tool documents. Older versions told of no lines.
func (m *Manifest) Account() *Account {
	if m.Tools == nil {
		return m.Unchanged
	}
	a := &Account{Counts: []Count{}, Facts: []facts.Line{}, Lines: append([]facts.Line{}, m.Tools.Lines...)}
	isIn := map[string]bool{} // what the lines with facts in the table go with
	for _, row := range m.Tools.Rows {
		if item, _ := m.Item(row.Item); item.Kind != DropFact && !row.Gone {
			told := strings.TrimSpace(row.Label() + " " + row.Told())
			a.Facts = append(a.Facts, facts.Line{List: InTable, Path: row.Path, Line: row.Line, Text: told})
			isIn[placeOf(row.Fact)] = true
		}
	}
	for _, l := range m.Tools.LeftOut {
		a.Facts = append(a.Facts, l.line())
	}
	for i, l := range a.Lines {
		if l.List == facts.WithFacts {
			a.Lines[i].List = facts.LeftOut(noRoom)
			if slices.ContainsFunc(l.Facts, func(line int) bool { return isIn[placeOf(facts.Fact{Path: l.Path, Line: line})] }) {
				a.Lines[i].List = InTable
			}
		}
	}
	counts := map[string]int{}
	for _, l := range slices.Concat(a.Facts, a.Lines) {
		counts[l.List]++
		a.Total++
	}
	for _, list := range slices.Sorted(maps.Keys(counts)) {
		a.Counts = append(a.Counts, Count{list, counts[list]})
	}
	return a
}

// in counts those of a list.
func (a *Account) in(list string) int {
	count, _ := find(a.Counts, func(c Count) bool { return c.List == list })
	return count.Count
}

// line is a fact that is not in the table as an account tells of it.
func (l LeftOut) line() facts.Line {
	line := facts.Line{List: facts.LeftOut(l.WhyNot()), Path: l.Path, Line: l.Line}
	switch l.Reason {
	case "budget", "grown":
		line.List = facts.LeftOut(noRoom)
	case "unclear":
		line.List = facts.NotUnderstood
	case lint.RuleSecret:
		line.List = facts.LeftOut(lint.RuleSecret)
		return line
	}
	line.Text = strings.TrimSpace(l.Key + " " + l.Fact().Told())
	return line
}

// left counts what is left out: for lack of room, and for a reason.
func (a *Account) left() (noRoomFor, forReason int) {
	noRoomFor = a.in(facts.LeftOut(noRoom))
	return noRoomFor, a.Total - a.in(InTable) - noRoomFor - a.in(facts.Prose) - a.in(facts.NotUnderstood)
}

// String says how many end in each list, but in the table.
func (a *Account) String() string {
	noRoomFor, forReason := a.left()
	return fmt.Sprintf("left out: %d no room, %d for a reason; %d prose, %d not understood", noRoomFor, forReason,
		a.in(facts.Prose), a.in(facts.NotUnderstood))
}

// NotUnderstood tells of the facts and lines of that list, each with its place.
func (a *Account) NotUnderstood() []string {
	return told(slices.Concat(a.Facts, a.Lines), func(l facts.Line) bool { return l.List == facts.NotUnderstood })
}

// told tells of lines, those in a row that are in one list for the same reason together.
func told(lines []facts.Line, wanted func(facts.Line) bool) (all []string) {
	const most = 120 // characters
	lines = slices.DeleteFunc(slices.Clone(lines), func(l facts.Line) bool { return !wanted(l) })
	slices.SortStableFunc(lines, func(x, y facts.Line) int {
		return facts.ByPlace(facts.Fact{Path: x.Path, Line: x.Line}, facts.Fact{Path: y.Path, Line: y.Line})
	})
	for len(lines) > 0 {
		l, n := lines[0], 1
		reason, isLeft := strings.CutPrefix(l.List, facts.LeftOut(""))
		for isLeft && n < len(lines) && lines[n].List == l.List && lines[n].Path == l.Path {
			n++
		}
		line := fmt.Sprintf("%s:%d", l.Path, l.Line)
		if n > 1 {
			line += fmt.Sprintf("-%d", lines[n-1].Line)
		}
		if l.Text != "" {
			line += "  " + text.Shorten(l.Text, most)
		}
		if isLeft {
			line += ": " + reason
		}
		all, lines = append(all, line), lines[n:]
	}
	return all
}

// accounted are the remarks on what is not in the table.
func (s *Session) accounted() (all []Remark) {
	a := s.Draft.Account()
	if a == nil {
		return nil
	}
	var left []string
	isLeft := func(l facts.Line) bool {
		return !slices.Contains([]string{InTable, facts.NotUnderstood, facts.Prose}, l.List)
	}
	lines := a.Lines
	if s.Draft.Tools == nil {
		lines = slices.Concat(a.Facts, a.Lines)
	} else {
		for _, l := range s.Draft.Tools.LeftOut {
			if isLeft(l.line()) {
				left = append(left, l.Text(s.seen[l.ID]))
			}
		}
	}
	for _, line := range told(lines, isLeft) {
		left = append(left, "     "+line)
	}
	if noRoomFor, forReason := a.left(); len(left) > 0 {
		text := fmt.Sprintf("left out: %d %s, %d for a reason", noRoomFor, noRoom, forReason)
		all = append(all, Remark{Name: "left", Text: text, Details: left})
	}
	if unclear := a.NotUnderstood(); len(unclear) > 0 {
		text := fmt.Sprintf("%s: %d", facts.NotUnderstood, len(unclear))
		all = append(all, Remark{Name: "not-understood", Text: text, Details: unclear})
	}
	if n := a.in(facts.Prose); n > 0 {
		said := fmt.Sprintf("%s: %s, which review show --json lists", facts.Prose, text.Plural(n, "line"))
		all = append(all, Remark{Name: "prose", Text: said})
	}
	return all
}
