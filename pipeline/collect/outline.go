package collect

import (
	"cmp"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown"
)

// part is a heading with what is below it, up to the next heading of its
// level; the part without a heading is the document.
type part struct {
	heading *markdown.Block
	level   int
	blocks  []*markdown.Block
	parts   []*part
}

// boldLevel is that of a bold line that acts as a heading: below all others.
const boldLevel = 7

// outline cuts blocks of a document into parts.
func outline(doc *markdown.Document, blocks []*markdown.Block) *part {
	root := &part{}
	open := []*part{root}
	for _, b := range blocks {
		if b.Kind == markdown.HTML { // a comment, which parts nothing
			continue
		}
		if p := callout(doc, b); p != nil {
			last := open[len(open)-1]
			last.parts = append(last.parts, p)
			continue
		}
		level := b.Level
		if actsAsHeading(b) {
			level = boldLevel
		}
		if level == 0 {
			last := open[len(open)-1]
			last.blocks = append(last.blocks, b)
			continue
		}
		for len(open) > 1 && open[len(open)-1].level >= level {
			open = open[:len(open)-1]
		}
		p := &part{heading: b, level: level}
		parent := open[len(open)-1]
		parent.parts = append(parent.parts, p)
		open = append(open, p)
	}
	return root
}

var reBoldLine = text.Lazily(`^(?:\*\*[^*]+\*\*|__[^_]+__)\s*[:：]?\s*$`)

// actsAsHeading tells a paragraph that is one bold line.
func actsAsHeading(b *markdown.Block) bool {
	return b.Kind == markdown.Paragraph && !strings.Contains(b.Text, "\n") && reBoldLine().MatchString(b.Text)
}

// title is the text of the heading without marks of emphasis, empty for the
// document.
func (p *part) title() string {
	if p.heading == nil {
		return ""
	}
	return text.OneLine(text.Unbold(p.heading.Text))
}

var reCallout = text.Lazily(`^\[!([\w -]+)\][+-]?[ \t]*(.*)`)

// callout is what a quotation holds that is one of Obsidian or GitHub, "> [!tip] Frost", as a part below its title.
func callout(doc *markdown.Document, quote *markdown.Block) *part {
	if quote.Kind != markdown.Quote || len(quote.Children) == 0 || quote.Children[0].Kind != markdown.Paragraph {
		return nil
	}
	first := *quote.Children[0]
	title, rest, more := strings.Cut(first.Text, "\n")
	m := reCallout().FindStringSubmatch(title)
	if m == nil {
		return nil
	}
	inside := quote.Children[1:]
	heading := &markdown.Block{Kind: markdown.Heading, Text: cmp.Or(m[2], m[1]), Start: first.Start, End: first.End}
	if more {
		_, heading.End = doc.LineSpan(doc.Line(first.Start))
		first.Text, first.Start = rest, heading.End
		inside = append([]*markdown.Block{&first}, inside...)
	}
	p := outline(doc, inside)
	p.heading, p.level = heading, boldLevel
	return p
}
