package facts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// vocabulary is what the languages of package lang know about tool documents,
// joined: a bullet is too short to tell its own.
type vocabulary struct {
	skipHeadings, skipColumns, remarkColumns, fields []string

	rules, denials, pointers, told, limits, joins, chat wordList

	// plain are words that name nothing, kindNames these and the words of the kinds.
	plain, kindNames wordList

	kinds    []kindWords
	template []map[string]bool // the words of each line that the host writes
}

// kindWords tell a kind by a word of the label or the heading.
type kindWords struct {
	kind  Kind
	words wordList
}

var known = sync.OnceValue(func() *vocabulary {
	list := func(field func(*lang.Facts) string) wordList {
		return newWordList(lang.WordSet(func(l *lang.Language) string { return field(&l.Facts) }))
	}
	phrases := func(field func(*lang.Facts) []string) []string {
		return lang.Phrases(func(l *lang.Language) []string { return field(&l.Facts) })
	}
	v := &vocabulary{
		skipHeadings:  phrases(func(f *lang.Facts) []string { return f.SkipHeadings }),
		skipColumns:   phrases(func(f *lang.Facts) []string { return f.SkipColumns }),
		remarkColumns: phrases(func(f *lang.Facts) []string { return f.RemarkColumns }),
		fields:        phrases(func(f *lang.Facts) []string { return f.Fields }),
		rules:         list(func(f *lang.Facts) string { return f.RuleStarts }),
		denials:       list(func(f *lang.Facts) string { return f.Denials }),
		pointers:      list(func(f *lang.Facts) string { return f.Pointers }),
		told:          list(func(f *lang.Facts) string { return f.Told }),
		limits:        list(func(f *lang.Facts) string { return f.Limits }),
		joins:         list(func(f *lang.Facts) string { return f.Joins }),
		plain:         list(func(f *lang.Facts) string { return f.PlainNames }),
		chat:          list(func(f *lang.Facts) string { return f.Chat }),
		kinds: []kindWords{
			{Port, list(func(f *lang.Facts) string { return f.Port })},
			{Voice, list(func(f *lang.Facts) string { return f.Voice })},
			{Rate, list(func(f *lang.Facts) string { return f.Rate })},
			{Cron, list(func(f *lang.Facts) string { return f.Schedule })},
			{Device, list(func(f *lang.Facts) string { return f.Device })},
			{Model, list(func(f *lang.Facts) string { return f.Model })},
			{ID, list(func(f *lang.Facts) string { return f.ID })},
			{Alias, list(func(f *lang.Facts) string { return f.Alias })},
		},
	}
	names := maps.Clone(v.plain.words)
	for _, k := range v.kinds {
		maps.Copy(names, k.words.words)
	}
	v.kindNames = newWordList(names)
	for _, line := range phrases(func(f *lang.Facts) []string { return f.HostTemplate }) {
		v.template = append(v.template, words.Set(strings.Join(wordsOf(line), " ")))
	}
	return v
})

// wordList is a list of words in lower case; those of scripts without spaces, the
// longest first, are anywhere in a text.
type wordList struct {
	words map[string]bool
	wide  []string
}

func newWordList(set map[string]bool) wordList {
	l := wordList{words: set}
	for w := range set {
		if words.IsCJK(firstRune(w)) {
			l.wide = append(l.wide, w)
		}
	}
	slices.SortFunc(l.wide, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return l
}

// begins reports whether a text begins with one of the words.
func (l wordList) begins(text string) bool {
	text = strings.ToLower(strings.TrimLeft(text, "*_`\"'(（ "))
	first, _, _ := strings.Cut(text, " ")
	return l.words[strings.Trim(first, ",.:;!*_：`)")] || l.anyWide(func(w string) bool { return strings.HasPrefix(text, w) })
}

// ends reports whether a text ends with one of the words.
func (l wordList) ends(text string) bool {
	text = strings.ToLower(strings.TrimRight(text, " `*\"“"))
	return l.words[text[strings.LastIndexAny(text, " (")+1:]] || l.anyWide(func(w string) bool { return strings.HasSuffix(text, w) })
}

// in reports whether a text has one of the words, in the plural too, or a compound
// that ends with a long one.
func (l wordList) in(text string) bool {
	text = strings.ToLower(text)
	for f := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' }) {
		for part := range strings.SplitSeq(f, "-") {
			if l.words[part] || l.words[strings.TrimSuffix(part, "s")] {
				return true
			}
		}
		if l.words[f] || l.endsCompound(f) {
			return true
		}
	}
	return l.anyWide(func(w string) bool { return strings.Contains(text, w) })
}

// endsCompound reports whether a word ends with a long one of the list.
func (l wordList) endsCompound(word string) bool {
	const long = 5 // bytes
	for i := range word {
		if i > 0 && len(word)-i >= long && l.words[word[i:]] {
			return true
		}
	}
	return false
}

// all reports whether a text has no words but these, in the plural too.
func (l wordList) all(text string) bool {
	named := wordsOf(text)
	for _, w := range named {
		for _, part := range l.wide {
			w = strings.ReplaceAll(w, part, "")
		}
		if w != "" && !digits(w) && !l.words[w] && !l.words[strings.TrimSuffix(w, "s")] && !known().joins.words[w] {
			return false
		}
	}
	return len(named) > 0 && !digits(text)
}

func (l wordList) anyWide(holds func(string) bool) bool {
	for _, w := range l.wide {
		if holds(w) {
			return true
		}
	}
	return false
}

// wordsOf are the words of a text in lower case, a run of a script without spaces
// being one.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isTemplate reports whether a text is a line that the host wrote, or one near to it:
// three of four words are those of one line.
func isTemplate(text string) bool {
	all := wordsOf(text)
	if len(all) < 2 {
		return false
	}
	for _, line := range known().template {
		same := 0
		for _, w := range all {
			if line[w] {
				same++
			}
		}
		if same >= 2 && 4*same >= 3*len(all) {
			return true
		}
	}
	return false
}

var (
	reEmphasis = words.Lazily("[*`]+|~~")
	reHashTags = words.Lazily(`\s+#+$`)
	reLink     = words.Lazily(`\[([^\]]*)\]\(([^)\s]+)\)`)
	reNumbered = words.Lazily(`^\d+(?:\.\d+)*(?:[.)]\s+|、)`)
)

// plain is a text without Markdown and emoji around it.
func plain(text string) string {
	text = reLink().ReplaceAllString(text, "$1")
	text = reEmphasis().ReplaceAllString(text, "")
	text = reHashTags().ReplaceAllString(text, "")
	text = strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r > 0x2000 && (unicode.IsSymbol(r) || unicode.Is(unicode.Variation_Selector, r)) || strings.ContainsRune(":：=→—–,;", r)
	})
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

// countWords counts words, two characters of a script without spaces as one.
func countWords(text string) int {
	n, inCJK := 0, 0
	for _, w := range strings.Fields(text) {
		wide := 0
		for _, r := range w {
			if words.IsCJK(r) {
				wide++
			}
		}
		switch {
		case wide > 0:
			inCJK += wide
		case strings.ContainsFunc(w, isWordRune):
			n++
		}
	}
	return n + (inCJK+1)/2
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func lastRune(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

func firstWord(text string) string {
	first, _, _ := strings.Cut(text, " ")
	return first
}
