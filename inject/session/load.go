package session

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// Loaded is a file of a session as it reaches the prompt.
type Loaded struct {
	Path workspace.Path
	// Name is what the host calls it.
	Name string
	// Text is what reaches the prompt; Missing says that there is no such file.
	Text    string
	Missing bool
}

// Load is what a session loads.
type Load struct {
	Decision
	Files []Loaded
	// Kept is why the host's own list stays as it is; "" where it does not.
	Kept string
}

// Load reads the files of a session and cuts them to the host's caps. Where one of them makes the module in the host
// leave the host's list as it is, Kept says so, and Files are those of that list.
func (t *Table) Load(fsys workspace.FS, d Decision) Load {
	all := Load{Decision: d}
	var texts []host.File
	for _, p := range t.Files(d) {
		text, err := read(fsys, p)
		if p == t.ContextFile && err == nil && !isFor(text, d.Key) {
			err = fs.ErrNotExist
		}
		switch {
		case errors.Is(err, fs.ErrNotExist) && p == t.Always:
			all.Kept = fmt.Sprintf("%s is missing", p)
		case errors.Is(err, fs.ErrNotExist):
			all.Files = append(all.Files, Loaded{Path: p, Name: t.Name(d.Type, p), Missing: true})
		case err != nil:
			all.Kept = err.Error()
		default:
			texts = append(texts, host.File{Path: p, Text: text})
		}
	}
	if all.Kept != "" {
		all.Files = nil
		for _, in := range HostLoads(fsys, d.Host) {
			all.Files = append(all.Files, Loaded{Path: in.Path, Name: in.Path.Base(), Text: in.Text})
		}
		return all
	}
	for i, in := range host.Inject(texts) {
		f := Loaded{Path: in.Path, Name: t.Name(d.Type, in.Path), Text: in.Text}
		all.Files = append(all.Files[:i], append([]Loaded{f}, all.Files[i:]...)...) // missing ones come last
	}
	return all
}

// isFor reports whether the first line of a context file names the session with a key, by the beginning of the key's
// hash.
func isFor(text, key string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return strings.Contains(line, " session="+workspace.ShortHash(key, 12)+" ")
}

// read is a file that the host accepts: no link, and none with a second name.
func read(fsys workspace.FS, p workspace.Path) (string, error) {
	if err := workspace.CheckTarget(fsys, p); err != nil {
		return "", err
	}
	b, err := fsys.ReadFile(p, host.FileBytes)
	return string(b), err
}

// HostLoads is what the host loads by itself, by the name of its list. A file that cannot be read is not included.
func HostLoads(fsys workspace.FS, list string) []host.Injected {
	var files []host.File
	for _, p := range host.Loads(list) {
		if text, err := read(fsys, p); err == nil {
			files = append(files, host.File{Path: p, Text: text})
		}
	}
	return host.Inject(files)
}
