package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// value is a part of a text that can be looked up, with the words before it.
type value struct{ attr, text string }

// reCounted is a key that is a number with the word for what it counts.
var reCounted = regexp.MustCompile("^[\\pL ]{0,30}?([\\pL]+) `?(\\d{1,6})`?$")

// values finds what can be looked up in a text, part by part. The first part may
// be a plain name; the others must hold something specific.
func values(text string) []value {
	text = strings.TrimSpace(text)
	if m := reLink.FindStringSubmatch(text); m != nil {
		return []value{{"", m[2]}}
	}
	if isCodeOrURL(text) {
		return []value{{"", bare(text)}}
	}
	all := parts(text)
	if negated(text) || isPointer(text) && !specific(all) {
		return nil
	}
	if isSpan(text) {
		return []value{{"", strings.TrimRight(text, ".")}}
	}
	if list := counted(all); list != nil {
		return list
	}
	if list := listed(text, all); list != nil {
		return list
	}
	var found []value
	alike := len(all) > 1 && areAlike(all)
	for i, part := range all {
		if negated(part) {
			continue
		}
		if alike {
			found = append(found, marked(part, scan(part), true)...)
			continue
		}
		if i > 0 {
			found = append(found, behind(part, all[0])...)
			continue
		}
		others := len(all) > 1 && specific(all[1:])
		found = append(found, first(part, others)...)
	}
	return found
}

// specific says whether one of the parts can be told from its looks.
func specific(parts []string) bool {
	for _, part := range parts {
		if slices.ContainsFunc(scan(part), mark.strong) {
			return true
		}
	}
	return false
}

// areAlike says whether all parts are a word or two and what it has.
func areAlike(all []string) bool {
	kind := words.Kind("")
	for i, part := range all {
		part = strings.TrimRight(part, " .`*")
		marks := scan(part)
		if i == 0 && len(marks) == 1 {
			kind = marks[0].kind
		}
		if len(marks) != 1 || marks[0].kind != kind || before(part, marks, 0) == "" || countWords(part) > 4 || marks[0].end < len(part) {
			return false
		}
	}
	return true
}

// bare is a code span or an address without the marks around it.
func bare(text string) string {
	if reOneURL.MatchString(text) {
		return strings.Trim(text, "<>")
	}
	return strings.Trim(text, "`")
}

// listed reads a text that is two short names or amounts, which belong together,
// or a list of three and more, each for itself.
func listed(text string, all []string) []value {
	const longest = 40 // bytes
	named := reYear.ReplaceAllString(text, "")
	cut := named != text
	if cut {
		text, all = named, parts(named)
	}
	if len(all) < 2 || strings.ContainsAny(text, "()（）|`;；。") {
		return nil
	}
	var found []value
	for i, part := range all {
		if name := firstWord(part); i > 0 && name != part && (isAttribute(name) || telling(name) || len(marked(part, scan(part), false)) > 0) {
			return nil
		}
		if countWords(part) > 2 || unicode.IsLower(firstRune(part)) || negated(part) || specific([]string{part}) {
			return nil
		}
		found = append(found, value{"", strings.Trim(part, `"“”„«»'*`)})
	}
	if len(all) == 2 && len(text) <= longest && !cut {
		return []value{{"", strings.TrimRight(text, ".")}}
	}
	return found
}

// reYear is how far somebody is who learns: (3rd year).
var reYear = regexp.MustCompile(`\s\(\d\S* (?:Lehrjahr|Jahr|year|año|curso|année)\)`)

// counted reads a list of which each part is a word or two and a number.
func counted(all []string) []value {
	if len(all) < 2 {
		return nil
	}
	var found []value
	for _, part := range all {
		m := reWithNumber.FindStringSubmatch(strings.TrimRight(part, "."))
		if m == nil || countWords(m[1]) > 3 || len(scan(part)) > 0 {
			return nil
		}
		found = append(found, value{m[1], m[2]})
	}
	return found
}

var reWithNumber = regexp.MustCompile(`^(\pL[\pL -]*) (\d{1,4})$`)

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// first finds the values of the first part: a short one without anything that
// looks like a value is a name, unless it describes what the others tell.
func first(part string, others bool) []value {
	marks := scan(part)
	if isPointer(part) && !slices.ContainsFunc(marks, mark.strong) {
		return nil
	}
	if v, ok := ending(part); ok && strings.HasPrefix(v.text, ".") {
		return []value{v} // the ending of a file
	}
	name := strings.Trim(part, " \"“”„«»'*`")
	if isName(part, marks) {
		if others && len(marks) == 0 && isDescription(name) {
			return nil
		}
		return []value{{"", name}}
	}
	found := marked(part, marks, true)
	if found == nil && number(part) {
		return []value{{"", strings.TrimSpace(part)}}
	}
	return found
}

