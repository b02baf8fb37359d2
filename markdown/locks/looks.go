package locks

import (
	"strings"
	"unicode"

	"wisdom/internal/secrets"
)

// LooksSecret reports whether a text is secret by the names in front of it, or is one
// that no person could have chosen.
func LooksSecret(heading, key, attr, text string) bool {
	if !secrets.NamesID(heading+" "+key+" "+attr) && !secrets.IsPlace(text) && isOpaque(text) {
		return true
	}
	for _, name := range []string{attr, key} {
		clean, _ := secrets.Redact(name + ": " + text)
		if name != "" && Clean(clean) == name+": "+secrets.Redacted {
			return true
		}
		if attr != "" && !strings.ContainsAny(text, "0123456789") {
			break
		}
	}
	return false
}

// isOpaque reports whether a text holds a run that no person could have chosen: twenty
// letters and digits or more, large, small and digits mixed.
func isOpaque(text string) bool {
	const longest = 20
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for run := range strings.FieldsFuncSeq(text, isMark) {
		if len(run) >= longest && secrets.IsMixed(run) {
			return true
		}
	}
	return false
}

// IsSecretName reports whether a name is that of something that must not be copied.
func IsSecretName(name string) bool { return secrets.IsName(name) || IsName(name) }
