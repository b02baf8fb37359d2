package collect

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// Status says what became of a source.
type Status string

// What can become of a source.
const (
	Read       Status = "read"
	Missing    Status = "missing"
	Skipped    Status = "skipped"
	Unreadable Status = "unreadable"
)

// Absent is the note of a file, or of a usual place for lessons, that does not exist.
const Absent = "not there"

// Source is a file that was looked at for lessons. Its JSON is part of the
// contract of collect --json.
type Source struct {
	Path    string `json:"path"`
	Status  Status `json:"status"`
	Lessons int    `json:"lessons"`
	Note    string `json:"note"`
	// Hash names the bytes that were read.
	Hash workspace.Hash `json:"hash,omitempty"`
}

// Extra is a folder beside the workspace that is read too.
type Extra struct {
	// Name stands before its paths: "forge:LESSONS.md".
	Name string
	// FS is the folder, nil where it could not be opened; Dir is what to call
	// it then.
	FS  workspace.FS
	Dir string
	// Include are globs; without any, the folder is read like a workspace.
	Include []string
}

// fileKind says how a file is read.
type fileKind int

const (
	lessonFile fileKind = iota + 1 // all of it holds lessons
	memoryFile                     // lesson and decision sections, labels anywhere
	agentsFile                     // lesson sections only
	topicFile                      // as memoryFile, if rules are a good part of it
)

// file is a source before it is read.
type file struct {
	fsys   workspace.FS
	path   workspace.Path
	shown  string
	kind   fileKind
	date   string // of a dated note
	known  bool   // outside the window: only known lessons count
	status Status
	note   string
}

// habit is a place where people keep lessons.
type habit struct {
	folder, pattern string // of names in lower case
	kind            fileKind
	// expected: say so when it is missing.
	expected string
}

// defaults are those places, in the order of the sources. What holds lessons alone and is
// outside memory/ comes from lesson.Habits.
var defaults = slices.Concat(
	[]habit{
		{".", "agents.md", agentsFile, "AGENTS.md"},
		{".", "tools.md", agentsFile, ""},
		{".", "lessons_learned.md", lessonFile, "LESSONS_LEARNED.md"},
	},
	lessonHabits(),
	[]habit{
		{".", "memory.md", memoryFile, "MEMORY.md"},
		{"memory", aboutLessonsToo, lessonFile, ""},
		{"memory/*", aboutLessonsToo, lessonFile, ""},
		{"memory/" + lessonFolder, "*.md", lessonFile, ""},
		{"memory", datedPattern, memoryFile, "memory/YYYY-MM-DD.md"},
		{"memory", topicNotes, topicFile, ""},
		{"memory/topics", topicNotes, topicFile, ""},
	},
)

func lessonHabits() (all []habit) {
	for _, h := range lesson.Habits {
		all = append(all, habit{h.Folder, h.Names, lessonFile, ""})
	}
	return all
}

// The names of files about lessons, in every language, stand for patterns, as
// lesson.Titled does.
const (
	aboutLessonsToo = "*<lessons>*.md"
	lessonFolder    = "<lessons>"
	topicNotes      = "<topic>.md" // no date or year
)

var (
	reLessonName   = lang.Expression("", "", func(l *lang.Language) string { return l.Files.Lessons })
	reLessonFolder = lang.Expression("", "", func(l *lang.Language) string {
		return cmp.Or(l.Files.Folders, l.Files.Lessons)
	})
	reLessonsOnly = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(lang.LessonTitle()) })
	// reTeaching tells notes on lessons that people give or take.
	reTeaching = lang.Expression("", "", func(l *lang.Language) string { return l.Files.Foreign })
)

// fits reports whether the name of a file, in lower case, is one that a pattern means.
func fits(pattern, base string) bool {
	switch pattern {
	case lesson.Titled:
		return reLessonsOnly().MatchString(base)
	case topicNotes:
		return strings.HasSuffix(base, ".md") && !reYear().MatchString(base)
	case aboutLessonsToo:
		return strings.HasSuffix(base, ".md") && reLessonName().MatchString(base)
	}
	ok, _ := path.Match(pattern, base)
	return ok
}

const datedPattern = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*.md"

