package collect

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown"
)

func (r *reader) blocks(p *part, at place) {
	lead, start := "", 0
	title := p.title()
	isStatement := strings.ContainsAny(title[max(len(title)-1, 0):], ".!")
	if p.level == boldLevel && !isStatement || introduces(title) || asks(title, at) {
		lead, start = title, r.doc.Line(p.heading.Start)
	}
	below := at.below
	for i, b := range p.blocks {
		switch b.Kind {
		case markdown.Paragraph:
			at.below = below
			alone := at
			alone.lead, alone.leads = "", i+1 < len(p.blocks) && slices.Contains(lists, p.blocks[i+1].Kind)
			if lead = ""; introduces(b.Text) {
				lead, start = lastLine(b.Text), r.doc.Line(max(b.End-1, b.Start))
			}
			r.segments(withText(b, complete(b.Text, p.blocks[i+1:])), alone)
			continue
		case markdown.List, markdown.Table:
			under := at
			if lead != "" {
				under = at.underneath(lead)
				under.lead = leadOf(lead, classify(lead))
				if under.lead == "" && at.role == norms { // which lessons do not hand on: "Do this instead:"
					under.lead = at.lead
				}
			}
			if !r.led(lead, start, b, under) {
				r.members(b, under)
			}
		case markdown.Quote:
			if !isAsked(lead, b) {
				r.quote(b, at)
			}
		case markdown.Code:
			r.code(b, at)
		}
		lead, at.below = "", below
	}
}

// lists are the kinds of blocks with members.
var lists = []markdown.Kind{markdown.List, markdown.Table}

// lastLine is the last line of a text.
func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// code reads the lines of a fence below a heading of rules that most of them are, as people write lists in a fence.
func (r *reader) code(b *markdown.Block, at place) {
	start, rules, lines := r.doc.Line(b.Start), 0, strings.Split(strings.TrimSpace(b.Text), "\n")
	from, to := r.doc.LineSpan(start)
	info := strings.Trim(string(r.doc.Source[from:to]), "`~ \r\n")
	if at.role == norms && at.explicit && slices.Contains([]string{"", "text", "markdown"}, info) {
		for _, line := range lines {
			if advises(line) {
				rules++
			}
		}
	}
	if 2*rules <= len(lines) {
		r.skip(b, "code")
		return
	}
	for i, line := range lines {
		from, to := r.doc.LineSpan(start + 1 + i)
		r.segments(&markdown.Block{Kind: markdown.Paragraph, Text: line, Start: from, End: to}, at)
	}
}

// quote reads a quote: another person's words, unless they are labelled.
func (r *reader) quote(b *markdown.Block, at place) {
	for _, c := range b.Children {
		if c.Kind != markdown.Paragraph {
			r.skip(c, "quotation")
			continue
		}
		r.segments(c, at)
	}
}

// segments offers a paragraph, cut where a line begins with a label.
func (r *reader) segments(b *markdown.Block, at place) {
	line := r.doc.Line(b.Start)
	for _, s := range r.segmentsOf(b) {
		r.segment(s, line, at)
	}
}

func (r *reader) segment(s segment, line int, at place) {
	if s.kind == withdrawnLabel { // "Before: 5. After: 20."
		if isPlainMark(s.label) {
			r.retracted = append(r.retracted, retraction{s.text, at.date})
		}
		isCurrent := func(label string) bool { return slices.Contains(known().Withdrawn.Current, bare(label)) }
		if rest := within(s.text, isCurrent); rest != "" {
			s.kind, s.text = unlabelled, rest
		}
	}
	if s.kind == unlabelled && r.takesAny() && at.role != pasted {
		if rest := within(s.text, isLessonLabel); rest != "" {
			at.label = lessonLabel
			r.offerLines(rest, line+s.first, line+s.last, at)
			return
		}
	}
	at.label, at.plain = s.kind, s.kind == unlabelled
	r.offerLines(s.text, line+s.first, line+s.last, at)
}

var reWithin = text.Lazily(
	`(?:[.!?。！？;；，→]|\s[—–-])\s*(?:\*\*|__)?(\pL[\pL ]{1,24})(?:\*\*|__)?[:：](?:\*\*|__)?\s*(.+)$`,
)

// within returns what a label of a kind introduces in the middle of a line: "Rebooted it. Lesson: …".
func within(text string, is func(label string) bool) string {
	if len(text) > longestLesson || strings.IndexByte(text, ':') < 0 && !strings.Contains(text, "：") { // most lines
		return ""
	}
	for m := reWithin().FindStringSubmatch(text); m != nil; m = reWithin().FindStringSubmatch(text) {
		if text = m[2]; is(m[1]) {
			return text
		}
	}
	return ""
}

func isLessonLabel(label string) bool { return kindOfLabel(label) == lessonLabel }

