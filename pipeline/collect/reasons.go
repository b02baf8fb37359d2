package collect

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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

// worths are what the aspects of a text are worth. Their sum is that of the weights.
func (c *account) worths() (all [aspects]float64) {
	s, t, seen := weights(), c.traits(), map[Feature]bool{}
	add := func(f Feature, a aspect) {
		if !seen[f] {
			seen[f] = true
			all[a] += s.of(f)
		}
	}
	all[ofFile] = s.base
	for _, fact := range t.facts() {
		add(Feature{Fact, fact.says}, fact.aspect)
	}
	phrases := c.foldedPhrases(t.strength)
	sayWords(c.read().folded, func(f Feature, _ int) {
		if isOfRule(t, f, phrases) {
			add(f, ofWording)
		} else {
			add(f, ofWords)
		}
	})
	file, above, near := c.linesAbove()
	for _, lines := range []fact{
		{file, ofFile}, {near, ofPlace}, {strings.Join(above, "\n"), ofHeadingsAbove}, {c.above, ofWords}, {c.columns, ofColumns},
	} {
		sayHeading(lines.says, func(f Feature) { add(f, lines.aspect) })
	}
	unlabelled := s.of(Feature{Fact, labelNames[unlabelled]})
	all[ofFile] += unlabelled // as most are
	all[ofLabel] -= unlabelled
	return all
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

// leastStep is how much an aspect is worth at least that is told by itself, unless everyone looks for it, and leastRest
// how much the others together.
const (
	leastStep = 0.25
	leastRest = 0.1
)

// smallerNames name aspects where they count a little, and are always there.
var smallerNames = [aspects]string{
	ofWording:       "its first word",
	ofHeadingsAbove: "the headings further up",
	ofColumns:       "the columns",
	ofLength:        "its length",
	ofOthers:        "the lines beside it",
	ofRow:           "being a row",
	ofNumber:        "its digits",
	ofQuestion:      "its end",
}

// steps are how the chance of a text comes about. What is worth little is in the last one, that of its words.
func (c *account) steps() (all []Step) {
	worths := c.worths()
	sum, rest := 0.0, 0.0
	var smaller []string
	for a, worth := range worths[:ofWords] {
		says, isPlain := c.says(aspect(a), worth > 0)
		if says == "" || !isPlain && math.Abs(worth) < leastStep {
			if rest += worth; math.Abs(worth) >= leastRest/2 && smallerNames[a] != "" {
				smaller = append(smaller, smallerNames[a])
			}
			continue
		}
		sum += worth
		all = append(all, Step{percent(ChanceOf(sum)), says})
	}
	says, _ := c.says(ofWords, rest+worths[ofWords] > 0)
	if math.Abs(rest) >= leastRest && len(smaller) > 0 {
		says += ", and a little with " + strings.Join(smaller, " and ")
	}
	return append(all, Step{percent(c.chance), says})
}

// says names an aspect in the words of the file's owner, nothing if there is none to name, and reports whether everyone
// looks for it. isFor tells whether it speaks for a lesson.
func (c *account) says(a aspect, isFor bool) (says string, isPlain bool) {
	t := c.traits()
	file, above, near := c.linesAbove()
	switch a {
	case ofFile:
		says = "to begin with, "
		switch {
		case c.isHeading && c.end == c.start && !strings.Contains(reItem().FindString(c.lines[c.start-1]), "#"):
			says += "for a line in bold, which counts as a heading, "
		case c.isHeading:
			says += fmt.Sprintf("for a heading of %d words or more ", shortestTitle)
		}
		return says + t.fileName() + c.nameSays(), true
	case ofHeadingsAbove:
		if shown := nearest(above); shown != "" {
			return "further up, below " + shown + headingSays(shown, strings.Join(above, "\n"), file+"\n"+near, isFor), false
		}
	case ofPlace:
		return c.placeSays(t, file, above, near, isFor), true
	case ofColumns:
		if c.columns != "" {
			return "in a table with the columns " + quoted(c.columns), false
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
		return c.wordingSays(t.strength), t.strength != order // which may be a noun
	case ofWords:
		says = "with its other words"
		if t.strength == noRule {
			says = "with its words"
		}
		return says + c.wordsSay(t, isFor), true
	}
	if says = t.says(a, isFor); a == ofOthers && says != "" && isFor {
		says += c.besideSays()
	}
	return says, false
}

// nameSays names the word in the name of the file that counts most, if it counts for much.
func (c *account) nameSays() string {
	file, _, _ := c.linesAbove()
	name := file[strings.LastIndexByte(file, '/')+1:]
	word := tellingInHeading(name, "", true)
	if against := tellingInHeading(name, "", false); against.worth > word.worth {
		word = against
	}
	if word.worth < leastStep {
		return ""
	}
	return " with " + quoted(word.says) + " in its name"
}

// besideSays names the first lines of the texts beside this one that are worded like rules.
func (c *account) besideSays() string {
	const most = 3
	var lines []string
	for _, line := range c.rules[c.beside] {
		if line != c.start {
			lines = append(lines, strconv.Itoa(line))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	if len(lines) > most {
		lines = append(lines[:most], "…")
	}
	return fmt.Sprintf(" (%s %s)", words.Noun(len(lines), "line"), strings.Join(lines, ", "))
}

// says names an aspect that is one of the traits, or nothing.
func (t traits) says(a aspect, isFor bool) string {
	const many = 3 // a step
	hasRules := t.beside.orders >= many || t.beside.norms >= many
	for i, mark := range marks {
		if a == mark.aspect && t.marks&(1<<i) != 0 {
			return mark.told
		}
	}
	switch {
	case a == ofLength && !isFor && t.length < 2:
		return "as it is short"
	case a == ofLength && !isFor && t.length > 4:
		return "as it is long"
	case a == ofOthers && isFor && hasRules:
		return "beside lines with words of orders or rules"
	case a == ofOthers && !isFor && !hasRules:
		return "beside lines without words of orders or rules"
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

// placeSays says below what a text is.
func (c *account) placeSays(t traits, file string, above []string, near string, isFor bool) string {
	shown := quoted(near)
	switch {
	case near == "" && t.role == lessons:
		return "in a file of lessons"
	case shown == "":
		return "with no heading above it"
	case isNegative(near):
		return "below " + shown + ", which says what does not work or is to be avoided"
	case introduces(near) && near != c.heading:
		return "below the line " + shown
	case t.role == neutral && isFor:
		return "below the heading " + shown + headingSays(shown, near, file, true)
	case t.role == neutral:
		return "below the heading " + shown + ", which announces no lessons" + headingSays(shown, near, file, false)
	case classify(near) == t.role:
		return "below the heading " + shown + ", which announces " + announced(near)
	}
	for _, line := range slices.Backward(above) {
		if classify(line) == t.role {
			return fmt.Sprintf("below %s, and %s, which announces %s", shown, quoted(line), announced(line))
		}
	}
	if t.role == lessons {
		return "below " + shown + ", in a file of lessons"
	}
	return "below " + shown
}

// announced says what a heading announces, and by which of its words, if it has others.
func announced(heading string) string {
	is, phrase := announces(heading)
	if phrase == "" || phrase == bare(heading) {
		return roleNames[is]
	}
	return roleNames[is] + " (" + quoted(phrase) + ")"
}

// longestQuoted is how many characters are quoted at most.
const longestQuoted = 40

// quoted is a heading or a label in quotation marks, nothing for nothing.
func quoted(heading string) string {
	if heading = strings.TrimSpace(words.Unbold(heading)); heading == "" {
		return ""
	}
	return fmt.Sprintf("%q", words.Shorten(heading, longestQuoted))
}

// of is what a feature is worth.
func (s *scale) of(f Feature) float64 {
	if n := s.number(f); n != none {
		return s.worth[n]
	}
	return 0
}
