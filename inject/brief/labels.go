package brief

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// The phrases of all languages, in lower case.
var (
	donePhrases       = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Done })
	nextPhrases       = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Next })
	lessonPhrases     = lang.PhraseList(func(l *lang.Language) []string { return l.Headings.Lessons })
	currentPhrases    = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Current })
	blockerPhrases    = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Blockers })
	anchorPhrases     = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Anchors })
	constraintPhrases = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Constraints })
	contactPhrases    = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Contact })
	reachPhrases      = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Reach })
	asPhrases         = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.KnownAs })
	services          = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Services })
	commonServices    = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.CommonServices })
	serviceAsides     = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.ServiceAsides })
	codeNames         = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.CodeNames })
	datePhrases       = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.SessionDate })
	templatePhrases   = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.ProfileTemplate })
	alertPhrases      = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.Alerts })
	alertStarts       = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.AlertStarts })
	alertLinks        = lang.PhraseList(func(l *lang.Language) []string { return l.Brief.AlertLinks })
)

// names reports whether a heading or label begins or ends with one of some phrases.
func names(label string, phrases []string) bool {
	label = strings.TrimFunc(strings.ToLower(label), isNoLetter)
	for _, phrase := range phrases {
		if rest, ok := strings.CutPrefix(label, phrase); ok && isWordEnd(phrase, rest) {
			return true
		}
		if rest, ok := strings.CutSuffix(label, phrase); ok && isWordStart(rest, phrase) {
			return true
		}
	}
	return false
}

// isWordEnd reports whether a word ends between two texts, isWordStart whether one begins. In scripts without spaces
// every character may be a word.
func isWordEnd(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, ".")) // PLAN.md is a file
	return after == "" || isWide(last) || !unicode.IsLetter(next) && next != '\'' && next != '-'
}

func isWordStart(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return before == "" || isWide(next) || !unicode.IsLetter(last) && last != '-'
}

func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// reLabel matches a label at the beginning of a line, with or without a bullet and bold.
var reLabel = words.Lazily(
	`^(?:[-*+] )?(?:\*\*|__)?([^\s:：*_\x60][^:：*_\x60]{0,60}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?(?:\s+(.*)|)$`,
)

// labelOf splits a line into its label and what follows it; the label is "" if there is none.
func labelOf(text string) (label, rest string) {
	if m := reLabel().FindStringSubmatch(text); m != nil {
		return m[1], strings.TrimSpace(m[2])
	}
	trimmed := strings.TrimSpace(text)
	if bold, ok := strings.CutPrefix(trimmed, "**"); ok && strings.HasSuffix(bold, "**") &&
		!strings.Contains(strings.TrimSuffix(bold, "**"), "**") {
		return strings.TrimSuffix(bold, "**"), "" // a bold line is a heading of its own
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

// titled returns the sections whose headings some phrases name, and the lines without them.
func titled(lines []line, phrases []string) (taken, rest []line) {
	levels, _ := levelsOf(lines)
	for i := 0; i < len(lines); {
		if levels[i] <= 0 || !names(lines[i].text, phrases) {
			rest = append(rest, lines[i])
			i++
			continue
		}
		end := sectionEnd(levels, i)
		taken = append(append(taken, lines[i:end]...), line{})
		i = end
	}
	return tidy(taken), tidy(rest)
}

// reBullet matches the mark of a list.
var reBullet = words.Lazily(`^\s*(?:[-*+]|\d+[.)])(?: |$)`)

// reLinkAlone matches a value that is a link and says nothing of how the operator works.
var reLinkAlone = words.Lazily(`^(?:<?(?:https?://|www\.)\S+|\[[^\]]*\]\([^)]*\))$`)

// filled returns a profile without empty fields, without links alone, and without what
// the host's template says about it.
func filled(lines []line) []line {
	var kept []line
	for i, l := range lines {
		label, value := labelOf(l.text)
		value = strings.Trim(value, "_*` ")
		plain := strings.Trim(l.text, "_* ")
		isHint := strings.HasPrefix(plain, "(") && strings.HasSuffix(plain, ")")
		isEmpty := value == "" && strings.HasPrefix(l.text, "- ") && !hasDeeper(lines, i) || strings.HasPrefix(value, "(")
		item := strings.Trim(reBullet().ReplaceAllString(l.text, ""), "_*` ")
		isField := label != "" && (isEmpty || reLinkAlone().MatchString(value)) || reLinkAlone().MatchString(item)
		isTemplate := slices.ContainsFunc(templatePhrases(), func(phrase string) bool {
			return strings.HasPrefix(strings.ToLower(plain), phrase)
		})
		if !isField && !isTemplate && !isHint {
			kept = append(kept, l)
		}
	}
	return withoutEnd(withoutBareHeadings(tidy(kept)))
}

// withoutBareHeadings removes headings below which nothing stands any more.
func withoutBareHeadings(lines []line) []line {
	var kept []line
	next := 0 // the level of the heading that follows, 0 for text
	for _, l := range slices.Backward(lines) {
		level := levelOf(l.text)
		if level > 0 && next > 0 && next <= level {
			continue
		}
		if l.text != "" {
			next = level
		}
		kept = append(kept, l)
	}
	slices.Reverse(kept)
	return tidy(kept)
}

// hasDeeper reports whether the line behind another stands further in.
func hasDeeper(lines []line, at int) bool {
	indent := func(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }
	return at+1 < len(lines) && indent(lines[at+1].text) > indent(lines[at].text)
}

// withoutEnd removes dividers and headings that nothing follows.
func withoutEnd(lines []line) []line {
	for len(lines) > 0 {
		last := lines[len(lines)-1].text
		if strings.Trim(last, "-* ") != "" && levelOf(last) == 0 {
			break
		}
		lines = lines[:len(lines)-1]
	}
	return lines
}
