package distill

import (
	"cmp"
	"slices"

	"wisdom/internal/tokens"
)

// Choice is a theme that could become an entry, with what each of its wordings
// would take of the budget. The fullest wording comes first.
type Choice struct {
	ID      string
	Lessons int // how many lessons it covers
	Sizes   []tokens.Size
}

// Limits are what the chosen entries may take together.
type Limits struct {
	Tokens  int
	Count   tokens.Count
	Entries int
}

// Select chooses at most one wording of each choice so that the most lessons
// are covered within the limits: a multiple-choice knapsack, solved exactly
// over both counts and the number of entries. Of two ways to cover as many, the
// one with the fuller wordings wins, then the one with fewer tokens. It returns
// for each choice the index of its wording, or -1.
//
// It goes through the choices, those that cover most first, and keeps every
// state that no other beats in every way. A state that could not reach the best
// one so far, even if every entry to come were as small as the smallest, is
// dropped. Neither changes the result.
func Select(choices []Choice, used tokens.Size, limits Limits) []int {
	order := make([]int, len(choices))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(choices[b].Lessons, choices[a].Lessons), cmp.Compare(choices[a].ID, choices[b].ID))
	})
	smallest := smallestSize(choices)
	states := []*state{{size: used}}
	for at, i := range order {
		best := 0
		for _, s := range states {
			best = max(best, s.covered)
		}
		var next []*state
		for _, s := range states {
			reach := s.covered
			for _, j := range order[at:min(at+limits.room(s, smallest), len(order))] {
				reach += choices[j].Lessons
			}
			if reach < best {
				continue
			}
			next = append(next, s)
			for form, size := range choices[i].Sizes {
				grown := &state{
					before: s, choice: i, form: form, size: s.size.Add(size), entries: s.entries + 1,
					covered: s.covered + choices[i].Lessons, fullness: s.fullness + len(choices[i].Sizes) - form,
				}
				if limits.Count.Of(grown.size) <= limits.Tokens && grown.entries <= limits.Entries {
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
	for s := slices.MinFunc(states, better(limits)); s.before != nil; s = s.before {
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
	covered      int // lessons
	fullness     int // of the wordings
}

func better(limits Limits) func(a, b *state) int {
	return func(a, b *state) int {
		return cmp.Or(
			cmp.Compare(b.covered, a.covered), cmp.Compare(b.fullness, a.fullness),
			cmp.Compare(limits.Count.Of(a.size), limits.Count.Of(b.size)),
			cmp.Compare(a.size.O200k+a.size.Units, b.size.O200k+b.size.Units),
		)
	}
}

// smallestSize is the least that any wording takes, by either count.
func smallestSize(choices []Choice) tokens.Size {
	smallest := tokens.Size{O200k: 1 << 30, Units: 1 << 30}
	for _, c := range choices {
		for _, size := range c.Sizes {
			smallest.O200k = min(smallest.O200k, size.O200k)
			smallest.Units = min(smallest.Units, size.Units)
		}
	}
	return smallest
}

// room is how many entries of the smallest size fit beside s, at the most.
func (l Limits) room(s *state, smallest tokens.Size) int {
	n := l.Entries - s.entries
	for n > 0 && l.Count.Of(tokens.Size{
		O200k: s.size.O200k + n*smallest.O200k,
		Units: s.size.Units + n*smallest.Units,
	}) > l.Tokens {
		n--
	}
	return max(n, 0)
}

// undominated keeps the states that no other is at least as good as in every
// way.
func undominated(states []*state) []*state {
	slices.SortStableFunc(states, func(a, b *state) int {
		return cmp.Or(
			cmp.Compare(a.size.O200k, b.size.O200k), cmp.Compare(a.size.Units, b.size.Units), cmp.Compare(a.entries, b.entries),
			cmp.Compare(b.covered, a.covered), cmp.Compare(b.fullness, a.fullness),
		)
	})
	var kept []*state
	for _, s := range states {
		if !slices.ContainsFunc(kept, func(k *state) bool {
			return k.size.Units <= s.size.Units && k.entries <= s.entries &&
				(k.covered > s.covered || k.covered == s.covered && k.fullness >= s.fullness)
		}) {
			kept = append(kept, s)
		}
	}
	return kept
}
