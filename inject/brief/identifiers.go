package brief

import (
	"strings"

	"wisdom/internal/secrets"
)

// A profile tells how its operator works. What only reaches or identifies them is taken out: it says nothing that a
// task needs. Names stay.

// withoutIdentifiers returns a profile without personal identifiers, and where they were. A line that has nothing but a
// label besides goes with them.
func withoutIdentifiers(lines []string, path string) (kept []string, found []Redaction) {
	for _, l := range lines {
		redacted, contacts := secrets.RedactClasses(l, secrets.Contact)
		for _, c := range contacts {
			found = append(found, Redaction{Rule: c.Rule, Path: path})
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
