package brief

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// The phrases of all languages, in lower case.
var (
	donePhrases       = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Done })
	nextPhrases       = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Next })
	currentPhrases    = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Current })
	blockerPhrases    = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Blockers })
	anchorPhrases     = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Anchors })
	constraintPhrases = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Constraints })
	templatePhrases   = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.ProfileTemplate })
)

// names reports whether a heading or label begins or ends with one of some phrases. In scripts without spaces it may do
// so within a word.
func names(label string, phrases []string) bool {
	isNoWord := func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(`'-.`, r) } // PLAN.md is a word
	said := strings.Trim(strings.Join(strings.FieldsFunc(strings.ToLower(label), isNoWord), " "), "-. ")
	return said != "" && slices.ContainsFunc(phrases, func(phrase string) bool {
		after, begins := strings.CutPrefix(said, phrase)
		before, ends := strings.CutSuffix(said, phrase)
		first, _ := utf8.DecodeRuneInString(phrase)
		return begins && (after == "" || after[0] == ' ' || text.IsSyllable(first)) ||
			ends && (before == "" || strings.HasSuffix(before, " ") || text.IsSyllable(first))
	})
}

var (
	// reLabel matches a label at the beginning of a line, with or without a bullet and bold.
	reLabel = text.Lazily(
		`^(?:[-*+] )?(?:\*\*|__)?([^\s:：*_\x60][^:：*_\x60]{0,60}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?(?:\s+(.*)|)$`,
	)
	// reBoldLine matches a bold line: it is a heading of its own.
	reBoldLine = text.Lazily(`^\s*\*\*([^*]+)\*\*\s*$`)
	reBullet   = text.Lazily(`^\s*(?:[-*+]|\d+[.)])(?: |$)`)
)

// labelOf splits a line into its label and what follows it; the label is "" if there is none.
func labelOf(text string) (label, rest string) {
	if m := reLabel().FindStringSubmatch(text); m != nil {
		return m[1], strings.TrimSpace(m[2])
	}
	if m := reBoldLine().FindStringSubmatch(text); m != nil {
		return m[1], ""
	}
	return "", ""
}

// sectionEnd returns the index behind the section that a heading opens, by the levels of all lines.
func sectionEnd(levels []int, at int) int {
	below := levels[at+1:]
	if i := slices.IndexFunc(below, func(level int) bool { return level > 0 && level <= levels[at] }); i >= 0 {
		return at + 1 + i
	}
	return len(levels)
}

// labelEnd returns the index behind what a label introduces: its paragraph if it says something itself, else also the
// list below it, or the paragraph.
func labelEnd(lines []string, levels []int, at int, says bool) int {
	end := at + 1
	for ; end < len(lines) && levels[end] <= 0; end++ {
		text := lines[end]
		label, _ := labelOf(text)
		isItem := reBullet().MatchString(text)
		isOpen := lines[end-1] != "" || end == at+1 || !says && textOf(tidy(lines[at+1:end])) == ""
		switch {
		case levels[end] == inCode, strings.HasPrefix(text, " "), isItem && !says, text == "" && !says:
		case text == "" || isItem || label != "" || !isOpen:
			return end
		}
	}
	return end
}

// titled returns the sections whose headings some phrases name, and the lines without them.
func titled(lines []string, phrases []string) (taken, rest []string) {
	levels := levelsOf(lines)
	for i := 0; i < len(lines); {
		if levels[i] <= 0 || !names(lines[i], phrases) {
			rest = append(rest, lines[i])
			i++
			continue
		}
		end := sectionEnd(levels, i)
		taken = append(append(taken, lines[i:end]...), "")
		i = end
	}
	return tidy(taken), tidy(rest)
}

// currentPhase returns the parts of a roadmap that say where the project is and what blocks it, or the whole if none
// is named so.
func currentPhase(lines []string) []string {
	phase, rest := titled(lines, currentPhrases())
	blockers, _ := titled(rest, blockerPhrases())
	if parts := tidy(slices.Concat(phase, []string{""}, blockers)); holdsText(parts) {
		return parts
	}
	return lines
}

// filled returns a profile without empty fields, and without what the host's template says about it.
func filled(lines []string) []string {
	return tidy(slices.DeleteFunc(slices.Clone(lines), func(l string) bool {
		label, value := labelOf(l)
		value, plain := strings.Trim(value, "_*` "), strings.ToLower(strings.Trim(l, "_* "))
		isHint := strings.HasPrefix(plain, "(") && strings.HasSuffix(plain, ")") || strings.HasPrefix(value, "(")
		isEmpty := label != "" && value == "" && strings.HasPrefix(l, "- ")
		return isEmpty || isHint || slices.ContainsFunc(templatePhrases(), func(phrase string) bool {
			return strings.HasPrefix(plain, phrase)
		})
	}))
}
