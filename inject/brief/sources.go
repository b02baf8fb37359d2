package brief

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// Sources are the patterns of paths where each section is looked for, in order. A section without any has the default
// ones. {app} stands for the name of the project, {date} for a date such as 2026-01-03 or 2026_01_03, which the name of
// the file must have then.
type Sources map[Section][]string

// usualSources are the paths of the specification, and behind them those of OpenClaw.
var usualSources = Sources{
	Soul:    {"apps/{app}/*_SOUL.md", "SOUL.md", "README.md", "README.rst"},
	Anchors: {"docs/ANCHORS.md", "ANCHORS.md"},
	Profile: {"profiles/*/PROFILE.md", "USER.md"},
	Journal: {"session-journals/**/*.md", "memory/**/{date}*.md"},
	Roadmap: {"docs/MASTER_ROADMAP.md", "docs/ROADMAP.md", "ROADMAP.md"},
}

// of returns the patterns of a section.
func (s Sources) of(section Section) []string {
	if len(s[section]) > 0 {
		return s[section]
	}
	return usualSources[section]
}

// reSpecial matches a character that has a meaning in a pattern.
var reSpecial = text.Lazily(`[][*?{}\\!]`)

// special are the characters that make a path a pattern.
const special = `*?[{\`

// datePattern matches a date in a path, as doublestar spells patterns.
const datePattern = "[12][0-9][0-9][0-9][-_][01][0-9][-_][0-3][0-9]"

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

// expand replaces the names in braces. What is special in the name of a project matches any character.
func expand(pattern, app string) string {
	return strings.NewReplacer("{app}", reSpecial().ReplaceAllString(app, "?"), "{date}", datePattern).Replace(pattern)
}

// place is where a file of a source stands.
type place struct {
	fsys workspace.FS
	path workspace.Path
	// operators says that it is the operator's workspace and not the repository.
	operators bool
}

// shown is the path as the log names it, without secrets.
func (p place) shown() string {
	path, _ := scrub(string(p.path), "")
	if p.operators {
		return "workspace:" + path
	}
	return path
}

// candidates returns the files of a section, the first choice first. Of two folders, the project's identity is looked
// for in the repository first, and the operator's profile in the workspace first; a path with the project's name goes
// before any other. A README tells of the folder that it lies in, so that one of the workspace is never the identity of
// the repository.
func (o *Options) candidates(section Section) (found []place) {
	folders := []place{{fsys: o.Repo}}
	operators := place{fsys: o.Workspace, operators: true}
	switch {
	case o.Workspace == nil:
	case section == Soul:
		folders = append(folders, operators)
	case section == Profile:
		folders = []place{operators, {fsys: o.Repo}}
	}
	look := func(folder place, pattern string) {
		files := find(folder.fsys, expand(pattern, o.RepoName))
		if section == Journal {
			files = o.newestFirst(files, pattern)
		}
		for _, p := range files {
			foreign := section == Soul && folder.operators && isReadme(string(p)) && !hasApp(pattern)
			if !foreign {
				found = append(found, place{folder.fsys, p, folder.operators})
			}
		}
	}
	for _, named := range []bool{true, false} {
		for _, folder := range folders {
			for _, pattern := range o.Sources.of(section) {
				if named == (len(folders) > 1 && hasApp(pattern)) {
					look(folder, pattern)
				}
			}
		}
	}
	return found
}

// hasApp reports whether a pattern has the name of the project in it.
func hasApp(pattern string) bool { return strings.Contains(pattern, "{app}") }

// mostDepth is how many folders deep "**" looks.
const mostDepth = 8

// find returns the files that match a pattern, by path. A folder that cannot be read has none. A README may be written
// in upper or lower case.
func find(fsys workspace.FS, pattern string) (found []workspace.Path) {
	base, rest := doublestar.SplitPattern(path.Clean(pattern))
	start := workspace.Path(base)
	if !isReadme(rest) && !strings.ContainsAny(rest, special) {
		entry, err := fsys.Lstat(start.Join(rest))
		if err == nil && !entry.Mode.IsDir() || errors.Is(err, fs.ErrPermission) { // reading it names the cause
			return []workspace.Path{start.Join(rest)}
		}
		return nil
	}
	var visit func(dir workspace.Path, depth int)
	visit = func(dir workspace.Path, depth int) {
		entries, _ := fsys.ReadDir(dir)
		for _, e := range entries {
			p := dir.Join(e.Name)
			isSame := isReadme(rest) && strings.EqualFold(e.Name, rest)
			switch {
			case e.Mode.IsDir() && depth > 0 && !strings.HasPrefix(e.Name, ".") && e.Name != "node_modules":
				visit(p, depth-1)
			case !e.Mode.IsDir() && (isSame || doublestar.MatchUnvalidated(path.Clean(pattern), string(p))):
				found = append(found, p)
			}
		}
	}
	depth := strings.Count(rest, "/")
	if strings.Contains(rest, "**") {
		depth = mostDepth
	}
	visit(start, depth)
	slices.Sort(found)
	return found
}
