package review

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
)

// applyToSection puts entries into the section of SOUL.md and takes entries out of it. Everything else in the section
// stays where it is. The header is set with them, and the required entry put in where nothing does the same.
func (f *File) applyToSection(d *Draft, on ground) error {
	items := f.of(Item.InSection)
	if len(items) == 0 {
		return nil
	}
	doc := markdown.Parse(f.Content)
	s, err := section.Find(doc)
	if err != nil {
		return fmt.Errorf("%s: %w", d.SectionFile(), err)
	}
	t := &sectionText{newline: doc.Newline(), heading: "## " + section.Name}
	if s != nil {
		t.heading, t.lines = s.Heading, slices.Clone(s.Lines)
	}
	before := t.String()
	for _, item := range items {
		if item.Kind == AddEntry && item.Origin != Required {
			isIn := t.index(item.Entry()) >= 0
			old, replaces := section.ParseEntry(item.Old)
			switch {
			case replaces && !t.drop(old) && !isIn:
				f.unapplied[item.ID] = fmt.Sprintf("the section does not hold %q", item.Old)
			case !isIn:
				t.add(d, item)
			}
			f.adds = true
		}
	}
	for _, item := range items {
		if item.Kind == DropEntry && !t.drop(item.Entry()) {
			f.unapplied[item.ID] = fmt.Sprintf("the section does not hold %q", item.Entry())
		}
	}
	if t.String() == before && (!d.isRequiredAlone() || t.isRequiredIn(d, doc)) {
		return nil
	}
	f.lines = t.linesOf(d, f.items, on)
	header := d.Header
	if d.SchemaVersion > 1 { // older drafts were shown with the lessons that a run read
		ids := map[string]bool{}
		for _, line := range f.lines {
			for _, id := range line.Lessons {
				ids[id] = true
			}
		}
		header.Lessons = len(ids)
	}
	t.setHeader(header)
	if !t.isRequiredIn(d, doc) {
		t.insert(t.top(), d.required())
	}
	f.section = t.String()
	if f.Content, err = section.Put(doc, s, f.section); err != nil {
		return fmt.Errorf("%s: %w", d.SectionFile(), err)
	}
	if len(f.Content) > workspace.MaxTarget {
		return &lint.SoulError{
			Path:    d.SectionFile(),
			Message: fmt.Sprintf("would grow to %d bytes, and the host reads %d", len(f.Content), workspace.MaxTarget),
			Hint:    "move what is not identity elsewhere",
		}
	}
	return nil
}

// isRequiredAlone reports whether the required entry is all that a draft proposes for the section.
func (d *Draft) isRequiredAlone() bool {
	return !slices.ContainsFunc(d.Items, func(i Item) bool { return i.InSection() && i.Origin != Required })
}

// required is the required entry in the words of the draft; without a name where there is no memory to name.
func (d *Draft) required() section.Entry {
	if line, there := find(d.Lines, func(l Line) bool { return l.Origin == Required }); there || d.File != "" {
		return line.Entry()
	}
	e, _ := section.ParseEntry(section.Required)
	return e
}

// sectionText is a section that is being changed, line by line.
type sectionText struct {
	newline, heading string
	lines            []section.Line
}

// String is the section with its heading and its last line ending.
func (t *sectionText) String() string {
	var b strings.Builder
	b.WriteString(t.heading + t.newline)
	last := len(t.lines)
	for last > 0 && t.lines[last-1].Kind == section.Blank {
		last--
	}
	for i, line := range t.lines[:last] {
		b.WriteString(line.Raw + line.Ending)
		if line.Ending == "" && i < last-1 {
			b.WriteString(t.newline)
		}
	}
	return b.String()
}

// index finds an entry, whatever its marker, and -1 if it is not there. One that was wrapped behind a full stop is
// joined first.
func (t *sectionText) index(e section.Entry) int {
	for i, line := range t.lines {
		if line.Kind != section.EntryLine || line.Entry.Name != e.Name {
			continue
		}
		joined, next := line, i+1
		for joined.Entry.Text != e.Text && strings.HasPrefix(e.Text, joined.Entry.Text+" ") &&
			next < len(t.lines) && t.lines[next].Kind == section.Other {
			more := t.lines[next]
			joined.Raw += joined.Ending + more.Raw
			joined.Ending = more.Ending
			joined.Entry.Text += " " + strings.TrimSpace(more.Raw)
			next++
		}
		if joined.Entry.Text == e.Text {
			t.lines = slices.Replace(t.lines, i, next, joined)
			return i
		}
	}
	return -1
}

