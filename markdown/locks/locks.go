package locks

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/words"
)

// The words of these patterns are data: see lang.Lazily.
var (
	reLockName = lang.Lazily(`(?i)⟨name⟩`)
	// reGives is what stands between such a name and its value.
	reGives = lang.Lazily(
		`(?i)^(?:s|es)?["'*` + "`" + `]*(?:[^:=：|.;。；\n` + "`" + `]{0,40}?(?:\s*(?:[:=：|→]|->)|⟨gives⟩)|\s)[\s*"“'„«「]*`,
	)
	// reLogin is a name and a password behind a word for both.
	reLogin = lang.Lazily(
		`(?i)⟨login⟩[^:=：\n]{0,50}[:=：|]\s*[` + "`" + `*]*([^\s/:,` + "`" + `*|]+)[` + "`" + `*]*\s*(?:/|\s:\s)\s*[` + "`" +
			`*]*([^\s/` + "`" + `*|,;]+)`,
	)
	// reAdmin is such a pair without the word, reNetwork a network and its key.
	reAdmin   = lang.Lazily(`\b(?:admin|root|administrator)\s?[/:]\s?([^\s/:,` + "`" + `*|;]+)`)
	reNetwork = lang.Lazily(`(?i)\b(?:wi-?fi|wlan|ssid)\b[^/\n]{0,40} / ` + "`?" + `([^\s/,;` + "`" + `*|]{8,})`)
	// reMail is an address and what is behind a slash, which is a password if it has digits.
	reMail = words.Lazily("[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+[`*]*\\s+[/|]\\s+[`*]*([^\\s/:,;`*|()]{6,})")
	// reKeypad is what one types at a door, or for a card.
	reKeypad = lang.Lazily(`(?:^|[^\w#])(\*?\d{3,8}#)|\bCV[VC]2? ?(\d{3,4})\b`)
	reGroups = lang.Lazily(
		`^(?:[a-z]{4}[ -]){3}[a-z]{4}\b|^(?:\d ){3,7}\d\b|^(?:[\w]{4,6}-){2,}\w{4,6}\b|^\d{3} \d{3}(?: \d{3})?\b`,
	)
	reNext = lang.Lazily("^`?(?:\\s*[,;/、，]\\s*| ⟨and⟩ | )`?")
	reCode = lang.Lazily(`^[*]?\d{3,10}[A-Z]?#?$|^\d{4,6}-\d{4,6}$`)
)

// Hide takes the secrets out of the lines of a text and tells on which lines they
// were. It leaves a line feed behind every line.
func Hide(lines []string) ([]string, []secrets.Finding) {
	lines = slices.Clone(lines)
	var found []secrets.Finding
	for i, line := range lines {
		clean := Clean(line)
		if plain := secrets.Plain(line); plain != line {
			if hidden := Clean(plain); hidden != plain && hidden != secrets.Plain(clean) {
				clean = hidden
			}
		}
		if clean != line {
			lines[i] = clean
			found = append(found, secrets.Finding{Rule: Rule, Line: i + 1})
		}
	}
	return lines, found
}

// Rule names findings of what a name gives away.
const Rule = "named-secret"

// span is a range of bytes.
type span struct{ start, end int }

// Clean is a line without the secrets that a name gives away.
func Clean(line string) string {
	var found []span
	for _, at := range reMail().FindAllStringSubmatchIndex(line, -1) {
		if text := line[at[2]:at[3]]; secrets.LooksChosen(text) && strings.ContainsAny(text, "0123456789") &&
			!strings.ContainsAny(text, ".@") {
			found = append(found, span{at[2], at[3]})
		}
	}
	if !hasStem(line) {
		return blank(line, found)
	}
	names := namesOfLocks(line)
	for i, at := range names {
		end := len(line)
		if i+1 < len(names) {
			end = names[i+1][0]
		}
		found = append(found, given(line, at[1], end)...)
	}
	for _, re := range []*regexp.Regexp{reLogin(), reAdmin(), reNetwork()} {
		for _, at := range re.FindAllStringSubmatchIndex(line, -1) {
			if s := (span{at[len(at)-2], at[len(at)-1]}); secrets.LooksChosen(line[s.start:s.end]) {
				found = append(found, s)
			}
		}
	}
	for _, at := range reKeypad().FindAllStringSubmatchIndex(line, -1) {
		found = append(found, groups(line, at)...)
	}
	return blank(line, append(found, lockCodes(line)...))
}

var stems = sync.OnceValue(func() []string {
	return slices.Sorted(maps.Keys(lang.WordSet(func(l *lang.Language) string { return l.Facts.Locks.Stems })))
})

