package facts

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

var (
	reComment = words.Lazily(`^(?:#|//|;|--|rem )\s*(.*)$`)
	reSetting = words.Lazily(`^(?:export |set |- )?["']?([\pL_][\pL\w. -]*?)["']?\s*[:=]\s*(.+?),?$`)
	rePrompt  = words.Lazily(`^(?:\$|>|❯|PS>)\s+`)
	reSSH     = words.Lazily(`(?i)^(host|hostname|port|user|identityfile|proxyjump)\s+(\S+)$`)
	reWord    = words.Lazily(`^[\w./~$-]+`)
	// reBehind is the comment behind a setting, reQuery a query on one line, or the
	// comment above one, reFlow a pair inside braces.
	reBehind = words.Lazily(`^(.*?)\s+(?:#|//|;)\s+(.*)$`)
	// reOpened is the line that opens a block of settings.
	reOpened = words.Lazily(`^(?:- )?\[*["']?([\pL_][\pL\w. -]*?)["']?\s*(?::\s*[{\[]?|\]+)$`)
	reFlow   = words.Lazily(`["']?([\w-]+)["']?\s*:\s*("[^"]*"|'[^']*'|[^,{}]+)`)
	reQuery  = words.Lazily(`(?i)^(?:--.*|(?:select|with|show|call|exec|explain|update|insert|delete)\b.*;)?$`)
)

