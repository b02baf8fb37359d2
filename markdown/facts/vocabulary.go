package facts

import (
	"maps"
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

	rules, denials, pointers, told, limits, joins, chat lang.List

	// plain are words that name nothing, kindNames these and the words of the kinds.
	plain, kindNames lang.List

	kinds    []kindWords
	template []map[string]bool // the words of each line that the host writes
}

// kindWords tell a kind by a word of the label or the heading.
type kindWords struct {
	kind  Kind
	words lang.List
}

var known = sync.OnceValue(func() *vocabulary {
	list := func(field func(*lang.Facts) string) lang.List {
		return lang.NewList(func(l *lang.Language) string { return field(&l.Facts) })
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
	maps.Copy(v.plain.Words, v.joins.Words)
	names := maps.Clone(v.plain.Words)
	for _, k := range v.kinds {
		maps.Copy(names, k.words.Words)
	}
	v.kindNames = lang.ListOf(names)
	for _, line := range phrases(func(f *lang.Facts) []string { return f.HostTemplate }) {
		v.template = append(v.template, words.Set(strings.Join(wordsOf(line), " ")))
	}
	return v
})

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
