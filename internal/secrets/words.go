package secrets

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed words.txt
var wordsFile string

// kind is the kind of a name, and so of its possible values.
type kind string

// The kinds of names, from the one that requires least of a value to the one that requires most. Their words are in
// words.txt.
const (
	password kind = "password"
	pass     kind = "pass"  // a password, but only right in front of its value
	field    kind = "field" // a password, but only behind a mark and if it looks like one
	lock     kind = "lock"
	pin      kind = "pin"
	secret   kind = "secret"
	key      kind = "key"
	weak     kind = "weak"
)

// NamedSecret is the rule of the code of a lock, and of what only its place in a tool document gives away.
const NamedSecret = "named-secret"

// rule is the name under which a kind is reported.
func (k kind) rule() string {
	return string(cmp.Or(map[kind]kind{pass: password, field: password, weak: key, lock: NamedSecret}[k], k))
}

// class is the class of the values of a kind.
func (k kind) class() Class {
	if k == secret || k == key || k == weak {
		return Named
	}
	return Password
}

// vocabulary is the content of words.txt.
type vocabulary struct {
	lists map[string][]string
	// sets are the words of a list, parts those that are not between spaces.
	sets  map[string]map[string]bool
	parts map[string][]string
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
	return v
})

// insert puts the words of lists in place of their names in ⟪⟫: those that are between spaces, or with + those that are
// not.
func (v *vocabulary) insert(pattern string) string {
	for list, words := range v.lists {
		isPart := func(word string) bool { return slices.Contains(v.parts[list], word) }
		letters := slices.DeleteFunc(slices.Clone(words), isPart)
		pattern = strings.NewReplacer("⟪"+list+"⟫", strings.Join(letters, "|"),
			"⟪"+list+"+⟫", strings.Join(v.parts[list], "|")).Replace(pattern)
	}
	return pattern
}

// wide reports whether a letter belongs to a script that leaves no spaces between words.
func wide(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
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
	_, first := utf8.DecodeRuneInString(name)
	for _, cased := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:first]) + name[first:]} {
		for _, space := range []string{" ", "-", "_", ""} {
			all = append(all, lowerASCII(strings.ReplaceAll(cased, " ", space)))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
