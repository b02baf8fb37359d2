package recall

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/markdown"
)

// passage is the smallest part of a source that is cited by itself.
type passage struct {
	// First and last line, counted from 1.
	first, last int
	// text are those lines with secrets redacted and orders taken out, without the last line ending; sum
	// is of the bytes as they are in the file.
	text     string
	sum      uint64
	redacted bool
	heading  string // the path of headings, with " › " between
	lead     string // what leads the passage in: the sentence above a list, the head of a table
	date     string // of the section or the line, "" where the date of the file counts
	language string
	tokens   int // the larger count of text
}

// context is what stands above the passage.
func (p *passage) context() string { return strings.TrimSpace(p.heading + "\n" + p.lead) }

// sharesContext reports whether the same stands above two passages, in the same language.
func (p *passage) sharesContext(other *passage) bool {
	return p.language == other.language && p.heading == other.heading && p.lead == other.lead
}

// splitResult are the passages of a file, and how many were not included.
type splitResult struct {
	passages []passage
	poisoned int // gave orders to a model, or hid characters
	secret   int // nothing but a secret
}

// split cuts a note into passages.
func split(source []byte) splitResult {
	if !utf8.Valid(source) {
		source = []byte(strings.ToValidUTF8(string(source), "?")) // such lines fail the comparison, and are not cited
	}
	clean, _ := secrets.Redact(string(source))
	clean, refused := injection.Screen(clean)
	s := splitter{raw: source, clean: clean, language: text.Language(beginning(clean))}
	s.out.poisoned = len(refused)
	s.doc = markdown.ParseLoose(withoutInjected([]byte(clean)))
	s.out.passages = make([]passage, 0, len(s.doc.Blocks))
	s.rawStarts, s.cleanStarts = starts(s.raw), starts(s.doc.Source)
	s.blocks(s.doc.Blocks)
	return s.out
}

// beginning is as much of a file as tells its language.
func beginning(text string) string { return text[:min(len(text), 4096)] }

type splitter struct {
	raw                    []byte
	clean                  string
	rawStarts, cleanStarts []int
	doc                    *markdown.Document
	language               string
	headings               []heading
	out                    splitResult
}

type heading struct {
	level int
	text  string
}

// blocks cuts the blocks of the document.
func (s *splitter) blocks(blocks []*markdown.Block) {
	for i, b := range blocks {
		switch b.Kind {
		case markdown.Heading:
			s.enter(b)
		case markdown.List:
			s.list(b, s.leadOf(blocks, i))
		case markdown.Table:
			s.table(b)
		case markdown.Quote:
			s.blocks(b.Children)
		case markdown.Code:
			s.add(b.Start, b.End, s.leadOf(blocks, i))
		case markdown.Paragraph:
			if !leadsIn(b.Text) || i+1 == len(blocks) || blocks[i+1].Kind == markdown.Heading ||
				blocks[i+1].Kind == markdown.Paragraph {
				s.add(b.Start, b.End, "")
			}
		case markdown.HTML:
			if !strings.HasPrefix(strings.TrimSpace(b.Text), "<!--") {
				s.add(b.Start, b.End, "")
			}
		case markdown.Item, markdown.Row, markdown.Cell, markdown.Divider:
		}
	}
}

// enter notes a heading.
func (s *splitter) enter(b *markdown.Block) {
	for len(s.headings) > 0 && s.headings[len(s.headings)-1].level >= b.Level {
		s.headings = s.headings[:len(s.headings)-1]
	}
	text := text.OneLine(b.Text)
	if len(text) > longestHeading {
		text = ""
	}
	s.headings = append(s.headings, heading{b.Level, text})
}

// longestHeading is the length in bytes from which a heading is no context.
const longestHeading = 300

// leadsIn reports whether a paragraph only announces what follows.
func leadsIn(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "*_")
	return len(text) < 200 && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："))
}

func (s *splitter) leadOf(blocks []*markdown.Block, i int) string {
	if i == 0 || blocks[i-1].Kind != markdown.Paragraph || !leadsIn(blocks[i-1].Text) {
		return ""
	}
	return text.OneLine(blocks[i-1].Text)
}

// wholeItem is the size in bytes up to which an item with its sub-items is one passage.
const wholeItem = 320