var (
	reDated = words.Lazily(`^\d{4}-\d{2}-\d{2}`)
	reYear  = words.Lazily(`\d{4}`)
)

// kindOf says how a file is read: as its default place says, else by its name.
// It does not depend on the day, so that a note is read the same way for ever.
func kindOf(p workspace.Path) fileKind {
	base := lesson.FileName(p.Base())
	if reTeaching().MatchString(base) {
		return memoryFile
	}
	for _, d := range defaults {
		if inFolder(d.folder, p.Dir()) && fits(d.pattern, base) {
			return d.kind
		}
	}
	if reLessonName().MatchString(base) {
		return lessonFile
	}
	return memoryFile
}

// finder gathers the files of one folder.
type finder struct {
	fsys   workspace.FS
	prefix string // of shown paths
	opts   Options
	files  []file
	seen   map[workspace.Path]bool
	old    []string // notes before the window
}

func newFinder(fsys workspace.FS, prefix string, opts Options) *finder {
	return &finder{fsys: fsys, prefix: prefix, opts: opts, seen: map[workspace.Path]bool{}}
}

// defaults looks in the usual places.
func (f *finder) defaults() {
	for _, d := range defaults {
		before := len(f.files) + len(f.old)
		for _, folder := range f.folders(d.folder) {
			f.match(folder, d.pattern)
		}
		if d.expected != "" && len(f.files)+len(f.old) == before {
			f.files = append(f.files, file{shown: f.prefix + d.expected, status: Missing, note: Absent})
		}
	}
}

// folders are those that a pattern such as "agents/*" means.
func (f *finder) folders(pattern string) []workspace.Path {
	parent, last := path.Split(pattern)
	if last != "*" && last != lessonFolder {
		return []workspace.Path{workspace.Path(pattern)}
	}
	var folders []workspace.Path
	for _, e := range f.list(workspace.Path(path.Clean(parent))) {
		p := workspace.Path(path.Clean(parent)).Join(e.Name)
		if e.Mode.IsDir() && inFolder(pattern, p) {
			folders = append(folders, p)
		}
	}
	return folders
}

// inFolder reports whether a folder is one that a pattern means.
func inFolder(pattern string, folder workspace.Path) bool {
	parent, about := strings.CutSuffix(pattern, "/"+lessonFolder)
	if about {
		return string(folder.Dir()) == parent && reLessonFolder().MatchString(lesson.FileName(folder.Base()))
	}
	ok, _ := path.Match(pattern, string(folder))
	return ok
}

// list reads a folder; one that is not there, or is none, is empty. One that
// cannot be read is a source that cannot be read, and is said once.
func (f *finder) list(p workspace.Path) []workspace.Entry {
	entry, err := f.fsys.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !entry.Mode.IsDir() && entry.Mode&fs.ModeSymlink == 0 {
		return nil
	}
	var entries []workspace.Entry
	if err == nil {
		entries, err = f.fsys.ReadDir(p)
	}
	if err != nil && !f.seen[p] {
		f.seen[p] = true
		f.files = append(f.files, file{shown: f.prefix + string(p), status: Unreadable, note: reason(err)})
	}
	return entries
}

func (f *finder) match(folder workspace.Path, pattern string) {
	for _, e := range f.list(folder) {
		if !e.Mode.IsDir() && fits(pattern, lesson.FileName(e.Name)) {
			f.add(folder.Join(e.Name))
		}
	}
}

// globs adds the files that patterns name, as in wisdom.toml.
func (f *finder) globs(patterns []string) {
	for _, pattern := range patterns {
		before := len(f.files) + len(f.old)
		base, rest := doublestar.SplitPattern(pattern)
		f.walk(workspace.Path(path.Clean(base)), rest, pattern)
		if len(f.files)+len(f.old) == before {
			f.files = append(f.files, file{shown: f.prefix + pattern, status: Missing, note: "nothing matches"})
		}
	}
}

