package brief

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/secrets"
	"wisdom/internal/sorting"
	"wisdom/internal/words"
)

// A profile tells how its operator works. What only reaches or identifies them (mail addresses, telephone numbers,
// names and numbers at messengers) is taken out: it says nothing that a task needs.

// The rules for personal identifiers, as the log names them.
const (
	personalMail   = personalPrefix + "mail"
	personalPhone  = personalPrefix + "phone"
	personalHandle = personalPrefix + "handle"
	personalID     = personalPrefix + "id"

	personalPrefix = "personal-"
)

var (
	reMail   = words.Lazily("[^\\s@<>()\\[\\]|,;:\"'`*]+@[\\w-]+(?:\\.[\\w-]+)+")
	reHandle = words.Lazily(`(?:^|[^\w@./-])(@[!&]?[A-Za-z0-9_](?:[\w.-]*\w)?(?::[\w.-]*\w)?/?|[\w.]{2,32}#\d{4}\b)`)
	// reAccount matches a link to a person at a messenger or a network.
	reAccount = words.Lazily(
		`(?i)\b(?:https?://)?(?:www\.)?(?:t\.me|telegram\.me|wa\.me|signal\.me|line\.me|discord\.gg|` +
			`discord(?:app)?\.com/users|linkedin\.com/in|(?:twitter|x|instagram|facebook)\.com|bsky\.app/profile)/[^\s)>\]|]+`,
	)
	reLongNumber = words.Lazily(`(?:^|[^\w.,/-])(-?\d{7,20})\b`)
	// reOpaque matches an ID that a program made.
	reOpaque = words.Lazily(`(?i)\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[a-z]{1,4}_)?[0-9a-f]{16,})\b`)
	reFile   = words.Lazily(`/|\.(?:md|txt|json|ya?ml|toml|py|js|ts|go|sh)$`)
	// reNick matches what may be the name of a person at a messenger.
	reNick = words.Lazily(`^@?(?:live:)?\w[\w.-]*$`)
	// reCounted matches what follows a number that counts something.
	reCounted = words.Lazily(
		`^ ?(?i:[kmgt]?i?b(?:ytes?)?|bits?|m?s|seconds?|px|tokens?|rows?|lines?|items?|records?|users?|requests?|eur|usd|` +
			`[%€$£°])` +
			`(?:$|[^\pL\d])`,
	)
	// reTold matches a label, the value behind it, and what ends the value. The cells of a
	// table are one too.
	reTold = words.Lazily(
		"([\\pL][\\pL -]*)(?:\\([^)]*\\))?[*_`]*\\s*[:=：|][*_`\"'\\s]*([^\\s,;|·，；`\"'*]+)[*_`\"']*\\s*($|.)",
	)
)

// idWords label an ID that a program made.
var idWords = []string{"id", "ids", "uid"}

// withoutIdentifiers returns a profile without personal identifiers, and where they were.
// A line that tells nothing else goes with them.
func withoutIdentifiers(lines []line, path string) (kept []line, found []Redaction) {
	inLine := make([][]identifier, len(lines))
	for i, l := range lines {
		inLine[i] = identifiers(l.text)
	}
	for i, l := range lines {
		all := inLine[i]
		if nick, isNick := signalNick(l.text); isNick && len(all) == 0 && isBesideContact(lines, inLine, i) {
			all = []identifier{nick}
		}
		var b strings.Builder
		last := 0
		for _, one := range all {
			found = append(found, Redaction{one.rule, path, l.number})
			b.WriteString(l.text[last:one.start] + secrets.Redacted)
			last = one.end
		}
		b.WriteString(l.text[last:])
		l.text = b.String()
		if len(all) == 0 || saysMore(l.text) {
			kept = append(kept, l)
		}
	}
	return kept, found
}

// identifier is a part of a line.
type identifier struct {
	rule       string
	start, end int
}

// identifiers finds the personal identifiers of a line, from left to right.
func identifiers(text string) []identifier {
	var all []identifier
	add := func(rule string, start, end int) {
		inside := func(other identifier) bool { return start < other.end && other.start < end }
		if !slices.ContainsFunc(all, inside) {
			all = append(all, identifier{rule, start, end})
		}
	}
	// find adds the matches of a pattern, or of a group of it, that an identifier can be.
	find := func(rule string, re *regexp.Regexp, group int, can func(at []int) bool) {
		for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
			if can == nil || can(at) {
				add(rule, at[2*group], at[2*group+1])
			}
		}
	}
	find(personalMail, reMail(), 0, nil)
	find(personalHandle, reAccount(), 0, nil)
	find(personalHandle, reHandle(), 1, func(at []int) bool { return !isOfCode(text, at[2], at[3]) })
	for _, at := range phones(text) {
		add(personalPhone, at[0], at[1])
	}
	find(personalHandle, reKnownAs(), 3, func(at []int) bool {
		return isKnownAs(text[:at[2]], text[at[2]:at[3]], text[at[4]:at[5]])
	})
	find(personalID, reLongNumber(), 1, func(at []int) bool {
		number, isAmount := text[at[2]:at[3]], strings.HasSuffix(text[at[2]:at[3]], "000")
		isCounted := strings.HasSuffix(text[:at[2]], "#") || reCounted().MatchString(text[at[3]:])
		return dateIn(number) == "" && !isAmount && !isCounted
	})
	find(personalID, reOpaque(), 0, func(at []int) bool { return digitsIn(text[at[0]:at[1]]) > 0 })
	for start := 0; start < len(text); {
		at := reTold().FindStringSubmatchIndex(text[start:])
		if at == nil {
			break
		}
		value := text[start+at[4] : start+at[5]]
		last := at[6] == at[7] || endsValue(text[start+at[6]:start+at[7]]) ||
			strings.ContainsAny(text[start+at[6]:start+at[7]], ",，") && strings.ContainsAny(text[start+at[7]:], ":=：")
		if rule := promised(text[start+at[2]:start+at[3]], value, last); rule != "" {
			add(rule, start+at[4], start+at[5])
		}
		start += at[4] // the value may be a label itself
	}
	sorting.Stable(all, func(a, b identifier) int { return cmp.Compare(a.start, b.start) })
	return all
}

