package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wisdom/markdown"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/review"
	"wisdom/review/lint"
)

// wish is the end state that a person wants, as it was read from a text.
type wish struct {
	entries []section.Entry // of the section; nil where nothing is said about it
	section bool
	says    bool            // whether the section is to be another than that of the draft
	ids     map[string]bool // items and left-out facts that are named, if any are
	soul    []byte          // SOUL.md around the section; nil where that stays
	table   []byte          // TOOLS_COMPACT.md; nil where nothing is said about it
}

// plan is what a wish means for a draft.
type plan struct {
	refused, swapped []string
	revision         review.Revision
}

// wishText is what an editor shows for a draft: what would be in the section, in
// the table and elsewhere, with what is known about it as remarks.
func wishText(log *review.Log, d *review.Draft) string {
	var b strings.Builder
	remark := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(aside+" "+printable(fmt.Sprintf(format, args...)), " ") + "\n")
	}
	remark("What is to be in place in the end, of draft %s. Delete a line to refuse it,", d.ID)
	remark("reword an entry, add one of your own as **Name.** Text. Lines that begin with")
	remark("%s are left out. The required entry stays as it is.", aside)
	decisions, known := log.Decisions(d.ID), namedLines(d)
	if len(d.Lines) > 0 {
		b.WriteString("\n## " + section.Name + "\n\n")
	}
	for _, line := range d.Lines {
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
		}
		b.WriteString(entry.String() + "\n")
	}
	named := false
	for _, item := range d.Items {
		if item.InSection() || decisions[item.ID] == review.Refused {
			continue
		}
		if !named {
			remark("")
			remark("Elsewhere, one a line. What is left out comes in when its %s is taken away.", aside)
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
		lines[id] = inOneLine(fmt.Sprintf("%s | %s", id, printable(fmt.Sprintf(format, args...))))
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
			add(rowID(i), "stands in %s: %s %s", lookup.File, row.Label(), row.Value)
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" {
			add(l.ID, "%s:%d %s %s (%s)", l.Path, l.Line, l.Key, l.Value, l.Reason)
		}
	}
	return lines
}

func inOneLine(text string) string { return strings.Join(strings.Fields(text), " ") + "\n" }

// rowID names a row of the table that no item is about.
func rowID(i int) string { return fmt.Sprintf("f%d", i+1) }

var reNamed = regexp.MustCompile(`^\s*([a-z]\d+) \|`)

// readWish reads a text of wishText back. problem says what cannot be read.
func readWish(text string, d *review.Draft) (w wish, problem string) {
	w = wish{section: len(d.Lines) > 0, ids: map[string]bool{}}
	known := namedLines(d)
	for line := range strings.Lines(withoutAsides(text)) {
		line = strings.TrimSpace(line)
		if m := reNamed.FindStringSubmatch(line); m != nil {
			shown, there := known[m[1]]
			switch {
			case !there:
				return w, fmt.Sprintf("error: there is no %s in draft %s: %q", m[1], d.ID, line)
			case inOneLine(line) != shown:
				return w, fmt.Sprintf("error: %s can be deleted, and not be changed; it was: %s", m[1], strings.TrimSpace(shown))
			}
			w.ids[m[1]] = true
			continue
		}
		if line == "" || strings.HasPrefix(line, "## ") {
			continue
		}
		entry, ok := section.ParseEntry(line)
		if !ok {
			return w, fmt.Sprintf("error: %q is no entry; write it on one line, as **Name.** Text.", line)
		}
		w.entries = append(w.entries, section.Entry{Name: entry.Name, Text: entry.Text})
	}
	return w, ""
}

// readSoulWish reads a whole SOUL.md as a person wants it.
func readSoulWish(text []byte, d *review.Draft) (w wish, problem string) {
	w = wish{section: len(d.Lines) > 0}
	shown, _, err := d.Result(d.All())
	if err != nil {
		return w, "error: " + err.Error()
	}
	text = endingsLike(shown, text)
	doc := markdown.Parse(text)
	s, err := section.Find(doc)
	if err != nil || s == nil && w.section {
		return w, "error: the \"## " + section.Name + "\" section cannot be found any more; leave its heading where it is"
	}
	if s != nil {
		if w.entries, problem = entriesIn(s, d); problem != "" {
			return w, problem
		}
	}
	if s, err := section.Find(markdown.Parse(shown)); err == nil && s != nil {
		before, _ := entriesIn(s, d)
		w.says = !slices.Equal(w.entries, before)
	}
	if around, changed := aroundSection(text, shown, d.Bases[lint.SoulFile]); changed {
		w.soul = around
	}
	return w, ""
}

// entriesIn are the entries of a section. What else stands there must be a
// person's from before.
func entriesIn(s *section.Section, d *review.Draft) (entries []section.Entry, problem string) {
	for _, line := range s.Lines {
		switch {
		case line.Kind == section.EntryLine:
			entries = append(entries, section.Entry{Name: line.Entry.Name, Text: line.Entry.Text})
		case line.Kind == section.Other && !bytes.Contains(d.Bases[lint.SoulFile], []byte(line.Raw)):
			return nil, fmt.Sprintf("error: %q is no entry; write it on one line, as **Name.** Text.", line.Raw)
		}
	}
	return entries, ""
}

