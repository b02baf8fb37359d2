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
}

// Explain reads a file of the workspace as Collect would and returns all of its lines.
// It redacts secrets.
func Explain(ctx context.Context, fsys workspace.FS, p workspace.Path) ([]Explained, error) {
	b, err := fsys.ReadFile(p, MaxSource)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", p, err)
	}
	text, _, _ := decode(b)
	text, _ = secrets.Redact(text)
	r := newReader(ctx, text, kindOf(p))
	r.read(reDated().FindString(path.Base(string(p))))
	lines := make([]Explained, r.doc.Lines())
	for i := range lines {
		start, end := r.doc.LineSpan(i + 1)
		lines[i] = Explained{Line: i + 1, Text: strings.TrimRight(text[start:end], "\r\n")}
	}
	for _, d := range r.decisions {
		for i := d.start; i <= min(d.end, len(lines)); i++ {
			if line := &lines[i-1]; line.Class == "" && strings.TrimSpace(line.Text) != "" {
				line.Rule, line.Class = d.rule, d.class
			}
		}
	}
	return lines, ctx.Err()
}

// About says in one line what the rule of a name means to the owner of a file, "" if no
// rule has that name.
func About(rule string) string { return abouts[rule] }

var abouts = map[string]string{
	host.ManagedBlock: "between the marks of another program",
	host.DreamBlock:   "the host dreamt it; it is no note of the agent",
	host.RecallBlock:  "memories that a plugin put in front of the agent",
	host.Transcript:   "a turn of a conversation, kept by the host",

	fewOrders: "a note on a topic in which few texts give an order",

	"heading":         "names what is below it",
	"head of a table": "names the columns",
	"code":            "code is not read for lessons",
	"too long":        "too long for a lesson; say it in a few sentences",

	"machine line":                           "a program wrote it",
	"to-do":                                  "something that is still to be done, or a ticked box",
	"too short":                              "fewer than three words",
	"mojibake":                               "garbled: it was written in UTF-8 and read as something else",
	"template":                               "a placeholder or a sentence of a template",
	"reference":                              "struck out, or only the name of a file",
	"copied text":                            "a heading says that it was copied from elsewhere",
	"done":                                   "a tick says that it is done",
	"index":                                  "names a lesson that is written elsewhere",
	"finding of a day":                       "tells of the day or of a figure, and gives no order; only a model may use it",
	"report or plan of a day":                "an order with a time or with what happened, in the note of a day; only a model may use it",
	"lesson label":                           "a label such as Lesson:, Rule: or Prevention: says that it is one",
	"action field":                           "a field such as Fix: or Mitigation: that gives an order",
	"insight label":                          "a label such as Finding: or Conclusion:; only a model may use it",
	"other field":                            "a field such as Status:, Cause: or Date: beside a lesson",
	"introduction":                           "introduces a list or table, or ends in a colon",
	"quotation":                              "the words of another person",
	"question":                               "a question",
	"other section":                          "the heading above names something else, such as Status or Next steps",
	"decision":                               "below a heading of decisions, and an order",
	"decision row":                           "a row of a table of decisions without an order",
	"decision without an order":              "below a heading of decisions; only a model may use it",
	"detail":                                 "a name with a date, an address, a path or a command",
	"text beside a list":                     "explains a list; the lessons are in the list",
	"lesson section":                         "below a heading of lessons",
	"lesson file":                            "an order or norm in a file of lessons",
	"instructions that every session loads":  "the file is an instruction already; only its lesson sections are read",
	"dated bullet":                           "begins with its date and tells what to do",
	"rule section":                           "below a heading of rules or preferences",
	"plan of a day below a heading of rules": "below a heading of rules in the note of a day, but no must or never",
	"log entry":                              "begins with a time of day",
	"report with figures":                    "more numbers than a rule has",
	"order or norm":                          "says always, never, must, do not or the like",
	"insight":                                "says that something was found out; only a model may use it",
	"no order or norm":                       "no heading, label or word makes a lesson of it",
}
