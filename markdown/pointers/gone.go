package pointers

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// reFile matches a note with its folder, in code or as the target of a link; patterns, routes and addresses of other
// hosts have signs that it does not. Files of other kinds are often made when they are first needed.
var reFile = text.Lazily("`(?:\\./)?([\\w.@+-]+(?:/[\\w.@+-]+)+\\.md)`" +
	`|\]\((?:\./)?([\w.@+-]+(?:/[\w.@+-]+)+\.md)(?:#[^)\s]*)?\)`)

// reStandIn matches what stands for a name: "YYYY-MM-DD", "xxx".
var reStandIn = text.Lazily(`YYYY|MM-DD|(?i:x{3}|foo|example|\.\.)`)

// reBelowHome matches a note or a script in a folder below the home of whoever runs the program.
var reBelowHome = text.Lazily("`(?:[a-z0-9]+ )?(?:~|\\$HOME|\\$\\{HOME\\})/" +
	"([\\w.@+-]+(?:/[\\w.@+-]+)+\\.(?:md|sh|py|rb|pl|[cm]?[jt]s))\\b")

// Gone are the notes that a text of a file names and that are not there, each once: they are in a folder of the workspace
// that is, seen from its root or from the file; and the notes and scripts in a folder below home, unless that is "". What
// cannot be looked at is not gone, nor what the text says to write.
func Gone(fsys workspace.FS, home string, from workspace.Path, s string) (gone []string) {
	add := func(name string, hasFolder, isThere bool) {
		if hasFolder && !isThere && !reStandIn().MatchString(name) && !slices.Contains(gone, name) {
			gone = append(gone, name)
		}
	}
	if home != "" {
		for _, m := range reBelowHome().FindAllStringSubmatch(s, -1) {
			file := filepath.Join(home, filepath.FromSlash(m[1]))
			_, err := os.Lstat(file)
			folder, isFolder := os.Stat(filepath.Dir(file))
			add("~/"+m[1], isFolder == nil && folder.IsDir(), !errors.Is(err, fs.ErrNotExist))
		}
	}
	for _, m := range reFile().FindAllStringSubmatch(s, -1) {
		name := m[1] + m[2]
		hasFolder, isThere := false, false
		for _, base := range []workspace.Path{workspace.Root, from.Dir()} {
			p := workspace.Path(path.Join(string(base), name))
			_, err := fsys.Lstat(p)
			isThere = isThere || !errors.Is(err, fs.ErrNotExist)
			folder, err := fsys.Lstat(p.Dir())
			hasFolder = hasFolder || err == nil && folder.Mode.IsDir()
		}
		add(name, hasFolder, isThere)
	}
	if len(gone) > 0 && TellsToKeep(s) {
		return nil
	}
	return gone
}
