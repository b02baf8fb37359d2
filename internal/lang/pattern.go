package lang

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Lazily compiles a pattern when it is first used. A name in ⟨⟩ stands for words about facts of all languages: see
// patterns.
func Lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		for name, field := range patterns {
			if name = "⟨" + name + "⟩"; strings.Contains(pattern, name) {
				pattern = strings.ReplaceAll(pattern, name, Pattern(func(l *Language) string { return field(&l.Facts) }))
			}
		}
		return regexp.MustCompile(pattern)
	})
}

// patterns are the names in ⟨⟩.
var patterns = map[string]func(*Facts) string{
	"gives":  func(f *Facts) string { return f.Locks.GivesPattern },
	"login":  func(f *Facts) string { return f.Locks.LoginPattern },
	"box":    func(f *Facts) string { return f.Locks.BoxPattern },
	"door":   func(f *Facts) string { return f.Locks.DoorPattern },
	"safe":   func(f *Facts) string { return f.Locks.SafePattern },
	"opens":  func(f *Facts) string { return f.Locks.OpensPattern },
	"other":  func(f *Facts) string { return f.Locks.OtherPattern },
	"turn":   func(f *Facts) string { return f.Locks.TurnPattern },
	"before": func(f *Facts) string { return f.Locks.BeforePattern },
	"gone":   func(f *Facts) string { return f.GonePattern },
	"same":   func(f *Facts) string { return f.SamePattern },
	"old":    func(f *Facts) string { return f.OldPattern },
	"told":   func(f *Facts) string { return f.ToldPattern },
	"units":  func(f *Facts) string { return alternatives(f.Units, false) },
	"wide":   func(f *Facts) string { return alternatives(f.Units, true) },
}

// alternatives are the words of a list as a pattern: those of scripts without spaces, or the others.
func alternatives(list string, wide bool) string {
	var all []string
	for w := range strings.FieldsSeq(list) {
		if isWide(w) == wide {
			all = append(all, regexp.QuoteMeta(w))
		}
	}
	return strings.Join(all, "|")
}

// isWide reports whether a word is of a script without spaces.
func isWide(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
