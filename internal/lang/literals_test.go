package lang

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLiterals(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]string{
		`\bdo not\b|^never `:       {"do not", "never "},
		`\bno \pL+ without\b`:      {" without"},
		`needs? (?:\pL+ )?consent`: {"consent"},
		`(?:^|\s)gr(?:a|e)y`:       {"gr"},
		`\pL+ed`:                   {"ed"},
		`a?b?`:                     nil,
		`x\d+`:                     {"x"},
		`one|\d+`:                  nil,
		`(?i)never`:                nil,
		`(broken`:                  nil,
	} {
		assert.Equalf(t, want, Literals(pattern), "Literals(%q)", pattern)
	}
}

// What a pattern of the data matches holds one of its literals.
func FuzzLiterals(f *testing.F) {
	var patterns []string
	for _, l := range All() {
		patterns = append(patterns, l.Norms.Pattern, l.Norms.WeakPattern)
	}
	var compiled []*regexp.Regexp
	var literals []*regexp.Regexp
	for _, pattern := range patterns {
		compiled = append(compiled, regexp.MustCompile(pattern))
		any := ""
		for i, literal := range Literals(pattern) {
			if i > 0 {
				any += "|"
			}
			any += regexp.QuoteMeta(literal)
		}
		literals = append(literals, regexp.MustCompile(any))
	}
	for _, text := range []string{
		"do not open it without a key", "nicht ohne schlussel", "must never", "必须先问", "не открывать без ключа",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for i, re := range compiled {
			assert.Truef(t, patterns[i] == "" || !re.MatchString(text) || literals[i].MatchString(text),
				"%q matches %s and holds none of %s", text, patterns[i], literals[i])
		}
	})
}
