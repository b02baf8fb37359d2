package secrets

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

var (
	reEnvName = compiled(`^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$`)
	reMail    = compiled(`^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,6}$`)
	reCode    = compiled(`^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$]+)+$|\(\)|=>|\$\{|\{\{|^[a-z]\w*\(`)
	reFigure  = compiled(`^[~≈<>≥≤+-]?\d[\d.,_]*(?:[-–~/]\d[\d.,]*[A-Za-z%]{0,3})*[A-Za-z%]{0,3}(?:/.*)?$`)
	reMoment  = compiled(`^\d{4}-\d\d(?:-\d\d|$)|^\d{1,2}[:.]\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}`)
	reVersion = compiled(`^[vV]?\d+(?:\.\d+)+(?:[-.]?[a-z]+[.\d]*)?$`)
	reTerm    = compiled(
		`(?i)^(?:[a-z]{2,12}-)?(?:sha-?\d+|md5|bcrypt|argon2\w*|pbkdf2|scrypt|(?:hmac-)?sha\d+|aes-?\d*|oauth2?|oidc|2fa|` +
			`mfa|totp|base64|utf-?8|ipv[46]|http/?\d|ed25519|rsa-?\d*|es256|rs256|hs256|wpa[23]?|x509|p12|pkcs\d+)$`,
	)
	// reBirthday is a day with letters behind it, which is no measure; reJoined a word with a year or so in it, but
	// for reAuth, which names a way to log in.
	reBirthday = compiled(`^\d{5,}[A-Za-z]{1,3}$`)
	reDuration = compiled(`^\d+(?:ms|min|sec|hrs)$`)
	reJoined   = compiled(`^[A-Za-z]{3,}\d{3,}[A-Za-z]{2,}$|^[A-Za-z]{5,}\d{3,}$`)
	reAuth     = compiled(`(?i)^(?:authentication|authorization)`)
	reUUID     = compiled(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	reHex      = compiled(`^(?:0x)?[0-9a-fA-F]+$`)
	reNumber   = compiled(`^[*]?\d{3,10}[A-Z]?#?$|^\d{4,6}-\d{4,6}$`)
	reUnit     = sync.OnceValue(func() *regexp.Regexp {
		words, signs := strings.Join(loadWords().lists["unit"], "|"), strings.Join(loadWords().lists["counter"], "")
		return regexp.MustCompile(`^(?:[a-zA-Z%€$£°]{1,3}\b|[%€$£°]|[` + signs + `])|^\s(?:[%€$£°]|(?:` + words + `)\b)`)
	})
	rePath    = compiled(`^(?:~|\.{1,2})?/|^[A-Za-z]:\\|^[\w.-]+(?:/[\w.@-]+)+/?$`)
	reIDBody  = compiled(`^[0-9a-z:/_-]{12,}$`)
	reSetting = compiled(`^[A-Za-z_][\w.-]*=[^=]`)
)

// signs are those that people put into passwords.
const signs = "!?&%$+#*=~^"

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// takes reports whether the text from start to end can be the value of a name of
// this class. about says that the name is only spoken of.
func (c class) takes(text string, start, end, lineEnd int, how link, about bool) bool {
	value, after := text[start:end], text[end:lineEnd]
	if c != pin && c != weak && isAppPassword(value, 2) {
		return true
	}
	const likeNoWord = 20 // bytes
	if !hasDigit(value) && len(value) < likeNoWord && (c != password && c != pass && c != field ||
		how == bare && !isSaid(text[:start], after) && !strings.ContainsAny(value, signs)) {
		return false
	}
	random := looksRandom(value)
	if !c.mayTake(value, how, random) || isCut(value, after) {
		return false
	}
	if about {
		return random && len(value) >= 20
	}
	if how == span {
		return c.takesSpan(value)
	}
	quoted := start > 0 && strings.IndexByte("\"'`", text[start-1]) >= 0
	switch c {
	case password, pass:
		return c.takesChosen(text[:start], value, after, how, quoted)
	case field:
		return how == direct && takesField(value, after, quoted)
	case pin:
		return reNumber().MatchString(value) && value != "123" && value != "000" && !reUnit().MatchString(after) &&
			(how != bare || len(value) > 3)
	case secret:
		if how == bare {
			return random && len(value) >= 16 ||
				quoted && LooksChosen(value) && len(value) >= 12 && !reFigure().MatchString(value)
		}
		return random && len(value) >= 8 || LooksChosen(value) && len(value) >= 8 && !reFigure().MatchString(value)
	case key:
		return takesKey(value, how, random)
	}
	const longest, fewest, plain = 20, 16, 32 // bytes: of any, behind a mark, and behind the name alone
	isNear := how == direct || how == below
	return random && !reUUID().MatchString(value) && (len(value) >= plain ||
		isNear && (len(value) >= longest || len(value) >= fewest && !reHex().MatchString(value)))
}

// mayTake reports whether a text can be a value of this class at all: it is no word of prose, and neither the place
// of a secret nor something else with a form of its own.
func (c class) mayTake(value string, how link, random bool) bool {
	const longestChosen = 128 // bytes
	isJoined := how == direct && isJoined(value)
	if !random && (len(value) > longestChosen || c == weak || c == key && !strings.ContainsAny(value, " -") && !isJoined) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(value); wide(first) && (c != password || how != direct) {
		return false
	}
	return !isNone(value) && !IsPlace(value) && !slices.ContainsFunc(others, func(re func() *regexp.Regexp) bool {
		return re().MatchString(value)
	})
}

// others are the forms of what is no secret.
var others = []func() *regexp.Regexp{reCode, reMail, reMoment, reVersion, reTerm, reSetting}

// isJoined reports whether a text is a word with a year or so in it.
func isJoined(value string) bool {
	return reJoined().MatchString(value) && !reAuth().MatchString(value)
}

// takesKey is takes for what a machine made.
func takesKey(value string, how link, random bool) bool {
	if reGroups().MatchString(value) && len(value) >= 14 && hasDigit(value) && how != bare {
		return true
	}
	least := 10
	if how == bare {
		least = 16
	}
	return len(value) >= least && (random || how == direct && isJoined(value))
}

// takesSpan is takes for a value in a span of code.
func (c class) takesSpan(value string) bool {
	if c == password {
		named := looksNamed(value) && !IsMixed(value) || reHex().MatchString(value)
		return LooksChosen(value) && len(value) >= 8 && !named && !reFigure().MatchString(value)
	}
	if c == secret && LooksChosen(value) && len(value) >= 16 && strings.Contains(value, "-secret-") { // shop-secret-2026
		return true
	}
	return longestRandom(value) >= 16 && !reUUID().MatchString(value) && !reHex().MatchString(value) && c != pin &&
		c != weak
}

// takesChosen is takes for a password.
func (c class) takesChosen(before, value, after string, how link, quoted bool) bool {
	isBirthday := reBirthday().MatchString(value) && !reDuration().MatchString(value)
	figure := reFigure().MatchString(value) && !isBirthday ||
		reUnit().MatchString(after) && reNumber().MatchString(value)
	alone := strings.Trim(after, " \t*_`\"'“”.!)）|\r") == ""
	switch {
	case how == bare:
		if c == password && isSaid(before, after) {
			return utf8.RuneCountInString(value) >= 5
		}
		if reNumber().MatchString(value) {
			return c == password && len(value) >= 6 && !reUnit().MatchString(after)
		}
		return len(value) >= 6 && LooksChosen(value) && !figure && !rePath().MatchString(value) && !looksNamed(value)
	case c == pass && how != direct:
		return false
	case reGroups().MatchString(value), reNumber().MatchString(value) && len(value) >= 4 && !reUnit().MatchString(after):
		return true
	case LooksChosen(value), how == direct && strings.Contains(value, "@") && alone:
		return !figure
	}
	// A word that could as well be another.
	const fewest = 5
	if how == verb && strings.HasSuffix(before, " to ") {
		return false
	}
	return alone && (how == direct || how == below || quoted || how == verb) && utf8.RuneCountInString(value) >= fewest &&
		!strings.ContainsFunc(value, func(r rune) bool {
			return !unicode.IsLetter(r) || wide(r)
		})
}

// takesField is takes for the password of a field whose name is a word of prose, too: a result of tests such as
// "pass: 12 of 14" is none.
func takesField(value, after string, quoted bool) bool {
	const fewest = 6 // bytes
	if len(value) < fewest || !LooksChosen(value) || reFigure().MatchString(value) ||
		looksNamed(value) && !IsMixed(value) ||
		strings.HasPrefix(strings.ToLower(value), "test") {
		return false
	}
	alone := strings.Trim(after, " \t*_`\"'“”.,!)）|\r") == ""
	return quoted || alone || looksRandom(value) ||
		strings.ContainsAny(value, signs) && hasDigit(value)
}

// isSaid reports whether a value is between the quotation marks of prose.
func isSaid(before, after string) bool {
	for _, marks := range [][2]string{{"„", "“"}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"『", "』"}} {
		if strings.HasSuffix(before, marks[0]) && strings.HasPrefix(after, marks[1]) {
			return true
		}
	}
	return false
}

