package facts

import (
	"slices"
	"strings"

	"wisdom/markdown"
	"wisdom/markdown/host"
)

// outline is where in its headings the reading of a document is.
type outline struct {
	heading string // the subject of what is below, see enter
	titled  bool   // it is only the title of the file
	above   []above
	count   map[string]int          // headings of each text, in lower case
	parts   map[*markdown.Block]int // headings right below a heading
	tops    int                     // headings of the first level
	// examples is the heading of the host's examples, or nil; opened are the first line and the last of their fence.
	examples *markdown.Block
	opened   [2]int
}

// above is a heading above the present one.
type above struct {
	level int
	text  string
	parts int // headings right below it
}

func newOutline(doc *markdown.Document) outline {
	o := outline{count: map[string]int{}, parts: map[*markdown.Block]int{}}
	var open []*markdown.Block
	for _, b := range doc.Headings() {
		for len(open) > 0 && open[len(open)-1].Level >= b.Level {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			o.parts[open[len(open)-1]]++
		}
		open = append(open, b)
		o.count[strings.ToLower(headingText(b))]++
		if b.Level == 1 {
			o.tops++
		}
	}
	return o
}

// hostExamples is the heading above the fence with the examples that the host wrote, or nil. The owner
// may have changed the fence, but then some other heading of the template is there.
func hostExamples(doc *markdown.Document) *markdown.Block {
	isTemplate := func(h *markdown.Block) bool {
		text := headingText(h)
		return host.IsTemplate(text) && (h.Level == 1 || isSkipped(text))
	}
	for i, b := range doc.Blocks[:max(0, len(doc.Blocks)-1)] {
		fence := doc.Blocks[i+1]
		if b.Kind == markdown.Heading && b.Level == 2 && fence.Kind == markdown.Code &&
			strings.EqualFold(headingText(b), host.ExamplesHeading) &&
			(slices.ContainsFunc(strings.Split(fence.Text, "\n"), host.IsTemplate) ||
				slices.ContainsFunc(doc.Headings(), isTemplate)) {
			return b
		}
	}
	return nil
}

// openExamples reads a source without the fence of the host's examples, and without the lines in it that are still the
// host's: what is left is the owner's, and is read as the rest of the file.
func (r *reader) openExamples(source []byte) {
	r.doc = markdown.ParseLoose(source)
	above := hostExamples(r.doc)
	if above == nil {
		r.outline = newOutline(r.doc)
		return
	}
	fence := r.doc.Blocks[slices.Index(r.doc.Blocks, above)+1]
	first := r.doc.Line(fence.Start)
	last := min(first+strings.Count(fence.Text, "\n")+2, r.doc.Lines())
	open := slices.Clone(source)
	for line := first; line <= last; line++ {
		start, end := r.doc.LineSpan(line)
		text := plain(strings.TrimLeft(string(source[start:end]), "-*+~ "))
		if line > first && text != "" && !host.IsTemplateLine(text) {
			continue
		}
		for i := start; i < end && open[i] != '\n'; i++ {
			open[i] = ' '
		}
	}
	r.doc = markdown.ParseLoose(open)
	r.outline = newOutline(r.doc)
	all := r.doc.Headings()
	r.examples = all[slices.IndexFunc(all, func(h *markdown.Block) bool { return h.Start == above.Start })]
	r.opened = [2]int{first, last}
}

// isOpened reports whether a line was in the fence of the host's examples.
func (o *outline) isOpened(line int) bool { return line >= o.opened[0] && line <= o.opened[1] }

// isTemplate reports whether the host wrote a heading that announces something else than facts.
func (o *outline) isTemplate(b *markdown.Block) bool {
	text := headingText(b)
	return b == o.examples || b.Level > 1 && isSkipped(text) && host.IsTemplate(text)
}

// enter takes a heading as the subject of what is below it. The
// title of a file that names the file is no subject. A heading that names nothing by
// itself ("Access", or one that the file has twice) is named with the one above it.
func (o *outline) enter(b *markdown.Block) {
	text := headingText(b)
	for len(o.above) > 0 && o.above[len(o.above)-1].level >= b.Level {
		o.above = o.above[:len(o.above)-1]
	}
	o.heading, o.titled = text, b.Level == 1 && o.tops == 1
	if o.isTemplate(b) { // it names nothing that the owner wrote below it
		o.heading, o.titled = "", true
		return
	}
	if o.titled {
		if strings.Contains(strings.ToLower(text), ".md") {
			o.heading = ""
		}
		return
	}
	const few, short = 4, 3 // words of a heading that may need the one above it, and of that
	const many = 8          // headings: one above so many is a chapter, and names none of them
	isEmpty := o.count[strings.ToLower(text)] > 1 || isPlainName(text)
	for i := len(o.above) - 1; i >= 0 && o.heading == text; i-- {
		whole := o.above[i].text
		isShort := countWords(withoutAside(text)) <= few && countWords(whole) <= short &&
			o.above[i].level > 1 && o.above[i].parts <= many && firstWord(whole) != firstWord(text)
		if (isEmpty || isShort) && whole != "" && !isPlainName(whole) {
			o.heading = whole + ": " + text
		}
	}
	if host.IsTemplate(text) {
		return // as it is in the host's list of what there may be
	}
	o.above = append(o.above, above{b.Level, firstPart(text), o.parts[b]})
}

