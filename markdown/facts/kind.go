package facts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// kindWords tell a kind by a word of the label or the heading.
type kindWords struct {
	kind  Kind
	words func() lang.List
}

// kinds are in the order in which they are looked for.
var kinds = []kindWords{
	{Port, ports},
	{Voice, list(func(f *lang.Facts) string { return f.Voice })},
	{Rate, list(func(f *lang.Facts) string { return f.Rate })},
	{Cron, list(func(f *lang.Facts) string { return f.Schedule })},
	{Device, list(func(f *lang.Facts) string { return f.Device })},
	{Model, list(func(f *lang.Facts) string { return f.Model })},
	{ID, ids},
	{Alias, list(func(f *lang.Facts) string { return f.Alias })},
}

// suits reports whether a value can be of the kind: a port is a number, and what a
// model is called has no spaces, which the make of a machine has.
func (k kindWords) suits(value string) bool {
	switch k.kind {
	case Port:
		return digits(value)
	case ID:
		return strings.ContainsFunc(value, func(r rune) bool {
			return unicode.IsDigit(r) || r < utf8.RuneSelf && unicode.IsPunct(r) || unicode.IsSymbol(r)
		})
	case Model:
		return !strings.Contains(value, " ") && strings.ContainsFunc(value, unicode.IsLetter)
	}
	return true
}

// kindOf tells what a fact is about: by what its value looks like where that is
// plain, else by the words of its label, then of its heading.
func kindOf(f Fact) Kind {
	core, looks := f.core()
	switch k := shapeOf(core); {
	case looks == text.Port:
		return Port
	case k != "":
		return k
	}
	label := f.Label()
	if f.Key == f.Heading {
		label = f.Attr
	}
	for _, text := range []string{label, f.Heading} {
		for _, k := range kinds {
			if k.words().In(text) && k.suits(core) {
				return k.kind
			}
		}
	}
	if digits(core) {
		return ID
	}
	return Name
}

// shapeOf is the kind of a value that can be seen from the value alone.
func shapeOf(s string) Kind {
	marks := scan(s)
	if strings.Contains(s, "://") {
		return URL
	}
	if reCron().MatchString(s) {
		return Cron
	}
	if len(marks) == 1 && marks[0].start == 0 && marks[0].end == len(s) {
		switch marks[0].kind {
		case text.Path:
			return Path
		case text.HostName:
			return Host
		case text.Email:
			return ID
		case text.Flag:
			return Flag
		case text.Time:
			return Cron
		case phone:
			return Phone
		case amount:
			if reClock().MatchString(s) {
				return Cron
			}
			return Rate
		}
	}
	switch {
	case !strings.Contains(s, " ") && (strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~/")):
		return Path
	case strings.HasPrefix(s, "--"):
		return Flag
	case reFlagged().MatchString(s):
		return Command
	}
	return ""
}

// reFlagged is a command with a flag, not a name with a dash in it.
var reFlagged = text.Lazily(`\s--?\pL`)

func digits(text string) bool {
	return text != "" && strings.Trim(text, "-0123456789:") == ""
}

// isKindWord reports whether words name a kind of values.
func isKindWord(text string) bool {
	return slices.ContainsFunc(kinds, func(k kindWords) bool { return k.words().In(text) })
}

// IsChat reports whether a label has a word for a place where messages are posted.
func IsChat(label string) bool { return chat().In(label) }
