package facts

import (
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// maxName is the most words that name something.
const maxName = 6

// blocks goes through the lines from from to to, section by section. A heading
// that announces something else than facts silences all below it.
func (r *reader) blocks(from, to int) {
	silent := 0 // level of the heading that silences
	before := ""
	for _, b := range r.doc.Blocks {
		if r.ctx.Err() != nil {
			return
		}
		line := r.doc.Line(b.Start)
		if line < from || line >= to {
			continue
		}
		if r.open > 0 && line > r.open {
			r.openFence(silent > 0, before)
		}
		if b.Kind == markdown.Heading {
			if silent > 0 && b.Level > silent {
				continue
			}
			silent, before = 0, ""
			r.enter(b)
			if b.Level > 1 && isSkipped(r.heading) {
				silent = b.Level
			}
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
	if r.open >= from && r.open < to {
		r.openFence(silent > 0, before)
	}
}

// enter takes a heading as the subject of what stands below it. The title of a file
// that names the file is none.
func (r *reader) enter(b *markdown.Block) {
	text := plain(b.Text)
	r.heading = strings.TrimSpace(reNumbered().ReplaceAllString(text, ""))
	r.titled = b.Level == 1
	if r.titled && strings.Contains(strings.ToLower(text), ".md") {
		r.heading = ""
	}
}

// isSkipped reports whether nothing below a heading is looked up.
func isSkipped(heading string) bool {
	lower := strings.ToLower(heading) + " "
	return slices.ContainsFunc(known().skipHeadings, func(n string) bool { return strings.Contains(lower, n) }) ||
		reDated().MatchString(lower) || isRefused(heading)
}

// block reads one block; before is the paragraph right above it.
func (r *reader) block(b *markdown.Block, before string) {
	switch b.Kind {
	case markdown.Paragraph:
		r.paragraph(b)
	case markdown.List:
		parent := boldLabel(before)
		if isSkipped(parent) {
			return
		}
		for _, item := range b.Children {
			if r.ctx.Err() != nil {
				return
			}
			r.item(item, parent)
		}
	case markdown.Table:
		r.table(b)
	case markdown.Code:
		if label := labelAbove(before); !isSkipped(label) {
			r.fence(b, label)
		}
	}
}

// item reads a bullet and what is below it. parent is what that is about.
func (r *reader) item(item *markdown.Block, parent string) {
	name := parent
	for _, c := range item.Children {
		switch c.Kind {
		case markdown.Paragraph:
			key, ok := r.bullet(c, parent)
			if !ok {
				return
			}
			if key != "" && parent == "" {
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

// boldLabel is a paragraph that is nothing but a label in bold.
func boldLabel(text string) string {
	last := strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	name := strings.TrimRight(last, ":： ")
	if !strings.HasPrefix(name, "**") || !strings.HasSuffix(name, "**") || strings.Count(name, "**") != 2 || countWords(name) > maxName {
		return ""
	}
	return strings.TrimRight(plain(name), ":： ")
}

// labelAbove is the text above a fence as a label for what is in it.
func labelAbove(text string) string {
	text = strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	if !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") && !strings.HasPrefix(text, "**") && countWords(text) > maxName {
		return ""
	}
	if countWords(text) > 2*maxName {
		return ""
	}
	return text
}

// passage is a text that may run over several lines.
type passage struct {
	line int    // of its beginning
	raw  string // with line feeds
	text string // with spaces in their place
}

func newPassage(line int, text string) passage {
	return passage{line, text, strings.ReplaceAll(text, "\n", " ")}
}

func (p passage) cut(s span) passage {
	return passage{p.lineAt(s.start), p.raw[s.start:s.end], p.text[s.start:s.end]}
}

func (p passage) lineAt(offset int) int { return p.line + strings.Count(p.raw[:offset], "\n") }

// bullet reads the text of a bullet and gives its name; ok is false where nothing
// below it is a fact either.
func (r *reader) bullet(b *markdown.Block, parent string) (name string, ok bool) {
	p := newPassage(r.doc.Line(b.Start), b.Text)
	if isRefused(p.text) {
		return "", false
	}
	p = withoutMark(p)
	all := sentences(p.text)
	if len(all) == 0 {
		return "", false
	}
	if countWords(p.text) <= maxName && len(scan(p.text)) == 0 {
		if _, found := split(p.text); !found {
			return strings.TrimRight(p.text, ":：*_ "), true // a name, and what it has below it
		}
	}
	name = parent
	for i, s := range all {
		name = r.statement(p.cut(s), parent, name, i == 0)
	}
	if head, found := split(p.text); found && known().rules.begins(p.text[head.key.start:head.key.end]) {
		return name, false
	}
	return name, true
}

// withoutMark is a passage without the sign in front of it.
func withoutMark(p passage) passage {
	return p.cut(span{len(reMark().FindString(p.text)), len(p.text)})
}

// paragraph reads a paragraph: line by line if the lines are pairs, else sentence
// by sentence.
func (r *reader) paragraph(b *markdown.Block) {
	p := newPassage(r.doc.Line(b.Start), b.Text)
	start := 0
	var rest []span
	for at := 0; at <= len(p.raw); {
		end := strings.IndexByte(p.raw[at:], '\n')
		if end < 0 {
			end = len(p.raw)
		} else {
			end += at
		}
		if line := p.cut(trimmed(p.text, at, end)); r.isLine(line.text) {
			rest = append(rest, span{start, at})
			start = end
			r.line(line)
		}
		at = end + 1
	}
	for _, part := range append(rest, span{start, len(p.raw)}) {
		part := p.cut(trimmed(p.text, part.start, part.end))
		for _, s := range sentences(part.text) {
			r.statement(part.cut(s), "", "", false)
		}
	}
}

// isLine reports whether a line of a paragraph is complete in itself: a pair, a value,
// or the half of a pair that is refused.
func (r *reader) isLine(text string) bool {
	const longest = 160 // bytes
	if isRefused(text) || reMark().MatchString(text) || isCodeOrURL(text) {
		return true
	}
	p, found := split(text)
	if !found || len(text) > longest || countWords(text[p.key.start:p.key.end]) > maxName-2 || isTold(text) {
		return false
	}
	return p.bold || len(sentences(text)) == 1
}

func (r *reader) line(p passage) {
	if isRefused(p.text) {
		return
	}
	marked := p
	if p = withoutMark(p); p.text != marked.text && strings.HasPrefix(p.text, "`") {
		if end := strings.IndexByte(p.text[1:], '`'); end > 0 { // the right half of a pair, and a word about it
			p = p.cut(span{0, end + 2})
		}
	}
	r.statement(p, "", "", true)
}

// statement reads a sentence or a bullet: a pair of a key and what it has, a value
// alone, or running text that names something. parent is what it is below, name what
// was spoken of before. It gives the name of what it is about.
func (r *reader) statement(p passage, parent, name string, begins bool) string {
	first := true
	for i, part := range parts(p.text) {
		part := p.cut(part)
		if (begins || i > 0) && isCodeOrURL(part.text) {
			r.single(part, parent)
			continue
		}
		head, found := split(part.text)
		switch {
		case found && (begins || isShortPair(part.text, head)) && (i == 0 || !head.bold) && isPair(part.text, head):
			key := r.pair(part, head, parent)
			if i == 0 && begins {
				name = key
			}
			first = false
		default:
			about := name
			if !first && about != "" && i > 0 && !isBoldStart(p.text) {
				about = parent // the key of another part
			}
			r.mentions(part, about)
		}
	}
	return name
}

// single offers code or an address that stands alone.
func (r *reader) single(p passage, parent string) {
	v := unquoted(p.text, span{0, len(p.text)})
	r.offer(candidate{shape: alone, line: p.line, text: p.text, key: parent, value: p.text[v.start:v.end], mark: words.Code, code: true})
}

// isBoldStart reports whether a statement begins with a label that the author marked:
// it is what all of it is about.
func isBoldStart(text string) bool {
	return strings.HasPrefix(text, "**") || strings.HasPrefix(text, "__")
}

// isShortPair reports whether a part of running text is a pair by its looks.
func isShortPair(text string, p pair) bool {
	return countWords(text[p.key.start:p.key.end]) <= maxName-2 && startsSpecific(text[p.value.start:p.value.end])
}

// isPair reports whether a text that can be split is a name and what it has.
func isPair(text string, p pair) bool {
	if p.swapped {
		return true
	}
	key, most := text[p.key.start:p.key.end], maxName
	if !strings.Contains(key, " ") {
		most = 2 * maxName // of a script without spaces
	}
	if n := countWords(withoutAside(key)); n > most || n > maxName-2 && !startsSpecific(text[p.value.start:p.value.end]) {
		return false
	}
	for _, m := range scan(key) {
		switch m.kind {
		case words.URL, words.HostName, words.Email, words.Path, phone:
			return isCodeOrURL(key)
		}
	}
	return true
}

// withoutAside is a key without what is said in brackets.
func withoutAside(key string) string {
	at := strings.IndexAny(key, "(（")
	if at <= 0 {
		return key
	}
	return strings.TrimSpace(key[:at])
}

// parts cuts a statement at semicolons and at dots between pairs: each may be about
// something else.
func parts(text string) []span {
	var all []span
	start := 0
	for i, p := range pieces(text) {
		if i > 0 && (p.first && !isEnd(text[:p.start]) && !isLimit(text[p.start:p.end]) || isSlashed(text, p)) {
			all = append(all, trimmed(text, start, p.start))
			start = p.start
		}
	}
	all = append(all, trimmed(text, start, len(text)))
	for i := range all {
		for all[i].end > all[i].start && (strings.IndexByte(";·| ", text[all[i].end-1]) >= 0 || strings.HasSuffix(text[:all[i].end], " /")) {
			all[i].end--
		}
	}
	return all
}

// isSlashed reports whether a piece stands behind a slash and is a pair by itself.
func isSlashed(text string, p piece) bool {
	if !strings.HasSuffix(strings.TrimRight(text[:p.start], " "), " /") {
		return false
	}
	head, found := split(text[p.start:])
	return found && p.start+head.value.start < p.end && isShortPair(text[p.start:], head)
}

// pair offers what a pair tells, and gives its key. Below a parent it tells about that.
func (r *reader) pair(p passage, head pair, parent string) string {
	key, value := p.text[head.key.start:head.key.end], p.cut(head.value)
	if countWords(key) > maxName {
		key = withoutAside(key)
	}
	c := candidate{shape: paired, text: p.text, key: plain(key), field: plain(key)}
	if parent != "" {
		c.key, c.attr = parent, plain(key)
	}
	if head.swapped {
		r.swapped(p, head, parent)
		return plain(key)
	}
	if m := reLink().FindStringSubmatchIndex(value.text); m != nil && m[0] == 0 {
		c.value, c.line, c.mark = value.text[m[4]:m[5]], value.lineAt(m[4]), words.URL
		r.offer(c)
		return c.key
	}
	r.fragments(value, c, true)
	return plain(key)
}

// swapped offers code that stands in front of the words that say what it is.
func (r *reader) swapped(p passage, head pair, parent string) {
	v := unquoted(p.text, head.key)
	c := candidate{shape: paired, line: p.lineAt(v.start), text: p.text, key: parent, value: p.text[v.start:v.end], mark: words.Code, code: true}
	about := p.text[head.value.start:head.value.end]
	if all := pieces(about); len(all) > 1 {
		about = about[:all[0].end]
	}
	switch {
	case countWords(about) > 2*maxName:
	case countWords(about) > maxName || parent != "":
		c.qualifier = strings.TrimRight(about, ".。")
	default:
		c.key = strings.TrimRight(about, ".。")
	}
	r.offer(c)
}

// mentions offers what running text names.
func (r *reader) mentions(p passage, name string) {
	if len(p.text) < 3 {
		return
	}
	r.fragments(p, candidate{shape: mentioned, text: p.text, key: name}, false)
}

// fragments offers the values of a text for a candidate that has all but them.
func (r *reader) fragments(p passage, c candidate, keyed bool) {
	label := c.attr
	all := fragments(p.text, keyed)
	for _, f := range all {
		q, whole := f.qualifier(p.text)
		c.value, c.line = p.text[f.value.start:f.value.end], p.lineAt(f.value.start)
		c.attr = strings.TrimSpace(label + " " + attribute(p.text[f.attr.start:f.attr.end]))
		c.qualifier = ""
		if whole || c.shape != mentioned && q.end > q.start && f.rest <= q.end {
			c.qualifier, _, _ = strings.Cut(p.raw[q.start:q.end], "\n")
		}
		c.mark, c.full, c.begins = f.kind, whole && !isFlow(p.text[f.rest:]), strings.Trim(p.text[:f.value.start], " `*_\"") == ""
		c.code = f.value.start > 0 && p.text[f.value.start-1] == '`'
		r.offer(c)
	}
}

// attribute is what stands in front of a value, without what only links it.
func attribute(lead string) string {
	lead = strings.Trim(plain(lead), " ：:=(（`*\"“「,，、;/+")
	fields := strings.FieldsFunc(lead, func(r rune) bool { return r == ' ' || r == '(' || r == '（' })
	isJoin := func(w string) bool { return known().joins.words[strings.ToLower(w)] }
	for len(fields) > 0 && isJoin(fields[0]) {
		fields = fields[1:]
	}
	for len(fields) > 0 && isJoin(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	return strings.Join(fields, " ")
}
