package collect

import (
	"regexp"
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
	doc *markdown.Document
	// whole: the file is there for lessons, so all of it is a place for them.
	whole bool
	// inline: a label such as "Lesson:" makes a lesson anywhere.
	inline bool
	// decided: decisions are collected too.
	decided bool

	found []found
}

// found is a lesson as it stands in one place.
type found struct {
	kind       ledger.Kind
	text       string
	normal     string // see words.Normal
	start, end int    // lines
	heading    string
	date       string
}

// place is what is known about a block from what stands above it.
type place struct {
	role    role
	heading string
	date    string
	managed bool // between machine marks
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
		if at.role != other && r.labelledHeading(p, at) {
			return
		}
		if at.role == inherited && (at.role == lessons || at.role == decisions) && p.level > 1 {
			if r.entry(p, at) || r.lessonHeading(p, at) {
				return
			}
		}
	}
	r.blocks(p, at)
	for _, sub := range p.parts {
		r.part(sub, at, titled)
	}
}

// enter is the place below the heading of p.
func (r *reader) enter(p *part, at place, titled bool) place {
	title := p.title()
	at.heading = title
	if m := reDate.FindString(title); m != "" {
		at.date = m
	}
	if p.level == 1 && titled {
		return at
	}
	switch classify(title) {
	case lessons:
		at.role = lessons
	case decisions:
		at.role = other
		if r.decided {
			at.role = decisions
		}
	case other:
		at.role = other
	}
	return at
}

// labelledHeading reads a heading such as "Lesson: never trust the cache".
func (r *reader) labelledHeading(p *part, at place) bool {
	kind, _, rest := splitLabel(reMoment.ReplaceAllString(p.title(), ""))
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
	r.emit(strings.TrimSpace(rest)+bodyOf(p), p.heading, r.lastOf(p), at)
	return true
}

// reMoment is the date and time that a heading may begin with.
var reMoment = regexp.MustCompile(`^\W*(?:\d{4}-\d{2}-\d{2})?[\sT]*(?:\d{1,2}:\d{2})?\s*[-–—|·]?\s*`)

var reNumberedTitle = regexp.MustCompile(`^\W*(\pL+)\s*#?\d+\s*[:：]`)

// isNumberedTitle tells "Lesson 3: …".
func isNumberedTitle(title string) bool {
	m := reNumberedTitle.FindStringSubmatch(title)
	return m != nil && slices.Contains(lessonTitles, bare(m[1]))
}

