package compact

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/tokens"
	"wisdom/markdown/facts"
	"wisdom/pipeline/distill"
)

// step is how much more a class of facts is worth than the next: more than fit
// of the next into any budget.
const step = 600

// classOf tells how much a kind is looked up and cannot be guessed.
func classOf(f facts.Fact) int {
	switch f.Kind {
	case facts.Port, facts.Host, facts.Flag, facts.ID, facts.Alias, facts.Model, facts.Device, facts.Voice, facts.Name:
		return 2
	case facts.Command:
		const short = 40 // bytes: what is remembered of a command are its flags
		if strings.Contains(f.Value, " -") && len(f.Value) <= short {
			return 2
		}
		return 1
	case facts.Rate, facts.Cron:
		return 1
	}
	return 0
}

// worth is what a fact is worth in the table.
func (o Options) worth(f facts.Fact) int {
	class := classOf(f)
	if o.prior(f) {
		class = 3
	}
	worth := 2
	if o.recent(f) {
		worth = 3
	}
	for range class {
		worth *= step / 2
	}
	return worth
}

// prior says whether a pattern of the settings matches a fact.
func (o Options) prior(f facts.Fact) bool {
	text := strings.ToLower(f.Heading + " " + f.Label() + " " + f.Value)
	return slices.ContainsFunc(o.Priority, func(pattern string) bool {
		if pattern = strings.ToLower(strings.TrimSpace(pattern)); pattern == "" {
			return false
		}
		quoted := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
		matched, err := regexp.MatchString(quoted, text)
		return err == nil && matched
	})
}

// recent says whether recent notes name a fact.
func (o Options) recent(f facts.Fact) bool {
	const shortest = 3
	key := strings.ToLower(f.Key)
	return len(key) >= shortest && f.Key != f.Heading && holdsWord(o.Notes, key)
}

// most is how many candidates of one worth are looked at: more of them than fit
// into a budget cannot matter, as long as they are the smallest.
const most = 150

// fill takes the candidates that are worth most together.
func (c *choice) fill() {
	pool := c.pool()
	limit := c.opts.Limit
	base := c.tokens()
	if base >= limit || len(pool) == 0 {
		return
	}
	used := tokens.Size{O200k: base, Units: 4 * base}
	choices := make([]distill.Choice, len(pool))
	for i, at := range pool {
		cand := c.candidates[at]
		choices[i] = distill.Choice{ID: fmt.Sprintf("%05d", at), Lessons: cand.worth, Sizes: []tokens.Size{cand.size}}
	}
	// The headings are paid for once it is known which ones there are.
	room := limit
	for try := range 6 {
		chosen := distill.Select(choices, used, distill.Limits{Tokens: room, Count: c.opts.Count, Entries: len(pool)})
		sum := 0
		for i, form := range chosen {
			c.candidates[pool[i]].taken = form >= 0
			if form >= 0 {
				sum += c.candidates[pool[i]].worth
			}
		}
		if try == 0 {
			c.bound = sum
		}
		over := c.tokens() - limit
		if over <= 0 {
			break
		}
		room -= max(over, 1)
	}
	c.trim(pool)
	c.top(pool)
}

// pool are the candidates that can matter: of each worth the smallest.
func (c *choice) pool() []int {
	order := make([]int, len(c.candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := c.candidates[a], c.candidates[b]
		return cmp.Or(cmp.Compare(y.worth, x.worth), cmp.Compare(c.opts.Count.Of(x.size), c.opts.Count.Of(y.size)))
	})
	var pool []int
	seen := map[int]int{}
	for _, at := range order {
		if worth := c.candidates[at].worth; seen[worth] < most {
			seen[worth]++
			pool = append(pool, at)
		}
	}
	return pool
}

// trim gives back the least worthy until the text fits.
func (c *choice) trim(pool []int) {
	for _, at := range slices.Backward(pool) {
		if c.tokens() <= c.opts.Limit {
			return
		}
		c.candidates[at].taken = false
	}
}

// top takes what still fits: facts on a line that is there already cost less than
// they were thought to.
func (c *choice) top(pool []int) {
	for _, at := range pool {
		cand := &c.candidates[at]
		if !cand.taken {
			cand.taken = true
			if c.tokens() > c.opts.Limit {
				cand.taken = false
			}
		}
		if cand.taken {
			c.worth += cand.worth
		}
	}
	c.bound = max(c.bound, c.worth)
}
