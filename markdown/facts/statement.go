package facts

import (
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown"
)

// passage is a text that may run over several lines.
type passage struct {
	line int    // of its beginning
	raw  string // with line feeds
	text string // with spaces in their place
}

func newPassage(line int, text string) passage {
	return passage{line, text, strings.ReplaceAll(text, "\n", " ")}
}

func (p passage) cut(s span) passage {
	return passage{p.line + strings.Count(p.raw[:s.start], "\n"), p.raw[s.start:s.end], p.text[s.start:s.end]}
}

// statement reads a sentence, a bullet, or a line: a label and what is behind it, or the whole as what its heading
// has. parent is what it is below. It gives the name of what it is about.
func (r *reader) statement(p passage, parent string, shape shape) string {
	if len(p.text) > longestText {
		return parent
	}
	if isAllBold(p.text) {
		p = p.cut(span{len("**"), len(p.text) - len("**")})
	}
	if struck := markdown.Struck(p.text); len(struck) > 0 && struck[0][0] == 0 && !isRefused(p.text) {
		p = p.cut(trimmed(p.text, struck[0][1], len(p.text))) // the new one is behind the old one
	}
	c := candidate{shape: shape, line: p.line, text: p.text, key: parent, value: p.text}
	if isCodeOrURL(p.text) {
		c.shape = alone
		r.offer(c)
		return parent
	}
	head, found := split(p.text)
	if !found || !isPair(p.text, head) || shape == mentioned && head.unparted {
		r.offer(c.unstruck()...)
		return parent
	}
	label, value := p.text[head.key.start:head.key.end], p.cut(head.value)
	c.shape, c.value = paired, value.text
	if head.swapped {
		r.explained(c, label, value.text)
		return plain(label)
	}
	c.field, c.line = plain(label), value.line
	if c.key, c.attr = c.field, ""; parent != "" {
		c.key, c.attr = parent, c.field
	}
	if run, remark, ok := runAside(value.text); ok {
		c.value, c.qualifier, c.kind = run, remark, Command
	}
	r.offer(c.unstruck()...)
	return c.field
}

// unstruck are the parts of a value between the words that are struck out. The words right in front of these are the
// name of what is behind them: "10.0.0.4, port ~~8091~~ 8095".
func (c candidate) unstruck() (all []candidate) {
	const left, right = " ,;:)）→>—–-", " ,;:(（→>—–-" // of a part
	struck := markdown.Struck(c.value)
	if len(struck) == 0 {
		return []candidate{c}
	}
	one, from := c, 0
	for _, at := range append(struck, []int{len(c.value), len(c.value)}) {
		part := strings.TrimLeft(c.value[from:at[0]], left)
		if open := strings.LastIndexAny(part, "(（"); open >= 0 && text.OpenBrackets(part) > 0 {
			part = part[:open]
		}
		part = strings.TrimRight(part, right)
		name := part[strings.LastIndexAny(part, ",;")+1:]
		if at[0] == len(c.value) || strings.ContainsAny(name, "0123456789") {
			name = ""
		}
		if one.value = strings.TrimRight(strings.TrimSuffix(part, name), right); one.value != "" {
			all = append(all, one)
		}
		one, from = c.named(plain(name)), at[1]
	}
	if len(all) == 0 {
		c.value = c.value[struck[0][0]:struck[0][1]]
		all = append(all, c)
	}
	return all
}

// named is a candidate with a name in front of its value, which is that of the whole if it has none.
func (c candidate) named(name string) candidate {
	switch {
	case name == "":
	case c.isUnnamed() && c.key == "":
		c.shape, c.key, c.field = paired, name, name
	default:
		c.shape, c.attr = paired, strings.TrimSpace(c.attr+" "+name)
	}
	return c
}

// explained offers code in front of the words that say what it is: they are its name, or qualify it.
func (r *reader) explained(c candidate, code, about string) {
	c.value, about = code, strings.TrimRight(about, ".。")
	isName := countWords(about) <= maxName && !strings.Contains(about, ": ") && !reState().MatchString(about)
	if !isName || c.key != "" {
		c.qualifier = about
	} else {
		c.key = about
	}
	r.offer(c)
}

// pair is where a label and what is behind it are in a line.
type pair struct {
	key, value span
	// swapped: the label is code, and what is behind it says what that is or does.
	swapped bool
	// bold: the author marked the label.
	bold bool
	// unparted: nothing stands between the two.
	unparted bool
}

var (
	reBold     = text.Lazily(`^(?:\*\*|__)(.+?)(?:\*\*|__)\s*(?:(\([^)]*\)|（[^）]*）)\s*)?([:：=]|—|–|-|→|->|=>|⇒|➜)?\s*`)
	reCodeSpan = text.Lazily("^`[^`]+`$")
	reOneURL   = text.Lazily(`^<?[a-z][a-z0-9+.-]*://[^\s<>]+>?$`)
)

