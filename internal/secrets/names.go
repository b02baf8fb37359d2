package secrets

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// name is the name of a secret at a place in a text.
type name struct {
	start, end int // bytes
	kind       kind
}

// link is the kind of text between a name and its value.
type link int

const (
	bare   link = iota // a space or a quotation mark
	verb               // such as "is"
	direct             // a colon, an equals sign, an arrow
	cell               // the edge of a table's cell
	span               // words, and then code
	below              // the end of a line
)

const (
	// longestGap is how far behind a name its value begins at most, longestReach how far behind it ends, in bytes.
	longestGap, longestReach = 120, 400

	openers = "\"'`“„「『«"
	closers = "\"'*_)]）】”」』»"
)

var (
	// reAgain matches the text between two values of one name.
	reAgain = sync.OnceValue(func() *regexp.Regexp {
		and := strings.Join(loadWords().lists["and"], "|")
		return regexp.MustCompile("^[`\"'*]{0,3}(?:\\s*(?:[,/、，→]|->)\\s*|\\s+(?:" + and + ")\\s+)[`\"'*]{0,3}")
	})
	// reGroups are groups that belong together: backup codes, app passwords, what a dial is turned to.
	reGroups = compiled(
		`^(?:[a-z]{4}[ -]){3}[a-z]{4}\b|^(?:\d ){3,7}\d\b|^(?:\w{4,6}-){2,}\w{4,6}\b|^\d{3} \d{3}(?: \d{3})?\b`,
	)
)

// isWhole reports whether a name is a word of its own, or the end of one as in WIFI_PASSWORD and Portalpasswort; "pin"
// in "spinning" is none.
func (v view) isWhole(n name) bool {
	last, _ := utf8.DecodeLastRuneInString(v.text[:n.end])
	next, _ := utf8.DecodeRuneInString(v.text[n.end:])
	if !wide(last) && unicode.IsLetter(next) && !wide(next) && (!unicode.IsLower(last) || !unicode.IsUpper(next)) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(v.text[n.start:])
	before, _ := utf8.DecodeLastRuneInString(v.text[:n.start])
	if wide(first) || !unicode.IsLetter(first) || !unicode.IsLetter(before) || wide(before) {
		return true
	}
	const longEnough = 5 // bytes
	camel := unicode.IsLower(before) && unicode.IsUpper(first)
	return camel && n.kind != pass && n.kind != pin ||
		n.end-n.start >= longEnough && (n.kind == password || n.kind == secret || n.kind == key)
}

// named finds the values that a whole name gives away.
func (v view) named(n name) []match {
	line := v.lineAt(n.start)
	if v.inURL(v.starts[line], n.start) {
		return nil
	}
	if found := v.valueBefore(n, line); found != nil {
		return found
	}
	words := loadWords()
	end := min(v.lineEnd(line), n.end+longestReach)
	rest := v.text[n.end:min(end, n.end+longestGap)]
	if n.kind.class() == Named {
		behind := strings.FieldsFunc(rest[:min(len(rest), 24)], notLetter)
		if words.hasAny("public", lastWord(v.wordsBefore(n.start))) || len(behind) > 0 && words.has("public", behind[0]) {
			return nil
		}
	}
	if found := v.inColumn(n, line); found != nil {
		return found
	}
	if last, _ := utf8.DecodeLastRuneInString(v.text[:n.end]); wide(last) || skipBare(rest) > 0 {
		if found := v.valuesFrom(n, n.end+skipBare(rest), end, bare, false); found != nil {
			return found
		}
	}
	for _, g := range findGaps(rest) {
		tail := rest[:g.tail]
		as := n
		if n.kind == pass && g.tail > 0 { // words follow the name
			as.kind = map[link]kind{direct: field, span: password}[g.how]
		}
		if as.kind == "" || n.kind == field && (g.how != direct || strings.Trim(tail, closers+" ") != "") ||
			words.hasAny("identifier", tail) || strings.Contains(tail, ". ") && (g.how != span || n.kind != password) {
			continue
		}
		about := words.hasAny("about", tail)
		at := n.end + g.value
		if n.kind == password && g.how == direct && reWay().MatchString(tail) &&
			reAccount().MatchString(valueAt(v.text, at, end)) {
			continue
		}
		if g.how == direct && !about {
			if found := v.phrase(n, at, end); found != nil {
				return found
			}
		}
		if g.how == direct && strings.Trim(v.text[at:end], " \t*_`\"'\r|") == "" {
			return v.belowLine(n, line, about)
		}
		if found := v.valuesFrom(as, at, end, g.how, about); found != nil {
			return found
		}
	}
	at := reQuoted().FindStringSubmatchIndex(rest)
	if n.kind.class() == Password && at != nil && IsStrong(rest[at[2]:at[3]]) {
		return []match{v.match(n.kind.rule(), n.end+at[2], n.end+at[3])}
	}
	return v.belowTitle(n, line)
}

