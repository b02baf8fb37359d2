package brief

import (
	"strings"

	"wisdom/internal/secrets"
)

// Redaction tells where a secret was taken out, never what it was.
type Redaction struct {
	Rule string `json:"rule"`
	Path string `json:"path"`
	// Line is 0 for a personal identifier, and for a secret that lines of a file make up together.
	Line int `json:"line,omitempty"`
}

// seal makes lines what is printed: what was taken out between them may have joined a secret or a tag, so that both are
// looked for in the finished text. Lines that were sealed before stay as they are.
func seal(lines []string, path string) ([]string, []Redaction) {
	text, found := scrub(textOf(lines), path)
	for i := range found {
		found[i].Line = 0
	}
	return strings.Split(withoutTags(text), "\n"), found
}

// SecretsIn returns where a text that is passed on as it is holds secrets, by the rules of the block.
func SecretsIn(text string) []Redaction {
	text, _ = decode([]byte(text))
	_, found := scrub(text, "")
	if len(found) == 0 {
		_, found = scrub(withoutComments(text), "")
	}
	return found
}

// scrub takes every secret out of a text, also what may be an example or a digest. Lines keep their numbers.
func scrub(text, path string) (string, []Redaction) {
	text, found := secrets.RedactClasses(text, secrets.Secret|secrets.Form)
	var all []Redaction
	for _, f := range found {
		all = append(all, Redaction{f.Rule, path, f.Line})
	}
	return text, all
}

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
