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