// hasStem is a quick look that spares most lines the patterns.
func hasStem(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(stems(), func(stem string) bool { return strings.Contains(lower, stem) })
}

// groups are the groups of a match that took part in it, without placeholders and
// the names of variables.
func groups(line string, at []int) []span {
	var found []span
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 && !secrets.IsPlace(line[at[i]:at[i+1]]) && !isToFill(line[at[i]:at[i+1]]) {
			found = append(found, span{at[i], at[i+1]})
		}
	}
	return found
}

// IsName reports whether a text holds the name of a lock.
func IsName(text string) bool { return len(namesOfLocks(text)) > 0 }

// namesOfLocks are the places of the names of locks in a line.
func namesOfLocks(line string) [][]int {
	return slices.DeleteFunc(
		reLockName().FindAllStringIndex(line, -1), func(at []int) bool { return !isWholeName(line, at) },
	)
}

// blank replaces ranges by the mark of redaction; those that overlap go
// together.
func blank(line string, found []span) string {
	if len(found) == 0 {
		return line
	}
	hidden := make([]bool, len(line))
	for _, s := range found {
		for i := s.start; i < s.end; i++ {
			hidden[i] = true
		}
	}
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case !hidden[i]:
			b.WriteByte(line[i])
		case i == 0 || !hidden[i-1]:
			b.WriteString(secrets.Redacted)
		}
	}
	return b.String()
}

// isWholeName reports whether the name of a lock is a word, or the end of one.
func isWholeName(line string, at []int) bool {
	const short = 5 // bytes
	before, _ := utf8.DecodeLastRuneInString(line[:at[0]])
	after := strings.TrimLeft(line[at[1]:], "s")
	next, _ := utf8.DecodeRuneInString(after)
	if unicode.IsLetter(next) && next < utf8.RuneSelf || next == '-' || next == '_' || next == '/' || next == '.' {
		return false
	}
	return !unicode.IsLetter(before) || before >= 0x2e80 || at[1]-at[0] > short
}

// given finds the values behind the name of a lock: one, or several with commas
// between them.
func given(line string, from, end int) []span {
	m := reGives().FindStringIndex(line[from:end])
	if m == nil {
		return nil
	}
	start, lead := from+m[1], strings.Trim(line[from:from+m[1]], "`*\"'“„«「 ")
	quoted := start > 0 && strings.IndexByte("`\"'", line[start-1]) >= 0
	stop := min(valueEnd(line, start, end, quoted), max(start, end))
	if stop <= start || !isGiven(line[start:stop], lead) {
		return nil
	}
	found := []span{{start, stop}}
	for {
		next := reNext().FindString(line[stop:end])
		if start = stop + len(next); next == "" || start >= end {
			return found
		}
		stop = min(valueEnd(line, start, end, strings.HasSuffix(next, "`")), end)
		if text := line[start:max(start, stop)]; !secrets.LooksChosen(text) && !reCode().MatchString(text) {
			return found
		}
		found = append(found, span{start, stop})
	}
}

// valueEnd is where a value ends that begins at start: at the closing quote, else
// behind groups that belong together, else at the next space or mark.
func valueEnd(line string, start, end int, quoted bool) int {
	if quoted {
		if i := strings.IndexByte(line[start:], line[start-1]); i >= 0 {
			return start + i
		}
	}
	if m := reGroups().FindString(line[start:end]); m != "" {
		return start + len(m)
	}
	stop := end
	if i := strings.IndexAny(line[start:end], " \t|`\"*<"); i >= 0 {
		stop = start + i
	}
	for _, mark := range []string{"，", "。", "；", "、", "）", "　", "“", "”"} {
		if i := strings.Index(line[start:stop], mark); i >= 0 {
			stop = start + i
		}
	}
	return start + len(strings.TrimRight(line[start:stop], ".,;:)]}'"))
}

// isGiven reports whether a text behind the name of a lock is its code. lead is what
// stands between.
func isGiven(text, lead string) bool {
	if len(text) < 3 || secrets.IsPlace(text) || isToFill(text) || isRedacted(text) {
		return false
	}
	return secrets.LooksChosen(text) || reGroups().MatchString(text) ||
		reCode().MatchString(text) && (lead != "" || len(text) > 3)
}

// isRedacted reports whether a text is the mark of redaction, or a part of it.
func isRedacted(text string) bool {
	mark := secrets.Redacted
	return strings.Contains(mark, text)
}

var reToFill = words.Lazily(
	`(?i)^(?:<.*>|\[.*\]|\{.*\}|your[-_ ].*|x{3,}|todo|tbd|changeme|none|unknown|placeholder|example)$`,
)

// isToFill reports whether a value is still to be filled in.
func isToFill(text string) bool { return reToFill().MatchString(text) }
