package collect

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// edit is a change to a file that may change what becomes of a text in it.
type edit struct {
	lines []string // of the file after it
	// first and last are the lines in which the text is then; those behind where it was are moved by so many lines.
	first, last, by int
}

// outcome is what the rules make of a text after an edit.
type outcome struct {
	parts, lessons int     // into which the text is cut, and how many of them are lessons
	maybes         int     // and how many may be
	least, most    float64 // the chances of those that are weighed
	weighed        int     // how many are
	isNone         bool    // no part is a lesson, or a maybe
	others         string  // what else it changes
}

// isLesson reports whether all of the text is.
func (o outcome) isLesson() bool { return o.lessons > 0 && o.lessons == o.parts }

// try says what the rules make of a text after an edit.
func (c *account) try(e edit) outcome {
	r := examine(c.r.ctx, strings.Join(e.lines, "\n"), c.f)
	o := outcome{least: 1, isNone: true, others: c.others(r.standings(), e)}
	for _, one := range r.offered {
		if one.end < e.first || one.start > e.last {
			continue
		}
		class := r.decisions[one.decision].class
		if o.parts++; class != "" && class != lesson.Told {
			o.lessons++
		} else if class != "" {
			o.maybes++
		}
		o.isNone = o.isNone && class == ""
		if one.weighed {
			o.weighed++
			o.least, o.most = min(o.least, one.chance), max(o.most, one.chance)
		}
	}
	return o
}

// others says of which other lines an edit changes the verdict, or what they mean.
func (c *account) others(after []standing, e edit) string {
	var lines []int
	becomes := ""
	for i, before := range c.r.standings() {
		now := i
		if i+1 > c.end {
			now += e.by
		}
		isOther := (i+1 < c.start || i+1 > c.end) && strings.TrimSpace(c.lines[i]) != ""
		if isOther && now < len(after) && before != after[now] {
			lines = append(lines, i+1)
			becomes = "no lesson"
			switch class := after[now].class; {
			case class == before.class:
				becomes = "the opposite"
			case class != "":
				becomes = "a " + string(decision{class: class}.verdict())
			}
		}
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(", which makes line %d %s", lines[0], becomes)
	}
	return ", which changes " + lineList(lines) + " too"
}

// inPlace is the file with other lines in place of those of the text.
func (c *account) inPlace(lines ...string) edit {
	all := slices.Concat(c.lines[:c.start-1], lines, c.lines[c.end:])
	return edit{all, c.start, c.start + len(lines) - 1, len(all) - len(c.lines)}
}

// atTheEnd is the file with lines in place of those of the text, at its end below a heading of their own.
func (c *account) atTheEnd(heading string, lines ...string) edit {
	all := slices.Concat(c.lines[:c.start-1], c.lines[c.end:], []string{"", "## " + heading, ""}, lines)
	return edit{all, len(all) - len(lines) + 1, len(all), c.start - c.end - 1}
}

// hints say what would change the verdict on a text that was weighed: each is an edit that was tried.
func (c *account) hints() (hints []string) {
	class := c.r.decisions[c.decision].class
	if class == "" || class == lesson.Told {
		for _, way := range c.toLesson() {
			hints = append(hints, "to make it a lesson, "+way)
		}
	}
	if class != "" {
		for _, way := range c.toNone() {
			hints = append(hints, "to make it none, "+way)
		}
	}
	if class == "" && c.headsWhatIsBelow() {
		heading := "## " + strings.TrimSpace(c.lines[c.start-1])
		o := c.try(c.inPlace(append([]string{heading}, c.lines[c.start:c.end]...)...))
		hints = append(hints, fmt.Sprintf("to make a heading of line %d, write %s%s", c.start, proposed(heading), o.others))
	}
	if part := c.toPart(); part != "" {
		hints = append(hints, "to have "+c.it()+" weighed one by one, "+part)
	}
	return hints
}

// headsWhatIsBelow reports whether the first line of a text reads like a heading of lessons or rules, and is none.
func (c *account) headsWhatIsBelow() bool {
	const most = 6 // words
	first := strings.TrimSpace(c.lines[c.start-1])
	return !c.isHeading && !isItem(first) && !c.isRow() && strings.TrimRight(first, ".!?。") == first &&
		words.Count(first) <= most && classify(first) != neutral
}