// entry reads a part whose bullets, paragraphs or sub-headings carry labels. Its
// lesson is the part that is labelled so, or else its title.
func (r *reader) entry(p *part, at place) bool {
	fields, plain := r.fields(p)
	if len(fields) == 0 || plain > len(fields) {
		return false
	}
	tracked := reTracked.MatchString(p.title())
	rules := 0
	for _, f := range fields {
		if f.label == "date" || f.label == "datum" || f.label == "日期" || f.label == "fecha" {
			if m := reDate.FindString(f.text); m != "" {
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
var reTracked = regexp.MustCompile(`^\W*(?:LRN|ERR)-\d+`)

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
	if len(p.blocks) > 0 && strings.HasSuffix(strings.TrimSpace(p.blocks[0].Text), ":") {
		return false
	}
	r.emit(p.title()+bodyOf(p), p.heading, r.lastOf(p), at)
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

var (
	reManagedStart = regexp.MustCompile(`(?i)<!--\s*[\w:. -]*\b(?:start|begin|managed)\b`)
	reManagedEnd   = regexp.MustCompile(`(?i)<!--\s*[\w:. -]*\bend\b|<!--\s*/`)
)

func (r *reader) blocks(p *part, at place) {
	for _, b := range p.blocks {
		if b.Kind == markdown.HTML {
			at.managed = (at.managed || reManagedStart.MatchString(b.Text)) && !reManagedEnd.MatchString(b.Text)
		}
		if at.managed {
			continue
		}
		switch b.Kind {
		case markdown.Paragraph:
			r.paragraph(b, p, at)
		case markdown.List:
			r.list(b, at)
		case markdown.Table:
			r.table(b, at)
		case markdown.Quote:
			// Quotes are somebody else's words, unless labelled.
			for _, c := range b.Children {
				if c.Kind == markdown.Paragraph {
					r.labelled(c, at)
				}
			}
		}
	}
}

// paragraph reads a paragraph that stands by itself.
func (r *reader) paragraph(b *markdown.Block, p *part, at place) {
	if r.labelled(b, at) || at.role != lessons && at.role != decisions {
		return
	}
	// The text below the title of a lesson file introduces it, and text beside
	// a list introduces the list.
	if p.level <= 1 && r.whole || p.holds(markdown.List, markdown.Table) {
		return
	}
	r.emit(flat(b), b, b, at)
}

// labelled reads what carries a label in a paragraph and says whether anything
// did.
func (r *reader) labelled(b *markdown.Block, at place) bool {
	any := false
	line := r.doc.Line(b.Start)
	for _, s := range segments(b.Text) {
		switch {
		case s.kind == ruleLabel && (r.inline && at.role != other || at.role == lessons):
			r.emitLines(s.text, line+s.first, line+s.last, at.as(lessons))
			any = true
		case s.kind != unlabelled:
			any = true
		case r.inline && at.role == neutral:
			any = r.withinSentence(s, line, at) || any
		}
	}
	return any
}

var reWithin = regexp.MustCompile(`(?:[.!?。！？;；]|\s[—–-])\s*(?:\*\*|__)?(\pL[\pL ]{2,24}|[\p{Han}]{2,4})(?:\*\*|__)?[:：](?:\*\*|__)?\s*(.+)$`)

// withinSentence reads a label in the middle of a line: "Rebooted it. Lesson: …".
func (r *reader) withinSentence(s segment, line int, at place) bool {
	if !strings.ContainsAny(s.text, ":：") {
		return false
	}
	m := reWithin.FindStringSubmatch(s.text)
	if m == nil || kindOfLabel(m[1]) != ruleLabel {
		return false
	}
	r.emitLines(m[2], line+s.first, line+s.last, at.as(lessons))
	return true
}

func (at place) as(role role) place {
	at.role = role
	return at
}

func (r *reader) list(list *markdown.Block, at place) {
	for _, item := range list.Children {
		r.item(item, at)
	}
}

var (
	reTodo = regexp.MustCompile(`^\[[ xX~-]\]\s`)
	reTick = regexp.MustCompile(`^(?:✅|✔️?|☑️?|🚧|⏳|🔄)`)
	reDone = regexp.MustCompile(`(?i)\((?:done|fixed|closed|resolved|erledigt)\b[^)]*\)\W*$|(?:已完成|完成了)\W*$`)
	reRule = regexp.MustCompile(`(?i)\b(?:always|never|must|don't|before|immer|nie|siempre|nunca)\b`)
)

// item reads a bullet.
func (r *reader) item(item *markdown.Block, at place) {
	if len(item.Children) == 0 || item.Children[0].Kind != markdown.Paragraph {
		return
	}
	head := item.Children[0]
	if reTodo.MatchString(head.Text) {
		return
	}
	var nested []*markdown.Block
	for _, c := range item.Children[1:] {
		if c.Kind == markdown.List {
			nested = append(nested, c)
		}
	}
	below := at
	switch all := segments(head.Text); {
	case all[0].kind == ruleLabel && words.Count(all[0].text) == 0:
		below = at.as(lessons) // "- Lessons:" with bullets below
	case len(nested) > 0 && isTopic(head.Text):
		if role := classify(head.Text); role != neutral {
			below = at.as(role)
		}
	case len(all) > 1 || all[0].kind != unlabelled:
		r.labelled(head, at)
		if all[0].kind == unlabelled && r.runsOn(head, all[1].first) && at.role != neutral {
			line := r.doc.Line(head.Start)
			r.emitLines(all[0].text, line, line+all[0].last, at)
		}
	case at.role == neutral && r.inline && reFlat.MatchString(head.Text):
		r.emit(flat(item), item, item, at.as(lessons))
		return
	case at.role == lessons || at.role == decisions:
		if len(nested) == 0 || !r.entryItem(item, at) {
			r.emit(flat(item), item, item, at)
		}
		return
	default:
		r.labelled(head, at)
	}
	for _, list := range nested {
		r.list(list, below)
	}
}

// reFlat tells a bullet that begins with its date in brackets: a lesson wherever
// it stands.
var reFlat = regexp.MustCompile(`^\[\d{4}-\d{2}-\d{2}\]\s`)

// runsOn says whether a line of a bullet stands at the margin: what begins there
// with a label is no part of the bullet before it.
func (r *reader) runsOn(head *markdown.Block, line int) bool {
	start, _ := r.doc.LineSpan(r.doc.Line(head.Start) + line)
	return start < len(r.doc.Source) && r.doc.Source[start] != ' ' && r.doc.Source[start] != '\t'
}

// entryItem reads a bullet whose nested bullets carry labels.
func (r *reader) entryItem(item *markdown.Block, at place) bool {
	p := &part{heading: item.Children[0], level: boldLevel, blocks: item.Children[1:]}
	return r.entry(p, at)
}

// isTopic tells a bullet that only names what its nested bullets are about.
func isTopic(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "*_")
	return (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")) && words.Count(text) <= 5
}

// table reads a table: the column that is labelled as the lesson, or, below a
// lesson heading, all of a row.
func (r *reader) table(table *markdown.Block, at place) {
	column := -1
	for _, row := range table.Children {
		if row.Header {
			for i, cell := range row.Children {
				if kindOfLabel(cell.Text) == ruleLabel {
					column = i
				}
			}
			continue
		}
		if at.role == other || column < 0 && at.role == neutral {
			return
		}
		r.row(row, column, at)
	}
}

func (r *reader) row(row *markdown.Block, column int, at place) {
	var cells []string
	for i, cell := range row.Children {
		text := flat(cell)
		switch {
		case reDate.MatchString(text) && len(text) <= len("2006-01-02")+4:
			at.date = reDate.FindString(text)
		case text != "" && (column < 0 || i == column):
			cells = append(cells, text)
		}
	}
	text := strings.Join(cells, " → ")
	if strings.Contains(text, "](#") { // a line of an index
		return
	}
	if column >= 0 {
		at.role = lessons
	}
	r.emit(text, row, row, at)
}

// emit notes a lesson that stands from one block to another.
func (r *reader) emit(text string, from, to *markdown.Block, at place) {
	r.emitLines(text, r.doc.Line(from.Start), r.doc.Line(max(to.End-1, to.Start)), at)
}

var (
	rePrefixDate = regexp.MustCompile(`^(?:[\[(【]?(\d{4}-\d{2}-\d{2})[\])】]?|\*\*[\[(]?(\d{4}-\d{2}-\d{2})[\])]?:?\*\*)\s*[:：—–-]?\s*`)
	reMachine    = regexp.MustCompile(`^(?:<!--|[0-9a-f]{7,40}\s)`)
	reUnfilled   = regexp.MustCompile(`^(?:[^:：]{0,12}[:：]\s*)?(?:<[^>]+>|\[[^\]]+\]|\{\{[^}]*\}\}|_[^_]+_|\([^)]*\))[.:]?$`)
)

// longestLesson is the length in bytes from which a text is no lesson but
// something that was pasted; the longest in the field had 400 words.
const longestLesson = 6000

// emitLines notes a lesson, unless the text is none.
func (r *reader) emitLines(text string, start, end int, at place) {
	text = words.OneLine(text)
	if m := rePrefixDate.FindStringSubmatch(text); m != nil {
		at.date = m[1] + m[2]
		text = text[len(m[0]):]
	}
	if kind, _, rest := splitLabel(text); kind == ruleLabel {
		text = rest
	}
	normal := words.Normal(text)
	if !isLesson(text, normal) {
		return
	}
	kind := ledger.KindLesson
	if at.role == decisions {
		kind = ledger.KindDecision
	}
	r.found = append(r.found, found{kind, text, normal, start, end, at.heading, at.date})
}

// tooShort says whether a text has less than three words; one this long has more.
func tooShort(plain string) bool {
	return len(plain) < 60 && words.Count(plain) < 3 && utf8.RuneCountInString(plain) < 6
}

// isMachine tells lines that programs write.
func isMachine(text string) bool {
	return reMachine.MatchString(text) || strings.Contains(text, "[score=") || strings.Contains(text, "recalls=")
}

// isStatus tells what was done from what was learned: a tick in front, or a mark
// at the end.
func isStatus(text string) bool {
	end := text[max(len(text)-longestMark, 0):]
	return reTick.MatchString(text) || strings.ContainsAny(end, "(完") && reDone.MatchString(end)
}

// longestMark is how far from the end a mark such as "(done 2026-11-03)" begins,
// in bytes.
const longestMark = 40

// isLesson says whether a text is one; plain is its normal form.
func isLesson(text, plain string) bool {
	switch {
	case len(text) > longestLesson, tooShort(plain), isMachine(text), reTodo.MatchString(text), reUnfilled.MatchString(text),
		isStatus(text) && !reRule.MatchString(text):
		return false
	}
	for _, none := range notLessons {
		if plain == none {
			return false
		}
	}
	for _, advice := range hostAdvice {
		if strings.HasPrefix(plain, advice) {
			return false
		}
	}
	return true
}
