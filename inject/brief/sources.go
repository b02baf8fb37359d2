package brief

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"wisdom/internal/workspace"
)

// Sources are the patterns of paths where each section is looked for, in order. A section without any has the default
// ones. {app} stands for the name of the project, {date} for a date such as 2026-01-03 or 2026_01_03, which the name of
// the file must have then.
type Sources map[Section][]string

// DefaultSources are the paths of the specification, and behind them those of OpenClaw.
func DefaultSources() Sources {
	return Sources{
		Soul:    {"apps/{app}/*_SOUL.md", "SOUL.md", "README.md", "README.rst"},
		Anchors: {"docs/ANCHORS.md", "ANCHORS.md"},
		Profile: {"profiles/*/PROFILE.md", "USER.md"},
		Journal: {"session-journals/**/*.md", "memory/**/{date}*.md"},
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
	// late says that it is a journal with an impossible date.
	late bool
}

// shown is the path as the log names it, without secrets.
func (p place) shown() string {
	path, _ := scrub(string(p.path), "")
	if p.operators {
		return "workspace:" + path
	}
	return path
}

// candidates returns the files of a section, the first choice first, and the pattern of a choice that several files
// match. Of two folders, the project's identity is looked for in the repository first, and the operator's profile in
// the workspace first; a path with the project's name goes before any other. A README tells of the folder that it lies
// in, so that one of the workspace is never the identity of the repository.
func (o *Options) candidates(section Section) (found []place, several string) {
	folders := []place{{fsys: o.Repo}}
	operators := place{fsys: o.Workspace, operators: true}
	switch {
	case o.Workspace == nil:
	case section == Soul:
		folders = append(folders, operators)
	case section == Profile:
		folders = []place{operators, {fsys: o.Repo}}
	}
	var late []workspace.Path // journals with an impossible date, behind all others
	look := func(folder place, pattern string) {
		files := find(folder.fsys, expand(pattern, o.App))
		if section == Journal {
			var ahead []workspace.Path
			files, ahead = o.newestFirst(files, pattern)
			late = append(late, ahead...)
		} else if len(files) > 1 && len(found) == 0 {
			several = pattern
		}
		for _, p := range files {
			foreign := section == Soul && folder.operators && isReadme(string(p)) && !hasApp(pattern)
			if !foreign {
				found = append(found, place{fsys: folder.fsys, path: p, operators: folder.operators})
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
	for _, p := range late {
		found = append(found, place{fsys: o.Repo, path: p, late: true})
	}
	return found, several
}

// KnowsApp reports whether a file of a section has the name of the project in its path.
func (o *Options) KnowsApp() bool {
	for _, section := range Order {
		for _, pattern := range o.Sources.of(section) {
			if !hasApp(pattern) {
				continue
			}
			for _, fsys := range []workspace.FS{o.Repo, o.Workspace} {
				if fsys != nil && len(find(fsys, expand(pattern, o.App))) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// hasApp reports whether a pattern has the name of the project in it.
func hasApp(pattern string) bool { return strings.Contains(pattern, "{app}") }

// mostDepth is how many folders deep "**" looks.
const mostDepth = 8

// find returns the files that match a pattern, by path. A folder that cannot be read has none.
func find(fsys workspace.FS, pattern string) []workspace.Path {
	var found []workspace.Path
	var visit func(dir workspace.Path, rest []string, depth int)
	visit = func(dir workspace.Path, rest []string, depth int) {
		if len(rest) == 1 && !strings.ContainsAny(rest[0], `*?[{\`) {
			name := inCaseOf(fsys, dir, rest[0])
			entry, err := fsys.Lstat(dir.Join(name))
			if err == nil && !entry.Mode.IsDir() || errors.Is(err, fs.ErrPermission) { // reading it names the cause
				found = append(found, dir.Join(name))
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

// inCaseOf returns the name of a README as its folder writes it, in upper or lower case; any other name as it is.
func inCaseOf(fsys workspace.FS, dir workspace.Path, name string) string {
	if !isReadme(name) {
		return name
	}
	entries, _ := workspace.Names(fsys, dir) // without any, opening the file says why
	isIt := func(e workspace.Entry) bool { return e.Name == name }
	folds := func(e workspace.Entry) bool { return strings.EqualFold(e.Name, name) }
	if i := slices.IndexFunc(entries, folds); i >= 0 && !slices.ContainsFunc(entries, isIt) {
		return entries[i].Name
	}
	return name
}

// isMissing reports whether there is no such file.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
