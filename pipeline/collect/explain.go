package collect

import (
	"context"
	"fmt"
	"path"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// Explained is a line of a file with what the rules decided about it.
type Explained struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	// Rule names the rule that decided, Class what it made of the line, empty if the
	// line is no lesson. Both are empty for a line without text of its own.
	Rule  string       `json:"rule"`
	Class lesson.Class `json:"class"`
	// Because is how likely the line is a lesson, and what of it weighed most, where the
	// weights decided.
	Because string `json:"because,omitempty"`
}

// Candidate is a text that may be a lesson, for those who learn weights.
type Candidate struct {
	Start, End int // lines
	// Features are what is true of it, nil if a rule says that it is none whatever it says.
	Features []Feature
}

// Candidates returns the texts of a file.
func Candidates(ctx context.Context, fsys workspace.FS, p workspace.Path) ([]Candidate, error) {
	r, _, err := explained(ctx, fsys, p)
	if err != nil {
		return nil, err
	}
	var all []Candidate
	for _, c := range r.offered {
		one := Candidate{Start: c.start, End: c.end}
		if c.among != nil {
			seen := map[Feature]bool{}
			c.features(func(f Feature) {
				if !seen[f] {
					seen[f] = true
					one.Features = append(one.Features, f)
				}
			})
		}
		all = append(all, one)
	}
	return all, ctx.Err()
}

// Explain reads a file of the workspace as Collect would and returns all of its lines.
// It redacts secrets.
func Explain(ctx context.Context, fsys workspace.FS, p workspace.Path) ([]Explained, error) {
	r, text, err := explained(ctx, fsys, p)
	if err != nil {
		return nil, err
	}
	lines := make([]Explained, r.doc.Lines())
	for i := range lines {
		start, end := r.doc.LineSpan(i + 1)
		lines[i] = Explained{Line: i + 1, Text: strings.TrimRight(text[start:end], "\r\n")}
	}
	because := map[int]string{}
	for _, c := range r.offered {
		if rule := r.decisions[c.decision].rule; c.among != nil && (rule == byWeight || rule == light) {
			because[c.decision] = c.because()
		}
	}
	for n, d := range r.decisions {
		for i := d.start; i <= min(d.end, len(lines)); i++ {
			if line := &lines[i-1]; line.Class == "" && strings.TrimSpace(line.Text) != "" {
				line.Rule, line.Class, line.Because = d.rule, d.class, because[n]
			}
		}
	}
	return lines, ctx.Err()
}

// explained is the reader that has read a file, and the text without secrets.
func explained(ctx context.Context, fsys workspace.FS, p workspace.Path) (*reader, string, error) {
	b, err := fsys.ReadFile(p, MaxSource)
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", p, err)
	}
	text, _, _ := decode(b)
	text, _ = secrets.Redact(text)
	r := newReader(ctx, text, kindOf(p))
	r.read(reDated().FindString(path.Base(string(p))))
	return r, text, nil
}

// About says in one line what the rule of a name means to the owner of a file, "" if no
// rule has that name.
func About(rule string) string { return abouts[rule] }

var abouts = map[string]string{
	host.ManagedBlock: "between the marks of another program",
	host.DreamBlock:   "the host dreamt it; it is no note of the agent",
	host.RecallBlock:  "memories that a plugin put in front of the agent",
	host.Transcript:   "a turn of a conversation, kept by the host",

	"heading":         "names what is below it",
	"head of a table": "names the columns",
	"quotation":       "a list or table in the words of another person",
	"code":            "code is not read for lessons",
	"too long":        "too long for a lesson; say it in a few sentences",

	"to-do":                                 "something that is still to be done, or a ticked box",
	"too short":                             "fewer than three words",
	"mojibake":                              "garbled: it was written in UTF-8 and read as something else",
	"template":                              "a placeholder or a sentence of a template",
	"reference":                             "struck out, or only a link",
	"copied text":                           "a heading says that it was copied from elsewhere",
	"index":                                 "names a lesson that is written elsewhere",
	"introduction":                          "introduces a list or table, or ends in a colon",
	"instructions that every session loads": "the file is an instruction already; only its lesson sections are read",
	byWeight:                                "place, form and words together speak for a lesson",
	light:                                   "place, form and words together speak against it; only a model may use a told one",
}
