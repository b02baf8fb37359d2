package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/review"
)

func newReviewList(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the drafts and where they stand",
		Example:     "  wisdom review list",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(),
		RunE: func(*cobra.Command, []string) error {
			log, err := review.ReadLog(a.fsys)
			if err != nil {
				return err
			}
			type row struct {
				ID      string       `json:"id"`
				State   review.State `json:"state"`
				Created string       `json:"created"`
				Items   int          `json:"items"`
			}
			rows := []row{}
			for _, id := range log.Drafts() {
				d, err := log.Load(a.fsys, id)
				if err != nil {
					a.warn("%s", printable(err.Error()))
					rows = append(rows, row{ID: id, State: "damaged"})
					continue
				}
				rows = append(rows, row{id, log.State(id), d.Created, len(d.Items)})
			}
			if a.flags.json {
				return a.printJSON(map[string]any{"schema_version": 1, "drafts": rows})
			}
			for _, r := range rows {
				a.say("%s  %-11s  %s  %s", r.ID, r.State, review.Day(r.Created), plural(r.Items, "item"))
			}
			if len(rows) == 0 {
				a.say("no draft yet")
			}
			return nil
		},
	}
}

func newReviewShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "show [ID]", Short: "Print a draft: its items and the lessons they stand on",
		Example:     "  wisdom review show\n  wisdom review show 20261121-3fa9c1 --json",
		Args:        cobra.MaximumNArgs(1),
		Annotations: inWorkspace(exitNothing),
		RunE: func(_ *cobra.Command, args []string) error {
			log, d, err := a.readDraft(first(args))
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.showJSON(log, d)
			}
			a.show(log, d)
			return nil
		},
	}
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func newReviewDiff(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "diff [ID]", Short: "Print the change that a draft would make, as a patch",
		Long:        "Print the change that a draft would make, as a patch that git apply takes.\nItems that were refused are left out.",
		Example:     "  wisdom review diff\n  wisdom review diff | git apply --check",
		Args:        cobra.MaximumNArgs(1),
		Annotations: inWorkspace(exitFindings, exitNothing),
		RunE: func(_ *cobra.Command, args []string) error {
			log, d, err := a.readDraft(first(args))
			if err != nil {
				return err
			}
			patch, err := a.patchOf(log, d)
			if err != nil {
				return err
			}
			if a.flags.json {
				if err := a.printJSON(map[string]any{"schema_version": 1, "draft": d.ID, "patch": patch}); err != nil {
					return err
				}
			} else {
				a.printPatch(patch)
			}
			if patch == "" {
				return nil
			}
			return statusError(exitFindings)
		},
	}
}

func newReviewLog(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "log", Short: "Print who did and decided what, and when",
		Example:     "  wisdom review log\n  wisdom review log --json",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(),
		RunE: func(*cobra.Command, []string) error {
			log, err := review.ReadLog(a.fsys)
			if err != nil {
				return err
			}
			if a.flags.json {
				events := log.Events
				if events == nil {
					events = []review.Event{}
				}
				return a.printJSON(map[string]any{"schema_version": 1, "events": events})
			}
			for _, e := range log.Events {
				a.say("%s", eventLine(e))
			}
			return nil
		},
	}
}

func eventLine(e review.Event) string {
	text := fmt.Sprintf("%s  %-11s", e.At, e.Action)
	if e.Generation != nil {
		text += fmt.Sprintf("  generation %d", *e.Generation)
	}
	if e.Draft != "" {
		text += "  draft " + e.Draft
	}
	if e.By != "" {
		text += "  by " + e.By
	}
	if len(e.Items) > 0 && e.Action != review.Staged {
		text += "  " + strings.Join(e.Items, ",")
	}
	if e.Reason != "" {
		text += "  " + e.Reason
	}
	return text
}
