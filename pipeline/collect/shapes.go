package collect

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/markdown"
	"wisdom/review/ledger"
)

// reader reads the lessons out of one document.
type reader struct {
	ctx context.Context // once it ends, what is found is of no use
	doc *markdown.Document
	// whole: the file is there for lessons, so all of it is a place for them.
	whole bool
	// sectioned: a heading says where in the file the lessons stand.
	sectioned bool
	// inline: a label such as "Lesson:" makes a lesson anywhere.
	inline bool
	// decided: decisions are collected too.
	decided bool

	found []found
	// long are the lines of texts that are too long for a lesson.
	long []int
}

// found is a lesson as it stands in one place.
type found struct {
	kind       ledger.Kind
	text       string
	id         string // see idOf
	normal     string // see words.Normal
	bare       string // the same without marks
	core       string // and without an aside at its end
	beginnings []string
	start, end int // lines
	heading    string
	date       string
	// echo: it counts only as one more place of a lesson that stands elsewhere.
	echo bool
}

// place is what is known about a block from what stands above it.
type place struct {
	role    role
	heading string
	date    string
	managed bool // between machine marks
	mixed   bool // reports and rules stand together
	mended  bool // the column of a table tells how things were mended
	// decides: the rows of a table tell what to do in which case, the last column what.
	decides bool
	// introduced: the block above ends in a colon.
	introduced bool
	// explicit: a heading says that lessons stand here, not only the name of the
	// file.
	explicit bool
	// strict: other things than lessons stand here too.
	strict bool
	// jotted: the line ends without a stop, in a list whose others have one.
	jotted bool
	// labelled: a label says that the line is a lesson.
	labelled bool
	// plain: the line does not begin in bold, in a list whose others do.
	plain bool
}

// lines are those of the document from one to another, as they stand there.
func (r *reader) lines(first, last int) string {
	from, _ := r.doc.LineSpan(first)
	_, to := r.doc.LineSpan(last)
	return string(r.doc.Source[from:to])
}

// read finds everything in the document; date is that of the file, if any.
func (r *reader) read(date string) []found {
	at := place{date: date}
	if r.whole {
		at.role = lessons
	}
	root := outline(r.doc)
	titles := 0
	for _, p := range root.parts {
		if p.level == 1 {
			titles++
		}
	}
	r.sectioned = r.whole && slices.ContainsFunc(r.doc.Headings(), func(h *markdown.Block) bool { return h.Level > 1 && classify(h.Text) == lessons })
	r.part(root, at, titles == 1)
	return r.found
}

// part reads a heading and what stands below it. titled says that the document
// has one h1, which is then its title: a title that merely holds the word would
// make a lesson of the whole file.
func (r *reader) part(p *part, at place, titled bool) {
	if p.heading != nil {
		inherited := at.role
		at = r.enter(p, at, titled)
		names := titled && p.level == 1 && len(p.parts) > 0 // the file, not a lesson
		if !names && at.role != other && at.role != pasted && r.labelledHeading(p, at) || at.role == neutral && r.inline && (r.parted(p, at) || r.ruledHeading(p, at)) {
			return
		}
		if at.role == inherited && (at.role == lessons || at.role == decisions) && p.level > 1 {
			if r.entry(p, at) || r.lessonHeading(p, at) {
				return
			}
		}
	}
	here := at
	if p.level <= 1 && r.sectioned && !at.explicit {
		here.strict = true // what stands below the title introduces the file
	}
	r.blocks(p, here)
	for _, sub := range p.parts {
		if r.ctx.Err() != nil {
			return
		}
		r.part(sub, at, titled)
	}
}

