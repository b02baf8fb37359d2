package recall

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/inject/session"
	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

// Tier says how a file reaches a model. Files of T0 are loaded by every session.
type Tier string

// The tiers.
const (
	T0 Tier = "T0" // TOOLS.md, once its table is loaded in its place
	T1 Tier = "T1" // curated state, state/*.json
	T2 Tier = "T2" // dated notes
	T3 Tier = "T3" // memory/topics
	T4 Tier = "T4" // MEMORY.md, lessons, other notes
)

// rank orders tiers where scores are equal.
func (t Tier) rank() int { return slices.Index([]Tier{T1, T3, T4, T0, T2}, t) }

const (
	// ContextFile is where snippets are written for hosts without the plugin. It is
	// never a source.
	ContextFile = session.ContextFile

	toolsFile    = "TOOLS.md"
	compactFile  = "TOOLS_COMPACT.md"
	memoryFile   = "MEMORY.md"
	stateFolder  = "state"
	notesFolder  = "memory"
	topicsFolder = "memory/topics"

	// largestFile is the most that is read of one file, in bytes.
	largestFile = 8 << 20
	// mostDepth is how many folders deep notes are looked for.
	mostDepth = 12
)

// alwaysLoaded are never sources, wherever a setting finds them.
var alwaysLoaded = []string{
	"SOUL.md", "USER.md", "IDENTITY.md", "AGENTS.md", "HEARTBEAT.md", "BOOTSTRAP.md", compactFile, string(ContextFile),
	"DAILY_EXECUTION_QUEUE.md", "README.md",
}

// source is a file that may be cited.
type source struct {
	path  workspace.Path
	tier  Tier
	size  int64
	stamp workspace.Stamp
}

// dateIn is the date that the name of a note begins with, or "".
func dateIn(p workspace.Path) string {
	name := string(p[strings.LastIndexByte(string(p), '/')+1:])
	if len(name) < len(time.DateOnly) || name[0] != '2' || name[4] != '-' || name[7] != '-' {
		return ""
	}
	date := name[:len(time.DateOnly)]
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return ""
	}
	return date
}

// tierOf is the tier of a note by its path.
func tierOf(p workspace.Path) Tier {
	switch {
	case p == toolsFile:
		return T0
	case p.Within(stateFolder):
		return T1
	case p.Within(topicsFolder):
		return T3
	case dateIn(p) != "":
		return T2
	}
	return T4
}

// finder looks for sources.
type finder struct {
	fsys    workspace.FS
	opts    Options
	found   []source
	tables  bool // TOOLS_COMPACT.md is there
	skipped []LeftOut
}

// find lists the sources of a workspace, by path. A folder that vanishes or cannot be
// read is passed over.
func (f *finder) find(ctx context.Context) ([]source, error) {
	f.found = nil
	root, err := f.fsys.ReadDir(workspace.Root)
	if err != nil {
		return nil, err
	}
	f.tables = slices.ContainsFunc(
		root,
		func(e workspace.Entry) bool { return e.Name == compactFile && e.Mode.IsRegular() },
	)
	if err := f.folder(ctx, workspace.Root, root, 0); err != nil {
		return nil, err
	}
	slices.SortStableFunc(f.found, func(a, b source) int { return strings.Compare(string(a.path), string(b.path)) })
	return f.found, nil
}

func (f *finder) folder(ctx context.Context, dir workspace.Path, entries []workspace.Entry, depth int) error {
	f.found = slices.Grow(f.found, len(entries))
	for i := range entries {
		e := &entries[i]
		p := workspace.Path(e.Name)
		if dir != workspace.Root {
			p = dir + "/" + p
		}
		switch {
		case e.Mode.IsDir() && depth < mostDepth && f.enters(p):
			below, err := f.fsys.ReadDir(p)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				f.skipped = append(f.skipped, LeftOut{Path: p, Why: "the folder cannot be read"})
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f.folder(ctx, p, below, depth+1); err != nil {
				return err
			}
		case e.Mode.IsRegular() && f.isSource(p):
			f.found = append(f.found, source{p, tierOf(p), e.Size, e.Stamp})
		}
	}
	return nil
}

// enters reports whether a folder may hold sources.
func (f *finder) enters(p workspace.Path) bool {
	if p.Within(notesFolder) {
		return !strings.HasPrefix(p.Base(), ".")
	}
	if p == stateFolder {
		return len(f.opts.StateKeys) > 0
	}
	holds := func(pattern string) bool { return mayHold(pattern, string(p)) }
	return slices.ContainsFunc(lesson.Habits, func(h lesson.Files) bool { return holds(h.Folder + "/*") }) ||
		slices.ContainsFunc(f.opts.Include, holds)
}

// mayHold reports whether files that match a pattern may lie below a folder.
func mayHold(pattern, folder string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(folder, "/")
	for i, name := range have {
		if i >= len(want)-1 && !slices.Contains(want[:min(i+1, len(want))], "**") {
			return false
		}
		if slices.Contains(want[:min(i+1, len(want))], "**") {
			return true
		}
		if ok, err := path.Match(want[i], name); err != nil || !ok {
			return false
		}
	}
	return true
}

// lessonTitle matches names of files of lessons, in lower case.
var lessonTitle = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(lang.LessonTitle()) })

// isSource reports whether a file is a note that may be cited.
func (f *finder) isSource(p workspace.Path) bool {
	if f.matches(f.opts.Exclude, p) {
		return false
	}
	if p.Within(stateFolder) {
		return p.Dir() == stateFolder && path.Ext(string(p)) == ".json" && len(f.opts.StateKeys) > 0
	}
	if !strings.EqualFold(path.Ext(string(p)), ".md") || slices.Contains(f.opts.Own, p) || lesson.IsProposed(p) ||
		slices.Contains(alwaysLoaded, p.Base()) {
		return false
	}
	if p == toolsFile {
		return f.tables
	}
	return p == memoryFile || p.Within(notesFolder) || lesson.IsFile(p, lessonTitle().MatchString) ||
		f.matches(f.opts.Include, p)
}

func (f *finder) matches(patterns []string, p workspace.Path) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := doublestar.Match(pattern, string(p))
		return ok && err == nil
	})
}
