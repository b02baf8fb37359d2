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

// aspect is what a part of the chance comes from: a kind, and for some kinds a heading or a fact.
type aspect struct {
	kind aspectKind
	of   string
}

type aspectKind int

const (
	ofFile aspectKind = iota // all lines of a file have it, so it is not printed
	ofPlace
	ofHeadingAbove // further up
	ofColumns
	ofWording // as a rule
	ofWords
	ofLabel
	ofLength
	ofOthers // the texts beside it
	ofFact
)

// aspects are what a text and its place are worth. Their sum is that of the weights, but for what is the same for every
// text: that most are no lessons and have no label.
func (c *candidate) aspects() map[aspect]float64 {
	s, t := weights(), c.traits()
	file, above, near := c.linesAbove()
	file, near = fold(file), fold(near)
	all := map[aspect]float64{}
	c.features(func(f Feature) {
		a, worth := aspect{kind: ofFact, of: f.Says}, s.of(f)
		switch {
		case f.Kind == InHeading && strings.Contains(near, f.Says):
			a = aspect{kind: ofPlace}
		case f.Kind == InHeading && strings.Contains(file, f.Says):
			a = aspect{kind: ofFile}
		case f.Kind == InHeading:
			a = aspect{kind: ofColumns}
			for _, line := range above {
				if strings.Contains(fold(line), f.Says) {
					a = aspect{ofHeadingAbove, line}
				}
			}
			if c.isHeading && strings.Contains(fold(lastLine(c.above)), f.Says) {
				a = aspect{kind: ofWords}
			}
		case f.Kind != Fact && c.isOfRule(t, f), f.Says == strengthNames[t.strength]:
			a = aspect{kind: ofWording}
		case f.Kind != Fact:
			a = aspect{kind: ofWords}
		case f.Says == t.placeName():
			a = aspect{kind: ofPlace}
		case f.Says == t.fileName():
			a = aspect{kind: ofFile}
		case strings.Contains(f.Says, besideIt):
			a = aspect{kind: ofOthers}
		case slices.Contains(lengthNames, f.Says):
			a = aspect{kind: ofLength}
		case f.Says == labelNames[t.label]:
			a = aspect{kind: ofLabel}
			worth -= s.of(Feature{Fact, labelNames[unlabelled]})
		}
		all[a] += worth
	})
	return all
}

// linesAbove are the name of the file, the headings and lines above a text, and the nearest of these.
func (c *candidate) linesAbove() (file string, above []string, near string) {
	above = strings.Split(c.above, "\n")
	file, above = above[0], above[1:]
	if c.isHeading && len(above) > 0 { // the last is itself
		above = above[:len(above)-1]
	}
	if last := len(above) - 1; last >= 0 {
		return file, above[:last], above[last]
	}
	return file, nil, ""
}

// reason says in the words of the file's owner why an aspect speaks for or against a text. It is empty where that would
// puzzle more than it says: that a heading of lessons has words that lessons seldom have, for example.
func (c *candidate) reason(a aspect, isFor bool) string {
	t, often := c.traits(), "rare"
	if isFor {
		often = "usual"
	}
	switch a.kind {
	case ofPlace:
		return c.placeReason(t, isFor)
	case ofHeadingAbove:
		if !isFor || classify(a.of) != neutral { // most titles speak for nothing that a reader sees
			return fmt.Sprintf("the heading %s further up, whose words are %s in lessons", quoted(a.of), often)
		}
	case ofColumns:
		return "the head of the table"
	case ofWording:
		return c.wordingReason(t.strength, isFor)
	case ofWords:
		if t.strength == noRule {
			return "its words, " + often + " in lessons"
		}
		return "its other words, " + often + " in lessons"
	case ofLabel:
		if t.label == unlabelled || t.label == lessonLabel && !isFor {
			return ""
		}
		if c.labelText == "" {
			return labelNames[t.label]
		}
		return "the label " + quoted(c.labelText)
	case ofLength:
		switch {
		case isFor:
		case t.length < 2:
			return "being short"
		case t.length > 4:
			return "being long"
		}
	case ofOthers:
		const many = 3 // a step
		hasRules := t.beside.orders >= many || t.beside.norms >= many
		switch {
		case hasRules && isFor:
			return "lines around it that are rules"
		case !hasRules && !isFor:
			return "lines around it that are no rules"
		}
	case ofFact:
		if !isFor {
			return a.of
		}
	}
	return ""
}

// placeReason says below what a text is.
func (c *candidate) placeReason(t traits, isFor bool) string {
	_, above, near := c.linesAbove()
	announces := t.role == lessons || t.role == norms || t.role == decisions
	switch {
	case t.role != neutral && announces != isFor:
		return ""
	case t.role != neutral && near != "" && t.explicit && classify(near) != neutral:
		return fmt.Sprintf("the heading %s, which announces %s", quoted(near), roleNames[t.role])
	case t.role != neutral:
		for _, line := range slices.Backward(above) {
			if classify(line) == t.role {
				return fmt.Sprintf("the heading %s further up, which announces %s", quoted(line), roleNames[t.role])
			}
		}
		if t.role == lessons {
			return "being in a file of lessons"
		}
		return "being below a heading of " + roleNames[t.role]
	case near == "" && isFor:
		return ""
	case near == "":
		return "no heading above it"
	case introduces(near) && near != c.heading:
		return "the line " + quoted(near) + " above it"
	case isFor && len(above) == 0: // the title of the file
		return ""
	case isFor:
		return "the words of the heading " + quoted(near)
	}
	return "the heading " + quoted(near) + ", which announces no lessons"
}

