package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// wordingSays names the words that make a text read like a rule, or says that there are none.
func (c *account) wordingSays(strength ruleStrength) string {
	const most = 3
	var phrases []string
	for _, phrase := range c.rulePhrases(strength) {
		phrases = append(phrases, quoted(phrase))
	}
	switch named := strings.Join(phrases[:min(len(phrases), most)], ", "); {
	case strength == noRule:
		return fmt.Sprintf("without a word known from orders and rules, such as %q or %q", c.always, c.never)
	case strength == weakRule && c.read().orderBehind() != "":
		return "with " + named + " behind a condition, which can be an order"
	case named == "":
		return "worded like a rule"
	case strength == order:
		return "with " + named + " in front, which can be an order"
	case strength == weakRule:
		return "with " + named + ", which can hint at a rule"
	default:
		return "with " + words.Noun(len(phrases), "the rule word") + " " + named
	}
}

// written is a word of the folded text as it stands in the text, with its accents.
func (c *candidate) written(folded string) string {
	for word := range strings.FieldsFuncSeq(c.lower, func(r rune) bool { return !isLetter(r) }) {
		if unaccented(word) == folded {
			return word
		}
	}
	return folded
}

// rulePhrases are the parts of a text that are worded as a rule as clearly as all of it, as far as they can be told.
func (c *candidate) rulePhrases(strength ruleStrength) (all []string) {
	r := c.read()
	text := cmp.Or(r.plain, r.folded)
	if strength == order {
		for start, end := range ruleSigns().in(text, 0) {
			if start == 0 { // "do not"
				return []string{text[:end]}
			}
		}
		return []string{r.first}
	}
	if behind := r.orderBehind(); strength == weakRule && behind != "" {
		return []string{strings.Trim(firstWord(behind), ",.:;*")}
	}
	add := func(phrase string) {
		if !slices.ContainsFunc(all, func(other string) bool { return strings.Contains(other, phrase) }) {
			all = append(all, phrase)
		}
	}
	field := 0
	if strength == weakRule {
		field = 1
	}
	inAccents := []rune(strings.ReplaceAll(c.lower, "**", ""))
	for start, end := range ruleSigns().in(text, field) {
		phrase := text[start:end]
		if len(inAccents) == utf8.RuneCountInString(text) {
			from := utf8.RuneCountInString(text[:start])
			phrase = string(inAccents[from : from+utf8.RuneCountInString(phrase)])
		}
		add(phrase)
	}
	for word := range strings.FieldsFuncSeq(c.lower, func(r rune) bool { return !isLetter(r) && r != '\'' && r != '’' }) {
		m := weights().meanings[Word][unaccented(word)]
		if strength >= statedRule && m.isNorm || strength == weakRule && m.isWeak {
			add(word)
		}
	}
	return all
}

// foldedPhrases are its rule phrases as they are in the folded text.
func (c *candidate) foldedPhrases(strength ruleStrength) []string {
	all := c.rulePhrases(strength)
	for i, phrase := range all {
		all[i] = unaccented(phrase)
	}
	return all
}

// isOfRule reports whether a word is a part of what makes a text with these traits, and these folded phrases, read like
// a rule.
func isOfRule(t traits, f Feature, phrases []string) bool {
	if t.strength == noRule || f.Kind == Sign {
		return false
	}
	m := weights().meanings[Word][f.Says]
	return t.strength != order && f.Kind != Characters && (m.isNorm || m.isWeak) ||
		slices.ContainsFunc(phrases, func(phrase string) bool {
			return strings.Contains(" "+phrase+" ", " "+f.Says+" ") || f.Kind == Characters && strings.Contains(phrase, f.Says)
		})
}

// telling is a word of a text, or characters in a row, and how much it speaks for a lesson or against one.
type telling struct {
	says  string
	worth float64
}

