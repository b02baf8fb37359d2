package facts

import (
	"iter"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/markdown/locks"
)

// isSecret reports whether a value is one that its name calls a secret, or one that
// no person could have chosen, and notes where it stands.
func (r *reader) isSecret(c *candidate) bool {
	label := c.heading + " " + c.key + " " + c.attr
	if strings.Contains(c.value, " ") && c.shape != command && r.hidesSecret(c, c.value) {
		return true
	}
	key := c.key
	if key == c.heading {
		key = "" // it is not what has the value
	}
	isCode := locks.IsCode(label, c.value) && !kindIn(label, Port)
	if !isCode && !locks.LooksSecret(c.heading, key, c.attr, c.value) {
		return false
	}
	if _, after, _ := strings.Cut(c.raw, c.value); !strings.HasPrefix(after, "...") && !strings.HasPrefix(after, "…") {
		r.report(locks.Rule, c.line) // and is not shown in part, as in sk-1f...
	}
	return true
}

// hidesSecret reports whether one of several words is a secret by the word in front of
// it or by its looks, and notes where it stands.
func (r *reader) hidesSecret(c *candidate, text string) bool {
	before := c.key + " " + c.attr
	for w := range bareWords(text) {
		switch {
		case !secrets.LooksChosen(w):
		case locks.LooksSecret(c.heading, before, "", w):
			r.report(locks.Rule, c.line)
			return true
		case locks.IsSecretName(before):
			return true
		}
		before = w
	}
	return false
}

// showsPassword reports whether a word of a text has letters of both cases, a digit and a sign in it, as no name
// has, and notes where it stands: a comment such as "log in as anna with …" is the key of a command.
func (r *reader) showsPassword(line int, text string) bool {
	for w := range bareWords(text) {
		if secrets.IsMixed(w) && strings.ContainsAny(strings.TrimRight(w, "!?"), "!?&%$#^~") {
			r.report(locks.Rule, line)
			return true
		}
	}
	return false
}

// bareWords are the words of a text without the marks around them.
func bareWords(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsSeq(text) {
			if !yield(strings.Trim(w, "`*\"'(),.;:")) {
				return
			}
		}
	}
}
