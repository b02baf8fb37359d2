package distill

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/review/ledger"
)

const (
	// retold is how alike the characters of two lessons in Chinese are at least, as a
	// cosine, where one may tell the other again in its own words; leastInCommon is how
	// many they share at least: with fewer it is a word or two, their subject.
	retold        = 0.2
	leastInCommon = 5
	// nearlyAll is the share of the characters of a rule from which on another lesson
	// holds it, leastRule how many it has at least.
	nearlyAll = 0.75
	leastRule = 4
)

// different counts the lessons that do not repeat another, as far as an entry needs
// them: "Bad news first" and "Bad news first, as always" are one lesson written twice.
// What counts here as one stays two lessons; where it is wrong, a theme has to wait for
// one lesson more.
func (d *distiller) different(theme []int) int {
	var seen []int
	for _, i := range theme {
		if slices.ContainsFunc(seen, func(other int) bool { return d.repeats(i, other) }) {
			continue
		}
		if seen = append(seen, i); len(seen) == d.opts.Support {
			break
		}
	}
	return len(seen)
}

// repeats says whether of two lessons one begins with the whole rule of the other, or
// they stand in two files, a day and a list, say, and may be one in other words: nobody
// writes a lesson twice in one list.
func (d *distiller) repeats(a, b int) bool {
	rule, other := words.Normal(d.lessons[a].Headline), words.Normal(d.lessons[b].Headline)
	return begins(rule, other) || begins(other, rule) ||
		d.lessons[a].Path != d.lessons[b].Path && d.script.retells(a, b)
}

// begins says whether a text begins with another one and a mark behind that.
func begins(text, with string) bool {
	rest, found := strings.CutPrefix(text, with)
	first, _ := utf8.DecodeRuneInString(rest)
	return found && (rest == "" || unicode.IsPunct(first))
}

// written are the Chinese characters of lessons and the pairs of them. Chinese has no
// spaces and few forms, so that what is told again has the same characters, if not the
// same words: 退款先问 and 退款的事先问过.
type written struct {
	of     [][]string     // by lesson, sorted; empty for other scripts
	rules  [][]string     // by lesson, those of its headline
	spread map[string]int // in how many lessons each stands
}

func writtenIn(lessons []ledger.Lesson) written {
	w := written{make([][]string, len(lessons)), make([][]string, len(lessons)), map[string]int{}}
	for i := range lessons {
		w.of[i], w.rules[i] = charactersOf(lessons[i].Text), charactersOf(lessons[i].Headline)
		for _, one := range w.of[i] {
			w.spread[one]++
		}
	}
	return w
}

// charactersOf are the characters of a text that carry meaning, and the pairs of them
// that stand side by side; sorted, each once.
func charactersOf(text string) []string {
	var all []string
	before := ""
	for _, r := range text {
		if !unicode.Is(unicode.Han, r) || strings.ContainsRune(emptyCharacters, r) {
			before = ""
			continue
		}
		one := string(r)
		if all = append(all, one); before != "" {
			all = append(all, before+one)
		}
		before = one
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// retells says whether two lessons have so much in common that one may be the other,
// told again: what many lessons hold weighs less.
func (w written) retells(a, b int) bool {
	if holdsRule(w.of[a], w.rules[b]) || holdsRule(w.of[b], w.rules[a]) {
		return true
	}
	both := common(w.of[a], w.of[b])
	return single(both) >= leastInCommon && w.sum(both) >= retold*math.Sqrt(w.sum(w.of[a])*w.sum(w.of[b]))
}

// holdsRule says whether nearly all characters of a rule stand in a lesson.
func holdsRule(lesson, rule []string) bool {
	n := single(rule)
	return n >= leastRule && float64(single(common(lesson, rule))) >= nearlyAll*float64(n)
}

// common are those of a that are in b too; b is sorted.
func common(a, b []string) []string {
	var both []string
	for _, one := range a {
		if _, there := slices.BinarySearch(b, one); there {
			both = append(both, one)
		}
	}
	return both
}

// single counts the characters, without the pairs.
func single(all []string) int {
	n := 0
	for _, one := range all {
		if utf8.RuneCountInString(one) == 1 {
			n++
		}
	}
	return n
}

func (w written) sum(all []string) float64 {
	sum := 0.0
	for _, one := range all {
		sum += math.Log(float64(len(w.of)+1) / float64(w.spread[one]))
	}
	return sum
}
