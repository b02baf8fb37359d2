package brief

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/internal/injection"
	"wisdom/internal/sorting"
	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// Options say what a block is made of.
type Options struct {
	Level Level
	// Repo is the project's repository and RepoName its name. Workspace is the operator's, nil if it is the repository.
	Repo      workspace.FS
	RepoName  string
	Workspace workspace.FS
	// App is the name of the project in paths.
	App     string
	Sources Sources
	// Now is the moment of the injection, in the time zone in which days count.
	Now time.Time
	// ID names the injection; see NewID.
	ID string
	// RunID and Executor are kept in the log as they are.
	RunID, Executor string
	// Count says how tokens are counted.
	Count tokens.Count
}

// Context is a block with its log.
type Context struct {
	Block string
	Log   Log
}

// NoSoulError says that nothing tells who the project is.
type NoSoulError struct {
	// Repo is the name of the repository, where it is not the workspace too.
	Repo string
	// Looked are the patterns where it was looked for.
	Looked []string
	// LeftOut are the lines that gave orders to a model, where a README holds nothing else.
	LeftOut []LeftOut
}

// Error implements error.
func (e *NoSoulError) Error() string {
	looked := strings.Join(e.Looked, ", ")
	text := "no SOUL: none of " + looked + " has content"
	if e.Repo != "" {
		text = fmt.Sprintf("no SOUL of %s: neither the repository nor the workspace has %s with content, "+
			"and a README of the workspace tells of the workspace", e.Repo, looked)
	}
	for _, left := range e.LeftOut {
		text += "; " + left.String()
	}
	return text
}

// TooLargeError says that what is never cut does not fit into HardCap.
type TooLargeError struct {
	// Total is the size of the block in tokens, Soul and Anchors are those of its sections.
	Total, Soul, Anchors int
}

// Error implements error.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s: the block takes %d tokens, and %d is the hard cap", e.sizes(), e.Total, HardCap)
}

func (e *TooLargeError) sizes() string {
	if e.Anchors > 0 {
		return fmt.Sprintf("SOUL has %d tokens and ANCHORS %d", e.Soul, e.Anchors)
	}
	return fmt.Sprintf("SOUL has %d tokens", e.Soul)
}

// assembly is a block that is being made.
type assembly struct {
	Options
	cutter
	parts   []part
	files   map[Section]*source
	journal *journal
	readme  *extract // where a README replaces SOUL
	log     Log
}

// Build reads the sources and assembles a block. A missing SOUL is a *NoSoulError; what is never cut and does not fit
// is a *TooLargeError.
func Build(o Options) (*Context, error) {
	go o.Count.Tokens("a") // what it counts with is loaded while the first files are read
	a := &assembly{Options: o, cutter: cutter{o.Count}, files: map[Section]*source{}, log: newLog(o)}
	if err := a.identity(); err != nil {
		return nil, err
	}
	a.profile()
	a.newest()
	a.roadmap()
	sorting.Stable(
		a.parts, func(x, y part) int { return slices.Index(Order, x.section) - slices.Index(Order, y.section) },
	)
	if err := a.trim(); err != nil {
		return nil, err
	}
	a.fill()
	block := render(o.ID, a.parts)
	a.finish(block)
	return &Context{Block: block, Log: a.log}, nil
}

// warn keeps a warning for the log, and for the one who asked.
func (a *assembly) warn(format string, args ...any) {
	a.log.Warnings = append(a.log.Warnings, fmt.Sprintf(format, args...))
}

func (a *assembly) add(s Section, lines []line, from *source) {
	a.parts = append(a.parts, sealed(s, lines, from))
	a.files[s] = from
}

// agentSoul is where an agent keeps who it is.
const agentSoul workspace.Path = "SOUL.md"

// identity reads SOUL and ANCHORS. Where there is no file of anchors, the sections of SOUL that hold them make the
// section.
func (a *assembly) identity() error {
	soul, err := a.read(Soul)
	if err != nil {
		return err
	}
	if soul == nil || !holdsText(soul.lines) {
		e := &NoSoulError{Looked: a.Sources.of(Soul), LeftOut: a.log.LeftOut}
		if a.Workspace != nil {
			e.Repo = a.RepoName
		}
		return e
	}
	if soul.operators && soul.path == agentSoul {
		a.warn("%s has no SOUL of its own: %s is included, which is the agent's", a.RepoName, soul.shown())
	}
	var anchors *source
	lines := soul.lines
	readme := isReadme(string(soul.path))
	if readme {
		name := words.OneLine(injection.Visible(a.RepoName))
		a.readme = a.describe(lines, soul.title, name)
		lines, _ = a.within(a.readme, a.Level.Shares[Soul])
	}
	if a.Level.has(Anchors) {
		silent := len(a.log.Warnings)
		if anchors, err = a.read(Anchors); err != nil {
			return err
		}
		if anchors == nil && !readme {
			taken, rest := titled(lines, anchorPhrases())
			if holdsText(taken) && holdsText(rest) {
				a.log.Warnings = a.log.Warnings[:silent]
				anchors, lines = &source{place: soul.place, lines: taken, redactions: soul.redactions}, rest
			}
		}
		if anchors == nil {
			a.lookIntoMemory()
		}
	}
	a.add(Soul, lines, soul)
	if anchors != nil {
		a.add(Anchors, anchors.lines, anchors)
	}
	return nil
}

