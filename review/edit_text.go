package review

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// EditComment begins the lines of an edited text that are comments for its reader. No Markdown begins with it.
const EditComment = ";;"

// WithoutComments removes the comments from an edited text.
func WithoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, EditComment) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// EditText writes the text of a draft for an editor, and reads it back: the entries of the section, the items
// elsewhere, and the facts, with comments about them.
type EditText struct {
	Draft *Draft
	// Printable escapes what a terminal would act on.
	Printable func(string) string
}

// Write returns the text to edit.
func (t EditText) Write(log *Log) string {
	d := t.Draft
	var b strings.Builder
	remark := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(EditComment+" "+t.Printable(fmt.Sprintf(format, args...)), " ") + "\n")
	}
	remark("The text that draft %s proposes. Delete a line to reject it,", d.ID)
	remark("reword an entry below its %s line, add one of your own as **Name.** Text.", EditComment)
	remark("Lines that begin with %s are comments. The required entry stays as it is.", EditComment)
	decisions := log.Decisions(d.ID)
	if len(d.Lines) > 0 {
		b.WriteString("\n## " + section.Name + "\n\n")
	}
	for i, line := range d.Lines {
		item, decidable := d.Item(line.Item)
		by, isReplaced := d.Replacing(line)
		entry := line.Entry()
		switch {
		case decidable && item.Kind == DropEntry:
			remark("%s would go (%s); take the %s away to keep it:", item.ID, item.Why, EditComment)
			remark("%s", entry)
			continue
		case decidable && decisions[item.ID] == Refused:
			continue
		case decidable:
			remark("%s, %s, %d tokens (%s)", item.ID, item.Label(), item.Tokens, item.Why)
		case isReplaced && decisions[by.ID] != Refused:
			remark("%s would take its place; delete that one to keep it: %s", by.ID, entry)
			continue
		case line.Origin != Required:
			remark("k%d, in place, backed by %s", i+1, text.Plural(len(line.Lessons), "lesson"))
		}
		b.WriteString(entry.String() + "\n")
	}
	if len(d.Lines) > 0 {
		remark("Entries of your own, each on one line:")
	}
	headed := false
	for _, l := range t.listed() {
		switch {
		case decisions[l.id] == Refused:
			continue
		case d.isLeftOut(l.id):
			b.WriteString(EditComment + " ")
		case !headed && slices.Contains(d.IDs(), l.id):
			remark("")
			remark("Elsewhere, one a line. To include a line, remove its %s.", EditComment)
			headed = true
		}
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

// listed is a line for something that is not an entry: an item outside the section, a fact of the table that no item is
// about, or a fact that is not included. The text begins with the ID.
type listed struct{ id, text string }

// existingID names a fact of the table that no item is about, by its row.
func existingID(row int) string { return fmt.Sprintf("f%d", row+1) }

// listed returns the lines for everything that is not an entry, in order.
func (t EditText) listed() []listed {
	var lines []listed
	add := func(id, format string, args ...any) {
		lines = append(lines, listed{id, text.OneLine(id + " | " + t.Printable(fmt.Sprintf(format, args...)))})
	}
	for _, item := range t.Draft.Items {
		if !item.InSection() {
			add(item.ID, "%s: %s %s", item.Question(), item.Name, item.Text)
		}
	}
	if t.Draft.Tools == nil {
		return lines
	}
	for i, row := range t.Draft.Tools.Rows {
		if row.Item == "" {
			add(existingID(i), "in %s: %s %s", lookup.File, row.Label(), row.Told())
		}
	}
	for _, l := range t.Draft.Tools.LeftOut {
		if l.ID != "" {
			add(l.ID, "%s:%d %s %s (%s)", l.Path, l.Line, l.Key, l.Fact().Told(), l.Reason)
		}
	}
	return lines
}

var (
	reNamed = text.Lazily(`^\s*([a-z]\d+) \|`)
	reMark  = text.Lazily(`^` + regexp.QuoteMeta(EditComment) + ` ((?:e|k)\d+), `)
)

// Read reads a text that Write returned and a person edited. A *WordsError says what is wrong with it.
func (t EditText) Read(s string) (Edit, error) {
	d := t.Draft
	w := Edit{Section: len(d.Lines) > 0, Listed: map[string]bool{}}
	known := t.listed()
	var mark section.Entry
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, EditComment) {
			mark = d.markOf(line)
			continue
		}
		line = strings.TrimSpace(line)
		if m := reNamed().FindStringSubmatch(line); m != nil {
			shown, there := find(known, func(l listed) bool { return l.id == m[1] })
			switch {
			case !there:
				return w, wrongText("there is no %s in draft %s: %q", m[1], d.ID, line)
			case text.OneLine(line) != shown.text:
				return w, wrongText("%s can be deleted, and not be changed; it was: %s", m[1], shown.text)
			}
			w.Listed[m[1]] = true
			continue
		}
		if line == "" || strings.HasPrefix(line, "## ") {
			continue
		}
		entry, ok := section.ParseEntry(line)
		if !ok {
			return w, wrongText("%q is no entry; write **Name.** Text. on one line", line)
		}
		w.Entries = append(w.Entries, Wanted{Entry: section.Entry{Name: entry.Name, Text: entry.Text}, Below: mark})
		mark = section.Entry{}
	}
	return w, nil
}

// markOf returns the entry of the draft that a comment marks, if it marks one.
func (d *Draft) markOf(text string) section.Entry {
	if m := reMark().FindStringSubmatch(text); m != nil {
		for i, line := range d.Lines {
			if line.Item == m[1] || fmt.Sprintf("k%d", i+1) == m[1] {
				return line.Entry()
			}
		}
	}
	return section.Entry{}
}
