package facts

import (
	"regexp"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

var (
	reComment = regexp.MustCompile(`^(?:#|//|;|--|rem )\s*(.*)$`)
	reSetting = regexp.MustCompile(`^(?:export |set |- )?["']?([\pL_][\pL\w. -]*?)["']?\s*[:=]\s*(.+?),?$`)
	rePrompt  = regexp.MustCompile(`^(?:\$|>|❯|PS>)\s+`)
	reSSH     = regexp.MustCompile(`(?i)^(host|hostname|port|user|identityfile|proxyjump)\s+(\S+)$`)
	reWord    = regexp.MustCompile(`^[\w./~$-]+`)
	// reJob is a line of a crontab, reBehind the comment behind a setting, reFlow
	// a pair inside braces.
	reJob    = regexp.MustCompile(`^((?:[\d*/,-]+\s+){4}[\d*/,A-Za-z-]+)(?:\s+(\S.*))?$`)
	reBehind = regexp.MustCompile(`^(.*?)\s+(?:#|//|;)\s+(.*)$`)
	reFlow   = regexp.MustCompile(`["']?([\w-]+)["']?\s*:\s*("[^"]*"|'[^']*'|[^,{}]+)`)
)

// reQuery is a query on one line, or the comment above one.
var reQuery = regexp.MustCompile(`(?i)^(?:--.*|(?:select|with|show|call|exec|explain|update|insert|delete)\b.*;)?$`)

// languages that hold no commands but settings; output is no fact at all.
var (
	settingLanguages = words.Set("json json5 yaml yml toml ini env dotenv conf cfg properties jsonc")
	outputLanguages  = words.Set("log output console-output diff text plaintext markdown md error python py js javascript ts typescript go html css xml")
)

// fence reads the commands or settings of a code block. The label of a command
// is the comment above it or behind it, or the line above the fence.
func (r *reader) fence(b *markdown.Block, above string) {
	language := r.language(b)
	if outputLanguages[language] {
		return
	}
	first := r.doc.Line(b.Start)
	if language != "" || r.isFence(b) {
		first++
	}
	f := fenced{above: above}
	for i, text := range strings.Split(b.Text, "\n") {
		if language == "sql" && !reQuery.MatchString(strings.TrimSpace(text)) {
			continue
		}
		r.fenceLine(&f, first+i, strings.TrimSpace(text), settingLanguages[language])
	}
}

// openFence reads the fence that nothing closes, up to the next empty line.
func (r *reader) openFence(silent bool, before string) {
	line := r.open
	r.open = 0
	language := info(r.lines[line-1])
	if silent || outputLanguages[language] {
		return
	}
	f := fenced{above: labelAbove(before)}
	for i, text := range r.lines[line:] {
		if text = strings.TrimSpace(text); text == "" {
			return
		}
		r.fenceLine(&f, line+1+i, text, settingLanguages[language])
	}
}

// fenced is how far the reading of a fence has come.
type fenced struct {
	above, label string
	host         string // of an ssh configuration
	refused      bool   // by the comment above
	continued    bool
}

func (r *reader) fenceLine(f *fenced, line int, text string, settings bool) {
	wasContinued := f.continued
	f.continued = strings.HasSuffix(text, `\`)
	switch m := reComment.FindStringSubmatch(text); {
	case text == "":
		f.label, f.refused = "", false
		return
	case m != nil:
		f.label, f.refused = m[1], isRefused(m[1])
		if settings && strings.ContainsAny(firstWord(m[1]), "/") {
			r.add(line, "", "", firstWord(m[1]), "") // the file that the settings are in
		}
		return
	case f.refused || wasContinued || f.continued || isRefused(text):
		return // a command on several lines has no value on one
	}
	switch {
	case r.ssh(f, line, text), r.job(f, line, text), r.setting(line, text, settings), settings:
	default:
		r.command(f, line, text)
	}
}

func firstWord(text string) string {
	first, _, _ := strings.Cut(text, " ")
	return first
}

// ssh reads a line of an ssh configuration: a host, or what it has.
func (r *reader) ssh(f *fenced, line int, text string) bool {
	m := reSSH.FindStringSubmatch(text)
	switch {
	case m == nil:
		return false
	case strings.EqualFold(m[1], "host"):
		if f.host = m[2]; !strings.Contains(f.host, "*") {
			r.add(line, "Host", "", m[2], Alias)
		}
		return true
	case f.host != "":
		r.add(line, f.host, m[1], m[2], "")
		return true
	}
	return false
}

// job reads a line of a crontab: when, and what.
func (r *reader) job(f *fenced, line int, text string) bool {
	m := reJob.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	command, comment, _ := strings.Cut(m[2], " #")
	label := f.name(strings.TrimSpace(comment))
	r.add(line, label, "", m[1], Cron)
	if reWord.MatchString(command) && strings.ContainsAny(command, "/.-") {
		r.add(line, label, "", command, "")
	}
	return true
}

// setting reads a key with its value, or with several in braces.
func (r *reader) setting(line int, text string, settings bool) bool {
	if m := reBehind.FindStringSubmatch(text); m != nil && settings {
		text = m[1]
	}
	m := reSetting.FindStringSubmatch(text)
	if m == nil || !settings && !isAssignment(text) {
		return false
	}
	if inner, ok := strings.CutPrefix(m[2], "{"); ok {
		for _, pair := range reFlow.FindAllStringSubmatch(inner, -1) {
			r.add(line, m[1], pair[1], strings.Trim(strings.TrimSpace(pair[2]), `"'`), "")
		}
		return true
	}
	r.add(line, m[1], "", strings.Trim(m[2], `"'`), "")
	return true
}