// reAs matches what is in front of a name whose value comes first: "log in with X as the". reAsWide matches the same
// where no spaces part the words, and the value may be spoken of.
var (
	reAs = sync.OnceValue(func() *regexp.Regexp {
		words := loadWords().lists
		return regexp.MustCompile("(?i)(?:^|[\\s(,;])(?:" + strings.Join(words["with"], "|") +
			")\\s+[\"'`*„“«]{0,2}([^\\s\"'`*„“”«»]{4,64})[\"'`*“”»]{0,2}\\s+(?:" + strings.Join(words["as"], "|") +
			")\\s+(?:\\pL{1,5}\\s+)?$")
	})
	reAsWide = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("([!-~]{4,64})[」”]?\\s*(?:" + strings.Join(loadWords().parts["as"], "|") + ")\\s*$")
	})
)

// valueBefore finds a value in front of its name.
func (v view) valueBefore(n name, line int) []match {
	if n.kind == weak || n.kind == field || n.kind == pass || n.kind == lock ||
		!loadWords().hasAny("as", v.wordsBefore(n.start)) {
		return nil
	}
	from := max(v.starts[line], n.start-longestGap)
	lead := v.text[from:n.start]
	at := reAs().FindStringSubmatchIndex(lead)
	isWord := at != nil && n.kind == password
	if at == nil {
		at = reAsWide().FindStringSubmatchIndex(lead)
	}
	if at == nil {
		return nil
	}
	value := strings.Trim(lead[at[2]:at[3]], "\"'`*")
	if isNone(value) || IsPlace(value) || IsName(value) || !isWord && !LooksChosen(value) {
		return nil
	}
	start := from + at[2] + strings.Index(lead[at[2]:at[3]], value)
	return []match{v.match(n.kind.rule(), start, start+len(value))}
}

// belowTitle finds a long key below a title that ends in its name.
func (v view) belowTitle(n name, line int) []match {
	const fewest = 20 // bytes
	end := v.lineEnd(line)
	if end-n.end > longestGap || !reTitleEnd().MatchString(v.text[n.end:end]) || !reTitle().MatchString(v.text[v.starts[line]:end]) {
		return nil
	}
	return slices.DeleteFunc(v.belowLine(n, line, false), func(m match) bool {
		value := v.text[m.start:m.end]
		return len(value) < fewest || !looksRandom(value)
	})
}

var (
	// reTitle matches a heading, a bold line or a bullet, reTitleEnd what may be behind the name of a secret in it.
	reTitle    = compiled(`^[\s>]*(?:#|\*\*|__|[-*+] |\d+[.)] )`)
	reTitleEnd = compiled(`^[^\pL\pN:=]*(?:[(\[].*[)\]])?[^\pL\pN:=]*$`)
	// reWay is a way to log in, with or without a password, reAccount as whom and where.
	reWay     = compiled(`(?i)(?:\bssh|\blog-?in)\W*$`)
	reAccount = compiled(`^[a-z][a-z0-9_-]*@[a-z][a-z0-9-]*$`)
	// reQuoted matches a word between quotation marks or in code.
	reQuoted = compiled("[`\"„“«]([^\\s`\"“”»,;()\\[\\]{}<>]{8,64})[`\"“”»]")
	// rePhrase matches a secret of several words.
	rePhrase = compiled(`^\pL{2,20}(?:[ -]\pL{2,20}){2,11}$`)
)

