// Package secrets finds credentials in text and redacts them. The text of a file comes in. The same text goes out with
// every secret replaced, line by line the same, and with the places of the secrets.
//
// There is one scanner. What it finds has a class:
//
//   - Key: the key of a provider, known by its form. The rules are rows of gitleaks.toml and rules.toml.
//   - Named: what a program logs in with, known by the name in front of it: a key, a token, a cookie. The names, in all
//     the languages of notes, are in words.txt.
//   - Password: what a person chose, known by its name, too: a password, a PIN, the code of a door. The words for doors
//     are data of the languages, in package lang.
//   - Guess: a value that no name explains, and that only a machine can have made.
//   - Form: what has the form of a key, also if it may be an example or a digest, and blocks of public keys.
//   - Contact: what reaches or identifies a person. It is no secret, and is redacted only for who asks for it.
//
// A comment such as gitleaks:allow has no effect here, and neither has a word within the secret.
//
// Invariants:
//
//  1. A finding never holds the secret itself.
//  2. Redacting changes no line number.
//  3. Text without a secret comes back as it was.
//  4. If a value is long enough to be recognized again, every copy of it is redacted, also one in base64.
//  5. What is not seen where a text is shown (comments, characters without a form, marks of emphasis) hides no secret.
//  6. The time grows with the length of a text, however long its lines are.
package secrets

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// Redacted replaces a secret.
const Redacted = "[REDACTED]"

// Class is a set of classes.
type Class int

// The classes; see the package documentation.
const (
	Key Class = 1 << iota
	Named
	Password
	Guess
	Contact
	Form

	// Secret are the classes of what must not leave a file.
	Secret = Key | Named | Password | Guess
)

// UnmarshalText reads the class of a rule.
func (c *Class) UnmarshalText(text []byte) error {
	names := map[string]Class{"key": Key, "password": Password, "contact": Contact, "form": Form, "guess": Guess}
	if *c = names[string(text)]; *c == 0 {
		return fmt.Errorf("the class %q is not known to this version", text)
	}
	return nil
}

// Finding is the place of a secret.
type Finding struct {
	// Rule is the name of the rule that saw it, for instance github-pat.
	Rule string
	// Line counts from 1.
	Line int
}

// Redact is RedactClasses for Secret.
func Redact(text string) (string, []Finding) { return RedactClasses(text, Secret) }

// RedactClasses replaces all of the wanted classes in a text and returns their places, in their order. It is safe for
// concurrent use.
func RedactClasses(text string, want Class) (string, []Finding) {
	found := look(text).scan(want)
	if plain := plainOf(text); plain.from != nil {
		v := look(plain.text)
		v.only = plain.near(v)
		for _, m := range v.scan(want) {
			m.start, m.end = plain.place(m.start, false), plain.place(m.end, true)
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		return text, nil
	}
	return hide(text, found)
}

// match is a secret at its place in a text.
type match struct {
	rule       string
	start, end int    // bytes
	value      string // without what splits it
}

// rank is 0 for the rule of a provider, 1 for the name of a kind, which says less, and 2 for a guess.
func (m match) rank() int {
	switch {
	case m.rule == randomValue:
		return 2
	case slices.Contains([]kind{password, pin, secret, key, NamedSecret}, kind(m.rule)):
		return 1
	}
	return 0
}

// hide removes secrets from a text at their places, those that overlap together, and then every copy of the long ones.
// Each value is one finding: several rules may see the same value, or parts of it.
func hide(text string, found []match) (string, []Finding) {
	slices.SortFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.start, b.start), a.rank()-b.rank(), cmp.Compare(a.rule, b.rule))
	})
	var b strings.Builder
	var findings []Finding
	at, line := 0, 1
	for i := 0; i < len(found); {
		first := found[i]
		for i++; i < len(found) && found[i].start < first.end; i++ {
			if found[i].rank() < first.rank() {
				first.rule = found[i].rule
			}
			first.end = max(first.end, found[i].end)
		}
		line += strings.Count(text[at:first.start], "\n")
		findings = append(findings, Finding{first.rule, line})
		lines := strings.Count(text[first.start:first.end], "\n")
		b.WriteString(text[at:first.start] + Redacted + strings.Repeat("\n", lines))
		at, line = first.end, line+lines
	}
	b.WriteString(text[at:])
	return copies(found).Replace(b.String()), findings
}

// knownAgain and longestCopy are the least and the greatest length in bytes of a value of which every copy is removed.
// A shorter one may be a word or a number with another meaning elsewhere.
const knownAgain, longestCopy = 10, 2 << 10

// copies replaces the copies of the values, the longest first.
func copies(found []match) *strings.Replacer {
	var values, pairs []string
	for _, m := range found {
		if len(m.value) >= knownAgain && len(m.value) <= longestCopy {
			values = append(values, m.value)
		}
	}
	slices.SortFunc(values, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	for _, value := range slices.Compact(values) {
		pairs = append(pairs, value, Redacted+strings.Repeat("\n", strings.Count(value, "\n")))
		for _, code := range encoded(value) {
			pairs = append(pairs, code, Redacted)
		}
	}
	return strings.NewReplacer(pairs...)
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