// unindented are the lines of the text, the first without its indentation, and the rest without as much.
func (c *account) unindented() []string {
	own := slices.Clone(c.lines[c.start-1 : c.end])
	indentation := own[0][:len(own[0])-len(strings.TrimLeft(own[0], " \t"))]
	for i := range own {
		own[i] = strings.TrimRight(strings.TrimPrefix(own[i], indentation), "\r")
	}
	return own
}

// cutAt is the length of what stands in front of the text in its first line: a mark, a date, a label. It is -1 where the
// text begins in another line.
func (c *account) cutAt() int {
	line := strings.TrimRight(c.lines[c.start-1], " \t\r")
	own, mark := c.own, len(reItem().FindString(line))
	for at := range line {
		before, _ := utf8.DecodeLastRuneInString(line[:at])
		if at < mark || at > mark && (unicode.IsLetter(before) || unicode.IsDigit(before)) {
			continue
		}
		rest := line[at:]
		if cell, _, _ := strings.Cut(rest, "|"); c.isRow() && strings.TrimSpace(cell) != "" {
			rest = strings.TrimSpace(cell)
		}
		if strings.HasPrefix(rest, own[:min(len(own), 30)]) || strings.HasPrefix(own, rest) {
			return at
		}
	}
	return -1
}

// moved are the lines of the text as they can stand elsewhere: a heading or a row is a bullet there.
func (c *account) moved() (says string, lines []string) {
	if lines = c.unindented(); c.isHeading || c.isRow() {
		bullet := "- " + c.own
		return "replace " + c.it() + " by a bullet, " + proposed(bullet) + ", at the end of the file", []string{bullet}
	}
	return "move " + c.it() + " to the end of the file", lines
}

// isRow reports whether the text is one of a table.
func (c *account) isRow() bool {
	return c.columns != "" || strings.HasPrefix(strings.TrimSpace(c.lines[c.start-1]), "|")
}

// it names the lines of a text.
func (c *account) it() string {
	if c.end == c.start {
		return "it"
	}
	return fmt.Sprintf("lines %d to %d", c.start, c.end)
}

// The headings below which a text is tried.
const (
	aLesson    = "Lessons"
	aRecord    = "Log"
	ownHeading = `, below its own heading "## %s"`
)

// proposed is a line as it should be, or as much of it as tells how it begins.
func proposed(line string) string {
	const most = 70 // characters
	return `"` + words.Shorten(line, most) + `"`
}

// order is the word that makes an order of the text and keeps what it means, empty where none does.
func (c *account) order() string {
	switch {
	case isCross(c.own): // "Never" would refuse it twice
		return ""
	case c.isRefused() || c.isNegative():
		return c.never
	}
	return c.always
}

// toLesson says what would make a lesson of the text.
func (c *account) toLesson() []string {
	all := c.asOrder()
	says, lines := c.moved()
	keeps := isCross(c.own) || !c.isNegative() && !c.isRefused() // what it means elsewhere
	if o := c.try(c.atTheEnd(aLesson, lines...)); o.isLesson() && keeps {
		all = append(all, says+fmt.Sprintf(ownHeading+" (%d %%)", aLesson, percent(o.least))+o.others)
	}
	if order := "- " + c.order() + " " + c.own; len(all) == 0 && c.order() != "" {
		if o := c.try(c.atTheEnd(aLesson, order)); o.isLesson() {
			const both = "replace %s by an order, %s, at the end of the file" + ownHeading + " (%d %%)%s"
			all = append(all, fmt.Sprintf(both, c.it(), proposed(order), aLesson, percent(o.least), o.others))
		}
	}
	if len(all) == 0 {
		where := "at the end of the file"
		if c.try(c.atTheEnd(aLesson, "- "+c.always+" "+c.own)).parts == 0 { // a saved conversation goes on there
			where = "in another note"
		}
		all = append(all, "say in one sentence what to do, as a bullet "+where+fmt.Sprintf(ownHeading, aLesson))
	}
	return all
}

// asOrder says how the line would begin as an order, where it stands.
func (c *account) asOrder() []string {
	word, begins := c.order(), c.cutAt()
	if word == "" || begins < 0 || c.isHeading || c.read().isNorm() || forbids(strings.Fields(c.text)) > 0 {
		return nil
	}
	lines := slices.Clone(c.lines[c.start-1 : c.end])
	lines[0] = lines[0][:begins] + word + " " + lines[0][begins:]
	o := c.try(c.inPlace(lines...))
	if !o.isLesson() {
		return nil
	}
	const order = "word line %d as an order, %s (%d %%)%s"
	return []string{fmt.Sprintf(order, c.start, proposed(lines[0]), percent(o.least), o.others)}
}

