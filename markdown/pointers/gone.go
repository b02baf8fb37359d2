package pointers

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// reFile matches a note with its folder, in code or as the target of a link; patterns, routes and addresses of other
// hosts have signs that it does not. Files of other kinds are often made when they are first needed.
var reFile = text.Lazily("`(?:\\./)?([\\w.@+-]+(?:/[\\w.@+-]+)+\\.md)`" +
	`|\]\((?:\./)?([\w.@+-]+(?:/[\w.@+-]+)+\.md)(?:#[^)\s]*)?\)`)

// reStandIn matches what stands for a name: "YYYY-MM-DD", "xxx".
var reStandIn = text.Lazily(`YYYY|MM-DD|(?i:x{3}|foo|example|\.\.)`)

// Gone are the notes that a text of a file names and that are not there, each once: they are in a folder of the workspace
// that is, seen from its root or from the file. What cannot be looked at is not gone, nor what the text says to write.
func Gone(fsys workspace.FS, from workspace.Path, s string) (gone []string) {
	if !strings.Contains(s, ".md") || TellsToKeep(s) {
		return nil
	}
	for _, m := range reFile().FindAllStringSubmatch(s, -1) {
		name := m[1] + m[2]
		if reStandIn().MatchString(name) || slices.Contains(gone, name) {
			continue
		}
		hasFolder, isThere := false, false
		for _, base := range []workspace.Path{workspace.Root, from.Dir()} {
			p := workspace.Path(path.Join(string(base), name))
			_, err := fsys.Lstat(p)
			isThere = isThere || !errors.Is(err, fs.ErrNotExist)
			folder, err := fsys.Lstat(p.Dir())
			hasFolder = hasFolder || err == nil && folder.Mode.IsDir()
		}
		if hasFolder && !isThere {
			gone = append(gone, name)
		}
	}
	return gone
}
