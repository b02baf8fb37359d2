// Package knapsack chooses what is worth most within a budget: entries for the section, and
// facts for the table. What comes in are choices with the sizes of their forms; what goes out
// is the form of each, with the same result each time.
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

// filling is a way to fill a part of the budget.
type filling struct {
	before       *filling // without its last choice; nil for the empty one
	choice, form int
	worth        int
	entries      int
}

// Select chooses at most one wording of each choice so that they are worth most
// within the limits. Of two ways that are worth as much, the one with the fuller
// wordings wins, then the one with fewer tokens. It returns for each choice the
// index of its wording, or -1.
//
// A wording takes the larger of its two counts, so what is chosen fits in both.
// The table has a row for each quarter token, because the host takes four units
// for a token. The choices that are worth most come first; once a row has all the
// entries that are allowed, no other choice is added to it.
func Select(choices []Choice, used tokens.Size, limits Limits) []int {
	room := max(4*limits.Tokens-limits.quarters(used), 0)
	rows := slices.Repeat([]*filling{{}}, room+1) // the best for at most so many quarter tokens
	for _, i := range limits.byWorth(choices) {
		for have := room; have > 0; have-- {
			for form, size := range choices[i].Sizes {
				rest := have - limits.quarters(size)
				if rest < 0 || rows[rest].entries >= limits.Entries {
					continue
				}
				if worth := rows[rest].worth + choices[i].worth(form); worth > rows[have].worth {
					rows[have] = &filling{rows[rest], i, form, worth, rows[rest].entries + 1}
				}
			}
		}
	}
	chosen := slices.Repeat([]int{-1}, len(choices))
	best := slices.MaxFunc(rows, func(a, b *filling) int { return cmp.Compare(a.worth, b.worth) })
	for ; best.before != nil; best = best.before {
		chosen[best.choice] = best.form
	}
	return chosen
}

// Fill adds to what Select chose what still fits: both counts of the whole may be less than
// the sum of the larger ones.
func Fill(chosen []int, choices []Choice, used tokens.Size, limits Limits) {
	for i, form := range chosen {
		if form >= 0 {
			used = used.Add(choices[i].Sizes[form])
			limits.Entries--
		}
	}
	for _, i := range limits.byWorth(choices) {
		for form, size := range choices[i].Sizes {
			if chosen[i] < 0 && limits.Entries > 0 && limits.Count.Of(used.Add(size)) <= limits.Tokens {
				chosen[i], used = form, used.Add(size)
				limits.Entries--
			}
		}
	}
}

// quarters is the larger count of a size in quarter tokens.
func (l Limits) quarters(s tokens.Size) int {
	return l.Count.Of(tokens.Size{O200k: 4 * s.O200k, Units: 4 * s.Units})
}

// byWorth is the order of the choices, with those that are worth most first, and of these the shortest.
func (l Limits) byWorth(choices []Choice) []int {
	order := make([]int, len(choices))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := choices[i], choices[j]
		return cmp.Or(
			cmp.Compare(b.most(), a.most()), cmp.Compare(l.shortest(a), l.shortest(b)), cmp.Compare(a.ID, b.ID),
		)
	})
	return order
}

// shortest is what the shortest wording of a choice takes, in quarter tokens.
func (l Limits) shortest(c Choice) int {
	shortest := math.MaxInt
	for _, size := range c.Sizes {
		shortest = min(shortest, l.quarters(size))
	}
	return shortest
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
