package knapsack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wisdom/internal/tokens"
)

// exhaust tries every way, with the larger count of each size.
func exhaust(choices []Choice, room int, limits Limits) (covered, fullness int) {
	if room < 0 {
		return -1, -1
	}
	if len(choices) == 0 {
		return 0, 0
	}
	covered, fullness = exhaust(choices[1:], room, limits)
	for form, size := range choices[0].Sizes {
		c, f := exhaust(choices[1:], room-limits.quarters(size), limits)
		if c < 0 {
			continue
		}
		c, f = c+worthOf(choices[0], form), f+len(choices[0].Sizes)-form
		if c > covered || c == covered && f > fullness {
			covered, fullness = c, f
		}
	}
	return covered, fullness
}

// worthOf is what a test knows a wording to be worth.
func worthOf(c Choice, form int) int {
	if c.Worth == nil {
		return c.Lessons
	}
	return c.Worth[form]
}

func TestSelectFindsTheBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		choices := make([]Choice, 1+random.IntN(7))
		for i := range choices {
			choices[i] = Choice{ID: fmt.Sprint(i), Lessons: 3 + random.IntN(9)}
			o200k := 12 + random.IntN(25)
			for range 1 + random.IntN(3) {
				choices[i].Sizes = append(choices[i].Sizes, tokens.Size{O200k: o200k, Units: 3*o200k + random.IntN(3*o200k)})
				o200k = max(o200k-random.IntN(12), 5)
				if round%2 == 1 { // each wording has a worth of its own
					choices[i].Worth = append(choices[i].Worth, 1+random.IntN(60))
				}
			}
		}
		limits := Limits{
			Tokens:  40 + random.IntN(80),
			Count:   []tokens.Count{tokens.Larger, tokens.Host, tokens.O200k}[round%3],
			Entries: len(choices),
		}
		used := tokens.Size{O200k: random.IntN(30), Units: random.IntN(120)}
		covered, fullness := check(t, choices, used, limits)
		if c, f := exhaust(choices, 4*limits.Tokens-limits.quarters(used), limits); c != covered || f != fullness {
			t.Fatalf("round %d: covers %d (%d), possible %d (%d)", round, covered, fullness, c, f)
		}
		limits.Entries = random.IntN(4)
		check(t, choices, used, limits)
	}
}

// check selects within limits, and adds up what is covered without what is filled in.
func check(t *testing.T, choices []Choice, used tokens.Size, limits Limits) (covered, fullness int) {
	t.Helper()
	chosen := Select(choices, used, limits)
	for i, form := range chosen {
		if form >= 0 {
			covered += worthOf(choices[i], form)
			fullness += len(choices[i].Sizes) - form
		}
	}
	Fill(chosen, choices, used, limits)
	size, entries := used, 0
	for i, form := range chosen {
		if form >= 0 {
			size = size.Add(choices[i].Sizes[form])
			entries++
		}
	}
	if limits.Count.Of(size) > limits.Tokens || entries > limits.Entries {
		t.Fatalf("%d tokens in %d entries, limits %+v", limits.Count.Of(size), entries, limits)
	}
	for i, form := range chosen {
		for _, more := range choices[i].Sizes {
			if form < 0 && entries < limits.Entries && limits.Count.Of(size.Add(more)) <= limits.Tokens {
				t.Fatalf("there is room for %+v, limits %+v", choices[i], limits)
			}
		}
	}
	return covered, fullness
}

func TestNothingFits(t *testing.T) {
	choices := []Choice{{ID: "a", Lessons: 3, Sizes: []tokens.Size{{O200k: 20, Units: 80}}}}
	for _, limits := range []Limits{{10, tokens.Larger, 5}, {60, tokens.Larger, 0}, {60, tokens.Larger, -1}} {
		if chosen := Select(choices, tokens.Size{O200k: 12, Units: 48}, limits); chosen[0] != -1 {
			t.Errorf("%+v: chosen %v", limits, chosen)
		}
	}
}

func TestSelectIgnoresOrder(t *testing.T) {
	choices := []Choice{
		{ID: "a", Lessons: 3, Sizes: []tokens.Size{{O200k: 20, Units: 80}, {O200k: 12, Units: 50}}},
		{ID: "b", Lessons: 5, Sizes: []tokens.Size{{O200k: 22, Units: 90}}},
		{ID: "c", Lessons: 5, Sizes: []tokens.Size{{O200k: 22, Units: 90}}},
		{ID: "d", Lessons: 9, Sizes: []tokens.Size{{O200k: 30, Units: 120}, {O200k: 14, Units: 60}}},
	}
	limits := Limits{60, tokens.Larger, 15}
	pick := func(choices []Choice) []string {
		var ids []string
		for i, form := range Select(choices, tokens.Size{}, limits) {
			if form >= 0 {
				ids = append(ids, fmt.Sprint(choices[i].ID, form))
			}
		}
		slices.Sort(ids)
		return ids
	}
	want := pick(choices)
	slices.Reverse(choices)
	if got := pick(choices); !slices.Equal(got, want) {
		t.Errorf("chosen %v, in another order %v", want, got)
	}
}

func BenchmarkSelect(b *testing.B) {
	for _, tc := range []struct{ n, budget int }{{10, 150}, {100, 150}, {1000, 150}, {200, 600}, {200, 1200}} {
		n := tc.n
		b.Run(fmt.Sprintf("%d in %d", n, tc.budget), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			choices := make([]Choice, n)
			for i := range choices {
				choices[i] = Choice{ID: fmt.Sprint(i), Lessons: 3 + random.IntN(20)}
				for _, o200k := range []int{28, 20, 13} {
					o200k += random.IntN(6)
					choices[i].Sizes = append(choices[i].Sizes, tokens.Size{O200k: o200k, Units: 4*o200k + random.IntN(20)})
				}
			}
			for b.Loop() {
				Select(choices, tokens.Size{O200k: 50, Units: 200}, Limits{tc.budget, tokens.Larger, tc.budget / 10})
			}
		})
	}
}
