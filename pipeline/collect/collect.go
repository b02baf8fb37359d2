package collect

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/internal/secrets"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

// Options say where to look.
type Options struct {
	// Now is the day of the run, in the zone in which notes are dated.
	Now time.Time
	// LookbackDays is how many days back dated notes are looked at for new
	// lessons.
	LookbackDays int
	// Include and Exclude are globs relative to the workspace, beside the
	// default places. Exclude wins.
	Include, Exclude []string
	Extra            []Extra
}

// Validate says what is wrong with the options.
func (o Options) Validate() error {
	if o.LookbackDays < 0 {
		return fmt.Errorf("sources.lookback_days: %d is less than 0", o.LookbackDays)
	}
	for _, pattern := range append(append([]string{}, o.Include...), o.Exclude...) {
		if !doublestar.ValidatePattern(pattern) {
			return fmt.Errorf("sources: %q is not a pattern", pattern)
		}
	}
	for _, extra := range o.Extra {
		for _, pattern := range extra.Include {
			if !doublestar.ValidatePattern(pattern) {
				return fmt.Errorf("sources.extra %q: %q is not a pattern", extra.Name, pattern)
			}
		}
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
	Lessons []ledger.Lesson `json:"lessons"`
	Gone    []ledger.Gone   `json:"gone"`
	Sources []Source        `json:"sources"`
	// Findings are secrets that were taken out and texts that were left out.
	Findings []lint.Finding `json:"findings"`
}

// NoSourceError says that there is nothing to collect from.
type NoSourceError struct {
	Looked []string
}

func (e *NoSourceError) Error() string {
	return "no source of lessons: looked for " + strings.Join(e.Looked, ", ")
}

// Collect reads all sources. Lessons that known holds count wherever they
// stand; others only within the window. With no source at all the result still
// says what was looked at, beside a *NoSourceError.
func Collect(ctx context.Context, fsys workspace.FS, known *ledger.Ledger, opts Options) (*Result, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	files, err := find(fsys, known, opts)
	if err != nil {
		return nil, err
	}
	pages, err := readAll(ctx, files)
	if err != nil {
		return nil, err
	}
	g := newGatherer(known)
	for i, f := range files {
		g.add(f, pages[i])
	}
	result := g.result()
	for _, s := range result.Sources {
		if s.Status == Read {
			return result, nil
		}
	}
	looked := make([]string, len(result.Sources))
	for i, s := range result.Sources {
		looked[i] = fmt.Sprintf("%s (%s)", s.Path, s.Note)
	}
	return result, &NoSourceError{looked}
}

// find lists the files to read, those that cannot be read among them.
func find(fsys workspace.FS, known *ledger.Ledger, opts Options) ([]file, error) {
	f := newFinder(fsys, "", opts)
	if err := f.defaults(); err != nil {
		return nil, err
	}
	if err := f.globs(opts.Include); err != nil {
		return nil, err
	}
	f.known(known.Paths())
	files := slices.Concat(f.files, f.summary())
	for _, extra := range opts.Extra {
		if extra.FS == nil {
			files = append(files, file{shown: extra.Name + ":", status: Missing, note: "no folder " + extra.Dir})
			continue
		}
		f := newFinder(extra.FS, extra.Name+":", opts)
		look := f.defaults
		if len(extra.Include) > 0 {
			look = func() error { return f.globs(extra.Include) }
		}
		if err := look(); err != nil {
			return nil, fmt.Errorf("sources.extra %q: %w", extra.Name, err)
		}
		f.known(known.Paths())
		files = slices.Concat(files, f.files, f.summary())
	}
	return files, nil
}

// page is what one file holds.
type page struct {
	found    []found
	hash     workspace.Hash
	note     string
	findings []lint.Finding
	err      error
}

// readAll reads files side by side; what it returns is in their order.
func readAll(ctx context.Context, files []file) ([]page, error) {
	pages := make([]page, len(files))
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				pages[i] = readPage(files[i])
			}
		})
	}
	for i, f := range files {
		if f.status == "" && ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	workers.Wait()
	return pages, ctx.Err()
}