// tellingIn are the words of a folded text that speak for a lesson, or those that speak against one, the strongest
// first. The rest is what others of that side are worth: signs and common words, which tell a reader nothing. Where
// words have no spaces between, characters in a row are told.
func tellingIn(text string, isFor bool, worthOf func(Feature) float64) (all []telling, rest float64) {
	const least = 0.1
	type span struct{ start, end int }
	var spans []span
	worths := map[span]float64{}
	seen := map[Feature]bool{}
	sayWords(text, func(f Feature, end int) {
		worth := worthOf(f)
		first, _ := utf8.DecodeRuneInString(f.Says)
		isShort := utf8.RuneCountInString(f.Says) < 3 && !words.IsSyllable(first)
		switch {
		case worth == 0:
			return
		case f.Kind == Sign, isShort, words.IsStop(f.Says), math.Abs(worth) < least:
			if worth > 0 == isFor && !seen[f] {
				rest += math.Abs(worth)
			}
			seen[f] = true
			return
		}
		at := span{end - len(f.Says), end}
		if unicode.Is(unicode.Hangul, first) { // told is the word that it is cut out of
			at.start = strings.LastIndexFunc(text[:at.start], func(r rune) bool { return !words.IsSyllable(r) }) + 1
			at.end = runOf(text, end, words.IsSyllable)
		}
		if seen[f] {
			worth = math.Copysign(math.SmallestNonzeroFloat64, worth) // it is told, and counts once
		}
		seen[f] = true
		if _, known := worths[at]; !known {
			spans = append(spans, at)
		}
		worths[at] += worth
	})
	byStart, tells := make([]float64, len(text)), make([]bool, len(text))
	for _, at := range spans {
		if worth := worths[at]; worth != 0 && worth > 0 == isFor {
			byStart[at.start] += math.Abs(worth)
			for i := at.start; i < at.end; i++ {
				tells[i] = true
			}
		}
	}
	for at := 0; at < len(text); at++ {
		start, worth := at, 0.0
		for ; at < len(text) && tells[at]; at++ {
			worth += byStart[at]
		}
		if worth >= least {
			all = append(all, telling{text[start:at], worth})
		} else {
			rest += worth
		}
	}
	slices.SortStableFunc(all, func(a, b telling) int { return cmp.Compare(b.worth, a.worth) })
	return all, rest
}

// wordsSay names the words of a text that speak most for a lesson, or against it, with "…" where all others together
// speak more, and the one that speaks most for the opposite.
func (c *account) wordsSay(t traits, isFor bool) string {
	const few, most = 3, 6
	phrases := c.foldedPhrases(t.strength)
	worthOf := func(f Feature) float64 {
		if isOfRule(t, f, phrases) {
			return 0
		}
		return weights().of(f)
	}
	all, total := tellingIn(c.read().folded, isFor, worthOf)
	for _, word := range all {
		total += word.worth
	}
	opposite, _ := tellingIn(c.read().folded, !isFor, worthOf)
	var says []string
	named := 0.0
	for i, word := range all {
		if i < few || i < most && 2*named < total {
			says = append(says, quoted(c.written(word.says)))
			named += word.worth
		}
	}
	if len(says) > 0 && 2*named < total {
		says = append(says, "…")
	}
	told := strings.Join(says, ", ")
	for _, word := range opposite {
		if says := quoted(c.written(word.says)); word.worth >= leastStep && !strings.Contains(told, says) {
			told = strings.TrimPrefix(told+"; against that "+says, "; ")
			break
		}
	}
	if told == "" {
		return ""
	}
	return " (" + told + ")"
}

// headingSays names the word of lines above a text that speaks most for a lesson, or against it, if it says much, and
// whether it is in what is shown of them. What others have too counts there.
func headingSays(shown, lines, others string, isFor bool) string {
	word := tellingInHeading(lines, others, isFor)
	if word.worth < leastStep || strings.Trim(fold(lines), " :") == word.says {
		return ""
	}
	where := " in it"
	if !strings.Contains(fold(shown), word.says) {
		where = " further on in it"
	}
	return ", with " + quoted(word.says) + where
}

// tellingInHeading is the word of lines above a text, but not of others, that speaks most for a lesson, or against it.
func tellingInHeading(lines, others string, isFor bool) telling {
	counted := map[string]bool{}
	sayHeading(others, func(f Feature) { counted[f.Says] = true })
	all, _ := tellingIn(fold(lines), isFor, func(f Feature) float64 {
		if counted[f.Says] {
			return 0
		}
		if f.Kind == Word || f.Kind == Characters && utf8.RuneCountInString(f.Says) > 1 {
			return weights().of(Feature{InHeading, f.Says})
		}
		return 0
	})
	if len(all) == 0 {
		return telling{}
	}
	return all[0]
}
