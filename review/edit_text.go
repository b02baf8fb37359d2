package review

import (
	"fmt"
	"regexp"
	"strings"

	"wisdom/internal/words"
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
	decisions, known := log.Decisions(d.ID), t.named()
	if len(d.Lines) > 0 {
		b.WriteString("\n## " + section.Name + "\n\n")
	}
	for i, line := range d.Lines {
		item, decidable := d.Item(line.Item)
		entry := line.entry()
		switch {
		case decidable && item.Kind == DropEntry:
			remark("%s would go (%s); take the %s away to keep it:", item.ID, item.Why, EditComment)
			remark("%s", entry)
			continue
		case decidable && decisions[item.ID] == Refused:
			continue
		case decidable:
			remark("%s, %s, %d tokens (%s)", item.ID, item.Label(), item.Tokens, item.Why)
		case line.Origin != Required:
			remark("k%d, in place, backed by %s", i+1, words.Plural(len(line.Lessons), "lesson"))
		}
		b.WriteString(entry.String() + "\n")
	}
	if len(d.Lines) > 0 {
		b.WriteString(ownMark + "\n")
	}
	named := false
	for _, item := range d.Items {
		if item.InSection() || decisions[item.ID] == Refused {
			continue
		}
		if !named {
			remark("")
			remark("Elsewhere, one a line. To include a line, remove its %s.", EditComment)
			named = true
		}
		b.WriteString(known[item.ID])
	}
	if d.Tools == nil {
		return b.String()
	}
	for i, row := range d.Tools.Rows {
		if row.Item == "" {
			b.WriteString(known[rowID(i)])
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" {
			b.WriteString(EditComment + " " + known[l.ID])
		}
	}
	return b.String()
}

// named returns the lines for everything that is not an entry, by the IDs that they begin with.
func (t EditText) named() map[string]string {
	d := t.Draft
	lines := map[string]string{}
	add := func(id, format string, args ...any) {
		lines[id] = words.OneLine(fmt.Sprintf("%s | %s", id, t.Printable(fmt.Sprintf(format, args...)))) + "\n"
	}
	for _, item := range d.Items {
		if !item.InSection() {
			add(item.ID, "%s: %s %s", item.Question(), item.Name, item.Text)
		}
	}
	if d.Tools == nil {
		return lines
	}
	for i, row := range d.Tools.Rows {
		if row.Item == "" {
			add(rowID(i), "in %s: %s %s", lookup.File, row.Label(), row.Told())
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" {
			add(l.ID, "%s:%d %s %s (%s)", l.Path, l.Line, l.Key, l.Fact().Told(), l.Reason)
		}
	}
	return lines
}

// rowID returns the ID of a row of the table that no item is about.
func rowID(i int) string { return fmt.Sprintf("f%d", i+1) }

var (
	reNamed = words.Lazily(`^\s*([a-z]\d+) \|`)
	reMark  = words.Lazily(`^` + regexp.QuoteMeta(EditComment) + ` ((?:e|k)\d+), `)
)

// ownMark is the comment above the reviewer's own entries.
const ownMark = EditComment + " Entries of your own, each on one line:"

// Read reads a text that Write returned and a person edited.
func (t EditText) Read(text string) (Edit, error) {
	d := t.Draft
	w := Edit{Section: len(d.Lines) > 0, Listed: map[string]bool{}}
	known := t.named()
	mark := NoMark
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, EditComment) {
			mark = d.markOf(line)
			continue
		}
		line = strings.TrimSpace(line)
		if m := reNamed().FindStringSubmatch(line); m != nil {
			shown, there := known[m[1]]
			switch {
			case !there:
				return w, fmt.Errorf("there is no %s in draft %s: %q", m[1], d.ID, line)
			case words.OneLine(line)+"\n" != shown:
				return w, fmt.Errorf("%s can be deleted, and not be changed; it was: %s", m[1], strings.TrimSpace(shown))
			}
			w.Listed[m[1]] = true
			continue
		}
		if line == "" || strings.HasPrefix(line, "## ") {
			continue
		}
		entry, ok := section.ParseEntry(line)
		if !ok {
			return w, fmt.Errorf("%q is no entry; write **Name.** Text. on one line", line)
		}
		w.Entries = append(w.Entries, Wanted{Entry: section.Entry{Name: entry.Name, Text: entry.Text}, Mark: mark})
		if mark != OwnMark {
			mark = NoMark
		}
	}
	if d.Tools == nil {
		return w, nil
	}
	for i, row := range d.Tools.Rows {
		if row.Item == "" && !w.Listed[rowID(i)] {
			w.Out = append(w.Out, row.Fact)
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" && w.Listed[l.ID] {
			w.In = append(w.In, l.ID)
		}
	}
	return w, nil
}

// markOf returns the line of the draft, or the place, that a comment marks.
func (d *Draft) markOf(text string) int {
	if strings.TrimSpace(text) == ownMark {
		return OwnMark
	}
	m := reMark().FindStringSubmatch(text)
	if m == nil {
		return NoMark
	}
	for i, line := range d.Lines {
		if line.Item == m[1] || fmt.Sprintf("k%d", i+1) == m[1] {
			return i + 1
		}
	}
	return NoMark
}