// aroundSection is base with what a person changed around the section of shown;
// changed is false where that is nothing.
func aroundSection(wanted, shown, base []byte) (around []byte, changed bool) {
	cut := func(source []byte) (head, tail []byte) {
		s, err := section.Find(markdown.Parse(source))
		if err != nil || s == nil {
			return source, nil
		}
		return source[:s.Start], source[s.End:]
	}
	head, tail := cut(wanted)
	shownHead, shownTail := cut(shown)
	if bytes.Equal(head, shownHead) && bytes.Equal(tail, shownTail) {
		return nil, false
	}
	if s, err := section.Find(markdown.Parse(base)); err == nil && s != nil {
		return slices.Concat(head, base[s.Start:s.End], tail), true
	}
	// The section is new: blank lines around it came with it.
	for at := len(shownHead); at >= 0; at-- {
		if !bytes.HasPrefix(base, shownHead[:at]) || !bytes.HasSuffix(shownTail, base[at:]) {
			continue
		}
		gap := bytes.TrimSuffix(shownTail, base[at:])
		return slices.Concat(bytes.TrimSuffix(head, shownHead[at:]), bytes.TrimPrefix(tail, gap)), true
	}
	return slices.Concat(head, tail), true
}

// endingsLike is text with line endings as those of another one, where each has
// just one kind: an editor may write its own.
func endingsLike(other, text []byte) []byte {
	const dos, unix = "\r\n", "\n"
	all := func(b []byte) bool { return bytes.Count(b, []byte(dos)) == bytes.Count(b, []byte(unix)) }
	switch {
	case !bytes.Contains(other, []byte(dos)) && bytes.Contains(text, []byte(dos)) && all(text):
		return bytes.ReplaceAll(text, []byte(dos), []byte(unix))
	case all(other) && bytes.Contains(other, []byte(dos)) && bytes.Contains(text, []byte(unix)) && !bytes.Contains(text, []byte(dos)):
		return bytes.ReplaceAll(text, []byte(unix), []byte(dos))
	}
	return text
}

// planFor works out what a wish means: what is refused, what is in other words,
// what is the person's own.
func planFor(w wish, log *review.Log, d *review.Draft) (p plan, problem string) {
	p.revision = review.Revision{Words: map[string]section.Entry{}, Kept: map[section.Entry]section.Entry{}, Soul: w.soul, Table: w.table}
	if w.section {
		if problem := p.entries(w.entries, log, d); problem != "" {
			return p, problem
		}
	}
	if w.table != nil {
		p.refused = append(p.refused, d.Without(w.table)...)
	}
	if w.ids == nil {
		return p, ""
	}
	decisions := log.Decisions(d.ID)
	for _, item := range d.Items {
		if !item.InSection() && !w.ids[item.ID] && decisions[item.ID] != review.Refused && !log.InPlace(d.ID, item.ID) {
			p.refused = append(p.refused, item.ID)
		}
	}
	if d.Tools == nil {
		return p, ""
	}
	for i, row := range d.Tools.Rows {
		if row.Item == "" && !w.ids[rowID(i)] {
			p.revision.Out = append(p.revision.Out, row.Fact)
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" && w.ids[l.ID] {
			p.swapped = append(p.swapped, l.ID)
		}
	}
	return p, ""
}

// entries compares the entries that are wanted with the lines of the draft: first
// word for word, then by name, then by their words.
func (p *plan) entries(wanted []section.Entry, log *review.Log, d *review.Draft) (problem string) {
	wanted = slices.Clone(wanted)
	take := func(like func(section.Entry) bool) (section.Entry, bool) {
		i := slices.IndexFunc(wanted, like)
		if i < 0 {
			return section.Entry{}, false
		}
		e := wanted[i]
		wanted = slices.Delete(wanted, i, i+1)
		return e, true
	}
	var open []review.Line
	for _, line := range d.Lines {
		entry := section.Entry{Name: line.Name, Text: line.Text}
		item, decidable := d.Item(line.Item)
		_, same := take(func(e section.Entry) bool { return e == entry })
		switch {
		case line.Origin == review.Required && !same:
			return "error: the required entry can be neither refused nor changed: " + section.Required
		case decidable && item.Kind == review.DropEntry && same:
			p.refused = append(p.refused, item.ID)
		case same, decidable && item.Kind == review.DropEntry, decidable && log.Decisions(d.ID)[item.ID] == review.Refused:
		default:
			open = append(open, line)
		}
	}
	if s, err := section.Find(markdown.Parse(d.Bases[lint.SoulFile])); err == nil && s != nil {
		for _, line := range s.Lines { // what a person wrote there stays anyway
			take(func(e section.Entry) bool { return e.Name == line.Entry.Name && e.Text == line.Entry.Text })
		}
	}
	for _, line := range open {
		to, reworded := take(func(e section.Entry) bool { return strings.EqualFold(e.Name, line.Name) })
		if !reworded {
			to, reworded = take(func(e section.Entry) bool { return review.AboutSame(e.Text, line.Text) })
		}
		switch {
		case line.Item == "" || log.InPlace(d.ID, line.Item):
			p.revision.Kept[section.Entry{Name: line.Name, Text: line.Text}] = to
		case reworded:
			p.revision.Words[line.Item] = to
		default:
			p.refused = append(p.refused, line.Item)
		}
	}
	p.revision.Own = wanted
	return ""
}

// revises says whether a draft of its own is needed.
func (p *plan) revises() bool {
	r := p.revision
	return len(r.Words)+len(r.Own)+len(r.Kept)+len(r.Out) > 0 || r.Soul != nil || r.Table != nil
}
