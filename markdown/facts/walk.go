package facts

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
	"wisdom/markdown/host"
)

const (
	// maxName is the most words that name something.
	maxName = 6
	// longestText is the most bytes of a statement that is read: every rule looks at all of it for every
	// value in it, and what is longer is prose or data.
	longestText = 2000
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
	case markdown.List:
		parent, silent := leadIn(before)
		if silent {
			return
		}
		r.rest = parent == "" && endsInColon(before) && countWords(plain(before)) > maxName+2
		r.steps = b.Ordered
		r.items(b, parent)
		r.rest, r.steps = false, false
	case markdown.Table:
		if parent, silent := leadIn(before); !silent {
			r.table(b, parent)
		}
	case markdown.Code:
		if label := labelAbove(before); !isSkipped(label) {
			r.fence(b, label)
		}
	}
}

// items reads the bullets of a list. Those that are members of it are all of them; a command says itself what it is.
func (r *reader) items(list *markdown.Block, parent string) {
	r.whole(r.doc.Line(list.Start), len(list.Children), func(i int) {
		decided, answered := len(r.decisions), r.answered
		if r.ctx.Err() == nil {
			r.item(list.Children[i], parent)
		}
		switch now := r.decisions[decided:]; {
		case slices.ContainsFunc(now, Decision.hides):
			r.answered = answered // a member that cannot be shown
		case parent == "" && len(now) == 0:
			r.answered++ // it is about something else
		}
	}, func(at int) bool { return r.listed[at] && r.facts[at].Whole == 0 && r.facts[at].Kind != Command })
}

// whole reads parts that are alike: the rows of a table, its cells, the items of a list. A part of them would look like
// all: if one may be a fact and cannot be read, those that belong to them are unclear, and it returns false.
func (r *reader) whole(line, parts int, read func(i int), belongs func(at int) bool) bool {
	first, start, missed := len(r.facts), r.answered, false
	for i := range parts {
		facts, answered := len(r.facts), r.answered
		read(i)
		missed = missed || len(r.facts) == facts && r.answered == answered
	}
	if missed {
		r.withdraw(first, belongs)
		r.answered = start
	}
	for at := first; at < len(r.facts); at++ {
		if belongs(at) {
			r.facts[at].Whole = line
		}
	}
	return !missed
}

// withdraw makes the facts from first on unclear that belong to what is not read as a whole.
func (r *reader) withdraw(first int, belongs func(at int) bool) {
	var all []Fact
	var listed []bool
	for at := first; at < len(r.facts); at++ {
		f := r.facts[at]
		if !belongs(at) {
			all, listed = append(all, f), append(listed, r.listed[at])
			continue
		}
		r.unclear = append(r.unclear, f)
		delete(r.known, f.Value)
		delete(r.seen, f.id())
	}
	r.facts, r.listed = append(r.facts[:first], all...), append(r.listed[:first], listed...)
}