// languages that hold no commands but settings; output is no fact at all.
var (
	settingLanguages = words.Set("json json5 yaml yml toml ini env dotenv conf cfg properties jsonc")
	outputLanguages  = words.Set(
		"log output console-output diff text plaintext markdown md error python py js javascript ts typescript go html css xml mermaid",
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
	if outputLanguages[f.language] || strings.HasPrefix(f.language, "json") && strings.Contains(b.Text, `"..."`) ||
		strings.ContainsAny(b.Text, "├└") {
		return // or a sample of what is sent, or a drawing of folders
	}
	for i, text := range strings.Split(b.Text, "\n") {
		f.indent = len(text) - len(strings.TrimLeft(text, " \t"))
		r.fenceLine(&f, first+i, strings.TrimSpace(text))
	}
	r.commands(&f)
}

// fenced is how far the reading of a fence has come.
type fenced struct {
	language, above, label string
	host                   string // of an ssh configuration
	indent                 int
	blocks                 []above // of settings, by how far they are indented
	refused                bool    // by the comment above
	continued              bool
	commands               []candidate // below one label
}

func (r *reader) fenceLine(f *fenced, line int, text string) {
	if f.language == "sql" && !reQuery().MatchString(text) {
		return
	}
	settings := settingLanguages[f.language]
	wasContinued := f.continued
	f.continued = strings.HasSuffix(text, `\`)
	m := reComment().FindStringSubmatch(text)
	if text == "" || m != nil {
		r.commands(f)
	}
	switch {
	case text == "":
		f.label, f.refused = "", false
		return
	case m != nil:
		f.label, f.refused = m[1], isRefused(m[1]) || countWords(m[1]) <= maxName/3 && isSkipped(m[1])
		if file := firstWord(m[1]); settings && strings.Contains(file, "/") {
			r.offer(candidate{shape: alone, line: line, text: text, value: file}) // that the settings are in
		}
		return
	case f.refused || wasContinued || f.continued || isRefused(text):
		return // a command on several lines has no value on one
	}
	switch {
	case r.ssh(f, line, text), r.setting(f, line, text, settings), settings:
	case f.language == "" && r.note(line, text):
	default:
		r.command(f, line, text)
	}
}

// ssh reads a line of an ssh configuration: a host, or what it has.
func (r *reader) ssh(f *fenced, line int, text string) bool {
	m := reSSH().FindStringSubmatch(text)
	isHost := m != nil && strings.EqualFold(m[1], "host")
	if m == nil || !isHost && f.host == "" {
		return false
	}
	c := candidate{shape: setting, line: line, text: text, key: f.host, attr: m[1], value: m[2], mark: words.Code}
	if isHost {
		f.host, c.key, c.attr, c.kind = m[2], "Host", "", Alias
	}
	if !isHost || !strings.Contains(f.host, "*") {
		r.offer(c)
	}
	return true
}

// setting reads a key with its value, or with several in braces, as what the block has that it is in.
func (r *reader) setting(f *fenced, line int, text string, settings bool) bool {
	c := candidate{shape: setting, line: line, text: text, mark: words.Code}
	for n := len(f.blocks); n > 0 && f.blocks[n-1].level >= f.indent; n-- {
		f.blocks = f.blocks[:n-1]
	}
	if m := reOpened().FindStringSubmatch(text); m != nil && settings {
		if strings.HasPrefix(text, "[") {
			f.blocks, f.indent = nil, -1 // a section, up to the next one
		}
		f.blocks = append(f.blocks, above{f.indent, m[1]})
		return true
	}
	if m := reBehind().FindStringSubmatch(text); m != nil && settings {
		text = m[1]
		if countWords(m[2]) <= maxName {
			c.qualifier = m[2]
		}
	}
	m := reSetting().FindStringSubmatch(text)
	if m == nil || !settings && !isAssignment(text) {
		return false
	}
	pairs := [][]string{{"", "", m[2]}}
	if inner, ok := strings.CutPrefix(m[2], "{"); ok {
		pairs = reFlow().FindAllStringSubmatch(inner, -1)
	}
	for _, pair := range pairs {
		c.key, c.attr, c.value = m[1], pair[1], strings.Trim(strings.TrimSpace(pair[2]), `"'`)
		if n := len(f.blocks); n > 0 {
			c.key, c.attr = f.blocks[n-1].text, strings.TrimSpace(m[1]+" "+pair[1])
		}
		if !strings.HasPrefix(c.value, "[") {
			r.offer(c)
		}
	}
	return true
}

// isAssignment tells a setting of a shell from a command that has an equals sign.
func isAssignment(text string) bool {
	name, _, found := strings.Cut(strings.TrimPrefix(text, "export "), "=")
	return found && !strings.ContainsAny(strings.TrimRight(name, " "), " \t-:")
}

// note reads a line of a fence without a language that is written like a bullet: a key
// in words and a value, or several values with slashes between them.
func (r *reader) note(line int, text string) bool {
	p, found := split(text)
	if found && (strings.ContainsAny(text[p.key.start:p.key.end], "-/$\"'{[") || strings.Contains(text, " --")) ||
		!found && !strings.Contains(text, " / ") {
		return false
	}
	r.statement(newPassage(line, text), "", "", found)
	return true
}

func (r *reader) command(f *fenced, line int, text string) {
	text = rePrompt().ReplaceAllString(text, "")
	run, comment, _ := strings.Cut(strings.Replace(text, "  #", " # ", 1), " # ")
	run = strings.TrimSpace(run)
	if isRefused(comment) || !reWord().MatchString(run) || isSkipped(comment) {
		return
	}
	c := candidate{shape: command, line: line, text: text, value: run, kind: Command, mark: words.Code}
	if c.key = f.name(strings.TrimSpace(comment)); comment != "" || c.key == "" {
		r.offer(c)
		r.known[firstWord(run)] = true
		return
	}
	f.commands = append(f.commands, c)
}

// commands offers the commands below one label. Those of several programs are steps, and the
// label is the name of none of them.
func (r *reader) commands(f *fenced) {
	isStep := slices.ContainsFunc(f.commands, func(c candidate) bool {
		return firstWord(c.value) != firstWord(f.commands[0].value)
	})
	for _, c := range f.commands {
		c.cut = isStep
		r.offer(c)
		r.known[firstWord(c.value)] = true // behind the offer: a command of one word is not named by itself
	}
	f.commands = nil
}

// name is the label of a line: the comment behind it, or the one above it, or the
// line above the fence.
func (f *fenced) name(comment string) string {
	above := plain(f.above)
	if ruleStarts().Begins(comment) {
		comment = "" // it says what comes out
	}
	label := shortLabel(cmp.Or(comment, f.label, above))
	above = shortLabel(above)
	isShort := countWords(label) == 1 && !startsCJK(label)
	if isShort && above != label && countWords(above) < maxName && !isPlainName(above) {
		return above + " " + label
	}
	return label
}

// shortLabel is the first clause of a label; nothing if that is a sentence.
func shortLabel(label string) string {
	label = reNumbered().ReplaceAllString(strings.TrimRight(strings.TrimSpace(label), ".:："), "")
	label, _, _ = strings.Cut(label, ": ")
	if all := pieces(label); len(all) > 1 {
		label = label[:all[0].end]
	}
	if countWords(label) > maxName+2 {
		return ""
	}
	return label
}
