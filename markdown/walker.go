package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// walker turns goldmark's nodes into blocks.
type walker struct {
	doc    *Document
	masked []byte
}

// block turns n and what is in it into a block that does not start before from: a node without text, or a table right
// below one, does not know where it starts.
func (w *walker) block(n ast.Node, from int) *Block {
	b := &Block{}
	switch n := n.(type) {
	case *ast.Heading:
		b.Kind, b.Level = Heading, n.Level
	case *ast.Paragraph, *ast.TextBlock:
		b.Kind = Paragraph
	case *ast.List:
		b.Kind, b.Ordered = List, n.IsOrdered()
	case *ast.ListItem:
		b.Kind = Item
	case *ast.Blockquote:
		b.Kind = Quote
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		b.Kind = Code
	case *ast.HTMLBlock:
		b.Kind = HTML
	case *ast.ThematicBreak:
		b.Kind = Divider
	case *east.Table:
		b.Kind = Table
	case *east.TableHeader:
		b.Kind, b.Header = Row, true
	case *east.TableRow:
		b.Kind = Row
	case *east.TableCell:
		b.Kind = Cell
	default: // a link definition: no text of its own
		return nil
	}
	w.measure(b, n, from)
	return b
}

// measure fills in the text, the children and the span.
func (w *walker) measure(b *Block, n ast.Node, from int) {
	b.Start = min(max(n.Pos(), from), len(w.masked))
	b.End = b.Start
	if lines := n.Lines(); lines != nil && lines.Len() > 0 {
		b.Text = w.text(lines)
		b.Start = max(min(b.Start, lines.At(0).Start), from)
		b.End = max(b.Start, lines.At(lines.Len()-1).Stop)
	}
	from = b.Start
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if child := w.block(c, from); child != nil {
			b.Children = append(b.Children, child)
			b.End = max(b.End, child.End)
			from = child.End
		}
	}
	if b.Kind == Cell {
		return
	}
	switch n := n.(type) {
	case *ast.Heading:
		if w.underlined(n) {
			b.End = w.lineEnd(w.lineEnd(max(b.End-1, b.Start)))
		}
	case *ast.HTMLBlock:
		if n.HasClosure() {
			b.End = max(b.End, n.ClosureLine.Stop)
		} else if n.HTMLBlockType == ast.HTMLBlockType2 && !strings.Contains(b.Text, "-->") {
			w.noteUnclosed(b)
		}
	case *ast.FencedCodeBlock:
		w.closeFence(b)
	}
	b.End = w.lineEnd(max(b.End-1, b.Start))
	if n.Parent() != nil && n.Parent().Kind() == ast.KindDocument {
		b.Start = w.lineStart(b.Start)
	}
}

func (w *walker) text(lines *text.Segments) string {
	var sb strings.Builder
	for i := range lines.Len() {
		segment := lines.At(i)
		sb.Write(segment.Value(w.masked))
	}
	return strings.TrimRight(sb.String(), "\r\n")
}

// underlined reports whether a heading has a line of = or - below it instead of number signs in front.
func (w *walker) underlined(n *ast.Heading) bool {
	if n.Lines().Len() == 0 {
		return false
	}
	start := n.Lines().At(0).Start
	before := strings.TrimRight(string(w.masked[w.lineStart(start):start]), " \t")
	return !strings.HasSuffix(before, "#")
}

// closeFence extends a fence over its closing line, or notes that it has none.
func (w *walker) closeFence(b *Block) {
	opening := w.lineEnd(b.Start)
	end := max(b.End, opening)
	mark := strings.TrimLeft(string(w.masked[b.Start:opening]), " \t")
	if end < len(w.masked) && mark != "" {
		line := strings.TrimLeft(string(w.masked[end:w.lineEnd(end)]), " \t>")
		if strings.HasPrefix(line, strings.Repeat(mark[:1], 3)) {
			b.End = w.lineEnd(end)
			return
		}
	}
	b.End = end
	if len(bytes.TrimSpace(w.masked[end:])) == 0 {
		w.noteUnclosed(b)
	}
}

func (w *walker) noteUnclosed(b *Block) { w.doc.Unclosed = w.doc.Line(b.Start) }

func (w *walker) lineStart(offset int) int {
	start, _ := w.doc.LineSpan(w.doc.Line(offset))
	return start
}

// lineEnd is the end of the line that holds offset, its line ending included.
func (w *walker) lineEnd(offset int) int {
	if offset >= len(w.masked) {
		return len(w.masked)
	}
	_, end := w.doc.LineSpan(w.doc.Line(offset))
	return end
}
