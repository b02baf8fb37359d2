package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/inject/hook"
	"wisdom/inject/session"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

func newSession(a *app) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "session KEY...",
		Short: "Show which files a session of the host loads, and why",
		Long: `Show the type of a session, the rule that decided, and the files that it loads
with the host's plugin or hook (wisdom hook), each with its tokens, beside what
the host loads by itself. KEY is the host's name for the session, such as
agent:main:main; openclaw sessions lists them. With --all, show every type in this
workspace, with the plugin and before wisdom: with the files as they were found.
Without a backup of these, it is what the host would load now. Tokens are the larger of two counts, as for budgets.
The totals are those of the files, not of the whole prompt.`,
		Example: `  wisdom session agent:main:main
  wisdom session agent:main:telegram:group:-1001:topic:15 --json
  wisdom session --all`,
		Annotations: inWorkspace(),
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case all && len(args) > 0:
				return hinted("give one of both", "--all shows every type, and %q is a key", args[0])
			case !all && len(args) == 0:
				return errors.New("no key")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, keys []string) error { return runSession(a, keys, all) },
	}
	cmd.Flags().BoolVar(&all, "all", false, "show every type of session in this workspace, before and after")
	return cmd
}

// sessionAnswer is what a session loads.
type sessionAnswer struct {
	Key    string        `json:"key"`
	Type   session.Type  `json:"type"`
	Rule   string        `json:"rule"`
	Files  []sessionFile `json:"files"`
	Tokens int           `json:"tokens"`
	Reason string        `json:"reason"`
	// Kept is why the host's own list stays; Before is that list.
	Kept   string     `json:"kept,omitempty"`
	Limit  int        `json:"limit"` // in tokens; 0 for none
	Before loadedSize `json:"before"`
	After  loadedSize `json:"after"`
}

type sessionFile struct {
	Path    workspace.Path `json:"path"`
	Name    string         `json:"name"` // what the host calls it
	Tokens  int            `json:"tokens"`
	Chars   int            `json:"chars"`
	Missing bool           `json:"missing"`
}

// loadedSize is what files cost a session together.
type loadedSize struct {
	Files []workspace.Path `json:"files"`
	size
}

func (l *loadedSize) add(p workspace.Path, text string) {
	s := sizeOf(text)
	l.Files = append(l.Files, p)
	l.Chars, l.Host, l.O200k = l.Chars+s.Chars, l.Host+s.Host, l.O200k+s.O200k
}

func runSession(a *app, keys []string, all bool) error {
	table := a.settings.SessionTable()
	var answers []sessionAnswer
	var err error
	isFound := false
	if all {
		if answers, isFound, err = a.sessionsSinceFound(table); err != nil {
			return err
		}
	} else {
		owners := a.owners(table)
		for _, key := range keys {
			answers = append(answers, a.sessionOf(table, key, table.Classify(key, owners)))
		}
	}
	return a.respond(object{"schema_version": 1, "sessions": answers}, func() {
		if all {
			a.printTypes(answers, isFound)
			return
		}
		for i, answer := range answers {
			if i > 0 {
				a.say("")
			}
			a.printSession(answer)
		}
	})
}

// everySession is what each type of session loads, by the example of its key.
func (a *app) everySession(table *session.Table) []sessionAnswer {
	var all []sessionAnswer
	for _, set := range table.Types {
		all = append(all, a.sessionOf(table, set.Example, table.Classify(set.Example, []string{"owner"})))
	}
	return all
}

// sessionsSinceFound is everySession, but before is what the host loaded when wisdom found the workspace: without what
// was promoted since. isFound reports whether that is known; where it is not, before is what the host would load now.
func (a *app) sessionsSinceFound(table *session.Table) (sessions []sessionAnswer, isFound bool, err error) {
	sessions = a.everySession(table)
	all, err := backups.Generations(a.fsys)
	if err != nil || len(all) == 0 || all[0].Why != backups.Found {
		return sessions, false, err
	}
	found := foundFiles{a.fsys, all[0].After}
	for i := range sessions {
		s := &sessions[i]
		s.Before = loadedSize{Files: []workspace.Path{}}
		for _, in := range session.HostLoads(found, table.Classify(s.Key, []string{"owner"}).Host) {
			s.Before.add(in.Path, in.Text)
		}
	}
	return sessions, true, nil
}

// foundFiles are those of a workspace, as wisdom found the ones that it backed up.
type foundFiles struct {
	workspace.FS
	found map[workspace.Path]backups.State
}

// ReadFile implements workspace.FS.
func (f foundFiles) ReadFile(p workspace.Path, limit int64) ([]byte, error) {
	state, known := f.found[p]
	switch {
	case !known:
		return f.FS.ReadFile(p, limit)
	case state.Hash == workspace.Absent:
		return nil, fs.ErrNotExist
	}
	return backups.Object(f.FS, state.Hash)
}

// loadsMore says in which types of session the plugin or the hook loads more than the host did; "" for none.
func loadsMore(sessions []sessionAnswer, isFound bool) string {
	isNot := func(s sessionAnswer) bool { return s.After.tokens() <= s.Before.tokens() }
	more := slices.DeleteFunc(slices.Clone(sessions), isNot)
	if len(more) == 0 {
		return ""
	}
	first, others := more[0], ""
	if n := len(more) - 1; n > 0 {
		others = ", and " + plural(n, "other type")
	}
	than := "the host loads without it"
	if isFound {
		than = "the host loaded before wisdom"
	}
	return fmt.Sprintf("the plugin loads more in this workspace than %s: %s %d tokens instead of %d%s",
		than, first.Type, first.After.tokens(), first.Before.tokens(), others)
}

