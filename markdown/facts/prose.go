package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// reEnd is the end of a sentence.
var reEnd = regexp.MustCompile(`[.!?][)"”*]*\s+|[。！？][）”」]?\s*`)

// sentences cuts a text into sentences, with the place of each.
func sentences(text string) []span {
	var all []span
	start, seen, ticks := 0, 0, 0
	for _, at := range reEnd.FindAllStringIndex(text, -1) {
		ticks += strings.Count(text[seen:at[0]], "`")
		seen = at[0]
		if ticks%2 != 0 || text[at[0]] == '.' && (isAbbreviation(text[max(start, at[0]-20):at[0]]) || isOrdinal(text[max(start, at[0]-20):at[0]], text[at[1]:])) {
			continue
		}
		all = append(all, span{start, at[1]})
		start = at[1]
	}
	if start < len(text) {
		all = append(all, span{start, len(text)})
	}
	return all
}

// span is a range of bytes.
type span struct{ start, end int }

// prose reads running text that begins on a line: sentences that are a key and a
// value, and in the others what can be told from its looks. What somebody tells
// of the past holds none. name is what the text is about.
func (r *reader) prose(first int, name, text string) {
	line, at := first, 0
	for _, s := range sentences(text) {
		line += strings.Count(text[at:s.start], "\n")
		at = s.start
		r.sentence(line, name, text[s.start:s.end])
	}
}

// reFormer begins or tells what was.
var reFormer = regexp.MustCompile(`(?i)^(?:früher|formerly|previously|antes|avant|damals)\b|\b(?:hasta|jusqu)\b.*\pL{2}(?:aba|aban|ía|ían|ait|aient)\b`)

// reSaid is what somebody or something said, in quotation marks.
var reSaid = regexp.MustCompile(`„[^“”"]*[“”"]|"[^"]*"|«[^»]*»|“[^”]*”`)

// isSaid says whether a mark stands in a quotation of several words.
func isSaid(text string, m mark) bool {
	return slices.ContainsFunc(reSaid.FindAllStringIndex(text, -1), func(at []int) bool {
		return at[0] < m.start && m.end < at[1] && countWords(text[at[0]:at[1]]) >= 3 && strings.Trim(text[at[0]:at[1]], `"„“”«» `) != text[m.start:m.end]
	})
}

func (r *reader) sentence(line int, name, text string) {
	if isStory(text) || reFormer.MatchString(text) || isRefused(text) || isReasoning(text) {
		return
	}
	for i, part := range strings.Split(text, "\n") {
		part = strings.TrimSpace(part)
		if i == 0 {
			if p, ok := split(part); ok && isPair(p) {
				r.pair(line, name, p)
				continue
			}
		}
		r.inline(line+i, name, part, i == 0)
	}
}

// isPair says whether a sentence that can be split is a name and what it has.
func isPair(p pair) bool {
	if words := countWords(p.key); isRule(p.key) || words > maxName || words > maxName-2 && !startsSpecific(p.value) || isStory(p.key) || len(scan(p.key)) > 0 && !isCodeOrURL(p.key) {
		return false
	}
	return len(scan(p.value)) > 0
}

// inline finds in a line of prose what can be told from its looks, or is called
// something. begins says that a sentence begins there: code at its beginning is
// what the sentence is about.
func (r *reader) inline(line int, name, text string, begins bool) {
	if m := reIsCode.FindStringSubmatch(text); m != nil && begins && !isRule(m[1]) && len(scan(text)) == 1 {
		r.add(line, m[1], "", m[2], "")
		return
	}
	from := 0
	marks := withoutCommand(text, scan(text))
	for i, m := range marks {
		lead := text[from:m.start]
		from = m.end
		if m.kind == words.Code && begins && i == 0 && strings.Trim(lead, " *_\"") == "" && !isExplained(text, m) || isSaid(text, m) {
			continue
		}
		if isDenied(strings.TrimRight(lead, " `*\"“,")) || !r.inProse(m, lead) {
			continue
		}
		r.mention(line, name, lead, strings.Trim(text[m.start:m.end], "`"))
	}
	for _, part := range parts(text) {
		if v, ok := ending(part); ok && (countWords(part) == 2 || strings.ContainsFunc(v.text, isTelltale) || strings.Contains(v.text, "-")) {
			r.mention(line, name, v.attr, v.text)
		}
	}
	for _, at := range reCalled.FindAllStringSubmatchIndex(text, -1) {
		if at[2] >= 0 && strings.ContainsFunc(text[at[2]:at[3]], isTelltale) {
			r.mention(line, name, text[:at[2]], text[at[2]:at[3]])
		}
	}
	for _, at := range reCalledCJK.FindAllStringSubmatchIndex(text, -1) {
		if rest := text[at[3]:]; len(rest) < 2 || rest[0] != ' ' || rest[1] >= 0x80 {
			r.mention(line, name, text[:at[2]], text[at[2]:at[3]])
		}
	}
}

