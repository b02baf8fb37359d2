package collect

import (
	"cmp"
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
	lead := at.lead
	for _, f := range fields {
		at.label, at.lead = otherLabel, cmp.Or(f.lead, lead)
		if lesson != nil && lesson(f) {
			at.label = lessonLabel
		}
		r.offerLines(f.text, f.start, f.end, at)
	}
	at.label, at.lead = unlabelled, lead
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
	// lead is the label that refuses the text: "Never again".
	lead string
}

// fields finds the labelled parts of an entry: bullets, paragraphs and sub-headings. A
// label without a text has the list below it. plain is how many bullets and paragraphs
// had no label.
func (r *reader) fields(p *part) (fields []field, plain int) {
	add := func(b *markdown.Block) {
		labelled := false
		for _, s := range segments(b.Text) {
			if s.kind == unlabelled {
				continue
			}
			labelled = true
			line := r.doc.Line(b.Start)
			fields = append(fields, field{segment: s, start: line + s.first, end: line + s.last})
		}
		if !labelled {
			plain++
		}
	}
	var above *markdown.Block
	for _, b := range p.blocks {
		opened := opens(above)
		switch above = b; b.Kind {
		case markdown.Paragraph:
			if s := opens(b); s == nil || len(segments(b.Text)) > 1 {
				add(b)
			}
		case markdown.List:
			if opened != nil {
				fields = append(fields, r.bullets(b, opened)...)
				continue
			}
			for _, item := range b.Children {
				if len(item.Children) == 0 || item.Children[0].Kind != markdown.Paragraph {
					continue
				}
				s := opens(item.Children[0])
				if s == nil || len(item.Children) == 1 {
					add(item.Children[0])
					continue
				}
				for _, below := range item.Children[1:] {
					if below.Kind == markdown.List {
						fields = append(fields, r.bullets(below, s)...)
					}
				}
			}
		}
	}
	for _, sub := range p.parts {
		own, equals := cutAtLabel(sub)
		fields = append(fields, r.fieldsOf(own)...)
		if equals != nil {
			below, _ := r.fields(equals)
			fields = append(fields, below...)
		}
	}
	return fields, plain
}

// opens returns the label without a text that a paragraph is or ends in, nil if there is
// none. Its text is how it is written.
func opens(b *markdown.Block) *segment {
	if b == nil || b.Kind != markdown.Paragraph {
		return nil
	}
	text := words.OneLine(boldMarks.Replace(lastLine(b.Text)))
	if reBoldLine().MatchString(b.Text) {
		if kind := kindOfLabel(text); kind != unlabelled && kind != warning {
			return &segment{kind: kind, label: bare(text), text: text}
		}
		return nil
	}
	all := segments(b.Text)
	s := all[len(all)-1]
	if s.kind == unlabelled || words.Count(s.text) > 0 && (!refuses(s.label) || bare(s.text) != s.label) {
		return nil
	}
	s.text = text
	return &s
}

// cutAtLabel cuts a part whose heading is a label before a paragraph that begins with
// another label: "**Error**" stands above its text, the labels after it are its equals.
func cutAtLabel(p *part) (own, equals *part) {
	kind := kindOfLabel(p.title())
	if kind == unlabelled {
		return p, nil
	}
	first := 1
	switch {
	case kind == otherLabel && p.level < boldLevel:
		return p, &part{parts: p.parts} // "### Details": what is below it only tells
	case kind == otherLabel:
		first = 0
	}
	for i, b := range p.blocks {
		if i >= first && b.Kind == markdown.Paragraph && segments(b.Text)[0].kind != unlabelled {
			own = &part{heading: p.heading, level: p.level, blocks: p.blocks[:i]}
			return own, &part{blocks: p.blocks[i:], parts: p.parts}
		}
	}
	return p, &part{parts: p.parts}
}

// bullets are the fields that the bullets of a list below a label are. A bullet may have
// a label of its own.
func (r *reader) bullets(list *markdown.Block, label *segment) []field {
	var fields []field
	for _, item := range list.Children {
		f := r.field(item, item, flat(item), label)
		if own, name, text := splitLabel(f.text); own == otherLabel {
			f.kind, f.label, f.text, f.lead = own, name, text, ""
		}
		fields = append(fields, f)
	}
	return fields
}

// field is a text below a label.
func (r *reader) field(from, to *markdown.Block, text string, label *segment) field {
	f := field{
		segment: segment{kind: label.kind, label: label.label, text: text},
		start:   r.doc.Line(from.Start),
		end:     r.doc.Line(max(to.End-1, to.Start)),
	}
	if label.kind == lessonLabel && refuses(label.label) {
		f.lead = label.text
	}
	return f
}

// fieldsOf reads a sub-heading that is nothing but a label, with the text below: one
// field, or one for each bullet where the text begins with a list or with what leads to it.
func (r *reader) fieldsOf(p *part) []field {
	kind := kindOfLabel(p.title())
	if kind == unlabelled {
		return nil
	}
	label := &segment{kind: kind, label: bare(p.title()), text: p.title()}
	var blocks []*markdown.Block
	for _, b := range p.blocks {
		if b.Kind == markdown.Paragraph || b.Kind == markdown.List {
			blocks = append(blocks, b)
		}
	}
	if len(blocks) == 0 {
		return []field{{segment: segment{kind: kind, label: label.label}}}
	}
	var fields []field
	var texts []string
	listed := blocks[0].Kind == markdown.List ||
		len(blocks) > 1 && blocks[1].Kind == markdown.List && introduces(blocks[0].Text) && !refuses(blocks[0].Text)
	for _, b := range blocks {
		switch {
		case listed && b.Kind == markdown.List:
			fields = append(fields, r.bullets(b, label)...)
		case listed && !introduces(b.Text):
			fields = append(fields, r.field(b, b, flat(b), label))
		case !listed:
			texts = append(texts, flat(b))
		}
	}
	if listed {
		return fields
	}
	return append(fields, r.field(blocks[0], blocks[len(blocks)-1], strings.Join(texts, " "), label))
}
