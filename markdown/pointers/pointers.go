// Package pointers knows the lines that point an agent from what every session loads to what it reads when needed: two
// sentences in SOUL.md, three that say what it need not look at again, and a line in the checklist for new tools in
// AGENTS.md. A document comes in. The lines that it lacks go out, each with its place.
//
// Invariants:
//
//  1. An insertion adds a paragraph or an item of a list; every byte that was there
//     stays, and the line endings are those of the document.
//  2. A document that says so in other words lacks nothing.
//  3. Insertions for one place can be made each alone, or all in their order.
package pointers

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/markdown"
	"wisdom/markdown/section"
)

// The sentences of the seeds, byte for byte, MemoryInMain for an AGENTS.md that leaves MEMORY.md to the main session, and
// the line for a checklist.
const (
	Memory       = "For long-term memory, read MEMORY.md on demand when conversation requires historical context."
	MemoryInMain = "In the main session, read MEMORY.md on demand when conversation requires historical context."
	Tools        = "For full tool details, read TOOLS.md explicitly when needed."
	Checklist    = "`TOOLS_COMPACT.md` brought up to date: `wisdom run --only tools`, then `wisdom review`"
)

// Shedding are the sentences that say what need not be looked at again once a session is under way, from the seeds.
var Shedding = []string{
	"After USER.md content has been acted on and conversation is established, no need to re-reference " +
		"USER.md for the remainder of the session.",
	"After all orchestration tasks complete, AGENTS.md context is no longer needed.",
	"After a topic thread has established its own clear context, topic-specific file references can be dropped.",
}

// Insertion is a line that a document lacks.
type Insertion struct {
	// Text is the line as a person reads it.
	Text string
	// Insert are the bytes to put in before byte At.
	Insert string
	At     int
}

// Sentences are those that SOUL.md lacks. They go to the end of the text about who the agent is, above a rule or a
// signature that closes it. The one about MEMORY.md is for a workspace that has that file, in the form that is
// given, or empty; so is the one about TOOLS.md, which the host retired.
func Sentences(soul *markdown.Document, memory string, hasTools bool) ([]Insertion, error) {
	var wanted []string
	if memory != "" {
		wanted = append(wanted, memory)
	}
	if hasTools {
		wanted = append(wanted, Tools)
	}
	file := map[string]string{Memory: "MEMORY.md", MemoryInMain: "MEMORY.md", Tools: "TOOLS.md"}
	return lacking(soul, wanted, func(own, sentence string) bool { return says(own, sentence, file[sentence]) })
}

// Shed are the sentences of Shedding that SOUL.md lacks; they go to the same place.
func Shed(soul *markdown.Document) ([]Insertion, error) {
	return lacking(soul, Shedding, func(own, sentence string) bool {
		return strings.Contains(text.Normal(own), text.Normal(strings.TrimSuffix(sentence, ".")))
	})
}

// lacking are those of some sentences that the text of SOUL.md without the section does not have.
func lacking(soul *markdown.Document, sentences []string, has func(own, sentence string) bool) ([]Insertion, error) {
	s, err := section.Find(soul)
	if err != nil || soul.Unclosed > 0 {
		return nil, err
	}
	own := string(soul.Source)
	if s != nil {
		own = own[:s.Start] + own[s.End:]
	}
	start, end := section.Identity(soul, s)
	at := aboveClosing(soul, start, end)
	var missing []Insertion
	for _, sentence := range sentences {
		if !has(own, sentence) {
			missing = append(missing, paragraph(soul, sentence, at))
		}
	}
	return missing, nil
}

// reSignature is how a line begins that signs a text.
var reSignature = text.Lazily(`^(?:[*_]{1,2})?(?:[—–―]|--\s)`)

// aboveClosing is the end of a part of a document, or, if the part ends in a rule, in a few words below a rule, or in a
// signature, the place above those.
func aboveClosing(doc *markdown.Document, start, end int) int {
	const longest = 25 // words that close a text
	at := end
	blocks := slices.DeleteFunc(slices.Clone(doc.Blocks), func(b *markdown.Block) bool {
		return b.Start < start || b.Start >= end
	})
	for i := len(blocks) - 1; i > 0; i-- {
		b := blocks[i]
		short := b.Kind == markdown.Paragraph && at == end && text.Count(b.Text) <= longest
		switch {
		case b.Kind == markdown.Divider, short && reSignature().MatchString(b.Text):
			at = b.Start
		case short && blocks[i-1].Kind == markdown.Divider && i > 1:
		default:
			return at
		}
	}
	return at
}

var (
	reReads    = lang.Expression("(?i)", "", func(l *lang.Language) string { return l.Reminders.Reads })
	reOnDemand = lang.Expression("(?i)", "", func(l *lang.Language) string { return l.Reminders.OnDemand })
	reNewTool  = lang.Expression("(?i)", "", func(l *lang.Language) string { return l.Reminders.New })
	reTool     = lang.Expression("(?i)", "", func(l *lang.Language) string { return l.Reminders.Tool })
	reKeep     = lang.Expression("(?i)", "", func(l *lang.Language) string { return l.Reminders.Keep })
)

// TellsToRead reports whether a text instructs the agent to look something up.
func TellsToRead(text string) bool { return reReads().MatchString(text) }

