package compact

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/tokens"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/review"
	"wisdom/review/lint"
)

// Options are the settings of a choice.
type Options struct {
	Limit int // tokens
	Count tokens.Count
	// Priority are patterns, in lower case or not, with * for anything; a fact
	// that one matches comes before all others.
	Priority []string
	// Notes is the text of recent notes.
	Notes string
	// Standing are the facts that are in the table now, Hand what a person wrote
	// into it.
	Standing []facts.Fact
	Hand     string
	// Before says which facts the draft left out that the table comes from, as long
	// as the budget is the same; nil where there is none. Room that a refusal made
	// is not filled until something else changes.
	Before func(facts.Fact) bool
	// Refused says whether somebody refused to have a fact in the table.
	Refused func(facts.Fact) bool
}

// Change is what becomes of a fact in the table.
type Change string

// The changes.
const (
	Kept     Change = "kept"
	Added    Change = "added"
	Replaced Change = "replaced" // its source gives another value now
	Dropped  Change = "dropped"  // its source does not say it any more
)

// Row is a fact of the table; Old is the value that a Replaced one had.
type Row struct {
	facts.Fact
	Change Change
	Old    string
}

// Result is the table.
type Result struct {
	Rows    []Row
	Text    string
	Tokens  int
	LeftOut []review.LeftOut
	// Worth is what the choice is worth, Bound what no choice can exceed.
	Worth, Bound int
}

// Choose chooses the table.
func Choose(found []facts.Fact, opts Options) *Result {
	c := &choice{opts: opts}
	c.settle(found)
	if c.changed() {
		c.fill()
	}
	text := c.text()
	return &Result{Rows: c.all(), Text: text, Tokens: opts.Count.Tokens(text), LeftOut: c.left(), Worth: c.worth, Bound: c.bound}
}

// source is the place of a file among the tool documents.
func source(path string) int {
	for i, p := range facts.Files {
		if string(p) == path {
			return i
		}
	}
	return len(facts.Files)
}

// choice is a choice on its way.
type choice struct {
	opts       Options
	rows       []Row
	candidates []candidate
	leftOut    []review.LeftOut
	worth      int
	bound      int
}

// candidate is a fact that could be added.
type candidate struct {
	fact  facts.Fact
	worth int
	size  tokens.Size
	taken bool
}

// settle tells what stands already from what could be added.
func (c *choice) settle(found []facts.Fact) {
	used := make([]bool, len(found))
	find := func(match func(facts.Fact) bool) int {
		return slices.IndexFunc(found, match)
	}
	for _, s := range c.opts.Standing {
		same := func(f facts.Fact) bool { return f.Path == s.Path && f.Label() == s.Label() }
		if i := find(func(f facts.Fact) bool { return same(f) && f.Value == s.Value }); i >= 0 {
			used[i] = true
			c.rows = append(c.rows, Row{Fact: found[i], Change: Kept})
			continue
		}
		if i := find(func(f facts.Fact) bool { return same(f) && f.Heading == s.Heading && !f.Conflict }); i >= 0 && !used[i] {
			used[i] = true
			if c.refused(found[i]) {
				c.rows = append(c.rows, Row{Fact: s, Change: Kept})
				continue
			}
			c.rows = append(c.rows, Row{Fact: found[i], Change: Replaced, Old: s.Value})
			continue
		}
		if i := find(func(f facts.Fact) bool { return f.Label() == s.Label() && f.Value == s.Value }); i >= 0 && !used[i] {
			used[i] = true // the host moved it to another file
			c.rows = append(c.rows, Row{Fact: found[i], Change: Kept})
			continue
		}
		c.rows = append(c.rows, Row{Fact: s, Change: Dropped})
	}
	for i, f := range found {
		if !used[i] {
			c.consider(f)
		}
	}
}

// changed says whether there is anything that the draft before did not know.
func (c *choice) changed() bool {
	if c.opts.Before == nil || slices.ContainsFunc(c.rows, func(r Row) bool { return r.Change != Kept }) {
		return true
	}
	return slices.ContainsFunc(c.candidates, func(cand candidate) bool { return !c.opts.Before(cand.fact) || c.opts.prior(cand.fact) })
}

func (c *choice) refused(f facts.Fact) bool { return c.opts.Refused != nil && c.opts.Refused(f) }

// longest is the most of a value that a table for looking up has room for, in
// bytes.
const longest = 120

func (c *choice) consider(f facts.Fact) {
	switch {
	case c.refused(f):
		c.leave(f, "refused")
	case c.inHand(f):
		c.leave(f, "hand")
	case len(f.Value) > longest:
		c.leave(f, "long")
	case lint.Injection(f.Label()+" "+f.Value) != "":
		c.leave(f, "injection")
	default:
		text := strings.TrimSuffix(lookup.Render([]facts.Fact{f}, ""), "\n")
		if _, line, ok := strings.Cut(text, "\n"); ok {
			text = line
		}
		c.candidates = append(c.candidates, candidate{fact: f, worth: c.opts.worth(f), size: tokens.Measure(" · " + text)})
	}
}

// inHand says whether a person wrote about a fact in the table.
func (c *choice) inHand(f facts.Fact) bool {
	if c.opts.Hand == "" {
		return false
	}
	return holdsWord(c.opts.Hand, f.Value) || f.Key != f.Heading && f.Attr == "" && holdsWord(c.opts.Hand, f.Key)
}

// holdsWord says whether a text holds a word or words, not as part of another.
func holdsWord(text, word string) bool {
	for from := 0; word != ""; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		if !inWord(text, at-1) && !inWord(text, at+len(word)) {
			return true
		}
		from = at + len(word)
	}
	return false
}

func inWord(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-'
}

func (c *choice) leave(f facts.Fact, reason string) {
	c.leftOut = append(c.leftOut, review.LeftOut{Path: f.Path, Line: f.Line, Key: f.Label(), Value: f.Value, Reason: reason})
}

// left lists what is not in the table, in the order of the places.
func (c *choice) left() []review.LeftOut {
	for _, cand := range c.candidates {
		if !cand.taken {
			c.leave(cand.fact, "budget")
		}
	}
	slices.SortStableFunc(c.leftOut, func(a, b review.LeftOut) int {
		return cmp.Or(cmp.Compare(source(a.Path), source(b.Path)), cmp.Compare(a.Line, b.Line))
	})
	return c.leftOut
}

// all are the rows, those that are added included, in the order of the source.
func (c *choice) all() []Row {
	rows := slices.Clone(c.rows)
	for _, cand := range c.candidates {
		if cand.taken {
			rows = append(rows, Row{Fact: cand.fact, Change: Added})
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(source(a.Path), source(b.Path)), cmp.Compare(a.Line, b.Line))
	})
	return rows
}

// text is the table if every change is approved.
func (c *choice) text() string { return lookup.Render(c.shown(false), c.opts.Hand) }

// shown are the facts of the table, in the order of the source; without the
// changes, as it stands.
func (c *choice) shown(asBefore bool) []facts.Fact {
	var all []facts.Fact
	for _, r := range c.all() {
		f := r.Fact
		if asBefore && r.Change == Replaced && len(r.Old) > len(f.Value) {
			f.Value = r.Old
		}
		if r.Change != Dropped || asBefore {
			all = append(all, f)
		}
	}
	return all
}

// tokens is the most that the table takes, whatever is decided.
func (c *choice) tokens() int {
	return c.opts.Count.Tokens(lookup.Render(c.shown(true), c.opts.Hand))
}