// endsValue reports whether what follows a word behind a label says that it was the whole value.
func endsValue(next string) bool { return strings.ContainsAny(next, ";|·；([—–") }

// isOfCode reports whether "@" and a name are no handle: the scope of a package, a decorator, or in a span of code.
func isOfCode(text string, start, end int) bool {
	name := strings.TrimPrefix(text[start:end], "@")
	server := strings.Contains(name, ":")
	return strings.HasSuffix(name, "/") || !server && len(name) < end-start && strings.ContainsAny(name, ".-") ||
		strings.HasPrefix(text[end:], "/") || strings.HasPrefix(text[end:], "(") ||
		slices.Contains(codeNames(), strings.ToLower(name)) || strings.Count(text[:start], "`")%2 == 1
}

// fewestDigits is how many digits a number has that identifies a person.
const fewestDigits = 5

// promised returns the rule for a value behind a label, "" if the value is no identifier. alone says that the value is
// a single word.
func promised(label, value string, alone bool) string {
	digits := digitsIn(value)
	strong := digits >= fewestDigits || strings.ContainsAny(value, "@_#")
	words := wordsOf(label)
	for _, word := range slices.Backward(words) {
		switch {
		case slices.Contains(idWords, word):
			if digits > 0 || strong {
				return personalID
			}
		case word == "signal":
			if strong || alone && isSignalName(words, value) {
				return personalHandle
			}
		case slices.Contains(services(), word):
			if strong || alone && reNick().MatchString(value) && !reFile().MatchString(value) {
				return personalHandle
			}
		case slices.Contains(commonServices(), word):
			if strong {
				return personalHandle
			}
		case isContactWord(word):
			if strong {
				return personalPhone
			}
		case !slices.Contains(serviceAsides(), word):
			return ""
		}
	}
	return ""
}

// isSignalName reports whether a value behind a label is the name of a person at Signal (mara.42). The word names much
// else ("Stop signal: SIGTERM", "Signal: weak"), so the label says nothing more and the name has a digit or a point.
func isSignalName(label []string, value string) bool {
	isOther := func(word string) bool { return word != "signal" && !slices.Contains(serviceAsides(), word) }
	return !slices.ContainsFunc(label, isOther) && strings.ContainsAny(value, "0123456789.") &&
		strings.ContainsFunc(value, unicode.IsLower) && reNick().MatchString(value) && !reFile().MatchString(value)
}

// signalNick finds a plain name behind the label of Signal, which may be a word too ("Signal: weak").
func signalNick(text string) (nick identifier, isNick bool) {
	at := reTold().FindStringSubmatchIndex(text)
	if at == nil || at[6] != at[7] && !endsValue(text[at[6]:at[7]]) ||
		!strings.EqualFold(strings.TrimSpace(text[at[2]:at[3]]), "signal") {
		return identifier{}, false
	}
	value := text[at[4]:at[5]]
	return identifier{personalHandle, at[4], at[5]}, reNick().MatchString(value) && !reFile().MatchString(value)
}

// isBesideContact reports whether the line before or behind one holds an identifier, or the one before it, such as a
// heading, names a way to reach a person.
func isBesideContact(lines []line, inLine [][]identifier, i int) bool {
	before, behind := i-1, i+1
	for before >= 0 && strings.TrimSpace(lines[before].text) == "" {
		before--
	}
	if behind < len(lines) && len(inLine[behind]) > 0 || before >= 0 && len(inLine[before]) > 0 {
		return true
	}
	if before < 0 {
		return false
	}
	label, _ := labelOf(strings.TrimSpace(lines[before].text))
	if levelOf(lines[before].text) > 0 {
		label = lines[before].text
	}
	return slices.ContainsFunc(wordsOf(label), func(word string) bool {
		return isContactWord(word) || slices.Contains(reachPhrases(), word)
	})
}

// wordsOf are the words of a text in small letters.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), isNoLetter)
}

// digitsIn counts the bytes of the digits of a text.
func digitsIn(text string) (n int) {
	for _, r := range text {
		if unicode.IsDigit(r) {
			n += utf8.RuneLen(r)
		}
	}
	return n
}

// isContactWord reports whether a word of a language names a way to reach a person. In scripts without spaces it may
// end with one.
func isContactWord(word string) bool {
	return slices.ContainsFunc(contactPhrases(), func(phrase string) bool {
		last, _ := utf8.DecodeLastRuneInString(phrase)
		return word == phrase || isWide(last) && strings.HasSuffix(word, phrase)
	})
}

// saysMore reports whether a line without its identifiers tells anything but whose they were.
func saysMore(text string) bool {
	known := slices.Concat(services(), commonServices(), serviceAsides(), idWords, []string{"https", "http"})
	return slices.ContainsFunc(wordsOf(strings.ReplaceAll(text, secrets.Redacted, "")), func(word string) bool {
		return !slices.Contains(known, word) && !isContactWord(word)
	})
}
