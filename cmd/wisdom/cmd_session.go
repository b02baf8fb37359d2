package main

import (
	"cmp"
	"path/filepath"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/inject/hook"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

func newSession(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "session [KEY]...",
		Short: "Show which files a session of the host loads, and why",
		Long: `Show the type of a session, the rule that decided, and the files that it loads
with the host's plugin or hook, each with its tokens, beside what the host loads by
itself. KEY is the host's name for the session, such as agent:main:main; openclaw
sessions lists them. Without a KEY, show every type of session in this workspace, with
the plugin and before wisdom: with the files as they were found or, without a backup
of these, with what the host would load now. Tokens are the larger of two counts, as
for budgets. The totals are those of the files, not of the whole prompt.`,
		Example: `  wisdom host session
  wisdom host session agent:main:main
  wisdom host session agent:main:telegram:group:-1001:topic:15 --json`,
		Annotations: inWorkspace(),
		RunE:        func(_ *cobra.Command, keys []string) error { return runSession(a, keys) },
	}
}

func runSession(a *deps, keys []string) error {
	table := a.settings.SessionTable()
	if len(keys) == 0 {
		all, isFound, err := sessionsSinceFound(a, table)
		if err != nil {
			return err
		}
		return a.respond(object{"sessions": all}, func() { printTypes(a, all, isFound) })
	}
	sessions, owners := []session.Cost{}, owners(a, table)
	for _, key := range keys {
		sessions = append(sessions, table.Cost(a.fsys, a.fsys, key, table.Classify(key, owners), a.countOf))
	}
	return a.respond(object{"sessions": sessions}, func() {
		for i, s := range sessions {
			printSession(a, textIf(i > 0, "\n"), s)
		}
	})
}

// sessionsSinceFound is what each type of session loads, but before is what the host loaded when wisdom found the
// workspace: without what was promoted since. isFound reports whether that is known; where it is not, before is what
// the host would load now.
func sessionsSinceFound(a *deps, table *session.Table) (sessions []session.Cost, isFound bool, err error) {
	all, err := backups.Generations(a.fsys)
	found := backups.AsFound(a.fsys, all)
	return table.Costs(a.fsys, found, a.countOf), found != nil, err
}

func printSession(a *deps, gap string, s session.Cost) {
	a.say("%s%s", gap, s.Key)
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
	a.say("  %9d tokens; the host by itself loads %d: %s", s.Tokens, s.Before.Tokens(), pathList(s.Before.Files))
}

func pathList(paths []workspace.Path) string {
	if len(paths) == 0 {
		return "nothing"
	}
	return workspace.JoinPaths(paths, " ")
}

// printTypes is the table of all types. Before is what the host loaded when wisdom found the workspace, else what it
// loads by itself; after is what it loads with the plugin or the hook.
func printTypes(a *deps, sessions []session.Cost, isFound bool) {
	a.say("%-12s | %-15s | %-15s |", "", either(isFound, "before wisdom", "without plugin"), "with plugin")
	a.say("%-12s | %7s %7s | %7s %7s | %6s  %s", "session", "host", "o200k", "host", "o200k", "limit", "files after")
	anyOver := false
	for _, s := range sessions {
		note := textIf(s.Kept != "", " (the host's own: "+s.Kept+")")
		for _, f := range s.Files {
			note += textIf(f.Missing, " (missing: "+string(f.Path)+")")
		}
		anyOver = anyOver || s.IsOver()
		a.say("%-12s | %7d %7d | %7d %7d | %6s  %s%s%s", s.Type, s.Before.Host, s.Before.O200k, s.After.Host, s.After.O200k,
			orDash(s.Limit), textIf(s.IsOver(), "OVER "), pathList(s.After.Files), note)
	}
	if anyOver {
		a.say("OVER: the files exceed the limit of the type. Shorten one (%s shows their sizes),", a.command("report"))
		a.say("or name fewer for the type in wisdom.toml, such as [sessions.files] group_chat = [...]")
	}
	a.say("caps of the host: %d characters of a file, %d of USER.md, %d of all files", host.FileChars, host.Cap("USER.md"),
		host.TotalChars)
}

// owners are the owner's IDs, by wisdom.toml and by the host's settings. Where these
// cannot be read, a direct message counts as a stranger's.
func owners(a *deps, table *session.Table) []string {
	if len(table.Owners) > 0 {
		return table.OwnersOf(nil)
	}
	path := readHostSettings(a)
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

// readHostSettings is where the host keeps its settings, by its own variables.
func readHostSettings(a *deps) string {
	if path := a.getenv("OPENCLAW_CONFIG_PATH"); path != "" {
		return path
	}
	folder := ".openclaw"
	if profile := a.getenv("OPENCLAW_PROFILE"); profile != "" && profile != "default" {
		folder += "-" + profile
	}
	home := filepath.Join(cmp.Or(a.getenv("OPENCLAW_HOME"), a.getenv("HOME")), folder)
	return filepath.Join(cmp.Or(a.getenv("OPENCLAW_STATE_DIR"), home), "openclaw.json")
}