// memoryFile is where the agents of OpenClaw keep what they remember.
const memoryFile workspace.Path = "MEMORY.md"

// lookIntoMemory warns of decisions in MEMORY.md. They are not read from there: the file is private and grows, and
// ANCHORS is never cut.
func (a *assembly) lookIntoMemory() {
	b, err := a.Repo.ReadFile(memoryFile, host.FileBytes)
	if err != nil {
		return
	}
	taken, _ := titled(outline(withoutComments(decode(b))), anchorPhrases())
	if to, named := a.Sources.anchorsFile(); named && holdsText(taken) {
		a.warn("%s:%d: these decisions are in no block: copy those that hold into %s", memoryFile, taken[0].number, to)
	}
}

func (a *assembly) profile() {
	if !a.Level.has(Profile) {
		return
	}
	if src, _ := a.read(Profile); src != nil { // an error only for SOUL
		lines, cut := a.start(src.lines, a.Level.Shares[Profile])
		a.add(Profile, lines, src)
		a.step(cut, Profile, "cut", a.tokens(src.lines), a.tokens(lines))
	}
}

func (a *assembly) roadmap() {
	if !a.Level.has(Roadmap) {
		return
	}
	src, _ := a.read(Roadmap) // an error only for SOUL
	if src == nil {
		return
	}
	lines, share := src.lines, a.Level.Shares[Roadmap]
	if a.tokens(lines) > share {
		lines, _ = a.start(currentPhase(lines), share)
		a.step(true, Roadmap, "cut", a.tokens(src.lines), a.tokens(lines))
	}
	a.add(Roadmap, lines, src)
}

// reFrontStatus matches the status of a session in front matter.
var reFrontStatus = words.Lazily(`(?mi)^status:[ \t]*["']?([^"'\n]+?)["']?[ \t]*$`)

// newest reads the newest journal and applies the staleness rule.
func (a *assembly) newest() {
	src, _ := a.read(Journal) // an error only for SOUL
	if src == nil || !holdsText(src.lines) {
		return
	}
	date := a.dateOf(src)
	age := ageOf(date, a.Now)
	if age < 0 {
		a.warn("%s: %s is still to come: it counts as today's", src.shown(), date)
		age = 0
	}
	status := ""
	if m := reFrontStatus().FindStringSubmatch(src.front); m != nil {
		status = m[1]
	}
	j := a.newJournal(src.lines, status, a.namedDate(src), age)
	j.lost = src.lost
	a.journal = &j
	a.log.JournalAgeDays = &age
	lines, cut := a.shorten(j, a.Level.Shares[Journal])
	a.add(Journal, lines, src)
	all, kept := a.tokens(j.all), a.tokens(j.body)
	a.step(j.lost > 0, Journal, "cut", all+j.lost, all)
	a.step(j.key, Journal, strategySections, all, kept)
	if j.noNext {
		a.warnOfNoNext(j, src)
	}
	a.step(cut, Journal, "summarized", kept, a.journalTokens())
}

// warnOfNoNext says which lines of a journal are not included because nothing names them as done or next.
func (a *assembly) warnOfNoNext(j journal, src *source) {
	a.warn("%s: no heading names what is next; the last section is included for it, if there is one more", src.shown())
	var omitted []line
	for _, l := range j.all {
		if l.text != "" && !slices.Contains(j.body, l) {
			omitted = append(omitted, l)
		}
	}
	for _, run := range placesOf(omitted) {
		a.log.LeftOut = append(a.log.LeftOut, LeftOut{src.shown(), run.Start, run.End, "no heading names it as done or next"})
	}
}

// journalTokens are the tokens of the journal's file that are in the block.
func (a *assembly) journalTokens() int {
	_, missing := a.strategy(*a.journal, a.parts[a.index(Journal)].lines)
	return a.tokens(a.journal.all) + a.journal.lost - missing
}

// step logs what was shortened, with the tokens of the section before and after.
func (a *assembly) step(happened bool, s Section, action string, before, after int) {
	if happened {
		a.log.Trimming.Steps = append(a.log.Trimming.Steps, Step{s, action, before, after})
	}
}
