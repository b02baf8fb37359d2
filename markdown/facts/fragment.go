package facts

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/words"
)

// fragment is a value in a text, with the words in front of it and the end of what
// qualifies it behind it.
type fragment struct {
	attr, value span
	kind        words.Kind
	// end is where what is said of the value ends, stop where its statement does.
	end, stop int
	// first is the first member of a list of values.
	first span
}

// fragments finds the values of a text. In the first piece behind a key, plain words
// may be one, too.
func fragments(text string, keyed bool) []fragment {
	marks, parts := scan(text), pieces(text)
	g := gatherer{text: text, keyed: keyed, stop: len(text), lead: -1}
	if i := slices.IndexFunc(parts[min(1, len(parts)):], func(p piece) bool { return p.first }); i >= 0 {
		g.stop = parts[i+1].start
	}
	for _, p := range parts {
		for len(marks) > 0 && marks[0].start < p.start {
			marks = marks[1:]
		}
		n := 0
		for n < len(marks) && marks[n].end <= p.end {
			n++
		}
		g.piece(p, marks[:n])
	}
	stopAt(g.all, len(text))
	return joinLists(text, g.all)
}

// gatherer reads the pieces of a text in order.
type gatherer struct {
	text  string
	keyed bool
	stop  int // where the first statement ends
	all   []fragment
	open  bool // what stands behind qualifies the last one
	lead  int  // where a clause begins whose value stands in a later piece
}

// piece takes the values of a piece, or the piece as what is said of the last one.
func (g *gatherer) piece(p piece, own []mark) {
	said := g.text[p.start:p.end]
	if p.slashed || p.first && !isLimit(said) {
		g.open, g.lead = false, -1
		if !p.slashed {
			stopAt(g.all, p.start)
		}
	}
	if p.brackets && !g.open { // what they hold belongs to the words in front
		p.start, p.end = p.start+len(string(firstRune(said))), p.end-len(string(lastRune(said)))
		p.aside, said = false, g.text[p.start:p.end]
		for i := range own { // a phone number may begin with a bracket
			own[i].start, own[i].end = max(own[i].start, p.start), min(own[i].end, p.end)
		}
	}
	found := inPiece(g.text, p, own, g.keyed && p.first && p.start < g.stop)
	if len(found) == 1 && found[0].kind == "" && describes(said) && p.end < g.stop && hasStrong(g.text[p.end:g.stop]) {
		found = nil // it describes what the next piece names
	}
	switch {
	case g.open && (p.aside || len(found) == 0):
		g.qualify(p, own, said)
	case len(found) > 0:
		if g.lead >= 0 {
			found[0].attr.start = g.lead
		}
		g.all, g.open, g.lead = append(g.all, found...), true, -1
	case g.lead < 0 && len(own) == 0:
		g.lead = p.start
	}
}

// qualify takes a piece as what is said of the last value, or as one more name of a list.
func (g *gatherer) qualify(p piece, own []mark, said string) {
	const longList = 20 // words
	last := &g.all[len(g.all)-1]
	isPlain := last.isWeak() && !p.aside
	isName := !slices.ContainsFunc(own, mark.isNoNumber) && (isDigit(said[0]) || !describes(said)) ||
		last.kind != "" && len(own) == 1 && own[0] == mark{p.span, last.kind}
	switch {
	case isPlain && isName && last.value.end == last.end &&
		countWords(g.text[last.value.start:p.end]) <= longList:
		last.value.end, last.end = p.end, p.end
	case isPlain && last.kind == "" && len(own) == 0 && describes(said) && !limits().In(said):
		g.all, g.open = g.all[:len(g.all)-1], false // a list of what it is, not a name
	default:
		last.end = p.end
	}
}

// stopAt ends the fragments that are still going on.
func stopAt(all []fragment, at int) {
	for i := len(all) - 1; i >= 0 && all[i].stop == 0; i-- {
		all[i].stop = at
	}
}

// joinLists makes values with nothing between them one value: each makes sense only
// with the others.
func joinLists(text string, all []fragment) []fragment {
	var joined []fragment
	for _, f := range all {
		if n := len(joined) - 1; n >= 0 && joined[n].stop == f.stop {
			if last := &joined[n]; isAlike(text, *last, f) && isListed(text[last.value.end:f.value.start]) {
				if last.first.end == 0 {
					last.first = last.value
				}
				last.value = span{quoted(text, last.first).start, quoted(text, f.value).end}
				last.end = f.end
				continue
			}
			joined[n].stop = f.attr.start
		}
		joined = append(joined, f)
	}
	return joined
}

// isWeak reports whether a value is plain words, or a word that could be a name.
func (f fragment) isWeak() bool { return f.kind == "" || f.kind == words.Identifier }

// isAlike reports whether two values are of one kind.
func isAlike(text string, a, b fragment) bool {
	if a.first.end > 0 {
		a.value = a.first
	}
	shape := shapeOf(text[a.value.start:a.value.end])
	return a.kind == b.kind || shape != "" && shape == shapeOf(text[b.value.start:b.value.end])
}

// quoted is a range with the code or quotation marks around it.
func quoted(text string, s span) span {
	const marks = "`*\""
	for s.start > 0 && s.end < len(text) && text[s.start-1] == text[s.end] && strings.IndexByte(marks, text[s.end]) >= 0 {
		s.start, s.end = s.start-1, s.end+1
	}
	return s
}

// isLimit reports whether a statement only limits where the value in front of it holds.
func isLimit(text string) bool {
	const most = 10 // words
	return limits().In(text) && countWords(text) <= most && len(scan(text)) == 0
}

