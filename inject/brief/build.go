package brief

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/internal/injection"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// Options say what a block is made of.
type Options struct {
	Level Level
	// Repo is the project's repository and RepoName its name, in paths too. Workspace is the operator's, nil if it is the repository.
	Repo      workspace.FS
	RepoName  string
	Workspace workspace.FS
	Sources   Sources
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
}

// Error implements error.
func (e *NoSoulError) Error() string {
	looked := strings.Join(e.Looked, ", ")
	if e.Repo != "" {
		return fmt.Sprintf("no SOUL of %s: neither the repository nor the workspace has %s with content, "+
			"and a README of the workspace tells of the workspace", e.Repo, looked)
	}
	return "no SOUL: none of " + looked + " has content"
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
	parts   map[Section]*part
	journal *journal
	log     Log
}

// Build reads the sources and assembles a block. A missing SOUL is a *NoSoulError; what is never cut and does not fit
// is a *TooLargeError.
func Build(o Options) (*Context, error) {
	a := &assembly{Options: o, cutter: cutter{count: o.Count}, parts: map[Section]*part{}, log: newLog(o)}
	if err := a.identity(); err != nil {
		return nil, err
	}
	a.section(Profile)
	a.newest()
	a.section(Roadmap)
	if err := a.trim(); err != nil {
		return nil, err
	}
	block := render(o.ID, a.parts)
	a.finish(block)
	return &Context{block, a.log}, nil
}

// warn keeps a warning for the log, and for the one who asked.
func (a *assembly) warn(format string, args ...any) {
	a.log.Warnings = append(a.log.Warnings, fmt.Sprintf(format, args...))
}

func (a *assembly) add(s Section, lines []string, from *source) {
	sealed, found := seal(lines, from.shown())
	a.parts[s] = &part{sealed, slices.Concat(from.redactions, found), from.shown()}
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
	if soul == nil {
		e := &NoSoulError{Looked: a.Sources.of(Soul)}
		if a.Workspace != nil {
			e.Repo = a.RepoName
		}
		return e
	}
	if soul.operators && soul.path == agentSoul {
		a.warn("%s has no SOUL of its own: %s is included, which is the agent's", a.RepoName, soul.shown())
	}
	lines, isReadme := soul.lines, isReadme(string(soul.path))
	if isReadme {
		lines = a.extract(soul)
	}
	taken, rest := titled(lines, anchorPhrases())
	inSoul := a.Level.has(Anchors) && !isReadme && holdsText(taken) && holdsText(rest)
	silent := len(a.log.Warnings)
	anchors, _ := a.read(Anchors) // an error only for SOUL
	if anchors == nil && inSoul {
		a.log.Warnings = a.log.Warnings[:silent]
		anchors, lines = &source{place: soul.place, lines: taken}, rest
	}
	a.add(Soul, lines, soul)
	if anchors != nil {
		a.add(Anchors, anchors.lines, anchors)
	}
	return nil
}

// extract is the identity of a project as its README gives it, in a third of the budget: its name, its purpose, and its
// constraints.
func (a *assembly) extract(readme *source) []string {
	soul := []string{"Project: " + cmp.Or(readme.title, text.OneLine(injection.Visible(a.RepoName)))}
	if purpose := firstProse(readme.lines); purpose != "" {
		head := textOf(a.head([]string{purpose}, mostPurpose))
		if head != purpose {
			head += " ..."
		}
		soul = append(soul, "Purpose: "+head)
	}
	constraints, _ := titled(readme.lines, slices.Concat(constraintPhrases(), anchorPhrases()))
	constraints = slices.DeleteFunc(constraints, func(l string) bool { return l == "" || levelOf(l) > 0 })
	if len(constraints) > 0 {
		soul = append(soul, "", "Constraints:")
		n, _ := a.fitting(constraints, "\n", a.Level.Budget/3-a.tokens(soul))
		soul = append(soul, constraints[:n]...)
		if omitted := len(constraints) - n; omitted > 0 {
			a.step(Soul, "cut", a.tokens(readme.lines), a.tokens(soul))
			a.warn("%s: %s of constraints not included, there is no room for them; write what holds into SOUL.md",
				readme.shown(), text.Plural(omitted, "line"))
		}
	}
	return outline(withoutComments(textOf(soul)))
}

// section reads PROFILE or ROADMAP and cuts it to its share.
func (a *assembly) section(s Section) {
	src, _ := a.read(s) // an error only for SOUL
	if src == nil {
		return
	}
	lines, whole := src.lines, a.tokens(src.lines)
	if whole > a.Level.Shares[s] {
		if s == Roadmap {
			lines = currentPhase(lines)
		}
		lines = a.beginning(lines, a.Level.Shares[s])
		a.step(s, "cut", whole, a.tokens(lines))
	}
	a.add(s, lines, src)
}

// newest reads the newest journal and applies the staleness rule.
func (a *assembly) newest() {
	src, _ := a.read(Journal) // an error only for SOUL
	if src == nil {
		return
	}
	date := a.dateOf(src.place)
	age := ageOf(date, a.Now)
	if age < 0 {
		a.warn("%s: %s is still to come: it counts as today's", src.shown(), date)
		age = 0
	}
	a.log.JournalAgeDays = &age
	a.journal = a.newJournal(src, dateIn(src.path.Base()), age)
	a.add(Journal, a.shorten(a.journal, a.Level.Shares[Journal]), src)
}

// step logs what was shortened, with the tokens of the section before and after.
func (a *assembly) step(s Section, action string, before, after int) {
	a.log.Trimming.Steps = append(a.log.Trimming.Steps, Step{s, action, before, after})
}
