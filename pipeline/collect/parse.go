package collect

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/markdown"
	"wisdom/markdown/host"
)

// reader reads the lessons out of one document. It follows the shapes in which
// people write lessons and offers every text that it meets to the rules.
type reader struct {
	ctx  context.Context // once it ends, what is found is of no use
	doc  *markdown.Document
	kind fileKind
	// daily: the file is the note of a day.
	daily bool

	found []found
	// tooLong are the lines of texts that are too long for a lesson.
	tooLong []int
	// offered are the texts that the rules decide on.
	offered []*candidate
	// decisions are what the rules decided, in the order of the offers.
	decisions []decision
	// texts and orders count what was offered in a topicFile, and what of it gives an order.
	texts, orders int
}

// newReader returns a reader for the text of a file, which holds no secrets any more.
func newReader(ctx context.Context, text string, kind fileKind) *reader {
	masked, written := host.MaskWritten(text)
	r := &reader{ctx: ctx, doc: markdown.ParseLoose([]byte(masked)), kind: kind}
	for _, w := range written {
		r.decisions = append(r.decisions, decision{start: w.First, end: w.Last, rule: w.Rule})
	}
	return r
}

// found is a lesson as it stands in one place.
type found struct {
	kind       lesson.Kind
	class      lesson.Class
	rule       string // that decided
	negative   bool   // says what does not work, and not what to do
	text       string
	id         string // see idOf
	normal     string // see words.Normal
	bare       string // the same without marks
	core       string // and without an aside at its end
	beginnings []string
	start, end int // lines
	besides    neighbours
	heading    string
	date       string
	// echo: it counts only as one more place of a lesson that stands elsewhere.
	echo bool
}

// place is what is known about a text from what stands above it.
type place struct {
	role role
	// heading is the nearest one, outer the one above it.
	heading, outer string
	date           string
	// explicit: a heading says that lessons stand here, not only the name of the file.
	explicit bool
	// negative: a heading above says that what stands below does not work.
	negative bool
	// title: the text stands right below the title of the document.
	title bool
	// beside: the text is a paragraph, and the lessons of its part stand in a list.
	beside bool
	// lead is the line above that refuses what stands below it: "Never".
	lead string
	// amongRules: the bullet stands in a list of rules, so that an order is one too.
	amongRules bool
	// advice: ticks and crosses mean what to do and what not to do. boxes: empty boxes
	// stand in front of steps, not of what is still to be done.
	advice, boxes bool
	// journal: a heading has a date, so what stands below tells of that day.
	journal bool
	// dated: the text begins with its date.
	dated bool
	// row: the text is a row of a table of which no column is that of the lesson.
	row bool
	// label is the kind of the label in front of the text, name the label itself.
	label labelKind
	name  string
	// shape names what the text is by its place, "" if it may be a lesson: an
	// introduction, a heading, a cell.
	shape string
}

// as returns the place with another role; somebody else's text stays that,
// whatever headings and labels are in it.
func (at place) as(r role) place {
	if at.role != pasted {
		at.role = r
	}
	return at
}

// isLessonFile reports whether the whole file is there for lessons.
func (r *reader) isLessonFile() bool { return r.kind == lessonFile }

// takesAny reports whether labels and rules make a lesson anywhere in the file. A
// file of instructions that every session loads holds rules that are no lessons.
func (r *reader) takesAny() bool { return r.kind != agentsFile }

// lines are those of the document from one to another, as they stand there.
func (r *reader) lines(first, last int) string {
	from, _ := r.doc.LineSpan(first)
	_, to := r.doc.LineSpan(last)
	return string(r.doc.Source[from:to])
}

// read finds everything in the document; date is that of the file, if any.
func (r *reader) read(date string) {
	r.daily = date != ""
	at := place{date: date}
	if r.isLessonFile() {
		at.role = lessons
	}
	root := outline(r.doc)
	titles := 0
	for _, p := range root.parts {
		if p.level == 1 {
			titles++
		}
	}
	r.part(root, at, titles == 1)
	r.decide()
	if r.kind == topicFile && r.orders*leastOrders < r.texts {
		r.found, r.tooLong = nil, nil
		for i := range r.decisions {
			if d := &r.decisions[i]; d.class != "" {
				d.class, d.rule = "", fewOrders
			}
		}
	}
}

// leastOrders: one of so many texts of a topicFile gives an order, or the file is a
// report, a plan or a reference, in which orders are about something else.
const leastOrders = 4

