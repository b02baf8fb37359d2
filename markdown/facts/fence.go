package facts

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/markdown"
)

var (
	reComment = text.Lazily(`^(?:#|//|;|--|rem )\s*(.*)$`)
	reSetting = text.Lazily(`^(?:export |set |- )?["']?([\pL_][\pL\w. -]*?)["']?\s*[:=]\s*(.+?),?$`)
	rePrompt  = text.Lazily(`^(?:\$|>|❯|PS>)\s+`)
	// reHere announces a here-document, which is on lines of its own.
	reHere = text.Lazily(`(?:^|[^<])<<-?\s*["'\\]?[A-Za-z_]`)
	// reBehind is the comment behind a setting.
	reBehind = text.Lazily(`^((?:[^"']|"[^"]*"|'[^']*')*?)\s+(?:#|//|;)\s+(.*)$`)
	// reOpened is the line that opens a block of settings.
	reOpened = text.Lazily(`^(?:- )?\[*["']?([\pL_][\pL\w. -]*?)["']?\s*(?::|\]+)$`)
)

// languages that hold no commands but settings; output is no fact at all.
var (
	settingLanguages = lang.SetOf("yaml yml toml ini env dotenv conf cfg properties")
	outputLanguages  = lang.SetOf(
		"log output console-output sql diff text plaintext markdown md error python py js javascript ts typescript go " +
			"html css xml mermaid json json5 jsonc", // JSON is a request or an answer, nearly always
	)
)