// separators between a label and what is behind it; dashes separate other things, too.
var (
	separators = []string{"→", "->", "=>", "⇒", "➜", " = ", ": ", "：", ":`", ":\t"}
	dashes     = []string{" — ", " – ", " - "}
)

// split cuts a line at its first separator outside code and brackets.
func split(text string) (pair, bool) {
	for _, cut := range []func(string) (pair, bool){splitBold, splitNumber} {
		if p, ok := cut(text); ok {
			return p, true
		}
	}
	at, length, dashed := -1, 0, false
	for _, s := range slices.Concat(separators, dashes) {
		isDash := slices.Contains(dashes, s)
		if i := outside(text, s); i > 0 && (at < 0 || i < at) && (!isDash || strings.Count(text[:i], "**")%2 == 0) {
			at, length, dashed = i, len(s), isDash
		}
	}
	if at < 0 {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || value == "" || strings.ContainsAny(name, " `") || strings.Contains(text, "://") {
			return pair{}, false
		}
		return pair{key: span{0, len(name)}, value: trimmed(text, len(name)+1, len(text))}, true
	}
	if text[at:at+length] == ":`" {
		length = 1
	}
	p := pair{key: trimmed(text, 0, at), value: trimmed(text, at+length, len(text))}
	key, value := text[p.key.start:p.key.end], text[p.value.start:p.value.end]
	// "the gate is 8101 - the feed is 8102"
	isTold := dashed && digits(key[strings.LastIndexByte(key, ' ')+1:]) && !startsSpecific(value)
	if key == "" || value == "" || isTold {
		return pair{}, false
	}
	isPlace := dashed && !strings.Contains(key, " ") && strings.ContainsAny(key, "/._") && len(scan(key)) == 1
	p.swapped = isCommand(key) && !startsSpecific(value) ||
		isCodeOrURL(key) && (strings.Contains(key, "://") || !hasStrong(value)) || isPlace && len(scan(value)) == 0
	return p, true
}

// splitBold cuts a line behind the label in bold that it begins with, and what that says in brackets.
func splitBold(text string) (pair, bool) {
	m := reBold().FindStringSubmatchIndex(text)
	if m == nil {
		return splitCode(text)
	}
	key, from := strings.TrimRight(text[m[2]:m[3]], ":： "), m[1]
	end, isEnded := m[2]+len(key), len(key) < m[3]-m[2]
	if from >= len(text) && (m[4] < 0 || !isEnded) {
		return pair{}, false
	}
	switch {
	case m[4] > 0 && isEnded:
		from = m[4] // it is about the value
	case m[4] > 0:
		end = m[5]
	}
	if m[6] > 0 && m[1] < len(text) && text[m[6]-1] == ' ' && text[m[6]] == '-' && isDigit(text[m[1]]) && m[7] == m[1] {
		from-- // no dash, but the sign of a number
	}
	if m[6] < 0 && !isEnded && !startsSpecific(text[from:]) {
		return pair{}, false
	}
	p := pair{key: span{m[2], end}, value: trimmed(text, from, len(text)), bold: true}
	label := text[m[2]:end]
	p.swapped = isCommand(label) || isCodeOrURL(label) && !hasStrong(text[from:])
	return p, true
}

// splitCode cuts a line behind the name in code that it begins with, in front of the address or the port of that name.
func splitCode(text string) (pair, bool) {
	name, behind, found := strings.Cut(strings.TrimPrefix(text, "`"), "` ")
	from := len(text) - len(behind)
	if !found || from != len(name)+len("`` ") || strings.ContainsAny(name, "` ") || !startsAddress(behind) {
		return pair{}, false
	}
	return pair{key: span{1, 1 + len(name)}, value: trimmed(text, from, len(text)), bold: true}, true
}

// startsAddress reports whether a text begins with where something is, or is reached.
func startsAddress(s string) bool {
	marks := slices.DeleteFunc(scan(s), func(m mark) bool { return !m.strong() })
	if len(marks) == 0 {
		return false
	}
	kinds := []text.Kind{text.URL, text.HostName, text.Email, phone}
	return marks[0].kind == text.Port && ports().Begins(s) || marks[0].start == 0 && slices.Contains(kinds, marks[0].kind)
}

// reNumber is a name and a number behind it, with what is said of it in brackets or behind a sign.
var reNumber = text.Lazily(`^(.*?(?:[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]\s*|[^\s\d#(（]\s+)[#№]?)` +
	`(0x[\da-f]+|-?(?:\p{Lu}{0,4}-?)\d[\dA-Z./-]*(?: \d{2,})*)(?:\s*[(（][^()（）]+[)）]|(?:[,;]| [-–—]) .+)?$`)

// reStamp is a day in digits.
var (
	reDigit = text.Lazily(`\d`)
	reStamp = text.Lazily(`^(?:19|20)\d\d[01]\d[0-3]\d$`)
)

