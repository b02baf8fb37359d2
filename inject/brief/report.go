package brief

import (
	"cmp"
	"maps"
	"slices"

	"wisdom/internal/sorting"
)

// LevelReport is what the injections of one level came to.
type LevelReport struct {
	Level string `json:"level"`
	// Injections is the number of blocks. Those that could not be assembled are in Assembled alone.
	Injections int `json:"injections"`
	// Reported is the number of tasks whose end was reported, by status. Changes are what was told of their changes, and
	// Assembled counts the states in which the blocks were assembled, which tell nothing of the tasks.
	Reported  int     `json:"reported"`
	Statuses  []Tally `json:"statuses"`
	Changes   []Tally `json:"changes"`
	Assembled []Tally `json:"assembled"`
	// Duration is the median of the reported seconds, null without any; Tokens that of the blocks.
	Duration *float64 `json:"duration_sec"`
	Tokens   int      `json:"tokens"`
	// Trimmed are the sections that were dropped, shortened or summarized, the most frequent first.
	Trimmed []Tally `json:"trimmed"`
	// Redactions is the number of secrets that were taken out.
	Redactions int `json:"redactions"`
}

// Tally is how often something happened.
type Tally struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Report compares the levels: those with a name first, then the budgets by size.
func Report(all []Record) []LevelReport {
	byLevel := map[string][]Record{}
	for _, r := range all {
		byLevel[r.Level] = append(byLevel[r.Level], r)
	}
	rank := func(name string) int { return slices.IndexFunc(Levels, func(l Level) bool { return l.Name == name }) }
	order := slices.SortedFunc(maps.Keys(byLevel), func(a, b string) int {
		x, y := rank(a), rank(b)
		switch {
		case x >= 0 && y >= 0:
			return x - y
		case x >= 0 || y >= 0:
			return y - x
		}
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	var reports []LevelReport
	for _, name := range order {
		reports = append(reports, reportOf(name, byLevel[name]))
	}
	return reports
}

func reportOf(name string, all []Record) LevelReport {
	r := LevelReport{Level: name}
	statuses, assembled, changes, trimmed := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	var sizes []int
	var durations []float64
	for _, one := range all {
		assembled[one.Outcome.Assembled]++
		if one.Outcome.Assembled == Error {
			continue
		}
		r.Injections++
		if one.Outcome.Reported && slices.Contains(Reportable, one.Outcome.Status) {
			r.Reported++
			statuses[one.Outcome.Status]++
		}
		if one.Outcome.Changes != "" {
			changes[one.Outcome.Changes]++
		}
		if one.Outcome.Duration > 0 {
			durations = append(durations, one.Outcome.Duration)
		}
		if size := one.TokenCounts[total]; size > 0 {
			sizes = append(sizes, size)
		}
		touched := map[Section]bool{}
		for _, s := range one.Trimming.Steps {
			touched[s.Section] = true
		}
		for s := range touched {
			trimmed[string(s)]++
		}
		r.Redactions += one.Security.RedactionsApplied
	}
	r.Statuses, r.Changes = tallies(statuses), tallies(changes)
	r.Assembled, r.Trimmed = tallies(assembled), tallies(trimmed)
	if slices.Sort(durations); len(durations) > 0 {
		r.Duration = &durations[len(durations)/2]
	}
	if slices.Sort(sizes); len(sizes) > 0 {
		r.Tokens = sizes[len(sizes)/2]
	}
	return r
}

// tallies orders counts, the most frequent first.
func tallies(counts map[string]int) []Tally {
	all := []Tally{}
	for name, n := range counts {
		all = append(all, Tally{name, n})
	}
	sorting.Stable(all, func(a, b Tally) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Name, b.Name)) })
	return all
}
