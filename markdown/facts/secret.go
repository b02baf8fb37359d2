package facts

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
)

// isSecret reports whether a statement holds a secret, or what may be one: a word that no name has or the code of a lock,
// which is reported, or else too little to warn of, and enough to hide it. What the scanner finds by itself is redacted
// before a document is read.
func (r *reader) isSecret(c *candidate) bool {
	hasWords := strings.Contains(c.value, " ") && c.shape != command && !c.code
	names, label := c.key+" "+c.attr+" "+c.qualifier, c.heading+" "+c.key+" "+c.attr
	if hasWords {
		names += " " + c.value
	}
	if slices.ContainsFunc(bareWords(names), secrets.IsStrong) ||
		secrets.IsCode(label, ungrouped(c.value)) && !ports().In(label) || c.hidesLogin() {
		r.report(secrets.NamedSecret, c.line)
		return true
	}
	said := c.value
	if c.kind == Voice {
		said = reVoiceID().ReplaceAllString(said, "")
	}
	return c.namesSecret() || hasWords && isLogin(said) || isLogin(c.qualifier)
}

// reVoiceID is an ID of a voice, which is longer than what a person chooses to keep others out.
var reVoiceID = text.Lazily(`\b[A-Za-z\d]{18,}\b`)

var (
	// rePair is the name of an account and one word behind a mark, alone or in brackets: "admin / birch", "(root:birch)".
	rePair = text.Lazily(`(?:^|[(（])(\p{Ll}[\w.-]*) ?([:,;|/]) ?([^\s:,;|/()（）]*\pL[^\s:,;|/()（）]*)(?:$|[)）])`)
	// reHanded is a word with letters and digits behind the flag -p.
	reHanded = text.Lazily(`\s-p\s*([\pL\d!@%^&*+]*(?:\pL\d|\d\pL)[\pL\d!@%^&*+]*)(?:\s|$)`)
	reLogin  = lang.Lazily(`(?i)⟨login⟩`)
)

// hidesLogin reports whether a statement holds what goes with the name of an account: behind it in a pair whose label
// is that of a login or that stands beside an address, as a cell whose head the scanner needs to see, or as what a
// command is handed.
func (c *candidate) hidesLogin() bool {
	if c.shape == command || c.kind == Command {
		return reHanded().MatchString(c.value)
	}
	if c.shape == listed {
		if _, found := secrets.Redact(c.field + ": " + c.value); len(found) > 0 {
			return true
		}
	}
	m := rePair().FindStringSubmatch(c.value)
	if m == nil || strings.Contains(m[3], ".") { // a file
		return false
	}
	isIn := c.shape == listed && m[2] != "/" && reLogin().MatchString(c.field) // what is behind a stroke the scanner knows
	isBeside := m[2] == ":" && slices.ContainsFunc(scan(c.text), func(m mark) bool {
		return m.kind == text.URL || m.kind == text.HostName
	})
	return isBeside || isIn || secrets.IsSecretName(c.field)
}

// namesSecret reports whether a statement names a secret and goes on without saying where that is: as a whole
// statement is shown, a word too many is hidden rather than one too few.
func (c *candidate) namesSecret() bool {
	if ungrouped(c.value) != c.value &&
		slices.ContainsFunc([]string{c.key, c.attr, c.field}, secrets.IsSecretName) {
		return true
	}
	for _, said := range []string{c.value, c.qualifier} {
		if c.shape == command && said == c.value {
			continue
		}
		all := bareWords(said)
		for i, w := range all {
			isSecret := secrets.IsSecretName(w) && i+1 < len(all)
			isFile := isSecret && isPath(w) && hasStrong(all[i+1]) // "ssh -i ~/.ssh/deploy_key ops@10.0.0.4"
			if isSecret && !isFile && !slices.ContainsFunc(all[i+1:], secrets.IsPlace) {
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

// bareWords are the words of a text without the marks around them.
func bareWords(text string) []string {
	all := strings.Fields(text)
	for i, w := range all {
		all[i] = bare(w)
	}
	return all
}

func bare(w string) string { return strings.Trim(w, "`*\"'(),.;:") }