// splitNumber cuts a line in front of the number that it ends with, if that is long, or the word in front of it says
// that it is one.
func splitNumber(s string) (pair, bool) {
	const few, long, longest = 3, 6, 9 // digits
	m := reNumber().FindStringSubmatchIndex(s)
	if m == nil || isTold(s) || strings.ContainsAny(s[:m[3]], ":：=→") || hasStrong(s[:m[3]]) {
		return pair{}, false
	}
	name, number := strings.TrimRight(s[:m[3]], " #"), s[m[4]:m[5]]
	count := len(reDigit().FindAllString(number, -1))
	isName := smallWords(name) <= 1 && (countWords(name) > 1 || strings.ToUpper(name) == name) ||
		count >= longest && countWords(name) < maxName
	isNumber := count >= few &&
		(smallWords(name) <= few-1 && (ids().In(name) || strings.ContainsAny(s[:m[3]], "#№")) || ports().Ends(name)) ||
		count >= long && isName && !reStamp().MatchString(number)
	if !isNumber || strings.Count(number, ".") > 1 || countWords(name) > maxName || text.IsImperative(firstWord(name)) {
		return pair{}, false
	}
	return pair{key: span{0, len(name)}, value: trimmed(s, m[4], len(s)), unparted: true}, true
}

// isPair reports whether a text that can be split is a name and what it has: the name is short, and holds no value.
func isPair(s string, p pair) bool {
	if p.swapped {
		return true
	}
	key := withoutAside(s[p.key.start:p.key.end])
	if !strings.ContainsFunc(key, isWordRune) {
		return false
	}
	if !p.bold && countWords(key) > maxName && strings.Contains(key, " ") {
		return false
	}
	for _, m := range scan(key) {
		switch m.kind {
		case text.URL, text.HostName, text.Email, text.Path, text.Code, phone:
			return isCodeOrURL(key)
		}
	}
	return true
}

// trimmed is a range without the spaces around it.
func trimmed(text string, start, end int) span {
	for start < end && text[start] == ' ' {
		start++
	}
	for start < end && text[end-1] == ' ' {
		end--
	}
	return span{start, end}
}

// outside finds a separator that stands neither in code nor in brackets.
func outside(s, separator string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], separator)
		if i < 0 {
			return -1
		}
		i += from
		before := s[:i]
		if strings.Count(before, "`")%2 == 0 && text.OpenBrackets(before) <= 0 {
			return i
		}
		from = i + len(separator)
	}
}

func isCodeOrURL(text string) bool {
	return reCodeSpan().MatchString(text) || reOneURL().MatchString(text)
}

// isCommand tells code that is run from code that names.
func isCommand(text string) bool {
	return reCodeSpan().MatchString(text) && (strings.Contains(text, " ") || strings.HasPrefix(text, "`-"))
}

// startsSpecific reports whether a text begins with something to look up.
func startsSpecific(text string) bool {
	marks := scan(text)
	return len(marks) > 0 && marks[0].start <= 2 || text != "" && isDigit(text[0])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isBoldStart reports whether a statement begins with a label that the author marked.
func isBoldStart(text string) bool {
	return strings.HasPrefix(text, "**") || strings.HasPrefix(text, "__")
}

// reRunAside is a command set as code, and a remark.
var reRunAside = text.Lazily("^(`[^`]+`)([ —–;,→-]*)([^`]*)$")

// runAside is a command set as code, and what is said of it in brackets or behind a mark.
func runAside(text string) (run, remark string, ok bool) {
	m := reRunAside().FindStringSubmatch(text)
	if m == nil || !reCommand().MatchString(m[1][1:]) {
		return "", "", false
	}
	return m[1], m[3], m[3] == "" || strings.ContainsRune("(（", firstRune(m[3])) || strings.TrimSpace(m[2]) != ""
}

// whole is what is behind a label, as it is shown: without a full stop, and without the marks around all of it.
func whole(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasSuffix(text, "..") {
		text = strings.TrimRight(text, ".。")
	}
	for _, marks := range [][2]string{{"**", "**"}, {`"`, `"`}, {"“", "”"}, {"「", "」"}, {"`", "`"}, {"<", ">"}} {
		inner, begins := strings.CutPrefix(text, marks[0])
		inner, ends := strings.CutSuffix(inner, marks[1])
		if begins && ends && inner != "" && !strings.Contains(inner, marks[0]) && !strings.HasPrefix(inner, "!--") {
			text = strings.TrimSpace(inner)
		}
	}
	return text
}

// sentences are the sentences of a text as ranges. A number behind a few words and a full stop goes on with them, as in
// "Customer no. 20991".
func sentences(s string) (all []span) {
	const digits = "0123456789"
	for start, end := range text.SentenceSpans(s) {
		if n := len(all) - 1; n >= 0 && strings.ContainsAny(firstWord(s[start:end]), digits) {
			before := s[all[n].start:all[n].end]
			if strings.HasSuffix(before, ".") && !strings.ContainsAny(before, digits) && countWords(before) <= maxName {
				all[n].end = end
				continue
			}
		}
		all = append(all, span{start, end})
	}
	return all
}