// quoted is a heading or a label in quotation marks, nothing for nothing.
func quoted(heading string) string {
	const longest = 40 // characters
	if heading == "" {
		return ""
	}
	return fmt.Sprintf("%q", words.Shorten(words.Unbold(heading), longest))
}

// wordingReason names the words that make a text read like a rule, or says that there are none.
func (c *candidate) wordingReason(strength ruleStrength, isFor bool) string {
	if (strength != noRule) != isFor {
		return ""
	}
	switch phrase := quoted(c.rulePhrase(strength)); {
	case strength == noRule:
		return fmt.Sprintf("no word of a rule, such as %q or %q", c.orders[0], c.orders[1])
	case phrase == "":
		return "its wording, which is like that of a rule"
	case strength == order:
		return phrase + " at its beginning, which can be an order"
	case strength == weakRule:
		return phrase + ", which can hint at a rule"
	default:
		return "the rule word " + phrase
	}
}

// rulePhrase is the shortest part of a text that is worded as a rule as clearly as all of it.
func (c *candidate) rulePhrase(strength ruleStrength) string {
	const most = 6
	parts := wordSpans(c.lower)
	for n := 1; n <= min(most, len(parts)); n++ {
		for i := range len(parts) - n + 1 {
			part := c.lower[parts[i].start:parts[i+n-1].end]
			r := read(unaccented(part))
			if strength == opensRule && (r.opens || r.isNorm()) || strength == order && r.order ||
				strength == statedRule && r.isNorm() || strength == weakRule && r.isWeak() {
				return strings.Trim(part, "*_ .,:;!?()[]\"'“”„。，：；！？（）「」")
			}
			if strength >= order { // which is at the beginning
				break
			}
		}
	}
	return ""
}

// wordSpans are the words of a text, and each character of a script without spaces.
func wordSpans(text string) (all []span) {
	inWord := false
	for at, r := range text {
		switch {
		case words.IsSyllable(r):
			all, inWord = append(all, span{at, at + utf8.RuneLen(r)}), false
		case r == ' ':
			inWord = false
		case inWord:
			all[len(all)-1].end = at + utf8.RuneLen(r)
		default:
			all, inWord = append(all, span{at, at + utf8.RuneLen(r)}), true
		}
	}
	return all
}

// isOfRule reports whether a word is a part of what makes a text read like a rule.
func (c *candidate) isOfRule(t traits, f Feature) bool {
	if t.strength == noRule || f.Kind == Characters || f.Kind == Sign {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimLeft(c.read().folded, "*_ "), " ")
	if t.strength >= order {
		return f.Says == first
	}
	m := weights().meanings[Word][f.Says]
	return (f.Kind == Word || f.Kind == FirstWord) && (m.isNorm || m.isWeak)
}

// nearestAbove is the heading or line right above a text; nothing where only the name of the file is above it.
func (c *candidate) nearestAbove() string {
	_, _, near := c.linesAbove()
	return near
}

// of is what a feature is worth.
func (s *scale) of(f Feature) float64 {
	if n := s.number(f); n != none {
		return s.worth[n]
	}
	return 0
}

// A reader is told the plainest reasons before others, of both the heaviest first, and none that changes little by
// itself or, unless it is plain, beside the heaviest.
const (
	mostReasons = 3
	leastReason = 0.2
	leastBeside = 0.25
)

// isPlain reports whether a reader sees an aspect in the text or above it.
func (a aspect) isPlain() bool { return a.kind == ofPlace || a.kind == ofWording || a.kind == ofLabel }

// because says how likely a text is a lesson, and what speaks most for and against that.
func (c *candidate) because() string {
	all := c.aspects()
	delete(all, aspect{kind: ofFile})
	most := 0.0
	for _, worth := range all {
		most = max(most, math.Abs(worth))
	}
	var pro, con []string
	for _, a := range slices.SortedFunc(maps.Keys(all), func(a, b aspect) int {
		switch {
		case a.isPlain() && !b.isPlain():
			return -1
		case b.isPlain() && !a.isPlain():
			return 1
		}
		return cmp.Or(cmp.Compare(math.Abs(all[b]), math.Abs(all[a])), cmp.Compare(a.kind, b.kind), cmp.Compare(a.of, b.of))
	}) {
		worth := all[a]
		switch says := c.reason(a, worth > 0); {
		case says == "" || math.Abs(worth) < leastReason || !a.isPlain() && math.Abs(worth) < leastBeside*most:
		case worth > 0 && len(pro) < mostReasons:
			pro = append(pro, says)
		case worth < 0 && len(con) < mostReasons:
			con = append(con, says)
		}
	}
	sides := []string{side("For it: ", pro), side("Against it: ", con)}
	if c.chance < LeastChance {
		slices.Reverse(sides)
	}
	if c.chance < LeastToldChance && c.label == lessonLabel {
		sides = append(sides, " Its label makes it a maybe all the same.")
	}
	return fmt.Sprintf("%d %%.%s", percent(c.chance), strings.Join(sides, ""))
}

// side is a list of reasons behind what they speak for.
func side(title string, reasons []string) string {
	if len(reasons) == 0 {
		return ""
	}
	return " " + title + strings.Join(reasons, "; ") + "."
}
