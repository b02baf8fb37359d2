package score

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"wisdom/internal/tokens"
)

// The names of the figures for recall.
const (
	Needs      = "needs"      // needs of messages that a snippet meets
	First      = "first"      // messages whose first snippet meets a need
	Reciprocal = "mrr"        // mean of one by the rank of the first snippet that meets a need
	Relevant   = "relevant"   // tokens of snippets that belong to the answer
	Quiet      = "quiet"      // messages that need nothing, and got nothing
	Leaked     = "leaked"     // snippets with a secret or an order to a model
	Cited      = "cited"      // snippets whose lines match their citation
	InBudget   = "in-budget"  // messages whose snippets keep the budgets
	EachKind   = "needs-kind" // Needs of one kind of message, with the kind behind it
)

// Message is a labelled message.
type Message struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	// Needs lists for each thing needed the places that hold it, as "path::text": a
	// line of the file that holds the text.
	Needs [][]string `json:"needs"`
	// Never are texts that no snippet may hold.
	Never []string `json:"never,omitempty"`

	lines [][]place
}

type place struct {
	path string
	line int
}

// Recalled is a snippet as a way to recall returned it.
type Recalled struct {
	Path        string
	First, Last int
	Text        string
	// Cut: the text is a part of the lines.
	Cut bool
}

// LoadMessages reads the labels of a workspace.
func LoadMessages(dir fs.FS) ([]Message, error) {
	f, err := dir.Open("messages.jsonl")
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // was only read
	var all []Message
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var m Message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return nil, fmt.Errorf("messages.jsonl: line %d: %w", n, err)
		}
		for _, need := range m.Needs {
			var places []place
			for _, where := range need {
				p, err := find(dir, where)
				if err != nil {
					return nil, fmt.Errorf("messages.jsonl: line %d: %w", n, err)
				}
				places = append(places, p)
			}
			m.lines = append(m.lines, places)
		}
		all = append(all, m)
	}
	return all, lines.Err()
}

// find is the one line that a label names.
func find(dir fs.FS, where string) (place, error) {
	path, text, ok := strings.Cut(where, "::")
	if !ok {
		return place{}, fmt.Errorf("%q names no text", where)
	}
	b, err := fs.ReadFile(dir, "workspace/"+path)
	if err != nil {
		return place{}, err
	}
	found := place{}
	for i, line := range strings.Split(string(b), "\n") {
		if !strings.Contains(line, text) {
			continue
		}
		if found.line > 0 {
			return place{}, fmt.Errorf("%q is in lines %d and %d", where, found.line, i+1)
		}
		found = place{path, i + 1}
	}
	if found.line == 0 {
		return place{}, fmt.Errorf("%q is in no line", where)
	}
	return found, nil
}

// Answer are the lines that the labels name, the first place of each need: the best
// that can be recalled.
func (m *Message) Answer(dir fs.FS) []Recalled {
	var best []Recalled
	for _, need := range m.lines {
		best = append(
			best,
			Recalled{
				Path:  need[0].path,
				First: need[0].line,
				Last:  need[0].line,
				Text:  textOf(dir, need[0].path, need[0].line, need[0].line),
			},
		)
	}
	return best
}

func textOf(dir fs.FS, path string, first, last int) string {
	b, err := fs.ReadFile(dir, "workspace/"+path)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(b), "\n")
	if first < 1 || last > len(lines) || first > last {
		return ""
	}
	return strings.Join(lines[first-1:last], "\n")
}

// The budgets of one message.
const (
	mostSnippets = 6
	mostTokens   = 1200
	mostEach     = 350
)