// part reads a heading and what stands below it. titled says that the document has
// one h1, which is then its title: a title that merely holds the word would make a
// lesson of the whole file.
func (r *reader) part(p *part, at place, titled bool) {
	if p.heading != nil {
		inherits := at.role == lessons
		at = r.enter(p, at, titled)
		title := titled && p.level == 1 && len(p.parts) > 0 // of the file
		switch {
		case !title && r.labelledHeading(p, at), !title && r.incident(p, at):
			return
		case inherits && at.role == lessons && p.level > 1 && (r.entry(p, at) || r.lessonHeading(p, at)):
			return
		}
		if !title && isRuleTitle(p.title()) {
			r.offer(p.title(), p.heading, p.heading, at)
		} else {
			r.skip(p.heading, "heading")
		}
	}
	at.title = p.level <= 1
	r.blocks(p, at)
	at.title = false
	for _, sub := range p.parts {
		r.part(sub, at, titled)
	}
}

// enter returns the place below the heading of p.
func (r *reader) enter(p *part, at place, titled bool) place {
	title := p.title()
	at.heading, at.outer, at.lead = title, at.heading, ""
	if m := reDate().FindString(title); m != "" {
		at.date, at.journal = m, true
	}
	if p.level == 1 && titled {
		return at
	}
	role := classify(title)
	// In the note of a day, a title with a time or a tick is that of an entry about what was
	// done, unless it is nothing but the word for lessons.
	says := !r.daily || !reClock().MatchString(title) && !isDone(title) ||
		slices.Contains(known().Headings.Lessons, bare(title))
	if role != lessons && isNegative(title) {
		at = at.as(norms)
		at.negative, at.explicit = true, false // reports, and rules among them
		return at
	}
	switch role {
	case lessons:
		at, at.explicit, at.negative = at.as(lessons), says, isNegative(title)
	case norms:
		at, at.explicit, at.negative = at.as(norms), says, false
		if refuses(title) {
			at.lead = title
		}
	case wishes:
		at, at.explicit = at.as(norms), false
	case decisions, other, index, pasted:
		at, at.explicit = at.as(role), false
	case topic:
		if at.explicit = false; at.role == neutral {
			at.role = other
		}
	case neutral:
		if at.role == norms || at.role == lessons && r.daily {
			at.explicit = false // a topic that they are about, or something else
		}
	}
	return at
}

// labelledHeading reads a heading such as "Lesson: never trust the cache".
func (r *reader) labelledHeading(p *part, at place) bool {
	if at.role == other || at.role == pasted || !r.takesAny() && at.role != lessons {
		return false
	}
	kind, _, rest := splitLabel(reMoment().ReplaceAllString(p.title(), ""))
	if kind != lessonLabel || words.Count(rest) < shortestTitle {
		return false
	}
	at.label = lessonLabel
	if r.entry(p, at.as(lessons)) {
		return true
	}
	r.offer(strings.TrimSpace(rest)+bodyOf(p), p.heading, r.lastOf(p), at)
	return true
}

// incident reads an entry whose sub-headings are labels, one of them that of the
// lesson: Symptom, Cause, Rule.
func (r *reader) incident(p *part, at place) bool {
	if !r.takesAny() || at.role == pasted || p.level <= 1 {
		return false
	}
	lessonFields, incidentFields := 0, 0
	for _, sub := range p.parts {
		switch title := bare(sub.title()); {
		case kindOfLabel(title) == lessonLabel:
			lessonFields++
		case slices.Contains(known().Labels.Incident, title):
			incidentFields++
		}
	}
	return lessonFields > 0 && incidentFields > 0 && r.entry(p, at.as(lessons))
}

// reMoment is the date and time that a heading may begin with.
var reMoment = words.Lazily(`^[^\pL\pN]*(?:\d{4}-\d{2}-\d{2})?[\sT]*(?:\d{1,2}:\d{2})?\s*[-–—|·]?\s*`)

// shortestTitle is the least number of words of a heading that is taken for a
// lesson rather than for a topic.
const shortestTitle = 4

// isRuleTitle reports whether a heading is an order by itself.
func isRuleTitle(title string) bool {
	least := shortestTitle + 1
	if strings.HasSuffix(title, "!") || strings.HasSuffix(title, "！") {
		least -= 2
	}
	return words.Count(bare(title)) >= least && read(fold(title)).isNorm() && kindOfLabel(beforeColon(title)) != otherLabel
}

// lessonHeading reads a heading that is itself the lesson; what stands below
// explains it.
func (r *reader) lessonHeading(p *part, at place) bool {
	if words.Count(bare(p.title())) < shortestTitle || len(p.parts) > 0 || p.holds(markdown.Table) ||
		kindOfLabel(beforeColon(p.title())) == otherLabel {
		return false
	}
	if len(p.blocks) > 0 && p.blocks[0].Kind == markdown.List {
		return false
	}
	if len(p.blocks) > 1 && introduces(p.blocks[0].Text) && p.blocks[1].Kind == markdown.List {
		return false
	}
	at.explicit = at.explicit || !at.journal
	r.offer(p.title()+bodyOf(p), p.heading, r.lastOf(p), at)
	return true
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
