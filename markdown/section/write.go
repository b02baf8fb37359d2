package section

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lang"
	"wisdom/markdown"
)

// Content is the content of a section.
type Content struct {
	// Heading is the heading of the file; empty for "## Wisdom".
	Heading string
	Header  Header
	// Entries are the lines that wisdom answers for, the required one first.
	Entries []string
	// Hand is all handwritten text of the section, byte for byte. It comes last, because it may contain headings.
	Hand string
}

// Render writes the section, its last line ending included.
func (c Content) Render(newline string) string {
	var b strings.Builder
	b.WriteString(cmp.Or(c.Heading, "## "+Name) + newline + newline + c.Header.String() + newline + newline)
	for _, entry := range c.Entries {
		b.WriteString(entry + newline)
	}
	if c.Hand != "" {
		if first, _, _ := strings.Cut(c.Hand, "\n"); !joins(first) {
			b.WriteString(newline)
		}
		b.WriteString(c.Hand + newline)
	}
	return b.String()
}

// joins reports whether a line can follow an entry without a blank line.
func joins(line string) bool {
	entry, ok := ParseEntry(line)
	return ok && entry.Marker == ""
}

// Hand returns everything in the section besides the header, the required entry and wisdom's own entries, without its
// last line ending.
func (s *Section) Hand(ours func(Entry) bool) string {
	var kept []Line
	gap := true // blank lines go with what was taken out around them, all but one
	last := func() *Line { return &kept[len(kept)-1] }
	for _, line := range s.Lines {
		switch {
		case line.Kind == HeaderLine,
			line.Kind == EntryLine && (IsRequired(line.Entry.String()) || ours(line.Entry)):
			gap = true
			if len(kept) > 0 && !strings.ContainsAny(last().Ending, "\r\n") { // in a wrapped paragraph
				last().Ending = s.newline()
			}
		case line.Kind == Blank && gap && (len(kept) == 0 || last().Kind == Blank):
		default:
			gap = false
			kept = append(kept, line)
		}
	}
	for len(kept) > 0 && last().Kind == Blank {
		kept = kept[:len(kept)-1]
	}
	var b strings.Builder
	ending := ""
	for _, line := range kept {
		b.WriteString(ending + line.Raw)
		ending = line.Ending
	}
	return b.String()
}

// newline is the first line ending of the section.
func (s *Section) newline() string {
	i := slices.IndexFunc(s.Lines, func(line Line) bool { return strings.HasSuffix(line.Ending, "\n") })
	if i < 0 {
		return "\n"
	}
	return s.Lines[i].Ending
}

// Put returns the document with text as its section. It replaces s, or, if s is nil, adds the section after the
// identity. text comes from Render. An error names the line that is in the way.
func Put(doc *markdown.Document, s *Section, text string) ([]byte, error) {
	newline := doc.Newline()
	var out []byte
	if s != nil {
		if !endsInNewline(doc.Source[s.Start:s.End]) {
			text = strings.TrimRight(text, "\r\n")
		}
		if string(doc.Source[s.Start:s.End]) == text {
			return doc.Source, nil
		}
		next := strings.TrimLeft(string(doc.Source[s.End:]), " \t")
		if next != "" && !strings.ContainsRune("#\r\n", rune(next[0])) {
			text += newline
		}
		out = markdown.Splice(doc.Source, s.Start, s.End, text)
	} else {
		at := Place(doc)
		if at < len(doc.Source) {
			text += newline
		}
		out = markdown.Splice(doc.Source, at, at, leading(doc.Source[:at], newline)+text)
	}
	return out, check(doc, s, markdown.Parse(out), text)
}

func endsInNewline(b []byte) bool {
	return bytes.HasSuffix(b, []byte("\n")) || bytes.HasSuffix(b, []byte("\r"))
}

// leading returns what must come between before and a heading: nothing at the start of a file, else one blank line.
func leading(before []byte, newline string) string {
	text := strings.TrimRight(string(before), " \t")
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(before, []byte("\xef\xbb\xbf")))) == 0:
		return ""
	case strings.HasSuffix(text, "\n\n"), strings.HasSuffix(text, "\r\n\r\n"), strings.HasSuffix(text, "\r\r"):
		return ""
	case endsInNewline([]byte(text)):
		return newline
	}
	return newline + newline
}

