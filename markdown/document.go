package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Document is a file as bytes plus structure.
type Document struct {
	// Source are the bytes as they came in.
	Source []byte
	// Blocks are the blocks of the document itself, in order.
	Blocks []*Block
	// Unclosed is the line on which a fence or comment opens that nothing closes, else 0. All that follows belongs to it.
	Unclosed int

	starts []int // offset of every line
}

// Kind says what a block is.
type Kind int

// The kinds of blocks.
const (
	Heading Kind = iota + 1
	Paragraph
	List
	Item
	Quote
	Code
	HTML
	Table
	Row
	Cell
	Divider // a thematic break
)

// Block is a part of a document that takes up whole lines; cells take up a part of one.
type Block struct {
	Kind Kind
	// Level is that of a heading, 1 to 6.
	Level int
	// Start and End are bytes: from the start of the first line to the end of the last one with its line ending. A block
	// inside a list or quote starts behind the marks.
	Start, End int
	// Text is the raw inline text of headings, paragraphs, cells and code.
	Text string
	// Ordered marks a numbered list; Header marks the first row of a table.
	Ordered, Header bool
	Children        []*Block
}

// Parse reads the structure as CommonMark defines it. An unclosed fence swallows what follows, as it does for every
// other reader.
func Parse(source []byte) *Document { return parse(source, plain(source)) }

// ParseLoose is Parse for collecting from what people leave behind: a fence or comment that is never closed ends at the
// next blank line.
func ParseLoose(source []byte) *Document {
	doc := parse(source, plain(source))
	if doc.Unclosed == 0 {
		return doc
	}
	masked := bytes.Clone(plain(source))
	for line := doc.Unclosed; line <= doc.Lines(); line++ {
		start, end := doc.LineSpan(line)
		if line > doc.Unclosed && len(bytes.TrimSpace(source[start:end])) == 0 {
			break
		}
		blank(masked[start:end])
	}
	return parse(source, masked)
}

// blocksOnly reads no inline markup and no link definitions: nothing here needs them, and they are where crafted input
// makes Markdown slow.
var blocksOnly = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(util.Prioritized(unread{}, 0)),
	parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
)

// unread takes the text of a block as a whole. Without it, goldmark looks at each character for inline markup, which
// takes longer than the blocks do.
type unread struct{}

// Trigger names what a text can begin with: a space stands for letters and digits, too.
func (unread) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

// Parse passes over all lines.
func (unread) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		block.AdvanceLine()
	}
	return ast.NewText()
}

func parse(source, masked []byte) *Document {
	doc := &Document{Source: source, starts: lineStarts(masked)}
	root := blocksOnly.Parse(text.NewReader(masked))
	w := walker{doc: doc, masked: masked}
	from := 0
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if b := w.block(n, from); b != nil {
			if last := len(doc.Blocks) - 1; last >= 0 {
				doc.Blocks[last].clamp(b.Start)
			}
			doc.Blocks = append(doc.Blocks, b)
			from = b.End
		}
	}
	return doc
}

// clamp ends a block where the next one starts: goldmark is some bytes off behind tabs.
func (b *Block) clamp(end int) {
	b.Start, b.End = min(b.Start, end), min(b.End, end)
	for _, c := range b.Children {
		c.clamp(end)
	}
}

// plain returns source with what hides its structure blanked out, in a copy of the same length if anything is.
func plain(source []byte) []byte {
	masked := source
	change := func() {
		if &masked[0] == &source[0] {
			masked = bytes.Clone(source)
		}
	}
	if bytes.HasPrefix(source, bom) {
		change()
		blank(masked[:len(bom)])
	}
	for i, c := range source {
		if c == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			change()
			masked[i] = '\n'
		}
	}
	if end := FrontMatter(masked); end > 0 {
		change()
		blank(masked[:end])
	}
	start := 0
	for line := range bytes.Lines(source) {
		if end := marks(line); end > deepest {
			change()
			blank(masked[start+deepest : start+end])
		}
		start += len(line)
	}
	return masked
}

// deepest is how many bytes of indentation and of marks of lists and quotes a line may begin with, enough for fifty
// lists in one another. The parser looks at every line once for each block that is open, so without a bound a few
// thousand levels take a minute. What is marked deeper reads on from the line above it.
const deepest = 100

// marks is where the indentation and the marks of lists and quotes at the beginning of a line end; spaces behind the
// last mark do not count.
func marks(line []byte) int {
	end := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
			continue
		case c == '>':
		case c >= '0' && c <= '9' && i+1 < len(line) && strings.IndexByte("0123456789.)", line[i+1]) >= 0:
			continue
		case strings.IndexByte("-+*.)", c) >= 0 && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
		default:
			return end
		}
		end = i + 1
	}
	return end
}

