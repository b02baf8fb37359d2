package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// name is the name of a secret at a place in a text.
type name struct {
	start, end int // bytes
	kind       kind
}

// link is the kind of text between a name and its value.
type link string

const (
	bare   link = "bare"   // a space or a quotation mark
	verb   link = "verb"   // such as "is"
	direct link = "direct" // a colon, an equals sign, an arrow
	cell   link = "cell"   // the edge of a table's cell
	span   link = "span"   // words, and then code
	below  link = "below"  // the end of a line
)

const (
	// longestGap is how far behind a name its value begins at most, longestReach how far behind it ends, in bytes.
	longestGap, longestReach = 120, 400

	openers = "\"'`“„「『«"
	closers = "\"'*_)]）】”」』»"
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
	if n.kind == pin && unicode.Is(unicode.Katakana, before) && unicode.Is(unicode.Katakana, first) {
		return false // a part of a longer word
	}
	if wide(first) || !unicode.IsLetter(first) || !unicode.IsLetter(before) || wide(before) {
		return true
	}
	const longEnough = 5 // bytes
	camel := unicode.IsLower(before) && unicode.IsUpper(first)
	isLong := n.end-n.start >= longEnough
	return camel && (n.kind != pass || isLong) && n.kind != pin ||
		isLong && (n.kind == password || n.kind == secret || n.kind == key)
}

