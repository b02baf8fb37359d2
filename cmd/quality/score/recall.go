package score

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"wisdom/internal/tokens"
)

// Message is a labelled message.
type Message struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	// Needs lists for each thing needed the places that hold it, as "path::text": a line of the file that holds the text.
	Needs [][]string `json:"needs"`
	// Never are texts that no snippet may hold.
	Never []string `json:"never,omitempty"`
	// ID, Right and Partly are for a trial: what a judge calls right, and right in part.
	ID     string `json:"id"`
	Right  string `json:"right"`
	Partly string `json:"partly"`

	lines [][]Recalled
}

// Recalled is a snippet as a way to recall returned it, or the line that a label names.
type Recalled struct {
	Path        string
	First, Last int
	Text        string
	// Cut: the text is a part of the lines.
	Cut bool
}

// LoadMessages reads the labels of a workspace.
func LoadMessages(dir fs.FS) ([]Message, error) {
	var all []Message
	if err := readLines(dir, "messages.jsonl", &all); err != nil {
		return nil, err
	}
	for i := range all {
		for _, need := range all[i].Needs {
			var places []Recalled
			for _, where := range need {
				p, err := lineOf(dir, where)
				if err != nil {
					return nil, fmt.Errorf("messages.jsonl: line %d: %w", i+1, err)
				}
				places = append(places, p)
			}
			all[i].lines = append(all[i].lines, places)
		}
	}
	return all, nil
}

// lineOf is the one line that a label names.
func lineOf(dir fs.FS, where string) (found Recalled, err error) {
	path, text, ok := strings.Cut(where, "::")
	if !ok {
		return found, fmt.Errorf("%q names no text", where)
	}
	b, err := fs.ReadFile(dir, "workspace/"+path)
	if err != nil {
		return found, err
	}
	for i, line := range strings.Split(string(b), "\n") {
		if !strings.Contains(line, text) {
			continue
		}
		if found.First > 0 {
			return found, fmt.Errorf("%q is in lines %d and %d", where, found.First, i+1)
		}
		found = Recalled{Path: path, First: i + 1, Last: i + 1, Text: line}
	}
	if found.First == 0 {
		return found, fmt.Errorf("%q is in no line", where)
	}
	return found, nil
}

// Answer are the lines that the labels name, the first place of each need: the best that can be recalled.
func (m *Message) Answer() (best []Recalled) {
	for _, need := range m.lines {
		best = append(best, need[0])
	}
	return best
}

// IsMet reports whether snippets hold everything that a message needs.
func (m *Message) IsMet(snippets []Recalled) bool {
	return !slices.ContainsFunc(m.lines, func(need []Recalled) bool { return !meets(need, snippets...) })
}

// meets reports whether one of the snippets has one of the lines that a need names.
func meets(need []Recalled, snippets ...Recalled) bool {
	return slices.ContainsFunc(snippets, func(s Recalled) bool {
		return slices.ContainsFunc(need, func(p Recalled) bool {
			return p.Path == s.Path && p.First >= s.First && p.First <= s.Last
		})
	})
}

// belongs reports whether a snippet has a line that the message needs.
func (m *Message) belongs(s Recalled) bool {
	return slices.ContainsFunc(m.lines, func(need []Recalled) bool { return meets(need, s) })
}

// The budgets of one message.
const (
	mostSnippets = 6
	mostTokens   = 1200
	mostEach     = 350
)

// kinds of messages that have a column of their own.
var kinds = []string{"direct", "paraphrase", "fact", "decision", "date", "two"}

// Recalls compares what was recalled for each message with the labels.
func Recalls(dir fs.FS, messages []Message, answers [][]Recalled) []Figure {
	r := recalls{dir: dir, needs: map[string]int{}, missed: map[string][]string{}}
	for i := range messages {
		r.check(&messages[i], answers[i])
		r.judge(&messages[i], answers[i])
	}
	figures := []Figure{
		share(Needs, r.needs[""], r.missed[""]), mean(First, r.first, r.asked), mean(Reciprocal, r.reciprocal, r.asked),
		mean(Relevant, r.belonging, r.tokens), share(Quiet, r.idle, r.loud), share(Leaked, r.snippets, r.leaks),
		share(Cited, r.snippets, r.wrong), share(InBudget, len(messages), r.over),
	}
	for _, kind := range kinds {
		f := share(kind, r.needs[kind], r.missed[kind])
		f.Notes = nil // they are those of all needs
		figures = append(figures, f)
	}
	return figures
}

type recalls struct {
	dir                           fs.FS
	needs                         map[string]int // by kind; "" for all
	missed                        map[string][]string
	asked, idle, snippets, tokens int
	first, reciprocal, belonging  float64
	loud, leaks, wrong, over      []string
}

// judge counts the needs that are met, and what belongs to the answer.
func (r *recalls) judge(m *Message, snippets []Recalled) {
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
	if rank := slices.IndexFunc(snippets, m.belongs); rank >= 0 {
		r.reciprocal += 1 / float64(rank+1)
		if rank == 0 {
			r.first++
		}
	}
	for i, need := range m.lines {
		for _, kind := range []string{"", m.Kind} {
			r.needs[kind]++
			if !meets(need, snippets...) {
				r.missed[kind] = append(r.missed[kind], fmt.Sprintf("%s: %q misses %s", m.Kind, m.Message, m.Needs[i][0]))
			}
		}
	}
	for _, s := range snippets {
		for i, line := range strings.Split(s.Text, "\n") {
			n := tokens.Larger.Tokens(line)
			r.tokens += n
			if m.belongs(Recalled{Path: s.Path, First: s.First + i, Last: s.First + i}) {
				r.belonging += float64(n)
			}
		}
	}
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
		if !r.isCited(s) {
			r.wrong = append(r.wrong, fmt.Sprintf("%q: %s:%d-%d", m.Message, s.Path, s.First, s.Last))
		}
	}
	if broken || total > mostTokens {
		r.over = append(r.over, fmt.Sprintf("%q: %d snippets, %d tokens", m.Message, len(snippets), total))
	}
}

// isCited reports whether the lines that a snippet cites hold its text, but for what was redacted.
func (r *recalls) isCited(s Recalled) bool {
	b, err := fs.ReadFile(r.dir, "workspace/"+s.Path)
	all := strings.Split(string(b), "\n")
	if err != nil || s.First < 1 || s.Last > len(all) || s.First > s.Last {
		return false
	}
	lines := strings.Join(all[s.First-1:s.Last], "\n")
	parts := strings.Split(strings.Trim(s.Text, "…"), "[REDACTED]")
	if len(parts) == 1 && !s.Cut {
		return lines == s.Text
	}
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(lines, part) })
}
