package hook

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

//go:embed host
var embedded embed.FS

// Form is a way into the host.
type Form string

// The forms.
const (
	Plugin Form = "plugin"
	Hook   Form = "hook"
)

// Other is the other form.
func (f Form) Other() Form {
	if f == Plugin {
		return Hook
	}
	return Plugin
}

// Where the files are. Home is the folder of the plugin, and of what both forms share.
const (
	Home      workspace.Path = ".wisdom/openclaw"
	Folder    workspace.Path = "hooks/" + EntryName
	RulesFile                = Home + "/rules.json"
	Module                   = Home + "/bootstrap.mjs"
	record                   = Home + "/installed.json"
)

// The names in the host's settings.
const (
	PluginID  = "wisdom"
	EntryName = "aci-bootstrap"
)

// sources are the embedded files of a form, by the place that they get.
var sources = map[Form]map[workspace.Path]string{
	Plugin: {
		Module: "bootstrap.mjs", Home + "/index.js": "index.js", Home + "/snippets.mjs": "snippets.mjs",
		Home + "/openclaw.plugin.json": "openclaw.plugin.json", Home + "/package.json": "package.json",
	},
	Hook: {Module: "bootstrap.mjs", Folder + "/HOOK.md": "HOOK.md", Folder + "/handler.js": "handler.js"},
}

// maxFile is the most that is read of a file that we wrote, in bytes.
const maxFile = 1 << 20

// Change is a file of a form: what it is, and what it is meant to be.
type Change struct {
	Path     workspace.Path
	Old, New []byte // nil for a file that does not exist
	// Edited says that the file is neither what was installed nor what is wanted.
	Edited bool
}

// Differs reports whether there is anything to write.
func (c Change) Differs() bool { return c.Old == nil || string(c.Old) != string(c.New) }

// Plan compares the files of a form, for a table, with those in the workspace. The changes are sorted by path.
func Plan(fsys workspace.FS, form Form, table *session.Table) ([]Change, error) {
	wanted := map[workspace.Path][]byte{}
	for p, name := range sources[form] {
		b, err := embedded.ReadFile("host/" + name)
		if err != nil {
			return nil, err
		}
		wanted[p] = b
	}
	rules, err := table.JSON()
	if err != nil {
		return nil, err
	}
	wanted[RulesFile] = rules
	installed, err := readRecord(fsys)
	if err != nil {
		return nil, err
	}
	var changes []Change
	for _, p := range slices.Sorted(maps.Keys(wanted)) {
		old, hash, err := workspace.ReadState(fsys, p, maxFile)
		if err != nil {
			return nil, err
		}
		c := Change{Path: p, Old: old, New: wanted[p]}
		c.Edited = hash != workspace.Absent && c.Differs() && installed.Files[p] != hash
		changes = append(changes, c)
	}
	return changes, nil
}

// Installation says how the files of a form in a workspace compare with those of this program.
type Installation struct {
	Installed bool             `json:"installed"`
	Current   bool             `json:"current"` // the files are those of this program and these settings
	Edited    []workspace.Path `json:"edited"`  // by a person
	Missing   []workspace.Path `json:"missing"` // installed, and gone
}

// Inspect compares the files of a form with those that Plan would write.
func Inspect(fsys workspace.FS, form Form, table *session.Table) (Installation, error) {
	i := Installation{Edited: []workspace.Path{}, Missing: []workspace.Path{}}
	var err error
	if i.Installed, err = IsInstalled(fsys, form); err != nil {
		return i, err
	}
	changes, err := Plan(fsys, form, table)
	if err != nil {
		return i, err
	}
	i.Current = i.Installed
	for _, c := range changes {
		i.Current = i.Current && !c.Differs()
		switch {
		case c.Edited:
			i.Edited = append(i.Edited, c.Path)
		case c.Old == nil && i.Installed:
			i.Missing = append(i.Missing, c.Path)
		}
	}
	return i, nil
}

// CheckEdited is an error where a person changed one of the files.
func CheckEdited(changes []Change) error {
	var paths []workspace.Path
	for _, c := range changes {
		if c.Edited {
			paths = append(paths, c.Path)
		}
	}
	if paths == nil {
		return nil
	}
	return fmt.Errorf("%s: changed by hand, and not overwritten", workspace.JoinPaths(paths, ", "))
}