// list cuts a list into its items. A long item with sub-items is cut again, and its
// own text leads them in.
func (s *splitter) list(b *markdown.Block, lead string) {
	for _, item := range b.Children {
		nested := -1
		for i, c := range item.Children {
			if c.Kind == markdown.List && nested < 0 {
				nested = i
			}
		}
		if nested < 0 || item.End-item.Start <= wholeItem {
			s.add(item.Start, item.End, lead)
			continue
		}
		own := ""
		if nested > 0 {
			own = text.OneLine(item.Children[0].Text)
			s.lines(s.line(item.Start), s.line(item.Children[nested].Start)-1, lead)
		}
		for _, c := range item.Children[nested:] {
			if c.Kind == markdown.List {
				s.list(c, strings.TrimSpace(lead+" "+own))
			} else {
				s.add(c.Start, c.End, own)
			}
		}
	}
}

// table cuts a table into its rows; the head says what the cells are.
func (s *splitter) table(b *markdown.Block) {
	head := ""
	for _, row := range b.Children {
		if row.Header {
			var cells []string
			for _, c := range row.Children {
				cells = append(cells, text.OneLine(c.Text))
			}
			head = strings.Join(cells, " | ")
			continue
		}
		s.add(row.Start, row.End, head)
	}
}

// add makes a passage of the lines from one offset to another.
func (s *splitter) add(start, end int, lead string) {
	if start >= end {
		return
	}
	first, last := s.line(start), s.line(end-1)
	s.lines(first, last, lead)
}

// lines makes a passage of whole lines, without the empty ones at its ends, and without the
// marks of a block of code that it only consists of.
func (s *splitter) lines(first, last int, lead string) {
	fenced := false
	for first <= last && (s.isBlank(first) || s.isFence(first)) {
		fenced = fenced || s.isFence(first)
		first++
	}
	for last >= first && (s.isBlank(last) || fenced && s.isFence(last)) {
		last--
	}
	if first > last {
		return
	}
	n := len(s.out.passages)
	if n > 0 && s.out.passages[n-1].last >= first { // two blocks on one line
		first = s.out.passages[n-1].last + 1
		if first > last {
			return
		}
	}
	if p, ok := s.passage(first, last, lead); ok {
		s.out.passages = append(s.out.passages, p)
	}
}

// passage is the passage of some lines, if they may be cited.
func (s *splitter) passage(first, last int, lead string) (p passage, ok bool) {
	raw := bytes.TrimRight(cut(s.raw, s.rawStarts, first, last), "\r\n")
	p = passage{first: first, last: last, sum: sumOf(raw), lead: lead, heading: s.path()}
	p.text = strings.TrimRight(cut(s.clean, s.cleanStarts, first, last), "\r\n")
	if first == 1 {
		p.text = strings.TrimPrefix(p.text, "\ufeff")
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	p.redacted = string(raw) != p.text
	switch {
	case strings.ContainsRune(p.text, '\u00ad'),
		strings.ContainsRune(p.text, '\u2028'),
		strings.ContainsRune(p.text, '\u2029'):
		s.out.poisoned++
		return p, false
	case p.redacted && isOnlySecret(p.text):
		if reSigns().MatchString(p.text) {
			s.out.secret++
		}
		return p, false
	}
	if p.language = s.language; p.language == "" || p.language == "cjk" {
		p.language = text.Language(p.text)
	}
	p.date = s.dateOf(p.text)
	p.tokens = tokens.Larger.Tokens(p.text)
	return p, true
}

// path is the path of headings above.
func (s *splitter) path() string {
	var all []string
	for _, h := range s.headings {
		if h.text != "" {
			all = append(all, h.text)
		}
	}
	return strings.Join(all, " › ")
}

var (
	reDate  = text.Lazily(`\b(20\d{2}-[01]\d-[0-3]\d)\b`)
	reSigns = text.Lazily(`\[REDACTED\]`)
)

// dateOf is the date that a passage or the section above it carries.
func (s *splitter) dateOf(text string) string {
	if date := firstDate(text[:min(len(text), 80)]); date != "" {
		return date
	}
	for i := len(s.headings) - 1; i >= 0; i-- {
		if date := firstDate(s.headings[i].text); date != "" {
			return date
		}
	}
	return ""
}

// firstDate is the first date in a text, or "".
func firstDate(text string) string {
	if !strings.Contains(text, "20") {
		return ""
	}
	return reDate().FindString(text)
}

// isOnlySecret reports whether a redacted passage says little but the name of a secret.
func isOnlySecret(s string) bool {
	const least = 6 // words that it must have besides
	return text.Count(reSigns().ReplaceAllString(s, " ")) < least
}
