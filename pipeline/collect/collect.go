package collect

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/internal/charset"
	"wisdom/internal/injection"
	"wisdom/internal/lesson"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// Options say where to look.
type Options struct {
	// Now is the day of the run, in the zone in which notes are dated.
	Now time.Time
	// LookbackDays is how many days back dated notes that a run has read are searched for new lessons again.
	LookbackDays int
	// Include and Exclude are globs relative to the workspace, beside the
	// default places. Exclude wins. See CheckPattern.
	Include, Exclude []string
	Extra            []Extra
	// Own are files and folders that wisdom itself writes; they are no source,
	// whatever Include says.
	Own []workspace.Path
	// Progress, if any, hears how many of the files were read, one call after the other.
	Progress func(done, total int)
	// Kept is where what files gave is kept, so that they are not read again before they change.
	Kept Kept
	// Again has what gave lessons read again all the same: what is proposed or sent to a model is what the files hold.
	Again bool
}

// CheckPattern says what is wrong with a glob: it cannot be read, or leads out of
// the folder.
func CheckPattern(pattern string) error {
	if !doublestar.ValidatePattern(pattern) {
		return fmt.Errorf("%q is not a pattern", pattern)
	}
	if !filepath.IsLocal(filepath.FromSlash(pattern)) || strings.Contains(pattern, "\\") {
		return fmt.Errorf("%q leads out of the folder; name another one with [[sources.extra]]", pattern)
	}
	return nil
}

