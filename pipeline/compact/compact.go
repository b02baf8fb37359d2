package compact

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/injection"
	"wisdom/internal/tokens"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/review"
)

// Options are the settings of a choice.
type Options struct {
	Limit int // tokens
	Count tokens.Count
	// Priority are patterns, in lower case or not, with * for anything; a fact
	// that one matches comes before all others.
	Priority []string
	// Notes is the text of recent notes and of AGENTS.md, in lower case.
	Notes string
	// Standing are the facts that are in the table now, Hand what a person wrote into it.
	Standing []facts.Fact
	Hand     lookup.Hand
	// Before says which facts the last draft did not include, as long as the documents and the budget are the same; nil
	// where they are not. It is not filled up with them: neither other notes nor a rejection start another draft.
	Before func(facts.Fact) bool
	// Excluded names the reason why no table can hold facts that belong together, "" if there is none; nil
	// excludes nothing.
	Excluded func(...facts.Fact) string
	// Refused reports whether a reviewer refused to have a fact in the table, Stays
	// whether a reviewer refused to drop it.
	Refused, Stays func(facts.Fact) bool
	// Unclear are those of the facts of which the rules cannot tell what the value is, or of what. None of them is
	// chosen.
	Unclear []facts.Fact

	used    map[string]bool // words of the commands that were found
	unclear map[place]bool
}

// Change is what becomes of a fact in the table.
type Change string

// The changes.
const (
	Kept     Change = "kept"
	Added    Change = "added"
	Replaced Change = "replaced" // its source gives another value now
	Dropped  Change = "dropped"
)

// Row is a fact of the table; Old is the one that a Replaced one takes the place of, Why is for one that is Dropped.
type Row struct {
	facts.Fact
	Change Change
	Old    facts.Fact
	Why    string
	Gone   bool // from its source: a reviewer kept it
}

// Result is the table.
type Result struct {
	Rows    []Row
	Text    string
	Tokens  int
	LeftOut []review.LeftOut
}

// Facts are the facts of the table, in order.
func (r *Result) Facts() []facts.Fact {
	var all []facts.Fact
	for _, row := range r.Rows {
		all = append(all, row.Fact)
	}
	return all
}

// Choose chooses the table.
func Choose(ctx context.Context, found []facts.Fact, opts Options) *Result {
	found = tieLists(found)
	opts.prepare(found)
	c := &choice{opts: opts, inHand: opts.Hand.About(), told: map[string]bool{}, torn: map[row]bool{}}
	c.settle(ctx, found)
	c.dropTorn()
	c.squeeze()
	c.fill()
	text := c.text()
	return &Result{c.all(), text, opts.Count.Tokens(text), c.left()}
}

// tieLists makes the members of a short list one item, if all of them are facts: a part of it would look like all.
func tieLists(found []facts.Fact) []facts.Fact {
	const short = 8 // members
	found, members := slices.Clone(found), map[row]int{}
	for _, f := range found {
		members[row{f.Path, f.List}]++
	}
	for i, f := range found {
		if f.List > 0 && f.Tied == 0 && f.Members <= short && members[row{f.Path, f.List}] == f.Members {
			found[i].Tied = f.List
		}
	}
	return found
}

// prepare looks at all facts before each is looked at.
func (o *Options) prepare(found []facts.Fact) {
	o.used, o.unclear = wordsOfCommands(found), map[place]bool{}
	for _, f := range o.Unclear {
		o.unclear[placeOf(f)] = true
	}
	for _, asked := range []*func(facts.Fact) bool{&o.Refused, &o.Stays} {
		if *asked == nil {
			*asked = func(facts.Fact) bool { return false }
		}
	}
	if o.Excluded == nil {
		o.Excluded = func(...facts.Fact) string { return "" }
	}
}

// wordsOfCommands are the words that commands name things by.
func wordsOfCommands(found []facts.Fact) map[string]bool {
	used := map[string]bool{}
	for _, f := range found {
		if f.Kind != facts.Command {
			continue
		}
		for word := range strings.FieldsFuncSeq(f.Value, func(r rune) bool { return strings.ContainsRune(" =:/,@'\"", r) }) {
			used[word] = true
		}
	}
	return used
}

type choice struct {
	opts       Options
	inHand     func(facts.Fact) bool // whether a person wrote about it
	rows       []Row
	told       map[string]bool // labels with values of the candidates so far
	candidates []candidate
	torn       map[row]bool // of which a fact is not included
	leftOut    []review.LeftOut
}

