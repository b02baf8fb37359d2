package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// signs are those that people put into passwords.
const signs = "!?&%$+#*=~^"

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// value is a text that may be the value of a name.
type value struct {
	text          string
	before, after string // on its line
	tail          string // between the name and the value
	how           link
	// about says that the name is only spoken of, quoted that a quotation mark or code begins the value.
	about, quoted bool
}

// takes reports whether a text can be the value of a name of this kind.
func (k kind) takes(x value) bool {
	if k != pin && k != weak && k != lock && isAppPassword(x.text, 2) && !isNone(x.text) {
		return true
	}
	const likeNoWord = 20 // bytes
	chosen := k == password || k == pass || k == field
	if k == lock && x.how != bare && isGroups(x.text) {
		return true
	}
	if !hasDigit(x.text) && len(x.text) < likeNoWord && (!chosen ||
		x.how == bare && !x.isSaid() && !strings.ContainsAny(x.text, signs)) {
		return false
	}
	random := looksRandom(x.text)
	if !k.mayTake(x, random) || isCut(x.text, x.after) {
		return false
	}
	if x.about {
		return random && len(x.text) >= 20 || k == password && x.how == below && x.quoted && k.takesSpan(x.text)
	}
	if x.how == span && k != lock {
		return k.takesSpan(x.text)
	}
	switch k {
	case password, pass:
		return k.takesChosen(x)
	case field:
		return x.how == direct && x.takesField()
	case lock:
		return len(x.text) >= 3 && (LooksChosen(x.text) || form("groups").MatchString(x.text) ||
			form("number").MatchString(x.text) && (x.how != bare || len(x.text) > 3))
	case pin:
		return form("number").MatchString(x.text) && x.text != "123" && x.text != "000" &&
			!form("unit").MatchString(x.after) &&
			(x.how != bare || len(x.text) > 3) ||
			x.how == direct && form("groups").MatchString(x.text)
	case secret:
		if x.how == bare {
			return random && len(x.text) >= 16 ||
				x.quoted && LooksChosen(x.text) && len(x.text) >= 12 && !form("figure").MatchString(x.text)
		}
		return len(x.text) >= 8 && (random || LooksChosen(x.text) && !form("figure").MatchString(x.text))
	case key:
		return x.takesKey(random)
	}
	const longest, fewest, plain = 20, 16, 32 // bytes: of any, behind a mark, and behind the name alone
	isNear := x.how == direct || x.how == below
	return random && !form("uuid").MatchString(x.text) && (len(x.text) >= plain ||
		isNear && (len(x.text) >= longest || len(x.text) >= fewest && !form("hex").MatchString(x.text)))
}

// mayTake reports whether a text can be a value of this kind at all: it is no word of prose, and neither the place
// of a secret nor something else with a form of its own.
func (k kind) mayTake(x value, random bool) bool {
	const longestChosen = 128 // bytes
	isKey := x.how == direct && isJoined(x.text) || strings.ContainsAny(x.text, " -")
	if !random && (len(x.text) > longestChosen || k == weak || k == key && !isKey) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(x.text); wide(first) && (k != password || x.how != direct) {
		return false
	}
	isPlace := IsPlace(x.text) && (k != password || !form("pair").MatchString(x.text))
	return !isNone(x.text) && !isPlace && !form("other").MatchString(x.text) &&
		(x.isEnclosed() || !loadWords().has("about", strings.Trim(x.text, "!?.,()[]{}<>*-_ ")))
}

// isGroups reports whether a text is the groups of a code: three or more, or two that no words are.
func isGroups(text string) bool {
	groups := strings.Split(text, "-")
	return form("codes").MatchString(text) && (len(groups) > 2 || hasDigit(text) || oddPairs(text) > 0 ||
		form("camel").MatchString(text))
}

// isJoined reports whether a text is a word with a year or so in it.
func isJoined(value string) bool {
	return form("joined").MatchString(value) && !form("auth").MatchString(value)
}

// takesKey is takes for what a machine made.
func (x value) takesKey(random bool) bool {
	if form("groups").MatchString(x.text) && len(x.text) >= 14 && hasDigit(x.text) && x.how != bare {
		return true
	}
	least := 10
	if x.how == bare {
		least = 16
	}
	isMade := random ||
		x.how == direct &&
			(isJoined(x.text) && !strings.ContainsFunc(x.tail, unicode.IsLetter) || len(x.text) >= 20 && IsMixed(x.text))
	return len(x.text) >= least && isMade
}

// takesSpan is takes for a value in a span of code.
func (k kind) takesSpan(value string) bool {
	if k == password {
		named := looksNamed(value) && !IsMixed(value) || form("hex").MatchString(value)
		return LooksChosen(value) && len(value) >= 8 && !named && !form("figure").MatchString(value)
	}
	return longestRandom(value) >= 16 && !form("uuid").MatchString(value) && !form("hex").MatchString(value) && k != pin &&
		k != weak
}

