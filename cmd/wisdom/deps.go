package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/recall"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

// deps is what all commands share: the world around them, the global flags, and
// once it is open, the workspace with its settings.
type deps struct {
	streams
	program string // as it was called
	flags   globalFlags

	dir      string // of the workspace
	fsys     workspace.FS
	settings *settings.Settings
	// recovers says that the command works without the settings; wrong is then why
	// they cannot be read, and settings are the defaults.
	recovers  bool
	wrong     *settings.Error
	paths     review.Places
	extras    []io.Closer
	line      bool // of progress is on the terminal
	root      *workspace.Real
	repo      string // that context names; takesRepo says that the command may name one
	takesRepo bool
	begins    bool     // the command sets up a workspace
	several   []string // workspaces, where flags name more than one
	summary   string   // of what a command did, for a table
	warned    []string
	misused   error           // what is wrong with a command line that asks for help
	collected *collect.Result // by a report, once for all of its parts
}

type globalFlags struct {
	workspaces []string
	workspace  string // that is opened
	json       bool
	now        time.Time // zero where it is that of the machine
	noInput    bool
	reviewer   string // of the commands that decide
	change     string // the hash that confirms one, of the commands that promote; shrink and force are theirs too
	shrink     []string
	force      bool
	color      string
	quiet      bool
	verbose    bool
}

// open finds and opens the workspace and reads its settings.
func (a *deps) open() error {
	dir, err := a.findWorkspace()
	if err != nil {
		return err
	}
	root, err := workspace.Open(dir)
	if pathError, ok := errors.AsType[*os.PathError](err); ok {
		err = fmt.Errorf("workspace %s: %w", dir, pathError.Err)
	}
	if err != nil {
		return &hintedError{err, a.workspaceHint()}
	}
	a.dir, a.root, a.fsys = root.Dir(), root, root
	if a.ctrlC != nil {
		root.Before = a.ctrlC.begin
	}
	if a.settings == nil {
		a.settings, err = settings.Read(a.fsys)
	}
	if !errors.As(err, &a.wrong) || !a.recovers {
		if err == nil {
			a.paths = a.settings.Places()
		}
		return err
	}
	// Without the settings, what they may have moved is looked for where it was last, and what they may have forbidden is
	// not done: no draft expires, and no generation is pruned.
	a.settings = settings.Default()
	a.settings.Review.MaxAge = "0d"
	a.paths = a.settings.Places()
	if log, err := a.readLog(); err == nil {
		if last, ok := log.Places(); ok {
			a.paths = last
		}
	}
	a.warn("%v; going on with the default settings", a.wrong)
	return nil
}

// close gives back what open opened.
func (a *deps) close() {
	for _, extra := range a.extras {
		_ = extra.Close() // was only read, or what was written is synced
	}
	if a.root != nil {
		_ = a.root.Close()
	}
}

// usualWorkspace is where the host keeps a workspace, below the home of its user.
var usualWorkspace = filepath.Join(".openclaw", "workspace")

func (a *deps) findWorkspace() (string, error) {
	if dir := cmp.Or(a.flags.workspace, a.getenv("WISDOM_WORKSPACE")); dir != "" {
		return dir, nil
	}
	here, err := a.getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	usual := filepath.Join(a.getenv("HOME"), usualWorkspace)
	places := [][2]string{
		{here, string(lint.SoulFile)}, {here, string(backups.Home)}, {here, string(settings.File)}, // SOUL.md may be lost
	}
	for above := here; a.repo == "" && above != filepath.Dir(above); {
		above = filepath.Dir(above)
		places = append(places, [2]string{above, string(backups.Home)})
	}
	host, files := [][2]string{{usual, ""}}, [][2]string{}
	for _, p := range otherFiles {
		if a.repo == "" { // no other folder is meant
			files = append(files, [2]string{here, string(p)})
		}
	}
	if a.begins {
		host, files = files, host
	}
	for _, place := range slices.Concat(places, host, files) {
		if _, err := os.Lstat(filepath.Join(place[0], place[1])); err == nil {
			if place[0] == usual && here != usual {
				a.note("the current folder is no workspace: this is about %s", usual)
			}
			return place[0], nil
		}
	}
	if a.repo != "" { // it is a workspace of its own
		return a.repo, nil
	}
	return "", hinted(a.workspaceHint(), "no workspace: there is no SOUL.md in %s, nor %s, and no folder %s", here,
		workspace.JoinPaths(otherFiles, " or "), usual)
}

