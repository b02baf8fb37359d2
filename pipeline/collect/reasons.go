package collect

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
)

// Step is a part of what makes a chance, and the chance with it and all before it.
type Step struct {
	Percent int
	Says    string
}

// aspect is what a part of the chance comes from, in the order in which people are told: first what they see.
type aspect int

const (
	ofFile          aspect = iota
	ofHeadingsAbove        // further up
	ofPlace
	ofColumns
	ofLabel
	ofWording // as a rule
	ofRow
	ofNumber
	ofQuestion
	ofLength
	ofOthers // the texts beside it
	ofWords
	aspects
)

// ofMark are the aspects of marks.
var ofMark = [...]aspect{ofRow, ofNumber, ofQuestion}

// worths are what the aspects of a text are worth. Their sum is that of the weights.
func (c *candidate) worths() (all [aspects]float64) {
	s, t := weights(), c.traits()
	file, above, near := c.linesAbove()
	file, near = fold(file), fold(near)
	further := fold(strings.Join(above, "\n"))
	phrase := unaccented(c.rulePhrase(t.strength))
	all[ofFile] = s.base
	c.features(func(f Feature) {
		all[c.aspectOf(f, t, phrase, file, further, near)] += s.of(f)
	})
	unlabelled := s.of(Feature{Fact, labelNames[unlabelled]})
	all[ofFile] += unlabelled // as most are
	all[ofLabel] -= unlabelled
	return all
}

// aspectOf is the aspect of a feature of a text with these traits, below these lines.
func (c *candidate) aspectOf(f Feature, t traits, phrase, file, further, near string) aspect {
	if f.Kind == Fact {
		for i, mark := range marks {
			if f.Says == mark.name {
				return ofMark[i]
			}
		}
	}
	switch {
	case f.Kind == InHeading && strings.Contains(file, f.Says):
		return ofFile
	case f.Kind == InHeading && strings.Contains(near, f.Says):
		return ofPlace
	case f.Kind == InHeading && strings.Contains(further, f.Says):
		return ofHeadingsAbove
	case f.Kind == InHeading && c.isHeading:
		return ofWords
	case f.Kind == InHeading:
		return ofColumns
	case f.Kind != Fact && c.isOfRule(t, f, phrase), f.Says == strengthNames[t.strength]:
		return ofWording
	case f.Kind != Fact:
		return ofWords
	case f.Says == t.fileName():
		return ofFile
	case strings.Contains(f.Says, besideIt):
		return ofOthers
	case f.Says == lengthNames[t.length]:
		return ofLength
	case f.Says == labelNames[t.label]:
		return ofLabel
	}
	return ofPlace
}

// linesAbove are the name of the file, the headings and lines above a text, and the nearest of these.
func (c *candidate) linesAbove() (file string, above []string, near string) {
	above = strings.Split(c.above, "\n")
	file, above = above[0], slices.Compact(above[1:]) // a heading may lead to a list, too
	last := len(above) - 1
	if last >= 0 && (c.isHeading || strings.HasPrefix(c.own, above[last])) { // it is itself
		last--
	}
	if last >= 0 {
		return file, above[:last], above[last]
	}
	return file, nil, ""
}

// leastStep is how much an aspect is worth at least that is told by itself, unless everyone looks for it.
const leastStep = 0.25

// steps are how the chance of a text comes about. What is worth little is in the last one, that of its words.
func (c *account) steps() (all []Step) {
	worths := c.worths()
	sum, rest := 0.0, 0.0
	for a, worth := range worths[:ofWords] {
		says, isPlain := c.says(aspect(a), worth > 0)
		if says == "" || !isPlain && math.Abs(worth) < leastStep {
			rest += worth
			continue
		}
		sum += worth
		all = append(all, Step{percent(ChanceOf(sum)), says})
	}
	says, _ := c.says(ofWords, rest+worths[ofWords] > 0)
	if math.Abs(rest) >= leastStep {
		says += " and smaller things"
	}
	return append(all, Step{percent(c.chance), says})
}