// isPhrase reports whether a name is that of a secret of several words.
func isPhrase(name string) bool {
	return slices.ContainsFunc(loadWords().lists["phrase"], func(word string) bool {
		return strings.Contains(strings.ToLower(name), word)
	})
}

// phrase finds the words of a passphrase, which are the rest of a line.
func (v view) phrase(n name, start, end int) []match {
	value := strings.Trim(v.text[start:end], " \t*_`\"'.")
	if n.kind != password || !isPhrase(v.text[n.start:n.end]) || !rePhrase().MatchString(value) ||
		loadWords().hasAny("prose", value) {
		return nil
	}
	start += strings.Index(v.text[start:end], value)
	return []match{v.match(n.kind.rule(), start, start+len(value))}
}

// reRule is the line below the heads of a table.
var reRule = compiled(`^[\s|:-]*-[\s|:-]*$`)

// inColumn finds the values below a name that is the head of a column.
func (v view) inColumn(n name, line int) (found []match) {
	const mostRows, longestHead = 500, 2 << 10
	if line+1 >= len(v.starts) || v.lineEnd(line+1)-v.starts[line] > longestHead || !reRule().MatchString(v.line(line+1)) {
		return nil
	}
	lead, rest := v.text[v.starts[line]:n.start], strings.TrimLeft(v.text[n.end:v.lineEnd(line)], " *_`")
	if !strings.Contains(lead+rest, "|") || rest != "" && rest[0] != '|' {
		return nil
	}
	for row := line + 2; row < min(len(v.starts), line+mostRows) && strings.Contains(v.line(row), "|"); row++ {
		if len(v.line(row)) > longestHead {
			continue
		}
		cells := strings.SplitAfterN(v.line(row), "|", strings.Count(lead, "|")+1)
		value := strings.TrimLeft(cells[len(cells)-1], " *_`\"'")
		end := v.lineEnd(row)
		found = append(found, v.valuesFrom(n, end-len(value), min(end, end-len(value)+longestReach), cell, false)...)
	}
	return found
}

// inURL reports whether a place in the line that begins at from is a part of an address, of which patterns know more.
func (v view) inURL(from, at int) bool {
	run := v.text[max(from, at-longestReach):at]
	run = run[strings.LastIndexAny(run, " \t`\"<>|([")+1:]
	return strings.Contains(run, "://")
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// belowLine finds a value that is alone on the line below its name, or in a fence there.
func (v view) belowLine(n name, line int, about bool) []match {
	const farthest = 3 // lines: an empty one and a fence may come first
	for next := line + 1; next < len(v.starts) && next <= line+farthest; next++ {
		start, end := v.starts[next], v.lineEnd(next)
		text := strings.TrimSpace(v.text[start:end])
		if text == "" || strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			continue
		}
		value := strings.Trim(text, "`*\"' \t-•>")
		if strings.ContainsAny(value, " \t") || value == "" {
			return nil
		}
		at := start + strings.Index(v.text[start:end], value)
		return v.valuesFrom(n, at, min(end, at+longestReach), below, about)
	}
	return nil
}

// valuesFrom are the value that begins at start and those that go on with it, or nil.
func (v view) valuesFrom(n name, start, end int, how link, about bool) []match {
	var found []match
	for {
		at := start + len(v.valueOf(n, start, end, how, about))
		if at == start {
			return found
		}
		found = append(found, v.match(n.kind.rule(), start, at))
		next := reAgain().FindString(v.text[at:end])
		if next == "" && n.kind == lock {
			next = reNextCode().FindString(v.text[at:end])
		}
		if next == "" {
			return found
		}
		// What goes on is no sentence.
		start, how = at+len(next), bare
	}
}

