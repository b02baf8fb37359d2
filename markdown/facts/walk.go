package facts

import (
	"regexp"
	"strings"

	"wisdom/markdown"
)

// blocks goes through the lines from from to to, section by section. A heading
// that announces something else than facts silences all below it.
func (r *reader) blocks(from, to int) {
	silent := 0 // level of the heading that silences
	before := ""
	for _, b := range r.doc.Blocks {
		line := r.doc.Line(b.Start)
		if line < from || line >= to {
			continue
		}
		if b.Kind == markdown.Heading {
			if silent > 0 && b.Level > silent {
				continue
			}
			silent = 0
			r.heading = plain(b.Text)
			if b.Level > 1 && isNoise(r.heading) {
				silent = b.Level
			}
			before = ""
			continue
		}
		if silent == 0 {
			r.block(b, before)
		}
		before = ""
		if b.Kind == markdown.Paragraph {
			before = b.Text
		}
	}
}

// block reads one block; before is the text right above it.
func (r *reader) block(b *markdown.Block, before string) {
	switch b.Kind {
	case markdown.Paragraph:
		r.paragraph(b)
	case markdown.List:
		for _, item := range b.Children {
			r.item(item, "")
		}
	case markdown.Table:
		r.table(b)
	case markdown.Code:
		r.fence(b, labelAbove(before))
	}
}

// item reads a bullet and what is below it. parent is the bullet above.
func (r *reader) item(item *markdown.Block, parent string) {
	name := parent
	for _, c := range item.Children {
		switch c.Kind {
		case markdown.Paragraph:
			key, ok := r.bullet(c, parent)
			if !ok {
				return
			}
			if parent == "" {
				name = key
			}
		case markdown.List:
			for _, child := range c.Children {
				r.item(child, name)
			}
		case markdown.Code:
			r.fence(c, name)
		case markdown.Table:
			r.table(c)
		}
	}
}

var reTask = regexp.MustCompile(`^\[[ xX]\]\s`)

// bullet reads the text of a bullet and gives its name; ok is false where
// nothing below it is a fact either.
func (r *reader) bullet(b *markdown.Block, parent string) (name string, ok bool) {
	text, _, _ := strings.Cut(b.Text, "\n")
	line := r.doc.Line(b.Start)
	text = strings.TrimSpace(text)
	if reTask.MatchString(text) || isRefused(text) || isRule(text) {
		return "", false
	}
	text = withoutMark(text)
	p, found := split(text)
	switch {
	case !found && isCodeOrURL(text):
		r.add(line, parent, "", strings.Trim(text, "`<>"), "")
		return "", true
	case !found:
		if countWords(text) <= maxName {
			return text, true
		}
		return "", false
	case isRule(p.key) || countWords(p.key) > maxName || reDated.MatchString(p.key):
		return "", false
	}
	r.pair(line, parent, p)
	return p.key, true
}

// paragraph reads the lines of a paragraph that are a key and a value; in prose
// only what is called so in inline code.
func (r *reader) paragraph(b *markdown.Block) {
	first := r.doc.Line(b.Start)
	for i, text := range strings.Split(b.Text, "\n") {
		text = strings.TrimSpace(text)
		if isRefused(text) || isRule(text) {
			continue
		}
		text = withoutMark(text)
		if m := reIsCode.FindStringSubmatch(text); m != nil && !isRule(m[1]) {
			r.add(first+i, m[1], "", m[2], "")
			continue
		}
		p, found := split(text)
		if !found || isRule(p.key) || countWords(p.key) > maxName-2 || len(text) > maxLine {
			if !found && isCodeOrURL(text) {
				r.add(first+i, "", "", strings.Trim(text, "`<>"), "")
			}
			continue
		}
		if countWords(p.value) <= maxName || startsSpecific(p.value) {
			r.pair(first+i, "", p)
		}
	}
}

const (
	// maxName is the most words that name something.
	maxName = 6
	// maxLine is the longest line of a paragraph that is a fact, in bytes.
	maxLine = 160
)

// reIsCode is a sentence that says what something is called.
var reIsCode = regexp.MustCompile("^((?:[^\\s`.:]+ ){1,6})(?:is|are|ist|sind|lautet|heißt|es|est|=) `([^`]+)`")

// labelAbove is the text above a fence as a label for what is in it.
func labelAbove(text string) string {
	text = strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	if !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") && countWords(text) > maxName {
		return ""
	}
	if countWords(text) > 2*maxName {
		return ""
	}
	return text
}

// table reads rows: the first column names, the others tell. Tables of incidents
// and columns of reasons are passed over.
func (r *reader) table(b *markdown.Block) {
	var heads []string
	for _, row := range b.Children {
		cells := make([]string, len(row.Children))
		for i, c := range row.Children {
			cells[i] = strings.TrimSpace(c.Text)
		}
		if row.Header {
			for _, c := range cells {
				heads = append(heads, plain(c))
			}
			if anyNoise(heads) {
				return
			}
			continue
		}
		r.row(r.doc.Line(row.Start), heads, cells)
	}
}

func (r *reader) row(line int, heads, cells []string) {
	told := 0
	for i := range cells {
		if i > 0 && i < len(heads) && !isReason(heads[i]) {
			told++
		}
	}
	if len(cells) < 2 || isRefused(cells[0]) || countWords(cells[0]) > 1 && isRule(cells[0]) || countWords(cells[0]) > maxName {
		return
	}
	// An id in front of the name it belongs to.
	if number(cells[0]) && told >= 1 && !number(cells[1]) && countWords(cells[1]) <= maxName {
		r.add(line, cells[1], "", strings.Trim(cells[0], "`*"), "")
		cells, heads = cells[1:], heads[min(1, len(heads)):]
		told--
	} else if isCommand(cells[0]) {
		r.add(line, cells[1], "", strings.Trim(cells[0], "`"), "")
		return
	}
	for i := 1; i < len(cells); i++ {
		head := ""
		if i < len(heads) {
			head = heads[i]
		}
		if isReason(head) || cells[i] == "" {
			continue
		}
		attr := head
		if told == 1 && !meaningful(head) {
			attr = ""
		}
		r.cell(line, cells[0], attr, cells[i])
	}
}

func (r *reader) cell(line int, key, attr, text string) {
	for _, v := range values(text) {
		if r.isPlaceholderCell(v.text) {
			continue
		}
		r.add(line, key, strings.TrimSpace(attr+" "+v.attr), v.text, "")
	}
}

func (*reader) isPlaceholderCell(text string) bool {
	return len(text) < 2 && !number(text)
}
