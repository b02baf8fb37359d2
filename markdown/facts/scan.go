package facts

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
)

// span is a range of bytes.
type span struct{ start, end int }

// mark is a place in a text that holds something to look up.
type mark struct {
	span
	kind text.Kind
}

// The kinds of marks that package text knows nothing about.
const (
	amount text.Kind = "amount" // a number with its unit, a span of time
	phone  text.Kind = "phone"
	handle text.Kind = "handle"
)

// strong reports whether a mark can be told from its looks alone; the others need a
// word in front that says what they are.
func (m mark) strong() bool {
	switch m.kind {
	case text.Number, text.Version, text.Identifier, text.Date, text.Person, text.InWords, text.Variable,
		text.Model, text.Secret:
		return false
	}
	return true
}

// reAmounts and reHandle are what is written in several words, or in a way
// that package text takes apart.
var (
	reClock   = text.Lazily(`^\d{1,2}[:.]\d\d(?:$| ?[-–—~]| \pL+ \d)`)
	reAmounts = lang.Lazily(
		`\b\d{1,2}[:.]\d\d ?[-–—~] ?\d{1,2}[:.]\d\d\b|[~≈≤≥<>]?[-+]?[$€£¥]?\d+(?:[.,]\d+)*(?: ?[-–×x~] ?\d+(?:[.,]\d+)*)? ?(?:(?:⟨units⟩)(?:/(?:⟨units⟩))?\b|⟨wide⟩|[%‰℃€£]|°[CF]?)`,
	)
	reHandle = text.Lazily(
		`\b[A-Z]{2}\d{2}(?: [\dA-Z]{4}){3,7}(?: [\dA-Z]{1,3})?\b|[*]\d{2,4}#?|(?:(?:[*](?:/\d+)?|\d[\d/,-]*) ){3}[*] (?:[*]|[\dA-Z][\dA-Z/,-]*)|[*]/\d+(?: \d[\d/,-]*)?|-?\b\d{9,}\b|\b\d{6,}@[a-z]+\b|\b[a-z]+(?::\w+)+,\d+\b`,
	)
	reCron  = text.Lazily(`^(?:[\d*/,-]+\s+){4}[\d*/,A-Za-z-]+$`)
	reDated = text.Lazily(`^[^\pL\d]*(?:\d{4}-\d\d(?:-\d\d)?\b|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?:[^\d.]|$))`)
)

// scan finds what a text holds to look up, in order.
func scan(str string) []mark {
	var found []mark
	for _, s := range text.Specifics(str) {
		m := mark{span{s.Start, s.End}, s.Kind}
		if m.kind == text.Identifier && str[m.start] == '@' {
			m.kind = handle
		}
		if m.kind == text.Number && ports().Ends(str[:m.start]) {
			m.kind = text.Port
		}
		if m.kind != text.Path || isPath(str[m.start:m.end]) && !unicode.IsLetter(firstRune(str[m.end:])) {
			found = append(found, m)
		}
	}
	if !strings.ContainsAny(str, "0123456789") {
		return found
	}
	for _, at := range reAmounts().FindAllStringIndex(str, -1) {
		found = put(found, mark{span{at[0], at[1]}, amount})
	}
	for _, at := range secrets.Phones(str) {
		found = put(found, mark{span{at[0], at[1]}, phone})
	}
	for _, at := range reHandle().FindAllStringIndex(str, -1) {
		found = put(found, mark{span{at[0], at[1]}, handle})
	}
	return found
}

// isPath tells a path from words with slashes between them.
func isPath(text string) bool {
	return strings.ContainsAny(text, `.~\`) || strings.HasPrefix(text, "/") || strings.HasSuffix(text, "/")
}

// put takes a mark in the place of those that are parts of it.
func put(all []mark, m mark) []mark {
	from := 0
	for from < len(all) && all[from].end <= m.start {
		from++
	}
	to := from
	for ; to < len(all) && all[to].start < m.end; to++ {
		if p := all[to]; p.start < m.start || p.end > m.end || p.kind == text.Code ||
			p.kind == text.Date && m.kind == phone {
			return all
		}
	}
	return slices.Replace(all, from, to, m)
}

// hasStrong reports whether a text holds something that can be told from its looks.
func hasStrong(text string) bool { return slices.ContainsFunc(scan(text), mark.strong) }
