package main

import (
	"fmt"
	"regexp"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/review"
)

// wishText is what an editor shows for a draft: what would be in the section, in
// the table and elsewhere, with what is known about it as remarks.
func wishText(log *review.Log, d *review.Draft) string {
	var b strings.Builder
	remark := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(aside+" "+terminal.Printable(fmt.Sprintf(format, args...)), " ") + "\n")
	}
	remark("The text that draft %s proposes. Delete a line to reject it,", d.ID)
	remark("reword an entry below its %s line, add one of your own as **Name.** Text.", aside)
	remark("Lines that begin with %s are comments. The required entry stays as it is.", aside)
	decisions, known := log.Decisions(d.ID), namedLines(d)
	if len(d.Lines) > 0 {
		b.WriteString("\n## " + section.Name + "\n\n")
	}
	for i, line := range d.Lines {
		item, decidable := d.Item(line.Item)
		entry := section.Entry{Name: line.Name, Text: line.Text}
		switch {
		case decidable && item.Kind == review.DropEntry:
			remark("%s would go (%s); take the %s away to keep it:", item.ID, item.Why, aside)
			remark("%s", entry)
			continue
		case decidable && decisions[item.ID] == review.Refused:
			continue
		case decidable:
			remark("%s, %s, %d tokens (%s)", item.ID, kindOf(item), item.Tokens, item.Why)
		case line.Origin != review.Required:
			remark("k%d, in place, backed by %s", i+1, plural(len(line.Lessons), "lesson"))
		}
		b.WriteString(entry.String() + "\n")
	}
	if len(d.Lines) > 0 {
		b.WriteString(ownMark + "\n")
	}
	named := false
	for _, item := range d.Items {
		if item.InSection() || decisions[item.ID] == review.Refused {
			continue
		}
		if !named {
			remark("")
			remark("Elsewhere, one a line. To include a line, remove its %s.", aside)
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
			b.WriteString(aside + " " + known[l.ID])
		}
	}
	return b.String()
}

// namedLines are the lines for what is no entry, by the ids that they begin with.
func namedLines(d *review.Draft) map[string]string {
	lines := map[string]string{}
	add := func(id, format string, args ...any) {
		lines[id] = inOneLine(fmt.Sprintf("%s | %s", id, terminal.Printable(fmt.Sprintf(format, args...))))
	}
	for _, item := range d.Items {
		if !item.InSection() {
			add(item.ID, "%s: %s %s", asked(item), item.Name, item.Text)
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

func inOneLine(text string) string { return strings.Join(strings.Fields(text), " ") + "\n" }

// rowID names a row of the table that no item is about.
func rowID(i int) string { return fmt.Sprintf("f%d", i+1) }

var (
	reNamed = regexp.MustCompile(`^\s*([a-z]\d+) \|`)
	reMark  = regexp.MustCompile(`^` + regexp.QuoteMeta(aside) + ` ((?:e|k)\d+), `)
)

// ownMark stands above the entries of a person's own.
const ownMark = aside + " Entries of your own, each on one line:"

// readWish reads a text of wishText back.
func readWish(text string, d *review.Draft) (review.Wish, error) {
	w := review.Wish{Section: len(d.Lines) > 0, Listed: map[string]bool{}}
	known := namedLines(d)
	mark := review.NoMark
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, aside) {
			mark = markOf(line, d)
			continue
		}
		line = strings.TrimSpace(line)
		if m := reNamed.FindStringSubmatch(line); m != nil {
			shown, there := known[m[1]]
			switch {
			case !there:
				return w, fmt.Errorf("there is no %s in draft %s: %q", m[1], d.ID, line)
			case inOneLine(line) != shown:
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
		w.Entries = append(w.Entries, review.Wanted{Entry: section.Entry{Name: entry.Name, Text: entry.Text}, Mark: mark})
		if mark != review.OwnMark {
			mark = review.NoMark
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

// markOf is the line of a draft, or the place, that a line which is set aside marks.
func markOf(text string, d *review.Draft) int {
	if strings.TrimSpace(text) == ownMark {
		return review.OwnMark
	}
	m := reMark.FindStringSubmatch(text)
	if m == nil {
		return review.NoMark
	}
	for i, line := range d.Lines {
		if line.Item == m[1] || fmt.Sprintf("k%d", i+1) == m[1] {
			return i + 1
		}
	}
	return review.NoMark
}