func readPage(f file) page {
	b, err := f.fsys.ReadFile(f.path, MaxSource)
	if err != nil {
		return page{err: err}
	}
	p := page{hash: workspace.HashOf(b)}
	text, note := decode(b)
	p.note = note
	text, hidden := secrets.Redact(text)
	for _, s := range hidden {
		p.findings = append(p.findings, lint.Finding{
			Rule: "secret", Severity: lint.Warning, Path: f.shown, Line: s.Line,
			Message: "a secret stands here (" + s.Rule + "); it was left out",
			Hint:    "take it out of the file and change it where it is used",
		})
	}
	r := reader{
		doc:   markdown.ParseLoose([]byte(text)),
		whole: f.kind == lessonFile, inline: f.kind != agentsFile, decided: f.kind != agentsFile,
	}
	suspicious := lint.MayInject(text)
	for _, found := range r.read(f.date) {
		why := ""
		if suspicious {
			why = lint.Injection(found.text)
		}
		if why != "" {
			p.findings = append(p.findings, lint.Finding{
				Rule: "injection", Severity: lint.Warning, Path: f.shown, Line: found.start,
				Message: "this text was left out: it " + why,
				Hint:    "find out how it got there, and take it out",
			})
			continue
		}
		p.found = append(p.found, found)
	}
	return p
}

// gatherer brings together what stands in several places.
type gatherer struct {
	known    *ledger.Ledger
	lessons  []ledger.Lesson
	index    map[string]int
	sources  []Source
	findings []lint.Finding
}

func newGatherer(known *ledger.Ledger) *gatherer {
	return &gatherer{
		known: known, index: map[string]int{},
		lessons: []ledger.Lesson{}, sources: []Source{}, findings: []lint.Finding{},
	}
}

func (g *gatherer) add(f file, p page) {
	s := Source{Path: f.shown, Status: f.status, Note: f.note, Hash: p.hash}
	switch {
	case f.status != "":
	case errors.Is(p.err, fs.ErrNotExist):
		s.Status, s.Note = Missing, "not there"
	case p.err != nil:
		s.Status, s.Note = Unreadable, reason(p.err)
		var large *workspace.TooLargeError
		if errors.As(p.err, &large) {
			s.Status = Skipped
		}
	default:
		s.Status, s.Note = Read, p.note
		if f.known {
			s.Note = strings.TrimPrefix(s.Note+"; known lessons only", "; ")
		}
		g.findings = append(g.findings, p.findings...)
		for _, found := range p.found {
			if g.lesson(f, found) {
				s.Lessons++
			}
		}
	}
	g.sources = append(g.sources, s)
}

// lesson notes one place and says whether it counts.
func (g *gatherer) lesson(f file, found found) bool {
	id := idOf(found.normal)
	if f.known && !g.known.Knows(id) {
		return false
	}
	place := ledger.Place{Path: f.shown, StartLine: found.start, EndLine: found.end}
	i, there := g.index[id]
	if !there {
		i = len(g.lessons)
		g.index[id] = i
		g.lessons = append(g.lessons, ledger.Lesson{
			ID: id, Kind: found.kind, Text: found.text, Headline: headline(found.text),
			Place: place, Heading: found.heading, Date: found.date, New: !g.known.Knows(id),
		})
	}
	lesson := &g.lessons[i]
	lesson.Places = append(lesson.Places, place)
	if found.date > lesson.Date {
		lesson.Date = found.date
	}
	return true
}

func (g *gatherer) result() *Result {
	gone := g.known.Gone(g.lessons)
	if gone == nil {
		gone = []ledger.Gone{}
	}
	return &Result{g.lessons, gone, g.sources, g.findings}
}

// idOf names a lesson by the normal form of its text: by its words, whatever the
// marks and spaces around them.
func idOf(normal string) string {
	sum := sha256.Sum256([]byte(normal))
	return hex.EncodeToString(sum[:6])
}

// longestHeadline is the most that is shown of a lesson on one line, in
// characters.
const longestHeadline = 100

// headline is what stands in bold at the beginning, else the first sentence.
func headline(text string) string {
	if rest, bold := strings.CutPrefix(text, "**"); bold {
		if head, _, closed := strings.Cut(rest, "**"); closed && words.Count(head) > 1 {
			return short(head)
		}
	}
	plain := boldMarks.Replace(text)
	for i, r := range plain {
		if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && strings.HasPrefix(plain[i+1:], " ") {
			return short(plain[:i+len(string(r))])
		}
	}
	return short(plain)
}

var boldMarks = strings.NewReplacer("**", "", "__", "")

func short(text string) string {
	characters := []rune(strings.TrimSpace(text))
	if len(characters) <= longestHeadline {
		return string(characters)
	}
	return string(characters[:longestHeadline-1]) + "…"
}