func (a *deps) workspaceHint() string {
	return "name the folder that holds SOUL.md: -C DIR, or $WISDOM_WORKSPACE" +
		textIf(a.takesRepo, "; or use a repository alone: --repo .")
}

// clock tells the time at which something happens, in the zone of the schedule, in which the days of the agent count:
// that of --now, if it is given, else that of the machine. A date given with --now is that day there.
func (a *deps) clock() time.Time {
	now := cmp.Or(a.flags.now, a.now())
	zone := now.Location()
	if a.settings != nil {
		zone = a.settings.Rules(zone).Schedule.Zone()
	}
	if !a.flags.now.IsZero() && now.Equal(now.Truncate(24*time.Hour)) {
		return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
	}
	return now.In(zone)
}

// when is a moment in RFC 3339 as people read it, in the zone of the clock.
func (a *deps) when(at string) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return at
	}
	return a.local(t)
}

// local is a moment as people read it, in the zone of the clock.
func (a *deps) local(t time.Time) string {
	return t.In(a.clock().Location()).Format("2006-01-02 15:04")
}

// options are the settings in the form that a run takes.
func (a *deps) options() pipeline.Options {
	s := a.settings
	return pipeline.Options{
		Support: s.Budgets.Support, Headroom: s.Budgets.Section / 10, // so that a reviewer can reword an entry at more length

		Priority: s.Tools.Priority, LookbackDays: s.Sources.LookbackDays,
		Collect: a.collectOptions(),
		Review:  a.reviewOptions(""),
	}
}

// collectOptions say what is read. The extra folders that can be opened are open until the command ends.
func (a *deps) collectOptions() collect.Options {
	s := a.settings.Sources
	opts := collect.Options{
		Now:          a.clock(),
		Progress:     a.counting("reading notes"),
		Kept:         a.kept(),
		LookbackDays: s.LookbackDays,
		Include:      s.Include,
		Exclude:      s.Exclude,
		Own: []workspace.Path{
			lint.SoulFile, lookup.File, recall.ContextFile, a.paths.Initiative, a.paths.Queue, backups.Home,
		},
	}
	for _, e := range s.Extra {
		extra := collect.Extra{Name: e.Name, Dir: e.Dir, Include: e.Include}
		dir := either(filepath.IsAbs(e.Dir), e.Dir, filepath.Join(a.dir, e.Dir))
		if root, err := workspace.Open(dir); err == nil {
			a.extras = append(a.extras, root)
			extra.FS = root
		}
		opts.Extra = append(opts.Extra, extra)
	}
	return opts
}

// kept is where what notes gave is kept. A program is named by its file, so that no other rules pass for its own.
func (a *deps) kept() collect.Kept {
	if a.executable == nil {
		return collect.Kept{}
	}
	name, err := a.executable()
	program, gone := workspace.Stat(name)
	if cmp.Or(err, gone) != nil {
		return collect.Kept{}
	}
	root := *a.root
	root.Before = nil // it is not a change that ends with the command
	return collect.Kept{
		FS: &root, Program: fmt.Sprint(version, program.Size, program.Stamp), Began: a.now(), Hold: a.ctrlC.keep,
	}
}

// reviewOptions say how a draft is reviewed, and by whom; "" where no reviewer acts.
func (a *deps) reviewOptions(by string) review.Options {
	return review.Options{
		Initiative: a.paths.Initiative, Queue: a.paths.Queue, Now: a.clock, Version: version, By: by,
		IdentityReviewers: a.settings.Review.IdentityReviewers, MaxAge: a.settings.DraftAge(), Lint: a.lintOptions(),
	}
}

