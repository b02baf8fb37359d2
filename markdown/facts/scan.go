package facts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/words"
)

// span is a range of bytes.
type span struct{ start, end int }

// mark is a place in a text that holds something to look up.
type mark struct {
	span
	kind words.Kind
}

// The kinds of marks that package words knows nothing about.
const (
	amount words.Kind = "amount" // a number with its unit, a span of time
	phone  words.Kind = "phone"
	handle words.Kind = "handle"
)

// strong reports whether a mark can be told from its looks alone; the others need a
// word in front that says what they are.
func (m mark) strong() bool {
	switch m.kind {
	case words.Number, words.Version, words.Identifier, words.Date, words.Person, words.InWords, words.Variable,
		words.Model, words.Secret:
		return false
	}
	return true
}

// reAmounts and reHandle are what is written in several words, or in a way
// that package words takes apart.
var (
	reClock   = words.Lazily(`^\d{1,2}[:.]\d\d(?:$| ?[-–—~]| \pL+ \d)`)
	reAmounts = lang.Lazily(
		`\b\d{1,2}[:.]\d\d ?[-–—~] ?\d{1,2}[:.]\d\d\b|[~≈≤≥<>]?[-+]?[$€£¥]?\d+(?:[.,]\d+)*(?: ?[-–×x~] ?\d+(?:[.,]\d+)*)? ?(?:(?:⟨units⟩)(?:/(?:⟨units⟩))?\b|⟨wide⟩|[%‰℃€£]|°[CF]?)`,
	)
	reHandle = words.Lazily(
		`\b[A-Z]{2}\d{2}(?: [\dA-Z]{4}){3,7}(?: [\dA-Z]{1,3})?\b|[*]\d{2,4}#?|(?:(?:[*](?:/\d+)?|\d[\d/,-]*) ){3}[*] (?:[*]|[\dA-Z][\dA-Z/,-]*)|[*]/\d+(?: \d[\d/,-]*)?|-?\b\d{9,}\b|\b\d{6,}@[a-z]+\b|\b[a-z]+(?::\w+)+,\d+\b`,
	)
	reCron  = words.Lazily(`^(?:[\d*/,-]+\s+){4}[\d*/,A-Za-z-]+$`)
	reDated = words.Lazily(`^[^\pL\d]*(?:\d{4}-\d\d(?:-\d\d)?\b|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?:[^\d.]|$))`)
)

// scan finds what a text holds to look up, in order.
func scan(text string) []mark {
	var found []mark
	for _, s := range words.Specifics(text) {
		m := mark{span{s.Start, s.End}, s.Kind}
		if m.kind == words.Identifier && text[m.start] == '@' {
			m.kind = handle
		}
		if m.kind == words.Number && ports().Ends(text[:m.start]) {
			m.kind = words.Port
		}
		if m.kind != words.Path || isPath(text[m.start:m.end]) && !unicode.IsLetter(firstRune(text[m.end:])) {
			found = append(found, m)
		}
	}
	if !strings.ContainsAny(text, "0123456789") {
		return found
	}
	for _, at := range reAmounts().FindAllStringIndex(text, -1) {
		found = put(text, found, mark{span{at[0], at[1]}, amount})
	}
	for _, at := range secrets.Phones(text) {
		found = put(text, found, mark{span{at[0], at[1]}, phone})
	}
	for _, at := range reHandle().FindAllStringIndex(text, -1) {
		found = put(text, found, mark{span{at[0], at[1]}, handle})
	}
	return found
}

// isPath tells a path from words with slashes between them.
func isPath(text string) bool {
	return strings.ContainsAny(text, `.~\`) || strings.HasPrefix(text, "/") || strings.HasSuffix(text, "/")
}

// put takes a mark in the place of those that are parts of it. One that is itself a
// part of what is written without spaces gives way.
func put(text string, all []mark, m mark) []mark {
	if isInside(text, m.span) {
		return all
	}
	from := 0
	for from < len(all) && all[from].end <= m.start {
		from++
	}
	to := from
	for ; to < len(all) && all[to].start < m.end; to++ {
		if p := all[to]; p.start < m.start || p.end > m.end || p.kind == words.Code ||
			p.kind == words.Date && m.kind == phone {
			return all
		}
	}
	return slices.Replace(all, from, to, m)
}

// isInside reports whether a range is cut out of a longer word.
func isInside(text string, s span) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:s.start])
	after, _ := utf8.DecodeRuneInString(text[s.end:])
	last, _ := utf8.DecodeLastRuneInString(text[:s.end])
	joins := func(r rune) bool { return r == '_' || isWordRune(r) && !words.IsCJK(r) }
	return joins(before) || strings.ContainsRune(".-/:", before) ||
		joins(after) && isWordRune(last) && !words.IsCJK(last) ||
		text[s.start] == '*' && before == '*'
}

// hasStrong reports whether a text holds something that can be told from its looks.
func hasStrong(text string) bool { return slices.ContainsFunc(scan(text), mark.strong) }
