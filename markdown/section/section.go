package section

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/markdown"
)

// Name is the name of the section.
const Name = "Wisdom"

// Required is the entry that every section holds, byte for byte as the design gives it: in English, with both places of
// memory.
const Required = "**When context feels incomplete, check your memory.** " +
	"Read `memory/YYYY-MM-DD.md` and `MEMORY.md` when historical knowledge is needed."

var requiredForms = lang.PhraseList(func(l *lang.Language) []string { return slices.Collect(maps.Values(l.Required)) })

// rePlace matches a file of lessons, which the required entry may name in place of MEMORY.md.
var rePlace = text.Lazily(`^[\pL\d_.-]+(?:/[\pL\d_.-]+)*\.md$`)

// IsRequired reports whether a line is the required entry in one of its languages and forms.
func IsRequired(line string) bool {
	return slices.ContainsFunc(requiredForms(), func(form string) bool {
		before, after, _ := strings.Cut(form, "MEMORY.md")
		rest, begins := strings.CutPrefix(line, before)
		place, ends := strings.CutSuffix(rest, after)
		return line == form || begins && ends && rePlace().MatchString(place)
	})
}

// Section is the wisdom section of a document.
type Section struct {
	// Start and End are the bytes of the section in the document.
	Start, End int
	// Line is that of the heading, counted from 1.
	Line int
	// Heading is the heading of the file, without its last line ending.
	Heading string
	// Lines are the lines below the heading. An entry that runs over several lines is one.
	Lines []Line
}

// Entries are the entries of a section, with their markers; none of one that is not there.
func (s *Section) Entries() []Entry {
	if s == nil {
		return nil
	}
	var entries []Entry
	for _, line := range s.Lines {
		if line.Kind == EntryLine {
			entries = append(entries, line.Entry)
		}
	}
	return entries
}

// In reads the section of a SOUL.md, as Find does.
func In(soul []byte) (*Section, error) { return Find(markdown.Parse(soul)) }

// TextIn returns the text of the section of a SOUL.md, or of what is left of it, "" if there is none.
func TextIn(soul []byte) string {
	s, err := In(soul)
	if err != nil || s == nil {
		return ""
	}
	return string(soul[s.Start:s.End])
}

// EntriesIn returns the entries of the section of a SOUL.md; none if there is no section, or it cannot be read.
func EntriesIn(soul []byte) []Entry {
	s, err := In(soul)
	if err != nil {
		return nil
	}
	return s.Entries()
}

// LineKind says what a line of the section is.
type LineKind int

// The kinds of lines.
const (
	Blank LineKind = iota + 1
	HeaderLine
	EntryLine
	Other
)

// Line is a line of the section.
type Line struct {
	Kind LineKind
	// Number is that of the line in the document, counted from 1.
	Number int
	// Raw is the line of the file without its line ending, which is Ending. Ending is empty at the end of a file.
	Raw, Ending string
	// Entry is set for an EntryLine, Header for a HeaderLine.
	Entry  Entry
	Header Header
}

// Entry is one line of wisdom.
type Entry struct {
	// Name is in bold, its full stop included; Text comes after it.
	Name, Text string
	// Marker is the bullet or number before it, if any.
	Marker string
}

// String is the entry as it is written into a section.
func (e Entry) String() string { return "**" + e.Name + "** " + e.Text }

// WithStops is the entry with a full stop behind its name and its text, where no mark ends them: a person may leave
// them out.
func (e Entry) WithStops() Entry {
	const closing = "\"'”’“»)]）"
	last := func(text string) rune { r, _ := utf8.DecodeLastRuneInString(text); return r }
	first, _ := utf8.DecodeRuneInString(e.Text)
	goesOn := unicode.IsPunct(first) && !strings.ContainsRune("\"'“‘„«([（", first)
	if end := last(e.Name); !goesOn && (!unicode.IsPunct(end) || strings.ContainsRune(closing, end)) {
		e.Name = text.WithStop(e.Name)
	}
	if end := last(strings.TrimRight(e.Text, closing)); !unicode.Is(unicode.Sentence_Terminal, end) &&
		!strings.ContainsRune(":;…", end) {
		e.Text = text.WithStop(e.Text)
	}
	return e
}

// Header is the content of the line below the heading.
type Header struct {
	Date    string `json:"date"`    // YYYY-MM-DD
	Lessons int    `json:"lessons"` // how many lessons were read
}

// String is the header as it is written into a section.
func (h Header) String() string {
	return fmt.Sprintf("_Last compressed: %s | Source lessons: %d_", h.Date, h.Lessons)
}

// DuplicateError says that a document has more than one wisdom section.
type DuplicateError struct {
	Lines []int
}

// Error implements error.
func (e *DuplicateError) Error() string {
	lines := strings.ReplaceAll(strings.Trim(fmt.Sprint(e.Lines), "[]"), " ", ", ")
	return fmt.Sprintf("%d \"## %s\" sections (lines %s)", len(e.Lines), Name, lines)
}

