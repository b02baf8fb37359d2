package collect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
)

// Explanation says what Collect makes of a file, line by line.
type Explanation struct {
	Path string `json:"path"`
	// Note says why Collect does not read the file, or not all of it. It is empty for a source.
	Note  string      `json:"note,omitempty"`
	Lines []Explained `json:"lines"`
}

// Explained is a line of a file with what the rules decided about it.
type Explained struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	// Rule names the rule that decided, Class what it made of the line, empty if the line is no lesson. Both are empty
	// for a line without text of its own.
	Rule  string       `json:"rule"`
	Class lesson.Class `json:"class"`
	// Verdict is what became of the line, and Because says why; both are empty for an empty line.
	Verdict Verdict `json:"verdict,omitempty"`
	Because string  `json:"because,omitempty"`
	// Chance is how likely a text that was weighed is a lesson, from 0 to 1, and Reasons are what counted most.
	Chance  float64  `json:"chance,omitempty"`
	Reasons []Reason `json:"reasons,omitempty"`
	// First and Last are the lines that were decided on together, 0 where nothing was.
	First int `json:"-"`
	Last  int `json:"-"`
}

// Reason is something that is true of a text or its place, such as a word in it. It speaks for a lesson if its weight is
// positive, and against one if it is negative.
type Reason struct {
	Says   Feature `json:"says"`
	Weight float64 `json:"weight"`
}

// mostReasons is how many of them an explanation names.
const mostReasons = 5

// Verdict is a decision in the words of its reader.
type Verdict string

// The verdicts. Maybe lines are for a model only, and NotLookedAt ones were never weighed.
const (
	IsLesson    Verdict = "lesson"
	Maybe       Verdict = "maybe"
	NotALesson  Verdict = "not a lesson"
	NotLookedAt Verdict = "not looked at"
)

func (d decision) verdict() Verdict {
	switch {
	case d.class == lesson.Told:
		return Maybe
	case d.class != "":
		return IsLesson
	case unread[d.rule] != "":
		return NotLookedAt
	}
	return NotALesson
}

// Explain reads a file as Collect would, whether that reads it or not, and returns all of its lines. It redacts
// secrets. The name is one that Collect shows: a path, behind the name of its folder if that is another one.
func Explain(
	ctx context.Context, fsys workspace.FS, known *lesson.Ledger, opts Options, name string,
) (*Explanation, error) {
	f, note, err := locate(fsys, known, opts, name)
	if err != nil {
		return nil, err
	}
	read, r, text := scan(ctx, f)
	if err := read.err; err != nil {
		folder, irregular := errors.AsType[*workspace.NotRegularError](err)
		if errors.Is(err, fs.ErrNotExist) || irregular && folder.Kind == "a folder" {
			return nil, &NoFileError{name, alike(find(fsys, known, opts), f.path)}
		}
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	lines := r.explained()
	for i, text := range strings.Split(text, "\n")[:len(lines)] {
		text = strings.TrimRight(text, "\r")
		switch trimmed := strings.TrimSpace(text); {
		case trimmed == "":
			lines[i] = Explained{}
		case lines[i].Verdict == "" || strings.HasPrefix(trimmed, "<!--"): // in a list that is one lesson, too
			lines[i] = Explained{Verdict: NotLookedAt, Because: nothingToWeigh}
		}
		lines[i].Line, lines[i].Text = i+1, text
	}
	return &Explanation{name, note, lines}, ctx.Err()
}

// explained are the lines of the document, each as the decision that counts for it says: the first that makes something
// of it, else the last.
func (r *reader) explained() []Explained {
	of := map[int]*candidate{} // by decision
	for _, c := range r.offered {
		of[c.decision] = c
	}
	lines := make([]Explained, r.doc.Lines())
	for n, d := range r.decisions {
		line := Explained{
			Rule: d.rule, Class: d.class, Verdict: d.verdict(), Because: cmp.Or(d.because, unread[d.rule]),
			First: d.start, Last: d.end,
		}
		if d.rule == byWeight || d.rule == light {
			line.Because, line.Chance, line.Reasons = of[n].shape(d.rule), of[n].chance, of[n].heaviest()
		}
		for i := d.start - 1; i < min(d.end, len(lines)); i++ {
			switch {
			case lines[i].Class == "":
				lines[i] = line
			case d.rule == lint.RuleInjection:
				lines[i].Because += "; a part of the line was skipped: " + d.because
			}
		}
	}
	return lines
}

// shape is what makes a lesson of a text that was weighed, or none: its label, the heading above it, or its wording.
func (c *candidate) shape(rule string) string {
	switch {
	case c.label == lessonLabel:
		return labelNames[c.label]
	case rule == light:
		return "its words speak against a lesson"
	case c.role != neutral && c.role != other && c.heading != "":
		return fmt.Sprintf("%s: %q", c.placeName(), c.heading)
	case c.strength != noRule:
		return strengthNames[c.strength]
	}
	return "its words speak for a lesson"
}

// heaviest are the features of a text that weigh most, the heaviest first.
func (c *candidate) heaviest() []Reason {
	all := c.reasons()
	slices.SortStableFunc(all, func(a, b Reason) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	return all[:min(len(all), mostReasons)]
}

// nothingToWeigh says why a line was not looked at that no rule names.
const nothingToWeigh = "it is a comment, a line of marks, or what is in front of the text"

// unread says by rule why a line was not looked at.
var unread = map[string]string{
	host.ManagedBlock: "it is between the marks of another program",
	host.DreamBlock:   "the agent's host wrote it, in its sleep",
	host.RecallBlock:  "a plugin put it in front of the agent as a memory",
	host.Transcript:   "it is in a conversation that was saved",

	"title":           "it is the title of the file",
	"heading":         "it is a heading that only leads to what is below it",
	"label":           "it is a label of what is below it",
	"head of a table": "it names the columns",
	"template row":    "it is the example row of a template",
	"quotation":       "it is a list or table in a quotation",
	"code":            "it is code, between marks or indented by four spaces",
	"too long":        fmt.Sprintf("it has more than %d bytes", longestLesson),
	instructions:      "it is an instruction already: of this file, only sections of lessons are read",
}
