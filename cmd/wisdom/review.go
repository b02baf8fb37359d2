package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/internal/workspace"
	"wisdom/review"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

func newReview(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "review",
		Short: "See and decide the draft that waits",
		Long: `Without a subcommand: print the draft that waits, the lessons each item stands
on, the change it would make, and the exact commands to decide it.`,
		Example:     "  wisdom review\n  wisdom review diff | git apply --check\n  wisdom review approve 20261121-3fa9c1\n  wisdom review reject 20261121-3fa9c1 --items e2 --reason \"too vague\"",
		Args:        knownCommand,
		Annotations: inWorkspace(exitNothing),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runReview(a) },

		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(newReviewList(a), newReviewShow(a), newReviewDiff(a), newApprove(a), newReject(a), newUnrefuse(a), newReviewLog(a))
	return cmd
}

// draftAt loads the draft that id names, or the one that waits.
func (a *app) draftAt(log *review.Log, id string) (*review.Draft, error) {
	if id == "" {
		if id = log.Waiting(); id == "" {
			return nil, &review.NoDraftError{}
		}
	}
	id, err := log.Resolve(id)
	if err != nil {
		return nil, err
	}
	return log.Load(a.fsys, id)
}

func runReview(a *app) error {
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return err
	}
	d, err := a.draftAt(log, "")
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.showJSON(log, d)
	}
	a.show(log, d)
	patch, err := a.patchOf(log, d)
	if err != nil {
		return err
	}
	a.say("")
	a.printPatch(printable(patch))
	a.say("")
	a.say("approve     %s", a.command("review approve "+d.ID))
	a.say("or a part   %s", a.command("review approve "+d.ID+" --items "+d.Items[0].ID))
	a.say("reject      %s", a.command("review reject "+d.ID+" --reason \"...\""))
	a.say("undo later  %s", a.command("rollback"))
	return nil
}

// show prints a draft for people.
func (a *app) show(log *review.Log, d *review.Draft) {
	decisions := log.Decisions(d.ID)
	a.say("draft %s, %s, %s, made with %s from %s", d.ID, log.State(d.ID), day(d.Created), d.Engine, plural(d.Header.Lessons, "lesson"))
	lessons := map[string]ledger.Lesson{}
	for _, l := range d.Lessons {
		lessons[l.ID] = l
	}
	for _, item := range d.Items {
		what := "put into SOUL.md"
		if item.Kind == review.DropEntry {
			what = "take out of SOUL.md"
		}
		state := ""
		if decision := decisions[item.ID]; decision != "" {
			state = ", " + string(decision)
		}
		a.say("")
		a.say("%s  %s (%s, %d tokens)%s", item.ID, what, item.Why, item.Tokens, state)
		a.say("    %s", item.Entry())
		for _, id := range item.Lessons {
			if l, ok := lessons[id]; ok {
				a.say("      %s  %s", l.Place, l.Headline)
			} else {
				a.say("      (gone)  %s", id)
			}
		}
	}
	a.say("")
	a.say("budget  section %d of %d tokens, SOUL.md %d (target %d)", d.Budget.SectionTokens, d.Budget.SectionLimit, d.Budget.SoulTokens, d.Budget.SoulLimit)
	a.showDropped(d.Dropped)
	for _, f := range slices.Concat(d.Findings, d.Lint) {
		a.say("note    %s", f)
	}
}

// showDropped sums up what is not in the draft.
func (a *app) showDropped(dropped []review.Dropped) {
	counts := map[string]int{}
	var keys []string
	for _, d := range dropped {
		key := d.Kind + " " + d.Reason
		if counts[key]++; counts[key] == 1 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		kind, reason, _ := strings.Cut(key, " ")
		a.say("left out  %s: %s", plural(counts[key], kind), reason)
	}
}

func (a *app) showJSON(log *review.Log, d *review.Draft) error {
	decisions := map[string]review.Decision{}
	for _, item := range d.Items {
		decisions[item.ID] = review.Undecided
		if decision := log.Decisions(d.ID)[item.ID]; decision != "" {
			decisions[item.ID] = decision
		}
	}
	return a.printJSON(struct {
		review.Manifest
		State     review.State               `json:"state"`
		Hash      workspace.Hash             `json:"hash"`
		Decisions map[string]review.Decision `json:"decisions"`
	}{d.Manifest, log.State(d.ID), d.Hash, decisions})
}

// day is the date of a moment.
func day(at string) string {
	date, _, _ := strings.Cut(at, "T")
	return date
}

// patchOf is the change that a draft would make if everything undecided were
// approved.
func (a *app) patchOf(log *review.Log, d *review.Draft) (string, error) {
	decisions := d.All()
	for id, decision := range log.Decisions(d.ID) {
		decisions[id] = decision
	}
	after, _, err := d.Result(decisions)
	if err != nil {
		return "", err
	}
	before := d.Base
	if now, err := lint.ReadSoul(a.fsys); err == nil && review.CheckCurrent(a.fsys, log, d) == nil {
		before = now
	}
	return review.Patch(lint.SoulFile, before, after), nil
}

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
				a.say("%s  %-11s  %s  %s", r.ID, r.State, day(r.Created), plural(r.Items, "item"))
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
			log, err := review.ReadLog(a.fsys)
			if err != nil {
				return err
			}
			d, err := a.draftAt(log, first(args))
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
			log, err := review.ReadLog(a.fsys)
			if err != nil {
				return err
			}
			d, err := a.draftAt(log, first(args))
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

