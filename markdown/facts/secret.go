package facts

import (
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/markdown/locks"
)

// isSecret reports whether a statement holds what its name calls a secret, or what no person could have chosen, and
// notes where it stands.
func (r *reader) isSecret(c *candidate) bool {
	hasWords, names := strings.Contains(c.value, " ") && c.shape != command, c.key+" "+c.attr+" "+c.qualifier
	if hasWords && !c.code {
		names += " " + c.value
	}
	if slices.ContainsFunc(bareWords(names), isPassword) {
		r.report(locks.Rule, c.line)
		return true
	}
	if r.hidesSecret(c, c.qualifier) || hasWords && r.hidesSecret(c, c.value) {
		return true
	}
	if hasWords {
		return false
	}
	key, label := c.key, c.heading+" "+c.key+" "+c.attr
	if key == c.heading {
		key = "" // it is not what has the value
	}
	isCode := locks.IsCode(label, c.value) && !ports().In(label)
	if !isCode && !locks.LooksSecret(c.heading, key, c.attr, c.value) {
		return false
	}
	r.reportWhole(c, strings.TrimRight(c.value, ".…"))
	return true
}

// reportWhole notes where a secret stands, unless it is shown in part, as in sk-1f...
func (r *reader) reportWhole(c *candidate, text string) {
	_, after, _ := strings.Cut(c.raw, text)
	if after = strings.TrimLeft(after, "`\""); !strings.HasPrefix(after, "...") && !strings.HasPrefix(after, "…") {
		r.report(locks.Rule, c.line)
	}
}

// hidesSecret reports whether one of several words is a secret by the words in front of
// it or by its looks, and notes where it stands.
func (r *reader) hidesSecret(c *candidate, text string) bool {
	const near = 3 // words that may name it
	before := bareWords(c.key + " " + c.attr)
	for _, w := range bareWords(text) {
		if joins().Words[strings.ToLower(w)] { // "the password is ..."
			continue
		}
		name, all := strings.Join(before[max(0, len(before)-near):], " "), c.heading+" "+strings.Join(before, " ")
		switch {
		case !secrets.LooksChosen(w):
		case locks.LooksSecret(all, name, "", w):
			r.reportWhole(c, w)
			return true
		case len(before) > 0 && locks.IsSecretName(before[len(before)-1]):
			return true
		}
		before = append(before, w)
	}
	return false
}

// isPassword reports whether a word has letters of both cases, a digit and a sign in it, as no name has: a comment
// such as "log in as anna with …" may be the key of a command.
func isPassword(w string) bool {
	return secrets.IsMixed(w) && strings.ContainsAny(strings.TrimRight(w, "!?"), "!?&%$#^~") &&
		!strings.ContainsAny(w, "/\\{=")
}

// bareWords are the words of a text without the marks around them.
func bareWords(text string) []string {
	all := strings.Fields(text)
	for i, w := range all {
		all[i] = strings.Trim(w, "`*\"'(),.;:")
	}
	return all
}
