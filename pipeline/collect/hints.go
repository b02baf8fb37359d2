package collect

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/words"
)

// hints say what would change the verdict on a text that was weighed, which stands in lines: it is tried.
func (c *account) hints(lines string) (hints []string) {
	it := "it"
	if c.end > c.start {
		it = fmt.Sprintf("lines %d to %d", c.start, c.end)
	}
	move := "move " + it
	if c.isHeading {
		move, lines = "make it a bullet", "- "+c.text
	}
	if strings.HasPrefix(lines, "    ") || strings.HasPrefix(lines, "\t") {
		move += ", without the indentation,"
	}
	if c.chance < LeastChance {
		hints = append(hints, "to make it a lesson, "+strings.Join(c.toLesson(it, move, lines), ", or "))
	}
	if c.chance >= LeastToldChance || c.label == lessonLabel {
		hints = append(hints, "to make it none, "+strings.Join(c.toNone(it, move, lines), ", or "))
	}
	return hints
}

// toLesson says what would make a lesson of it.
func (c *account) toLesson(it, move, lines string) (all []string) {
	in := "in front"
	if c.labelText != "" {
		in = "behind the label"
	}
	var orders []string
	for _, word := range []string{c.always, c.never} {
		if chance := c.behind(word); chance >= LeastChance && !c.isHeading && !c.read().opensRule() {
			orders = append(orders, fmt.Sprintf("\"%s …\" (%d %%)", word, percent(chance)))
		}
	}
	if len(orders) > 0 {
		all = append(all, "word "+it+" as an order, such as "+strings.Join(orders, " or ")+" "+in)
	}
	least, _ := c.tried("Lessons", lines)
	if least >= LeastChance && !c.isRefused() { // elsewhere it would say the opposite
		all = append(all, moved(move, "Lessons", least))
	}
	switch {
	case len(all) > 0:
		return all
	case c.read().opensRule():
		return []string{`say more plainly what to do, by itself below a heading "## Lessons"`}
	}
	const both = `word %s as an order, such as "%s …", by itself below a heading "## Lessons"`
	return []string{fmt.Sprintf(both, it, c.always)}
}

// toNone says what would make it no lesson, and no maybe.
func (c *account) toNone(it, move, lines string) []string {
	all := []string{"make " + it + " a comment: <!-- ... -->"}
	isRow := strings.HasPrefix(strings.TrimSpace(lines), "|")
	if isRow { // a comment would end the table
		all = []string{"take this row out of the table"}
	}
	_, most := c.tried("Log", lines)
	switch {
	case c.isHeading && strings.ContainsFunc(c.text, words.IsCJK):
		return append(all, fmt.Sprintf("shorten this heading to %d characters", 2*(shortestTitle-1)))
	case c.isHeading:
		return append(all, fmt.Sprintf("shorten this heading to %d words", shortestTitle-1))
	case c.label != lessonLabel && most < LeastToldChance:
		return append(all, moved(move, "Log", most))
	case c.label != lessonLabel || c.unlabelled() >= LeastToldChance:
		return all
	case isRow:
		return append(all, "rename its column")
	}
	return append(all, "take its label away")
}

// moved says to move a text below a heading, with its chance there.
func moved(move, heading string, chance float64) string {
	return fmt.Sprintf(`%s below a heading such as "## %s" (there, by itself: %d %%)`, move, heading, percent(chance))
}

// tried is the least and the greatest chance of what is in lines to be a lesson if it is by itself below a heading,
// below the title of its document.
func (c *account) tried(heading, lines string) (least, most float64) {
	again := newReader(c.r.ctx, c.title+"## "+heading+"\n\n"+dedented(lines)+"\n", c.file)
	again.read(c.f)
	for i, one := range again.offered {
		if most = max(most, one.chance); i == 0 || one.chance < least {
			least = one.chance
		}
	}
	return least, most
}

// dedented are lines without the indentation of the first.
func dedented(lines string) string {
	indentation := lines[:len(lines)-len(strings.TrimLeft(lines, " \t"))]
	return strings.ReplaceAll("\n"+lines, "\n"+indentation, "\n")[1:]
}

// behind is the chance of a text to be a lesson where it is, if it begins with a word.
func (c *candidate) behind(word string) float64 {
	order := *c
	order.text = word + " " + c.own
	order.lower, order.said = strings.ToLower(order.text), nil
	return order.insteadOf(c)
}

// unlabelled is the chance of a text to be a lesson where it is, without its label.
func (c *candidate) unlabelled() float64 {
	without := *c
	without.label = unlabelled
	return without.insteadOf(c)
}

// insteadOf is the chance of a text to be a lesson if it stands where another one does.
func (c *candidate) insteadOf(other *candidate) float64 {
	beside := *other.beside
	beside.count(other, -1)
	beside.count(c, 1)
	c.beside = &beside
	return c.weigh(newShared())
}

// joined says what lines are that are one text, and what would part them.
func joined(lines string) (as, part string) {
	first, rest, _ := strings.Cut(lines, "\n")
	isItem := func(line string) bool {
		mark := strings.TrimSpace(reItem().FindString(line))
		return mark != "" && !strings.HasPrefix(mark, "#")
	}
	hasItems := slices.ContainsFunc(strings.Split(rest, "\n"), isItem)
	switch {
	case strings.HasPrefix(first, "#"):
		return "as a heading and what explains it", "make them bullets"
	case isItem(first) && hasItems && strings.ContainsFunc(rest, unicode.IsLetter):
		return "as a bullet with those below it", "put them on one level"
	case isItem(first):
		return "as one bullet", "make each a bullet"
	case hasItems:
		return "as a line with the list that it leads to", "end the first with a full stop"
	}
	return "as one paragraph", "put an empty line between them"
}
