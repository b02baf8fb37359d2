package injection

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// order is one way to give orders to a model; see lang.Orders.
type order struct {
	// needs are groups of words in lower case: a text that lacks all words of one holds no such order.
	needs [][]string
	re    func() *regexp.Regexp
	// with are other things that must be near in the sentence, or only behind. wide: the sentence before may hold them, too.
	with         []func() *regexp.Regexp
	behind, wide bool
	// honest matches from the order on, ban to its end: then it is none. Both may be nil.
	honest, ban func() *regexp.Regexp
	// glued, if any, matches the order without the spaces between its words.
	glued func() *regexp.Regexp
}

// orders are those of all languages.
var orders = sync.OnceValue(func() []order {
	var all []order
	for _, l := range lang.All() {
		for _, o := range l.Orders.ToModel {
			known := order{needs: [][]string{o.Keywords}, re: text.Lazily("(?i)" + o.Pattern)}
			if o.Honest != "" {
				known.honest = text.Lazily("(?i)" + o.Honest)
			}
			all = append(all, known)
		}
		all = append(all, toReader(&l.Orders)...)
	}
	return all
})

// toReader are the orders that each language has: to set aside what was said before, to whoever condenses notes, to add
// something to SOUL.md, its section or the rules, to be somebody without limits, and to all agents or those that read
// this, to send something out or to keep it from the owner.
func toReader(o *lang.Orders) []order {
	w := writing{border: `(?:^|\PL)`, end: `(?:$|\PL)`, next: `(?:\PL[^.:;!?"“”\n]{0,40}?)??\PL`, far: `.{0,60}?`}
	if strings.ContainsFunc(o.Rules, text.IsSyllable) {
		w = writing{next: `.{0,30}?`, far: `.{0,40}?`} // no border ends a word
	}
	short := strings.ReplaceAll(w.next, "40", "15")
	above := one(one(o.Above)+w.next+one(o.Rules), one(o.Rules)+short+one(o.Above), o.Standing)
	aside, verbs := w.border+one(o.Aside)+w.next+above, o.Aside
	if o.AsideLast != "" {
		aside, verbs = one(aside, w.border+above+w.next+one(o.AsideLast)), one(verbs, o.AsideLast)
	}
	into := one(`soul\.md`, o.Into)
	adds := one(strings.ReplaceAll(o.Adds, "⟨into⟩", into))
	does, much := w.border+w.whole(o.Does), w.border+one(o.Much)
	sends := one(does + w.far + much)
	if w.border == "" {
		sends = one(sends, much+w.far+does)
	}
	readerDoes := one(w.border+adds, w.border+w.whole(o.Does, o.Sends, o.Secretly))
	var ban func() *regexp.Regexp
	if o.Forbidden != "" {
		ban = text.Lazily("(?i)" + w.whole(o.Forbidden))
	}
	hidden := w.order(
		w.whole(o.Sends), w.whole(o.Tells, o.Secretly), w.whole(o.Owner, o.Secretly), w.whole(o.Without, o.Secretly),
	)
	hidden.behind, hidden.ban = true, ban
	nothing := w.order(w.whole(o.Nothing), o.Behind, w.whole(o.Valid), one(o.Written, o.Rules))
	nothing.behind = w.border != ""
	curates := w.order(adds, one(o.Curates, o.Condenses), one(o.Curates, o.Notes))
	curates.wide = true
	return []order{
		nothing, hidden, curates, w.order(adds, into), w.order(o.Persona, o.Free),
		{
			needs: needs(verbs, one(o.Rules, o.Standing)), re: text.Lazily("(?i)" + aside),
			glued: text.Lazily("(?i)" + strings.NewReplacer(w.border, "", `\PL`, `\PL?`, " ", " ?").Replace(aside)),
		},
		{needs: needs(o.Rules, o.Void), re: text.Lazily("(?i)" + w.border + w.near(o.Total, o.Rules) + w.next + one(o.Void))},
		{
			needs: needs(o.Readers, one(adds, o.Does, o.Sends, o.Secretly)), ban: ban,
			re: w.find(one(o.Readers) + w.far + readerDoes),
		},
		{
			needs: needs(o.Everyone, o.Does), re: text.Lazily("(?i)" + w.border + one(o.Everyone) + w.far + sends),
			honest: text.Lazily("(?i)" + w.border + w.whole(o.Honest)),
		},
	}
}

