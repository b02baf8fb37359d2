package enrich

import (
	"maps"
	"slices"
	"strings"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
)

// Fact is a key and its value.
type Fact struct{ Key, Value string }

const (
	// mostFactTokens is how many tokens the facts of a message take together.
	mostFactTokens = 200
	// longestValue is the length in bytes from which a value is a text and no fact.
	longestValue = 200
	// mostWords is how many words a key has at most.
	mostWords = 4
)

// reFact is a line "key: value", also as a bullet or with the key in bold; a wide colon needs no blank behind it.
var reFact = text.Lazily(
	`^\s*(?:[-*+]\s+)?[*_]{0,2}(\pL[\pL\pN _/-]{0,39}?)(?:(?:[*_]{0,2}\s*:|:[*_]{1,2})\s+|[*_]{0,2}：[*_]{0,2}\s*)(\S.*)$`,
)

// Facts are those of the settings, and the lines "key: value" of a text such as USER.md, whose keys the settings do not
// name. Those of the settings come first, sorted by their keys.
func Facts(settings map[string]string, s string) []Fact {
	var all []Fact
	left := mostFactTokens
	add := func(key, value string) {
		f := Fact{strings.ToLower(strings.Join(strings.Fields(key), "_")), strings.Trim(text.OneLine(value), " *_`")}
		known := slices.ContainsFunc(all, func(other Fact) bool { return other.Key == f.Key })
		if size := tokens.Larger.Tokens(f.Key + "=" + f.Value + ", "); !known && isFact(f) && size <= left {
			all, left = append(all, f), left-size
		}
	}
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		add(key, settings[key])
	}
	fence := false
	for line := range strings.Lines(s) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fence = !fence
		}
		if m := reFact().FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil && !fence {
			add(m[1], m[2])
		}
	}
	return all
}

// isFact reports whether a fact may be given to a model: no secret, no order, no hidden character, no blank of a form.
func isFact(f Fact) bool {
	line := f.Key + ": " + f.Value
	redacted, found := secrets.Redact(line)
	switch {
	case f.Key == "", f.Value == "", len(f.Value) > longestValue:
		return false
	case strings.Contains(f.Key, "="), strings.Count(f.Key, "_") >= mostWords:
		return false
	case strings.HasPrefix(f.Value, "(") && strings.HasSuffix(f.Value, ")"): // "(optional)"
		return false
	case len(found) > 0 || redacted != line || secrets.IsSecretName(strings.ReplaceAll(f.Key, "_", " ")):
		return false
	}
	return injection.Reason(line) == "" && !strings.ContainsAny(line, "\u00ad\u2028\u2029")
}
