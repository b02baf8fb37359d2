package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/hook"
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
		Short: "Remove .wisdom and the line in the queue after asking",
		Long: `Remove everything that belongs to wisdom: the folder .wisdom with drafts, log and
backups, its line in the queue, and the previews that you did not edit. It asks
first; if it cannot ask, it removes nothing without --yes. Every file of the agent
stays, including SOUL.md with its section, TOOLS_COMPACT.md and the plain copies in
the initiative folder; uninstall lists what remains. While the host's settings name
the plugin it stops: wisdom hook remove takes that out first. To undo promotions too, roll
back first: wisdom rollback 0.`,
		Example:     "  wisdom uninstall\n  wisdom uninstall --yes",
		Annotations: withoutSettings(inWorkspace(exitLocked, exitUnfinished)),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runUninstall(cmd.Context(), a, yes) },
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove without asking")
	return cmd
}

type uninstallAnswer struct {
	Removed bool      `json:"removed"` // .wisdom, or it was not there
	Remains []remnant `json:"remains"`
}

// remnant is something that a promotion put into the workspace, or that is there for people, and that uninstall leaves.
type remnant struct {
	Path workspace.Path `json:"path"`
	What string         `json:"what"`
}

func runUninstall(ctx context.Context, a *deps, agreed bool) error {
	if a.paths.Queue == "" {
		a.paths.Queue = a.settings.Places().Queue
		a.warn("[paths] queue cannot be read: if it is not %s, "+
			"remove the line with \"REVIEW NEEDED: wisdom draft\" there by hand", a.paths.Queue)
	}
	opts := a.reviewOptions("")
	there, err := workspace.Exists(a.fsys, backups.Home)
	if err != nil {
		return err
	}
	queued, err := review.InQueue(a.fsys, a.paths.Queue)
	if err := a.tolerate(err); err != nil {
		return err
	}
	if !there && !queued {
		return uninstalled(a, "nothing to remove: there is no %s", backups.Home)
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
		return a.reply(uninstallAnswer{false, remains(a)},
			"removed nothing; to remove %s and its line in %s:  %s\nto take promotions back first:  %s",
			backups.Home, a.paths.Queue, a.command("uninstall --yes"), a.command("rollback 0"))
	case !there:
		if err := a.tolerate(review.SetQueue(a.fsys, a.paths.Queue, "")); err != nil {
			return err
		}
		return uninstalled(a, "removed the line in %s", a.paths.Queue)
	}
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
	host, err := askHost(ctx, a, "")
	if err != nil {
		return ctx.Err()
	}
	form := hook.Plugin
	switch isHook, err := hook.IsInstalled(a.fsys, hook.Hook); {
	case hook.IsListed(host.plugins, host.pluginDir):
	case err == nil && isHook && host.isEnabled(hook.Hook):
		form = hook.Hook
	default:
		return nil
	}
	return hinted(a.command("hook remove"+asFlag(form))+", then "+a.command("uninstall"),
		"%s names the %s, whose files would be removed", host.settings, form)
}

// uninstall removes everything that is the program's own.
func uninstall(a *deps, log *review.Log, opts review.Options) error {
	if err := a.tolerate(review.SetQueue(a.fsys, a.paths.Queue, "")); err != nil {
		return err
	}
	if there, err := workspace.Exists(a.fsys, hook.Home); err == nil && there {
		a.warn("the settings of the host may still name the plugin or the hook: %s",
			a.command("hook remove")+", or --as hook, takes them out")
	}
	edited, err := review.ClearViews(a.fsys, log, opts)
	if err != nil {
		return fmt.Errorf("remove the readable drafts: %w", err)
	}
	for _, p := range edited {
		a.warn("kept %s, which was edited", p)
	}
	if err := workspace.RemoveAll(a.fsys, backups.Home); err != nil {
		return fmt.Errorf("remove %s: %w", backups.Home, err)
	}
	return uninstalled(a, "removed %s and the line in %s; no file of the agent was changed", backups.Home, a.paths.Queue)
}

// uninstalled ends the command, with a list of what remains.
func uninstalled(a *deps, format string, args ...any) error {
	remains := remains(a)
	return a.respond(uninstallAnswer{true, remains}, func() {
		a.say(format, args...)
		for _, r := range remains {
			a.say("remains  %s: %s", r.Path, r.What)
		}
	})
}

// remains lists what uninstall leaves. A file that cannot be read is not looked into: it stays in any case.
func remains(a *deps) []remnant {
	all := []remnant{}
	read := func(p workspace.Path) string {
		b, _ := a.fsys.ReadFile(p, workspace.MaxTarget)
		return string(b)
	}
	if soul := []byte(read(lint.SoulFile)); section.TextIn(soul) != "" {
		what := fmt.Sprintf("the section \"## %s\", with %s", section.Name, plural(len(section.EntriesIn(soul)), "entry"))
		all = append(all, remnant{lint.SoulFile, what})
	}
	for _, line := range []struct {
		file workspace.Path
		text string
	}{{lint.SoulFile, pointers.Memory}, {lint.SoulFile, pointers.Tools}, {lint.AgentsFile, pointers.Checklist}} {
		if strings.Contains(read(line.file), line.text) {
			all = append(all, remnant{line.file, fmt.Sprintf("the line %q", line.text)})
		}
	}
	for _, file := range []remnant{
		{lookup.File, "the table of tools"},
		{a.paths.Initiative.Join("backups"), "plain copies of the files from before, to restore them by hand"},
		{a.paths.Initiative.Join(review.BaselineFile), "what a session loaded before"},
		{hook.Folder, "the host's hook: wisdom hook remove --as hook"},
		{settings.File, "the settings"},
	} {
		if there, err := workspace.Exists(a.fsys, file.Path); err == nil && there {
			all = append(all, file)
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
