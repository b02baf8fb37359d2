package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"wisdom/backups"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// Options say where things are and who acts.
type Options struct {
	Initiative workspace.Path
	Queue      workspace.Path // empty where it is not known: then no line is kept up to date
	// Now is the clock. Every event and every draft is dated when it happens.
	Now     func() time.Time
	Version string // of wisdom
	By      string // the reviewer
	// IdentityReviewers may approve what changes more than the section and the table; empty for every reviewer.
	IdentityReviewers []string
	// MayShrink are files that may lose half of their bytes, or a heading.
	MayShrink []workspace.Path
	// ReadOnly replaces read-only files too.
	ReadOnly bool
	// Confirm names a change that the reviewer saw and that is another than the one that was shown at first; see
	// StaleError. Eight digits of the hash are enough.
	Confirm workspace.Hash
	// MaxAge is how long a draft is pending before it expires; 0 means forever.
	MaxAge time.Duration
	Lint   lint.Options
}

// at is the time of an event that happens now, in RFC 3339.
func (o Options) at() string { return o.Now().Format(time.RFC3339) }

// Proposal is what a run proposes: a draft that is not on disk yet, without ID, date, previews and hash.
type Proposal struct {
	Draft
	// Parts are those that the run is about; pending items of other parts stay.
	Parts []Part

	supersedes string    // the draft whose place it takes
	carried    []Carried // the decisions that it takes over from that
	why        string    // a person proposes it; empty for a run
	takenOver  []View    // as a person left them, who wants what they say
}

// NewProposal proposes nothing yet, and says nothing of lessons.
func NewProposal(engine string, opts Options, parts ...Part) *Proposal {
	return &Proposal{Parts: parts, Draft: Draft{
		Bases: map[workspace.Path][]byte{},
		Manifest: Manifest{
			SchemaVersion: SchemaVersion, Version: opts.Version, Engine: engine, File: opts.Lint.File, Items: []Item{},
			Lines: []Line{}, Sources: []SourceHash{}, Lessons: []lesson.Lesson{}, Dropped: []Dropped{},
		},
	}}
}

// Complete fills in what follows from the rest: the targets' hashes, the budget and the lint result of the files as
// they would be. It returns the section; "" if the proposal is about other files alone.
func (p *Proposal) Complete(opts Options) (text string, err error) {
	if err := p.aim(); err != nil {
		return "", err
	}
	p.Lint = nil
	if p.Changes(lookup.File) {
		p.Lint = lint.Text(lookup.File, p.Table(p.All()), opts.Lint)
	}
	if len(p.Items) > 0 && !p.Changes(p.SectionFile()) {
		return "", nil
	}
	soul, text, err := p.Result(p.All())
	if err != nil {
		return "", err
	}
	budgets := opts.Lint.Budgets
	p.Budget = Budget{
		SectionTokens: budgets.Tokens(text), SectionLimit: budgets.Section,
		SoulTokens: budgets.Tokens(string(soul)), SoulLimit: budgets.Soul,
	}
	p.Lint = append(p.Lint, lint.Text(p.SectionFile(), soul, opts.Lint)...)
	return text, nil
}

// aim fills in the targets. The section's file is one unless the proposal is about other files alone; it comes last, so that it is
// promoted last.
func (p *Proposal) aim() error {
	p.Targets = nil
	file := p.SectionFile()
	all := []workspace.Path{section.TriggersFile, lookup.File, lint.AgentsFile, file} // the last two may be one
	for _, path := range slices.Compact(all) {
		if !p.Changes(path) && (path != file || len(p.Items) > 0) {
			continue
		}
		t := Target{Path: path, Base: workspace.Absent, SectionBase: workspace.Absent}
		base, there := p.Bases[path]
		if there {
			t.Base = workspace.HashOf(base)
		}
		if path == file {
			s, err := section.In(base)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if s != nil {
				t.SectionBase = workspace.HashOf(base[s.Start:s.End])
			}
		}
		p.Targets = append(p.Targets, t)
	}
	return nil
}