// row names a line of a document, or an item whose facts are tied: all facts of it are added, or none.
type row struct {
	path string
	line int
}

func rowOf(f facts.Fact) row { return row{f.Path, cmp.Or(f.Tied, f.Line)} }

// candidate are the facts of a line that could be added.
type candidate struct {
	facts []facts.Fact
	worth int
	size  tokens.Size
	taken bool
}

func (c *choice) consider(f facts.Fact) {
	if reason := c.refuse(f); reason != "" {
		c.leave(f, reason)
		if !slices.Contains([]string{"refused", "hand"}, reason) { // else a reviewer decided about this one alone
			c.torn[rowOf(f)] = true
		}
		return
	}
	alone := f
	alone.Shared = "" // which is paid for once, as the heading is
	text := strings.TrimSuffix(lookup.Render([]facts.Fact{alone}, lookup.Hand{}), "\n")
	if _, line, ok := strings.Cut(text, "\n"); ok {
		text = line
	}
	worth := c.opts.worth(f)
	if told := f.Label() + " " + f.Value; c.told[told] {
		worth = 0 // it is said below another heading
	} else {
		c.told[told] = true
	}
	size := tokens.Measure(" · " + text)
	if i := len(c.candidates) - 1; i >= 0 && rowOf(c.candidates[i].facts[0]) == rowOf(f) {
		same := &c.candidates[i]
		same.facts, same.worth, same.size = append(same.facts, f), max(same.worth, worth), same.size.Add(size)
		return
	}
	c.candidates = append(c.candidates, candidate{facts: []facts.Fact{f}, worth: worth, size: size})
}

// refuse names the reason why a fact cannot be added, "" if there is none.
func (c *choice) refuse(f facts.Fact) string {
	switch {
	case c.opts.Refused(f):
		return "refused"
	case c.inHand(f):
		return "hand"
	case len(f.Value) > facts.Longest:
		return "long"
	case injection.Reason(f.Label()+" "+f.Told()) != "":
		return "injection"
	}
	if reason := c.opts.Excluded(f); reason != "" || !c.opts.unclear[placeOf(f)] {
		return reason
	}
	return "unclear"
}

// dropTorn leaves the lines out of which a fact cannot be added.
func (c *choice) dropTorn() {
	c.candidates = slices.DeleteFunc(c.candidates, func(cand candidate) bool {
		reason := ""
		if c.torn[rowOf(cand.facts[0])] {
			reason = "part"
		} else if len(cand.facts) > 1 {
			reason = c.opts.Excluded(cand.facts...)
		}
		for _, f := range cand.facts {
			if reason != "" {
				c.leave(f, reason)
			}
		}
		return reason != ""
	})
}

func (c *choice) leave(f facts.Fact, reason string) {
	c.leftOut = append(c.leftOut, review.Leave(f, reason))
}

// left lists what is not in the table, in the order of the places.
func (c *choice) left() []review.LeftOut {
	for _, cand := range c.candidates {
		for _, f := range cand.facts {
			if !cand.taken {
				c.leave(f, "budget")
			}
		}
	}
	slices.SortStableFunc(c.leftOut, func(a, b review.LeftOut) int { return facts.ByPlace(a.Fact(), b.Fact()) })
	may := 0
	for i := range c.leftOut {
		if slices.Contains([]string{"budget", "refused", "long"}, c.leftOut[i].Reason) {
			may++
			c.leftOut[i].ID = fmt.Sprintf("x%d", may)
		}
	}
	return c.leftOut
}

// all are the rows, those that are added included, in the order of the source.
func (c *choice) all() []Row {
	rows := slices.Clone(c.rows)
	for _, cand := range c.candidates {
		for _, f := range cand.facts {
			if cand.taken {
				rows = append(rows, Row{Fact: f, Change: Added})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return facts.ByPlace(a.Fact, b.Fact) })
	return rows
}

func (c *choice) text() string { return c.render(false) }

// render is the table; at its largest, with every drop refused, and each change of a value where the new one is longer.
func (c *choice) render(largest bool) string {
	var all []facts.Fact
	for _, r := range c.all() {
		f := r.Fact
		if largest && r.Change == Replaced && len(r.Old.Told()) > len(f.Told()) {
			f = r.Old
		}
		if r.Change != Dropped || largest {
			all = append(all, f)
		}
	}
	return lookup.Render(all, c.opts.Hand)
}
