// Package knapsack chooses what is worth most within a budget: entries for the section, and
// facts for the table. What comes in are choices with the sizes of their forms; what goes out
// is the form of each, exactly, with the same result each time.
package knapsack

import (
	"cmp"
	"math"
	"slices"

	"wisdom/internal/tokens"
)

// Choice is a theme that could become an entry, with what each of its wordings
// would take of the budget. The fullest wording comes first.
type Choice struct {
	ID      string
	Lessons int // how many lessons it covers
	Sizes   []tokens.Size
	// Worth is what each wording is worth; nil where each is worth its lessons.
	Worth []int
}

// Limits are what the chosen entries may take together.
type Limits struct {
	Tokens  int
	Count   tokens.Count
	Entries int
}

// Select chooses at most one wording of each choice so that they are worth most
// within the limits: a multiple-choice knapsack, solved exactly over both counts
// and the number of entries. Of two ways that are worth as much, the one with the
// fuller wordings wins, then the one with fewer tokens. It returns
// for each choice the index of its wording, or -1.
//
// It goes through the choices, those that are worth most first, and keeps every
// state that no other beats in every way. A state is dropped if it could not
// reach the best known result even if only one of the two counts mattered from
// there on; for one count alone the best is known beforehand (see outlook).
// Neither changes the result.
func Select(choices []Choice, used tokens.Size, limits Limits) []int {
	order := make([]int, len(choices))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(choices[b].most(), choices[a].most()), cmp.Compare(choices[a].ID, choices[b].ID))
	})
	sorted := make([]Choice, len(choices))
	for i, at := range order {
		sorted[i] = choices[at]
	}
	outlooks := limits.outlooks(sorted, used)
	states := []*state{{size: used}}
	best := limits.greedy(sorted, used)
	for at, c := range sorted {
		var next []*state
		for _, s := range states {
			if s.worth+outlooks.most(at, s.size) < best {
				continue
			}
			next = append(next, s)
			for form, size := range c.Sizes {
				grown := &state{
					before: s, choice: order[at], form: form, size: s.size.Add(size), entries: s.entries + 1,
					worth: s.worth + c.worth(form),
				}
				if limits.fit(grown.size) && grown.entries <= limits.Entries {
					best = max(best, grown.worth)
					next = append(next, grown)
				}
			}
		}
		states = undominated(next)
	}
	chosen := make([]int, len(choices))
	for i := range chosen {
		chosen[i] = -1
	}
	for s := slices.MinFunc(states, limits.compare); s.before != nil; s = s.before {
		chosen[s.choice] = s.form
	}
	return chosen
}

// state is a way to fill a part of the budget.
type state struct {
	before       *state
	choice, form int
	size         tokens.Size
	entries      int
	worth        int
}

// worthScale is what a worth of one counts; the fullness of wordings only decides
// between equals, so all of it together counts less.
const worthScale = 1 << 16

// worth is what a wording of a choice is worth.
func (c Choice) worth(form int) int {
	worth := c.Lessons
	if c.Worth != nil {
		worth = c.Worth[form]
	}
	return worth*worthScale + len(c.Sizes) - form
}

// most is what the best wording of a choice is worth.
func (c Choice) most() int {
	most := 0
	for form := range c.Sizes {
		most = max(most, c.worth(form))
	}
	return most
}

func (l Limits) fit(size tokens.Size) bool { return l.Count.Of(size) <= l.Tokens }

// compare orders states, the better one first.
func (l Limits) compare(a, b *state) int {
	return cmp.Or(
		cmp.Compare(b.worth, a.worth), cmp.Compare(l.Count.Of(a.size), l.Count.Of(b.size)),
		cmp.Compare(a.size.O200k+a.size.Units, b.size.O200k+b.size.Units),
	)
}

// greedy is the worth of a result that is easily had: of each choice, in their
// order, the fullest wording that fits.
func (l Limits) greedy(sorted []Choice, used tokens.Size) int {
	worth, entries := 0, 0
	for _, c := range sorted {
		for form, size := range c.Sizes {
			if entries < l.Entries && l.fit(used.Add(size)) {
				used = used.Add(size)
				worth += c.worth(form)
				entries++
				break
			}
		}
	}
	return worth
}

