package brief

import (
	"fmt"
	"maps"
	"strconv"
)

const (
	// HardCap is the most tokens that a block takes at any level.
	HardCap = 2000
	// leastBudget is the least that a level may ask for, in tokens.
	leastBudget = 600
)

// Section is the name of a part of the block, as the log spells it.
type Section string

// The sections.
const (
	Soul    Section = "soul"
	Anchors Section = "anchors"
	Profile Section = "profile"
	Journal Section = "journal"
	Roadmap Section = "roadmap"
)

// Order is the order of the sections in a block.
var Order = []Section{Soul, Anchors, Profile, Journal, Roadmap}

// Level says how much of a project a block holds.
type Level struct {
	// Name is "minimal", "standard", "full" or a number.
	Name string
	// Budget is the most tokens that the block takes, tags included.
	Budget int
	// Shares are the tokens that each of its sections is meant to take.
	Shares map[Section]int
}

// Levels are the levels with a name.
var Levels = []Level{
	{"minimal", 600, map[Section]int{Soul: 200, Journal: 400}},
	{"standard", 1200, map[Section]int{Soul: 200, Anchors: 150, Profile: 150, Journal: 500}},
	{"full", 1800, map[Section]int{Soul: 200, Anchors: 150, Profile: 150, Journal: 600, Roadmap: 200}},
}

// leastJournal and mostJournal are the bounds of the journal's share, in tokens.
const leastJournal, mostJournal = 400, 600

// ParseLevel reads the name of a level, or a budget from 600 to 2,000 tokens: that has
// the sections of "standard", and a journal as much longer or shorter as the budget is
// larger or smaller. A larger budget is cut to HardCap, which capped reports.
func ParseLevel(text string) (level Level, capped bool, err error) {
	for _, level := range Levels {
		if level.Name == text {
			return level, false, nil
		}
	}
	budget, err := strconv.Atoi(text)
	if err != nil {
		return Level{}, false, fmt.Errorf("unknown level %q: use minimal, standard, full, or a budget from %d to %d tokens",
			text, leastBudget, HardCap)
	}
	if budget < leastBudget {
		return Level{}, false, fmt.Errorf("a budget of %d tokens is too small: the least is %d", budget, leastBudget)
	}
	capped = budget > HardCap
	budget = min(budget, HardCap)
	standard := Levels[1]
	shares := maps.Clone(standard.Shares)
	shares[Journal] = max(leastJournal, min(shares[Journal]+budget-standard.Budget, mostJournal))
	return Level{strconv.Itoa(budget), budget, shares}, capped, nil
}

// has reports whether a level includes a section.
func (l Level) has(s Section) bool { return l.Shares[s] > 0 }