// add puts an entry behind the nearest entry that comes before it in the draft, or else in front of the nearest that
// comes after it, or else below the header.
func (t *sectionText) add(d *Draft, item Item) {
	place := slices.IndexFunc(d.Lines, func(l Line) bool { return l.Item == item.ID && l.Entry() == item.Entry() })
	before := slices.Clone(d.Lines[:max(place, 0)])
	slices.Reverse(before)
	for i, line := range slices.Concat(before, d.Lines[place+1:]) {
		at := t.index(line.Entry())
		if at < 0 {
			continue
		}
		if i < len(before) {
			for at++; at < len(t.lines) && t.lines[at].Kind == section.Other; at++ { // what goes on with it
			}
		}
		t.insert(at, item.Entry())
		return
	}
	t.insert(t.top(), item.Entry())
}

// insert puts an entry in front of a line, as an item of the list that it comes into. A blank line parts it from text
// that it must not run into.
func (t *sectionText) insert(at int, e section.Entry) {
	line := section.Line{Kind: section.EntryLine, Raw: e.String(), Ending: t.newline, Entry: e}
	marker := ""
	if at > 0 && t.lines[at-1].Kind == section.EntryLine {
		marker = t.lines[at-1].Entry.Marker
	}
	if marker != "" {
		line.Raw = marker + " " + line.Raw
	}
	lines := []section.Line{line}
	if at > 0 && isHeader(t.lines[at-1]) {
		lines = []section.Line{t.blank(), line}
	}
	if at < len(t.lines) {
		next := t.lines[at]
		joins := next.Kind == section.Blank || next.Kind == section.EntryLine && next.Entry.Marker == marker
		if !joins {
			lines = append(lines, t.blank())
		}
	}
	t.lines = slices.Insert(t.lines, at, lines...)
}

func (t *sectionText) blank() section.Line {
	return section.Line{Kind: section.Blank, Ending: t.newline}
}

// drop takes out an entry, and one of two blank lines that then meet; there is false if it is not there.
func (t *sectionText) drop(e section.Entry) (there bool) {
	at := t.index(e)
	if at < 0 {
		return false
	}
	t.lines = slices.Delete(slices.Clone(t.lines), at, at+1)
	if at > 0 && at < len(t.lines) && t.lines[at-1].Kind == section.Blank && t.lines[at].Kind == section.Blank {
		t.lines = slices.Delete(t.lines, at, at+1)
	}
	return true
}

func isHeader(l section.Line) bool { return l.Kind == section.HeaderLine }

// setHeader writes the header, in its place or as the first line.
func (t *sectionText) setHeader(h section.Header) {
	line := section.Line{Kind: section.HeaderLine, Raw: h.String(), Ending: t.newline, Header: h}
	if at := slices.IndexFunc(t.lines, isHeader); at >= 0 {
		line.Ending = t.lines[at].Ending
		t.lines[at] = line
		return
	}
	for len(t.lines) > 0 && t.lines[0].Kind == section.Blank {
		t.lines = t.lines[1:]
	}
	t.lines = slices.Insert(t.lines, 0, t.blank(), line, t.blank())
}

// top is the place of the first entry: below the header and the blank lines that follow it.
func (t *sectionText) top() int {
	at := slices.IndexFunc(t.lines, isHeader) + 1
	for at < len(t.lines) && t.lines[at].Kind == section.Blank {
		at++
	}
	return at
}

// isRequiredIn reports whether the required entry is there, or other text that does the same.
func (t *sectionText) isRequiredIn(d *Draft, soul *markdown.Document) bool {
	required := d.required()
	wording := required.String()
	return required.Name == "" || pointers.Reminder(soul) >= 0 || slices.ContainsFunc(t.lines, func(l section.Line) bool {
		return l.Kind == section.EntryLine && (l.Entry.String() == wording || lint.StandsIn(l.Entry))
	})
}

// linesOf are the entries of the draft that are in the section once items are applied.
func (t *sectionText) linesOf(d *Draft, items []Item, on ground) (lines []Line) {
	for _, line := range d.Lines {
		item, decidable := d.Item(line.Item)
		isApplied := slices.ContainsFunc(items, func(i Item) bool { return i.ID == line.Item })
		ours := !decidable || item.Kind == DropEntry || item.Origin == Required || isApplied || on.promoted[line.Item] != ""
		if ours && t.index(line.Entry()) >= 0 {
			lines = append(lines, line)
		}
	}
	return lines
}
