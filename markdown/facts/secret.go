package facts

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/secrets"
)

// isSecret reports whether a statement holds a secret, or what may be one: too little to warn of, and enough to hide
// it.
func (r *reader) isSecret(c *candidate) bool {
	return r.isSurelySecret(c) || c.namesSecret() || c.hasWords() && !c.code && isLogin(c.value) || isLogin(c.qualifier)
}

func (c *candidate) hasWords() bool { return strings.Contains(c.value, " ") && c.shape != command }

// isSurelySecret reports whether a statement holds what its name calls a secret, or what no person could have chosen,
// and notes where it stands.
func (r *reader) isSurelySecret(c *candidate) bool {
	hasWords, names := c.hasWords(), c.key+" "+c.attr+" "+c.qualifier
	if hasWords && !c.code {
		names += " " + c.value
	}
	if slices.ContainsFunc(bareWords(names), secrets.IsStrong) {
		r.report(secrets.NamedSecret, c.line)
		return true
	}
	if r.hidesSecret(c, c.qualifier) || hasWords && r.hidesSecret(c, c.value) {
		return true
	}
	if hasWords && ungrouped(c.value) == c.value {
		return false
	}
	key, label := c.key, c.heading+" "+c.key+" "+c.attr
	if key == c.heading {
		key = "" // it is not what has the value
	}
	isCode := secrets.IsCode(label, ungrouped(c.value)) && !ports().In(label)
	if !isCode && !looksSecret(key, c.attr, c.value) {
		return false
	}
	r.reportWhole(c, strings.TrimRight(c.value, ".…"))
	return true
}

// namesSecret reports whether a statement names a secret and goes on without saying where that is: as a whole
// statement is shown, a word too many is hidden rather than one too few. The head of a column names its cells.
func (c *candidate) namesSecret() bool {
	named := c.field + ": " + c.value
	clean, _ := secrets.Redact(named)
	isGrouped := ungrouped(c.value) != c.value &&
		slices.ContainsFunc([]string{c.key, c.attr, c.field}, secrets.IsSecretName)
	if c.cell && (clean != named || secrets.IsSecretName(c.field) && !c.hasPlace()) || isGrouped {
		return true
	}
	for _, text := range []string{c.value, c.qualifier} {
		if c.shape == command && text == c.value || !strings.Contains(text, " ") {
			continue
		}
		all := bareWords(text)
		for i, w := range all {
			if secrets.IsSecretName(w) && i+1 < len(all) && !slices.ContainsFunc(all[i+1:], secrets.IsPlace) {
				return true
			}
		}
	}
	return false
}

// isLogin reports whether a text holds a word that a person may have chosen to keep others out: of large letters, small
// ones and digits and of nothing else, or one of letters and digits behind a stroke or a dot between blanks.
func isLogin(text string) bool {
	const shortest = 8 // of one that nothing else marks
	isAlone := func(w string) bool {
		w = strings.TrimRight(w, "!?")
		return strings.ContainsFunc(w, unicode.IsLetter) && strings.ContainsAny(w, "0123456789") &&
			!strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	all := strings.Fields(text)
	for i, w := range all {
		w = bare(w)
		isBehind := i > 0 && slices.Contains([]string{"/", "·", "|"}, all[i-1])
		if isAlone(w) && (isBehind || len(w) >= shortest && secrets.IsMixed(w)) {
			return true
		}
	}
	return false
}

// ungrouped is a number without the blanks and dashes that part its digits; other values are as they were.
func ungrouped(value string) string {
	if strings.Trim(value, "0123456789 -") != "" {
		return value
	}
	return strings.NewReplacer(" ", "", "-", "").Replace(value)
}

// reportWhole notes where a secret stands, unless it is shown in part, as in sk-1f...
func (r *reader) reportWhole(c *candidate, text string) {
	_, after, _ := strings.Cut(c.raw, text)
	if after = strings.TrimLeft(after, "`\""); !strings.HasPrefix(after, "...") && !strings.HasPrefix(after, "…") {
		r.report(secrets.NamedSecret, c.line)
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
		name := strings.Join(before[max(0, len(before)-near):], " ")
		switch {
		case !secrets.LooksChosen(w):
		case looksSecret(name, "", w):
			r.reportWhole(c, w)
			return true
		case len(before) > 0 && secrets.IsSecretName(before[len(before)-1]):
			return true
		}
		before = append(before, w)
	}
	return false
}

// looksSecret reports whether a text is secret by the names in front of it. A word without digits is so only by the
// nearest of them.
func looksSecret(key, attr, text string) bool {
	if attr != "" && !strings.ContainsAny(text, "0123456789") {
		key = ""
	}
	return slices.ContainsFunc([]string{attr, key}, func(name string) bool {
		clean, _ := secrets.Redact(name + ": " + text)
		return name != "" && clean == name+": "+secrets.Redacted
	})
}

// bareWords are the words of a text without the marks around them.
func bareWords(text string) []string {
	all := strings.Fields(text)
	for i, w := range all {
		all[i] = bare(w)
	}
	return all
}

func bare(w string) string { return strings.Trim(w, "`*\"'(),.;:") }
