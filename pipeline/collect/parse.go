package collect

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
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
	// foreign: it is not in English.
	foreign bool
	// past: it says of itself that it does not hold.
	past bool

	found []found
	// retracted is what the document takes back.
	retracted []retraction
	// tooLong are the lines of texts that are too long for a lesson.
	tooLong []int
	// offered are the texts that the rules decide on.
	offered []*candidate
	// decisions are what the rules decided, in the order of the offers.
	decisions []decision
	// suspicious are the numbers of those on texts that give orders to a model.
	suspicious []int
	// cut are the segments of the paragraphs that were cut so far.
	cut map[*markdown.Block][]segment
}

// newReader returns a reader for the text of a file, which holds no secrets any more.
func newReader(ctx context.Context, s string, kind fileKind) *reader {
	masked, written := host.MaskWritten(s)
	const beginning = 4000 // bytes, which tell the language
	doc := markdown.ParseLoose([]byte(markdown.Shown(masked)))
	r := &reader{ctx: ctx, doc: doc, kind: kind, cut: map[*markdown.Block][]segment{}}
	r.foreign = text.IsForeign(masked[:min(len(masked), beginning)], "en")
	for _, w := range written {
		r.decisions = append(r.decisions, decision{start: w.First, end: w.Last, rule: w.Rule})
	}
	return r
}

// found is a lesson as it is in one place.
type found struct {
	Kind       lesson.Kind
	Class      lesson.Class
	Rule       string // that decided
	Negative   bool   // says what does not work, and not what to do
	Refused    bool   // begins with the line above that refuses it
	Lead       string // what is shown in front of the text; see candidate.subject
	Text       string
	ID         string // see idOf
	Normal     string // see text.Normal
	Start, End int    // lines
	Besides    neighbours
	Heading    string
	Date       string
	Decision   int // among those of the reader
}

// place is what is known about a text from what stands above it.
type place struct {
	role    role
	heading string // the nearest one
	// above are the name of the file, the headings from the first to the nearest, and the line that leads to its list,
	// each on a line; headed are the features of their words.
	above  string
	headed func() []Feature
	date   string
	// explicit: a heading says that lessons are here, not only the name of the file.
	explicit bool
	// negative: a heading above says that what is below does not work.
	negative bool
	// lead is the line above that refuses what is below it: "Never".
	lead string
	// led is the line that leads to the list with the text: "Before you leave:"; topic is the nearest heading but for the
	// title.
	led, topic string
	// row: the text is a row of a table of which no column is that of the lesson.
	row bool
	// columns are the features of the heads of the table.
	columns []Feature
	// label is the kind of the label in front of the text.
	label labelKind
	// plain: there is no label in front of the text as it stands.
	plain bool
	// below is the kind of the label above the text: of a heading, or of a line that ends in it.
	below labelKind
	// withdrawn: a heading, a line, a field or the front matter above says that what is below does not hold.
	withdrawn bool
	// isHeading: the text is a heading.
	isHeading bool
	// isIntroduction: the text only leads to what is below it; leads: it does so, if it ends with a colon.
	isIntroduction, leads bool
}

// as returns the place with another role; another person's text stays that,
// whatever headings and labels are in it.
func (at place) as(r role) place {
	if at.role != pasted {
		at.role = r
	}
	return at
}

// mostAbove is how many bytes of the lines above a text count, the nearest ones: four times what the longest of 140,000
// real texts have. Every place keeps its own, so without a bound a huge heading is kept once for each one below it.
const mostAbove = 2000

// underneath returns the place with one more line above it.
func (at place) underneath(line string) place {
	at.withdrawn = at.withdrawn || isWithdrawing(line)
	at.led = line
	above := at.above + "\n" + line
	if start := len(above) - mostAbove; start > 0 {
		for start < len(above) && !utf8.RuneStart(above[start]) {
			start++
		}
		above = strings.Clone(above[start:])
	}
	return at.withAbove(above)
}

// withAbove returns the place with other lines above it.
func (at place) withAbove(lines string) place {
	at.above, at.headed = lines, sync.OnceValue(func() []Feature { return headingWords(lines) })
	return at
}

// takesAny reports whether labels and rules make a lesson anywhere in the file. A
// file of instructions that every session loads holds rules that are no lessons.
func (r *reader) takesAny() bool { return r.kind != agentsFile }

// lines are those of the document from one to another, as they are there.
func (r *reader) lines(first, last int) string {
	from, _ := r.doc.LineSpan(first)
	_, to := r.doc.LineSpan(last)
	return string(r.doc.Source[from:to])
}

// read finds everything in the document.
func (r *reader) read(f file) {
	r.daily = f.date != ""
	root := outline(r.doc, r.doc.Blocks)
	r.past = isPast(r.doc.Source) || isMark(root.banner())
	at := place{date: f.date, withdrawn: r.past}.withAbove(strings.TrimSuffix(string(f.path), ".md"))
	if r.kind == lessonFile {
		at.role = lessons
	}
	titles := 0
	for _, p := range root.parts {
		if p.level == 1 {
			titles++
		}
	}
	r.part(root, at, titles == 1)
	r.decide()
}

// part reads a heading and what is below it. titled says that the document has
// one h1, which is then its title: a title that merely holds the word would make a
// lesson of the whole file.
func (r *reader) part(p *part, at place, titled bool) {
	if p.heading != nil {
		inherits := at.role == lessons && p.level > 1
		at = r.enter(p, at, titled)
		at.date = cmp.Or(reDate().FindString(r.fieldOf(p, known().Labels.Date)), at.date)
		at.withdrawn = at.withdrawn || isMark(r.statusOf(p))
		if strings.HasPrefix(r.fieldOf(p, []string{"url"}), "http") { // a saved page
			at.role = pasted
		}
		if titled && p.level == 1 && (len(p.parts) > 0 || isShort(p.title())) {
			r.skip(p.heading, "title")
		} else if r.headed(p, at, inherits) {
			return
		}
	}
	r.blocks(p, at)
	for _, sub := range p.parts {
		r.part(sub, at, titled)
	}
}