// looksNamed reports whether a text is the name of something in a program: words
// with hyphens or underscores between them, and at most a number at the end.
func looksNamed(value string) bool {
	parts := strings.FieldsFunc(value, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == ':' })
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts {
		letters, digits := strings.IndexFunc(p, unicode.IsLetter) >= 0, hasDigit(p)
		if letters && digits {
			return false
		}
	}
	return true
}

// isNone reports whether a text where a secret is expected is none.
func isNone(value string) bool {
	v := loadWords()
	trimmed := strings.Trim(value, "!?.,()[]{}<>*-_ ")
	return trimmed == "" || v.has("none", trimmed) || v.has("about", trimmed) || v.has("is", trimmed) ||
		strings.Contains(Redacted, value) ||
		strings.Contains(value, Redacted) ||
		strings.ContainsAny(value[:1], "<{[($%") && !LooksChosen(value[1:]) ||
		len(strings.Trim(value, value[:1])) == 0
}

// isCut reports whether a value is shown only in part, as in sk-1f…9c.
func isCut(value, after string) bool {
	const whole = 24 // bytes that give away enough
	isCut := func(mark string) bool { return strings.Contains(value, mark) || strings.HasPrefix(after, mark) }
	if !isCut("…") && !isCut("...") && !isCut("***") && !strings.Contains(value, "•••") {
		return false
	}
	longest := 0
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("….*•", r) }) {
		longest = max(longest, len(part))
	}
	return longest < whole || strings.HasPrefix(value, "eyJ")
}