// takesChosen is takes for a password.
func (k kind) takesChosen(x value) bool {
	isBirthday := form("birthday").MatchString(x.text) && !form("duration").MatchString(x.text)
	isCode := form("number").MatchString(x.text) && !form("unit").MatchString(x.after)
	figure := form("figure").MatchString(x.text) && !isBirthday || form("number").MatchString(x.text) && !isCode
	switch {
	case x.how == bare:
		if k == password && x.isSaid() {
			return utf8.RuneCountInString(x.text) >= 5
		}
		if form("number").MatchString(x.text) {
			return k == password && len(x.text) >= 6 && isCode
		}
		return len(x.text) >= 6 && LooksChosen(x.text) && !figure && !form("path").MatchString(x.text) &&
			(!looksNamed(x.text) || IsMixed(x.text) && form("clause-end").MatchString(x.after))
	case k == pass && x.how != direct:
		return false
	case form("groups").MatchString(x.text), isCode && len(x.text) >= 4:
		return true
	case LooksChosen(x.text), x.how == direct && strings.Contains(x.text, "@") && x.isAlone():
		return !figure
	}
	// A word that could as well be another.
	const fewest = 5
	isProse := x.how == verb && form("prose-tail").MatchString(x.tail)
	if isProse || x.how == span || !x.isAlone() && !x.isEnclosed() {
		return false
	}
	word := strings.TrimPrefix(x.text, form("pair").FindString(x.text))
	return utf8.RuneCountInString(word) >= fewest && (k == password && form("phrase").MatchString(word) ||
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || wide(r) }))
}

// isAlone reports whether nothing follows on the line, or in the cell of a table.
func (x value) isAlone() bool {
	rest := strings.TrimLeft(x.after, " \t*_`\"'“”.,!)）\r")
	return rest == "" ||
		rest[0] == '|' && (x.how == cell && strings.Contains(x.tail, "\n") || strings.Trim(rest, "| ") == "")
}

// isEnclosed reports whether a value ends where the assignment or the quotation ends that holds it.
func (x value) isEnclosed() bool {
	if x.how != direct && x.how != verb {
		return false
	}
	tight := strings.HasSuffix(x.before, "=") && !strings.HasSuffix(x.before, " =")
	return tight || x.after != "" && strings.IndexByte("\"'`", x.after[0]) >= 0 && strings.Contains(x.before, x.after[:1])
}

// takesField is takes for the password of a field whose name is a word of prose, too: a result of tests such as
// "pass: 12 of 14" is none.
func (x value) takesField() bool {
	const fewest = 6 // bytes
	return len(x.text) >= fewest && LooksChosen(x.text) && !form("figure").MatchString(x.text) &&
		(!looksNamed(x.text) || IsMixed(x.text)) && !strings.HasPrefix(strings.ToLower(x.text), "test") &&
		(x.quoted || x.isAlone() || looksRandom(x.text) || strings.ContainsAny(x.text, signs) && hasDigit(x.text))
}

// isSaid reports whether a value is between the quotation marks of prose.
func (x value) isSaid() bool {
	said := [][2]string{{"„", "“"}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {`"`, `"`}}
	return slices.ContainsFunc(said, func(marks [2]string) bool {
		return strings.HasSuffix(x.before, marks[0]) && strings.HasPrefix(x.after, marks[1])
	})
}

// looksNamed reports whether a text is the name of something in a program: words with hyphens or underscores between
// them, and at most a number at the end.
func looksNamed(value string) bool {
	parts := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("-_.:", r) })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool {
		return strings.ContainsFunc(part, unicode.IsLetter) && hasDigit(part)
	})
}

// isNone reports whether a text where a secret is expected is none.
func isNone(value string) bool {
	v := loadWords()
	trimmed := strings.Trim(value, "!?.,()[]{}<>*-_ ")
	return trimmed == "" || v.has("none", trimmed) || v.has("is", trimmed) ||
		strings.Contains(
			Redacted,
			value,
		) || slices.ContainsFunc(v.lists["dummy"], func(part string) bool { return strings.Contains(strings.ToLower(value), part) }) ||
		strings.Contains(value, Redacted) ||
		strings.ContainsAny(value[:1], "<{[($%") && !LooksChosen(value[1:]) ||
		len(strings.Trim(value, value[:1])) == 0
}

// isCut reports whether a value is shown only in part, as in sk-1f…9c.
func isCut(value, after string) bool {
	const whole = 24 // bytes that give away enough
	if !form("ellipsis").MatchString(value + after[:min(len(after), len("…"))]) {
		return false
	}
	parts := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("….*•", r) })
	isWhole := func(part string) bool { return len(part) >= whole }
	return !slices.ContainsFunc(parts, isWhole) || strings.HasPrefix(value, "eyJ")
}

