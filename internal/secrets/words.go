package secrets

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed words.txt
var wordsFile string

//go:embed rules.txt
var rulesFile string

// class is the class of a name, and so of its possible values.
type class string

// The classes of names, from the one that requires least of a value to the one that requires most. Their words are in
// words.txt.
const (
	password class = "password"
	pass     class = "pass"  // a password, but only right in front of its value
	field    class = "field" // a password, but only behind a mark and if it looks like one
	pin      class = "pin"
	secret   class = "secret"
	key      class = "key"
	weak     class = "weak"
)

// rule is the name under which a class is reported.
func (c class) rule() string {
	switch c {
	case pass, field:
		return string(password)
	case weak:
		return string(key)
	}
	return string(c)
}

// vocabulary is the content of words.txt.
type vocabulary struct {
	lists map[string][]string
	// sets are the words of a list that are between spaces, parts those that are not.
	sets  map[string]map[string]bool
	parts map[string][]string
	// hash is a word behind which a long run of hex digits is a digest or an ID.
	hash *regexp.Regexp
}

var loadWords = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{lists: map[string][]string{}, sets: map[string]map[string]bool{}, parts: map[string][]string{}}
	section := ""
	for line := range strings.Lines(wordsFile) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
			v.sets[section] = map[string]bool{}
		default:
			for word := range strings.SplitSeq(line, ",") {
				word = strings.TrimPrefix(word, " ")
				v.lists[section] = append(v.lists[section], word)
				v.sets[section][word] = true
				if strings.ContainsFunc(word, wide) {
					v.parts[section] = append(v.parts[section], word)
				}
			}
		}
	}
	v.hash = regexp.MustCompile(`(?i)(?:` + anyWord(v.lists["hash"]) + `)`)
	return v
})

// anyWord is a pattern for any of some words, whole where letters of an alphabet make them up.
func anyWord(list []string) string {
	var alphabetic, other []string
	for _, w := range list {
		if strings.ContainsFunc(w, wide) {
			other = append(other, regexp.QuoteMeta(w))
		} else {
			alphabetic = append(alphabetic, regexp.QuoteMeta(w))
		}
	}
	return `(?:^|[^\pL])(?:` + strings.Join(alphabetic, "|") + `)(?:$|[^\pL])|` + strings.Join(other, "|")
}

// wide reports whether a letter belongs to a script that leaves no spaces between words.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// has reports whether a list holds a word; large letters make no difference.
func (v *vocabulary) has(list, word string) bool { return v.sets[list][strings.ToLower(word)] }

// hasAny reports whether a list holds a word of a text, or in a script without spaces a part of it.
func (v *vocabulary) hasAny(list, text string) bool {
	if text == "" {
		return false
	}
	lower := strings.ToLower(text)
	for word := range strings.FieldsFuncSeq(lower, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if v.sets[list][word] {
			return true
		}
	}
	return strings.ContainsFunc(lower, wide) &&
		slices.ContainsFunc(v.parts[list], func(part string) bool { return strings.Contains(lower, part) })
}

// spellings are the ways in which a name is written, in lower case as lowerASCII knows it: a space also as a hyphen, an
// underscore and not at all, and letters that only other alphabets have in both cases.
func spellings(name string) []string {
	var all []string
	for _, cased := range []string{name, strings.ToUpper(name), upperFirst(name)} {
		for _, space := range []string{" ", "-", "_", ""} {
			all = append(all, string(lowerASCII(strings.ReplaceAll(cased, " ", space))))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func upperFirst(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}

// pattern is a rule for secrets that are known by their looks.
type pattern struct {
	rule, check string
	keywords    []string
	re          *regexp.Regexp
}

var patterns = sync.OnceValue(func() []pattern {
	var all []pattern
	for line := range strings.Lines(rulesFile) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, _ := strings.Cut(line, " ")
		rule, check, _ := strings.Cut(name, "/")
		keys, expr, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
		re := regexp.MustCompile(strings.TrimLeft(expr, " "))
		all = append(all, pattern{rule, check, strings.Split(keys, ","), re})
	}
	return all
})