// says names an aspect in the words of the file's owner, nothing if there is none to name, and reports whether everyone
// looks for it. isFor tells whether it speaks for a lesson.
func (c *account) says(a aspect, isFor bool) (says string, isPlain bool) {
	t := c.traits()
	_, above, near := c.linesAbove()
	switch a {
	case ofFile:
		if c.isHeading {
			const heading = "to begin with, for a heading of %d words or more %s with this name"
			return fmt.Sprintf(heading, shortestTitle, t.fileName()), true
		}
		return "to begin with, " + t.fileName() + " with this name", true
	case ofHeadingsAbove:
		if len(above) > 0 {
			return "further up, below " + nearest(above), false
		}
	case ofPlace:
		return c.placeSays(t, above, near, isFor), true
	case ofColumns:
		if c.columns != "" {
			return "in the columns " + quoted(strings.ReplaceAll(c.columns, "\n", ", ")), false
		}
	case ofLabel:
		switch {
		case t.label == unlabelled:
		case c.labelText == "":
			return "with " + labelNames[t.label], true
		default:
			return "with the label " + quoted(c.labelText), true
		}
	case ofWording:
		return c.wordingSays(t.strength), true
	case ofWords:
		says = "with its other words"
		if t.strength == noRule {
			says = "with its words"
		}
		if all := c.tellingWords(t, isFor); len(all) > 0 {
			says += " (" + strings.Join(all, ", ") + ")"
		}
		return says, true
	}
	return t.says(a, isFor), false
}

// says names an aspect that is one of the traits, or nothing.
func (t traits) says(a aspect, isFor bool) string {
	const many = 3 // a step
	hasRules := t.beside.orders >= many || t.beside.norms >= many
	mark := slices.Index(ofMark[:], a)
	switch {
	case mark >= 0 && t.marks&(1<<mark) != 0:
		return [...]string{"as a row of a table", "with a digit in it", "as it ends like a question"}[mark]
	case a == ofLength && !isFor && t.length < 2:
		return "as it is short"
	case a == ofLength && !isFor && t.length > 4:
		return "as it is long"
	case a == ofOthers && isFor && hasRules:
		return "beside lines worded like rules"
	case a == ofOthers && !isFor && !hasRules:
		return "beside lines not worded like rules"
	}
	return ""
}

// nearest names the last of the headings further up.
func nearest(above []string) string {
	const most = 3
	names := []string{}
	for _, line := range above[max(0, len(above)-most):] {
		names = append(names, quoted(line))
	}
	return strings.Join(names, " and ")
}

// tellingWords are the words of a text that speak most for a lesson, or against it, with "…" where all others together
// speak more. Short and common ones tell a reader nothing.
func (c *candidate) tellingWords(t traits, isFor bool) (all []string) {
	const (
		most  = 3
		least = 0.1
	)
	worths, rest := map[string]float64{}, 0.0
	phrase := unaccented(c.rulePhrase(t.strength))
	c.features(func(f Feature) {
		worth := math.Abs(weights().of(f))
		first, _ := utf8.DecodeRuneInString(f.Says)
		length := utf8.RuneCountInString(f.Says)
		isLong := length > 3 || length > 1 && words.IsSyllable(first)
		switch {
		case f.Kind == Fact || f.Kind == InHeading || c.isOfRule(t, f, phrase) || weights().of(f) > 0 != isFor:
		case f.Kind == Sign || !isLong || words.IsStop(f.Says) || worth < least:
			rest += worth
		default:
			worths[f.Says] += worth
		}
	})
	named := 0.0
	for _, word := range slices.SortedFunc(maps.Keys(worths), func(a, b string) int {
		return cmp.Or(cmp.Compare(worths[b], worths[a]), cmp.Compare(a, b))
	}) {
		if len(all) < most {
			all = append(all, quoted(word))
			named += worths[word]
		} else {
			rest += worths[word]
		}
	}
	if len(all) > 0 && rest > named {
		all = append(all, "…")
	}
	return all
}