// toNone says what would make it no lesson, and no maybe.
func (c *account) toNone() (all []string) {
	own := slices.Clone(c.lines[c.start-1 : c.end])
	indentation := len(own[0]) - len(strings.TrimLeft(own[0], " \t"))
	hidden := slices.Clone(own)
	hidden[0] = hidden[0][:indentation] + "<!-- " + hidden[0][indentation:]
	hidden[len(hidden)-1] = strings.TrimRight(hidden[len(hidden)-1], "\r") + " -->"
	switch o := c.try(c.inPlace(hidden...)); {
	case c.isRow(): // a comment would end the table
		all = append(all, "take this row out")
	case o.isNone:
		all = append(all, "make "+c.it()+" a comment: <!-- ... -->"+o.others)
	default:
		all = append(all, "take "+c.it()+" out")
	}
	if short := c.shortened(); short != "" {
		if o := c.try(c.inPlace(short)); o.isNone {
			all = append(all, "shorten this heading to "+quoted(strings.TrimLeft(short, "# "))+o.others)
		}
	}
	if says, lines := c.moved(); !c.isHeading {
		if o := c.try(c.atTheEnd(aRecord, lines...)); o.isNone && o.parts > 0 {
			if says += fmt.Sprintf(ownHeading, aRecord); o.weighed > 0 {
				says += fmt.Sprintf(" (%d %%)", percent(o.most))
			}
			all = append(all, says+o.others)
		}
	}
	if at := c.cutAt(); at > indentation && c.label == lessonLabel && !c.isRow() {
		mark := reItem().FindString(own[0])
		own[0] = mark + own[0][max(at, len(mark)):]
		if o := c.try(c.inPlace(own...)); o.isNone {
			all = append(all, "take its label away"+o.others)
		}
	}
	return all
}

// shortened is a heading of so few words that it is no lesson, empty where the text is none.
func (c *account) shortened() string {
	mark := reItem().FindString(c.lines[c.start-1])
	if !c.isHeading || c.end > c.start {
		return ""
	}
	if strings.ContainsFunc(c.text, words.IsCJK) {
		text := []rune(c.text)
		return mark + string(text[:min(len(text), 2*(shortestTitle-1))])
	}
	all := strings.Fields(words.Unbold(c.text))
	return mark + strings.Join(all[:min(len(all), shortestTitle-1)], " ")
}

// toPart says what would part lines that are one text, nothing for a single line.
func (c *account) toPart() string {
	own := c.unindented()
	var apart, bullets []string
	for _, line := range own {
		apart = append(apart, line, "")
		if line = strings.TrimLeft(line[len(reItem().FindString(line)):], " \t"); line != "" {
			bullets = append(bullets, "- "+line)
		}
	}
	ways := []string{"put an empty line between them", "make each a bullet, on one level"}
	for i, lines := range [][]string{apart, append([]string{""}, bullets...)} {
		if len(own) == 1 || i == 0 && slices.ContainsFunc(own, isItem) {
			continue
		}
		if o := c.try(c.inPlace(lines...)); o.parts > 1 {
			const then = "%s: %d are weighed then, %s and %s%s"
			return fmt.Sprintf(
				then, ways[i], o.weighed, words.Plural(o.lessons, "lesson"), words.Plural(o.maybes, "maybe"), o.others,
			)
		}
	}
	return ""
}

// reUnderline makes a heading of the line above.
var reUnderline = words.Lazily(`^ {0,3}(?:=+|-+)\s*$`)

// isItem reports whether a line begins like a bullet.
func isItem(line string) bool {
	mark := strings.Trim(reItem().FindString(line), " \t>")
	return mark != "" && mark[0] != '#'
}

// joinedAs says what lines are that are one text.
func joinedAs(lines []string) string {
	hasItems := slices.ContainsFunc(lines[1:], isItem)
	switch {
	case strings.HasPrefix(strings.TrimSpace(lines[0]), "#"):
		return "as a heading and what explains it"
	case reUnderline().MatchString(lines[1]):
		return "as a heading"
	case isItem(lines[0]) && hasItems:
		return "as a bullet with those below it"
	case isItem(lines[0]):
		return "as one bullet"
	case hasItems:
		return "as a line with the list that it leads to"
	}
	return "as one paragraph"
}