// walk goes down from folder as deep as the pattern may reach.
func (f *finder) walk(folder workspace.Path, rest, pattern string) {
	for _, e := range f.list(folder) {
		p := folder.Join(e.Name)
		if !e.Mode.IsDir() {
			if ok, _ := doublestar.Match(pattern, string(p)); ok { // CheckPattern has seen it
				f.add(p)
			}
			continue
		}
		deeper := strings.Contains(rest, "**") || strings.Count(string(p), "/") < strings.Count(pattern, "/")
		if deeper && e.Name != ".git" && e.Name != ".wisdom" && e.Name != "node_modules" {
			f.walk(p, rest, pattern)
		}
	}
}

// known adds files outside the window in which lessons were seen once.
func (f *finder) known(paths []string) {
	for _, shown := range paths {
		rest, ok := strings.CutPrefix(shown, f.prefix)
		p := workspace.Path(rest)
		if !ok || f.prefix == "" && f.opts.elsewhere(shown) || f.opts.Excludes(p) ||
			f.seen[p] && !slices.Contains(f.old, shown) {
			continue
		}
		f.seen[p] = true
		f.old = slices.DeleteFunc(f.old, func(old string) bool { return old == shown })
		if there, err := workspace.Exists(f.fsys, p); err == nil && !there {
			continue
		}
		old := fileAt(f.fsys, f.prefix, p)
		old.known = true
		f.files = append(f.files, old)
	}
}

func (f *finder) add(p workspace.Path) {
	shown := f.prefix + string(p)
	if f.seen[p] || f.opts.Excludes(p) {
		return
	}
	f.seen[p] = true
	if _, err := workspace.ParsePath(string(p)); err != nil { // a name of two lines could pass for two
		f.files = append(
			f.files,
			file{
				shown:  f.prefix + strings.Trim(strconv.Quote(string(p)), `"`),
				status: Skipped,
				note:   "its name holds a control character",
			},
		)
		return
	}
	found := fileAt(f.fsys, f.prefix, p)
	if day, err := time.Parse(time.DateOnly, found.date); err == nil {
		if day.Before(f.opts.windowStart()) {
			f.old = append(f.old, shown)
			return
		}
		if day.After(f.opts.today()) {
			found.status, found.note = Skipped, "dated after today, "+f.opts.today().Format(time.DateOnly)
		}
	}
	f.files = append(f.files, found)
}

// fileAt is the file at a path of a folder, whose paths are shown behind a prefix.
func fileAt(fsys workspace.FS, prefix string, p workspace.Path) file {
	return file{fsys: fsys, path: p, shown: prefix + string(p), kind: kindOf(p), date: reDated().FindString(p.Base())}
}

// Excludes reports whether a file of the workspace is no source, whatever its place.
func (o Options) Excludes(p workspace.Path) bool { return o.whyExcluded(p) != "" }

// whyExcluded says why a file is excluded, and nothing for any other file.
func (o Options) whyExcluded(p workspace.Path) string {
	if slices.ContainsFunc(o.Own, p.Within) {
		return "wisdom writes or protects it"
	}
	for _, pattern := range o.Exclude {
		if ok, _ := doublestar.Match(pattern, string(p)); ok { // CheckPattern has seen it
			return fmt.Sprintf("wisdom.toml excludes %q", pattern)
		}
	}
	for _, folder := range host.DerivedFolders {
		if strings.HasPrefix(string(p), "memory/"+folder+"/") {
			return "the agent's host derives what is in that folder from notes"
		}
	}
	return ""
}

// summary is one line a folder for the notes before the window.
func (f *finder) summary() []file {
	counts := map[string]int{}
	for _, old := range f.old {
		counts[path.Dir(old)]++
	}
	var files []file
	for _, folder := range slices.Sorted(maps.Keys(counts)) {
		note := fmt.Sprintf("%s not read (window %d days)", words.Plural(counts[folder], "older note"), f.opts.LookbackDays)
		files = append(files, file{shown: folder + "/", status: Skipped, note: note})
	}
	return files
}

// reason is an error without the path, which stands beside it already.
func reason(err error) string {
	var pathError *fs.PathError
	var large *workspace.TooLargeError
	var irregular *workspace.NotRegularError
	switch {
	case errors.As(err, &large):
		_, text, _ := strings.Cut(large.Error(), ": ")
		return text
	case errors.As(err, &irregular):
		return "is " + irregular.Kind
	case errors.As(err, &pathError):
		return pathError.Err.Error()
	}
	return err.Error()
}