// order is one that has several things near each other.
func (w writing) order(pattern string, with ...string) order {
	o := order{needs: needs(append(with, pattern)...), re: w.find(pattern)}
	for _, other := range with {
		o.with = append(o.with, w.find(other))
	}
	return o
}

// writing is how words are parted in the writing of a language, in patterns.
type writing struct{ border, end, next, far string }

func (w writing) find(pattern string) func() *regexp.Regexp {
	return text.Lazily("(?i)" + w.border + one(pattern))
}

// near matches two patterns in any order.
func (w writing) near(a, b string) string { return one(one(a)+w.next+one(b), one(b)+w.next+one(a)) }

// whole is one of some patterns up to the end of a word.
func (w writing) whole(patterns ...string) string { return one(patterns...) + w.end }

func one(patterns ...string) string { return "(?:" + strings.Join(patterns, "|") + ")" }

// cheaper makes a pattern of classes that are quick to read, where only its words count.
var cheaper = strings.NewReplacer(`\pL`, `\w`, `\PL`, `\W`)

// needs are the words of which a text must have one for each pattern.
func needs(patterns ...string) (groups [][]string) {
	for _, pattern := range patterns {
		list := lang.Literals(cheaper.Replace(one(pattern)))
		if list != nil && !slices.ContainsFunc(list, func(word string) bool { return len(word) < 2 }) { // see text.Marks
			groups = append(groups, list)
		}
	}
	return groups
}

// suspects are, by line from 1, the numbers of the orders of which a text holds a word of each group there or mostParted
// lines above; nil where there is nothing to look at.
func suspects(s string) [][]int {
	marks, all := orderMarks(), [][]int{nil}
	last := make([]int, len(marks.order)) // by group, the last line with a word of it
	for line := range strings.Lines(s) {
		var here []int
		if hasInvisible(line) {
			here = []int{}
		}
		ways, _ := readings(shown(line))
		if strings.ContainsAny(line, "<[") { // marks of a system message
			ways = append(ways, line)
		}
		for _, way := range ways {
			marks.Each(strings.ToLower(way), func(phrase, _ int) bool {
				for _, group := range marks.of[phrase] {
					if last[group] == len(all) {
						continue
					}
					n := marks.order[group]
					if last[group] = len(all); !slices.Contains(here, n) && marks.complete(group, last) {
						here = append(here, n)
					}
				}
				return true
			})
		}
		all = append(all, here)
	}
	return all
}

// orderWords are the words that orders need, with the groups that each is of, and the order of each group. Those of one
// order are one behind the other.
type orderWords struct {
	*text.Marks
	of    [][]int
	order []int
}

// complete reports whether all groups of the order of one were on its last line or little above.
func (w orderWords) complete(group int, last []int) bool {
	first, _ := slices.BinarySearch(w.order, w.order[group])
	for g := first; g < len(last) && w.order[g] == w.order[group]; g++ {
		if last[g] == 0 || last[g]+mostParted < last[group] {
			return false
		}
	}
	return true
}

var orderMarks = sync.OnceValue(func() (w orderWords) {
	of := map[string][]int{}
	for n, o := range orders() {
		for _, list := range o.needs {
			for _, word := range list {
				of[word] = append(of[word], len(w.order))
			}
			w.order = append(w.order, n)
		}
	}
	all := slices.Sorted(maps.Keys(of))
	w.Marks = text.MarksOf(all...)
	for _, word := range all {
		w.of = append(w.of, of[word])
	}
	return w
})