// enter returns the place below the heading of p.
func (r *reader) enter(p *part, at place, titled bool) place {
	title := p.title()
	at = at.underneath(title)
	at.lead, at.led, at.below = "", "", kindOfLabel(title)
	if at.below == unlabelled || at.below == lessonLabel && at.role != lessons || at.heading == "" {
		at.heading, at.topic = title, title // else a field, below the heading of its entry
	}
	if m := reDate().FindString(title); m != "" {
		at.date = m
	}
	if p.level == 1 && titled {
		at.topic = ""
		return at
	}
	role := classify(title)
	if role != lessons && isNegative(title) {
		at = at.as(norms)
		at.negative, at.explicit = true, false // reports, and rules among them
		return at
	}
	switch role {
	case lessons:
		at.withdrawn = r.past || isWithdrawing(title) // a story has lessons
		at, at.explicit, at.negative, at.lead = at.as(lessons), true, isNegative(title), leadOf(title, lessons)
	case norms:
		at, at.explicit, at.negative, at.lead = at.as(norms), true, false, leadOf(title, norms)
	case decisions, other, pasted:
		at, at.explicit = at.as(role), false
	case neutral:
		if at.role == norms || at.role == lessons && r.daily {
			at.explicit = false // a topic that they are about, or something else
		}
		at.lead = leadOf(title, role)
	}
	return at
}

// fieldOf is what an entry says in a field with one of some labels: "**Date:** 2026-03-01".
func (r *reader) fieldOf(p *part, labels []string) string {
	for _, b := range p.blocks {
		lines := []*markdown.Block{b}
		if b.Kind == markdown.List {
			lines = b.Children
		}
		for _, line := range lines {
			if len(line.Children) > 0 { // a bullet
				line = line.Children[0]
			}
			for _, s := range r.segmentsOf(line) {
				if slices.Contains(labels, s.label) {
					return s.text
				}
			}
		}
	}
	return ""
}

// headed offers a heading. It reports whether that included what is below: prose that
// explains a heading that is itself the lesson.
func (r *reader) headed(p *part, at place, inherits bool) bool {
	title, fields := p.title(), r.hasFields(p)
	at.lead = "" // which is this heading
	if kind, _, rest := splitLabel(reMoment().ReplaceAllString(title, "")); kind == lessonLabel {
		if title = rest; !fields {
			at.label = lessonLabel
		}
	}
	switch role, negative := classify(title), isNegative(title); {
	case isShort(title), role != neutral, negative, asksHowToAvoid(bare(title)),
		at.role != lessons && p.isList() && strengthOf(title) < order: // it leads to the list
		r.announce(p.heading, role, negative)
		return false
	case !fields && p.isProse() && (at.label == lessonLabel || inherits && at.role == lessons):
		body, last := bodyOf(p)
		r.offer(title+body, p.heading, last, at)
		return true
	}
	at.isHeading = true
	r.offer(title, p.heading, p.heading, at)
	return false
}

// isList reports whether a list or table is right below a heading.
func (p *part) isList() bool { return len(p.blocks) > 0 && slices.Contains(lists, p.blocks[0].Kind) }

// isProse reports whether what is below a heading are paragraphs, maybe with a list
// behind them.
func (p *part) isProse() bool {
	isTable := func(b *markdown.Block) bool { return b.Kind == markdown.Table }
	return len(p.parts) == 0 && !slices.ContainsFunc(p.blocks, isTable) &&
		(len(p.blocks) == 0 || p.blocks[0].Kind != markdown.List) &&
		(len(p.blocks) < 2 || !introduces(p.blocks[0].Text) || p.blocks[1].Kind != markdown.List)
}

// hasFields reports whether a paragraph below a heading has a label.
func (r *reader) hasFields(p *part) bool {
	return slices.ContainsFunc(p.blocks, func(b *markdown.Block) bool {
		return slices.ContainsFunc(r.segmentsOf(b), func(s segment) bool { return s.kind != unlabelled })
	})
}

// reMoment is the date and time that a heading may begin with.
var reMoment = text.Lazily(`^[^\pL\pN]*(?:\d{4}-\d{2}-\d{2})?[\sT]*(?:\d{1,2}:\d{2})?\s*[-–—|·]?\s*`)

// isShort reports whether a heading has too few words for a lesson.
func isShort(title string) bool { return text.Count(bare(title)) < shortestTitle }

// shortestTitle is the least number of words of a heading that is taken for a
// lesson rather than for a topic.
const shortestTitle = 4

// bodyOf is the text below a heading, with what joins it to the heading, and its last block.
func bodyOf(p *part) (string, *markdown.Block) {
	var b strings.Builder
	end := p.heading
	for _, block := range p.blocks {
		if block.Kind == markdown.Paragraph || block.Kind == markdown.List {
			b.WriteString(" ")
			b.WriteString(flat(block))
			end = block
		}
	}
	last, _ := utf8.DecodeLastRuneInString(p.title())
	switch {
	case b.Len() == 0 || !unicode.IsLetter(last) && !unicode.IsDigit(last):
		return b.String(), end
	case text.IsCJK(last):
		return "。" + strings.TrimSpace(b.String()), end
	}
	return "." + b.String(), end
}