// identityNames are common names, in lower case, of the section about who the agent is.
var identityNames = lang.PhraseList(func(l *lang.Language) []string { return l.Headings.Identity })

// Place returns the offset for a new section: after the section that names the identity, before the first that follows
// it. If no heading names the identity, it is the title with the text below it, or else the first section.
func Place(doc *markdown.Document) int {
	headings := doc.Headings()
	identity := identityHeading(headings)
	if identity < 0 && len(headings) > 0 {
		if headings[0].Level == 1 && textBelow(doc, headings[0]) {
			return startOr(headings[1:], 6, len(doc.Source))
		}
		for identity = 0; identity+1 < len(headings) && !textBelow(doc, headings[identity]); {
			identity++
		}
	}
	if identity < 0 {
		return len(doc.Source)
	}
	// A section of level 2 must not be in the middle of another one.
	return startOr(headings[identity+1:], min(headings[identity].Level, 2), len(doc.Source))
}

// Identity returns the range of the text about who the agent is: the text between the heading that names the identity
// and the next heading of any level. If no heading names it, it is the text below the title, else the text before the
// first heading. It may be empty, and is never in another section. s is the wisdom section, if there is one; its
// headings name no identity.
func Identity(doc *markdown.Document, s *Section) (start, end int) {
	headings := doc.Headings()
	own := slices.DeleteFunc(slices.Clone(headings), func(h *markdown.Block) bool {
		return s != nil && h.Start >= s.Start && h.Start < s.End
	})
	identity := identityHeading(own)
	if identity < 0 && len(own) > 0 && isTitle(own, own[0]) {
		identity = 0
	}
	if identity >= 0 {
		start = own[identity].End
	}
	for _, h := range headings {
		if h.Start >= start {
			return start, h.Start
		}
	}
	return start, len(doc.Source)
}

// identityHeading is the index of the heading that names the identity, else -1. A title names the document.
func identityHeading(headings []*markdown.Block) int {
	return slices.IndexFunc(headings, func(h *markdown.Block) bool {
		names := func(name string) bool { return strings.Contains(strings.ToLower(h.Text), name) }
		return !isTitle(headings, h) && slices.ContainsFunc(identityNames(), names)
	})
}

// isTitle reports whether a heading is the only one of level 1, and so the title of the document.
func isTitle(headings []*markdown.Block, heading *markdown.Block) bool {
	return heading.Level == 1 && !slices.ContainsFunc(headings, func(h *markdown.Block) bool {
		return h != heading && h.Level == 1
	})
}

// startOr is where the first heading of at most the given level starts.
func startOr(headings []*markdown.Block, level, or int) int {
	for _, h := range headings {
		if h.Level <= level {
			return h.Start
		}
	}
	return or
}

// textBelow reports whether there is text between a heading and the next one.
func textBelow(doc *markdown.Document, heading *markdown.Block) bool {
	next := slices.Index(doc.Blocks, heading) + 1
	return next < len(doc.Blocks) && doc.Blocks[next].Kind != markdown.Heading
}

// check compares the structure before and after: the section exists once, and every other heading is what it was.
func check(before *markdown.Document, old *Section, after *markdown.Document, text string) error {
	s, err := Find(after)
	if err != nil {
		return err
	}
	if s == nil ||
		strings.TrimRight(string(after.Source[s.Start:s.End]), "\r\n") != strings.TrimRightFunc(text, unicode.IsSpace) {
		if after.Unclosed > 0 {
			return fmt.Errorf("line %d: a fence or comment opens here and is never closed, "+
				"so the section would be part of it", after.Unclosed)
		}
		return fmt.Errorf("the section would be part of another element there")
	}
	if !slices.Equal(others(before, old), others(after, s)) {
		return fmt.Errorf("the headings around the section would change")
	}
	return nil
}

// others are the headings outside the section.
func others(doc *markdown.Document, s *Section) []string {
	var headings []string
	for _, h := range doc.Headings() {
		if s != nil && h.Start >= s.Start && h.Start < s.End {
			continue
		}
		headings = append(headings, fmt.Sprintf("%d %s", h.Level, h.Text))
	}
	return headings
}