// isName says whether a part is a name: short, and what it holds of numbers and
// identifiers belongs to it.
func isName(part string, marks []mark) bool {
	if !short(part) {
		return false
	}
	for i, m := range marks {
		attr := before(part, marks, i)
		switch {
		case m.kind == words.Person || m.kind == words.InWords:
		case m.strong() || m.kind == words.Secret || m.kind == words.Number && (isAttribute(attr) || isListening(attr, part[m.start:m.end])) || i == 0 && (attr == "" && len(marks) == 1 || telling(attr)):
			return false
		}
	}
	return true
}

// isListening says whether a number is the port that something listens on.
func isListening(attr, text string) bool {
	return (len(text) == 4 || len(text) == 5) && countWords(attr) > 1 && listens[strings.ToLower(attr[strings.LastIndexByte(attr, ' ')+1:])]
}

// isDescription says whether a name is none but says what the thing is.
func isDescription(name string) bool {
	return countWords(name) >= 2 && strings.ToLower(name) == name && !strings.ContainsAny(name, "0123456789_@/")
}

// before are the words between a mark and the one before it.
func before(part string, marks []mark, i int) string {
	from := 0
	if i > 0 {
		from = marks[i-1].end
	}
	return strings.Trim(part[from:marks[i].start], " \t`*_:：=,;(\"“„「")
}

// behind finds the values of a part behind the first.
func behind(part, first string) []value {
	marks := scan(part)
	if found := marked(part, marks, false); len(found) > 0 {
		return found
	}
	if v, ok := ending(part); ok {
		return []value{v}
	}
	if m := reBound.FindStringSubmatch(strings.TrimRight(part, ".")); m != nil {
		return []value{{m[1], m[2]}}
	}
	if len(marks) == 1 && isLike(part, marks[0], first) {
		return []value{{before(part, marks, 0), part[marks[0].start:marks[0].end]}}
	}
	return nil
}

// reBound is a bound that counts something.
var reBound = regexp.MustCompile(`(?i)^(höchstens|mindestens|maximal|at most|at least|up to|como mucho|como máximo|como mínimo|máximo|mínimo|au plus|au moins|maximum|minimum) (\d+ \pL+)$`)

// isLike says whether a part ends with an identifier as the first part is one:
// "G54, with the vacuum table G56".
func isLike(part string, m mark, first string) bool {
	const most = 3 // words
	marks := scan(first)
	return m.kind == words.Identifier && m.end == len(part) && countWords(part[:m.start]) <= most && len(marks) == 1 && marks[0].kind == m.kind && marks[0].end == len(first)
}

// ending finds a name at the end of a part behind a word that says what it is.
func ending(part string) (value, bool) {
	const most = 4 // words
	part = strings.TrimRight(part, " .:：*`\"”")
	at := strings.LastIndexByte(part, ' ')
	if at < 0 || countWords(part) > most {
		return value{}, false
	}
	if before := part[:at]; strings.HasSuffix(before, ".") && strings.Contains(before, " ") {
		at = strings.LastIndexByte(before, ' ') // Fa. Hüttl
	} else if cut := strings.LastIndexByte(before, ' '); cut > 0 && equals[strings.ToLower(before[cut+1:])] && unicode.IsUpper(firstRune(part[at+1:])) {
		part, at = before[:cut]+part[at:], cut // protocol is Telnet
	}
	named := isAttribute(part[:at]) || number(part[at+1:]) && telling(part[:at])
	if last := strings.ToLower(part[at+1:]); !named || words.IsStop(last) || pending[last] {
		return value{}, false
	}
	return value{strings.TrimLeft(part[:at], " (*"), strings.TrimLeft(part[at+1:], "`*\"“")}, true
}

// marked finds the marked values of a part. Behind the first part, a number or
// an identifier counts if a word says what it is.
func marked(part string, marks []mark, first bool) []value {
	var found []value
	for i, m := range marks {
		if m.kind == words.Secret {
			return nil
		}
		attr := before(part, marks, i)
		if !counts(m, attr, first) && !isBrief(part, m, attr) || isDenied(attr) {
			continue
		}
		text := strings.Trim(part[m.start:m.end], "`")
		if m.kind == words.Number || m.kind == words.Version {
			text = withNoun(text, part[m.end:])
		}
		if countWords(attr) > 3 {
			attr = tail(attr)
		}
		found = append(found, value{attr, text})
	}
	return found
}

// counts says whether a mark is a value where it stands.
func counts(m mark, attr string, first bool) bool {
	switch {
	case m.kind == words.Date:
		return telling(attr)
	case m.kind == words.Person || m.kind == words.InWords:
		return false
	case m.strong():
		return true
	}
	return first && (m.kind != words.Variable) || telling(attr) || isAttribute(attr)
}