// Staging is the result of Stage.
type Staging struct {
	// Draft is the pending draft; empty if nothing was proposed.
	Draft string
	// Already: it waited before, and nothing new was written.
	Already bool
	// Superseded is the draft that is no longer pending. Carried is how many of its decisions the new one inherits.
	Superseded string
	Carried    int
	// Returned is a draft that was sent back and would be the same.
	Returned string
	// Lost are parts of it that the run did not look at, and that could not stay because a file changed.
	Lost []Part
	// Excluded are items that were proposed, and that break a rule.
	Excluded []Excluded
}

// Stage writes a proposal to disk as the pending draft, with its previews and the line in the queue. It leaves out
// items that break a rule; see Admit. If the pending draft is the same, it stays, and its previews are mended.
// Otherwise, or if a file changed so that its change would be another one, it is superseded, even if nothing remains to
// propose, and the same items inherit its decisions. The caller holds the lock and has called Recover.
func Stage(ctx context.Context, fsys workspace.FS, l *Log, p *Proposal, opts Options) (Staging, error) {
	if err := tidy(fsys, l); err != nil {
		return Staging{}, err
	}
	waiting := l.Waiting()
	staged := Staging{Superseded: waiting}
	old, err := l.Load(fsys, waiting)
	if err != nil || old.SectionFile() != p.SectionFile() {
		old = nil // none is pending, or it is lost or about another file: it is superseded like one that differs
	}
	if old != nil {
		open, err := l.rest(fsys, old)
		if err != nil {
			return Staging{}, err
		}
		if open.followSources(ctx, fsys) != nil { // nothing of the table can be proven
			open.leaveOut(idsOf(itemsOf(open.Items, PartTable)))
		}
		open.leaveOut(slices.DeleteFunc(open.IDs(), func(id string) bool { return l.isOpen(old.ID, id) }))
		staged.Lost = l.takeOver(old, open, p)
	}
	if staged.Excluded, err = p.Admit(fsys, opts); err != nil {
		return Staging{}, err
	}
	if old != nil {
		l.inherit(old, p)
	}
	p.dropEmptyTable()
	if old != nil && l.isSame(fsys, old, p) {
		return Staging{Draft: waiting, Already: true}, old.mendViews(fsys, l)
	}
	if err := ctx.Err(); err != nil {
		return Staging{}, err
	}
	if len(p.Items) == 0 {
		return staged, l.close(fsys, waiting, opts)
	}
	if back := l.returnedSame(fsys, p); waiting == "" && back != "" {
		return Staging{Returned: back, Excluded: staged.Excluded}, nil
	}
	p.supersedes = waiting
	if err := l.replace(ctx, fsys, p, opts); err != nil {
		return Staging{}, err
	}
	staged.Draft, staged.Carried = p.ID, len(p.carried)
	return staged, nil
}

// isSame reports whether a draft proposes the same as a proposal, for the same lessons, and would still change its
// files as it was shown.
func (l *Log) isSame(fsys workspace.FS, d *Draft, p *Proposal) bool {
	isSame := func(x, y Item) bool { return x.same(y) && slices.Equal(x.Lessons, y.Lessons) }
	return slices.EqualFunc(d.Items, p.Items, isSame) && !is[*StaleError](CheckCurrent(fsys, l, d))
}

// files are the targets, each with its items.
func (m *Manifest) files() map[workspace.Path][]string {
	files := map[workspace.Path][]string{}
	for _, item := range m.Items {
		files[item.Target] = append(files[item.Target], item.ID)
	}
	return files
}

// Lock makes the folder for the program's own files and takes the lock. The
// lock file stays when the lock is given back.
func Lock(fsys workspace.FS) (leave func() error, err error) {
	if err := workspace.MkdirAll(fsys, backups.Home, 0o700); err != nil {
		return nil, fmt.Errorf("make %s: %w", backups.Home, err)
	}
	unlock, err := fsys.Lock(backups.Home.Join("lock"))
	if err != nil {
		return nil, err
	}
	if err := workspace.Ignore(fsys, backups.Home); err != nil {
		return nil, errors.Join(err, unlock())
	}
	return unlock, nil
}
