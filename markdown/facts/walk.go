package facts

import (
	"regexp"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

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
	if r.open >= from && r.open < to {
		r.openFence(silent > 0, before)
	}
}

// block reads one block; before is the text right above it.
func (r *reader) block(b *markdown.Block, before string) {
	switch b.Kind {
	case markdown.Paragraph:
		r.paragraph(b)
	case markdown.List:
		for _, item := range b.Children {
			if r.ctx.Err() != nil {
				return
			}
			if !b.Ordered || isListed(item) {
				r.item(item, "")
			}
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

// isListed tells an item of a numbered list that names something from a step.
func isListed(item *markdown.Block) bool {
	if len(item.Children) == 0 {
		return false
	}
	head, _, _ := strings.Cut(item.Children[0].Text, "\n")
	p, found := split(strings.TrimSpace(head))
	return found && countWords(p.key) <= maxName-2 && startsSpecific(p.value)
}

var reTask = regexp.MustCompile(`^\[[ xX]\]\s`)

// bullet reads the text of a bullet and gives its name; ok is false where
// nothing below it is a fact either.
func (r *reader) bullet(b *markdown.Block, parent string) (name string, ok bool) {
	line := r.doc.Line(b.Start)
	text := strings.TrimSpace(b.Text)
	if reTask.MatchString(text) || isRefused(text) {
		return "", false
	}
	text = withoutMark(text)
	all := sentences(text)
	if len(all) == 0 {
		return "", false
	}
	head, _, _ := strings.Cut(text[:all[0].end], "\n")
	rest := text[len(head):]
	head = strings.TrimSpace(head)
	p, found := split(head)
	p = p.named()
	switch {
	case isRule(text) && (!found || !isNameAnyway(p)):
		return "", false
	case !found && isCodeOrURL(head):
		r.add(line, parent, "", bare(head), "")
		name = parent
	case !found && r.numbered(line, parent, head):
		name = parent
	case !found && countWords(head) <= maxName && len(scan(head)) == 0:
		return head, true
	case !found:
		r.prose(line, parent, text)
		return "", false
	case isRule(p.key) && !isNameAnyway(p) || reDated.MatchString(p.key) || isErrand(p):
		return "", false
	case countWords(p.key) > maxName && !startsSpecific(p.value):
		return "", false
	default:
		r.pair(line, parent, p)
		name = p.key
	}
	r.prose(line, name, rest)
	return name, true
}

// numbered reads a bullet that is a name and its number: "Zigbee channel 15".
func (r *reader) numbered(line int, parent, head string) bool {
	m := reCounted.FindStringSubmatch(head)
	if m == nil || !telling(m[1]) || countWords(head) > maxName-2 {
		return false
	}
	name := strings.TrimSpace(strings.TrimRight(head, "0123456789`"))
	if parent != "" {
		r.add(line, parent, name, m[2], "")
	} else {
		r.add(line, name, "", m[2], "")
	}
	return true
}

// isNameAnyway says whether a key that begins like a rule names something: "After
// hours: +1 208 555 0177".
func isNameAnyway(p pair) bool {
	first, _, _ := strings.Cut(strings.ToLower(p.key), " ")
	return softRules[first] && countWords(p.key) <= 2 && (startsSpecific(p.value) || number(firstWord(p.value)))
}

// isErrand says whether a pair tells what to do in a case.
func isErrand(p pair) bool {
	const name = 3
	return countWords(p.key) > name && words.IsImperative(strings.Trim(firstWord(p.value), ",.")) && len(scan(p.value)) == 0
}

// paragraph reads the lines of a paragraph that are a key and a value, and what
// stands between them as prose.
func (r *reader) paragraph(b *markdown.Block) {
	first := r.doc.Line(b.Start)
	lines := strings.Split(b.Text, "\n")
	from := 0
	flush := func(to int) {
		if from < to {
			r.prose(first+from, "", strings.Join(lines[from:to], "\n"))
		}
		from = to + 1
	}
	for i, text := range lines {
		if r.line(first+i, strings.TrimSpace(text)) {
			flush(i)
		}
	}
	flush(len(lines))
}

// line reads a line of a paragraph that is complete in itself: a pair, a value, or
// the half of a pair that is refused.
func (r *reader) line(line int, text string) bool {
	if isRefused(text) && !strings.Contains(text, ". ") {
		return true
	}
	marked := text
	if text = withoutMark(text); text != marked && reCodeBegins.MatchString(text) {
		text = reCodeBegins.FindString(text) // the right half of a pair, and a word about it
	}
	if isCodeOrURL(text) {
		r.add(line, "", "", bare(text), "")
		return true
	}
	if r.dotted(line, text) {
		return true
	}
	p, found := split(text)
	if !found || isRule(text) || isRule(p.key) || countWords(p.key) > maxName-2 || len(text) > maxLine || len(sentences(text)) > 1 || isStory(text) {
		return false
	}
	if countWords(p.value) > maxName && !startsSpecific(p.value) {
		return false
	}
	r.pair(line, "", p)
	return true
}

var reCodeBegins = regexp.MustCompile("^`[^`]+`")

// dotted reads a line that holds several pairs with dots between them.
func (r *reader) dotted(line int, text string) bool {
	all := strings.Split(text, " · ")
	var pairs []pair
	for _, part := range all {
		if p, ok := split(part); ok && countWords(p.key) <= maxName-2 && startsSpecific(p.value) {
			pairs = append(pairs, p)
		}
	}
	if len(all) < 2 || len(pairs) < 2 {
		return false
	}
	for _, p := range pairs {
		r.pair(line, "", p)
	}
	return true
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
