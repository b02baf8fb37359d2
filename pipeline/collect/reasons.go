package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
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
func (c *account) worths() (all [aspects]float64) {
	s, t, places := weights(), c.traits(), c.headingWords()
	phrases := c.rulePhrases(t.strength)
	all[ofFile] = s.base
	c.features(func(f Feature) {
		a, isAbove := places[f.Says]
		if f.Kind != InHeading || !isAbove {
			a = c.aspectOf(f, t, phrases)
		}
		all[a] += s.of(f)
	})
	unlabelled := s.of(Feature{Fact, labelNames[unlabelled]})
	all[ofFile] += unlabelled // as most are
	all[ofLabel] -= unlabelled
	return all
}

// headingWords tells of the words of what is above a text which aspect they belong to.
func (c *account) headingWords() map[string]aspect {
	file, above, near := c.linesAbove()
	words := map[string]aspect{}
	for _, place := range []struct {
		text string
		aspect
	}{
		{file, ofFile}, {near, ofPlace}, {strings.Join(above, "\n"), ofHeadingsAbove}, {c.columns, ofColumns},
	} {
		sayHeading(place.text, func(f Feature) {
			if _, there := words[f.Says]; !there {
				words[f.Says] = place.aspect
			}
		})
	}
	return words
}

// aspectOf is the aspect of a feature of a text with these traits that is about no word above it.
func (c *account) aspectOf(f Feature, t traits, phrases []string) aspect {
	if f.Kind == Fact {
		for i, mark := range marks {
			if f.Says == mark.name {
				return ofMark[i]
			}
		}
	}
	switch {
	case f.Kind != Fact && isOfRule(t, f, phrases), f.Says == strengthNames[t.strength]:
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
func (c *account) linesAbove() (file string, above []string, near string) {
	above = strings.Split(c.above, "\n")
	file, above = above[0], slices.Compact(above[1:]) // a heading may lead to a list, too
	last := len(above) - 1
	if last >= 0 && (c.isHeading || plainly(c.lines[c.start-1]) == plainly(above[last])) { // it is itself
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
		says = "to begin with, "
		switch {
		case c.isHeading && strings.HasPrefix(c.lines[c.start-1], "#"):
			says += fmt.Sprintf("for a heading of %d words or more ", shortestTitle)
		case c.isHeading:
			says += "for a line in bold, which counts as a heading, "
		}
		return says + t.fileName() + c.nameSays(), true
	case ofHeadingsAbove:
		if len(above) > 0 {
			return "further up, below " + nearest(above), false
		}
	case ofPlace:
		return c.placeSays(t, above, near, isFor), true
	case ofColumns:
		if c.columns != "" {
			return "in the columns " + quoted(c.columns), false
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
	if says = t.says(a, isFor); a == ofOthers && says != "" && isFor {
		says += c.besideSays()
	}
	return says, false
}

// nameSays names the word in the name of the file that counts most, if it counts for much.
func (c *account) nameSays() string {
	file, _, _ := c.linesAbove()
	word, most := "", leastStep
	sayHeading(file[strings.LastIndexByte(file, '/')+1:], func(f Feature) {
		if worth := math.Abs(weights().of(f)); worth > most {
			word, most = f.Says, worth
		}
	})
	if word == "" {
		return ""
	}
	return " with " + quoted(word) + " in its name"
}

// besideSays names the first lines of the texts beside this one that are worded like rules.
func (c *account) besideSays() string {
	const most = 3
	var lines []string
	for _, line := range c.rules[c.beside] {
		if len(lines) == most {
			return " (lines " + strings.Join(lines, ", ") + ", …)"
		}
		if line != c.start {
			lines = append(lines, strconv.Itoa(line))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s %s)", words.Noun(len(lines), "line"), strings.Join(lines, ", "))
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

// placeSays says below what a text is.
func (c *account) placeSays(t traits, above []string, near string, isFor bool) string {
	switch {
	case near == "" && t.role == lessons:
		return "in a file of lessons"
	case near == "":
		return "with no heading above it"
	case isNegative(near):
		return "below " + quoted(near) + ", which says what does not work or is to be avoided"
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

// longestQuoted is how many characters are quoted at most.
const longestQuoted = 40

// quoted is a heading or a label in quotation marks, nothing for nothing.
func quoted(heading string) string {
	if heading == "" {
		return ""
	}
	return fmt.Sprintf("%q", words.Shorten(words.Unbold(heading), longestQuoted))
}

// wordingSays names the words that make a text read like a rule, or says that there are none.
func (c *account) wordingSays(strength ruleStrength) string {
	const most = 3
	var phrases []string
	for _, phrase := range c.rulePhrases(strength) {
		phrases = append(phrases, quoted(phrase))
	}
	switch named := strings.Join(phrases[:min(len(phrases), most)], ", "); {
	case strength == noRule:
		return fmt.Sprintf("without a word of a rule, such as %q or %q", c.always, c.never)
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

// of is what a feature is worth.
func (s *scale) of(f Feature) float64 {
	if n := s.number(f); n != none {
		return s.worth[n]
	}
	return 0
}