// named finds the values that a whole name gives away.
func (v view) named(n name) []match {
	line := v.lineAt(n.start)
	if v.inAddress(n.start) {
		return v.inQuery(n, line)
	}
	if found := v.valueBefore(n, line); found != nil {
		return found
	}
	words := loadWords()
	end := min(v.lineEnd(line), n.end+longestReach)
	rest := v.text[n.end:min(end, n.end+longestGap)]
	if n.kind.class() == Named && v.isPublic(n, rest) {
		return nil
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
		if n.kind == password && g.how == direct && form("way").MatchString(tail) &&
			form("account").MatchString(valueAt(v.text, at, end)) {
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
	at := form("quoted").FindStringSubmatchIndex(rest)
	if n.kind.class() == Password && at != nil && IsStrong(rest[at[2]:at[3]]) {
		return []match{v.match(n.kind.rule(), n.end+at[2], n.end+at[3])}
	}
	if form("title-end").MatchString(rest) &&
		n.end+len(rest) == v.lineEnd(line) { // a title, and below it what a machine made
		return v.belowLine(n, line, true)
	}
	return nil
}

// inQuery finds the value of a name in the query of an address.
func (v view) inQuery(n name, line int) []match {
	lead, rest := v.text[max(v.starts[line], n.start-longestGap):n.start], v.text[n.end:v.lineEnd(line)]
	at := form("in-query").FindStringSubmatchIndex(rest[:min(len(rest), longestReach)])
	mark := strings.LastIndexAny(lead, "?&;#")
	if at == nil || mark < 0 || strings.ContainsAny(lead[mark:], "/= ") ||
		n.kind.class() == Named && loadWords().hasAny("public", form("camel").ReplaceAllString(lead[mark:], "$1 $2")) ||
		!(value{text: rest[at[2]:at[3]], how: direct, quoted: true, kind: n.kind}).isTaken() {
		return nil
	}
	return []match{v.match(n.kind.rule(), n.end+at[2], n.end+at[3])}
}

// isPublic reports whether the word in front of a name or behind it says that what is named so is shown to everyone.
func (v view) isPublic(n name, rest string) bool {
	behind := strings.FieldsFunc(rest[:min(len(rest), 24)], notLetter)
	return !strings.HasSuffix(v.text[:n.start], ".") && loadWords().hasAny("public", lastWord(v.wordsBefore(n.start))) ||
		len(behind) > 0 && loadWords().has("public", behind[0])
}

// valueBefore finds a value in front of its name.
func (v view) valueBefore(n name, line int) []match {
	if n.kind == weak || n.kind == field || n.kind == pass || n.kind == lock ||
		!loadWords().hasAny("as", v.text[max(v.starts[line], n.start-nearBefore):n.start]) {
		return nil
	}
	from := max(v.starts[line], n.start-longestGap)
	lead := v.text[from:n.start]
	at := form("as").FindStringSubmatchIndex(lead)
	isWord := at != nil && n.kind == password
	if at == nil {
		at = form("as-wide").FindStringSubmatchIndex(lead)
	}
	if at == nil {
		return nil
	}
	value := strings.Trim(lead[at[2]:at[3]], "\"'`*")
	if isNone(value) || IsPlace(value) || IsSecretName(value) || !isWord && !LooksChosen(value) {
		return nil
	}
	start := from + at[2] + strings.Index(lead[at[2]:at[3]], value)
	return []match{v.match(n.kind.rule(), start, start+len(value))}
}

// phrase finds the words of a passphrase, which are the rest of a line.
func (v view) phrase(n name, start, end int) []match {
	value := strings.Trim(v.text[start:end], " \t*_`\"'.")
	names := strings.ToLower(v.text[n.start:n.end])
	isPhrase := func(word string) bool { return strings.Contains(names, word) }
	if n.kind != password || !slices.ContainsFunc(loadWords().lists["phrase"], isPhrase) ||
		!form("phrase").MatchString(value) || loadWords().hasAny("prose", value) {
		return nil
	}
	start += strings.Index(v.text[start:end], value)
	return []match{v.match(n.kind.rule(), start, start+len(value))}
}

// inColumn finds the values below a name that is the head of a column.
func (v view) inColumn(n name, line int) (found []match) {
	const mostRows, longestHead = 500, 2 << 10
	if line+1 >= len(v.starts) || v.lineEnd(line+1)-v.starts[line] > longestHead ||
		!form("rule").MatchString(v.line(line+1)) {
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

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// belowLine finds values that are alone on the lines below their name, or in a fence there.
func (v view) belowLine(n name, line int, about bool) (found []match) {
	const farthest = 3 // lines: an empty one and a fence may come first
	for next := line + 1; next < len(v.starts) && next <= line+farthest+len(found); next++ {
		text := strings.TrimSpace(v.line(next))
		if text == "" || strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			continue
		}
		value := strings.Trim(text, "`*\"' \t-•>")
		if strings.ContainsAny(value, " \t") || value == "" {
			break
		}
		at := v.starts[next] + strings.Index(v.line(next), value)
		more := v.valuesFrom(n, at, min(v.lineEnd(next), at+longestReach), below, about)
		if more == nil {
			break
		}
		found = append(found, more...)
	}
	return found
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
		next := form("again").FindString(v.text[at:end])
		if next == "" && n.kind == lock {
			next = form("next-code").FindString(v.text[at:end])
		}
		if next == "" {
			return found
		}
		// What goes on is no sentence.
		if start = at + len(next); n.kind != lock {
			how = bare
		}
	}
}

// valueOf is the value of a name that begins at start, or "": all between quotation marks, or else a word.
func (v view) valueOf(n name, start, end int, how link, about bool) string {
	text := valueAt(v.text, start, end)
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || how == bare && (wide(first) || strings.ContainsRune("=:_-/.,+&?：＝", first)) {
		return ""
	}
	opened := v.text[start-1]
	quoted := strings.IndexByte("\"'`", opened) >= 0
	rest := v.text[start:end]
	if stop := strings.IndexByte(rest, opened); quoted && stop >= len(text) {
		whole := strings.TrimRight(rest[:stop], `\`)
		isPhrase := len(whole) > len(text) && n.kind == password && (how == direct || how == verb) && !about
		if words := loadWords(); isPhrase && !IsPlace(whole) && !IsSecretName(whole) &&
			!words.hasAny("none", lastWord(whole)) && !words.hasAny("unit", whole) {
			return whole
		}
		rest = whole
	}
	before := v.text[max(v.starts[v.lineAt(start)], n.start-longestGroups):start]
	tail := v.text[min(n.end, start):start]
	if !(value{text, before, v.text[start+len(text) : end], tail, how, about, quoted, n.kind}).isTaken() {
		return ""
	}
	if quoted && opened != '`' && len(rest) > len(text) && len(rest) < end-start && len(rest) <= longestGroups {
		return rest
	}
	return text
}

// longestGroup is the length of the longest group in reGroups, longestGroups that of all that belong together.
const longestGroup, longestGroups = 6, 64

// valueAt returns the text from start to the end of a value: at the closing quotation mark, after groups that belong
// together, or else at the next space or mark.
func valueAt(text string, start, end int) string {
	rest := text[start:end]
	if i := strings.IndexAny(rest, " -"); i > 0 && i <= longestGroup {
		if m := form("groups").FindString(rest[:min(len(rest), longestGroups)]); m != "" &&
			!strings.HasPrefix(rest[len(m):], "-") {
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
	rest = strings.TrimRight(rest, ".,:;]}'*(（\\")
	if !strings.ContainsAny(rest, "(") {
		rest = strings.TrimRight(rest, ").,")
	}
	return rest
}

// wordsBefore are the last two words in front of a place, on the same line: "voice" and "Id" of voiceId.
func (v view) wordsBefore(at int) string {
	lead := v.text[max(v.starts[v.lineAt(at)], at-nearBefore):at]
	words := strings.FieldsFunc(form("camel").ReplaceAllString(lead, "$1 $2"), notLetter)
	return strings.Join(words[max(0, len(words)-2):], " ")
}

func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// IsSecretName reports whether a text ends with the name of a secret, as a label does.
func IsSecretName(text string) (found bool) {
	v, words, last := look(text), loadWords(), 0
	for at := range text {
		for w := range loadKeywords().at(v.lower[at:]) {
			n := name{at, at + len(w.text), w.kind}
			if w.kind != "" && w.kind != weak && at >= last && v.isWhole(n) {
				last = n.end
				found = !words.hasAny("identifier", text[last:]) && !words.hasAny("about", text[last:]) &&
					!words.hasAny("public", lastWord(v.wordsBefore(at)))
			}
		}
	}
	return found
}
