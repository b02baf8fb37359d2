package facts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/text"
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
// silences nothing: its lines are told by their words, and the fence with its examples is passed over.
func (r *reader) blocks(from, to int) {
	silent := 0                    // level of the heading that silences
	before, isExample := "", false // the fence of the host's examples comes next
	for _, b := range r.doc.Blocks {
		if r.ctx.Err() != nil {
			return
		}
		line := r.doc.Line(b.Start)
		if line < from || line >= to {
			continue
		}
		if b.Kind == markdown.Heading {
			if silent > 0 && b.Level > silent {
				continue
			}
			silent, before = 0, ""
			if text := r.enter(b); b.Level > 1 && isSkipped(text) && !r.isTemplate(b) {
				silent = b.Level
			}
			isExample = b == r.examples
			continue
		}
		if isExample && b.Kind == markdown.Code {
			isExample = false
			continue
		}
		if silent == 0 {
			r.block(b, before)
		}
		before = ""
		if b.Kind == markdown.Paragraph {
			before = b.Text
		}
	}
}

// isSkipped reports whether nothing below a heading is looked up.
func isSkipped(heading string) bool {
	lower := strings.ToLower(heading) + " "
	return slices.ContainsFunc(skipHeadings(), func(n string) bool { return strings.Contains(lower, n) }) ||
		reDated().MatchString(lower) || isRefused(heading)
}

// block reads one block; before is the paragraph right above it.
func (r *reader) block(b *markdown.Block, before string) {
	switch b.Kind {
	case markdown.Paragraph:
		r.paragraph(b)
	case markdown.List, markdown.Table:
		parent, silent := leadIn(before)
		if silent {
			return
		}
		where := condition(before)
		if where == "" && parent == "" {
			where = folder(before)
		}
		defer r.below(where)()
		if b.Kind == markdown.Table {
			r.table(b, parent)
			return
		}
		r.steps = b.Ordered
		r.items(b, parent)
		r.steps = false
	case markdown.Code:
		if label := labelAbove(before); !isSkipped(label) {
			r.fence(b, label)
		}
	}
}

// items reads the bullets of a list. What parent names are all of its bullets: a part of them would look like all, so
// if one may be a fact and cannot be read, none is shown. If each has a name of its own, each is by itself, and so is a
// command.
func (r *reader) items(list *markdown.Block, parent string) {
	m, line := r.members(), r.doc.Line(list.Start)
	for _, item := range list.Children {
		r.member(&m, func() { r.item(item, parent) })
	}
	if parent == "" {
		return
	}
	for i := range r.facts[m.facts:] {
		if f := &r.facts[m.facts+i]; f.Key == parent && f.Kind != Command {
			f.List, f.Members = line, m.counted
		}
	}
	r.group(m, line, parent)
}

// members are the facts of a list, of which the reading begins.
type members struct {
	facts, unclear int // of those before it
	// missed: one may be a fact and cannot be read. hidden: it is not even unclear.
	missed, hidden bool
	counted        int // of them, those that may be facts
}

func (r *reader) members() members { return members{facts: len(r.facts), unclear: len(r.unclear)} }

// member reads one of the members.
func (r *reader) member(m *members, read func()) {
	facts, settled, unclear := len(r.facts), r.settled, len(r.unclear)
	read()
	if len(r.facts)+r.settled == facts+settled {
		m.missed, m.hidden = true, m.hidden || len(r.unclear) == unclear
	}
	if r.settled == settled || len(r.facts) > facts {
		m.counted++
	}
}

// group makes facts one list if any has no name of its own, but that of the list. If a member is missed, none is shown.
func (r *reader) group(m members, line int, name string) {
	isIn := func(f Fact) bool {
		return f.Key == name && (f.Kind != Command || r.steps) && (f.Whole == 0 || f.Whole == f.Line)
	}
	if slices.ContainsFunc(r.facts[m.facts:], func(f Fact) bool { return isIn(f) && f.Attr == "" }) {
		r.join(m, line, isIn)
	}
}

// join makes the facts that belong together one list, which begins on a line. If one of it is missed, all are unclear;
// if that one is hidden, no one can have the list whole, and none is told.
func (r *reader) join(m members, line int, belongs func(Fact) bool) {
	of := r.facts[m.facts:]
	if m.missed {
		r.withdraw(m.facts, belongs)
		of = r.unclear[m.unclear:]
	}
	for i := range of {
		if belongs(of[i]) {
			of[i].Whole = line
		}
	}
	if m.missed && m.hidden {
		r.unclear = slices.DeleteFunc(r.unclear, func(f Fact) bool { return f.Whole == line })
	}
}

