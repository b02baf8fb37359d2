package brief

import (
	"regexp"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/words"
)

// A profile tells how its operator works. What only reaches or identifies them is taken out: it says nothing that a
// task needs. Names stay.

// personalRule is the rule of a personal identifier, as the log names it.
const personalRule = "personal-identifier"

// personal are patterns whose first group is an identifier: mail addresses, accounts at messengers, handles, telephone
// numbers and long numbers.
var personal = []func() *regexp.Regexp{
	words.Lazily("([^\\s@<>()\\[\\]|,;:\"'`*]+@[\\w-]+(?:\\.[\\w-]+)+)"),
	words.Lazily(
		`(?i)(\b(?:https?://)?(?:www\.)?(?:(?:t|telegram|wa|signal)\.me|linkedin\.com/in)/[^\s)>\]|]+|\b[\w.]{2,32}#\d{4}\b)`,
	),
	words.Lazily(`(?:^|[^\w@./-])(@\w+(?::[\w.-]*\w)?)`),
	words.Lazily(`(?:^|[^\w./:-])(\+\d[\d ()/.-]{6,}\d|\(?\d{2,5}\)?[ /-]+\d[\d -]{4,}\d)\b`),
	words.Lazily(`(?:^|[^\w.,/#-])(-?\d{8,20})\b`),
}

// reNotPersonal matches what begins with no identifier: the name of a package or of a part of a program, a day or
// years, and an amount.
var reNotPersonal = words.Lazily(`^(?:@\w+(?:[/(-]|\.\w)|(?:19|20)\d\d(?:\D|[01]\d[0-3]\d\b)|\d+000\b)`)

// withoutIdentifiers returns a profile without personal identifiers, and where they were. A line that has nothing but a
// label besides goes with them.
func withoutIdentifiers(lines []string, path string) (kept []string, found []Redaction) {
	for _, l := range lines {
		redacted := l
		for _, re := range personal {
			var b strings.Builder
			last := 0
			for _, at := range re().FindAllStringSubmatchIndex(redacted, -1) {
				if !reNotPersonal().MatchString(redacted[at[2]:]) {
					b.WriteString(redacted[last:at[2]] + secrets.Redacted)
					last = at[3]
					found = append(found, Redaction{Rule: personalRule, Path: path})
				}
			}
			redacted = b.String() + redacted[last:]
		}
		said := redacted
		if label, value := labelOf(redacted); label != "" {
			said = value
		}
		if redacted == l || letters(strings.ReplaceAll(said, secrets.Redacted, "")) > 0 {
			kept = append(kept, redacted)
		}
	}
	return kept, found
}