// outlook says for one count how much is to be had of the choices from an index
// on with a given room, were it the only count.
type outlook struct {
	room  int // at the beginning
	spent func(tokens.Size) int
	most  [][]int // by index and room
}

type outlooks []outlook

// outlooks solves the knapsack for each count alone, from the last choice to the
// first.
func (l Limits) outlooks(sorted []Choice, used tokens.Size) outlooks {
	var all outlooks
	if l.Count != tokens.O200k {
		units := func(s tokens.Size) int { return s.Units }
		all = append(all, outlookBy(units, 4*l.Tokens-used.Units, sorted, used))
	}
	if l.Count != tokens.Host {
		o200k := func(s tokens.Size) int { return s.O200k }
		all = append(all, outlookBy(o200k, l.Tokens-used.O200k, sorted, used))
	}
	return all
}

func outlookBy(count func(tokens.Size) int, room int, sorted []Choice, used tokens.Size) outlook {
	start := count(used)
	o := outlook{
		room:  max(room, 0),
		spent: func(s tokens.Size) int { return count(s) - start },
		most:  make([][]int, len(sorted)+1),
	}
	o.most[len(sorted)] = make([]int, o.room+1)
	for at := len(sorted) - 1; at >= 0; at-- {
		if len(sorted[at].Sizes) == 0 { // most lessons stand alone
			o.most[at] = o.most[at+1]
			continue
		}
		row := slices.Clone(o.most[at+1])
		for form, size := range sorted[at].Sizes {
			worth := sorted[at].worth(form)
			for have := count(size); have <= o.room; have++ {
				row[have] = max(row[have], o.most[at+1][have-count(size)]+worth)
			}
		}
		o.most[at] = row
	}
	return o
}

// most bounds what a state of the given size can gain from index at on.
func (all outlooks) most(at int, size tokens.Size) int {
	least := math.MaxInt
	for _, o := range all {
		least = min(least, o.most[at][max(o.room-o.spent(size), 0)])
	}
	return least
}

// undominated keeps the states that no other is at least as good as in every
// way. It goes through them with the o200k count growing and remembers, for each
// number of entries, how much worth was to be had for how many units.
func undominated(states []*state) []*state {
	slices.SortStableFunc(states, func(a, b *state) int {
		return cmp.Or(
			cmp.Compare(a.size.O200k, b.size.O200k), cmp.Compare(a.size.Units, b.size.Units), cmp.Compare(a.entries, b.entries),
			cmp.Compare(b.worth, a.worth),
		)
	})
	var stairs []staircase // by number of entries
	kept := states[:0]
	for _, s := range states {
		for len(stairs) <= s.entries {
			stairs = append(stairs, nil)
		}
		if slices.ContainsFunc(stairs[:s.entries+1], func(c staircase) bool { return c.at(s.size.Units) >= s.worth }) {
			continue
		}
		stairs[s.entries] = stairs[s.entries].with(s.size.Units, s.worth)
		kept = append(kept, s)
	}
	return kept
}

// staircase tells the most worth for so many units; both grow from step to step.
type staircase []step

type step struct{ units, worth int }

func (c staircase) find(units int) (int, bool) {
	return slices.BinarySearchFunc(c, units, func(s step, units int) int { return cmp.Compare(s.units, units) })
}

// at is the most worth for at most so many units, -1 for none.
func (c staircase) at(units int) int {
	i, exact := c.find(units)
	if !exact {
		i--
	}
	if i < 0 {
		return -1
	}
	return c[i].worth
}

// with adds a step that is higher than those before it, and removes those after
// it that are not higher.
func (c staircase) with(units, worth int) staircase {
	i, _ := c.find(units)
	end := i
	for end < len(c) && c[end].worth <= worth {
		end++
	}
	return slices.Replace(c, i, end, step{units, worth})
}