// IsPlace reports whether a text names the place of a secret: a path, an address, an environment variable, a flag, an
// item of a vault.
func IsPlace(value string) bool {
	hasSign := strings.ContainsAny(value, strings.ReplaceAll(signs, "$", ""))
	switch {
	case strings.HasPrefix(value, "$") && !strings.ContainsAny(value[1:], signs),
		strings.HasPrefix(value, "--"),
		strings.HasPrefix(value, "~/"),
		strings.HasPrefix(value, "@"):
		return true
	case strings.Contains(value, "://"), strings.Contains(value, `\`) && !hasSign,
		!hasSign && strings.ContainsAny(value, `/\`) && rePath().MatchString(value):
		return true
	case strings.HasPrefix(value, "<"), strings.HasPrefix(value, "{"), strings.HasPrefix(value, "["):
		return true
	}
	lower := strings.ToLower(value)
	for _, part := range loadWords().lists["place"] {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return strings.Contains(value, "_") && reEnvName().MatchString(value) || isID(lower)
}

// isID reports whether a text in lower case is an ID by its beginning.
func isID(lower string) bool {
	const longest = 44 // bytes; what is longer may be anything
	return len(lower) <= longest && slices.ContainsFunc(loadWords().lists["id"], func(begin string) bool {
		rest, ok := strings.CutPrefix(lower, begin)
		return ok && reIDBody().MatchString(rest)
	})
}

// LooksChosen reports whether a text looks like one that a person chose to keep
// others out: letters with digits or signs among them.
func LooksChosen(value string) bool {
	const fewest = 4 // bytes
	if len(value) < fewest || !utf8.ValidString(value) {
		return false
	}
	letters := strings.ContainsFunc(value, unicode.IsLetter)
	digits := hasDigit(value)
	hasSign := strings.ContainsAny(strings.TrimRight(value, "!?"), signs)
	return (letters && (digits || hasSign) || digits && hasSign) && !IsPlace(value)
}

// IsMixed reports whether a text has large letters, small ones and digits.
func IsMixed(value string) bool {
	return strings.ContainsFunc(value, unicode.IsUpper) && strings.ContainsFunc(value, unicode.IsLower) &&
		hasDigit(value)
}

// looksRandom reports whether a machine made a text: it holds a run in which
// small letters, large letters and digits alternate as in no word.
func looksRandom(value string) bool {
	const uuid = 36 // bytes
	if len(value) == uuid && reUUID().MatchString(value) {
		return true
	}
	for _, r := range value {
		if r > unicode.MaxASCII {
			return false
		}
	}
	letters := 0
	for _, run := range strings.FieldsFunc(value, isBetweenWords) {
		if isRandomRun(run) {
			return true
		}
		letters += len(run)
	}
	// Signs may be so close that no run is long.
	joined := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, value)
	return letters >= 16 && !looksNamed(value) && hasDigit(joined) && isRandomRun(joined)
}

// longestRandom is the length in bytes of the longest run of letters and digits in a
// text that a machine made; a host such as shop-8a3dc4e3 has a short one.
func longestRandom(value string) int {
	longest := 0
	for run := range strings.FieldsFuncSeq(value, isBetweenWords) {
		if isRandomRun(run) {
			longest = max(longest, len(run))
		}
	}
	return longest
}

// isRandomRun is looksRandom for letters and digits.
func isRandomRun(run string) bool {
	const (
		fewest  = 8
		changed = 0.28 // of the neighbours; words with large letters have 0.2, random ones 0.5
		oneCase = 0.2  // of the neighbours, where all letters are large or all small
		noDigit = 20   // bytes without a digit that must alternate between large and small
	)
	if len(run) < fewest {
		return false
	}
	changes, digits, uppers := 0, 0, 0
	for i := range len(run) {
		if kind(run[i]) == 'd' {
			digits++
		}
		if kind(run[i]) == 'u' {
			uppers++
		}
		if i > 0 && kind(run[i]) != kind(run[i-1]) {
			changes++
		}
	}
	if digits == len(run) {
		return false
	}
	share := float64(changes) / float64(len(run)-1)
	if digits == 0 {
		return len(run) >= noDigit && uppers >= 4 && share > 0.33
	}
	if (uppers == 0 || uppers+digits == len(run)) && len(run) >= 16 {
		return share >= oneCase
	}
	return share >= changed || len(run) >= noDigit && changes >= 5 && share > 0.2
}

// kind distinguishes digits, small and capital letters.
func kind(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return 'd'
	case c >= 'A' && c <= 'Z':
		return 'u'
	}
	return 'l'
}

// isBetweenWords reports whether a character is neither a letter nor a digit.
func isBetweenWords(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
