package brief

import (
	"cmp"
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

// Report compares the levels: those with a name first, then the budgets by size.
func Report(all []Record) (reports []LevelReport) {
	byLevel := map[string][]Record{}
	for _, r := range all {
		byLevel[r.Level] = append(byLevel[r.Level], r)
	}
	for _, same := range byLevel {
		reports = append(reports, reportOf(same))
	}
	slices.SortFunc(reports, func(a, b LevelReport) int { return cmp.Compare(rank(a.Level), rank(b.Level)) })
	return reports
}

// rank is the place of a level in a report: the named ones go before all budgets.
func rank(name string) int {
	if i := slices.IndexFunc(Levels, func(l Level) bool { return l.Name == name }); i >= 0 {
		return i
	}
	level, _, _ := ParseLevel(name) // 0 for what is none
	return len(Levels) + level.Budget
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