var bom = []byte("\xef\xbb\xbf")

// blank overwrites b with spaces, line endings excepted.
func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// FrontMatter returns where a leading block between --- or +++ lines ends, or 0.
func FrontMatter(source []byte) int {
	head := bytes.TrimLeft(source, " ")
	if len(source)-len(head) > len(bom) {
		return 0
	}
	offset := len(source) - len(head)
	var fence string
	for number := 0; offset < len(source); number++ {
		length := bytes.IndexByte(source[offset:], '\n') + 1
		if length == 0 {
			length = len(source) - offset
		}
		line := strings.TrimRight(string(source[offset:offset+length]), " \t\r\n")
		offset += length
		switch {
		case number == 0 && line != "---" && line != "+++":
			return 0
		case number == 0:
			fence = line
		case number == 1 && !reMatter.MatchString(line) && line != fence:
			return 0 // a divider, and text
		case line == fence, fence == "---" && line == "...":
			return offset
		}
	}
	return 0
}

// reMatter is how front matter begins, below its first line.
var reMatter = regexp.MustCompile(`^(?:[\w"'][\w "'-]*[:=]|#|\[|- )`)

func lineStarts(b []byte) []int {
	starts := []int{0}
	for i, c := range b {
		if c == '\n' && i+1 < len(b) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// UnmergedError says that a file holds two versions of its text: somebody did not finish a merge.
type UnmergedError struct{ Line int } // of the first marker

// Error names the line.
func (e *UnmergedError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What()) }

// What says what is on the line.
func (*UnmergedError) What() string { return "there is a marker of an unfinished merge (a conflict)" }

// CheckMerged looks for the markers of an unfinished merge, outside code. It returns an *UnmergedError, or nil.
func CheckMerged(source []byte) error {
	if !bytes.Contains(source, []byte("<<<<<<<")) && !bytes.Contains(source, []byte(">>>>>>>")) { // most files
		return nil
	}
	doc := Parse(source)
	first, kinds := 0, map[byte]bool{}
	for line := 1; line <= doc.Lines(); line++ {
		start, end := doc.LineSpan(line)
		if m := reMarker.Find(source[start:end]); m != nil && !doc.isCode(start) {
			kinds[m[0]] = true
			first = cmp.Or(first, line)
		}
	}
	if len(kinds) < 2 && !kinds['<'] { // a quotation of seven levels, a heading with a line below it
		return nil
	}
	return &UnmergedError{first}
}

// reMarker is a line between or around versions.
var reMarker = regexp.MustCompile(`^(?:<{7}|>{7}|\|{7}|={7})(?:[ \t]|\r?\n|\r?$)`)

// isCode reports whether a line that begins at offset is in a block of code of the document itself.
func (d *Document) isCode(offset int) bool {
	i, exact := slices.BinarySearchFunc(d.Blocks, offset, func(b *Block, offset int) int {
		return cmp.Compare(b.Start, offset)
	})
	if !exact {
		i--
	}
	return i >= 0 && d.Blocks[i].Kind == Code && offset < d.Blocks[i].End
}

// Lines is the number of lines; an empty document has one.
func (d *Document) Lines() int { return len(d.starts) }

// Line is the number of the line that holds offset, counted from 1.
func (d *Document) Line(offset int) int {
	i, exact := slices.BinarySearch(d.starts, offset)
	if exact {
		i++
	}
	return max(i, 1)
}

// LineSpan gives the bytes of a line, its line ending included.
func (d *Document) LineSpan(line int) (start, end int) {
	if line < len(d.starts) {
		return d.starts[line-1], d.starts[line]
	}
	return d.starts[line-1], len(d.Source)
}

// Headings are the headings of the document itself.
func (d *Document) Headings() []*Block {
	var headings []*Block
	for _, b := range d.Blocks {
		if b.Kind == Heading {
			headings = append(headings, b)
		}
	}
	return headings
}

// Newline is the line ending that most lines have.
func (d *Document) Newline() string {
	all := bytes.Count(d.Source, []byte("\n"))
	if crlf := bytes.Count(d.Source, []byte("\r\n")); crlf > all-crlf {
		return "\r\n"
	}
	if all == 0 && bytes.IndexByte(d.Source, '\r') >= 0 {
		return "\r"
	}
	return "\n"
}

// Splice replaces the bytes from start to end with insert.
func Splice(source []byte, start, end int, insert string) []byte {
	out := make([]byte, 0, len(source)-(end-start)+len(insert))
	out = append(out, source[:start]...)
	out = append(out, insert...)
	return append(out, source[end:]...)
}
