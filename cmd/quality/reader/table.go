package reader

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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

// ReadTable reads a table. The error wraps fs.ErrNotExist where there is none.
func ReadTable(path string) (*Table, error) { return read[Table](path) }

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

// lookedUp is a fact of an answer.
type lookedUp struct {
	Fact      int    `json:"fact"`
	Rank      int    `json:"rank"`
	Heading   string `json:"heading"`
	Key       string `json:"key"`
	Qualifier string `json:"qualifier"`
}

// lookedUpFacts is an answer.
type lookedUpFacts struct {
	Facts []lookedUp `json:"facts"`
	Noise []int      `json:"noise"`
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

// in are the facts that a prompt shows, by their numbers, and the numbers in order.
func (s shownFacts) in(prompt string) (numbers []int, shown map[int]facts.Fact) {
	shown = map[int]facts.Fact{}
	for row := range strings.SplitSeq(prompt, "\n") {
		m := reNote.FindStringSubmatch(row)
		if m == nil {
			continue
		}
		if f, known := s[m[2]]; known {
			n, _ := strconv.Atoi(m[1]) // digits
			numbers, shown[n] = append(numbers, n), f
		}
	}
	return numbers, shown
}

// TableLearner makes a Table of the requests about facts and their answers.
type TableLearner struct {
	table *Table
	shown shownFacts
}

// NewTableLearner makes a learner for the facts of a document; by says who answers.
func NewTableLearner(by string, found []facts.Fact, lineOf func(facts.Fact) string) *TableLearner {
	return &TableLearner{&Table{By: by}, indexFacts(found, lineOf)}
}

// Table is what was learned, in the order of the lines.
func (l *TableLearner) Table() *Table {
	slices.SortStableFunc(l.table.Facts, func(a, b TableFact) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Value, b.Value))
	})
	return l.table
}

func (l *TableLearner) parse(asked fake.Request) request {
	return request{step: asked.Step(), again: isAgain(asked)}
}

// learn takes an answer in. One to a repeated request replaces what was there.
func (l *TableLearner) learn(asked fake.Request, text string) error {
	var answer lookedUpFacts
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return err
	}
	numbers, shown := l.shown.in(asked.Prompt)
	if len(numbers) == 0 {
		return fmt.Errorf("the prompt shows none of the %d facts", len(l.shown))
	}
	for _, n := range numbers {
		known := TableFact{Line: shown[n].Line, Value: shown[n].Value, Noise: slices.Contains(answer.Noise, n)}
		if at := slices.IndexFunc(answer.Facts, func(a lookedUp) bool { return a.Fact == n }); at >= 0 {
			a := answer.Facts[at]
			known.Rank, known.Heading, known.Key, known.Qualifier = a.Rank, a.Heading, a.Key, a.Qualifier
		}
		if at := l.table.of(shown[n]); at >= 0 {
			l.table.Facts[at] = known
			continue
		}
		l.table.Facts = append(l.table.Facts, known)
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
func (p *TableReplay) Answer(asked fake.Request) fake.Reply {
	if asked.Step() != "lookup" {
		return fake.Reply{Status: 400, Error: "the record knows no such request"}
	}
	answer := lookedUpFacts{[]lookedUp{}, []int{}}
	numbers, shown := p.shown.in(asked.Prompt)
	for _, n := range numbers {
		at := p.table.of(shown[n])
		if at < 0 {
			p.unseen[shown[n]] = true
			continue
		}
		switch k := p.table.Facts[at]; {
		case k.Noise:
			answer.Noise = append(answer.Noise, n)
		case k.Rank > 0:
			answer.Facts = append(answer.Facts, lookedUp{n, k.Rank, k.Heading, k.Key, k.Qualifier})
		}
	}
	return fake.Reply{Text: line(answer)}
}
