package collect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown"
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
	// Steps are how the chance of a line that was weighed comes about. Because has them, too, then the Notes.
	Steps []Step   `json:"-"`
	Notes []string `json:"-"`
	// Taken is the text that was decided on, where the lines do not hold it as it is, and Shown what screens show of it
	// where that is not all of it.
	Taken string `json:"taken,omitempty"`
	Shown string `json:"shown,omitempty"`
	// Hint is what would change the verdict. Of a line that was weighed it is only said where Explain was asked for it.
	Hint string `json:"hint,omitempty"`
	// Hints are the parts of Hint.
	Hints []string `json:"-"`
	// First and Last are the lines that were decided on together, 0 where nothing was; As says what they are.
	First int    `json:"-"`
	Last  int    `json:"-"`
	As    string `json:"-"`
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
	case unread[d.rule].why != "":
		return NotLookedAt
	}
	return NotALesson
}

// Explain reads a file as Collect would, whether that reads it or not, and returns all of its lines. It redacts
// secrets. The name is one that Collect shows: a path, behind the name of its folder if that is another one. Of what
// stands in the lines from first to last, mostTried texts at most, it says what would change the verdict.
func Explain(
	ctx context.Context, fsys workspace.FS, known *lesson.Ledger, opts Options, name string, first, last int,
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
	of := map[int]*candidate{} // by decision
	about := account{r: r, f: f, lines: strings.Split(text, "\n"), rules: map[*siblings][]int{}}
	about.language = languageOf(text)
	for _, c := range r.offered {
		of[c.decision] = c
		if c.advises() {
			about.rules[c.beside] = append(about.rules[c.beside], c.start)
		}
	}
	decided := make([]Explained, len(r.decisions))
	tried := 0
	for n, d := range r.decisions {
		line := Explained{Rule: d.rule, Class: d.class, Verdict: d.verdict(), Because: cmp.Or(d.because, unread[d.rule].why)}
		if line.First, line.Last = d.start, d.end; cmp.Or(d.hint, unread[d.rule].hint) != "" {
			line.Hints = []string{"to have it weighed, " + cmp.Or(d.hint, unread[d.rule].hint)}
		}
		if c := of[n]; c != nil {
			about.candidate = c
			about.explain(&line)
			if len(line.Steps) > 0 && d.start <= last && first <= d.end {
				if tried++; tried <= mostTried {
					line.Hints = about.hints()
				} else {
					line.Hints = []string{fmt.Sprintf("to see what would change it, ask for it alone: %s:%d", name, d.start)}
				}
			}
		}
		line.Hint = strings.Join(line.Hints, "; ")
		decided[n] = line
	}
	e.Lines = r.linesBy(decided, text)
	return e, ctx.Err()
}

// linesBy are the lines of the file's text, each as the decision that counts for it says.
func (r *reader) linesBy(decided []Explained, text string) []Explained {
	lines := make([]Explained, r.doc.Lines())
	deciding := r.deciding()
	for i := range lines {
		start, end := r.doc.LineSpan(i + 1)
		line := Explained{Text: strings.TrimRight(text[start:end], "\r\n")}
		switch {
		case strings.TrimSpace(line.Text) == "":
		case deciding[i] >= 0:
			text := line.Text
			line = decided[deciding[i]]
			line.Text = text
		default:
			line.Verdict, line.Because = NotLookedAt, whatIs(line.Text)
		}
		line.Line = i + 1
		lines[i] = line
	}
	return lines
}

// mostTried is of how many texts Explain says at most what would change the verdict: the file is read again for each way.
const mostTried = 20

// deciding are the numbers of the decisions that count for each line: the first that makes something of it, else the
// last; -1 where there is none.
func (r *reader) deciding() []int {
	all := slices.Repeat([]int{-1}, r.doc.Lines())
	for n, d := range r.decisions {
		for i := d.start - 1; i < min(d.end, len(all)); i++ {
			if all[i] < 0 || r.decisions[all[i]].class == "" {
				all[i] = n
			}
		}
	}
	var hide func(blocks []*markdown.Block)
	hide = func(blocks []*markdown.Block) {
		for _, b := range blocks {
			if b.Kind == markdown.HTML { // a comment in a list that is joined with the line above it
				for line := r.doc.Line(b.Start); line <= r.doc.Line(max(b.End-1, b.Start)); line++ {
					all[line-1] = -1
				}
			}
			hide(b.Children)
		}
	}
	hide(r.doc.Blocks)
	return all
}

// standing is what became of a line: its class, and whether it says what not to do.
type standing struct {
	class   lesson.Class
	opposed bool
}

// standings are those of the lines.
func (r *reader) standings() []standing {
	opposed := map[int]bool{} // by decision
	for _, f := range r.found {
		opposed[f.decision] = f.negative || f.refused
	}
	all := make([]standing, r.doc.Lines())
	for i, n := range r.deciding() {
		if n >= 0 {
			all[i] = standing{r.decisions[n].class, opposed[n]}
		}
	}
	return all
}