// TellsToKeep reports whether a text is about writing to a file.
func TellsToKeep(text string) bool { return reKeep().MatchString(text) }

// says reports whether a text has a sentence, or one of its own that instructs the agent to read that file when needed.
func says(s, sentence, file string) bool {
	if strings.Contains(text.Normal(s), text.Normal(sentence)) {
		return true
	}
	for line := range strings.Lines(s) {
		for part := range strings.SplitSeq(strings.ReplaceAll(line, "。", ". "), ". ") {
			if names(part, file) && TellsToRead(part) && reOnDemand().MatchString(part) {
				return true
			}
		}
	}
	return false
}

// names reports whether a text names a file, and not another whose name ends so.
func names(text, file string) bool {
	at := strings.Index(text, file)
	return at == 0 || at > 0 && !strings.ContainsRune("_-./", rune(text[at-1])) && !isLetter(text[at-1])
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// paragraph puts a line in as a paragraph of its own.
func paragraph(doc *markdown.Document, text string, at int) Insertion {
	nl := doc.Newline()
	if mark := "\ufeff"; at == 0 && bytes.HasPrefix(doc.Source, []byte(mark)) {
		at = len(mark)
	}
	before := doc.Source[:at]
	in := Insertion{Text: text, Insert: text + nl + nl, At: at}
	switch {
	case at == 0, string(before) == "\ufeff":
	case bytes.HasSuffix(before, []byte("\n\n")), bytes.HasSuffix(before, []byte("\n\r\n")):
	case at < len(doc.Source): // right below other text
		in.Insert = nl + in.Insert
	case bytes.HasSuffix(before, []byte("\n")):
		in.Insert = nl + text + nl
	default: // a last line without its end stays without
		in.Insert = nl + nl + text
	}
	return in
}

// Line returns the line that the checklist for new tools lacks, if any. If there is no such checklist, it returns one
// with that line in a section of its own, which comes last.
func Line(agents *markdown.Document) (missing Insertion, lacks bool) {
	for line := range strings.Lines(string(agents.Source)) {
		if names(strings.ReplaceAll(line, "`", " "), "TOOLS_COMPACT") && reKeep().MatchString(line) {
			return Insertion{}, false
		}
	}
	if list := checklist(agents); list != nil {
		return item(agents, list), true
	}
	if agents.Unclosed > 0 {
		return Insertion{}, false
	}
	heading := "## When adding a new tool"
	if titles(agents) > 1 { // these are its sections
		heading = heading[1:]
	}
	in := paragraph(agents, heading+agents.Newline()+agents.Newline()+"- [ ] "+Checklist,
		aboveClosing(agents, 0, len(agents.Source)))
	in.Text = "- [ ] " + Checklist
	return in, true
}

// titles counts the headings of level 1.
func titles(doc *markdown.Document) (n int) {
	for _, h := range doc.Headings() {
		if h.Level == 1 {
			n++
		}
	}
	return n
}

// checklist finds the list below a heading, or below a line, that is about new tools.
func checklist(doc *markdown.Document) *markdown.Block {
	about, level := false, 0
	for i, b := range doc.Blocks {
		switch {
		case b.Kind == markdown.Heading && (!about || b.Level <= level):
			about, level = isAbout(b.Text), b.Level
		case b.Kind == markdown.List &&
			(about || i > 0 && doc.Blocks[i-1].Kind == markdown.Paragraph && isAbout(doc.Blocks[i-1].Text)):
			return b
		}
	}
	return nil
}

// isAbout reports whether a heading or the line above a list is about new tools.
func isAbout(s string) bool {
	const longest = 12 // words
	return text.Count(s) <= longest && reTool().MatchString(s) && reNewTool().MatchString(s)
}

var reItem = text.Lazily(`^([ \t]*)([-*+]|\d+[.)])([ \t]+)(\[[ xX]\][ \t]+)?`)

// item puts a line behind the last item of a list, in the list's own style.
func item(doc *markdown.Document, list *markdown.Block) Insertion {
	last := list.Children[len(list.Children)-1]
	start, _ := doc.LineSpan(doc.Line(last.Start))
	m := reItem().FindStringSubmatch(string(doc.Source[start:]))
	mark := "- [ ] "
	if m != nil {
		if m[4] != "" {
			m[4] = "[ ] "
		}
		mark = m[1] + next(m[2]) + m[3] + m[4]
	}
	end := endOfText(doc.Source, list.End)
	in := Insertion{Text: strings.TrimSpace(mark) + " " + Checklist, Insert: mark + Checklist + doc.Newline(), At: end}
	if end > 0 && doc.Source[end-1] != '\n' {
		in.Insert = doc.Newline() + mark + Checklist
	}
	return in
}

// next is the mark behind a mark: numbers go on.
func next(mark string) string {
	if n, err := strconv.Atoi(strings.TrimRight(mark, ".)")); err == nil {
		return fmt.Sprintf("%d%s", n+1, mark[len(mark)-1:])
	}
	return mark
}

// endOfText goes back over blank lines.
func endOfText(source []byte, end int) int {
	text := bytes.TrimRight(source[:end], " \t\r\n")
	if line := bytes.IndexByte(source[len(text):end], '\n'); line >= 0 {
		return len(text) + line + 1
	}
	return end
}
