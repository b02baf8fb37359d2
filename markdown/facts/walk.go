package facts

import (
	"slices"
	"strings"

	"wisdom/markdown"
	"wisdom/markdown/host"
)

const (
	// maxName is the most words that name something.
	maxName = 6
	// longestRemark is the most words of a comment that names what is below it.
	longestRemark = 2 * maxName
	// Longest is the most bytes of a fact without its name: what is longer is prose or data. docs/quality.md has the
	// measurement.
	Longest = 160
	// longestValue is the most bytes of a value that is told as unclear, longestText of a line that is read.
	longestValue, longestText = 400, 2000
)

// blocks goes through the lines from from to to, section by section. A heading
// that announces something else than facts silences all below it. One of the host's template
// silences nothing: its lines are told by their words.
func (r *reader) blocks(from, to int) {
	silent := 0           // level of the heading that silences
	before, why := "", "" // why: the reason of that
	for _, b := range r.doc.Blocks {
		if r.ctx.Err() != nil {
			return
		}
		line := r.doc.Line(b.Start)
		if line < from || line >= to {
			continue
		}
		if r.examples != nil && b != r.examples && line > r.opened[1] { // the headings in the fence end with it
			r.enter(r.examples)
			r.examples = nil
		}
		if b.Kind == markdown.Heading {
			if silent > 0 && b.Level > silent {
				continue
			}
			silent, before, why = 0, "", refusal(b.Text)
			if r.enter(b); b.Level > 1 && why != "" && !r.isTemplate(b) {
				silent = b.Level
			}
			continue
		}
		if silent > 0 {
			r.passOver(b, why)
		} else {
			r.block(b, before)
		}
		before = ""
		switch b.Kind {
		case markdown.Paragraph:
			before = b.Text
		case markdown.Quote:
			before = opening(b)
		}
	}
}

// isSkipped reports whether nothing below a heading is looked up.
func isSkipped(heading string) bool {
	lower := strings.ToLower(heading) + " "
	return slices.ContainsFunc(skipHeadings(), func(n string) bool { return strings.Contains(lower, n) }) ||
		reDated().MatchString(lower)
}

// refusal is why nothing below a heading, or below a line that leads to it, is looked up, or "".
func refusal(name string) string {
	switch {
	case isRefused(name):
		return crossedOut
	case isOld(name):
		return outOfUse
	case isSkipped(plain(name)):
		return belowNoFact
	}
	return ""
}

// block reads one block; before is the paragraph right above it.
func (r *reader) block(b *markdown.Block, before string) {
	switch b.Kind {
	case markdown.Paragraph:
		r.paragraph(b)
	case markdown.List, markdown.Table:
		parent, why := leadIn(before)
		if why != "" {
			r.passOver(b, why)
			return
		}
		if parent == "" {
			parent = bearer(before)
		}
		where := condition(before)
		defer r.below(where)()
		if b.Kind == markdown.Table {
			r.table(b, parent)
			return
		}
		r.steps = b.Ordered
		r.items(b, parent)
		r.steps = false
	case markdown.Code:
		if label := labelAbove(before); refusal(label) != "" {
			r.passOver(b, refusal(label))
		} else {
			r.fence(b, label)
		}
	}
}

// items reads the bullets of a list. What parent names are all of its bullets: a part of them would look like all, so
// each fact of one that has no name of its own tells how many there are.
func (r *reader) items(list *markdown.Block, parent string) {
	first, line, members := len(r.facts), r.doc.Line(list.Start), 0
	for _, item := range list.Children {
		before := len(r.facts)
		if r.item(item, parent); len(r.facts) > before || !IsBan(opening(item)) {
			members++
		}
	}
	if parent == "" {
		return
	}
	for i := range r.facts[first:] {
		if f := &r.facts[first+i]; f.Key == parent && f.Kind != Command {
			f.List, f.Members = line, members
		}
	}
}

// opening is the text that an item begins with.
func opening(item *markdown.Block) string {
	if len(item.Children) == 0 {
		return ""
	}
	return item.Children[0].Text
}

// isGoneBelow reports whether a bullet below an item says that this is out of use.
func isGoneBelow(item *markdown.Block) bool {
	isSaid := func(below *markdown.Block) bool {
		said := opening(below)
		return !hasStrong(said) && isGone(" ("+said+")")
	}
	return slices.ContainsFunc(item.Children, func(c *markdown.Block) bool {
		return c.Kind == markdown.List && slices.ContainsFunc(c.Children, isSaid)
	})
}

