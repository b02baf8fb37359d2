package secrets

import (
	"slices"
)

// locks finds the codes of locks on a line.
func (v view) locks(line int) (found []match) {
	const longest, overlap = 2 << 10, 128 // bytes that are read at once
	for from, end := v.starts[line], v.lineEnd(line); from < end; from += longest - overlap {
		for _, at := range lockCodes(v.text[from:min(end, from+longest)]) {
			found = append(found, v.match(NamedSecret, from+at[0], from+at[1]))
		}
	}
	return found
}

// lockCodes finds the codes in the clauses of a text that are about a lock.
func lockCodes(text string) (found [][]int) {
	if !form("lock-code").MatchString(text) || !form("door").MatchString(text) && !form("box").MatchString(text) {
		return nil
	}
	start := 0
	for _, at := range form("clause").FindAllStringIndex(text, -1) {
		for _, code := range codesIn(text[start:at[0]]) {
			found = append(found, []int{start + code[0], start + code[1]})
		}
		start = at[1]
	}
	return found
}

// codesIn finds the codes in a clause.
func codesIn(clause string) (found [][]int) {
	if !isAboutLock(clause) {
		return nil
	}
	const longestLead = 32 // bytes
	phones := Phones(clause)
	for _, at := range form("lock-code").FindAllStringSubmatchIndex(clause, -1) {
		inPhone := slices.ContainsFunc(phones, func(p []int) bool { return p[0] <= at[2] && at[3] <= p[1] })
		lead, rest := clause[max(0, at[2]-longestLead):at[2]], clause[at[3]:]
		if !inPhone && !form("no-code").MatchString(lead) && !form("measure").MatchString(rest) {
			found = append(found, at[2:4])
		}
	}
	return found
}

// isAboutLock reports whether a text is about what opens a lock.
func isAboutLock(text string) bool {
	if form("box").MatchString(text) {
		return true
	}
	text = form("other-code").ReplaceAllString(text, "")
	return form("door").MatchString(text) && form("opens").MatchString(text)
}

// IsCode reports whether a value is the code of a lock by all that stands above and in front of it.
func IsCode(names, value string) bool {
	if len(value) < len("1234") || !hasDigit(value[:1]) {
		return false
	}
	at := form("lock-code").FindStringSubmatchIndex(value)
	return at != nil && at[3]-at[2] == len(value) && isAboutLock(names)
}

// Phones finds telephone numbers: digits in groups that are neither two numbers nor a date.
func Phones(text string) [][]int {
	const fewest = 8 // digits
	return slices.DeleteFunc(form("phone").FindAllStringIndex(text, -1), func(at []int) bool {
		digits := 0
		for _, c := range text[at[0]:at[1]] {
			if c >= '0' && c <= '9' {
				digits++
			}
		}
		return digits < fewest || form("dated").MatchString(text[at[0]:at[1]])
	})
}
