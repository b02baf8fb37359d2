package collect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// Explanation says what Collect makes of a file, line by line.
type Explanation struct {
	Path string `json:"path"`
	// Note says why Collect does not read the file, or not all of it, and Hint what would change that. Both are empty
	// for a source.
	Note  string      `json:"note,omitempty"`
	Hint  string      `json:"hint,omitempty"`
	Lines []Explained `json:"lines"`
}

// Explained is a line of a file with what the rules decided about it.
type Explained struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	// Rule names the rule that decided, Class what it made of the line, empty if the
	// line is no lesson. Both are empty for a line without text of its own.
	Rule  string       `json:"rule"`
	Class lesson.Class `json:"class"`
	// Verdict is what became of the line, and Because says why; both are empty for an empty line.
	Verdict Verdict `json:"verdict,omitempty"`
	Because string  `json:"because,omitempty"`
	// Taken is the text that was decided on, where the lines do not hold it as it is, and Shown what screens show of it
	// where that is not all of it.
	Taken string `json:"taken,omitempty"`
	Shown string `json:"shown,omitempty"`
	// Hint is what would change the verdict.
	Hint string `json:"hint,omitempty"`
	// First and Last are the lines that were decided on together, 0 where nothing was.
	First int `json:"-"`
	Last  int `json:"-"`
}

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
	f, e, err := locate(fsys, known, opts, name)
	if err != nil {
		return nil, err
	}
	read, r, text := scan(ctx, f)
	if err := read.err; err != nil {
		folder, irregular := errors.AsType[*workspace.NotRegularError](err)
		if errors.Is(err, fs.ErrNotExist) || irregular && folder.Kind == "a folder" {
			return nil, &NoFileError{name, alike(find(fsys, known, opts, true), f.path)}
		}
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	e.Lines = make([]Explained, r.doc.Lines())
	for i := range e.Lines {
		start, end := r.doc.LineSpan(i + 1)
		line := Explained{Line: i + 1, Text: strings.TrimRight(text[start:end], "\r\n")}
		if strings.TrimSpace(line.Text) != "" {
			line.Verdict, line.Because = NotLookedAt, whatIs(line.Text)
		}
		e.Lines[i] = line
	}
	of := map[int]*candidate{} // by decision
	always, never := ordersLike(text)
	for _, c := range r.offered {
		c.orders, of[c.decision] = [2]string{always, never}, c
	}
	for n, d := range r.decisions {
		line := Explained{Rule: d.rule, Class: d.class, Verdict: d.verdict(), Because: unread[d.rule] + d.because}
		if line.First, line.Last = d.start, d.end; d.hint != "" {
			line.Hint = "to make it a lesson, " + d.hint
		}
		if c := of[n]; c != nil {
			c.explain(ctx, f, &line, words.OneLine(r.lines(c.start, c.end)))
		}
		for i := d.start; i <= min(d.end, len(e.Lines)); i++ {
			if at := &e.Lines[i-1]; at.Class == "" && at.Verdict != "" {
				line.Line, line.Text = at.Line, at.Text
				*at = line
			}
		}
	}
	return e, ctx.Err()
}

// whatIs says what a line is of which nothing was read.
func whatIs(text string) string {
	switch text = strings.TrimSpace(text); {
	case strings.Contains(text, "<!--"), strings.Contains(text, "-->"):
		return "it is a comment"
	case !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "it is a line of marks"
	}
	return "it is code, in a comment, or in what a program wrote"
}

// explain says why the rules decided so on a text, which was found in lines.
func (c *candidate) explain(ctx context.Context, f file, line *Explained, lines string) {
	isWeighed := line.Rule == byWeight || line.Rule == light
	if isWeighed {
		line.Because, line.Hint = c.because(), c.hint(ctx, f)
	}
	if line.Class == "" {
		return
	}
	if !strings.Contains(lines, c.text) {
		line.Taken = c.text
	}
	if shown := ruleSentence(c.text, c.refused); shown != words.Unbold(c.text) {
		line.Shown = shown
	}
	if c.isNegative() {
		line.Because += " It says what not to do: " + c.refusal() + "."
	}
}