// Install writes the files of a plan, or none where a person changed one of them. The caller holds the lock.
func Install(fsys workspace.FS, changes []Change) error {
	if err := CheckEdited(changes); err != nil {
		return err
	}
	for _, c := range changes { // before anything is written
		if err := workspace.CheckTarget(fsys, c.Path); err != nil {
			return err
		}
	}
	installed, err := readRecord(fsys)
	if err != nil {
		return err
	}
	for _, c := range changes {
		folder, file := fs.FileMode(0o700), fs.FileMode(0o600)
		if c.Path.Within(Folder) { // lies with the agent's own files
			folder, file = 0o755, 0o644
		}
		if err := workspace.MkdirAll(fsys, c.Path.Dir(), folder); err != nil {
			return err
		}
		if c.Differs() {
			if err := workspace.Replace(fsys, c.Path, c.New, file); err != nil {
				return err
			}
		}
		installed.Files[c.Path] = workspace.HashOf(c.New)
	}
	return installed.write(fsys)
}

// own are the files of a form, but for those that the other form, where it is installed, needs too.
func (i *installed) own(form Form) []workspace.Path {
	own := slices.Sorted(maps.Keys(sources[form]))
	if i.has(form.Other()) {
		return slices.DeleteFunc(own, func(p workspace.Path) bool { return p == Module })
	}
	return append(own, RulesFile)
}

// Remove deletes the files of a form, but for those that the other form, where it is installed, needs too. What a
// person changed is kept. The host must not load the form any more: it refuses all its settings where they name a
// plugin without its files. The caller holds the lock.
func Remove(fsys workspace.FS, form Form) (removed, kept []workspace.Path, err error) {
	installed, err := readRecord(fsys)
	if err != nil {
		return nil, nil, err
	}
	own := installed.own(form)
	for _, p := range own {
		b, hash, err := workspace.ReadState(fsys, p, maxFile)
		switch {
		case err != nil:
			return nil, nil, err
		case hash == workspace.Absent:
		case hash != installed.Files[p] && !isUnchanged(form, p, b):
			kept = append(kept, p)
		default:
			if err := workspace.RemoveIfThere(fsys, p); err != nil {
				return nil, nil, err
			}
			removed = append(removed, p)
		}
	}
	maps.DeleteFunc(installed.Files, func(p workspace.Path, _ workspace.Hash) bool { return slices.Contains(own, p) })
	if form == Hook {
		removeEmpty(fsys, Folder, Folder.Dir())
	}
	if len(installed.Files) > 0 {
		return removed, kept, installed.write(fsys)
	}
	if err := workspace.RemoveIfThere(fsys, record); err != nil {
		return nil, nil, err
	}
	removeEmpty(fsys, Home)
	return removed, kept, nil
}

// isUnchanged reports whether a file of one form alone is what this program writes, also where the record of it is
// lost.
func isUnchanged(form Form, p workspace.Path, content []byte) bool {
	wanted, err := embedded.ReadFile("host/" + sources[form][p])
	return err == nil && p != Module && string(content) == string(wanted)
}

// removeEmpty deletes folders that have nothing in them.
func removeEmpty(fsys workspace.FS, folders ...workspace.Path) {
	for _, p := range folders {
		if entries, err := fsys.ReadDir(p); err == nil && len(entries) == 0 {
			_ = fsys.Remove(p) // a folder that stays does no harm
		}
	}
}

// IsInstalled reports whether a form was installed, and not removed since.
func IsInstalled(fsys workspace.FS, form Form) (bool, error) {
	installed, err := readRecord(fsys)
	return err == nil && installed.has(form), err
}

// installed is what was written, by the hashes of the files.
type installed struct {
	SchemaVersion int                               `json:"schema_version"`
	Files         map[workspace.Path]workspace.Hash `json:"files"`
}

// RecordError says that installed.json cannot be used.
type RecordError struct{ message string }

// Error implements error.
func (e *RecordError) Error() string { return fmt.Sprintf("%s: %s", record, e.message) }

func readRecord(fsys workspace.FS) (*installed, error) {
	all := &installed{SchemaVersion: 1, Files: map[workspace.Path]workspace.Hash{}}
	b, there, err := workspace.ReadIfThere(fsys, record, maxFile)
	if err != nil || !there {
		return all, err
	}
	if err := json.Unmarshal(b, all); err != nil {
		return nil, &RecordError{err.Error()}
	}
	if all.SchemaVersion != 1 || all.Files == nil {
		return nil, &RecordError{fmt.Sprintf("its schema version is %d and must be 1", all.SchemaVersion)}
	}
	return all, nil
}

func (i *installed) write(fsys workspace.FS) error {
	b, err := json.MarshalIndent(i, "", "  ")
	if err != nil {
		return err
	}
	return workspace.Replace(fsys, record, append(b, '\n'), 0o600)
}

// has reports whether all files of a form that the other does not have were written.
func (i *installed) has(form Form) bool {
	for p := range sources[form] {
		if i.Files[p] == "" && p != Module {
			return false
		}
	}
	return true
}
