package facts

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/markdown"
)

// What the languages of package lang know about tool documents, joined: a bullet is too
// short to tell its own.
var (
	skipHeadings  = phrases(func(f *lang.Facts) []string { return f.SkipHeadings })
	skipColumns   = phrases(func(f *lang.Facts) []string { return f.SkipColumns })
	noteColumns   = phrases(func(f *lang.Facts) []string { return f.NoteColumns })
	remarkColumns = phrases(func(f *lang.Facts) []string { return f.RemarkColumns })
	fields        = phrases(func(f *lang.Facts) []string { return f.Fields })

	ruleStarts = list(func(f *lang.Facts) string { return f.RuleStarts })
	examples   = list(func(f *lang.Facts) string { return f.Examples })
	toldWords  = list(func(f *lang.Facts) string { return f.Told })
	limits     = list(func(f *lang.Facts) string { return f.Limits })
	joins      = list(func(f *lang.Facts) string { return f.Joins })
	chat       = list(func(f *lang.Facts) string { return f.Chat })
	ports      = list(func(f *lang.Facts) string { return f.Port })
	ids        = list(func(f *lang.Facts) string { return f.ID })
	// plainNames name nothing.
	plainNames = list(func(f *lang.Facts) string { return f.PlainNames + " " + f.Joins })
)

// What says that something is not in use any more: reGone of itself, reOld of what is below it, and, in brackets, behind
// a sign or alone, a mark of what does not hold.
var (
	reGone      = lang.Lazily(`(?i)⟨gone⟩`)
	reOld       = lang.Lazily(`(?i)⟨old⟩`)
	reWithdrawn = sync.OnceValue(func() *regexp.Regexp {
		var phrases, words []string
		for _, mark := range lang.Phrases(func(l *lang.Language) []string { return l.Withdrawn.Marks }) {
			of := &words
			if strings.Contains(mark, " ") {
				of = &phrases
			}
			*of = append(*of, regexp.QuoteMeta(mark))
		}
		return regexp.MustCompile(`(?i)(?:^|[(（\[【:：—–;；,，、|]|\s-)\s*(?:(?:` + strings.Join(phrases, "|") +
			`)(?:\PL|$)|(?:` + strings.Join(words, "|") + `)\s*(?:\pP|$))`)
	})
)

// isGone reports whether a text says that what it is about is not in use any more.
func isGone(text string) bool { return reGone().MatchString(text) || reWithdrawn().MatchString(text) }

// isOld reports whether a heading, or a line that leads to others, says so of what is below it.
func isOld(name string) bool { return reOld().MatchString(plain(name)) || isGone(name) }

// isOldAttribute reports whether a label says so of the value: "Old port".
func isOldAttribute(label string) bool {
	rest := strings.TrimSpace(reOld().ReplaceAllString(label, ""))
	isOne := !strings.Contains(rest, " ") && !strings.ContainsAny(rest, "0123456789")
	return rest != label && (rest == "" || isPlainName(rest) || isOne && (ports().In(rest) || ids().In(rest)))
}

func list(field func(*lang.Facts) string) func() lang.List {
	of := func(l *lang.Language) string { return field(&l.Facts) }
	return sync.OnceValue(func() lang.List { return lang.NewList(of) })
}

func phrases(field func(*lang.Facts) []string) func() []string {
	of := func(l *lang.Language) []string { return field(&l.Facts) }
	return sync.OnceValue(func() []string { return lang.Phrases(of) })
}

var (
	reEmphasis = text.Lazily("[*`]+|~~")
	reHashTags = text.Lazily(`\s+#+$`)
	reLink     = text.Lazily(`\[([^\]]*)\]\(([^)\s]+)\)`)
	reNumbered = text.Lazily(`^\d+(?:\.\d+)*(?:[.)]\s+|、)`)
)

// plain is a text without Markdown, words that are struck out beside others, and emoji around it.
func plain(text string) string {
	if struck := markdown.Struck(text); len(struck) > 0 && !isRefused(text) {
		for _, at := range slices.Backward(struck) {
			text = text[:at[0]] + text[at[1]:]
		}
	}
	text = reLink().ReplaceAllString(text, "$1")
	text = reEmphasis().ReplaceAllString(text, "")
	text = reHashTags().ReplaceAllString(text, "")
	text = strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r > 0x2000 && (unicode.IsSymbol(r) || unicode.Is(unicode.Variation_Selector, r)) ||
			strings.ContainsRune(":：=→—–,;", r)
	})
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

// countWords counts words, two characters of a script without spaces as one.
func countWords(s string) int {
	n := 0
	for w := range strings.FieldsSeq(s) {
		if !strings.ContainsFunc(w, text.IsCJK) && strings.ContainsFunc(w, isWordRune) {
			n++
		}
	}
	return n + (countCJK(s)+1)/2
}

func countCJK(s string) (n int) {
	for _, r := range s {
		if text.IsCJK(r) {
			n++
		}
	}
	return n
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func startsCJK(word string) bool { return text.IsCJK(firstRune(strings.Trim(word, `,;()"'`))) }

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func firstWord(text string) string {
	first, _, _ := strings.Cut(text, " ")
	return first
}
