package collect

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
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
	// Files are the Markdown files in a folder below memory that are no source.
	Files []string `json:"files,omitempty"`
	// Hash names the bytes that were read.
	Hash workspace.Hash `json:"hash,omitempty"`

	old bool // only known lessons count
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
	date   string // of a dated note
	known  bool   // outside the window: only known lessons count
	entry  workspace.Entry
	status Status
	note   string
	names  []string // of files in a folder that are no source
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
		{".", "claude.md", agentsFile, ""},
		{".", "gemini.md", agentsFile, ""},
		{".", "lessons_learned.md", lessonFile, "LESSONS_LEARNED.md"},
	},
	lessonHabits(),
	[]habit{
		{".", "memory.md", memoryFile, "MEMORY.md"},
		{below, aboutLessonsToo, lessonFile, ""},
		{below + "/" + lessonFolder, "*.md", lessonFile, ""},
		{below, dated, memoryFile, "memory/YYYY-MM-DD.md"},
		{"memory", topicNotes, topicFile, ""},
		{"memory/topics", topicNotes, topicFile, ""},
		{below, ruleLists, topicFile, ""},
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
	below           = "memory/**"
	aboutLessonsToo = "*<lessons>*.md"
	lessonFolder    = "<lessons>"
	topicNotes      = "<topic>.md" // no date or year
	dated           = "<date>.md"
	ruleLists       = "<rules>.md" // or decisions
)

// byWords are the patterns for names that hold certain words.
var byWords = []string{lesson.Titled, aboutLessonsToo, ruleLists}

var (
	reLessonName   = lang.Expression("", "", func(l *lang.Language) string { return l.Files.Lessons })
	reLessonFolder = lang.Expression("", "", func(l *lang.Language) string {
		return cmp.Or(l.Files.Folders, l.Files.Lessons)
	})
	reLessonsOnly = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(lang.LessonTitle()) })
	// reTeaching tells notes on lessons that people give or take.
	reTeaching = lang.Expression("", "", func(l *lang.Language) string { return l.Files.Foreign })
)

// fits reports whether the name of a file is one that a pattern means.
func fits(pattern string, p workspace.Path) bool {
	base := lesson.FileName(p.Base())
	stem, isNote := strings.CutSuffix(base, ".md")
	if !strings.ContainsFunc(stem, unicode.IsLetter) && slices.Contains(byWords, pattern) {
		return false // most names
	}
	switch pattern {
	case lesson.Titled:
		return reLessonsOnly().MatchString(base)
	case topicNotes:
		return isNote && !reYear().MatchString(base) && lesson.DateOf(p) == ""
	case aboutLessonsToo:
		return isNote && reLessonName().MatchString(base)
	case dated:
		return isNote && lesson.DateOf(p) != ""
	case ruleLists:
		is := classify(strings.NewReplacer("-", " ", "_", " ").Replace(stem))
		return isNote && (is == decisions || is == norms)
	}
	ok, _ := path.Match(pattern, base)
	return ok
}

var reYear = text.Lazily(`\d{4}`)

