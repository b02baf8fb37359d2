package review

import (
	"bytes"
	"fmt"
	"slices"

	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// wrongText is the error for a text that a person left in an editor.
func wrongText(format string, args ...any) error {
	return &WordsError{"", []lint.Problem{{Message: fmt.Sprintf(format, args...)}}}
}

// ReadSoul reads an edited file of the section: the whole of it, or just its section. says reports whether its section differs from
// that of the draft.
func (d *Draft) ReadSoul(text []byte, whole bool) (w Edit, says bool, err error) {
	w = Edit{Section: len(d.Lines) > 0}
	shown, _, err := d.Result(d.All())
	if err != nil {
		return w, false, err
	}
	text = EndingsLike(shown, text)
	s, err := section.In(text)
	if err != nil || s == nil && w.Section {
		return w, false, wrongText(
			"the %q section cannot be found any more; leave its heading where it is", "## "+section.Name,
		)
	}
	if s != nil {
		if w.Entries, err = d.wantedIn(s); err != nil {
			return w, false, err
		}
	}
	ours, err := section.In(shown)
	if err == nil && ours != nil && s != nil { // what a person changed around the section is made in the file as it was
		before, _ := d.wantedIn(ours)
		says = !slices.Equal(w.Entries, before)
		text = slices.Concat(text[:s.Start], shown[ours.Start:ours.End], text[s.End:])
	}
	if whole && !bytes.Equal(text, shown) {
		around, ok := mergeTexts(shown, text, d.Bases[d.SectionFile()])
		if !ok {
			return w, false, wrongText("the text next to the section was edited with it: make that edit in %s", d.SectionFile())
		}
		w.Soul = around
	}
	return w, says, nil
}

// wantedIn returns the entries of a section. Any other line must be handwritten and older than the draft.
func (d *Draft) wantedIn(s *section.Section) ([]Wanted, error) {
	var entries []Wanted
	for _, line := range s.Lines {
		switch {
		case line.Kind == section.EntryLine:
			entries = append(entries, Wanted{Entry: section.Entry{Name: line.Entry.Name, Text: line.Entry.Text}})
		case line.Kind == section.Other && !bytes.Contains(d.Bases[d.SectionFile()], []byte(line.Raw)):
			return nil, wrongText("%q is no entry; write it on one line, as **Name.** Text.", line.Raw)
		}
	}
	return entries, nil
}

// EndingsLike is text with line endings as those of another one, where each has
// just one kind: an editor may write its own.
func EndingsLike(other, text []byte) []byte {
	const dos, unix = "\r\n", "\n"
	isUnix := func(b []byte) bool { return !bytes.Contains(b, []byte(dos)) }
	isDOS := func(b []byte) bool {
		return !isUnix(b) && bytes.Count(b, []byte(dos)) == bytes.Count(b, []byte(unix))
	}
	switch {
	case isUnix(other) && isDOS(text):
		return bytes.ReplaceAll(text, []byte(dos), []byte(unix))
	case isDOS(other) && isUnix(text):
		return bytes.ReplaceAll(text, []byte(unix), []byte(dos))
	}
	return text
}
