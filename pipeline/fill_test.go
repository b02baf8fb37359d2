package pipeline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/tokens"
)

// best is the most that choices are worth together, by every way.
func best(choices [][]form, used tokens.Size, limits limits) int {
	if len(choices) == 0 {
		return 0
	}
	most := best(choices[1:], used, limits)
	for _, f := range choices[0] {
		if next := used.Add(f.Size); limits.fits(next) && limits.entries > 0 {
			fewer := limits
			fewer.entries--
			most = max(most, f.worth+best(choices[1:], next, fewer))
		}
	}
	return most
}

// What is chosen fits, nothing more does, and it is worth nearly as much as the best way.
func TestFillNearlyFindsTheBest(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	had, possible := 0, 0
	for round := range 400 {
		choices := make([][]form, 1+random.IntN(7))
		for i := range choices {
			worth, o200k := 3+random.IntN(9), 12+random.IntN(25)
			for range 1 + random.IntN(3) {
				size := tokens.Size{O200k: o200k, Units: 3*o200k + random.IntN(3*o200k)}
				choices[i] = append(choices[i], form{size, worth})
				o200k = max(o200k-random.IntN(12), 5)
				worth += (round % 2) * random.IntN(4)
			}
		}
		limits := limits{
			tokens: 40 + random.IntN(80), count: []tokens.Count{tokens.Larger, tokens.Host, tokens.O200k}[round%3],
			entries: random.IntN(8),
		}
		used := tokens.Size{O200k: random.IntN(30), Units: random.IntN(120)}
		possible += best(choices, used, limits)
		size, entries := used, 0
		chosen := fill(choices, used, limits)
		for i, at := range chosen {
			if at >= 0 {
				size, entries, had = size.Add(choices[i][at].Size), entries+1, had+choices[i][at].worth
			}
		}
		require.Truef(t, entries == 0 || limits.fits(size) && entries <= limits.entries, "%v in %+v", size, limits)
		for i, at := range chosen {
			isOut := at < 0 && entries < limits.entries
			fits := func(f form) bool { return limits.fits(size.Add(f.Size)) }
			require.Falsef(t, isOut && slices.ContainsFunc(choices[i], fits), "there is room for %+v", choices[i])
		}
	}
	assert.Greaterf(t, float64(had)/float64(possible), .93, "%d of %d", had, possible)
	t.Logf("%d of %d", had, possible)
}

func TestNothingFits(t *testing.T) {
	t.Parallel()
	choices := [][]form{{{tokens.Size{O200k: 20, Units: 80}, 3}}}
	for _, limits := range []limits{{10, tokens.Larger, 5}, {60, tokens.Larger, 0}, {60, tokens.Larger, -1}} {
		assert.Equal(t, []int{-1}, fill(choices, tokens.Size{O200k: 12, Units: 48}, limits))
	}
}