// lintOptions say which rules hold.
func (a *deps) lintOptions() lint.Options {
	return lint.Options{
		File: workspace.Path(a.settings.Section.File), Required: a.settings.Section.Required, Severity: a.settings.Lint,
		Baseline: a.paths.Initiative.Join(review.BaselineFile), Budgets: a.settings.Budget(),
		Home: a.getenv("HOME"),
	}
}

// sectionFile is the file that holds the section.
func (a *deps) sectionFile() workspace.Path { return a.lintOptions().SectionFile() }

// countOf is the size of a text as budgets see it.
func (a *deps) countOf(text string) int { return a.settings.Budget().Tokens(text) }

// reviewer is who decides: a claim that is logged, not a proof.
func (a *deps) reviewer() (string, error) {
	const hint = "say who decides: --reviewer NAME, or $WISDOM_REVIEWER"
	name, may := cmp.Or(a.flags.reviewer, a.getenv("WISDOM_REVIEWER"), a.login()), a.settings.Review.Reviewers
	switch {
	case name == "":
		return "", hinted(hint, "no reviewer is known")
	case len(may) > 0 && !slices.Contains(slices.Concat(may, a.settings.Review.IdentityReviewers), name):
		return "", hinted(hint, "%s is none of the reviewers that wisdom.toml names (%s)", name, strings.Join(may, ", "))
	}
	return name, nil
}

// reviewerOptions are the options of a review by a person, who is named by a flag or found.
func (a *deps) reviewerOptions() (review.Options, error) {
	by, err := a.reviewer()
	opts := a.reviewOptions(by)
	opts.ReadOnly, opts.Confirm = a.flags.force, workspace.Hash(a.flags.change)
	for _, file := range a.flags.shrink {
		p, wrong := workspace.ParsePath(file)
		if wrong != nil {
			return opts, fmt.Errorf("--allow-shrink: %w", wrong)
		}
		opts.MayShrink = append(opts.MayShrink, p)
	}
	return opts, err
}

// locked takes the lock, finishes what a crash left, runs work, and shows in the queue what is pending then, whatever came
// of it. It is the frame of every command that writes.
func (a *deps) locked(ctx context.Context, opts review.Options, work func(*review.Log) error) error {
	return a.exclusive(func() error {
		log, err := a.readLog()
		if err != nil {
			return err
		}
		defer func() { a.warnOf(review.ShowWaiting(a.fsys, log, opts)) }()
		if err := cmp.Or(a.recover(log, opts), ctx.Err()); err != nil {
			return err
		}
		expired, err := review.Expire(a.fsys, log, opts)
		if err != nil {
			return err
		}
		if expired != "" {
			a.warn("draft %s expired: undecided for %s", expired, a.settings.Review.MaxAge)
		}
		a.ctrlC.settle()
		return work(log)
	})
}

// readLog reads the log, and warns of damaged lines.
func (a *deps) readLog() (*review.Log, error) {
	log, err := review.ReadLog(a.fsys)
	if err == nil {
		for _, damage := range log.Damage() {
			a.warn("%v; what is pending must be decided again, see %s", damage, a.command("lint"))
		}
	}
	return log, err
}

// recover finishes what a crash left, and tells of it.
func (a *deps) recover(log *review.Log, opts review.Options) error {
	found, err := review.Recover(a.fsys, log, opts)
	if err != nil {
		return err
	}
	if found.Finished != nil {
		a.talk("finished an interrupted promotion: generation %d", found.Finished.Number)
		warnGroups(a, found.Finished)
	} else if found.Undone != nil {
		a.talk("an interrupted promotion was undone: %v%s", found.Undone,
			textIf(is[*workspace.ChangedError](found.Undone), "; your edit is kept"))
	}
	return nil
}

// exclusive runs work under the lock.
func (a *deps) exclusive(work func() error) (err error) {
	leave, err := review.Lock(a.fsys)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave()); a.ctrlC.settle() }()
	return work()
}

// warnOf warns of what went wrong with the queue, if anything did: everything else was done.
func (a *deps) warnOf(err error) {
	if err != nil {
		a.warn("%v", err)
	}
}

// interactive reports whether a person at a terminal is walked through a draft.
func (a *deps) interactive() bool { return a.walks && !a.flags.noInput && !a.flags.json }