func (a *app) sessionOf(table *session.Table, key string, d session.Decision) sessionAnswer {
	load := table.Load(a.fsys, d)
	answer := sessionAnswer{
		Key: key, Type: d.Type, Rule: d.Rule, Files: []sessionFile{}, Kept: load.Kept, Limit: table.Set(d.Type).Limit,
		Reason: fmt.Sprintf("rule %q: %s", d.Rule, table.Set(d.Type).About),
		Before: loadedSize{Files: []workspace.Path{}}, After: loadedSize{Files: []workspace.Path{}},
	}
	if d.Rule == "" {
		answer.Reason = "no rule knows the key"
	}
	for _, f := range load.Files {
		file := sessionFile{Path: f.Path, Name: f.Name, Missing: f.Missing}
		if !f.Missing {
			file.Tokens, file.Chars = a.countOf(f.Text), tokens.Units(f.Text)
			answer.After.add(f.Path, f.Text)
		}
		answer.Tokens += file.Tokens
		answer.Files = append(answer.Files, file)
	}
	for _, in := range session.HostLoads(a.fsys, d.Host) {
		answer.Before.add(in.Path, in.Text)
	}
	return answer
}

func (a *app) printSession(s sessionAnswer) {
	a.say("%s", s.Key)
	a.say("  type    %s, %s", s.Type, s.Reason)
	if s.Kept != "" {
		a.say("  files   the host's own: %s", s.Kept)
	}
	for _, f := range s.Files {
		switch {
		case f.Missing:
			a.say("  %9s %s", "-", string(f.Path)+" (not included: missing)")
		case f.Name != f.Path.Base():
			a.say("  %9d %s (the host lets it through as %s)", f.Tokens, f.Path, f.Name)
		default:
			a.say("  %9d %s", f.Tokens, f.Path)
		}
	}
	a.say("  %9d tokens; the host by itself loads %d: %s", s.Tokens, s.Before.tokens(), pathList(s.Before.Files))
}

// isOver reports whether the files exceed the limit of the type.
func (s sessionAnswer) isOver() bool {
	return s.Limit > 0 && s.After.tokens() > s.Limit
}

func pathList(paths []workspace.Path) string {
	if len(paths) == 0 {
		return "nothing"
	}
	return workspace.JoinPaths(paths, " ")
}

// printTypes is the table of all types. Before is what the host loaded when wisdom found the workspace, else what it
// loads by itself; after is what it loads with the plugin or the hook.
func (a *app) printTypes(sessions []sessionAnswer, isFound bool) {
	before, after := "without plugin", "with plugin"
	if isFound {
		before, after = "before wisdom", "with plugin"
	}
	a.say("%-12s | %-15s | %-15s |", "", before, after)
	a.say("%-12s | %7s %7s | %7s %7s | %6s  %s", "session", "host", "o200k", "host", "o200k", "limit", "files after")
	anyOver := false
	for _, s := range sessions {
		note := ""
		var missing []string
		for _, f := range s.Files {
			if f.Missing {
				missing = append(missing, string(f.Path))
			}
		}
		switch {
		case s.Kept != "":
			note = " (the host's own: " + s.Kept + ")"
		case missing != nil:
			note = " (not included, missing: " + strings.Join(missing, " ") + ")"
		}
		over := ""
		if s.isOver() {
			over, anyOver = "OVER ", true
		}
		a.say("%-12s | %7d %7d | %7d %7d | %6s  %s%s%s", s.Type, s.Before.Host, s.Before.O200k, s.After.Host, s.After.O200k,
			orDash(s.Limit), over, pathList(s.After.Files), note)
	}
	if more := loadsMore(sessions, isFound); more != "" {
		a.say("%s", more)
	}
	if anyOver {
		a.say("OVER: the files exceed the limit of the type. Shorten one (%s has their sizes),", a.command("tokens"))
		a.say("or name fewer for the type in wisdom.toml, such as [sessions.group_chat] files = [...]")
	}
	a.say("caps of the host: %d characters of a file, %d of USER.md, %d of all files", host.FileChars, host.UserChars,
		host.TotalChars)
}

// owners are the owner's IDs, by wisdom.toml and by the host's settings. Where these
// cannot be read, a direct message counts as a stranger's.
func (a *app) owners(table *session.Table) []string {
	if len(table.Owners) > 0 {
		return table.OwnersOf(nil)
	}
	path := a.hostSettings()
	config, err := hook.ReadSettings(path)
	if err != nil {
		a.warn("the owner is not known, so every direct message counts as a stranger's: %v", err)
		return nil
	}
	if hook.Includes(config) {
		a.note("%s includes other files, which are not read here; [sessions] owners in wisdom.toml names the owner", path)
	}
	return table.OwnersOf(config)
}

// hostSettings is where the host keeps its settings, by its own variables.
func (a *app) hostSettings() string {
	const name = "openclaw.json"
	if path := a.getenv("OPENCLAW_CONFIG_PATH"); path != "" {
		return path
	}
	if dir := a.getenv("OPENCLAW_STATE_DIR"); dir != "" {
		return filepath.Join(dir, name)
	}
	home := cmp.Or(a.getenv("OPENCLAW_HOME"), a.getenv("HOME"))
	folder := ".openclaw"
	if profile := a.getenv("OPENCLAW_PROFILE"); profile != "" && profile != "default" {
		folder += "-" + profile
	}
	return filepath.Join(home, folder, name)
}