// enter is the place below the heading of p.
func (r *reader) enter(p *part, at place, titled bool) place {
	title := p.title()
	at.heading = title
	if m := reDate().FindString(title); m != "" {
		at.date = m
	}
	if p.level == 1 && titled {
		return at
	}
	role := classify(title)
	if role != neutral {
		at.mixed = role == mixed
	}
	switch role {
	case lessons:
		at, at.explicit = at.as(lessons), true
	case decisions:
		if !r.decided {
			role = other
		}
		at = at.as(role)
	case other, index, pasted:
		at, at.explicit = at.as(role), false
	case topic:
		if at.strict = true; at.role == neutral {
			at.role = other
		}
	case mixed:
		at = at.as(lessons)
	}
	return at
}

// labelledHeading reads a heading such as "Lesson: never trust the cache".
func (r *reader) labelledHeading(p *part, at place) bool {
	title := reMoment().ReplaceAllString(p.title(), "")
	kind, _, rest := splitLabel(title)
	if m := reMarkedTitle().FindStringSubmatch(title); m != nil && kindOfLabel(m[1]) == ruleLabel {
		kind, rest = ruleLabel, m[2]
	}
	if kind != ruleLabel && !isNumberedTitle(p.title()) {
		return false
	}
	if kind != ruleLabel {
		rest = strings.TrimLeft(p.title()[strings.IndexAny(p.title(), ":："):], ":：")
	}
	if words.Count(rest) < shortestTitle || !r.inline && at.role != lessons {
		return false
	}
	at.role = lessons
	if r.entry(p, at) {
		return true
	}
	r.emit(strings.TrimSpace(rest)+bodyOf(p), p.heading, r.lastOf(p), at)
	return true
}

// parted reads an incident whose sub-headings are labels, one of them that of the
// lesson: Symptom, Cause, Rule.
func (r *reader) parted(p *part, at place) bool {
	rules, incidents := 0, 0
	for _, sub := range p.parts {
		switch title := bare(sub.title()); {
		case kindOfLabel(title) == ruleLabel:
			rules++
		case slices.Contains(known().incidents, title):
			incidents++
		}
	}
	return p.level > 1 && rules > 0 && incidents > 0 && r.entry(p, at.as(lessons))
}

// reMoment is the date and time that a heading may begin with.
var reMoment = words.Lazily(`^[^\pL\pN]*(?:\d{4}-\d{2}-\d{2})?[\sT]*(?:\d{1,2}:\d{2})?\s*[-–—|·]?\s*`)

// reMarkedTitle is a label with a picture or a dash behind it: "Lesson 📁 …".
var reMarkedTitle = words.Lazily(`^[^\pL\pN]*(\pL+)\s+(?:\p{So}\x{fe0f}?|[—–-])\s+(.+)$`)

var reNumberedTitle = words.Lazily(`^[^\pL\pN]*(\pL+)\s*(?:#|№|n[°º])?\s*\d+\s*[:：]`)

// isNumberedTitle tells "Lesson 3: …".
func isNumberedTitle(title string) bool {
	m := reNumberedTitle().FindStringSubmatch(title)
	return m != nil && slices.Contains(known().titles, bare(m[1]))
}

// entry reads a part whose bullets, paragraphs or sub-headings carry labels. Its
// lesson is the part that is labelled so, or else its title.
func (r *reader) entry(p *part, at place) bool {
	fields, plain := r.fields(p)
	if len(fields) == 0 || plain > len(fields) {
		return false
	}
	tracked := reTracked().MatchString(p.title())
	rules := 0
	for _, f := range fields {
		if slices.Contains(known().dates, f.label) {
			if m := reDate().FindString(f.text); m != "" {
				at.date = m
			}
		}
	}
	for _, f := range fields {
		if f.kind == ruleLabel && words.Count(f.text) > 0 {
			rules++
			r.emitLines(f.text, f.start, f.end, at)
		}
	}
	if rules > 0 {
		return true
	}
	if tracked {
		for _, f := range fields {
			if f.label == "summary" {
				r.emitLines(f.text, f.start, f.end, at)
			}
		}
		return true
	}
	if words.Count(bare(p.title())) >= shortestTitle {
		line := r.doc.Line(p.heading.Start)
		r.emitLines(p.title(), line, line, at)
	}
	return true
}