// refusal is what makes a warning of a text.
func (c *candidate) refusal() string {
	if isCross(c.text) {
		return "the cross in front says so"
	}
	if near := c.nearestAbove(); isNegative(near) {
		return quoted(near) + " above it says so"
	}
	return "a heading above it says so"
}

// hint says what would change the verdict on a text that was weighed: it is tried.
func (c *candidate) hint(ctx context.Context, f file) string {
	hints := []string{}
	if c.chance < LeastChance {
		toLesson := fmt.Sprintf(
			`write it as an order, "%s ..." or "%s ...", below a heading "## Lessons"`,
			c.orders[0],
			c.orders[1],
		)
		if c.role != lessons && !c.isHeading {
			if chance := c.tried(ctx, f, "Lessons"); chance >= LeastChance {
				toLesson = moved("Lessons", chance)
			}
		}
		hints = append(hints, "to make it a lesson, "+toLesson)
	}
	if c.chance >= LeastToldChance || c.label == lessonLabel {
		toNone := "make it a comment: <!-- ... -->"
		if c.end > c.start {
			toNone = fmt.Sprintf("make lines %d to %d a comment: <!-- ... -->", c.start, c.end)
		}
		switch {
		case c.isHeading:
			toNone = fmt.Sprintf("shorten this heading to %d words", shortestTitle-1)
		case c.label == lessonLabel:
			toNone = "take its label away, or " + toNone
		default:
			if chance := c.tried(ctx, f, "Status"); chance < LeastToldChance {
				toNone = moved("Status", chance)
			}
		}
		hints = append(hints, "to make it none, "+toNone)
	}
	return strings.Join(hints, "; ")
}

// moved says to move a text below a heading, with its chance there.
func moved(heading string, chance float64) string {
	const move = `move it below a heading such as "## %s" (there, by itself, it has %d %%)`
	return fmt.Sprintf(move, heading, percent(chance))
}

// tried is the chance of a text to be a lesson if it is by itself below a heading.
func (c *candidate) tried(ctx context.Context, f file, heading string) (chance float64) {
	r := newReader(ctx, "## "+heading+"\n\n- "+c.text+"\n", c.file)
	r.read(f)
	for _, again := range r.offered {
		chance = max(chance, again.chance)
	}
	return chance
}

func percent(chance float64) int { return int(100 * chance) }

// Candidate is a text that may be a lesson, for those who learn weights.
type Candidate struct {
	Start, End int // lines
	// Features are what is true of it, nil if a rule says that it is none whatever it says.
	Features []Feature
}

// Candidates returns the texts of a file.
func Candidates(ctx context.Context, fsys workspace.FS, p workspace.Path) ([]Candidate, error) {
	read, r, _ := scan(ctx, fileAt(fsys, "", p))
	if read.err != nil {
		return nil, read.err
	}
	var all []Candidate
	for _, c := range r.offered {
		one := Candidate{Start: c.start, End: c.end}
		if c.beside != nil {
			c.features(func(f Feature) { one.Features = append(one.Features, f) })
		}
		all = append(all, one)
	}
	return all, ctx.Err()
}

// unread says why a line was not looked at, by rule.
var unread = map[string]string{
	host.ManagedBlock: "it is between the marks of another program",
	host.DreamBlock:   "the agent's host wrote it, in its sleep",
	host.RecallBlock:  "a plugin put it in front of the agent as a memory",
	host.Transcript:   "it is a turn of a conversation, which the host kept",

	"title":           "it is the title of the file",
	"heading":         "it is a heading, or names what is below it; ",
	"label":           "it is a label of what is below it",
	"head of a table": "it names the columns",
	"template row":    "it is the example row of a template",
	"quotation":       "it is a list or table in a quotation",
	"code":            "it is code, between marks or indented by four spaces",
	"too long":        "it is too long; say it in a few sentences",
	instructions:      "it is an instruction already: of this file, only sections of lessons are read",
}