// IsPlace reports whether a text names the place of a secret: a path, an address, an environment variable, a flag, an
// item of a vault.
func IsPlace(value string) bool {
	hasSign := strings.ContainsAny(value, strings.ReplaceAll(signs, "$", ""))
	lower := strings.ToLower(value)
	isMade := func(run string) bool { return len(run) >= 16 && alternates(run, len(run)) }
	return !isEncoded(value) && (form("place").MatchString(value) ||
		strings.HasPrefix(value, "$") && !strings.ContainsAny(value[1:], signs) ||
		!hasSign && (strings.Contains(value, `\`) || strings.ContainsAny(value, "/:") && form("path").MatchString(value)) ||
		slices.ContainsFunc(loadWords().lists["place"], func(part string) bool { return strings.Contains(lower, part) }) &&
			!slices.ContainsFunc(strings.FieldsFunc(value, isBetweenWords), isMade) ||
		form("env-name").MatchString(value) || isID(lower))
}

// isEncoded reports whether a text in the form of a path is what a machine made, in base64: little of it is words.
func isEncoded(value string) bool {
	if !strings.ContainsAny(value, "/+") || !form("encoded64").MatchString(value) {
		return false
	}
	rest := strings.Join(slices.DeleteFunc(strings.FieldsFunc(value, isBetweenWords), form("word-in").MatchString), "")
	return 3*len(rest) >= 2*len(value) && isRandomRun(rest)
}

// keepAlnum leaves away what is neither a letter nor a digit.
func keepAlnum(r rune) rune {
	if isBetweenWords(r) {
		return -1
	}
	return r
}

// isID reports whether a text in lower case is an ID by its beginning.
func isID(lower string) bool {
	const longest = 44 // bytes; what is longer may be anything
	return len(lower) <= longest && slices.ContainsFunc(loadWords().lists["id"], func(begin string) bool {
		rest, ok := strings.CutPrefix(lower, begin)
		return ok && form("id-body").MatchString(rest)
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

// IsStrong reports whether a word has letters of both cases, a digit and a sign in it, as no name has.
func IsStrong(word string) bool {
	return IsMixed(word) && strings.ContainsAny(strings.TrimRight(word, "!?"), "!?&%$#^~*") &&
		!strings.ContainsAny(word, "/\\{=")
}

// looksRandom reports whether a machine made a text: it holds a run in which
// small letters, large letters and digits alternate as in no word.
func looksRandom(value string) bool {
	const uuid = 36 // bytes
	if len(value) == uuid && form("uuid").MatchString(value) {
		return true
	}
	for _, r := range value {
		if r > unicode.MaxASCII {
			return false
		}
	}
	if longestRandom(value) > 0 {
		return true
	}
	// Signs may be so close that no run is long.
	joined := strings.Map(keepAlnum, value)
	return len(joined) >= 16 && !looksNamed(value) && hasDigit(joined) && isRandomRun(joined)
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
		changed = 0.24 // of the neighbours; words with large letters have 0.15, random ones 0.4
		oneCase = 0.2  // of the neighbours, where all letters are large or all small
		noDigit = 20   // bytes without a digit that must alternate between large and small
	)
	if len(run) < fewest {
		return false
	}
	digits, uppers, changes, begins := changesIn(run)
	share := (changes - begins) / float64(len(run)-1)
	switch {
	case digits == len(run):
		return false
	case digits == 0:
		return len(run) >= noDigit && uppers >= 4 && (share > 0.2 || oddPairs(run) > 2)
	case (uppers == 0 || uppers+digits == len(run)) && len(run) >= 16:
		return share >= oneCase || len(run) >= 32 && changes >= 4
	}
	return share >= changed || len(run) >= noDigit && changes >= 5 && share > 0.2
}

// changesIn counts digits, large letters, the changes between small letters, large ones and digits, and those of them
// behind a large letter that begins a word.
func changesIn(run string) (digits, uppers int, changes, begins float64) {
	last := byte(0)
	for i := range len(run) {
		kind := byte('l')
		switch c := run[i]; {
		case c >= '0' && c <= '9':
			kind = 'd'
			digits++
		case c >= 'A' && c <= 'Z':
			kind = 'u'
			uppers++
		}
		if i > 0 && kind != last {
			changes++
		}
		if last == 'u' && kind == 'l' {
			begins++
		}
		last = kind
	}
	return digits, uppers, changes, begins
}

// alternates reports whether large letters, small ones and digits alternate in a run as they do not in a name of words
// that begin with large letters. In a long run, they need not do so as much.
func alternates(run string, long int) bool {
	const least, much = 0.28, 0.36 // of the neighbours; random ones have 0.45, names 0.17
	_, _, changes, begins := changesIn(run)
	share := (changes - begins) / float64(len(run)-1)
	odd := oddPairs(run)
	return IsMixed(run) && (share >= much || len(run) >= long && (share >= least && odd > 0 || share >= 0.18 && odd > 3))
}

// isBetweenWords reports whether a character is neither a letter nor a digit.
func isBetweenWords(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
