package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
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
		return fmt.Sprintf("without an order in front or a word of a rule, such as %q or %q", c.always, c.never)
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

// rulePhrases are the parts of a text that are worded as a rule as clearly as all of it, as far as they can be told.
func (c *candidate) rulePhrases(strength ruleStrength) (all []string) {
	r := c.read()
	if strength == order {
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
	text := cmp.Or(r.plain, r.folded)
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

// isOfRule reports whether a word is a part of what makes a text with these traits read like a rule.
func isOfRule(t traits, f Feature, phrases []string) bool {
	if t.strength == noRule || f.Kind == Sign {
		return false
	}
	m := weights().meanings[Word][f.Says]
	return t.strength != order && f.Kind != Characters && (m.isNorm || m.isWeak) ||
		slices.ContainsFunc(phrases, func(phrase string) bool {
			phrase = unaccented(phrase)
			return strings.Contains(" "+phrase+" ", " "+f.Says+" ") || f.Kind == Characters && strings.Contains(phrase, f.Says)
		})
}

// tellingWords are the words of a text that speak most for a lesson, or against it, with "…" where all others together
// speak more. Common ones tell a reader nothing. Where words have no spaces between, what is told are characters in a row.
func (c *account) tellingWords(t traits, isFor bool) (all []string) {
	const (
		most  = 3
		least = 0.1
	)
	text, phrases := c.read().folded, c.rulePhrases(t.strength)
	worths := make([]float64, len(text)) // by where the word begins
	tells := make([]bool, len(text))     // by byte
	rest, seen := 0.0, map[Feature]bool{}
	sayWords(text, func(f Feature, end int) {
		worth := weights().of(f)
		if worth > 0 != isFor || worth == 0 || isOfRule(t, f, phrases) {
			return
		}
		if worth = math.Abs(worth); seen[f] {
			worth = 0
		}
		seen[f] = true
		first, _ := utf8.DecodeRuneInString(f.Says)
		if isShort := utf8.RuneCountInString(f.Says) < 3 && !words.IsSyllable(first); f.Kind == Sign || isShort ||
			words.IsStop(f.Says) || math.Abs(weights().of(f)) < least {
			rest += worth
			return
		}
		worths[end-len(f.Says)] += worth
		for at := end - len(f.Says); at < end; at++ {
			tells[at] = true
		}
	})
	type stretch struct {
		says  string
		worth float64
	}
	var stretches []stretch
	for at := 0; at < len(text); at++ {
		start, worth := at, 0.0
		for ; at < len(text) && tells[at]; at++ {
			worth += worths[at]
		}
		if worth > 0 {
			stretches = append(stretches, stretch{text[start:at], worth})
		}
	}
	slices.SortStableFunc(stretches, func(a, b stretch) int { return cmp.Compare(b.worth, a.worth) })
	named := 0.0
	for i, s := range stretches {
		if i < most {
			all = append(all, quoted(s.says))
			named += s.worth
		} else {
			rest += s.worth
		}
	}
	if len(all) > 0 && rest > named {
		all = append(all, "…")
	}
	return all
}
