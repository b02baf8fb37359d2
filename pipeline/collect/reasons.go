package collect

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"wisdom/internal/words"
)

// meaningOf is a feature as the owner understands it; first is the first word of the text.
func (c *candidate) meaningOf(f Feature, first string) string {
	said := fmt.Sprintf("%q", f.Says)
	switch {
	case f.Kind == Fact && strings.Contains(f.Says, " beside it: "):
		return "what the lines beside it are like"
	case f.Kind == Fact && slices.Contains(lengthNames, f.Says) && strings.ContainsFunc(c.text, words.IsSyllable):
		return f.Says + ", two characters as one"
	case f.Kind == Fact:
		return shown(f.Says)
	case f.Kind == FirstEnding && strings.HasSuffix(first, f.Says), f.Kind == Word && f.Says == first:
		return beginning(first)
	case f.Kind == FirstEnding:
		return "the words at the beginnings of its sentences"
	case f.Kind == FirstWord && isAtBeginning(f.Says, c.read().folded):
		return beginning(f.Says)
	case f.Kind == FirstWord:
		return said + " at the beginning of a sentence"
	case f.Kind == LastCharacters:
		return said + " at its end"
	case f.Kind == Sign && f.Says == "→" && c.columns != "": // which joins them
		return "having several cells"
	case f.Kind == Characters:
		return said + " among its characters"
	case f.Kind == Sign:
		return "the sign " + f.Says
	case f.Kind == InHeading && strings.Contains(fold(c.nearestAbove()), f.Says):
		return said + " in the heading or line above it"
	case f.Kind == InHeading && strings.Contains(fold(c.above), f.Says):
		return said + " in the headings above it or the name of the file"
	case f.Kind == InHeading:
		return said + " in the head of the table"
	}
	return said
}

// shown is a fact as the owner can check it: words are counted, and not understood.
func shown(fact string) string {
	switch fact {
	case strengthNames[noRule]:
		return "no word that it takes for an order or a rule"
	case strengthNames[weakRule]:
		return "a word that can hint at a rule"
	}
	return strings.ReplaceAll(fact, "a heading of ", "a heading or introduction of ")
}

// nearestAbove is the heading or line right above a text; nothing where only the name of the file is above it.
func (c *candidate) nearestAbove() string {
	_, below, _ := strings.Cut(c.above, "\n")
	return lastLine(below)
}

// isAtBeginning reports whether a word is the first of a text, but for signs.
func isAtBeginning(word, text string) bool {
	start := strings.IndexFunc(text, func(r rune) bool { return isLetter(r) || words.IsSyllable(r) })
	return start >= 0 && strings.HasPrefix(text[start:], word)
}

func beginning(word string) string { return fmt.Sprintf("%q at its beginning", word) }

// of is what a feature is worth.
func (s *scale) of(f Feature) float64 {
	if n := s.number(f); n != none {
		return s.worth[n]
	}
	return 0
}

// reasons are what a text and its place are worth, by their meanings. Their sum is that of the weights, but for what
// is the same for every text: that most are no lessons and have no label.
func (c *candidate) reasons() map[string]float64 {
	s, all, first, ruleWord := weights(), map[string]float64{}, "", ""
	c.features(func(f Feature) {
		if f.Kind == Word {
			first = cmp.Or(first, f.Says)
			if m := s.meanings[Word][f.Says]; ruleWord == "" && (m.isNorm || m.isWeak) {
				ruleWord = f.Says
			}
		}
		all[c.meaningOf(f, first)] += s.of(f)
	})
	t := c.traits()
	says, place := shown(strengthNames[t.strength]), shown(t.placeName())
	places := []string{place, t.fileName()}
	for strength := range strengthNames { // what an order is worth differs by place: the place itself is worth the mean
		for i, crossed := range t.crossed(ruleStrength(strength)) {
			worth := s.of(Feature{Fact, crossed})
			all[places[i]] += worth / float64(len(strengthNames))
			all[says] -= worth / float64(len(strengthNames))
			if delete(all, shown(crossed)); strength == int(t.strength) {
				all[says] += worth
			}
		}
	}
	join := func(into string, reasons ...string) { // that are the same to the owner
		for _, r := range reasons {
			all[into] += all[r]
			delete(all, r)
		}
	}
	switch {
	case t.strength == order:
		join(beginning(first)+" (it can be an order)", says, beginning(first))
	case t.strength != noRule && ruleWord != "":
		join(fmt.Sprintf("the rule word %q", ruleWord), says, fmt.Sprintf("%q", ruleWord))
	}
	if t.explicit && t.below == lessonLabel {
		join(place, labelNames[lessonLabel]+" above it")
	}
	if t.label != unlabelled {
		all[labelNames[t.label]] -= s.of(Feature{Fact, labelNames[unlabelled]})
	}
	if c.columns != "" {
		join("a label or a column of lessons", labelNames[lessonLabel])
	}
	delete(all, labelNames[unlabelled])
	return all
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
	if no := shown(strengthNames[noRule]); all[no] > 0 { // that something is missing makes no one take it for a lesson
		delete(all, no)
	}
	var pro, con []string
	least := 0.0
	for _, worth := range all {
		least = max(least, leastBeside*math.Abs(worth), leastReason)
	}
	for _, says := range slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(math.Abs(all[b]), math.Abs(all[a])), cmp.Compare(a, b))
	}) {
		switch worth := all[says]; {
		case worth >= least && len(pro) < mostReasons:
			pro = append(pro, fmt.Sprintf("%s (%.1f)", says, worth))
		case worth <= -least && len(con) < mostReasons:
			con = append(con, fmt.Sprintf("%s (%.1f)", says, -worth))
		}
	}
	sides := []string{speak(pro) + " for it", speak(con) + " against it"}
	if c.chance < LeastChance {
		slices.Reverse(sides)
	}
	if c.chance < LeastToldChance && c.label == lessonLabel {
		sides = append(sides, "its label keeps it for a model")
	}
	return fmt.Sprintf("%d %%: %s", int(100*c.chance), strings.Join(sides, "; "))
}

// speak is a list of reasons with its verb.
func speak(reasons []string) string {
	switch n := len(reasons); n {
	case 0:
		return "nothing speaks"
	case 1:
		return reasons[0] + " speaks"
	default:
		return strings.Join(reasons[:n-1], ", ") + " and " + reasons[n-1] + " speak"
	}
}
