package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
	"wisdom/markdown/section"
	"wisdom/review"
)

func newReviewTrigger(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "trigger ENTRY WHEN",
		Short: "Say before which calls of tools an entry is to be remembered",
		Long: `Give an entry a trigger, or take it away with an empty one. ENTRY is an item of the
pending draft, or a part of an entry's name in the section. WHEN names up to four
calls, with semicolons between them, each as TOOL: WORDS.

  exec: git push --force|-f   a command with these words, however it is called; |
                              is between alternatives, and * stands for anything
  write: config/*.yml         a change of such a file, by any tool; read: likewise
  message: family             any other tool, with these words in what it is given

The trigger is approved in the pending draft, or in a new one, and counts once that is
promoted. It is kept below .wisdom, and in no file of the agent. The host's plugin
stops such a call once if it was installed with --reminders.`,
		Example: `  wisdom review trigger backup "exec: git push --force|-f"
  wisdom review trigger e2 "write: tills/live/*.json"`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE:        func(cmd *cobra.Command, args []string) error { return setTrigger(cmd.Context(), a, args[0], args[1]) },
	}
}

func setTrigger(ctx context.Context, a *deps, name, when string) error {
	opts, err := a.reviewerOptions()
	if err != nil {
		return err
	}
	return a.locked(ctx, opts, func(log *review.Log) error {
		entry, err := entryNamed(a, log, name)
		if err != nil {
			return err
		}
		d, item, err := review.SetTriggerOf(ctx, a.fsys, log, entry, when, opts)
		if err != nil {
			return inOneLine(err)
		}
		if reminds, err := hook.Reminds(a.fsys); err == nil && !reminds {
			a.warn("reminders are off: %s turns them on", a.command("host install --reminders"))
		}
		decided := log.Decisions(d.ID)[item]
		return a.reply(answerOn(log, d, nil), "%s %s in draft %s%s", item, decided, d.ID,
			textIf(decided == review.Taken, "\npromote it with  "+promoteCommand(a, log, d)))
	})
}

// entryNamed finds an entry by the item that proposes it or its trigger, or by a part of its name in the section.
func entryNamed(a *deps, log *review.Log, name string) (section.Entry, error) {
	entries := section.EntriesIn(soulOf(a))
	if d, err := log.Load(a.fsys, log.Waiting()); err == nil {
		switch item, _ := d.Item(name); item.Kind {
		case review.AddEntry:
			return item.Entry(), nil
		case review.SetTrigger:
			entry, _ := section.ParseEntry(item.Name)
			return entry, nil
		}
		for _, item := range d.Items {
			if item.Kind == review.AddEntry {
				entries = append(entries, item.Entry())
			}
		}
	}
	var named []string
	entries = slices.DeleteFunc(entries, func(e section.Entry) bool {
		named = append(named, e.Name)
		return !strings.Contains(strings.ToLower(e.Name), strings.ToLower(name))
	})
	if len(entries) != 1 {
		return section.Entry{}, hinted("one of: "+strings.Join(named, " "), "%s named %q",
			either(len(entries) == 0, "there is no entry", "there are several entries"), name)
	}
	return section.Entry{Name: entries[0].Name, Text: entries[0].Text}, nil
}

// soulOf is the section's file, empty where it cannot be read.
func soulOf(a *deps) []byte {
	soul, _ := a.fsys.ReadFile(a.sectionFile(), workspace.MaxTarget)
	return soul
}