// placeSays says below what a text is.
func (c *candidate) placeSays(t traits, above []string, near string, isFor bool) string {
	switch {
	case near == "" && t.role == lessons:
		return "in a file of lessons"
	case near == "":
		return "with no heading above it"
	case introduces(near) && near != c.heading:
		return "below the line " + quoted(near)
	case t.role == neutral && isFor:
		return "below the heading " + quoted(near)
	case t.role == neutral:
		return "below the heading " + quoted(near) + ", which announces no lessons"
	case classify(near) == t.role:
		return "below the heading " + quoted(near) + ", which announces " + roleNames[t.role]
	}
	for _, line := range slices.Backward(above) {
		if classify(line) == t.role {
			return fmt.Sprintf("below %s, and %s, which announces %s", quoted(near), quoted(line), roleNames[t.role])
		}
	}
	if t.role == lessons {
		return "below " + quoted(near) + ", in a file of lessons"
	}
	return "below " + quoted(near)
}

// quoted is a heading or a label in quotation marks, nothing for nothing.
func quoted(heading string) string {
	const longest = 40 // characters
	if heading == "" {
		return ""
	}
	return fmt.Sprintf("%q", words.Shorten(words.Unbold(heading), longest))
}

// wordingSays names the words that make a text read like a rule, or says that there are none.
func (c *account) wordingSays(strength ruleStrength) string {
	switch phrase := quoted(c.rulePhrase(strength)); {
	case strength == noRule:
		return fmt.Sprintf("without a word of a rule, such as %q or %q", c.always, c.never)
	case strength == weakRule && c.read().orderBehind() != "":
		return "with " + phrase + " behind a condition, which can be an order"
	case phrase == "":
		return "worded like a rule"
	case strength == order:
		return "with " + phrase + " in front, which can be an order"
	case strength == weakRule:
		return "with " + phrase + ", which can hint at a rule"
	default:
		return "with the rule word " + phrase
	}
}

// rulePhrase is the part of a text that is worded as a rule as clearly as all of it, if it can be told.
func (c *candidate) rulePhrase(strength ruleStrength) string {
	is := func(word string) bool {
		m := weights().meanings[Word][word]
		return strength == order && m.isOrder || strength >= statedRule && m.isNorm || strength == weakRule && m.isWeak
	}
	for word := range strings.FieldsFuncSeq(c.lower, func(r rune) bool { return !isLetter(r) && r != '\'' && r != '’' }) {
		if strength == order && namesWhatFollows(c.lower, word) {
			continue
		}
		if is(unaccented(word)) {
			return word
		}
		if strength == order {
			break // it is the first
		}
	}
	r := c.read()
	field := 0
	if strength == weakRule {
		field = 1
		if behind := r.orderBehind(); behind != "" {
			return strings.Trim(firstWord(behind), ",.:;*")
		}
	}
	text := cmp.Or(r.plain, r.folded)
	start, end := ruleSigns().firstIn(text, field)
	if utf8.RuneCountInString(c.lower) != utf8.RuneCountInString(text) {
		return text[start:end]
	}
	runes := []rune(c.lower) // with its accents
	start, end = utf8.RuneCountInString(text[:start]), utf8.RuneCountInString(text[:end])
	return string(runes[start:end])
}

// isOfRule reports whether a word is a part of what makes a text read like a rule.
func (c *candidate) isOfRule(t traits, f Feature, phrase string) bool {
	switch {
	case t.strength == noRule || f.Kind == Sign:
		return false
	case f.Kind == Characters:
		return strings.Contains(phrase, f.Says)
	case f.Says == phrase:
		return true
	}
	m := weights().meanings[Word][f.Says]
	return t.strength != order && (m.isNorm || m.isWeak)
}

// of is what a feature is worth.
func (s *scale) of(f Feature) float64 {
	if n := s.number(f); n != none {
		return s.worth[n]
	}
	return 0
}