// withdraw makes the facts from first on unclear that belong to what is not read as a whole.
func (r *reader) withdraw(first int, belongs func(Fact) bool) {
	kept := r.facts[:first:first]
	for _, f := range r.facts[first:] {
		if !belongs(f) {
			kept = append(kept, f)
			continue
		}
		r.unclear = append(r.unclear, f)
		delete(r.known, f.Value)
		delete(r.seen, f.id())
	}
	r.facts = kept
}

// item reads a bullet and what is below it. parent is what that is about.
func (r *reader) item(item *markdown.Block, parent string) {
	name := parent
	for _, c := range item.Children {
		switch c.Kind {
		case markdown.Paragraph:
			if isRefused(c.Text) {
				r.settled++
				return
			}
			facts := len(r.facts)
			name = r.bullet(c, parent)
			if len(r.facts) == facts && IsBan(c.Text) && !hasStrong(c.Text) {
				r.settled++ // it goes with the others
			}
		case markdown.List:
			r.items(c, name)
		case markdown.Code:
			r.fence(c, name)
		case markdown.Table:
			r.table(c, name)
		}
	}
}

// labelAbove is the text above a fence as a label for what is in it: a few words, or the sentence that
// announces it. A pair that is complete without the fence is none.
func labelAbove(s string) string {
	s = strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
	if all := text.Sentences(s); len(all) > 1 && endsInColon(s) {
		s = all[len(all)-1]
	}
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
	if len(p.text) <= longestText && host.IsTemplate(p.text) { // it ends what is above it
		r.heading, r.titled = "", true
		return
	}
	isTitle := isAllBold(p.text) && !strings.Contains(p.text, "`")
	if isTitle {
		_, isPair := split(p.text)
		isTitle = !isPair
	}
	if isTitle || isFooter(p.text) && !endsInColon(p.text) {
		return
	}
	start, at, parent, last := 0, 0, "", ""
	var rest []span
	lines := strings.SplitAfter(p.raw, "\n")
	for i, raw := range lines {
		end := at + len(raw)
		line := p.cut(trimmed(p.text, at, end))
		isOwn := true
		switch {
		case isRefused(line.text), len(line.text) > longestText:
			last = ""
		case isLine(line.text) && !goesOn(lines[i:]):
			if line = withoutMark(line); !isCodeOrURL(line.text) {
				last = "" // else it belongs to the pair above it
			}
			last = r.statement(line, cmp.Or(parent, last), bulleted)
		case parent != "" && len(sentences(line.text)) == 1: // what the line above announces
			r.offer(candidate{shape: paired, line: line.line, text: line.text, key: parent, field: parent, value: line.text})
			parent = ""
		default:
			last = ""
			parent, _ = leadIn(line.text)
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

// prose reads sentences. What one that tells no fact limits ("off by default") may be what another tells, so that is
// unclear, but for what it forbids: that goes with the facts.
func (r *reader) prose(p passage) {
	const torn = 2 // words: the sentence before ended in an abbreviation
	first, isLimited := len(r.facts), false
	for i, s := range sentences(p.text) {
		before, sentence := len(r.facts), p.cut(s)
		r.statement(sentence, "", mentioned)
		isTorn := i > 0 && countWords(sentence.text) <= torn
		isLimit := limits().In(sentence.text) && !IsBan(sentence.text) // a ban goes with them
		isLimited = isLimited || len(r.facts) == before && (isLimit || isTorn)
	}
	if isLimited {
		r.withdraw(first, func(Fact) bool { return true })
	}
}

// goesOn reports whether the first of lines is wrapped: it has no end, is as long as lines get, and the next one is
// none by itself.
func goesOn(lines []string) bool {
	const shortest = 50 // bytes
	first := strings.TrimRight(lines[0], "\n")
	isBroken := strings.HasSuffix(first, "  ") || strings.HasSuffix(first, `\`) // by its author
	if len(lines) < 2 || len(first) < shortest || isEnd(first) || isBroken {
		return false
	}
	next := strings.TrimSpace(lines[1])
	return isCodeOrURL(strings.TrimRight(next, ".,;")) || !isLine(next) && unicode.IsLower(firstRune(next))
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
	return p.bold || len(sentences(text)) == 1
}
