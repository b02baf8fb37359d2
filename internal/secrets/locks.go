package secrets

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
)

// Codes of locks: what their names give away, and numbers that nothing gives away but what they open. The words of
// these patterns are data: see lang.Lazily.
var (
	reLockName = lang.Lazily(`(?i)⟨name⟩`)
	// reBox is something that a number opens and nothing else.
	reBox = lang.Lazily(`(?i)⟨box⟩`)
	// reDoor is what may be locked, reOpens says that it is about opening it.
	reDoor  = lang.Lazily(`(?i)⟨door⟩`)
	reOpens = lang.Lazily(`(?i)⟨opens⟩`)
	reSafe  = lang.Lazily(`(?i)⟨safe⟩`)
	// reOtherCode is a code that opens nothing.
	reOtherCode = lang.Lazily(`(?i)⟨other⟩`)
	reLockCode  = lang.Lazily(`(?:^|[^\w.:/+,-])((?:\d{1,2}-){2,5}\d{1,2}|\d{4,8}[A-Z]?#?)(?:$|[^\w:/%-])`)
	reTurn      = lang.Lazily(`(?i)⟨turn⟩[^\d\n]{0,8}((?:\d[x×] ?)?\d{1,2})\b`)
	reNoCode    = lang.Lazily(`(?i)(?:⟨before⟩|[€$£])$`)
	reMeasure   = lang.Lazily(`^ ?(?:⟨units⟩\b|[€$%°])`)
	reClause    = lang.Lazily(`[.;]\s|[。；]|$`)
	// reNextCode matches the text between two codes of one name.
	reNextCode = lang.Lazily("^[`\"'*]{0,3};?\\s+[`\"'*]{0,3}")
)

// stems are parts of all words about locks: a text without one is looked at no closer.
var stems = sync.OnceValue(func() []string {
	return slices.Sorted(maps.Keys(lang.WordSet(func(l *lang.Language) string { return l.Facts.Locks.Stems })))
})

// locks finds the codes of locks on a line.
func (v view) locks(line int) (found []match) {
	const longest, overlap = 2 << 10, 128 // bytes that are read at once
	end := v.lineEnd(line)
	if !hasDigit(v.text[v.starts[line]:v.lineEnd(min(line+1, len(v.starts)-1))]) {
		return nil
	}
	for from := v.starts[line]; ; from += longest - overlap {
		to := min(end, from+longest)
		for _, n := range lockNames(v.text[from:to]) {
			found = append(found, v.named(name{from + n[0], from + n[1], lock})...)
		}
		for _, at := range lockCodes(v.text[from:to]) {
			found = append(found, v.match(NamedSecret, from+at[0], from+at[1]))
		}
		if to == end {
			return found
		}
	}
}

// lockNames are the places of the names of codes in a text: whole words, or the ends of words.
func lockNames(text string) [][]int {
	const short = 5 // bytes
	return slices.DeleteFunc(reLockName().FindAllStringIndex(text, -1), func(at []int) bool {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at[1]:], "s"))
		return unicode.IsLetter(next) && next < utf8.RuneSelf || strings.ContainsRune("-_/.", next) ||
			unicode.IsLetter(before) && !wide(before) && at[1]-at[0] <= short
	})
}

// lockCodes finds the codes in the clauses of a text that are about a lock.
func lockCodes(text string) (found [][]int) {
	if !reDoor().MatchString(text) && !reBox().MatchString(text) {
		return nil
	}
	start := 0
	for _, at := range reClause().FindAllStringIndex(text, -1) {
		for _, code := range codesIn(text[start:at[0]]) {
			found = append(found, []int{start + code[0], start + code[1]})
		}
		start = at[1]
	}
	return found
}

// codesIn finds the codes in a clause, and how the dial of a safe is turned.
func codesIn(clause string) (found [][]int) {
	if turns := reTurn().FindAllStringSubmatchIndex(clause, -1); len(turns) > 1 && reSafe().MatchString(clause) {
		for _, at := range turns {
			found = append(found, at[2:4])
		}
	}
	if !isAboutLock(clause) {
		return found
	}
	const longestLead = 32 // bytes
	phones := Phones(clause)
	for _, at := range reLockCode().FindAllStringSubmatchIndex(clause, -1) {
		inPhone := slices.ContainsFunc(phones, func(p []int) bool { return p[0] <= at[2] && at[3] <= p[1] })
		lead, rest := clause[max(0, at[2]-longestLead):at[2]], clause[at[3]:]
		if !inPhone && !reNoCode().MatchString(lead) && !reMeasure().MatchString(rest) {
			found = append(found, at[2:4])
		}
	}
	return found
}

// isAboutLock reports whether a text is about what opens a lock.
func isAboutLock(text string) bool {
	if reBox().MatchString(text) {
		return true
	}
	text = reOtherCode().ReplaceAllString(text, "")
	return reDoor().MatchString(text) && reOpens().MatchString(text)
}

// IsCode reports whether a value is the code of a lock by all that stands above and in front of it.
func IsCode(names, value string) bool {
	if len(value) < len("1234") || !hasDigit(value[:1]) {
		return false
	}
	at := reLockCode().FindStringSubmatchIndex(value)
	return at != nil && at[3]-at[2] == len(value) && isAboutLock(names)
}

var (
	rePhone = compiled(`\+\d{1,3}(?:[ -]\d{1,5}){3,}|\+?\(?\d[\d()]*(?:[ -]\d{2,})+(?:-\d)?|\+\d{8,}`)
	reDated = compiled(`^\W*(?:\d{4}-\d\d(?:-\d\d)?\b|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?:[^\d.]|$))`)
)

// Phones finds telephone numbers: digits in groups that are neither two numbers nor a date.
func Phones(text string) [][]int {
	const fewest = 8 // digits
	return slices.DeleteFunc(rePhone().FindAllStringIndex(text, -1), func(at []int) bool {
		digits := 0
		for _, c := range text[at[0]:at[1]] {
			if c >= '0' && c <= '9' {
				digits++
			}
		}
		return digits < fewest || reDated().MatchString(text[at[0]:at[1]])
	})
}

// IsSecretName reports whether a name is that of something that must not be copied.
func IsSecretName(name string) bool { return IsName(name) || len(lockNames(name)) > 0 }