// item reads a bullet and what is below it. parent is what that is about.
func (r *reader) item(item *markdown.Block, parent string) {
	if isGoneBelow(item) {
		r.passOver(item, outOfUse)
		return
	}
	name := parent
	for _, c := range item.Children {
		switch c.Kind {
		case markdown.Paragraph:
			own := plain(strings.TrimRight(c.Text, ":：*_ ")) // "old mill" is the name of one, "Old hosts" is that of several
			isOld := isOldAttribute(own) || strings.HasSuffix(own, "s") && countWords(own) <= maxName && isOld(own)
			if isOld || isRefused(c.Text) {
				r.passOver(item, refusal(c.Text))
				return
			}
			name = r.bullet(c, parent)
		case markdown.List:
			r.items(c, name)
		case markdown.Code:
			r.fence(c, name)
		case markdown.Table:
			r.table(c, name)
		}
	}
}

// labelAbove is the text above a fence as a label for what is in it: its last line, if that is a few words or announces
// it. A pair that is complete without the fence is none.
func labelAbove(s string) string {
	s = strings.TrimSpace(s)
	s = s[strings.LastIndexByte(s, '\n')+1:]
	isLabel := endsInColon(s) || isBoldStart(s)
	if head, found := split(s); found && !endsInColon(s) && hasStrong(s[head.value.start:]) ||
		!isLabel && countWords(s) > maxName || countWords(s) > longestRemark {
		return ""
	}
	return s
}

// bullet reads the text of a bullet and gives the name of what is below it.
func (r *reader) bullet(b *markdown.Block, parent string) string {
	p := withoutMark(newPassage(r.doc.Line(b.Start), b.Text))
	if len(p.text) > longestText {
		return parent
	}
	isName := countWords(p.text) <= maxName || endsInColon(p.text) && countWords(p.text) <= longestRemark
	if isName && !hasStrong(p.text) {
		if _, found := split(p.text); !found {
			return within(parent, plain(strings.TrimRight(p.text, ":：*_ "))) // and what it has below it
		}
	}
	return within(parent, r.statement(p, parent, bulleted))
}

// withoutMark is a passage without the sign in front of it.
func withoutMark(p passage) passage {
	return p.cut(span{len(reMark().FindString(p.text)), len(p.text)})
}

// paragraph reads a paragraph: line by line if the lines are complete in themselves, else sentence by sentence.
func (r *reader) paragraph(b *markdown.Block) {
	p := newPassage(r.doc.Line(b.Start), b.Text)
	if len(p.text) <= longestText && !r.isOpened(p.line) && host.IsTemplate(p.text) { // it ends what is above it
		r.heading, r.titled = "", true
		return
	}
	if isFooter(p.text) && !endsInColon(p.text) {
		return
	}
	start, at, parent, why := 0, 0, "", ""
	var rest []span
	for raw := range strings.SplitAfterSeq(p.raw, "\n") {
		end := at + len(raw)
		line := p.cut(trimmed(p.text, at, end))
		isOwn := true
		switch {
		case isRefused(line.text), len(line.text) > longestText:
		case why != "" && isLine(line.text):
			r.pass(line.line, why)
		case isLine(line.text):
			r.statement(withoutMark(line), parent, bulleted)
		case parent != "" && len(sentences(line.text)) == 1: // what the line above announces
			r.offer(candidate{shape: paired, line: line.line, text: line.text, key: parent, field: parent, value: line.text})
			parent = ""
		case leadsWithValue(line.text):
			r.statement(line.cut(span{0, len(strings.TrimRight(line.text, ":： "))}), "", bulleted)
		default:
			parent, why = leadIn(line.text)
			isOwn = parent != "" && end < len(p.raw) && len(sentences(line.text)) == 1
		}
		if isOwn {
			rest, start = append(rest, span{start, at}), end
		}
		at = end
	}
	for _, part := range append(rest, span{start, len(p.raw)}) {
		r.prose(p.cut(trimmed(p.text, part.start, part.end)))
	}
}

// prose reads sentences.
func (r *reader) prose(p passage) {
	for _, s := range sentences(p.text) {
		r.statement(p.cut(s), "", mentioned)
	}
}

// leadsWithValue reports whether a line gives the number of what it leads to: "Group -1001234567890:".
func leadsWithValue(s string) bool {
	_, isNumber := splitNumber(strings.TrimRight(s, ":： "))
	return isNumber && endsInColon(s)
}

// isLine reports whether a line of a paragraph is complete in itself: a pair or a value.
func isLine(text string) bool {
	if reMark().MatchString(text) || isCodeOrURL(text) {
		return true
	}
	p, found := split(text)
	if !found || len(text) > longestText || countWords(text[p.key.start:p.key.end]) > maxName-2 || isTold(text) {
		return false
	}
	return p.bold || p.unparted || len(sentences(text)) == 1
}
