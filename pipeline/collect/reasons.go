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

// reasons are what a text and its place are worth, in words for the owner of the file. Their sum is that of the
// weights, but for what is the same for every text: that most are no lessons and have no label.
func (c *candidate) reasons() map[string]float64 {
	s, t := weights(), c.traits()
	place, wording := c.placeReason(t), c.wordingReason(t)
	all, own, sum, beside := map[string]float64{}, map[string]float64{}, 0.0, 0.0 // own and sum: of its words
	c.features(func(f Feature) {
		worth := s.of(f)
		switch {
		case f.Kind == InHeading && c.isNear(f.Says):
			all[place] += worth
		case f.Kind == InHeading && strings.Contains(fold(firstLine(c.above)), f.Says):
			all[ofFile] += worth
		case f.Kind == InHeading && strings.Contains(fold(c.above), f.Says):
			all[c.furtherUp(f.Says)] += worth
		case f.Kind == InHeading:
			all["the head of the table"] += worth
		case f.Kind != Fact && c.isOfRule(t, f):
			all[wording] += worth
		case f.Kind != Fact:
			sum += worth
			if f.Kind != Sign {
				own[f.Says] += worth
			}
		case f.Says == t.placeName():
			all[place] += worth
		case f.Says == t.fileName():
			all[ofFile] += worth
		case f.Says == strengthNames[t.strength]:
			all[wording] += worth
		case strings.Contains(f.Says, besideIt):
			beside += worth
		case f.Says == labelNames[t.label]:
			if t.label != unlabelled {
				all[c.labelReason(t)] += worth - s.of(Feature{Fact, labelNames[unlabelled]})
			}
		default:
			all[c.formReason(f.Says)] += worth
		}
	})
	all[wordsReason(own, sum)] += sum
	all[t.besideReason(beside)] += beside
	return all
}

// placeReason says below what a text stands.
func (c *candidate) placeReason(t traits) string {
	near := c.nearestAbove()
	switch quoted := fmt.Sprintf("%q", words.Shorten(words.Unbold(near), longestQuote)); {
	case near == "" && t.role == neutral:
		return "no heading above it"
	case near == "" || t.role != neutral && (!t.explicit || classify(near) == neutral):
		return "standing below a heading of " + roleNames[t.role]
	case introduces(near) && near != c.heading:
		return "the line " + quoted + " above it"
	case t.role != neutral:
		return "the heading " + quoted + ", which announces " + roleNames[t.role]
	default:
		return "the heading " + quoted
	}
}

// ofFile is what the kind of the file and its name are worth. It is not printed: all lines of a file have it.
const ofFile = "the file"

// furtherUp names the heading further up that has a word.
func (c *candidate) furtherUp(word string) string {
	for line := range strings.SplitSeq(c.above, "\n") {
		if strings.Contains(fold(line), word) {
			return fmt.Sprintf("the heading %q further up", words.Shorten(words.Unbold(line), longestQuote))
		}
	}
	return "the headings further up"
}

// longestQuote is how many characters of a heading are quoted.
const longestQuote = 40

// wordingReason names the words that make a text read like a rule, or says that there are none.
func (c *candidate) wordingReason(t traits) string {
	switch phrase := fmt.Sprintf("%q", c.rulePhrase(t.strength)); {
	case t.strength == noRule:
		return `none of the words that make a rule ("always", "never", ...)`
	case phrase == `""`:
		return "its wording, which is like that of a rule"
	case t.strength == order:
		return phrase + " at its beginning, which can be an order"
	case t.strength == weakRule:
		return phrase + ", which can hint at a rule"
	default:
		return "the rule word " + phrase
	}
}

