package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"
	"sync"
)

//go:embed static
var static embed.FS

// Report is what the report shows.
type Report struct {
	// Brief: it shows numbers and practices, and no words of the notes; see Shorten.
	Brief     bool
	Workspace string // its folder's name
	Made      string // when, and by which version
	// Facts are what a reader wants to know first.
	Facts []Fact
	// Budgets are those of the section, SOUL.md and the table.
	Budgets  []Bar
	Sessions []Session
	// Promoted: After of the sessions counts the pending draft as promoted.
	Promoted bool
	Files    []FileCost
	Caps     string
	Entries  []Entry
	Pending  *Pending
	// Groups are all lessons by what became of them.
	Groups  []Group
	Backed  []Bar // lessons that back an entry
	Table   *Table
	History []Generation
	Found   []Finding
	Runs    []Run
}

// Fact is a short statement.
type Fact struct {
	Name, Value string
	// Look: it needs a person.
	Look bool
}

// Session is what one or more types of session load.
type Session struct {
	Types         []SessionType
	Before, After Bar
	Files, Note   string
}

// SessionType is a type of session, and what it is for.
type SessionType struct{ Name, Plain, About string }

// LoadsSame reports whether sessions of other types load the same.
func (s Session) LoadsSame(other Session) bool {
	return s.Before == other.Before && s.After == other.After && s.Files == other.Files && s.Note == other.Note
}

// FileCost is what a file costs a session.
type FileCost struct {
	Path   string
	Tokens Bar
	Chars  Bar // beside the cap of the host
	Note   string
}

// Entry is an entry of the section.
type Entry struct {
	Name, Text string
	// Where says how it came about.
	Where   string
	Lessons []Lesson
	Total   int // of the lessons, with those that are gone
	Times   int // they were written down, without those that are gone
	Gone    int // of the lessons
	// Months says month by month on how many days notes said it, and how often it reminded and was recalled.
	Months string
	// Use and Against tell of newer lessons that repeat and contradict it; empty for none.
	Use, Against string
}

// Group are the lessons of one entry, of one practice, or of none.
type Group struct {
	Name    string
	State   string // in words
	Backed  bool
	Lessons []Lesson
	More    int // that are not shown
	Total   int
}

// Table is TOOLS_COMPACT.md.
type Table struct {
	State  string
	Tokens Bar
	Rows   []TableRow
	Hand   []string // lines of a person's own
	Left   []TableRow
}

// TableRow is a value and where it is: in which line, below which heading.
type TableRow struct{ Key, Value, Source, Heading, Note string }

// Generation is a state that can be gone back to.
type Generation struct {
	Number            int
	Summary, By, When string
	Newest            bool
	Blocks            []Block
	Note              string
}

// Pending is the draft that waits.
type Pending struct {
	Draft
	Stale  string // a file changed after the draft was created
	Blocks []Block
	// Command and OnPage are the commands that decide it, in the terminal and on a page.
	Command, OnPage string
}

// Promise says what a draft proposes for a section without entries.
func (p *Pending) Promise() string {
	switch {
	case slices.ContainsFunc(p.Entries, func(i Item) bool { return !i.Required }):
		return " The pending draft below proposes some."
	case len(p.Entries) > 0:
		return " The pending draft below proposes only the one that every section holds."
	}
	return ""
}

// Finding is what lint found.
type Finding struct{ Severity, Place, Message, Hint, Rule string }

// Run is what became of a run.
type Run struct{ When, Outcome, Detail string }

var (
	css, _    = static.ReadFile("static/style.css") // it is embedded
	styleSum  = sha256.Sum256(css)
	styleHash = base64.StdEncoding.EncodeToString(styleSum[:])
	// templates are parsed on first use: most commands show no page.
	templates = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("").Funcs(template.FuncMap{
			"number": Number,
			"plural": plural,
			"spans":  spans,
			"css":    func() template.CSS { return template.CSS(css) },
		}).ParseFS(static, "static/*.html"))
	})
)

// ReportMark begins every report, so that nothing else is replaced by one.
const ReportMark = "<!doctype html>\n<!-- wisdom report -->\n"

// Shorten leaves out the words of the notes, of the files and of the table. Names and texts
// of entries, which a person approved or is asked about, and all numbers stay.
func (r *Report) Shorten() {
	r.Brief = true
	for i := range r.Entries {
		r.Entries[i].Lessons, r.Entries[i].Against = nil, ""
	}
	for i := range r.Groups {
		r.Groups[i].Lessons, r.Groups[i].More = nil, 0
	}
	if p := r.Pending; p != nil {
		p.Lines, p.Facts, p.Blocks = nil, nil, nil
		p.Entries = slices.DeleteFunc(p.Entries, func(i Item) bool { return i.Name == "" })
		for i := range p.Entries {
			p.Entries[i].Lessons, p.Entries[i].Note = nil, "" // it may quote a lesson
		}
	}
	if r.Table != nil {
		r.Table.Rows, r.Table.Hand, r.Table.Left = nil, nil, nil
	}
	for i := range r.History {
		r.History[i].Blocks = nil
	}
	for i := range r.Found {
		r.Found[i].Place, r.Found[i].Message, r.Found[i].Hint = "", "", ""
	}
}

// Serious are the errors and warnings among the findings, the worst first.
func (r *Report) Serious() []Finding {
	return slices.DeleteFunc(r.Ordered(), func(f Finding) bool { return f.rank() > 1 })
}

// Ordered are the findings, the worst first.
func (r *Report) Ordered() []Finding {
	return slices.SortedStableFunc(slices.Values(r.Found), func(x, y Finding) int { return x.rank() - y.rank() })
}

func (f Finding) rank() int {
	return slices.Index([]string{"error", "warning", f.Severity}, f.Severity)
}

// Unfolds reports whether an entry shows the lessons that back it.
func (r *Report) Unfolds() bool {
	return slices.ContainsFunc(r.Entries, func(e Entry) bool { return len(e.Lessons) > 0 })
}

// CutOff are the files of which the host does not load everything.
func (r *Report) CutOff() []FileCost {
	return slices.DeleteFunc(slices.Clone(r.Files), func(f FileCost) bool { return !f.Chars.IsOver() })
}

// Exceeded reports whether a type of session loads more than its limit.
func (r *Report) Exceeded() bool {
	return slices.ContainsFunc(r.Sessions, func(s Session) bool { return s.After.IsOver() })
}

// Write writes the report as one file. Every text passes show.
func (r *Report) Write(w io.Writer, show func(string) string) error {
	clean(r, show)
	return writePage(w, ReportMark, "report.html", struct {
		*Report
		StyleHash string
	}{r, styleHash})
}

// writePage writes a page whole or not at all.
func writePage(w io.Writer, begin, name string, value any) error {
	page := bytes.NewBufferString(begin)
	if err := templates().ExecuteTemplate(page, name, value); err != nil {
		return err
	}
	_, err := w.Write(page.Bytes())
	return err
}
