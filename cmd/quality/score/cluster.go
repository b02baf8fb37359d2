package score

// Both measures compare two groupings of the same things: want[i] and got[i] are
// the groups of thing i. Groups are known by any number.

// BCubedF is the harmonic mean of B-cubed precision and recall (Bagga and Baldwin 1998): for each thing, how much of
// the group that it is in belongs with it, and how much of what belongs with it is in its group.
func BCubedF(want, got []int) (f, precision, recall float64) {
	if len(want) == 0 {
		return 0, 0, 0
	}
	inWant, inGot, inBoth := tally(want, got)
	for i := range want {
		both := float64(inBoth[[2]int{want[i], got[i]}])
		precision += both / float64(inGot[got[i]]) / float64(len(want))
		recall += both / float64(inWant[want[i]]) / float64(len(want))
	}
	return 2 * precision * recall / (precision + recall), precision, recall
}

// AdjustedRand is the Rand index corrected for chance (Hubert and Arabie 1985): a random grouping with groups of the
// same sizes has 0, and less is possible.
func AdjustedRand(want, got []int) float64 {
	inWant, inGot, inBoth := tally(want, got)
	together, a, b := pairsIn(inBoth), pairsIn(inWant), pairsIn(inGot)
	all := choose2(len(want))
	if all == 0 {
		return 1
	}
	expected, most := a*b/all, (a+b)/2
	if most == expected {
		return 1 // both are all alone, or both all together
	}
	return (together - expected) / (most - expected)
}

func tally(want, got []int) (inWant, inGot map[int]int, inBoth map[[2]int]int) {
	inWant, inGot, inBoth = map[int]int{}, map[int]int{}, map[[2]int]int{}
	for i := range want {
		inWant[want[i]]++
		inGot[got[i]]++
		inBoth[[2]int{want[i], got[i]}]++
	}
	return inWant, inGot, inBoth
}

// pairsIn is the number of pairs within groups. They are whole numbers, so their
// sum does not depend on the order of the map.
func pairsIn[K comparable](groups map[K]int) float64 {
	sum := 0.0
	for _, n := range groups {
		sum += choose2(n)
	}
	return sum
}

func choose2(n int) float64 { return float64(n) * float64(n-1) / 2 }