// valueOf is the value of a name that begins at start, or "": all between quotation marks, or else a word.
func (v view) valueOf(n name, start, end int, how link, about bool) string {
	text := valueAt(v.text, start, end)
	if text == "" || how == bare && !canBegin(text) {
		return ""
	}
	opened := v.text[start-1]
	quoted := strings.IndexByte("\"'`", opened) >= 0
	rest := v.text[start:end]
	if stop := strings.IndexByte(rest, opened); quoted && stop >= len(text) {
		whole := strings.TrimRight(rest[:stop], `\`)
		isPhrase := len(whole) > len(text) && n.kind == password && (how == direct || how == verb) && !about
		if words := loadWords(); isPhrase && !IsPlace(whole) && !IsName(whole) &&
			!words.hasAny("none", whole[strings.LastIndexByte(whole, ' ')+1:]) && !words.hasAny("unit", whole) {
			return whole
		}
		rest = whole
	}
	before := v.text[max(v.starts[v.lineAt(start)], n.start-longestGroups):start]
	if !n.kind.takes(value{text, before, v.text[start+len(text) : end], how, about, quoted}) {
		return ""
	}
	if quoted && opened != '`' && len(rest) > len(text) && len(rest) < end-start && len(rest) <= longestGroups {
		return rest
	}
	return text
}

// longestGroup is the length of the longest group in reGroups, longestGroups that of all that belong together.
const longestGroup, longestGroups = 6, 64

// canBegin reports whether a text may follow a name.
func canBegin(value string) bool {
	first, _ := utf8.DecodeRuneInString(value)
	return !wide(first) && !strings.ContainsRune("=:_-/.,+&?：＝", first)
}

// valueAt returns the text from start to the end of a value: at the closing quotation mark, after groups that belong
// together, or else at the next space or mark.
func valueAt(text string, start, end int) string {
	rest := text[start:end]
	if i := strings.IndexAny(rest, " -"); i > 0 && i <= longestGroup {
		if m := reGroups().FindString(rest[:min(len(rest), longestGroups)]); m != "" {
			return m
		}
	}
	stop := strings.IndexAny(rest, " \t\r\n|`\"<>，。；、）」』】“”　")
	if stop >= 0 {
		rest = rest[:stop]
	}
	if start > 0 && text[start-1] == '\'' {
		rest, _, _ = strings.Cut(rest, "'")
	}
	rest, _, _ = strings.Cut(rest, "**")
	if first, _ := utf8.DecodeRuneInString(rest); !wide(first) {
		if i := strings.IndexFunc(rest, wide); i >= 0 {
			rest = rest[:i]
		}
	}
	if i := strings.IndexByte(rest, ';'); i > 0 {
		rest = rest[:i]
	}
	rest = strings.TrimRight(rest, ".,:;]}'*(（")
	if !strings.ContainsAny(rest, "(") {
		rest = strings.TrimRight(rest, ").,")
	}
	return rest
}

// wordsBefore are the last two words in front of a place, on the same line.
func (v view) wordsBefore(at int) string {
	lead := v.text[max(v.starts[v.lineAt(at)], at-nearBefore):at]
	words := strings.FieldsFunc(lead, notLetter)
	return strings.Join(words[max(0, len(words)-2):], " ")
}

func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// IsName reports whether a text ends with the name of a secret, as a label does.
func IsName(text string) bool {
	v := look(text)
	names := loadKeywords()
	at := 0
	found := false
	for i := range len(text) - 1 {
		if i < at {
			continue
		}
		for _, w := range *names.slot(v.lower[i], v.lower[i+1]) {
			n := name{i, i + len(w.text), w.kind}
			if w.kind == "" || w.kind == weak || !strings.HasPrefix(v.lower[i:], w.text) || !v.isWhole(n) {
				continue
			}
			at = n.end
			words := loadWords()
			behind := text[n.end:]
			found = !words.hasAny("identifier", behind) && !words.hasAny("about", behind) &&
				!words.hasAny("public", lastWord(v.wordsBefore(i)))
			break
		}
	}
	return found
}

// NamesID reports whether a text names something that has an opaque ID, such as a folder or a voice, or a key that is
// shown to everyone.
func NamesID(text string) bool {
	return loadWords().hasAny("named", text) || loadWords().hasAny("public", text)
}