// unbalanced says that an HTML element opened in the section is closed after it, or the other way round.
func unbalanced(line int, tag string) error {
	return fmt.Errorf("line %d: <%s> crosses the border of the \"## %s\" section", line, tag, Name)
}

// Find reads the section of a document. It returns nil without an error if there is none. More than one is a
// *DuplicateError, and HTML across its end is an error.
func Find(doc *markdown.Document) (*Section, error) {
	var found, lines []int
	for i, b := range doc.Blocks {
		if b.Kind == markdown.Heading && b.Level == 2 && isName(b.Text) {
			found, lines = append(found, i), append(lines, doc.Line(b.Start))
		}
	}
	switch {
	case len(found) == 0:
		return nil, nil
	case len(found) > 1:
		return nil, &DuplicateError{lines}
	}
	heading := doc.Blocks[found[0]]
	s := &Section{
		Start:   heading.Start,
		Line:    doc.Line(heading.Start),
		Heading: strings.TrimRight(string(doc.Source[heading.Start:heading.End]), "\r\n"),
	}
	last := len(doc.Blocks)
	for i := found[0] + 1; i < last; i++ {
		if b := doc.Blocks[i]; b.Kind == markdown.Heading && b.Level <= 2 && !isEntryHeading(b) {
			last = i
		}
	}
	s.End = sectionEnd(doc, found[0], last)
	s.read(doc, heading.End)
	return s, s.balanced()
}

// isName reports whether a heading is the section's name; characters around it that are not letters do not count: "🧠
// Wisdom", "Wisdom:".
func isName(text string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
	return letters == strings.ToLower(Name)
}

// isEntryHeading reports whether a heading is an entry that became a heading only through the divider below it.
func isEntryHeading(b *markdown.Block) bool {
	line, _, _ := strings.Cut(b.Text, "\n")
	_, ok := ParseEntry(line)
	return ok
}

// sectionEnd is where the last block of the section ends that is no divider.
func sectionEnd(doc *markdown.Document, heading, next int) int {
	for i := next - 1; i > heading; i-- {
		switch b := doc.Blocks[i]; {
		case b.Kind == markdown.Divider:
		case b.Kind == markdown.Heading && isEntryHeading(b):
			// The underline is the divider.
			start, _ := doc.LineSpan(doc.Line(b.End - 1))
			return start
		default:
			return trimBlank(doc, b.Start, b.End)
		}
	}
	return doc.Blocks[heading].End
}

// trimBlank takes blank lines off the end: code blocks may end in some.
func trimBlank(doc *markdown.Document, start, end int) int {
	body := string(doc.Source[start:end])
	trimmed := strings.TrimRightFunc(body, unicode.IsSpace)
	rest := body[len(trimmed):]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return start + len(trimmed) + i + 1
	}
	if strings.HasPrefix(rest, "\r") {
		return start + len(trimmed) + 1
	}
	return end
}

func (s *Section) read(doc *markdown.Document, from int) {
	verbatim := opaque(doc, from, s.End)
	for offset := from; offset < s.End; {
		number := doc.Line(offset)
		_, end := doc.LineSpan(number)
		end = min(end, s.End)
		raw := strings.TrimRight(string(doc.Source[offset:end]), "\r\n")
		line := readLine(raw)
		if verbatim(offset) {
			line = Line{Kind: Other, Raw: raw}
		}
		line.Number, line.Ending = number, string(doc.Source[offset+len(raw):end])
		offset = end
		if s.continues(line) && !verbatim(offset-1) {
			last := &s.Lines[len(s.Lines)-1]
			last.Raw += last.Ending + raw
			last.Ending = line.Ending
			last.Entry.Text = strings.TrimSpace(last.Entry.Text + " " + strings.TrimSpace(raw))
			continue
		}
		s.Lines = append(s.Lines, line)
	}
	var lines []Line
	for start := 0; start < len(s.Lines); {
		end := start + 1
		for end < len(s.Lines) && s.Lines[start].Kind == EntryLine && s.Lines[end].Kind == EntryLine {
			end++
		}
		lines = append(lines, unwrapped(s.Lines[start:end])...)
		start = end
	}
	s.Lines = lines
}

// unwrapped are the entries of a paragraph that a formatter has wrapped: it makes one text of several entries.
func unwrapped(paragraph []Line) []Line {
	if !slices.ContainsFunc(paragraph, func(l Line) bool { return strings.ContainsAny(l.Raw, "\r\n") }) {
		return paragraph
	}
	var lines []Line
	for _, line := range paragraph {
		lines = append(lines, line.split()...)
	}
	return lines
}

