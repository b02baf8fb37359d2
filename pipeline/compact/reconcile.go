package compact

import (
	"context"

	"wisdom/internal/tokens"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
)

// settle tells what stands already from what could be added. A value takes the
// place of another only where both sides give their key one value.
func (c *choice) settle(ctx context.Context, found []facts.Fact) {
	used := make([]bool, len(found))
	find := func(match func(facts.Fact) bool) int {
		for i, f := range found {
			if !used[i] && match(f) {
				used[i] = true
				return i
			}
		}
		return -1
	}
	var lost []facts.Fact
	for _, s := range c.opts.Standing {
		isShown := func(f facts.Fact) bool {
			return f.Label() == s.Label() && f.Told() == s.Told() && lookup.Heading(f.Heading) == lookup.Heading(s.Heading)
		}
		i := find(func(f facts.Fact) bool { return f.Path == s.Path && isShown(f) })
		if i < 0 { // the host moved it to another file
			i = find(isShown)
		}
		if i < 0 {
			lost = append(lost, s)
			continue
		}
		c.rows = append(c.rows, Row{Fact: found[i], Change: Kept})
	}
	for _, s := range lost {
		i := find(func(f facts.Fact) bool { return f.IsNamedAs(s) && f.Value == s.Value }) // something else of it changed
		if i < 0 && s.Key != s.Heading && single(c.opts.Standing, s) && single(found, s) {
			i = find(func(f facts.Fact) bool { return sameKey(f, s) && f.Heading == s.Heading })
		}
		switch {
		case i < 0 && c.opts.Stays(s), i >= 0 && c.opts.Refused(found[i]):
			if i >= 0 {
				c.leave(found[i], "refused")
			}
			c.rows = append(c.rows, Row{Fact: s, Change: Kept, Gone: true})
		case i < 0:
			c.rows = append(c.rows, Row{Fact: s, Change: Dropped, Why: "its source does not say it any more"})
		case c.opts.Excluded(found[i]) != "", c.opts.unclear[placeOf(found[i])]:
			c.consider(found[i]) // which says why
			const why = "its source gives another value now, which the table cannot hold"
			c.rows = append(c.rows, Row{Fact: s, Change: Dropped, Why: why})
		default:
			c.rows = append(c.rows, Row{Fact: found[i], Change: Replaced, Old: s})
		}
	}
	for i, f := range found {
		if ctx.Err() != nil {
			return
		}
		if !used[i] {
			c.consider(f)
		}
	}
}

func sameKey(a, b facts.Fact) bool { return a.Path == b.Path && a.Label() == b.Label() }

// single reports whether facts give a key one value.
func single(all []facts.Fact, key facts.Fact) bool {
	return countFunc(all, func(f facts.Fact) bool { return sameKey(f, key) && f.Heading == key.Heading }) == 1
}

// squeeze makes room where what stands does not fit, whatever is decided: values that grew wait for the next draft, and
// their old ones go; then, if the table is too large as it stands, the least worthy go.
func (c *choice) squeeze() {
	for c.tokens() > c.opts.Limit {
		i := c.mostGrown()
		if i < 0 {
			break
		}
		r := &c.rows[i]
		c.leave(r.Fact, "grown")
		r.Fact, r.Old, r.Change = r.Old, facts.Fact{}, Dropped
		r.Why = "its source gives a longer value now, and there is no room for it"
	}
	for c.opts.Count.Tokens(c.text()) > c.opts.Limit {
		i := c.leastWorthy()
		if i < 0 {
			break
		}
		for j := range c.rows {
			r := &c.rows[j]
			isIn := rowOf(r.Fact) == rowOf(c.rows[i].Fact) && !c.opts.Stays(r.Fact)
			if r.Change == Kept && (j == i || isIn) {
				c.leave(r.Fact, "budget")
				r.Change, r.Why = Dropped, "there is no room for it any more"
			}
		}
	}
}

// mostGrown is the row whose new value is longest beside its old one; -1 where none grew.
func (c *choice) mostGrown() int {
	best, most := -1, 0
	for i, r := range c.rows {
		if r.Change != Replaced {
			continue
		}
		grown := c.opts.Count.Of(tokens.Measure(r.Told())) - c.opts.Count.Of(tokens.Measure(r.Old.Told()))
		if grown > most {
			best, most = i, grown
		}
	}
	return best
}

// leastWorthy is the row that may go first; -1 where all must stay.
func (c *choice) leastWorthy() int {
	best := -1
	for i, r := range c.rows {
		if r.Change == Kept && !c.opts.Stays(r.Fact) &&
			(best < 0 || c.opts.worth(r.Fact) <= c.opts.worth(c.rows[best].Fact)) {
			best = i
		}
	}
	return best
}

// tokens is the most that the table takes, whatever is decided.
func (c *choice) tokens() int {
	return max(c.opts.Count.Tokens(c.text()), c.opts.Count.Tokens(c.render(true)))
}

func countFunc[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}