// whatIs says what a line is of which nothing was read.
func whatIs(text string) string {
	switch text = strings.TrimSpace(text); {
	case strings.HasPrefix(text, "<!--") && strings.Contains(text, "-->"):
		return "it begins as a comment, which takes the whole line"
	case strings.Contains(text, "<!--"), strings.Contains(text, "-->"):
		return "it is a comment"
	case !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "it is a line of marks"
	}
	return "it is code, in a comment, in the fields in front of the text, or in what a program wrote"
}

// account tells what the rules made of a text, and why.
type account struct {
	*candidate
	r     *reader
	f     file
	lines []string // of the file
	// rules are the lines of the texts below each heading that are worded like rules.
	rules map[*siblings][]int
	// language is the code of the language of the file.
	language string
	// always and never begin the plainest orders in the language of the text.
	always, never string
}

// explain says why the rules decided so on the text.
func (c *account) explain(line *Explained) {
	c.always, c.never = ordersLike(c.text, c.language)
	if c.end > c.start {
		line.As = joinedAs(c.lines[c.start-1 : c.end])
	}
	if line.Rule == byWeight || line.Rule == light {
		line.Steps, line.Notes = c.steps(), c.notes(line.Class)
		line.Because = strings.Join(append([]string{arrows(line.Steps)}, line.Notes...), " ")
	}
	switch line.Rule {
	case template:
		line.Because = "it begins with " + quoted(templateStart(c.candidate)) + ", as a sentence of a template does"
	case copied:
		_, above, near := c.linesAbove()
		for _, heading := range slices.Backward(append(above, near)) {
			if classify(heading) == pasted {
				line.Because = "the heading " + quoted(heading) + " above it announces " + announced(heading)
				break
			}
		}
	}
	if said := plainly(c.r.lines(c.start, c.end)); said != plainly(c.text) && said != plainly(c.labelText+c.text) {
		line.Taken = c.text
	}
	if shown := ruleSentence(c.text, c.isRefused()); line.Class != "" && shown != words.Unbold(c.text) {
		line.Shown = shown
	}
}

// arrows are steps on one line.
func arrows(steps []Step) string {
	says := make([]string, len(steps))
	for i, step := range steps {
		says[i] = fmt.Sprintf("%d %% %s", step.Percent, step.Says)
	}
	return strings.Join(says, " → ") + "."
}

// reItem is what begins a line that is an item of a list, a heading or a quotation.
var reItem = words.Lazily(`(?m)^[\s>]*(?:[-*+]\s|\d{1,4}[.)]\s|#+\s)*`)

// plainly are the letters and digits of lines.
func plainly(lines string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold(reItem().ReplaceAllString(lines, "")))
}

// notes are what else there is to know about a text that was weighed.
func (c *account) notes(class lesson.Class) (all []string) {
	if c.chance < LeastToldChance && c.label == lessonLabel {
		all = append(all, "Its label makes it a maybe all the same.")
	}
	if c.isRefused() {
		all = append(all, quoted(c.lead)+" is put in front of it, as that refuses something.")
	}
	if class != "" && c.isNegative() {
		all = append(all, "It is taken as what not to do, as "+c.refusal()+".")
	}
	if class != "" && c.role == decisions {
		all = append(all, "It counts as a decision, as a heading above it announces.")
	}
	return all
}

// refusal is what makes a warning of a text.
func (c *account) refusal() string {
	if isCross(c.text) {
		return "a cross is in front"
	}
	if _, _, near := c.linesAbove(); isNegative(near) {
		return quoted(near) + " is above it"
	}
	return "a heading above it says so"
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
		if c.weighed {
			c.features(func(f Feature) { one.Features = append(one.Features, f) })
		}
		all = append(all, one)
	}
	return all, ctx.Err()
}

// unread says by rule why a line was not looked at, and what would make it a lesson.
var unread = map[string]struct{ why, hint string }{
	host.ManagedBlock: {"it is between the marks of another program", ownLine},
	host.DreamBlock:   {"the agent's host wrote it, in its sleep", ownLine},
	host.RecallBlock:  {"a plugin put it in front of the agent as a memory", ownLine},
	host.Transcript:   {"it is in a conversation that was saved", ownLine},

	"title":           {why: "it is the title of the file"},
	"heading":         {why: "it is a heading"},
	"label":           {why: "it is a label of what is below it"},
	"head of a table": {why: "it names the columns"},
	"template row":    {why: "it is the example row of a template"},
	"quotation":       {"it is a list or table in a quotation", "take the marks of the quotation away"},
	"code":            {"it is code, between marks or indented by four spaces", "take the marks or the indentation away"},
	"too long":        {fmt.Sprintf("it has more than %d bytes", longestLesson), "say it in a few sentences"},
	instructions: {
		"it is an instruction already: of this file, only sections of lessons are read",
		`move it below a heading "## Lessons"`,
	},
}

// ownLine is what to do with a lesson in what a program wrote.
const ownLine = "write what it teaches into another note, in a line of your own"