// Recalls compares what was recalled for each message with the labels.
func Recalls(dir fs.FS, messages []Message, answers [][]Recalled) []Figure {
	r := recalls{dir: dir, kinds: map[string][2]int{}}
	for i := range messages {
		r.judge(&messages[i], answers[i])
	}
	figures := []Figure{
		share(Needs, r.needs, r.missed), mean(First, r.first, r.asked), mean(Reciprocal, r.reciprocal, r.asked),
		mean(Relevant, float64(r.belongs), r.tokens), share(Quiet, r.idle, r.loud), share(Leaked, r.snippets, r.leaks),
		share(Cited, r.snippets, r.wrong), share(InBudget, len(messages), r.over),
	}
	for _, kind := range []string{"direct", "paraphrase", "fact", "decision", "date", "two"} {
		n := r.kinds[kind]
		figures = append(figures, mean(EachKind+" "+kind, float64(n[0]), n[1]))
	}
	return figures
}

func mean(name string, sum float64, of int) Figure {
	f := Figure{Name: name, Of: of}
	if of > 0 {
		f.Value = sum / float64(of)
	}
	return f
}

type recalls struct {
	dir                              fs.FS
	needs, asked, idle, snippets     int
	tokens, belongs                  int
	first, reciprocal                float64
	kinds                            map[string][2]int
	missed, loud, leaks, wrong, over []string
}

func (r *recalls) judge(m *Message, snippets []Recalled) {
	r.check(m, snippets)
	if len(m.lines) == 0 {
		if len(m.Never) == 0 {
			r.idle++
			if len(snippets) > 0 {
				r.loud = append(r.loud, fmt.Sprintf("%q: %s:%d", m.Message, snippets[0].Path, snippets[0].First))
			}
		}
		return
	}
	r.asked++
	for i, s := range snippets {
		if m.isMetBy(s) {
			r.reciprocal += 1 / float64(i+1)
			if i == 0 {
				r.first++
			}
			break
		}
	}
	kind := r.kinds[m.Kind]
	for i := range m.lines {
		r.needs++
		kind[1]++
		if slices.ContainsFunc(snippets, func(s Recalled) bool { return m.meets(i, s) }) {
			kind[0]++
		} else {
			r.missed = append(r.missed, fmt.Sprintf("%s: %q misses %s", m.Kind, m.Message, m.Needs[i][0]))
		}
	}
	r.kinds[m.Kind] = kind
	for _, s := range snippets {
		r.weigh(m, s)
	}
}

// weigh counts the tokens of a snippet, and those of its lines that a label names.
func (r *recalls) weigh(m *Message, s Recalled) {
	for i, line := range strings.Split(s.Text, "\n") {
		n := tokens.Larger.Tokens(line)
		r.tokens += n
		if m.isMetBy(Recalled{Path: s.Path, First: s.First + i, Last: s.First + i}) {
			r.belongs += n
		}
	}
}

func (m *Message) isMetBy(s Recalled) bool {
	for i := range m.lines {
		if m.meets(i, s) {
			return true
		}
	}
	return false
}

func (m *Message) meets(need int, s Recalled) bool {
	return slices.ContainsFunc(
		m.lines[need], func(p place) bool { return p.path == s.Path && p.line >= s.First && p.line <= s.Last },
	)
}

// check looks for what must never happen.
func (r *recalls) check(m *Message, snippets []Recalled) {
	total := 0
	broken := len(snippets) > mostSnippets
	for _, s := range snippets {
		r.snippets++
		n := tokens.Larger.Tokens(s.Text)
		total += n
		broken = broken || n > mostEach
		for _, never := range m.Never {
			if strings.Contains(s.Text, never) {
				r.leaks = append(r.leaks, fmt.Sprintf("%q: %s:%d", m.Message, s.Path, s.First))
			}
		}
		lines := textOf(r.dir, s.Path, s.First, s.Last)
		for _, part := range strings.Split(strings.Trim(s.Text, "…"), "[REDACTED]") {
			if !strings.Contains(lines, part) || !s.Cut && !strings.Contains(s.Text, "[REDACTED]") && lines != s.Text {
				r.wrong = append(r.wrong, fmt.Sprintf("%q: %s:%d-%d", m.Message, s.Path, s.First, s.Last))
				break
			}
		}
	}
	if broken || total > mostTokens {
		r.over = append(r.over, fmt.Sprintf("%q: %d snippets, %d tokens", m.Message, len(snippets), total))
	}
}
