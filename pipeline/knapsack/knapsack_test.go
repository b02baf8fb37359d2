package knapsack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wisdom/internal/tokens"
)

// exhaust tries every way.
func exhaust(choices []Choice, used tokens.Size, limits Limits) (covered, fullness int) {
	if limits.Count.Of(used) > limits.Tokens || limits.Entries < 0 {
		return -1, -1
	}
	if len(choices) == 0 {
		return 0, 0
	}
	covered, fullness = exhaust(choices[1:], used, limits)
	for form, size := range choices[0].Sizes {
		fewer := limits
		fewer.Entries--
		c, f := exhaust(choices[1:], used.Add(size), fewer)
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

func TestSelectIsExact(t *testing.T) {
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
			Entries: random.IntN(6),
		}
		used := tokens.Size{O200k: random.IntN(30), Units: random.IntN(120)}
		chosen := Select(choices, used, limits)
		size, covered, fullness, entries := used, 0, 0, 0
		for i, form := range chosen {
			if form >= 0 {
				size = size.Add(choices[i].Sizes[form])
				covered += worthOf(choices[i], form)
				fullness += len(choices[i].Sizes) - form
				entries++
			}
		}
		if limits.Count.Of(size) > limits.Tokens || entries > limits.Entries {
			t.Fatalf("round %d: %d tokens in %d entries, limits %+v", round, limits.Count.Of(size), entries, limits)
		}
		if c, f := exhaust(choices, used, limits); c != covered || f != fullness {
			t.Fatalf("round %d: covers %d (%d), possible %d (%d)", round, covered, fullness, c, f)
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
