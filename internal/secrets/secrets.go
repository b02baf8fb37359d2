// Package secrets finds credentials in text and redacts them. The text of a file comes in. The same text goes out with
// every secret replaced, line by line the same, and with the places of the secrets.
//
// A secret is recognized in three ways. By its form: the rules of gitleaks, and those in rules.txt. By the name in
// front of it, in all the languages of notes: words.txt. By its length: forty hex digits or more, unless the text says
// that they are a digest or an ID. A comment such as gitleaks:allow has no effect here, and neither has a word within
// the secret.
//
// Invariants:
//
//  1. A finding never holds the secret itself.
//  2. Redacting changes no line number.
//  3. Text without a secret comes back as it was.
//  4. If a value is long enough to be recognized again, every copy of it is redacted, also one in base64.
//  5. What is not seen where a text is shown (comments, characters without a form, marks of emphasis) hides no secret.
package secrets

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"
)

// Redacted replaces a secret.
const Redacted = "[REDACTED]"

// Finding is the place of a secret.
type Finding struct {
	// Rule is the name of the rule that saw it, for instance github-pat.
	Rule string
	// Line counts from 1.
	Line int
}

// Redact replaces every secret in text and returns their places, in the order of their lines. It is safe for
// concurrent use.
func Redact(text string) (string, []Finding) {
	clean, found := redact(text)
	return redactSpliced(text, clean, found)
}

// redact redacts the secrets that are in one piece.
func redact(text string) (string, []Finding) {
	view := look(text)
	found := view.keyBlocks()
	marks := view.search(&found)
	found = append(found, view.longHex()...)
	if len(marks) > 0 {
		scanner := load()
		for _, part := range view.fragments(marks) {
			found = append(found, scanner.scan(view, part)...)
		}
	}
	if len(found) == 0 {
		return text, nil
	}
	slices.SortStableFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), rank(a.Rule)-rank(b.Rule), cmp.Compare(a.Rule, b.Rule))
	})
	return hide(text, found), findings(found)
}

// findings are the places of the secrets, each value once on its line: several rules may see the same value, or
// parts of it. found is in order.
func findings(found []match) []Finding {
	var all []Finding
	first := 0 // of those on the same line
	for i, m := range found {
		if m.Line != found[first].Line {
			first = i
		}
		overlaps := func(other match) bool { return m.start < other.end && other.start < m.end }
		if !slices.ContainsFunc(found[first:i], overlaps) {
			all = append(all, m.Finding)
		}
	}
	return all
}

// rank is 0 for the rule of a provider, 1 for the name of a class, which says less.
func rank(rule string) int {
	if slices.Contains([]string{string(password), string(pin), string(secret), string(key)}, rule) {
		return 1
	}
	return 0
}

// hide removes secrets from a text: those of our own rules at their places, and then every copy of those of gitleaks
// and of the long ones, the longest first, because one rule may have seen only a part of what another saw.
func hide(text string, found []match) string {
	var values []string
	var spans [][2]int
	for _, m := range found {
		if !m.gitleaks {
			spans = append(spans, [2]int{m.start, m.end})
		}
		if length := m.end - m.start; m.gitleaks || length >= knownAgain && length <= longestPiece {
			values = append(values, text[m.start:m.end])
		}
	}
	text = withoutSpans(text, spans)
	slices.SortFunc(values, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	var pairs []string
	for _, value := range slices.Compact(values) {
		pairs = append(pairs, value, Redacted+strings.Repeat("\n", strings.Count(value, "\n")))
		if len(value) < knownAgain { // what a short one is in base64 may be within any word
			continue
		}
		for _, code := range encoded(value) {
			pairs = append(pairs, code, Redacted)
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// encoded returns the base64 forms of a value: alone, or as a part of something longer ("user:value"), in both
// alphabets. Characters that also hold bits of the text beside the value are not included.
func encoded(value string) (codes []string) {
	const bits = 6 // of a character
	for before := range 3 {
		whole := append(make([]byte, before), value...)
		from, to := (before*8+bits-1)/bits, len(whole)*8/bits
		for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			codes = append(codes, alphabet.EncodeToString(whole)[from:to])
		}
	}
	return codes
}

// knownAgain is the least length in bytes of a value of which every copy is removed. A shorter one may be a word or a
// number with another meaning elsewhere.
const knownAgain = 10

// withoutSpans replaces spans by Redacted; overlapping ones together.
func withoutSpans(text string, spans [][2]int) string {
	slices.SortStableFunc(spans, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	var b strings.Builder
	at := 0
	for i := 0; i < len(spans); {
		start, end := spans[i][0], spans[i][1]
		for i++; i < len(spans) && spans[i][0] < end; i++ {
			end = max(end, spans[i][1])
		}
		b.WriteString(text[at:start] + Redacted + strings.Repeat("\n", strings.Count(text[start:end], "\n")))
		at = end
	}
	b.WriteString(text[at:])
	return b.String()
}

// match is a secret at its place in a text.
type match struct {
	Finding
	start, end int  // bytes
	gitleaks   bool // a rule of gitleaks saw it, perhaps with what is beside it, such as the name of a user
}

// match is what a rule found at a place.
func (v view) match(rule string, start, end int) match {
	return match{Finding: Finding{rule, v.lineAt(start) + 1}, start: start, end: end}
}