// below makes what is above a table or a list a part of the heading, until the function that it returns is called.
func (o *outline) below(name string) func() {
	before := *o
	if short, aside, found := strings.Cut(name, ", "); found && countWords(name) > maxName && !isCondition(aside) {
		name = short
	}
	switch {
	case name == "":
	case o.titled || o.heading == "":
		o.heading, o.titled = name, false
	default:
		o.heading = firstPart(o.heading) + ": " + name
	}
	return func() { o.heading, o.titled = before.heading, before.titled }
}

func headingText(b *markdown.Block) string {
	return strings.TrimSpace(reNumbered().ReplaceAllString(plain(b.Text), ""))
}

// leadIn is what a paragraph says that the list or the table right below it is about:
// a label in bold, or a few words in front of a colon; or why what is below is not looked up.
func leadIn(s string) (name, why string) {
	const longest = maxName + 2 // words
	last := strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
	name = strings.TrimRight(last, ":： ")
	if !isAllBold(name) {
		if !endsInColon(last) {
			return "", ""
		}
	}
	if countWords(withoutAside(name)) <= longest {
		why = refusal(name)
	}
	name = plain(name)
	switch {
	case why != "", isSkipped(name):
		return "", why
	case name == "", isDigit(name[0]), isPlainName(name),
		hasStrong(withoutAside(name)), countWords(withoutAside(name)) > longest,
		ruleStarts().Begins(name), isTold(name):
		return "", ""
	}
	if countWords(name) > longest {
		name = withoutAside(name)
	}
	return name, ""
}

// bearer is what a paragraph names in bold and tells the place of: the list right below goes on with it.
func bearer(s string) string {
	last := s[strings.LastIndexByte(s, '\n')+1:]
	if p, found := split(last); found && p.bold && !p.swapped && hasStrong(last[p.value.start:p.value.end]) {
		return plain(last[p.key.start:p.key.end])
	}
	return ""
}

// condition is what a paragraph of a few words says of when or where the list or the table right below it holds.
func condition(text string) string {
	name := strings.TrimRight(text, ".。!* ")
	isTitle := endsInColon(text) || isAllBold(text)
	if name = plain(name); isTitle || countWords(name) > maxName || !limits().In(name) || hasStrong(name) || IsBan(text) {
		return ""
	}
	return name
}

// isAllBold reports whether a line is set in bold from end to end, as a heading is.
func isAllBold(line string) bool {
	return isBoldStart(line) && strings.HasSuffix(line, line[:2]) && strings.Count(line, line[:2]) == 2
}

// endsInColon reports whether a text introduces what is below it.
func endsInColon(text string) bool {
	text = strings.TrimRight(text, "* ")
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
}

// within names a part of a whole: by both, or by the part alone if that says more, or
// both are too long.
func within(whole, part string) string {
	switch {
	case part == whole || isPlainName(part):
		return whole
	case whole == "" || countWords(whole)+countWords(part) > maxName:
		return part
	}
	return whole + " " + part
}

// isPlainName reports whether a name consists of words that name nothing: "Notes",
// "Current setup". A channel ("#general") has a name.
func isPlainName(name string) bool { return !strings.HasPrefix(name, "#") && plainNames().All(name) }

// firstPart is a heading as it is in front of one below it: without what explains it.
func firstPart(heading string) string {
	heading = withoutAside(heading)
	for _, mark := range []string{" — ", " – ", " - ", ": ", "："} {
		if before, _, found := strings.Cut(heading, mark); found && countWords(heading) > maxName/2 {
			heading = before
		}
	}
	return heading
}

// withoutAside is a name without what is said in brackets.
func withoutAside(name string) string {
	at := strings.IndexAny(name, "(（")
	if at <= 0 {
		return name
	}
	return strings.TrimSpace(name[:at])
}

// isWithoutSubject reports whether a value says nothing because it is not told what
// has it.
func (c *candidate) isWithoutSubject() bool {
	speaks := c.kind == Command || c.kind == URL || c.isCommand()
	return c.shape == paired && (digits(c.key) || strings.HasPrefix(c.field, `"`)) || // what a person says
		(c.heading == "" || c.titled) && c.key == c.heading && c.attr == "" && !speaks &&
			(!c.isUnnamed() || startsSpecific(c.value))
}
