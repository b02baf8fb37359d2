package collect

import (
	"regexp"
	"strings"

	"wisdom/markdown"
)

// segment is a run of lines that begins with a label, or with none.
type segment struct {
	kind  labelKind
	label string
	text  string
	// first and last count lines from that of the block, which is 0.
	first, last int
}

type labelKind int

const (
	unlabelled labelKind = iota
	ruleLabel
	otherLabel
)

// longestLabel is how far into a line a label may reach, in bytes.
const longestLabel = 60

var reLabel = regexp.MustCompile(`^\s*[^\p{L}\p{N}*_\[]{0,12}(?:\*\*|__)?\s*([^:：*_]{2,40}?)\s*(?:(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?|(?:\*\*|__)\s+[—–-]\s)\s*(.*)$`)

// splitLabel takes a known label off the beginning of a line.
func splitLabel(line string) (labelKind, string, string) {
	head := line[:min(len(line), longestLabel)]
	if !strings.ContainsAny(head, ":：*_") {
		return unlabelled, "", line
	}
	m := reLabel.FindStringSubmatch(line)
	if m == nil {
		return unlabelled, "", line
	}
	switch {
	case isLabel(m[1], ruleLabels):
		return ruleLabel, bare(m[1]), m[2]
	case isLabel(m[1], otherLabels):
		return otherLabel, bare(m[1]), m[2]
	}
	return unlabelled, "", line
}

// segments cuts the text of a paragraph where a line begins with a label.
func segments(text string) []segment {
	var all []segment
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		kind, label, rest := splitLabel(line)
		if kind == unlabelled && len(all) > 0 {
			last := &all[len(all)-1]
			last.text += " " + strings.TrimSpace(rest)
			last.last = number
		} else {
			all = append(all, segment{kind, label, strings.TrimSpace(rest), number, number})
		}
		number++
	}
	return all
}

// field is a labelled part of an entry.
type field struct {
	segment
	start, end int // lines in the document
	block      *markdown.Block
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
			fields = append(fields, field{s, line + s.first, line + s.last, b})
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
		if f, ok := r.fieldOf(sub); ok {
			fields = append(fields, f)
		}
	}
	return fields, plain
}

// fieldOf reads a sub-heading that is nothing but a label, with the text below.
func (r *reader) fieldOf(p *part) (field, bool) {
	f := field{}
	switch title := p.title(); {
	case isLabel(title, ruleLabels):
		f.kind = ruleLabel
	case isLabel(title, otherLabels):
		f.kind = otherLabel
	default:
		return f, false
	}
	f.label = bare(p.title())
	var texts []string
	for _, b := range p.blocks {
		if b.Kind != markdown.Paragraph && b.Kind != markdown.List {
			continue
		}
		if f.start == 0 {
			f.start = r.doc.Line(b.Start)
		}
		f.end = r.doc.Line(max(b.End-1, b.Start))
		texts = append(texts, flat(b))
	}
	f.text = strings.Join(texts, " ")
	return f, true
}

// flat is the text of a block and what is in it, on one line.
func flat(b *markdown.Block) string {
	if b.Kind == markdown.Paragraph || b.Kind == markdown.Cell {
		return strings.Join(strings.Fields(b.Text), " ")
	}
	var texts []string
	for _, c := range b.Children {
		if text := flat(c); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}
