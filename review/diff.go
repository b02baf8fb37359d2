package review

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/aymanbagabas/go-udiff"
	"github.com/sergi/go-diff/diffmatchpatch"

	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
)

// Context is how many unchanged lines a patch shows around a change by default.
const Context = 3

// Change is a file before and after; a nil content means that there is no file.
type Change struct {
	Path          workspace.Path
	Before, After []byte
}

// IsEmpty says that nothing changes.
func (c Change) IsEmpty() bool {
	return bytes.Equal(c.Before, c.After) && (c.Before == nil) == (c.After == nil)
}

// HashOf names changes: their files and, in order, the lines that they take out and put in, wherever these are. Line
// endings do not count.
func HashOf(changes []Change) workspace.Hash {
	var b strings.Builder
	for _, c := range changes {
		if c.IsEmpty() {
			continue
		}
		fmt.Fprintf(&b, "%s\n", c.Path)
		for _, op := range lineOps(unix(c.Before), unix(c.After)) {
			if op.kind != same {
				b.WriteString(string(op.kind) + strings.TrimSuffix(op.text, "\n") + "\n")
			}
		}
	}
	return workspace.HashOf([]byte(b.String()))
}

// unix is a text with the line endings of Unix.
func unix(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

// Patch is the change as a patch with so many unchanged lines around each part. git apply takes it; without any, that
// needs --unidiff-zero. Secrets are not shown: a patch that would show one does not apply.
func (c Change) Patch(context int) string {
	return cmp.Or(c.write(context, hunk.patch), c.emptyPatch())
}

// write returns the parts of a change below the names of the file, each as text says; "" if there are none.
func (c Change) write(context int, text func(hunk) string) string {
	var b strings.Builder
	for _, h := range hunksOf(c.lines(), context) {
		if b.Len() == 0 {
			b.WriteString(c.names())
		}
		b.WriteString(h.header() + text(h))
	}
	return b.String()
}

// Patches returns changes as one patch; see Change.Patch.
func Patches(changes []Change, context int) string {
	var b strings.Builder
	for _, c := range changes {
		b.WriteString(c.Patch(context))
	}
	return b.String()
}

// lines are the change line by line, without secrets.
func (c Change) lines() []lineOp {
	ops := lineOps(string(c.Before), string(c.After))
	before, some := secrets.Redact(string(c.Before))
	after, more := secrets.Redact(string(c.After))
	if len(some)+len(more) == 0 {
		return ops
	}
	old, now := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	for i := range ops {
		switch ops[i].kind {
		case in:
			ops[i].text, now = now[0], now[1:]
		case out:
			ops[i].text, old = old[0], old[1:]
		default:
			ops[i].text, old, now = old[0], old[1:], now[1:]
		}
	}
	return ops
}

// names are the lines of a patch that name the file.
func (c Change) names() string {
	from, to := "a/"+string(c.Path), "b/"+string(c.Path)
	if c.Before == nil {
		from = "/dev/null"
	}
	if c.After == nil {
		to = "/dev/null"
	}
	return "--- " + from + "\n+++ " + to + "\n"
}

// emptyPatch makes or removes an empty file, which only git's own header can say.
func (c Change) emptyPatch() string {
	var mode string
	switch {
	case c.Before == nil && c.After != nil:
		mode = "new file mode 100644\n"
	case c.Before != nil && c.After == nil:
		mode = "deleted file mode 100644\n"
	default:
		return ""
	}
	return fmt.Sprintf("diff --git a/%s b/%s\n%s", c.Path, c.Path, mode)
}

// Words is the change for people: what was taken out within lines is between [-
// and -], what was put in between {+ and +}. It is no patch.
func (c Change) Words(context int) string {
	return c.write(context, hunk.words)
}

// Lines counts the lines that were added and removed.
func (c Change) Lines() (added, removed int) {
	added, removed, _ = lineChanges(c.Before, c.After)
	return added, removed
}

// The kinds of lines, as a patch writes them.
const (
	same = ' '
	out  = '-'
	in   = '+'
)

// lineOp is a line of a change, with its newline if it has one.
type lineOp struct {
	kind rune
	text string
}

func lineOps(before, after string) []lineOp {
	var ops []lineOp
	put := func(kind rune, text string) {
		for line := range strings.SplitAfterSeq(text, "\n") {
			if line != "" {
				ops = append(ops, lineOp{kind, line})
			}
		}
	}
	at := 0
	for _, edit := range udiff.Lines(before, after) {
		put(same, before[at:edit.Start])
		put(out, before[edit.Start:edit.End])
		put(in, edit.New)
		at = edit.End
	}
	put(same, before[at:])
	return ops
}

// hunk is a part of a change, after so many lines of each side.
type hunk struct {
	from, to int
	lines    []lineOp
}

// hunksOf are the parts of a change, each with its context; those whose contexts touch are one.
func hunksOf(ops []lineOp, context int) []hunk {
	type span struct{ start, end int }
	var spans []span
	for i, op := range ops {
		if op.kind == same {
			continue
		}
		start, end := max(i-context, 0), min(i+context+1, len(ops))
		if last := len(spans) - 1; last >= 0 && start <= spans[last].end {
			spans[last].end = end
		} else {
			spans = append(spans, span{start, end})
		}
	}
	var hunks []hunk
	at, from, to := 0, 0, 0
	for _, s := range spans {
		between := s.start - at
		h := hunk{from + between, to + between, ops[s.start:s.end]}
		before, after := h.sizes()
		hunks = append(hunks, h)
		at, from, to = s.end, h.from+before, h.to+after
	}
	return hunks
}

func (h hunk) sizes() (before, after int) {
	for _, l := range h.lines {
		if l.kind != in {
			before++
		}
		if l.kind != out {
			after++
		}
	}
	return before, after
}

func (h hunk) header() string {
	before, after := h.sizes()
	return fmt.Sprintf("@@ -%s +%s @@\n", span(h.from, before), span(h.to, after))
}

// span is a range of lines in the header of a hunk: an empty one is named by the line before it.
func span(skipped, size int) string {
	switch size {
	case 0:
		return fmt.Sprintf("%d,0", skipped)
	case 1:
		return fmt.Sprint(skipped + 1)
	}
	return fmt.Sprintf("%d,%d", skipped+1, size)
}

// patch are the lines of a hunk as a patch has them.
func (h hunk) patch() string {
	var b strings.Builder
	for _, l := range h.lines {
		b.WriteString(string(l.kind) + l.text)
		if !strings.HasSuffix(l.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
	return b.String()
}

// words are the lines of a hunk, the changed ones with marks at their words.
func (h hunk) words() string {
	var b, removed, added strings.Builder
	flush := func() {
		text := wordChanges(removed.String(), added.String())
		b.WriteString(text)
		if text != "" && !strings.HasSuffix(text, "\n") {
			b.WriteString("\n")
		}
		removed.Reset()
		added.Reset()
	}
	for _, l := range h.lines {
		switch l.kind {
		case out:
			removed.WriteString(l.text)
		case in:
			added.WriteString(l.text)
		default:
			flush()
			b.WriteString(strings.TrimSuffix(l.text, "\n") + "\n")
		}
	}
	flush()
	return b.String()
}

// wordChanges is a text with marks at what is not in the one before.
func wordChanges(before, after string) string {
	var b strings.Builder
	for _, d := range wordDiffs(before, after) {
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			marked(&b, "[-", d.Text, "-]")
		case diffmatchpatch.DiffInsert:
			marked(&b, "{+", d.Text, "+}")
		case diffmatchpatch.DiffEqual:
			b.WriteString(d.Text)
		}
	}
	return b.String()
}

// marked writes a text with marks around what it has of each line.
func marked(b *strings.Builder, open, text, end string) {
	for line := range strings.Lines(text) {
		rest := strings.TrimRight(line, "\r\n")
		if rest != "" {
			b.WriteString(open + rest + end)
		}
		b.WriteString(line[len(rest):])
	}
}

// wordDiffs compares two texts word by word. One character represents each word and each run of white space.
func wordDiffs(before, after string) []diffmatchpatch.Diff {
	const first = 0xe000 // of the characters behind the surrogates, which are none; a million are left
	var words []string
	index := map[string]rune{}
	runesOf := func(text string) (runes []rune) {
		for _, word := range wordsOf(text) {
			r, known := index[word]
			if !known {
				r = first + rune(len(words))
				index[word] = r
				words = append(words, word)
			}
			runes = append(runes, r)
		}
		return runes
	}
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 0 // the result must not depend on the speed of the machine
	a, b := runesOf(before), runesOf(after)
	diffs := differ.DiffMainRunes(a, b, false)
	for i, d := range diffs {
		var text strings.Builder
		for _, r := range d.Text {
			text.WriteString(words[r-first])
		}
		diffs[i].Text = text.String()
	}
	return diffs
}

// wordsOf splits a text into words, line ends, and white space between them.
func wordsOf(text string) (words []string) {
	kindOf := func(r rune) int {
		switch {
		case r == '\n':
			return 2
		case unicode.IsSpace(r):
			return 1
		}
		return 0
	}
	start, kind := 0, 0
	for i, r := range text {
		next := kindOf(r)
		if i > start && (next != kind || kind == 2) {
			words = append(words, text[start:i])
			start = i
		}
		kind = next
	}
	if start < len(text) {
		words = append(words, text[start:])
	}
	return words
}

// lineChanges counts the lines that were added and removed, and says on which line of before the first change is.
func lineChanges(before, after []byte) (added, removed, first int) {
	line := 1
	for _, op := range lineOps(string(before), string(after)) {
		if op.kind != same && first == 0 {
			first = line
		}
		switch op.kind {
		case in:
			added++
		case out:
			removed++
			line++
		default:
			line++
		}
	}
	return added, removed, first
}

// describe says in a few words how a text differs from an earlier one.
func describe(before, after []byte) string {
	added, removed, first := lineChanges(before, after)
	return fmt.Sprintf("%d lines added, %d removed, the first change on line %d", added, removed, first)
}
