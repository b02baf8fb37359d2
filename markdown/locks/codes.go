package locks

import (
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// Codes of locks: numbers that nothing gives away but what they open.

// The words of these patterns are data: see lang.Lazily.
var (
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
	reClause    = lang.Lazily(`[.;]\s|[。；]`)
)

// lockCodes finds the codes in the clauses of a line that are about a lock.
func lockCodes(line string) []span {
	if !strings.ContainsAny(line, "0123456789") || !reDoor().MatchString(line) && !reBox().MatchString(line) {
		return nil
	}
	var found []span
	start := 0
	for _, at := range append(reClause().FindAllStringIndex(line, -1), []int{len(line), len(line)}) {
		for _, s := range codesIn(line[start:at[0]]) {
			found = append(found, span{start + s.start, start + s.end})
		}
		start = at[1]
	}
	return found
}

// codesIn finds the codes in a clause, and how the dial of a safe is turned.
func codesIn(clause string) []span {
	var found []span
	if turns := reTurn().FindAllStringSubmatchIndex(clause, -1); len(turns) > 1 && reSafe().MatchString(clause) {
		for _, at := range turns {
			found = append(found, groups(clause, at)...)
		}
	}
	if !isAboutLock(clause) {
		return found
	}
	phones := Phones(clause)
	for _, at := range reLockCode().FindAllStringSubmatchIndex(clause, -1) {
		s := span{at[2], at[3]}
		inPhone := slices.ContainsFunc(phones, func(p []int) bool {
			return p[0] <= s.start && s.end <= p[1]
		})
		if !inPhone && !reNoCode().MatchString(clause[:s.start]) && !reMeasure().MatchString(clause[s.end:]) {
			found = append(found, s)
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

// IsCode reports whether a value is the code of a lock by all that stands above
// and in front of it.
func IsCode(names, value string) bool {
	if len(value) < len("1234") || strings.IndexByte("0123456789", value[0]) < 0 || !hasStem(names) {
		return false
	}
	at := reLockCode().FindStringSubmatchIndex(value)
	return at != nil && at[3]-at[2] == len(value) && isAboutLock(names)
}

var (
	rePhone = words.Lazily(`\+\d{1,3}(?:[ -]\d{1,5}){3,}|\+?\(?\d[\d()]*(?:[ -]\d{2,})+(?:-\d)?|\+\d{8,}`)
	reDated = words.Lazily(`^\W*(?:\d{4}-\d\d(?:-\d\d)?\b|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?:[^\d.]|$))`)
)

// Phones finds telephone numbers: digits in groups that are neither two numbers nor
// a date.
func Phones(text string) [][]int {
	const fewest = 8 // digits
	return slices.DeleteFunc(rePhone().FindAllStringIndex(text, -1), func(at []int) bool {
		number := text[at[0]:at[1]]
		digits := strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, number)
		return len(digits) < fewest || reDated().MatchString(number)
	})
}
