package brief

import (
	"cmp"
	"maps"
	"slices"
)

// LevelReport is what the injections of one level came to.
type LevelReport struct {
	Level string `json:"level"`
	// Assembled counts the injections by how their blocks were assembled, Ended those whose end was reported by how their
	// tasks ended.
	Assembled map[string]int `json:"assembled"`
	Ended     map[string]int `json:"ended"`
	// Tokens is the median of the blocks, Duration that of the reported seconds; 0 without any.
	Tokens   int     `json:"tokens"`
	Duration float64 `json:"duration_sec"`
}

// Report compares the levels, the smallest budget first.
func Report(all []Record) (reports []LevelReport) {
	byLevel := map[string][]Record{}
	for _, r := range all {
		byLevel[r.Level] = append(byLevel[r.Level], r)
	}
	for _, level := range slices.SortedFunc(maps.Keys(byLevel), func(x, y string) int {
		return cmp.Or(byLevel[x][0].Budget-byLevel[y][0].Budget, cmp.Compare(x, y))
	}) {
		reports = append(reports, reportOf(byLevel[level]))
	}
	return reports
}

func reportOf(all []Record) LevelReport {
	r := LevelReport{Level: all[0].Level, Assembled: map[string]int{}, Ended: map[string]int{}}
	var sizes []int
	var durations []float64
	for _, one := range all {
		o := one.Outcome
		if r.Assembled[o.Assembled]++; o.Assembled != Error {
			sizes = append(sizes, one.TokenCounts[total])
		}
		if o.Reported {
			r.Ended[o.Status]++
		}
		if o.Duration > 0 {
			durations = append(durations, o.Duration)
		}
	}
	r.Tokens, r.Duration = median(sizes), median(durations)
	return r
}

func median[N int | float64](all []N) (n N) {
	if slices.Sort(all); len(all) > 0 {
		n = all[len(all)/2]
	}
	return n
}
