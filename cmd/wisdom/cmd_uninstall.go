package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/hook"
	"wisdom/inject/recall"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
	"wisdom/review"
)

func newUninstall(a *deps) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove .wisdom after asking, and list what remains",
		Long: `Remove the folder .wisdom with its drafts, log and backups, the line in the queue, and
the previews that you did not edit. It asks first; where it cannot ask, it removes
nothing without --yes and exits with 10. Your files stay, SOUL.md with its section
included, and all that remains is listed. To undo the promotions too, first type:
wisdom rollback 0. While the host's settings name the plugin, uninstall stops:
wisdom host remove takes it out.`,
		Example:     "  wisdom uninstall\n  wisdom uninstall --yes",
		Annotations: withoutSettings(inWorkspace(exitNothing, exitLocked, exitUnfinished)),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runUninstall(cmd.Context(), a, yes) },
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove without asking")
	return cmd
}

// remnant is something that wisdom or a promotion made, and that uninstall leaves.
type remnant struct {
	Path string `json:"path"`
	What string `json:"what"`
}

func runUninstall(ctx context.Context, a *deps, agreed bool) error {
	if a.paths.Queue == "" {
		a.paths.Queue = a.settings.Places().Queue
		a.warn("[paths] queue cannot be read: if it is not %s, "+
			"remove the line with \"REVIEW NEEDED: wisdom draft\" there by hand", a.paths.Queue)
	}
	there, err := workspace.Exists(a.fsys, backups.Home)
	if err != nil {
		return err
	}
	queued, err := review.InQueue(a.fsys, a.paths.Queue)
	a.warnOf(err)
	if !there && !queued {
		return endUninstall(a, false, "nothing to remove: there is no %s", backups.Home)
	}
	if err := refuseWhileEnabled(ctx, a); err != nil {
		return err
	}
	if !agreed {
		question := fmt.Sprintf("remove %s, with its drafts, log and backups, and its line in %s?", backups.Home,
			a.paths.Queue)
		if agreed, err = confirm(ctx, a, question); err != nil {
			return err
		}
	}
	switch {
	case !agreed:
		return endUninstall(a, false, "removed nothing; to remove %s and its line in %s:  %s\nto undo promotions first:  %s",
			backups.Home, a.paths.Queue, a.command("uninstall --yes"), a.command("rollback 0"))
	case !there:
		a.warnOf(review.SetQueue(a.fsys, a.paths.Queue, ""))
		return endUninstall(a, true, "removed the line in %s", a.paths.Queue)
	}
	opts := a.reviewOptions("")
	opts.Queue = "" // the line goes whatever is pending
	work := func(log *review.Log) error { return uninstall(a, log, opts) }
	err = a.locked(ctx, opts, work)
	if pending, perr := backups.Pending(a.fsys); is[*review.LogError](err) && perr == nil && !pending {
		a.warn("%v", err)
		return work(&review.Log{})
	}
	return err
}

// refuseWhileEnabled is an error where the host's settings still name files that would be deleted: the host refuses all
// its settings then. Where the host cannot be asked, uninstall warns.
func refuseWhileEnabled(ctx context.Context, a *deps) error {
	if there, err := workspace.Exists(a.fsys, hook.Home); err != nil || !there {
		return err
	}
	if events, err := hook.ClaudeEvents(a.fsys); err != nil || len(events) > 0 {
		return cmp.Or(err, hinted(a.command("host remove --as claude-code")+", then "+a.command("uninstall"),
			"Claude Code's settings hold hooks that would bring .wisdom back"))
	}
	host, err := askHost(ctx, a, "")
	if err != nil {
		return ctx.Err()
	}
	form := hook.Plugin
	switch isHook, err := hook.IsInstalled(a.fsys, hook.Hook); {
	case host.IsListed():
	case err == nil && isHook && host.IsEnabled(hook.Hook):
		form = hook.Hook
	default:
		return nil
	}
	return hinted(a.command("host remove"+asFlag(form))+", then "+a.command("uninstall"),
		"%s names the %s, whose files would be removed", host.settings, form)
}

// uninstall removes everything that is the program's own.
func uninstall(a *deps, log *review.Log, opts review.Options) error {
	a.warnOf(review.SetQueue(a.fsys, a.paths.Queue, ""))
	if there, err := workspace.Exists(a.fsys, hook.Home); err == nil && there {
		a.warn("the settings of the host may still name the plugin or the hook: %s",
			a.command("host remove")+", or --as hook, takes them out")
	}
	if err := review.ClearViews(a.fsys, log, opts); err != nil {
		return fmt.Errorf("remove the readable drafts: %w", err)
	}
	if err := workspace.RemoveAll(a.fsys, backups.Home); err != nil {
		return fmt.Errorf("remove %s: %w", backups.Home, err)
	}
	return endUninstall(a, true, "removed %s and the line in %s; no file of the agent was changed", backups.Home,
		a.paths.Queue)
}

