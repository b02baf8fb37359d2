package reader

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/compact"
	"wisdom/pipeline/llm/fake"
)

// Table is what a reader answered to the requests about one tool document.
type Table struct {
	// By says who answered, and when.
	By    string      `json:"by"`
	Facts []TableFact `json:"facts"`
}

// TableFact is what the reader said about a fact, which its line and value name. Rank is 0 for
// one that is not looked up; it may be noise.
type TableFact struct {
	Line      int    `json:"line"`
	Value     string `json:"value"`
	Rank      int    `json:"rank"`
	Noise     bool   `json:"noise,omitempty"`
	Heading   string `json:"heading,omitempty"`
	Key       string `json:"key,omitempty"`
	Qualifier string `json:"qualifier,omitempty"`
}

// Bytes is the table as a file, each fact on a line.
func (t *Table) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"by\": %s", line(t.By))
	list(&b, "facts", t.Facts)
	b.WriteString("\n}\n")
	return b.Bytes()
}

// of is the place of what is recorded of a fact or of a value in it, or -1; what is looked up comes first.
func (t *Table) of(f facts.Fact) int {
	is := func(k TableFact) bool { return k.Line == f.Line && lookup.Holds(f.Value, k.Value) }
	if i := slices.IndexFunc(t.Facts, func(k TableFact) bool { return is(k) && k.Rank > 0 }); i >= 0 {
		return i
	}
	return slices.IndexFunc(t.Facts, is)
}

// shownFacts finds facts by what a prompt shows of them.
type shownFacts map[string]facts.Fact

// indexFacts indexes the facts of a run; lineOf returns the line of each.
func indexFacts(found []facts.Fact, lineOf func(facts.Fact) string) shownFacts {
	all := shownFacts{}
	for _, f := range found {
		place, text := compact.Shown(f, lineOf(f))
		if place != "" {
			text = "(" + place + ") " + text
		}
		all[text] = f
	}
	return all
}

// tableLearner makes a Table of the requests about facts and their answers.
type tableLearner struct {
	*Table
	shown shownFacts
}

// NewTableLearner makes a learner for the facts of a document; by says who answers.
func NewTableLearner(by string, found []facts.Fact, lineOf func(facts.Fact) string) Learner {
	return &tableLearner{&Table{By: by}, indexFacts(found, lineOf)}
}

// Bytes is the table, in the order of the lines.
func (l *tableLearner) Bytes() []byte {
	slices.SortStableFunc(l.Facts, func(a, b TableFact) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Value, b.Value))
	})
	return l.Table.Bytes()
}

// learn takes an answer in. One to a repeated request replaces what was there.
func (l *tableLearner) learn(r fake.Request, text string) error {
	var answer struct {
		Facts []fake.LookedUp
		Noise []int
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return err
	}
	asked := r.Read()
	for _, n := range asked.Notes() {
		f, is := l.shown[n.Text]
		if !is {
			return fmt.Errorf("note %d of the prompt is none of the %d facts", n.Number, len(l.shown))
		}
		known := TableFact{Line: f.Line, Value: f.Value, Noise: slices.Contains(answer.Noise, n.Number)}
		if at := slices.IndexFunc(answer.Facts, func(a fake.LookedUp) bool { return a.Fact == n.Number }); at >= 0 {
			a := answer.Facts[at]
			known.Rank, known.Heading, known.Key, known.Qualifier = a.Rank, a.Heading, a.Key, a.Qualifier
		}
		if at := l.of(f); at >= 0 {
			l.Facts[at] = known
			continue
		}
		l.Facts = append(l.Facts, known)
	}
	return nil
}

// TableReplay answers the requests about a tool document from a Table.
type TableReplay struct {
	table  *Table
	shown  shownFacts
	unseen map[facts.Fact]bool
}

// NewTableReplay makes a replay for the facts of a document.
func NewTableReplay(table *Table, found []facts.Fact, lineOf func(facts.Fact) string) *TableReplay {
	return &TableReplay{table, indexFacts(found, lineOf), map[facts.Fact]bool{}}
}

// Unseen is how many facts the run asked about that are not recorded.
func (p *TableReplay) Unseen() int { return len(p.unseen) }

// Answer answers a request.
func (p *TableReplay) Answer(r fake.Request) fake.Reply {
	asked := r.Read()
	if asked.Step != "lookup" {
		return unknown
	}
	found, noise := []fake.LookedUp{}, []int{}
	for _, n := range asked.Notes() {
		f, is := p.shown[n.Text]
		if !is {
			continue
		}
		at := p.table.of(f)
		if at < 0 {
			p.unseen[f] = true
			continue
		}
		switch k := p.table.Facts[at]; {
		case k.Noise:
			noise = append(noise, n.Number)
		case k.Rank > 0:
			found = append(found, fake.LookedUp{
				Fact: n.Number, Rank: k.Rank, Heading: k.Heading, Key: k.Key, Qualifier: k.Qualifier,
			})
		}
	}
	return fake.Answer{Facts: found, Noise: noise}.Reply()
}