// isExplained says whether a sentence begins with a command and says what it does.
func isExplained(text string, m mark) bool {
	const near = 5
	rest := strings.Fields(strings.ToLower(text[m.end:]))
	return strings.Contains(text[m.start:m.end], " -") && len(rest) > 1 && !slices.ContainsFunc(rest[:min(near, len(rest))], func(w string) bool { return denials[strings.Trim(w, ".,;")] })
}

// withoutCommand leaves out the flags of a command that stands in a sentence
// without code marks: where it ends cannot be told.
func withoutCommand(text string, marks []mark) []mark {
	flags := 0
	for _, m := range marks {
		if m.kind == words.Flag {
			flags++
		}
	}
	if flags < 2 || strings.Contains(text, "`") {
		return marks
	}
	return slices.DeleteFunc(marks, func(m mark) bool { return m.kind == words.Flag || m.kind == words.Identifier })
}

// inProse says whether a mark in prose is a value.
func (r *reader) inProse(m mark, lead string) bool {
	switch m.kind {
	case words.Person, words.InWords, words.Secret, words.Variable:
		return false
	case words.Code, words.URL, words.Email, words.HostName, words.Path, words.Port, words.Model, words.Flag, words.Time, amount, phone, handle:
		return true
	}
	return isNamer(strings.TrimRight(lead, " `*\"“”「」=:："), lead, m)
}

// isNamer says whether the words in front of a value end with what it is, or say
// it and then "is".
func isNamer(lead, raw string, m mark) bool {
	fields := strings.Fields(strings.ToLower(lead))
	if len(fields) == 0 {
		return false
	}
	if at := strings.LastIndexAny(lead, ",;.("); equals[fields[len(fields)-1]] && (telling(lead[at+1:]) || isAttribute(lead)) {
		return true
	}
	if digits := m.end - m.start; m.kind == words.Number && listens[fields[len(fields)-1]] && (digits == 4 || digits == 5) && strings.HasSuffix(raw, " ") {
		return true // what something listens on is a port
	}
	const near = 3
	last := fields[max(0, len(fields)-near):]
	if words.IsCJK(lastRune(lead)) {
		return telling(lead) || isAttribute(lead) || isAttribute(strings.TrimRight(lead, "是为叫用："))
	}
	for i := len(last) - 1; i >= 0 && isFiller(last[i+1:]); i-- {
		w := strings.Trim(last[i], "(*`:=,\"“，、；。")
		if attributes[w] || telling(w) {
			return true
		}
	}
	return false
}

// isFiller says whether words only stand between a name and its value.
func isFiller(between []string) bool {
	for _, w := range between {
		if !fillers[strings.Trim(w, ":=,")] {
			return false
		}
	}
	return true
}

func lastRune(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// reCalled is a name behind a word that gives one; it shows that it is a name by a
// sign inside or a capital letter.
var (
	reCalled    = regexp.MustCompile(`\b(?:is|called|named|lautet|heißt|llama|s'appelle|login|account|profile|queue|user|share|bucket) \**([A-Za-z]\w*(?:[-_]\w+)+)\b`)
	reCalledCJK = regexp.MustCompile(`(?:是|叫|为|名|号|台|通过|用户) ?\**([A-Za-z][\w-]{1,40})`)
)

// isTelltale is a sign that words of a sentence do not have.
func isTelltale(r rune) bool { return r == '_' || unicode.IsUpper(r) || unicode.IsDigit(r) }

// reDocument is a file of the agent's own: prose that names one points there.
var reDocument = regexp.MustCompile(`^[\w-]+\.md$`)

// mention adds a value out of prose unless it is known already: then the text only
// speaks of it.
func (r *reader) mention(line int, name, lead, text string) {
	if r.known[text] || reDocument.MatchString(text) {
		return
	}
	r.add(line, name, labelBefore(lead), text, "")
}

// labelBefore is what the words in front of a value call it.
func labelBefore(lead string) string {
	const far = 200 // bytes
	lead = lead[max(0, len(lead)-far):]
	lead = strings.TrimRight(lead, " ：:=(（`*\"“「")
	if at := strings.LastIndexAny(lead, ",;:()"); at >= 0 && strings.TrimSpace(lead[at+1:]) != "" {
		lead = lead[at+1:]
	}
	for _, stop := range []string{"，", "。", "；", "、", "：", "（", "）"} {
		if at := strings.LastIndex(lead, stop); at >= 0 {
			lead = lead[at+len(stop):]
		}
	}
	fields := strings.Fields(plain(lead))
	for len(fields) > 0 && fillers[strings.ToLower(fields[len(fields)-1])] {
		fields = fields[:len(fields)-1]
	}
	for len(fields) > 0 && leaders[strings.ToLower(fields[0])] {
		fields = fields[1:]
	}
	const most = 4
	label := strings.Join(fields[max(0, len(fields)-most):], " ")
	if words.IsCJK(lastRune(label)) {
		label = strings.TrimRight(label, "是为叫在走用")
	}
	return label
}