// describes reports whether a text has words in lower case, which names have not.
func describes(text string) bool { return smallWords(text) > 0 }

func smallWords(text string) int {
	n := 0
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, `,;()"'`)
		if unicode.IsLower(firstRune(w)) && !strings.ContainsAny(w, "0123456789_/@.-") && !joins().Words[w] {
			n++
		}
	}
	return n
}

// inPiece finds the values of a piece. named: it stands right behind a key.
func inPiece(text string, p piece, marks []mark, named bool) []fragment {
	part := text[p.start:p.end]
	whole := fragment{attr: span{p.start, p.start}, value: p.span, end: p.end}
	var strong []mark
	for _, m := range marks {
		if m.kind == words.Secret {
			return nil
		}
		behind := strings.TrimPrefix(text[m.end:p.end], " ")
		first := firstRune(behind)
		isWord := len(behind) < p.end-m.end && unicode.IsLetter(first) && !words.IsCJK(first) && !limits().Begins(behind)
		if isWord && (m.kind == handle || m.kind == words.HostName && isLetters(text[m.start:m.end])) {
			continue // the first word of a name: "Farm.AI Barn Plan"
		}
		if m.strong() || m.kind == words.Number && ports().Ends(text[p.start:m.start]) {
			strong = append(strong, m) // a port, too
		}
	}
	switch {
	case len(strong) == 0 && !named:
		return nil
	case len(strong) == 0:
		const name = 5 // words
		if countWords(part) > name {
			return nil
		}
		whole.value = unquoted(text, p.span)
		if len(marks) > 0 && isOneWord(part) {
			whole.kind = marks[0].kind
		}
		return []fragment{whole}
	}
	var all []fragment
	from := p.start
	for i, m := range strong {
		if i > 0 && !isLink(text[from:m.start]) {
			break
		}
		if i > 0 && m.isTime() && strong[i-1].isTime() && strings.ContainsFunc(text[from:m.start], unicode.IsLetter) {
			all[len(all)-1].value.end, from = m.end, m.end // from 8:30 to 15:00
			continue
		}
		f := fragment{
			attr: trimmed(text, from, m.start), value: unquoted(text, m.span), kind: m.kind, end: p.end,
		}
		if i > 0 {
			last := &all[len(all)-1]
			f.attr = span{m.start, m.start}
			last.end = last.value.end
		}
		all = append(all, f)
		from = m.end
	}
	return all
}

// isLetters reports whether a host's name could be that of a product: letters in two parts, one in capitals.
func isLetters(host string) bool {
	return strings.Count(host, ".") == 1 && strings.ToLower(host) != host && !strings.ContainsAny(host, "0123456789:")
}

// isFlow reports whether a text has an arrow in it: what stands beside it are steps, or a name and what it has.
func isFlow(text string) bool { return strings.Contains(text, "→") || strings.Contains(text, "->") }

// reListed are single words between commas or slashes.
var reListed = words.Lazily("^`?(?:(?:, | / |、|，)`?[^ `;→=、，]+`?)*(?:, | / |、|，)`?$")

// reAside is what stands in brackets.
var reAside = words.Lazily(`\([^)]*\)|（[^）]*）`)

// isListed reports whether a text between two values holds other members of their list
// at most.
func isListed(text string) bool {
	text = reAside().ReplaceAllString(text, "")
	return isLink(text) || reListed().MatchString(text)
}

// isLink reports whether a text between two values says nothing but that there are
// two.
func isLink(text string) bool {
	text = strings.Trim(text, " `*\"/&+,;，、→")
	return text == "" || joins().Words[strings.ToLower(text)]
}

// isOneWord reports whether a text has no spaces.
func isOneWord(text string) bool {
	return !strings.ContainsAny(text, " `") && !strings.ContainsFunc(text, words.IsCJK)
}

// unquoted is a range without the code or quotation marks around it.
func unquoted(text string, s span) span {
	for _, marks := range [][2]string{{"**", "**"}, {"*", "*"}, {`"`, `"`}, {"“", "”"}, {"「", "」"}, {"`", "`"}, {"<", ">"}} {
		part := text[s.start:s.end]
		isLonger := len(part) > len(marks[0])+len(marks[1]) && !strings.HasSuffix(part, " *") // the end of a schedule
		if isLonger && strings.HasPrefix(part, marks[0]) && strings.HasSuffix(part, marks[1]) {
			s.start, s.end = s.start+len(marks[0]), s.end-len(marks[1])
			if marks[0] == "`" {
				break // what stands in code is the value as it is
			}
		}
	}
	return s
}

// qualifier is all that stands behind a value and belongs to it, or nothing where that is long.
func (f fragment) qualifier(text string) span {
	const most, longest = 10, 120 // words, bytes
	start, end := f.value.end, max(f.value.end, f.end)
	if countWords(text[start:end]) > most || end-start > longest {
		end = start
	}
	start = end - len(strings.TrimLeft(text[start:end], "`*\">_”» ,;:—–-→←/|·，；：。.、+)）」】"))
	s := trimmed(text, start, start+len(strings.TrimRight(text[start:end], " ,;:.")))
	if q := text[s.start:s.end]; strings.Count(q, "**")%2 > 0 {
		s = trimmed(text, s.start, s.start+strings.Index(q, "**"))
	}
	if !strings.ContainsFunc(text[s.start:s.end], isWordRune) {
		s.end = s.start
	}
	return s
}