// item reads a bullet.
func (r *reader) item(item *markdown.Block, at place) {
	if len(item.Children) > 0 && item.Children[0].Kind == markdown.List { // "- 1. …"
		r.members(item.Children[0], at)
		return
	}
	if len(item.Children) == 0 || item.Children[0].Kind != markdown.Paragraph {
		return
	}
	head, at := r.unboxed(item.Children[0], at)
	var nested []*markdown.Block
	for _, c := range item.Children[1:] {
		if c.Kind == markdown.List {
			nested = append(nested, c)
		}
	}
	below := at
	switch s, all := head.Text, r.segmentsOf(head); {
	case isTodo(s):
		r.offer(flat(item), item, item, at)
		return
	case len(nested) == 1 && introduces(s) && r.led(text.OneLine(s), r.doc.Line(item.Start), nested[0], at):
		return
	case len(nested) > 0 && isTopic(s):
		role := classify(s)
		switch {
		case role != neutral:
			below = at.as(role)
			below.explicit, below.lead = (role == lessons || role == norms) && !r.daily, leadOf(s, role)
		case at.role == lessons:
			below.lead = "" // it may name what to do instead
		}
		negative := isNegative(s)
		below.negative = below.negative || negative
		r.announce(head, role, negative)
	case len(all) > 1 || all[0].kind != unlabelled:
		r.segments(head, at)
	case len(nested) > 0 && (introduces(s) || isSubject(s)):
		at.isIntroduction = true
		r.segments(head, at)
	default:
		whole := all[0]
		for _, c := range item.Children[1:] {
			if text := flat(c); text != "" {
				whole.text += " " + text
			}
		}
		line := r.doc.Line(item.Start)
		whole.last = r.doc.Line(max(item.End-1, item.Start)) - line
		r.segment(whole, line, at)
		return
	}
	below = below.underneath(head.Text)
	for _, list := range nested {
		r.members(list, below)
	}
}

// unboxed reads an open box below rules or an occasion as a rule: it is to be checked each time, and no task.
func (r *reader) unboxed(head *markdown.Block, at place) (*markdown.Block, place) {
	isCheck := at.role == norms && at.explicit || !r.daily && isOccasion(cmp.Or(at.led, at.topic))
	if rest, found := strings.CutPrefix(head.Text, openBox); found && isCheck {
		head, at = withText(head, rest), at.as(norms)
		at.explicit = true
	}
	return head, at
}

// isOccasion reports whether a line says when what is below it is to be looked at: boxes are no tasks then.
func isOccasion(line string) bool {
	first, _, _ := strings.Cut(bare(line), " ")
	return text.IsCondition(first)
}

// introduces reports whether a text ends in a colon.
func introduces(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "*_")
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
}

// withoutColon is a line without the colon with which it leads to what is below it.
func withoutColon(line string) string { return text.Unbold(strings.TrimRight(line, " *_:：")) }

// complete is a text as it is understood without the code or quotation that it leads to: with the words that it asks
// for, and without a last sentence that only leads there.
func complete(s string, behind []*markdown.Block) string {
	const code, quote = markdown.Code, markdown.Quote
	switch {
	case !introduces(s) || len(behind) > 0 && behind[0].Kind != code && behind[0].Kind != quote:
		return s
	case len(behind) > 0 && isAsked(s, behind[0]):
		return s + "\n" + flat(behind[0])
	}
	if rest := withoutLead(s); rest != strings.TrimSpace(s) || !read(text.Fold(s)).isWeak() {
		return rest
	}
	return withoutColon(s)
}

// withText is a block with another text.
func withText(b *markdown.Block, text string) *markdown.Block {
	if text != b.Text {
		b = &markdown.Block{Kind: b.Kind, Text: text, Start: b.Start, End: b.End}
	}
	return b
}

// isAsked reports whether a quotation holds the words that a rule above it asks for: "Always say:".
func isAsked(lead string, quote *markdown.Block) bool {
	return quote.Kind == markdown.Quote && introduces(lead) && withoutLead(lead) == strings.TrimSpace(lead) &&
		len(lead)+len(flat(quote)) <= longestJoined && read(text.Fold(lead)).norm
}

// withoutLead is a text without a last sentence that leads to what is behind it, and gives no rule itself.
func withoutLead(s string) string {
	s = strings.TrimSpace(s)
	if last := leadingSentence(strings.ReplaceAll(s, "\n", " ")); last != "" && !read(text.Fold(last)).isWeak() {
		return strings.TrimSpace(s[:len(s)-len(last)])
	}
	return s
}

// leadingSentence is the last of several sentences, where it leads to what is behind them; else "".
func leadingSentence(s string) string {
	if !introduces(s) {
		return ""
	}
	if all := text.Sentences(s); len(all) > 1 {
		return all[len(all)-1]
	}
	return ""
}

// isSubject reports whether a bullet has a few words that its nested bullets are
// about.
func isSubject(s string) bool {
	const most = 3
	return text.Count(s) <= most && !strings.ContainsAny(s, ".!?。！？") && !advises(s)
}

// isTopic reports whether a bullet only names what its nested bullets are about.
func isTopic(s string) bool {
	const most = 5
	return introduces(s) && text.Count(s) <= most
}

// flat is the text of a block and what is in it, on one line.
func flat(b *markdown.Block) string {
	if b.Kind == markdown.Paragraph || b.Kind == markdown.Cell {
		return text.OneLine(b.Text)
	}
	var texts []string
	for _, c := range b.Children {
		if text := flat(c); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}
