package review

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"wisdom/internal/secrets"
	"wisdom/internal/text"
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
		before, after := textLines(unix(c.Before)), textLines(unix(c.After))
		for _, e := range lcs.DiffLines(before, after) {
			for _, line := range before[e.Start:e.End] {
				b.WriteString("-" + strings.TrimSuffix(line, "\n") + "\n")
			}
			for _, line := range after[e.ReplStart:e.ReplEnd] {
				b.WriteString("+" + strings.TrimSuffix(line, "\n") + "\n")
			}
		}
	}
	return workspace.HashOf([]byte(b.String()))
}

// unix is a text with the line endings of Unix.
func unix(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

// textLines are the lines of a text, with their endings.
func textLines(text string) []string { return slices.Collect(strings.Lines(text)) }

// edits are the lines that a change takes out and puts in.
func (c Change) edits() []lcs.Diff {
	return lcs.DiffLines(textLines(string(c.Before)), textLines(string(c.After)))
}

// Patch is the change as a patch with so many unchanged lines around each part. git apply takes it; without any, that
// needs --unidiff-zero. Secrets are not shown: a patch that would show one does not apply.
func (c Change) Patch(context int) string {
	if len(c.Before)+len(c.After) > 0 {
		return c.write(context, patchLines)
	}
	// Only git's own header can say that an empty file is made or removed.
	header := fmt.Sprintf("diff --git a/%s b/%s\n", c.Path, c.Path)
	switch {
	case c.IsEmpty():
		return ""
	case c.Before == nil:
		return header + "new file mode 100644\n"
	default:
		return header + "deleted file mode 100644\n"
	}
}

// Patches returns changes as one patch; see Change.Patch.
func Patches(changes []Change, context int) string {
	var b strings.Builder
	for _, c := range changes {
		b.WriteString(c.Patch(context))
	}
	return b.String()
}

// Words is the change for people: what was taken out within lines is between [-
// and -], what was put in between {+ and +}. It is no patch.
func (c Change) Words(context int) string { return c.write(context, wordLines) }

// write returns the parts of a change below the names of the file, without secrets; "" if there are none. Parts whose
// contexts touch are one. A function writes unchanged lines, followed by lines that were taken out and put in.
func (c Change) write(context int, text func(b *strings.Builder, same, removed, added []string)) string {
	from, to := "a/"+string(c.Path), "b/"+string(c.Path)
	if c.Before == nil {
		from = "/dev/null"
	}
	if c.After == nil {
		to = "/dev/null"
	}
	shownBefore, _ := secrets.Redact(string(c.Before))
	shownAfter, _ := secrets.Redact(string(c.After))
	before, after := textLines(shownBefore), textLines(shownAfter)
	var b strings.Builder
	for rest := c.edits(); len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Start-rest[n-1].End <= 2*context {
			n++
		}
		first, last := rest[0], rest[n-1]
		start, end := max(first.Start-context, 0), min(last.End+context, len(before))
		if b.Len() == 0 {
			b.WriteString("--- " + from + "\n+++ " + to + "\n")
		}
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", span(start, end),
			span(start+first.ReplStart-first.Start, end+last.ReplEnd-last.End))
		for _, e := range rest[:n] {
			text(&b, before[start:e.Start], before[e.Start:e.End], after[e.ReplStart:e.ReplEnd])
			start = e.End
		}
		text(&b, before[start:end], nil, nil)
		rest = rest[n:]
	}
	return b.String()
}

// span is a range of lines in the header of a part: an empty one is named by the line before it.
func span(start, end int) string {
	switch end - start {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(end)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}

// patchLines writes lines as a patch has them.
func patchLines(b *strings.Builder, same, removed, added []string) {
	for i, lines := range [][]string{same, removed, added} {
		for _, line := range lines {
			b.WriteString(" -+"[i:i+1] + line)
			if !strings.HasSuffix(line, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
}

// wordLines writes lines, the changed ones with marks at their words.
func wordLines(b *strings.Builder, same, removed, added []string) {
	for _, text := range []string{strings.Join(same, ""), wordChanges(strings.Join(removed, ""), strings.Join(added, ""))} {
		b.WriteString(text)
		if text != "" && !strings.HasSuffix(text, "\n") {
			b.WriteString("\n")
		}
	}
}

// reWord matches a word, a line end, and white space between them.
var reWord = text.Lazily(`\n|[^\S\n]+|\S+`)

// wordChanges is a text with marks at what is not in the one before.
func wordChanges(before, after string) string {
	var b strings.Builder
	from, to := reWord().FindAllString(before, -1), reWord().FindAllString(after, -1)
	at := 0
	for _, e := range lcs.DiffLines(from, to) {
		b.WriteString(strings.Join(from[at:e.Start], ""))
		marked(&b, "[-", strings.Join(from[e.Start:e.End], ""), "-]")
		marked(&b, "{+", strings.Join(to[e.ReplStart:e.ReplEnd], ""), "+}")
		at = e.End
	}
	return b.String() + strings.Join(from[at:], "")
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

// Lines counts the lines that were added and removed.
func (c Change) Lines() (added, removed int) {
	for _, e := range c.edits() {
		added, removed = added+e.ReplEnd-e.ReplStart, removed+e.End-e.Start
	}
	return added, removed
}

// describe says in a few words how a text differs from an earlier one.
func describe(before, after []byte) string {
	c, first := Change{Before: before, After: after}, 0
	if edits := c.edits(); len(edits) > 0 {
		first = edits[0].Start + 1
	}
	added, removed := c.Lines()
	return fmt.Sprintf("%d lines added, %d removed, the first change on line %d", added, removed, first)
}