// fence reads the commands or settings of a code block. The label of a command
// is the comment above it or behind it, or the line above the fence.
func (r *reader) fence(b *markdown.Block, above string) {
	first := r.doc.Line(b.Start)
	start, end := r.doc.LineSpan(first)
	opening := strings.TrimLeft(strings.TrimSpace(string(r.doc.Source[start:end])), "-*+ \t")
	f := fenced{above: above}
	if strings.HasPrefix(opening, "```") || strings.HasPrefix(opening, "~~~") {
		f.language = strings.ToLower(strings.Trim(opening, "`~ "))
		first++ // else it is an indented block
	}
	if outputLanguages[f.language] {
		r.passOver(b, notRead)
		return
	}
	lines := strings.Split(b.Text, "\n")
	torn := f.tornLines(lines)
	for i, text := range lines {
		if reHere().MatchString(text) {
			f.torn = true
			break // what follows is text for the command
		}
		f.indent = indentOf(text)
		r.fenceLine(&f, first+i, strings.TrimSpace(text), torn[i])
	}
	r.commands(&f)
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// tornLines tells which lines are a part of a command on several: one goes on behind a backslash, or on a line that is
// indented.
func (f *fenced) tornLines(lines []string) []bool {
	torn, before, base := make([]bool, len(lines)+1), "", 0
	for i, line := range lines {
		text := strings.TrimSpace(line)
		isOwn := text == "" || before == "" || settingLanguages[f.language] || reComment().MatchString(before) ||
			reItem().MatchString(text) || reSetting().MatchString(text) || endsInColon(before)
		switch {
		case !isOwn && indentOf(line) > base:
			torn[i], torn[max(0, i-1)] = true, true
		case text != "":
			base = indentOf(line)
		}
		if strings.HasSuffix(text, `\`) {
			torn[i], torn[i+1] = true, true
		}
		before = line
	}
	return torn
}

// fenced is how far the reading of a fence has come.
type fenced struct {
	language, above, label string
	indent                 int
	blocks                 []above     // of settings, by how far they are indented
	refused                string      // why, by the comment above
	commands               []candidate // below one label
	torn                   bool        // one more below it runs over several lines
	moved                  bool        // a line above goes to a folder, in which all below it are run
}

func (r *reader) fenceLine(f *fenced, line int, text string, isTorn bool) {
	if len(text) > longestText {
		return
	}
	if isTorn {
		f.torn = true // a command on several lines has no value on one
		r.pass(line, onSeveral)
		return
	}
	settings := settingLanguages[f.language]
	m := reComment().FindStringSubmatch(text)
	if m != nil || text == "" && f.label != "" {
		r.commands(f)
	}
	switch {
	case text == "":
		f.label, f.refused = "", ""
		return
	case m != nil:
		f.label, f.refused = m[1], ""
		if why := refusal(m[1]); why != belowNoFact || countWords(m[1]) <= maxName/3 {
			f.refused = why
		}
		return
	case f.refused != "" || isRefused(text):
		r.pass(line, cmp.Or(f.refused, crossedOut))
		return
	}
	switch {
	case r.setting(f, line, text, settings), settings:
	case f.language == "" && r.note(line, text):
	default:
		r.command(f, line, text)
	}
}

// setting reads a key with its value, as what the block has that it is in.
func (r *reader) setting(f *fenced, line int, text string, settings bool) bool {
	c := candidate{shape: setting, line: line, text: text}
	if settings {
		f.close(f.indent)
	}
	if m := reOpened().FindStringSubmatch(text); m != nil && settings {
		if strings.HasPrefix(text, "[") {
			f.blocks, f.indent = nil, -1 // a section, up to the next one
		}
		f.blocks = append(f.blocks, above{f.indent, m[1], 0})
		return true
	}
	if m := reBehind().FindStringSubmatch(text); m != nil && (settings || f.isAssignment(text)) {
		text = m[1]
		c.qualifier = m[2]
	}
	m := reSetting().FindStringSubmatch(text)
	if m == nil || !settings && !f.isAssignment(text) {
		return false
	}
	c.key, c.value = m[1], strings.TrimSpace(m[2])
	if unquoted := strings.Trim(c.value, `"'`); !strings.ContainsAny(unquoted, `"'`) {
		c.value = unquoted
	}
	if n := len(f.blocks); n > 0 {
		c.key, c.attr = f.blocks[n-1].text, m[1]
	}
	r.offer(c)
	return true
}

// isAssignment tells a setting of a shell from a command that has an equals sign.
func (f *fenced) isAssignment(text string) bool {
	name, _, found := strings.Cut(strings.TrimPrefix(text, "export "), "=")
	if f.language == "" {
		name = strings.TrimRight(name, " ")
	}
	return found && !strings.ContainsAny(name, " \t-:")
}

// close leaves the blocks that are indented as far as a line, or farther.
func (f *fenced) close(indent int) {
	for n := len(f.blocks); n > 0 && f.blocks[n-1].level >= indent; n-- {
		f.blocks = f.blocks[:n-1]
	}
}

// reItem is the sign in front of an item of a list.
var reItem = text.Lazily(`^(?:[-*•+]|\d+[.)])\s+`)

// note reads a line of a fence without a language that is written like a bullet: a key
// in words and a value, or several values with slashes between them. An item that is no pair is no command either.
func (r *reader) note(line int, text string) bool {
	item := reItem().FindString(text)
	text = strings.TrimPrefix(text, item)
	if endsInColon(text) {
		return true
	}
	p, found := split(text)
	isRun := found && (strings.ContainsAny(text[p.key.start:p.key.end], "-/$\"'{[") || strings.Contains(text, " --"))
	if item == "" && (isRun || !found && !strings.Contains(text, " / ")) {
		return false
	}
	if found || item == "" {
		r.statement(newPassage(line, text), "", bulleted)
	}
	return true
}

// reRun is the beginning of what is run.
var reRun = text.Lazily(
	`^(?:[a-z0-9_./~$*][\w./~${}-]*[;&]?|[*]/\d+|GET|HEAD|POST|PUT|PATCH|DELETE|SELECT|WITH|SHOW)(?: |$)`,
)

// reMove goes to a folder and does nothing there.
var reMove = text.Lazily(`^(?:cd|pushd) [^|;&]+$`)

func (r *reader) command(f *fenced, line int, text string) {
	text = rePrompt().ReplaceAllString(text, "")
	run, comment, _ := strings.Cut(strings.Replace(text, "  #", " # ", 1), " # ")
	run, comment = strings.TrimSpace(run), strings.TrimSpace(comment)
	if isRefused(comment) || !reRun().MatchString(run) {
		return
	}
	moved := f.moved
	f.moved = moved || reMove().MatchString(run)
	c := candidate{shape: command, line: line, text: text, value: run, kind: Command}
	own := comment
	if f.label != "" {
		own, c.qualifier = "", comment
	}
	c.key, c.torn = f.name(own)
	c.torn = c.torn || moved
	if own != "" || c.key == "" {
		r.offer(c)
		return
	}
	f.commands = append(f.commands, c)
}

// commands offers the commands below one label. Those of several programs are steps, and the
// label is the name of none of them.
func (r *reader) commands(f *fenced) {
	isStep := f.torn || f.moved || slices.ContainsFunc(f.commands, func(c candidate) bool {
		return firstWord(c.value) != firstWord(f.commands[0].value)
	})
	for _, c := range f.commands {
		c.torn = isStep
		r.offer(c)
	}
	f.commands, f.torn = nil, false
}

// name is the label of a line: the comment behind it, or the one above it, or the
// line above the fence. It is whole, with what it says in brackets: cut reports that it is too long.
func (f *fenced) name(comment string) (name string, cut bool) {
	above := label(f.above)
	name = label(cmp.Or(comment, f.label))
	switch {
	case countWords(name) > longestRemark:
		return name, true
	case name == "":
		return above, false
	}
	return name, false
}

// label is a comment or a line above a fence as a name.
func label(text string) string {
	return plain(reNumbered().ReplaceAllString(strings.TrimRight(strings.TrimSpace(text), ".:："), ""))
}