// kindOf says how a file is read: as its default place says, else by its name.
// It does not depend on the day, so that a note is read the same way for ever.
func kindOf(p workspace.Path) fileKind {
	base := lesson.FileName(p.Base())
	if reTeaching().MatchString(base) {
		return memoryFile
	}
	for _, d := range defaults {
		if inFolder(d.folder, p.Dir()) && fits(d.pattern, p) {
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
	old    []file // of which only known lessons count
	// read are the dated notes that earlier runs read, sorted; nil if no run kept them.
	read    []string
	entries map[workspace.Path][]workspace.Entry // by folder
}

func newFinder(fsys workspace.FS, prefix string, known *lesson.Ledger, opts Options) *finder {
	return &finder{
		fsys: fsys, prefix: prefix, opts: opts, seen: map[workspace.Path]bool{}, read: known.Notes,
		entries: map[workspace.Path][]workspace.Entry{},
	}
}

// defaults looks in the usual places.
func (f *finder) defaults() {
	for _, d := range defaults {
		last, in := workspace.Path(""), false
		f.look(d.folder, d.expected, Absent, func(p workspace.Path) bool {
			if folder := p.Dir(); folder != last {
				last, in = folder, inFolder(d.folder, folder)
			}
			return in && fits(d.pattern, p)
		})
	}
}

// globs adds the files that patterns name, as in wisdom.toml.
func (f *finder) globs(patterns []string) {
	for _, pattern := range patterns {
		f.look(path.Dir(pattern), pattern, "nothing matches", func(p workspace.Path) bool {
			ok, _ := doublestar.Match(pattern, string(p)) // CheckPattern has seen it
			return ok
		})
	}
}

// look adds the files that fit in the folders that a pattern means. If there is none, what was expected is missing.
func (f *finder) look(folders, expected, note string, fits func(p workspace.Path) bool) {
	before := len(f.files) + len(f.old)
	f.walk(folders, func(p workspace.Path, e workspace.Entry) {
		if fits(p) {
			f.add(p, e)
		}
	})
	if expected != "" && len(f.files)+len(f.old) == before {
		f.files = append(f.files, file{shown: f.prefix + expected, status: Missing, note: note})
	}
}

// walk calls found with the files in the folders that a pattern may mean, and in those above them that it names.
func (f *finder) walk(folders string, found func(p workspace.Path, e workspace.Entry)) {
	base, levels := folders, 0
	if at := strings.IndexAny(folders, "*?[{<"); at >= 0 {
		base, levels = path.Dir(folders[:at]+"x"), strings.Count(folders[at:], "/")+1
		if strings.Contains(folders, "**") {
			levels = math.MaxInt
		}
	}
	f.down(workspace.Path(path.Clean(base)), levels, found)
}

func (f *finder) down(folder workspace.Path, levels int, found func(p workspace.Path, e workspace.Entry)) {
	for _, e := range f.list(folder) {
		p := folder.Join(e.Name)
		switch {
		case !e.Mode.IsDir():
			found(p, e)
		case levels > 0 && e.Name != ".git" && e.Name != ".wisdom" && e.Name != "node_modules":
			f.down(p, levels-1, found)
		}
	}
}

// inFolder reports whether a folder is one that a pattern means.
func inFolder(pattern string, folder workspace.Path) bool {
	if parent, about := strings.CutSuffix(pattern, "/"+lessonFolder); about {
		return reLessonFolder().MatchString(lesson.FileName(folder.Base())) && inFolder(parent, folder.Dir())
	}
	ok, _ := doublestar.Match(pattern, string(folder))
	return ok
}

// list reads a folder; one that is not there, or is none, is empty. One that
// cannot be read is a source that cannot be read, and is said once.
func (f *finder) list(p workspace.Path) []workspace.Entry {
	if entries, there := f.entries[p]; there {
		return entries
	}
	f.entries[p] = nil
	entry, err := f.fsys.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !entry.Mode.IsDir() && entry.Mode&fs.ModeSymlink == 0 {
		return nil
	}
	if err == nil {
		f.entries[p], err = f.fsys.ReadDir(p)
	}
	if err != nil {
		f.seen[p] = true
		f.files = append(f.files, file{shown: f.prefix + string(p), status: Unreadable, note: workspace.Cause(err)})
	}
	return f.entries[p]
}

// known adds files outside the window in which lessons were seen once.
func (f *finder) known(paths []string) {
	for _, shown := range paths {
		rest, ok := strings.CutPrefix(shown, f.prefix)
		p := workspace.Path(rest)
		isOfExtra := func(e Extra) bool { return f.prefix == "" && strings.HasPrefix(shown, e.Name+":") }
		if !ok || f.seen[p] || slices.ContainsFunc(f.opts.Extra, isOfExtra) || f.opts.Excludes(p) {
			continue
		}
		f.seen[p] = true
		entry, err := f.fsys.Lstat(p)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		old := fileAt(f.fsys, f.prefix, p)
		old.known, old.entry = true, entry
		f.old = append(f.old, old)
	}
}

func (f *finder) add(p workspace.Path, e workspace.Entry) {
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
	found.entry = e
	if day, err := time.Parse(time.DateOnly, found.date); err == nil {
		_, known := slices.BinarySearch(f.read, shown)
		if found.known = day.Before(f.opts.windowStart()) && (f.read == nil || known); found.known {
			f.old = append(f.old, found)
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
	return file{fsys: fsys, path: p, shown: prefix + string(p), date: lesson.DateOf(p)}
}

// Excludes reports whether a file of the workspace is no source, whatever its place.
func (o Options) Excludes(p workspace.Path) bool { return o.whyExcluded(p) != "" }

// whyExcluded says why a file is excluded, and nothing for any other file.
func (o Options) whyExcluded(p workspace.Path) string {
	if slices.ContainsFunc(o.Own, p.Within) || lesson.IsProposed(p) {
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