func (o Options) today() time.Time {
	year, month, day := o.Now.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func (o Options) windowStart() time.Time { return o.today().AddDate(0, 0, -o.LookbackDays) }

// Result is what was found. Its JSON is the contract of collect --json.
type Result struct {
	Lessons []lesson.Lesson `json:"lessons"`
	Gone    []lesson.Gone   `json:"gone"`
	// Changed pairs lessons that are gone with new ones that say nearly the same
	// in the same file.
	Changed []Changed `json:"changed"`
	Sources []Source  `json:"sources"`
	// Findings are secrets that were taken out and texts that were skipped.
	Findings []lint.Finding `json:"findings"`
	// Notes are the dated notes that this run or one before it read.
	Notes []string `json:"-"`
	// Hidden are the ids of known lessons whose place could not be read.
	Hidden []string `json:"hidden"`
	// Known is what earlier runs saw.
	Known *lesson.Ledger `json:"-"`
}

// Changed is a lesson that was reworded.
type Changed struct {
	ID  string `json:"id"`
	Was string `json:"was"` // its id before
}

// NoSourceError says that there is nothing to collect from.
type NoSourceError struct {
	Looked []string
}

// Error names the places.
func (e *NoSourceError) Error() string {
	return "no source of lessons: looked for " + strings.Join(e.Looked, ", ")
}

// MaxSource is the largest file that is read for lessons, in bytes. The largest note seen in the field had 0.7 MB.
const MaxSource = 16 << 20

// wholeHistory is a window in days that holds every note.
const wholeHistory = 9999 * 366

// Collect reads all sources. Lessons that known holds count wherever they
// stand; others only within the window, or anywhere if no run was completed yet.
func Collect(ctx context.Context, fsys workspace.FS, known *lesson.Ledger, opts Options) (*Result, error) {
	opts = opts.after(known)
	files := find(fsys, known, opts)
	pages, err := readAll(ctx, files, opts)
	if err != nil {
		return nil, err
	}
	g := &gatherer{known: known, sources: []Source{}, findings: []lint.Finding{}, words: map[string]*found{}}
	for i, f := range files {
		g.add(f, pages[i])
	}
	result, err := g.result(ctx)
	if err != nil {
		return nil, err
	}
	result.Known, result.Sources = known, withoutOldNotes(result.Sources, opts.LookbackDays)
	text.SideBySide(ctx, len(result.Lessons), func(i int) {
		l := &result.Lessons[i]
		l.RuleSentence = g.words[l.ID].shown()
	})
	return result, nil
}

// after are the options of a run after those that a ledger knows of: the first reads all.
func (o Options) after(known *lesson.Ledger) Options {
	if known.LastRun == "" {
		o.LookbackDays = wholeHistory
	}
	return o
}

// NoSource says where a source was looked for, if none was read; else it is nil.
func (r *Result) NoSource() *NoSourceError {
	looked := make([]string, len(r.Sources))
	for i, s := range r.Sources {
		if s.Status == Read {
			return nil
		}
		if looked[i] = s.Path; s.Note != Absent {
			looked[i] += " (" + s.Note + ")"
		}
	}
	return &NoSourceError{looked}
}

// find lists the files to read, those that cannot be read among them. Of notes before the window, and of other files in
// which lessons were once, only known lessons count. They come last in their folder.
func find(fsys workspace.FS, known *lesson.Ledger, opts Options) []file {
	list := func(f *finder) []file {
		f.known(known.Paths())
		slices.SortFunc(f.old, func(a, b file) int { return strings.Compare(a.shown, b.shown) })
		return slices.Concat(f.files, f.old, f.others())
	}
	f := newFinder(fsys, "", known, opts)
	f.defaults()
	f.globs(opts.Include)
	files := list(f)
	for _, extra := range opts.Extra {
		if extra.FS == nil {
			files = append(files, file{shown: extra.Name + ":", status: Missing, note: "no folder " + extra.Dir})
			continue
		}
		f := newFinder(extra.FS, extra.Name+":", known, opts)
		if len(extra.Include) > 0 {
			f.globs(extra.Include)
		} else {
			f.defaults()
		}
		files = append(files, list(f)...)
	}
	return files
}

// page is what one file holds. It is kept as it is, so its fields are exported.
type page struct {
	Found     []found
	Retracted []retraction
	Hash      workspace.Hash
	Note      string
	Findings  []lint.Finding
	err       error
}

// readAll reads files side by side, unless what they gave is kept; what it returns is in their order.
func readAll(ctx context.Context, files []file, opts Options) ([]page, error) {
	var (
		pages = make([]page, len(files))
		kept  = opts.Kept.load()
		anew  []int // that are read
		one   sync.Mutex
		done  int
	)
	for i, f := range files {
		switch k, there := kept[f.shown]; {
		case f.status != "":
		case there && k.isOf(f.entry) && (!opts.Again || len(k.Page.Found) == 0):
			pages[i] = k.Page
		default:
			anew = append(anew, i)
		}
	}
	text.SideBySide(ctx, len(anew), func(n int) {
		pages[anew[n]], _, _ = scan(ctx, files[anew[n]])
		if opts.Progress != nil {
			one.Lock()
			defer one.Unlock()
			done++
			opts.Progress(done, len(anew))
		}
	})
	if ctx.Err() == nil {
		opts.Kept.save(files, pages, kept)
	}
	return pages, ctx.Err()
}

// scan reads a file, and returns the reader and the text without secrets for those who explain.
func scan(ctx context.Context, f file) (p page, r *reader, text string) {
	b, err := f.fsys.ReadFile(f.path, MaxSource)
	if err != nil {
		return page{err: err}, nil, ""
	}
	p = page{Hash: workspace.HashOf(b)}
	warn := func(rule string, line int, message, hint string) {
		p.Findings = append(p.Findings, lint.Finding{
			Rule: rule, Severity: lint.Warning, Path: f.shown, Line: line, Message: message, Hint: hint,
		})
	}
	text, note, lost := charset.Decode(b)
	if p.Note, p.err = note, markdown.CheckMerged([]byte(text)); p.err != nil {
		return p, nil, ""
	}
	if strings.Contains(text, "\r") { // alone it ends a line, too
		text = strings.NewReplacer("\r\r\n", "\r\n", "\r\n", "\r\n", "\r", "\n").Replace(text)
	}
	for _, line := range lost {
		warn("encoding", line, "this line was skipped: its bytes are no text in UTF-8 nor in an encoding that is known",
			"find out the encoding and convert the file: iconv -f ENCODING -t UTF-8")
	}
	text, hidden := secrets.Redact(withoutSection(text))
	for _, s := range hidden {
		p.Findings = append(p.Findings, lint.RedactedSecret(f.shown, s))
	}
	screened, refused := injection.Screen(text)
	r = examine(ctx, screened, f)
	lines := strings.Split(screened, "\n")
	for i := range r.found {
		r.found[i].Besides = besides(lines, r.found[i].Start, r.found[i].End)
	}
	p.Found, p.Retracted = r.found, r.retracted
	for _, one := range append(refused, r.refused...) {
		d := decision{start: one.First, end: one.Last, rule: lint.RuleInjection, because: "it " + one.Why}
		r.decisions = append(r.decisions, d)
		warn(d.rule, d.start, "this text was skipped: "+d.because, "find out how it got there, and take it out")
	}
	for _, line := range r.tooLong {
		warn("length", line, fmt.Sprintf("this text was skipped: it has more than %d bytes", longestLesson),
			"say the lesson in a few sentences")
	}
	return p, r, text
}

// withoutSection is a text with blank lines in place of a section that wisdom wrote: what lessons became is no lesson.
func withoutSection(text string) string {
	if !strings.Contains(text, "Last compressed:") {
		return text
	}
	s, err := section.In([]byte(text))
	if err != nil || s == nil || !slices.ContainsFunc(s.Lines, func(l section.Line) bool {
		return l.Kind == section.HeaderLine
	}) {
		return text
	}
	lines := strings.Count(text[s.Start:s.End], "\n")
	return text[:s.Start] + strings.Repeat("\n", lines) + text[s.End:]
}

// examine finds the lessons in the text of a file, which holds no secrets any more and was screened. What still gives
// orders to a model as readers see it, such as around a comment, is none.
func examine(ctx context.Context, text string, f file) *reader {
	r := newReader(ctx, text, kindOf(f.path))
	r.read(f)
	r.found = slices.DeleteFunc(r.found, func(one found) bool {
		why := injection.Reason(one.Text)
		if why == "" || ctx.Err() != nil {
			return false
		}
		r.decisions[one.Decision].class = ""
		r.refused = append(r.refused, injection.Refused{First: one.Start, Last: one.End, Why: why})
		return true
	})
	return r
}