// rulePhrase is the shortest part of a text that is worded as a rule as clearly as all of it.
func (c *candidate) rulePhrase(strength ruleStrength) string {
	const most = 6
	parts, joint := strings.Fields(c.lower), " "
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(c.lower, "*_ ")); words.IsSyllable(r) {
		parts, joint = strings.Split(c.lower, ""), ""
	}
	for n := 1; n <= min(most, len(parts)); n++ {
		for i := range len(parts) - n + 1 {
			part := strings.Join(parts[i:i+n], joint)
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

// labelReason names the label in front of a text.
func (c *candidate) labelReason(t traits) string {
	if c.labelText == "" {
		return labelNames[t.label]
	}
	return fmt.Sprintf("the label %q", c.labelText)
}

// formReason is a fact about the form of a text.
func (c *candidate) formReason(fact string) string {
	switch {
	case slices.Contains(lengthNames[:2], fact):
		return "being short"
	case slices.Contains(lengthNames, fact):
		return "its length"
	}
	return fact
}

// besideReason says what the lines around a text are like, which is worth something.
func (t traits) besideReason(worth float64) string {
	const many = 3 // a step
	hasRules := t.beside.orders >= many || t.beside.norms >= many
	switch {
	case worth > 0 && hasRules:
		return "lines around it that are rules"
	case worth < 0 && !hasRules:
		return "lines around it that are no rules"
	}
	return "the lines around it"
}

// wordsReason says which words a text has.
func wordsReason(own map[string]float64, worth float64) string {
	often, named := "seldom", examples(own, worth)
	if worth > 0 {
		often = "often"
	}
	if named == "" {
		return "many words that weigh little each"
	}
	return "words that lessons " + often + " use" + named
}

// examples are the words that weigh most in a direction.
func examples(worth map[string]float64, direction float64) string {
	const most, least = 3, 0.15
	const shortest = 3 // letters; characters of a script without spaces: 2
	all := slices.SortedFunc(maps.Keys(worth), func(a, b string) int {
		return cmp.Or(cmp.Compare(math.Abs(worth[b]), math.Abs(worth[a])), cmp.Compare(a, b))
	})
	all = slices.DeleteFunc(all, func(w string) bool {
		n := utf8.RuneCountInString(w)
		isShort := n < shortest && (n < 2 || !strings.ContainsFunc(w, words.IsSyllable))
		return isShort || words.IsStop(w) || math.Abs(worth[w]) < least || worth[w] > 0 != (direction > 0)
	})
	if len(all) == 0 {
		return ""
	}
	for i := range all {
		all[i] = fmt.Sprintf("%q", all[i])
	}
	return ", such as " + strings.Join(all[:min(most, len(all))], ", ")
}

// isNear reports whether a word is in the heading or line right above a text.
func (c *candidate) isNear(word string) bool { return strings.Contains(fold(c.nearestAbove()), word) }

// nearestAbove is the heading or line right above a text; nothing where only the name of the file is above it.
func (c *candidate) nearestAbove() string {
	_, below, _ := strings.Cut(c.above, "\n")
	return lastLine(below)
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// of is what a feature is worth.
func (s *scale) of(f Feature) float64 {
	if n := s.number(f); n != none {
		return s.worth[n]
	}
	return 0
}

// A reader is told the heaviest reasons, and none that changes little by itself or beside the heaviest.
const (
	mostReasons = 3
	leastReason = 0.2
	leastBeside = 0.25
)

// because says how likely a text is a lesson, and what speaks most for and against that.
func (c *candidate) because() string {
	all := c.reasons()
	delete(all, ofFile)
	if no := c.wordingReason(c.traits()); c.read().strength() == noRule && all[no] > 0 {
		delete(all, no) // that something is missing makes no one take it for a lesson
	}
	var pro, con []string
	least := leastReason
	for _, worth := range all {
		least = max(least, leastBeside*math.Abs(worth))
	}
	for _, says := range slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(math.Abs(all[b]), math.Abs(all[a])), cmp.Compare(a, b))
	}) {
		switch worth := all[says]; {
		case worth >= least && len(pro) < mostReasons:
			pro = append(pro, says)
		case worth <= -least && len(con) < mostReasons:
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