// reTracked tells the headings of lesson trackers: [LRN-20260301-001] slug.
var reTracked = words.Lazily(`^\W*(?:LRN|ERR)-\d+`)

// shortestTitle is the least number of words of a heading that is taken for a
// lesson rather than for a topic.
const shortestTitle = 4

// lessonHeading reads a heading that is itself the lesson; what stands below
// explains it.
func (r *reader) lessonHeading(p *part, at place) bool {
	if words.Count(bare(p.title())) < shortestTitle || len(p.parts) > 0 || p.holds(markdown.Table) {
		return false
	}
	if len(p.blocks) > 0 && p.blocks[0].Kind == markdown.List {
		return false
	}
	if len(p.blocks) > 1 && strings.HasSuffix(strings.TrimSpace(p.blocks[0].Text), ":") && p.blocks[1].Kind == markdown.List {
		return false
	}
	r.emit(p.title()+bodyOf(p), p.heading, r.lastOf(p), at)
	return true
}

// ruledHeading reads a heading of a day that is a rule, and says so again below:
// "The printer cannot print" has a rule in neither place.
func (r *reader) ruledHeading(p *part, at place) bool {
	return at.date != "" && p.level > 1 && reRuling().MatchString(p.title()) && drawsRule(bodyOf(p)) && r.lessonHeading(p, at.as(lessons))
}

// bodyOf is the text below a heading, with what joins it to the heading.
func bodyOf(p *part) string {
	var b strings.Builder
	for _, block := range p.blocks {
		if block.Kind == markdown.Paragraph || block.Kind == markdown.List {
			b.WriteString(" ")
			b.WriteString(flat(block))
		}
	}
	last, _ := utf8.DecodeLastRuneInString(p.title())
	switch {
	case b.Len() == 0 || !unicode.IsLetter(last) && !unicode.IsDigit(last):
		return b.String()
	case words.IsCJK(last):
		return "。" + strings.TrimSpace(b.String())
	}
	return "." + b.String()
}

// lastOf is the last block of a part that is text.
func (r *reader) lastOf(p *part) *markdown.Block {
	last := p.heading
	for _, b := range p.blocks {
		if b.Kind == markdown.Paragraph || b.Kind == markdown.List {
			last = b
		}
	}
	return last
}

// quote reads a quote: somebody else's words, unless they are labelled, or all that
// stands below a heading of lessons.
func (r *reader) quote(b *markdown.Block, p *part, at place) {
	for _, c := range b.Children {
		switch {
		case c.Kind != markdown.Paragraph || r.labelled(c, at):
		case at.explicit && at.role == lessons && len(p.blocks) == 1 && len(b.Children) == 1 && !at.passesOver(flat(c)):
			r.emit(flat(c), c, c, at)
		}
	}
}

var (
	reManagedStart = words.Lazily(`(?i)<!--\s*[\w:. -]*\b(?:start|begin|managed)\b`)
	reManagedEnd   = words.Lazily(`(?i)<!--\s*[\w:. -]*\bend\b|<!--\s*/`)
)

func (r *reader) blocks(p *part, at place) {
	for i, b := range p.blocks {
		if r.ctx.Err() != nil {
			return
		}
		at.introduced = i > 0 && introduces(p.blocks[i-1].Text)
		if b.Kind == markdown.HTML {
			at.managed = (at.managed || reManagedStart().MatchString(b.Text)) && !reManagedEnd().MatchString(b.Text)
		}
		if at.managed {
			continue
		}
		switch b.Kind {
		case markdown.Paragraph:
			r.paragraph(i, p, at)
		case markdown.List:
			r.list(b, at)
		case markdown.Table:
			r.table(b, at)
		case markdown.Quote:
			r.quote(b, p, at)
		}
	}
}