// item reads a bullet and what is below it. parent is what that is about.
func (r *reader) item(item *markdown.Block, parent string) {
	name := parent
	for _, c := range item.Children {
		switch c.Kind {
		case markdown.Paragraph:
			key, ok := r.bullet(c, parent)
			if !ok {
				return
			}
			name = within(parent, key)
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
func labelAbove(text string) string {
	text = strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	if all := words.Sentences(text); len(all) > 1 && endsInColon(text) {
		text = all[len(all)-1]
	}
	isLabel := endsInColon(text) || isBoldStart(text)
	if head, found := split(text); found && !endsInColon(text) && hasStrong(text[head.value.start:]) ||
		!isLabel && countWords(text) > maxName || countWords(text) > longestRemark {
		return ""
	}
	return text
}

// passage is a text that may run over several lines.
type passage struct {
	line int    // of its beginning
	raw  string // with line feeds
	text string // with spaces in their place
}

func newPassage(line int, text string) passage {
	return passage{line, text, strings.ReplaceAll(text, "\n", " ")}
}

func (p passage) cut(s span) passage {
	return passage{p.lineAt(s.start), p.raw[s.start:s.end], p.text[s.start:s.end]}
}

func (p passage) lineAt(offset int) int { return p.line + strings.Count(p.raw[:offset], "\n") }

// bullet reads the text of a bullet and gives its name; ok is false where nothing
// below it is a fact either.
func (r *reader) bullet(b *markdown.Block, parent string) (name string, ok bool) {
	p := newPassage(r.doc.Line(b.Start), b.Text)
	if isRefused(p.text) {
		return "", false
	}
	if len(p.text) > longestText {
		return parent, true
	}
	p = withoutMark(p)
	all := sentences(p.text)
	if len(all) == 0 {
		return "", false
	}
	isName := countWords(p.text) <= maxName || endsInColon(p.text) && countWords(p.text) <= longestRemark
	if isName && !hasStrong(p.text) {
		if _, found := split(p.text); !found {
			return strings.TrimRight(p.text, ":：*_ "), true // a name, and what it has below it
		}
	}
	name = parent
	r.limited(len(all), func(i int) string {
		name = r.statement(p.cut(all[i]), parent, name, i == 0)
		if i == 0 {
			parent = subject(p.text, parent)
		}
		return p.text[all[i].start:all[i].end]
	})
	return name, true
}

// limited reads statements that belong together, each with its text. What one that tells no fact limits ("never at
// night") may be what another tells, so that is unclear.
func (r *reader) limited(statements int, read func(i int) string) {
	const rest = 2 // words: the sentence before ended in an abbreviation
	first, isLimited := len(r.facts), false
	for i := range statements {
		before := len(r.facts)
		text := read(i)
		isTorn := i > 0 && countWords(text) <= rest
		isLimited = isLimited || len(r.facts) == before && (limits().In(text) || isTorn)
	}
	if isLimited {
		r.withdraw(first, func(int) bool { return true })
	}
}

// subject is what the rest of a statement is about behind the label in bold that it begins with: that label within
// parent, unless it names only what kind of value it has.
func subject(text, parent string) string {
	m := reBold().FindStringSubmatch(text)
	if m == nil || isKindName(plain(m[1])) || slices.Contains(fields(), strings.ToLower(plain(m[1]))) {
		return parent
	}
	return within(parent, plain(m[1]))
}

// withoutMark is a passage without the sign in front of it.
func withoutMark(p passage) passage {
	return p.cut(span{len(reMark().FindString(p.text)), len(p.text)})
}

// paragraph reads a paragraph: line by line if the lines are pairs, else sentence
// by sentence.
func (r *reader) paragraph(b *markdown.Block) {
	p := newPassage(r.doc.Line(b.Start), b.Text)
	if host.IsTemplate(p.text) { // it ends what is above it
		r.heading, r.titled = "", true
		return
	}
	_, isPair := split(p.text)
	isTitle := isAllBold(p.text) && !isPair && !strings.Contains(p.text, "`")
	if isTitle || isFooter(p.text) && !endsInColon(p.text) {
		return
	}
	start, at, parent, last := 0, 0, "", ""
	var rest []span
	for raw := range strings.SplitAfterSeq(p.raw, "\n") {
		end := at + len(raw)
		switch line := p.cut(trimmed(p.text, at, end)); {
		case len(line.text) > longestText:
			rest = append(rest, span{start, at})
			start = end
		case r.isLine(line.text):
			rest = append(rest, span{start, at})
			start = end
			if !isCodeOrURL(line.text) {
				last = "" // else it belongs to the pair above it
			}
			last = r.line(line, cmp.Or(parent, last))
		case parent != "" && len(sentences(line.text)) == 1: // what the line above announces
			start = end
			r.fragments(line, candidate{shape: paired, text: line.text, key: parent, field: parent}, true)
			parent = ""
		default:
			last = ""
			if parent, _ = leadIn(line.text); parent != "" && end < len(p.raw) && len(sentences(line.text)) == 1 {
				rest = append(rest, span{start, at})
				start = end
			}
		}
		at = end
	}
	for _, part := range append(rest, span{start, len(p.raw)}) {
		part := p.cut(trimmed(p.text, part.start, part.end))
		all := sentences(part.text)
		r.limited(len(all), func(i int) string {
			r.statement(part.cut(all[i]), "", "", false)
			return part.text[all[i].start:all[i].end]
		})
	}
}

// isLine reports whether a line of a paragraph is complete in itself: a pair, a value,
// or the half of a pair that is refused.
func (r *reader) isLine(text string) bool {
	const longest = 160 // bytes
	if isRefused(text) || reMark().MatchString(text) || isCodeOrURL(text) {
		return true
	}
	p, found := split(text)
	if !found || len(text) > longest || countWords(text[p.key.start:p.key.end]) > maxName-2 || isTold(text) {
		return false
	}
	return p.bold || len(sentences(text)) == 1
}

// line reads a line that is complete in itself, and gives its name.
func (r *reader) line(p passage, parent string) (name string) {
	if isRefused(p.text) {
		return ""
	}
	return r.statement(withoutMark(p), parent, parent, true)
}
