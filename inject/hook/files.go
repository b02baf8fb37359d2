package hook

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
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

// Other is the other form for OpenClaw.
func (f Form) Other() Form { return map[Form]Form{Plugin: Hook, Hook: Plugin}[f] }

// Where the files are. Home is the folder of the plugin, and of what both forms share.
const (
	Home      workspace.Path = ".wisdom/openclaw"
	Folder    workspace.Path = "hooks/" + EntryName
	RulesFile                = Home + "/rules.json"
	Module                   = Home + "/bootstrap.mjs"
	// CallHook is what Claude Code runs before a call of a tool.
	CallHook = Home + "/claude.mjs"
	record   = Home + "/installed.json"
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
		Home + "/reminders.mjs": "reminders.mjs", Home + "/commands.mjs": "commands.mjs",
		Home + "/openclaw.plugin.json": "openclaw.plugin.json", Home + "/package.json": "package.json",
	},
	Hook: {Module: "bootstrap.mjs", Folder + "/HOOK.md": "HOOK.md", Folder + "/handler.js": "handler.js"},
	ClaudeCode: { // for reminders
		Module: "bootstrap.mjs", Home + "/reminders.mjs": "reminders.mjs", Home + "/commands.mjs": "commands.mjs",
		CallHook: "claude.mjs",
	},
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

// Install writes the files of a plan, or none where a person changed one of them, or where one cannot be written. The
// caller holds the lock.
func Install(fsys workspace.FS, changes []Change) (err error) {
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
	before, _, err := workspace.ReadIfThere(fsys, record, maxFile)
	if err != nil {
		return err
	}
	touched := []Change{{Path: record, Old: before}}
	defer func() {
		if err != nil {
			err = errors.Join(err, putBack(fsys, touched))
		}
	}()
	for _, c := range changes {
		touched = append(touched, c)
		folder, file := modes(c.Path)
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

// own are the files of a form, but for those that another form, where it is installed, needs too.
func (i *installed) own(form Form) []workspace.Path {
	own := maps.Clone(sources[form])
	own[RulesFile] = ""
	for other, files := range sources {
		if other != form && i.has(other) {
			maps.DeleteFunc(own, func(p workspace.Path, _ string) bool { return p == RulesFile || files[p] != "" })
		}
	}
	return slices.Sorted(maps.Keys(own))
}

// Remove deletes the files of a form, but for those that another form, where it is installed, needs too. What a person
// changed is kept. The host must not load the form any more: it refuses all its settings where they name a
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
	switch form {
	case Hook:
		removeEmpty(fsys, Folder, Folder.Dir())
	case ClaudeCode:
		err = workspace.RemoveIfThere(fsys, Home+"/sessions.json") // which the hook keeps
	}
	return removed, kept, cmp.Or(err, installed.write(fsys))
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

// modes are those of a folder and its file.
func modes(p workspace.Path) (folder, file fs.FileMode) {
	if p.Within(Folder) { // lies with the agent's own files
		return 0o755, 0o644
	}
	return 0o700, 0o600
}

// putBack makes files what they were before an installation that failed.
func putBack(fsys workspace.FS, changes []Change) (err error) {
	for _, c := range changes {
		if c.Old == nil {
			err = errors.Join(err, workspace.RemoveIfThere(fsys, c.Path))
		} else if c.Differs() {
			_, mode := modes(c.Path)
			err = errors.Join(err, workspace.Replace(fsys, c.Path, c.Old, mode))
		}
	}
	removeEmpty(fsys, Home, Folder, Folder.Dir())
	return err
}

// IsInstalled reports whether a form was installed, and not removed since.
func IsInstalled(fsys workspace.FS, form Form) (bool, error) {
	installed, err := readRecord(fsys)
	return err == nil && installed.has(form), err
}

// Installed are the forms that were installed, and not removed since.
func Installed(fsys workspace.FS) (forms []Form, err error) {
	installed, err := readRecord(fsys)
	if err != nil {
		return nil, err
	}
	for _, form := range []Form{Plugin, Hook} {
		if installed.has(form) {
			forms = append(forms, form)
		}
	}
	if len(installed.Inserted) > 0 {
		forms = append(forms, ClaudeCode)
	}
	return forms, nil
}

// installed is what was written, by the hashes of the files.
type installed struct {
	SchemaVersion int                               `json:"schema_version"`
	Files         map[workspace.Path]workspace.Hash `json:"files"`
	// Reminds says that the host was told to let the plugin remind.
	Reminds bool `json:"reminders,omitempty"`
	// Inserted is what was inserted into Claude Code's settings, in this order.
	Inserted []insertion `json:"claude_code,omitempty"`
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

// write keeps the record, or deletes it where nothing is installed any more.
func (i *installed) write(fsys workspace.FS) error {
	if len(i.Files)+len(i.Inserted) == 0 {
		err := workspace.RemoveIfThere(fsys, record)
		removeEmpty(fsys, Home)
		return err
	}
	if err := workspace.MkdirAll(fsys, Home, 0o700); err != nil {
		return err
	}
	return workspace.ReplaceJSON(fsys, record, i)
}

// has reports whether a form was written. An older program may have written fewer files of it.
func (i *installed) has(form Form) bool {
	mark := map[Form]workspace.Path{Plugin: Home + "/index.js", Hook: Folder + "/handler.js", ClaudeCode: CallHook}
	return i.Files[mark[form]] != ""
}

// Reminds reports whether the plugin was installed to remind of rules at the call of a tool.
func Reminds(fsys workspace.FS) (bool, error) {
	installed, err := readRecord(fsys)
	return err == nil && installed.Reminds && installed.has(Plugin), err
}

// RecordReminds notes whether it was. The caller holds the lock.
func RecordReminds(fsys workspace.FS, reminds bool) error {
	installed, err := readRecord(fsys)
	if err != nil || installed.Reminds == reminds {
		return err
	}
	installed.Reminds = reminds
	return installed.write(fsys)
}
