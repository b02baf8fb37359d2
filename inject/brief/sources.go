package brief

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/internal/workspace"
)

// Sources are the patterns of paths where each section is looked for, in order. A
// section without any has the default ones. {app} stands for the name of the project,
// {date} for a date such as 2026-01-03, which the name of the file must have then.
type Sources map[Section][]string

// DefaultSources are the paths of the specification, and behind them those of OpenClaw.
func DefaultSources() Sources {
	return Sources{
		Soul:    {"apps/{app}/*_SOUL.md", "SOUL.md", "README.md", "readme.md"},
		Anchors: {"docs/ANCHORS.md", "ANCHORS.md"},
		Profile: {"profiles/*/PROFILE.md", "USER.md"},
		Journal: {"session-journals/*.md", "memory/**/{date}*.md"},
		Roadmap: {"docs/MASTER_ROADMAP.md", "docs/ROADMAP.md", "ROADMAP.md"},
	}
}

// of returns the patterns of a section.
func (s Sources) of(section Section) []string {
	if len(s[section]) > 0 {
		return s[section]
	}
	return DefaultSources()[section]
}

// anchorsFile is the first place of ANCHORS that is no pattern.
func (s Sources) anchorsFile() (p workspace.Path, named bool) {
	for _, pattern := range s.of(Anchors) {
		if !strings.ContainsAny(pattern, `*?[{\`) {
			return workspace.Path(pattern), true
		}
	}
	return "", false
}

// datePattern matches a date in a path, as doublestar spells patterns.
const datePattern = "[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]"

// CheckPattern returns what is wrong with a pattern of a source, or nil.
func CheckPattern(pattern string) error {
	if _, err := workspace.ParsePath(pattern); err != nil {
		return err
	}
	if !doublestar.ValidatePattern(expand(pattern, "app")) {
		return errors.New("it is not a pattern of paths; write it like docs/*.md")
	}
	return nil
}

// expand replaces the names in braces. What is special in the name of a project
// matches any character.
func expand(pattern, app string) string {
	app = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`*?[]{}\!`, r) {
			return '?'
		}
		return r
	}, app)
	return strings.NewReplacer("{app}", app, "{date}", datePattern).Replace(pattern)
}

// place is where a file of a source stands.
type place struct {
	fsys workspace.FS
	path workspace.Path
	// operators says that it is the operator's workspace and not the repository.
	operators bool
}

// shown is the path as the log names it.
func (p place) shown() string {
	if p.operators {
		return "workspace:" + string(p.path)
	}
	return string(p.path)
}

// candidates returns the files of a section, the first choice first, and the pattern
// of a choice that several files match. SOUL and PROFILE may come from the operator's
// workspace: a path with the project's name is looked for in both folders before any
// other, the rest in the repository first.
func (o *Options) candidates(section Section) (found []place, several string) {
	both := o.Workspace != nil && (section == Soul || section == Profile)
	var named, plain []string
	for _, pattern := range o.Sources.of(section) {
		if both && strings.Contains(pattern, "{app}") {
			named = append(named, pattern)
		} else {
			plain = append(plain, pattern)
		}
	}
	look := func(patterns []string, fsys workspace.FS, operators bool) {
		for _, pattern := range patterns {
			files := find(fsys, expand(pattern, o.App))
			if section == Journal {
				newestFirst(files)
			} else if len(files) > 1 && len(found) == 0 {
				several = pattern
			}
			for _, p := range files {
				found = append(found, place{fsys, p, operators})
			}
		}
	}
	look(named, o.Repo, false)
	if both {
		look(named, o.Workspace, true)
	}
	look(plain, o.Repo, false)
	if both {
		look(plain, o.Workspace, true)
	}
	return found, several
}

// mostDepth is how many folders deep "**" looks.
const mostDepth = 8

// find returns the files that match a pattern, by path. A folder that cannot be read
// has none.
func find(fsys workspace.FS, pattern string) []workspace.Path {
	var found []workspace.Path
	var visit func(dir workspace.Path, rest []string, depth int)
	visit = func(dir workspace.Path, rest []string, depth int) {
		if len(rest) == 1 && !strings.ContainsAny(rest[0], `*?[{\`) {
			if entry, err := fsys.Lstat(dir.Join(rest[0])); err == nil && !entry.Mode.IsDir() {
				found = append(found, dir.Join(rest[0]))
			}
			return
		}
		entries, err := workspace.Names(fsys, dir)
		if err != nil {
			return
		}
		if rest[0] == "**" {
			visit(dir, rest[1:], depth)
		}
		for _, e := range entries {
			ok, err := doublestar.Match(rest[0], e.Name)
			switch {
			case rest[0] == "**":
				if e.Mode.IsDir() && depth < mostDepth && !strings.HasPrefix(e.Name, ".") && e.Name != "node_modules" {
					visit(dir.Join(e.Name), rest, depth+1)
				}
			case err != nil || !ok:
			case len(rest) == 1 && !e.Mode.IsDir():
				found = append(found, dir.Join(e.Name))
			case len(rest) > 1 && e.Mode.IsDir():
				visit(dir.Join(e.Name), rest[1:], depth)
			}
		}
	}
	visit(workspace.Root, strings.Split(path.Clean(pattern), "/"), 0)
	slices.Sort(found)
	return slices.Compact(found)
}

// newestFirst orders journals by the date in their name, those without one last. Of
// one day, the note that is named for the day alone comes first, then the last number.
func newestFirst(files []workspace.Path) {
	type key struct {
		date, stem string
		daily      bool
	}
	keys := make(map[workspace.Path]key, len(files))
	for _, p := range files {
		date, stem := dateIn(p.Base()), stemOf(p)
		keys[p] = key{date, stem, date != "" && stem == date}
	}
	slices.SortFunc(files, func(a, b workspace.Path) int {
		x, y := keys[a], keys[b]
		if x.date != y.date {
			return cmp.Compare(y.date, x.date)
		}
		return cmp.Or(boolRank(y.daily)-boolRank(x.daily), boolRank(isAbout(a))-boolRank(isAbout(b)),
			cmp.Compare(natural(y.stem), natural(x.stem)), cmp.Compare(a, b))
	})
}

// stemOf is the name of a file without its extension.
func stemOf(p workspace.Path) string { return strings.TrimSuffix(p.Base(), path.Ext(p.Base())) }

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// isAbout reports whether a file is about a folder of journals and none of them.
func isAbout(p workspace.Path) bool {
	return slices.Contains([]string{"readme", "index", "template"}, strings.ToLower(stemOf(p)))
}

var reDigits = regexp.MustCompile(`\d+`)

// natural spells the numbers of a name so that they compare by value.
func natural(name string) string {
	return reDigits.ReplaceAllStringFunc(name, func(digits string) string {
		digits = strings.TrimLeft(digits, "0")
		return strings.Repeat("0", max(0, 20-len(digits))) + digits
	})
}

// dateIn returns the first date in a text as YYYY-MM-DD, or "". It may be written
// without hyphens. A folder may have thousands of names, so no pattern is matched.
func dateIn(text string) string {
	for i := range len(text) {
		if isDigit(text, i) && !isDigit(text, i-1) {
			if date := dateAt(text[i:]); date != "" {
				return date
			}
		}
	}
	return ""
}

// dateAt returns the date that a text begins with, or "".
func dateAt(text string) string {
	date := make([]byte, 0, len(time.DateOnly))
	at := 0
	for field, digits := range []int{4, 2, 2} {
		if field > 0 {
			date = append(date, '-')
			if strings.HasPrefix(text[at:], "-") {
				at++
			}
		}
		for range digits {
			if !isDigit(text, at) {
				return ""
			}
			date = append(date, text[at])
			at++
		}
	}
	day, err := time.Parse(time.DateOnly, string(date))
	if isDigit(text, at) || err != nil || day.Year() < 1970 {
		return ""
	}
	return string(date)
}

func isDigit(text string, at int) bool {
	return at >= 0 && at < len(text) && '0' <= text[at] && text[at] <= '9'
}

// isMissing reports whether there is no such file.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