// endUninstall says what was done and what remains. Where nothing was removed, the exit code says so too.
func endUninstall(a *deps, removed bool, format string, args ...any) error {
	remains := remains(a)
	err := a.respond(object{"removed": removed, "remains": remains}, func() {
		a.say(format, args...)
		for _, r := range remains {
			a.say("remains  %s: %s", r.Path, r.What)
		}
	})
	if err == nil && !removed {
		err = statusError(exitNothing)
	}
	return err
}

// remains lists what wisdom made and uninstall leaves. A file that cannot be read is not looked into: it stays in any
// case. The crontab of the user is not looked into either.
func remains(a *deps) []remnant {
	all := []remnant{}
	add := func(there bool, path, what string) {
		if there {
			all = append(all, remnant{path, what})
		}
	}
	file := a.sectionFile()
	soul, _ := a.fsys.ReadFile(file, workspace.MaxTarget)
	add(section.TextIn(soul) != "", string(file),
		fmt.Sprintf("the section \"## %s\", with %s", section.Name, entriesIn(soul)))
	agents, _ := a.fsys.ReadFile(lint.AgentsFile, workspace.MaxTarget)
	for _, line := range []string{pointers.Memory, pointers.MemoryInMain, pointers.Tools} {
		add(strings.Contains(string(soul), line), string(file), fmt.Sprintf("the line %q", line))
	}
	add(strings.Contains(string(agents), pointers.Checklist), string(lint.AgentsFile),
		fmt.Sprintf("the line %q", pointers.Checklist))
	queued, _ := review.InQueue(a.fsys, a.paths.Queue)
	add(queued, string(a.paths.Queue), "the line about the pending draft")
	const preview = "a preview of a draft"
	own := a.paths.Initiative.Join
	for p, what := range map[workspace.Path]string{
		backups.Home:                "drafts, log and backups",
		lookup.File:                 "the table of tools",
		own("backups"):              "plain copies of the files from before, to restore them by hand",
		own(review.BaselineFile):    "what a session loaded before",
		own(review.WisdomDraft):     preview,
		own(review.CompressedDraft): preview,
		own(review.ToolsDraft):      preview,
		hook.Folder:                 "the host's hook: wisdom host remove --as hook",
		recall.ContextFile:          "snippets for a host that loads files",
		"skills/" + skillFile:       "the skill for the host's agent",
		settings.File:               "the settings",
		lesson.Proposed:             "lessons that agents propose",
	} {
		there, err := workspace.Exists(a.fsys, p)
		add(err == nil && there && !strings.HasPrefix(string(p), string(backups.Home)+"/"), string(p), what)
	}
	reports, _ := a.fsys.ReadDir(a.paths.Initiative)
	for _, e := range reports {
		add(strings.HasPrefix(e.Name, "acceptance-"), string(own(e.Name)), "a report of the acceptance criteria")
	}
	for file, stop := range timers(a) {
		add(true, file, "a scheduled run: "+stop)
	}
	slices.SortStableFunc(all, func(x, y remnant) int { return cmp.Compare(x.Path, y.Path) })
	return all
}

// timers are the units of schedulers that are installed for the user, each with what removes it.
func timers(a *deps) map[string]string {
	all := map[string]string{}
	for file, stop := range map[string]string{
		".config/systemd/user/wisdom.timer":   "systemctl --user disable --now wisdom.timer, then delete it",
		".config/systemd/user/wisdom.service": "delete it",
		"Library/LaunchAgents/wisdom.plist":   "launchctl unload it, then delete it",
	} {
		file = filepath.Join(a.getenv("HOME"), filepath.FromSlash(file))
		if _, err := os.Lstat(file); err == nil {
			all[file] = stop
		}
	}
	return all
}

// confirm asks a question; where no person can be asked the answer is no. Ctrl-C does not wait for an answer.
func confirm(ctx context.Context, a *deps, question string) (bool, error) {
	if !a.asks || a.flags.noInput {
		return false, nil
	}
	fmt.Fprintf(a.err, "wisdom: %s [y/N] ", question)
	answer, _ := awaited(ctx, func() (string, error) { return bufio.NewReader(a.in).ReadString('\n') }) // none is a no
	if ctx.Err() != nil {
		fmt.Fprintln(a.err)
		return false, ctx.Err()
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}
