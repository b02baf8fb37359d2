package collect

import (
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// entry reads a part whose bullets, paragraphs or sub-headings carry labels. Its
// lesson is what its lesson fields say, else what its action fields say, those that
// suggest before those that tell how it was mended, else the summary of a tracker's
// entry if it tells what to do, else its title.
func (r *reader) entry(p *part, at place) bool {
	fields, plain := r.fields(p)
	if len(fields) == 0 || plain > len(fields) {
		return false
	}
	for _, f := range fields {
		if slices.Contains(known().Labels.Date, f.label) {
			if m := reDate().FindString(f.text); m != "" {
				at.date = m
			}
		}
	}
	lesson := lessonOf(fields)
	titled := lesson == nil && !reTracked().MatchString(p.title())
	at.heading = p.title()
	line := r.doc.Line(p.heading.Start)
	if titled && words.Count(bare(p.title())) >= shortestTitle {
		r.offerLines(p.title(), line, line, at)
	} else {
		r.skip(p.heading, "heading")
	}
	for _, f := range fields {
		at.label = otherLabel
		if lesson != nil && lesson(f) {
			at.label = lessonLabel
		}
		r.offerLines(f.text, f.start, f.end, at)
	}
	at.label = unlabelled
	for _, sub := range p.parts {
		if sub.level != boldLevel && kindOfLabel(sub.title()) == unlabelled {
			r.part(sub, at, false)
		}
	}
	return true
}

// lessonOf returns which fields of an entry are its lesson, nil if none is.
func lessonOf(fields []field) func(field) bool {
	for _, is := range []func(field) bool{
		func(f field) bool { return f.kind == lessonLabel && words.Count(f.text) > 0 },
		func(f field) bool {
			return f.kind == actionLabel && !slices.Contains(known().Labels.Remedy, f.label) && words.Count(f.text) > 0
		},
		func(f field) bool { return f.kind == actionLabel && words.Count(f.text) > 0 },
		func(f field) bool { return f.label == "summary" && advises(f.text) },
	} {
		if slices.ContainsFunc(fields, is) {
			return is
		}
	}
	return nil
}

// reTracked tells the headings of lesson trackers: [LRN-20260301-001] slug.
var reTracked = words.Lazily(`^\W*(?:LRN|ERR|FEAT)-\d+`)

// field is a labelled part of an entry.
type field struct {
	segment
	start, end int // lines in the document
}

// fields finds the labelled parts of an entry: bullets, paragraphs and
// sub-headings. plain is how many bullets and paragraphs had no label.
func (r *reader) fields(p *part) (fields []field, plain int) {
	add := func(b *markdown.Block) {
		labelled := false
		for _, s := range segments(b.Text) {
			if s.kind == unlabelled {
				continue
			}
			labelled = true
			line := r.doc.Line(b.Start)
			fields = append(fields, field{s, line + s.first, line + s.last})
		}
		if !labelled {
			plain++
		}
	}
	for _, b := range p.blocks {
		switch b.Kind {
		case markdown.Paragraph:
			add(b)
		case markdown.List:
			for _, item := range b.Children {
				if len(item.Children) > 0 && item.Children[0].Kind == markdown.Paragraph {
					add(item.Children[0])
				}
			}
		}
	}
	for _, sub := range p.parts {
		if sub.level == boldLevel && labelsBelow(sub) {
			// "**Error**" stands above its text, the labels after it are its equals.
			below, _ := r.fields(sub)
			fields = append(fields, below...)
			continue
		}
		fields = append(fields, r.fieldsOf(sub)...)
	}
	return fields, plain
}

// labelsBelow reports whether a paragraph below a bold line that is a label begins with
// another label.
func labelsBelow(p *part) bool {
	return kindOfLabel(p.title()) == otherLabel && slices.ContainsFunc(p.blocks, func(b *markdown.Block) bool {
		return b.Kind == markdown.Paragraph && segments(b.Text)[0].kind != unlabelled
	})
}

// fieldsOf reads a sub-heading that is nothing but a label, with the text below:
// one field, or one for each bullet where there is nothing but bullets. A bullet may
// have a label of its own.
func (r *reader) fieldsOf(p *part) []field {
	kind := kindOfLabel(p.title())
	if kind == unlabelled {
		return nil
	}
	label := bare(p.title())
	one := func(from, to *markdown.Block, text string) field {
		return field{
			segment{kind: kind, label: label, text: text},
			r.doc.Line(from.Start),
			r.doc.Line(max(to.End-1, to.Start)),
		}
	}
	var blocks []*markdown.Block
	for _, b := range p.blocks {
		if b.Kind == markdown.Paragraph || b.Kind == markdown.List {
			blocks = append(blocks, b)
		}
	}
	if len(blocks) == 0 {
		return []field{{segment: segment{kind: kind, label: label}}}
	}
	var fields []field
	if len(blocks) == 1 && blocks[0].Kind == markdown.List {
		for _, item := range blocks[0].Children {
			f := one(item, item, flat(item))
			if own, name, text := splitLabel(f.text); own == otherLabel {
				f.kind, f.label, f.text = own, name, text
			}
			fields = append(fields, f)
		}
		return fields
	}
	var texts []string
	for _, b := range blocks {
		texts = append(texts, flat(b))
	}
	return append(fields, one(blocks[0], blocks[len(blocks)-1], strings.Join(texts, " ")))
}