// isAssignment tells a setting of a shell from a command that has an equals sign.
func isAssignment(text string) bool {
	name, _, found := strings.Cut(strings.TrimPrefix(text, "export "), "=")
	return found && !strings.ContainsAny(strings.TrimRight(name, " "), " \t-")
}

func (r *reader) command(f *fenced, line int, text string) {
	text = rePrompt.ReplaceAllString(text, "")
	command, comment, _ := strings.Cut(text, "  #")
	if at := strings.Index(command, " # "); at > 0 {
		command, comment = command[:at], command[at+3:]
	}
	if isRefused(comment) || !reWord.MatchString(command) {
		return
	}
	r.known[firstWord(command)] = true
	r.add(line, f.name(strings.TrimSpace(comment)), "", command, Command)
}

// name is the label of a line: the comment behind it, or the one above it, or the
// line above the fence.
func (f *fenced) name(comment string) string {
	switch {
	case comment != "":
		return shortLabel(comment)
	case f.label != "":
		return shortLabel(f.label)
	}
	return shortLabel(f.above)
}

// shortLabel is the first clause of a label, or as much of it as names.
func shortLabel(label string) string {
	label = strings.TrimRight(strings.TrimSpace(label), ".:：")
	if at := strings.IndexAny(label, ";,(:"); at > 0 {
		label = label[:at]
	}
	if fields := strings.Fields(label); len(fields) > maxName {
		label = strings.Join(fields[:maxName], " ")
	}
	return label
}

// language is what a fence says about its content, in lower case.
func (r *reader) language(b *markdown.Block) string {
	start, end := r.doc.LineSpan(r.doc.Line(b.Start))
	return info(string(r.doc.Source[start:end]))
}

// info is what stands behind the marks of a fence, in lower case.
func info(line string) string {
	line = strings.TrimLeft(strings.TrimSpace(line), "-*+ \t")
	if !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
		return ""
	}
	return strings.ToLower(strings.Trim(line, "`~ "))
}

// isFence tells a fence from an indented block.
func (r *reader) isFence(b *markdown.Block) bool {
	start, end := r.doc.LineSpan(r.doc.Line(b.Start))
	line := string(r.doc.Source[start:end])
	return strings.Contains(line, "```") || strings.Contains(line, "~~~")
}