type decideOptions struct {
	items     []string
	all       bool
	reason    string
	reviewer  string
	noPromote bool
}

func (o *decideOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&o.items, "items", nil, "only these items, such as `e1,e3`")
	cmd.Flags().BoolVar(&o.all, "all", false, "all items that are undecided, which is what no --items means too")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why; it is logged")
	cmd.Flags().StringVar(&o.reviewer, "reviewer", "", "who decides (else $WISDOM_REVIEWER, else the login)")
}

func (o *decideOptions) validate() error {
	if o.all && len(o.items) > 0 {
		return fmt.Errorf("--all and --items exclude each other")
	}
	return nil
}

func newApprove(a *app) *cobra.Command {
	var opts decideOptions
	cmd := &cobra.Command{
		Use:   "approve ID",
		Short: "Approve a draft, or items of it, and put them in place",
		Long: `Approve items of a draft and put them into SOUL.md: everything is backed up and
compared first, and nothing but the section changes. The id names what was seen;
it can be shortened. If SOUL.md changed since the draft was made, nothing is done.`,
		Example:     "  wisdom review approve 20261121-3fa9c1\n  wisdom review approve 20261121-3fa9c1 --items e1,e3 --reason \"true and short\"",
		Args:        needsID,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.validate(); err != nil {
				return err
			}
			return a.decide(cmd.Context(), args[0], review.Taken, opts)
		},
	}
	opts.addFlags(cmd)
	cmd.Flags().BoolVar(&opts.noPromote, "no-promote", false, "only decide; put it in place later with wisdom promote")
	return cmd
}

func newReject(a *app) *cobra.Command {
	var opts decideOptions
	cmd := &cobra.Command{
		Use:   "reject ID",
		Short: "Refuse a draft, or items of it",
		Long: `Refuse items of a draft. What is refused is not proposed again while it would
stand on the same lessons; review unrefuse takes that back.`,
		Example:     "  wisdom review reject 20261121-3fa9c1 --reason \"not yet\"\n  wisdom review reject 20261121-3fa9c1 --items e2",
		Args:        needsID,
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.validate(); err != nil {
				return err
			}
			return a.decide(cmd.Context(), args[0], review.Refused, opts)
		},
	}
	opts.addFlags(cmd)
	return cmd
}

func needsID(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return &hintedError{fmt.Errorf("%s needs the id of one draft, to name what was seen", cmd.Name()), "wisdom review list"}
}

// decide records a decision, and after an approval puts the draft in place.
func (a *app) decide(ctx context.Context, id string, decision review.Decision, flags decideOptions) error {
	by, err := a.reviewer(flags.reviewer)
	if err != nil {
		return err
	}
	opts, err := a.options(by)
	if err != nil {
		return err
	}
	if err := a.checkDraft(id); err != nil {
		return err
	}
	return a.locked(ctx, opts.Review, func(log *review.Log) error {
		d, err := a.draftAt(log, id)
		if err != nil {
			return err
		}
		err = review.Decide(a.fsys, log, d, decision, flags.items, flags.reason, opts.Review)
		if err := a.tolerate(err); err != nil {
			return err
		}
		if decision == review.Refused {
			a.say("refused in draft %s: %s", d.ID, decidedItems(log, d, review.Refused))
			return nil
		}
		if flags.noPromote {
			a.say("approved in draft %s: %s", d.ID, decidedItems(log, d, review.Taken))
			a.say("put it in place with  %s", a.command("promote "+d.ID))
			return nil
		}
		return a.promote(ctx, log, d, opts.Review)
	})
}

// checkDraft looks a draft up before the lock is taken, so that a mistyped
// command makes no folder.
func (a *app) checkDraft(id string) error {
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return err
	}
	_, err = log.Resolve(id)
	return err
}

func decidedItems(log *review.Log, d *review.Draft, decision review.Decision) string {
	decisions := log.Decisions(d.ID)
	var ids []string
	for _, item := range d.Items {
		if decisions[item.ID] == decision {
			ids = append(ids, item.ID)
		}
	}
	return strings.Join(ids, ", ")
}

func newUnrefuse(a *app) *cobra.Command {
	var items []string
	cmd := &cobra.Command{
		Use:         "unrefuse ID",
		Short:       "Allow what was refused in a draft to be proposed again",
		Example:     "  wisdom review unrefuse 20261121-3fa9c1 --items e2",
		Args:        needsID,
		Annotations: inWorkspace(exitNothing, exitLocked, exitUnfinished),
		RunE: func(cmd *cobra.Command, args []string) error {
			by, err := a.reviewer("")
			if err != nil {
				return err
			}
			opts, err := a.options(by)
			if err != nil {
				return err
			}
			if err := a.checkDraft(args[0]); err != nil {
				return err
			}
			return a.locked(cmd.Context(), opts.Review, func(log *review.Log) error {
				d, err := a.draftAt(log, args[0])
				if err != nil {
					return err
				}
				freed, err := review.Unrefuse(a.fsys, log, d, items, opts.Review)
				if err != nil {
					return err
				}
				a.say("may be proposed again: %s", strings.Join(freed, ", "))
				return nil
			})
		},
	}
	cmd.Flags().StringSliceVar(&items, "items", nil, "only these items, such as `e1,e3`")
	return cmd
}

// age is how long ago a moment was, in words.
func age(at string, now time.Time) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return at
	}
	days := int(now.Sub(t).Hours() / 24)
	switch {
	case days <= 0:
		return "today"
	case days == 1:
		return "1 day ago"
	}
	return fmt.Sprintf("%d days ago", days)
}
