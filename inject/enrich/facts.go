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

// UserFile holds facts. As a key of the settings it stands for all of them.
const UserFile = "USER.md"

// Facts are those of the settings, and the lines "key: value" of UserFile that hold one of the informative words of a
// message, unless the settings name the key. Those of the settings come first, sorted by their keys.
func Facts(settings map[string]string, user string, informative []string) []Fact {
	var all []Fact
	_, everything := settings[UserFile]
	told := wordsOf(strings.Join(informative, " "))
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
	for line := range strings.Lines(user) {
		fence = fence != strings.HasPrefix(strings.TrimSpace(line), "```")
		m := reFact().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || fence {
			continue
		}
		isTold := func(word string) bool { return slices.Contains(told, word) }
		if everything || slices.ContainsFunc(wordsOf(m[1]+" "+m[2]), isTold) {
			add(m[1], m[2])
		}
	}
	return all
}

// wordsOf are the words of a text in lower case, and as terms, so that other forms are the same.
func wordsOf(s string) []string {
	return slices.AppendSeq(text.Terms(s), text.Split(strings.ToLower(s)))
}

// isFact reports whether a fact may be given to a model: no secret, no order, no hidden character, no blank of a form.
func isFact(f Fact) bool {
	line := f.Key + ": " + f.Value
	redacted, found := secrets.Redact(line)
	isKey := f.Key != "" && !strings.EqualFold(f.Key, UserFile) && !strings.Contains(f.Key, "=") &&
		strings.Count(f.Key, "_") < mostWords
	isBlank := strings.HasPrefix(f.Value, "(") && strings.HasSuffix(f.Value, ")") // "(optional)"
	isSecret := len(found) > 0 || redacted != line || secrets.IsSecretName(strings.ReplaceAll(f.Key, "_", " "))
	return isKey && f.Value != "" && len(f.Value) <= longestValue && !isBlank && !isSecret &&
		injection.Reason(line) == "" && !strings.ContainsAny(line, "\u00ad\u2028\u2029")
}