// isBrief says whether a part is a number and what it is for, or a word and the
// number or identifier that belongs to it.
func isBrief(part string, m mark, attr string) bool {
	if m.kind == words.Date || m.kind == words.Person || m.kind == words.InWords || m.kind == words.Variable {
		return false
	}
	if m.start == 0 {
		first, _, _ := strings.Cut(strings.TrimSpace(part[m.end:]), " ")
		return purposes[strings.ToLower(first)]
	}
	if m.kind == words.Number && unicode.IsUpper(firstRune(attr)) {
		return false // Debian 13
	}
	return countWords(attr) == 1 && strings.Trim(part[m.end:], " .*`") == "" && !words.IsStop(strings.ToLower(attr)) && !fillers[strings.ToLower(attr)]
}

// withNoun is a number with the one word behind it that it counts.
func withNoun(text, rest string) string {
	noun := strings.TrimRight(rest, " .*`")
	if !strings.HasPrefix(noun, " ") || countWords(noun) != 1 || !unicode.IsLetter(firstRune(strings.TrimSpace(noun))) {
		return text
	}
	return text + noun
}

// tail are the last words of an attribute that is too long.
func tail(attr string) string {
	fields := strings.Fields(attr)
	return strings.Join(fields[max(0, len(fields)-3):], " ")
}

// isAttribute says whether the last word in front of a value names it.
func isAttribute(attr string) bool {
	attr = strings.TrimRight(attr, " :：=`*“„\"")
	if at := strings.LastIndexByte(attr, '-'); at > 0 && unicode.IsUpper(firstRune(attr[at+1:])) {
		attr = attr[at+1:] // Modbus-Adresse
	}
	attr = strings.ToLower(attr)
	last := attr[strings.LastIndexByte(attr, ' ')+1:]
	if attributes[last] || slices.ContainsFunc(compoundEnds, func(end string) bool { return strings.HasSuffix(last, end) }) {
		return true
	}
	for w := range attributes {
		if w[0] >= 0x80 && strings.HasSuffix(attr, w) {
			return true
		}
	}
	return false
}

// compoundEnds end German words that name what follows.
var compoundEnds = []string{"nummer", "kennung", "benutzer", "benutzergruppe", "freigabe", "adresse", "kanal", "warteschlange", "lautsprecher", "kürzel", "firma"}

// telling says whether words in front of a number say what it is, and are not
// part of a name.
func telling(attr string) bool {
	for _, kw := range kindWords {
		if holds(attr, kw.words) {
			return true
		}
	}
	return holds(attr, numbered)
}

// parts cuts a text at commas, semicolons, brackets and full stops outside code
// and quotation marks.
func parts(text string) []string {
	var all []string
	start, code, quote := 0, false, false
	add := func(end int) {
		if part := strings.TrimSpace(text[start:end]); part != "" {
			all = append(all, part)
		}
	}
	for i := 0; i < len(text); {
		at := i
		r, size := utf8.DecodeRuneInString(text[at:])
		i += size
		next, _ := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '`':
			code = !code
			continue
		case r == '"':
			quote = !quote
			continue
		case code || quote:
			continue
		}
		cut := false
		switch r {
		case ',', ';', '!':
			cut = unicode.IsSpace(next)
		case '.':
			cut = unicode.IsSpace(next) && !isAbbreviation(text[start:at]) && !isOrdinal(text[start:at], text[i+1:])
		case '，', '；', '。', '（', '）', '、', '·', '|', ')':
			cut = true
		case '(':
			cut = at > 0 && text[at-1] == ' '
		}
		if cut {
			add(at)
			start = i
		}
	}
	add(len(text))
	return all
}

var (
	reOrdinal = regexp.MustCompile(`(?:^|[ (])\d{1,2}$`)
	reOrdered = regexp.MustCompile(`^(?:\p{Ll}|Jahr|Lehrjahr|Stock|Etage|Klasse|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)`)
)

// isOrdinal says whether a full stop makes a number an ordinal: 3. Jahr.
func isOrdinal(before, after string) bool {
	return reOrdinal.MatchString(before) && reOrdered.MatchString(after)
}

// reUnitEnds is a number with a unit of one letter: 2.74 m.
var reUnitEnds = regexp.MustCompile(`\d ?\pL$`)

// isAbbreviation says whether a full stop behind a text ends no sentence.
func isAbbreviation(text string) bool {
	last := strings.ToLower(text[strings.LastIndexAny(text, " (")+1:])
	return abbreviations[last] || len(last) == 1 && unicode.IsLetter(rune(last[0])) && !reUnitEnds.MatchString(text)
}