// split returns the entries of a line.
func (l Line) split() []Line {
	if l.Entry.Marker != "" {
		return []Line{l}
	}
	var lines []Line
	add := func(raw, ending string) {
		line := readLine(reWrap().ReplaceAllString(raw, " "))
		line.Number, line.Raw, line.Ending = l.Number, raw, ending
		lines = append(lines, line)
		l.Number += strings.Count(raw+ending, "\n")
	}
	start := 0
	for _, m := range reNextEntry().FindAllStringSubmatchIndex(l.Raw, -1) {
		add(l.Raw[start:m[2]], l.Raw[m[2]:m[3]])
		start = m[3]
	}
	add(l.Raw[start:], l.Ending)
	return lines
}

// opaque reports for an offset whether it is in code, in HTML or in a comment: text there is never an entry.
func opaque(doc *markdown.Document, from, to int) func(int) bool {
	var spans []*markdown.Block
	for _, b := range doc.Blocks {
		if (b.Kind == markdown.Code || b.Kind == markdown.HTML) && b.Start < to && b.End > from {
			spans = append(spans, b)
		}
	}
	return func(offset int) bool {
		return slices.ContainsFunc(spans, func(b *markdown.Block) bool { return offset >= b.Start && offset < b.End })
	}
}

// continues reports whether line goes on with the entry before it, as a wrapped line does: that one ends in the middle
// of a sentence, or is wrapped already and has no room for the next word.
func (s *Section) continues(line Line) bool {
	if line.Kind != Other || len(s.Lines) == 0 || s.Lines[len(s.Lines)-1].Kind != EntryLine ||
		reBlockStart().MatchString(line.Raw) {
		return false
	}
	above := strings.FieldsFunc(s.Lines[len(s.Lines)-1].Raw, func(r rune) bool { return r == '\r' || r == '\n' })
	before, width := strings.TrimRight(above[len(above)-1], " \t"), 0
	last, _ := utf8.DecodeLastRuneInString(before)
	for _, wrapped := range above {
		width = max(width, utf8.RuneCountInString(wrapped))
	}
	next, _, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	return !strings.ContainsRune(".!?。！？", last) ||
		len(above) > 1 && utf8.RuneCountInString(before+" "+next) > width
}

var (
	reEntry = text.Lazily(`^\s{0,3}((?:[-*+]|\d{1,9}[.)])\s+)?\*\*([^*\s](?:[^*]*[^*\s])?)\*\*([:：]?)\s*(.*?)\s*$`)
	// reBlockStart matches a line that cannot continue a paragraph.
	reBlockStart = text.Lazily("^\\s{0,3}(?:[-*+]\\s|\\d{1,9}[.)]\\s|#{1,6}\\s|>|<|```|~~~|\\||[-*_=]{3,}\\s*$)")
	reWrap       = text.Lazily(`\s*[\r\n]\s*`)
	// reNextEntry matches the name of an entry, which ends in a full stop, behind the end of a sentence.
	reNextEntry = text.Lazily(`[.!?。！？]["'”’)]?(\s+)\*\*[^*\s][^*]*[.!?。！？]\*\*\s`)
	reHeader    = text.Lazily(`^\s{0,3}[_*]Last compressed:\s*(\d{4}-\d{2}-\d{2})\s*\|\s*Source lessons:\s*(\d+)[_*]\s*$`)
)

func readLine(raw string) Line {
	line := Line{Kind: Other, Raw: raw}
	if strings.TrimSpace(raw) == "" {
		line.Kind = Blank
		return line
	}
	if m := reHeader().FindStringSubmatch(raw); m != nil {
		line.Kind = HeaderLine
		line.Header.Date = m[1]
		line.Header.Lessons, _ = strconv.Atoi(m[2]) // digits only; too many of them count as 0
		return line
	}
	if entry, ok := ParseEntry(raw); ok {
		line.Kind, line.Entry = EntryLine, entry
	}
	return line
}

// ParseEntry reads a line as an entry: a name in bold and text after it, with or without a bullet.
func ParseEntry(raw string) (Entry, bool) {
	m := reEntry().FindStringSubmatch(raw)
	if m == nil {
		return Entry{}, false
	}
	return Entry{Name: m[2] + m[3], Text: m[4], Marker: strings.TrimSpace(m[1])}, true
}

var reTag = text.Lazily(`(?i)<(/?)(details|div|section|table|blockquote|ul|ol|center|aside|article)\b[^>]*?(/?)>`)

// balanced looks for HTML that is opened and not closed, or closed and not opened, within the section.
func (s *Section) balanced() error {
	type open struct {
		tag  string
		line int
	}
	var stack []open
	for _, line := range s.Lines {
		for _, m := range reTag().FindAllStringSubmatch(line.Raw, -1) {
			tag := strings.ToLower(m[2])
			switch {
			case m[3] == "/":
			case m[1] == "":
				stack = append(stack, open{tag, line.Number})
			case len(stack) == 0 || stack[len(stack)-1].tag != tag:
				return unbalanced(line.Number, tag)
			default:
				stack = stack[:len(stack)-1]
			}
		}
	}
	if len(stack) > 0 {
		return unbalanced(stack[0].line, stack[0].tag)
	}
	return nil
}
