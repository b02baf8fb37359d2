package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/section"
	"wisdom/review"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

type statusAnswer struct {
	SchemaVersion int            `json:"schema_version"`
	Workspace     string         `json:"workspace"`
	Soul          workspace.Hash `json:"soul"`
	// Generation is the newest that left SOUL.md as it is now; -1 if none did.
	Generation int `json:"generation"`
	Newest     int `json:"newest_generation"` // -1 where there is none
	// Section is what the header line says, empty where there is none.
	Compressed string `json:"last_compressed"`
	Entries    int    `json:"entries"`
	Tokens     int    `json:"section_tokens"`
	Waiting    string `json:"waiting"`
	WaitsSince string `json:"waits_since"`
	Undecided  int    `json:"undecided"`
	Stale      bool   `json:"stale"`
	LastRun    string `json:"last_run"`
	// NewLessons is how many lessons no completed run has seen.
	NewLessons int `json:"new_lessons"`
	// EmptyRuns is how many runs in a row found nothing to propose.
	EmptyRuns  int    `json:"empty_runs"`
	Promoted   string `json:"last_promotion"`
	Unfinished bool   `json:"unfinished"`

	// For people:
	soulState string
	state     review.State // of the draft that waits
	why       error        // it does not fit
	failure   string       // why it could not be put in place
}

func newStatus(a *app) *cobra.Command {
	var exitCode bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show what waits, and which generation SOUL.md is",
		Long: `Show on a few lines what waits for review and since when, the last run and the
last promotion, and which generation SOUL.md equals, also if somebody restored it
by hand.`,
		Example:     "  wisdom status\n  wisdom status --exit-code --quiet",
		Args:        cobra.NoArgs,
		Annotations: inWorkspace(exitFindings),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runStatus(cmd.Context(), a, exitCode)
		},
	}
	cmd.Flags().BoolVar(&exitCode, "exit-code", false, "exit with 1 if a draft waits or a promotion is unfinished")
	return cmd
}

func runStatus(ctx context.Context, a *app, exitCode bool) error {
	now, err := a.today()
	if err != nil {
		return err
	}
	s, err := a.gatherStatus(ctx)
	if err != nil {
		return err
	}
	if a.flags.json {
		if err := a.printJSON(s); err != nil {
			return err
		}
	} else {
		a.printStatus(s, now)
	}
	if exitCode && (s.Waiting != "" || s.Unfinished) {
		return statusError(exitFindings)
	}
	return nil
}

func (a *app) gatherStatus(ctx context.Context) (*statusAnswer, error) {
	s := &statusAnswer{SchemaVersion: 1, Workspace: a.dir, Generation: -1, Newest: -1}
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return nil, err
	}
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return nil, err
	}
	known, err := ledger.Load(a.fsys)
	if err != nil {
		return nil, err
	}
	s.LastRun, s.EmptyRuns = known.LastRun, log.EmptyRuns()
	collected, err := a.collect(ctx, log)
	if collected == nil {
		return nil, err
	}
	s.NewLessons = countNew(collected.Lessons)
	if s.Unfinished, err = backups.Pending(a.fsys); err != nil {
		return nil, err
	}
	if len(all) > 0 {
		s.Newest = all[len(all)-1].Number
	}
	for _, g := range all {
		if g.Why == backups.Promotion {
			s.Promoted = g.At
		}
	}
	a.soulStatus(s, all)
	if s.Waiting = log.Waiting(); s.Waiting != "" {
		d, err := log.Load(a.fsys, s.Waiting)
		if err != nil {
			s.Stale, s.why = true, err
			return s, nil
		}
		s.WaitsSince = d.Created
		s.Undecided, s.state, s.failure = log.Undecided(d.ID), log.State(d.ID), log.Failure(d.ID)
		if err := review.CheckCurrent(a.fsys, log, d); err != nil {
			s.Stale, s.why = true, err
		}
	}
	return s, nil
}

func (a *app) soulStatus(s *statusAnswer, all []backups.Generation) {
	soul, err := lint.ReadSoul(a.fsys)
	if err != nil {
		s.Soul, s.soulState = workspace.Absent, err.Error()
		return
	}
	s.Soul = workspace.HashOf(soul)
	if n, ok := backups.Equals(all, lint.SoulFile, s.Soul); ok {
		s.Generation = n
	}
	found, err := section.Find(markdown.Parse(soul))
	switch {
	case err != nil:
		s.soulState = err.Error()
	case found != nil:
		s.Tokens = a.countOf(string(soul[found.Start:found.End]))
		for _, line := range found.Lines {
			switch line.Kind {
			case section.HeaderLine:
				s.Compressed = line.Header.Date
			case section.EntryLine:
				s.Entries++
			}
		}
	}
}

func (a *app) printStatus(s *statusAnswer, now time.Time) {
	a.say("workspace  %s", s.Workspace)
	switch {
	case s.soulState != "":
		a.say("SOUL.md    %s", s.soulState)
	case s.Generation >= 0 && s.Generation == s.Newest:
		a.say("SOUL.md    is generation %d, the newest", s.Generation)
	case s.Generation >= 0:
		a.say("SOUL.md    equals generation %d of %d", s.Generation, s.Newest)
	case s.Newest >= 0:
		a.say("SOUL.md    was edited since generation %d", s.Newest)
	default:
		a.say("SOUL.md    as it was found; nothing was promoted yet")
	}
	switch {
	case s.Entries == 0 && s.Compressed == "":
		a.say("section    none")
	default:
		compressed := "no header line"
		if s.Compressed != "" {
			compressed = "last compressed " + s.Compressed
		}
		a.say("section    %s, %d of %d tokens, %s", plural(s.Entries, "entry"), s.Tokens, a.settings.Budgets.Section, compressed)
	}
	switch {
	case s.Waiting == "":
		a.say("waiting    nothing")
	case s.Stale:
		a.say("waiting    draft %s, but it does not fit any more: %s", s.Waiting, s.why)
		a.say("           %s", a.hintFor(s.why))
	case s.state == review.StateNeedsReview:
		a.say("waiting    draft %s could not be put in place (%s): %s", s.Waiting, s.failure, a.command("review"))
	case s.state == review.StateApproved:
		a.say("waiting    draft %s is approved and not in place: %s", s.Waiting, a.command("promote "+s.Waiting))
	default:
		a.say("waiting    draft %s, since %s (%s), %s undecided: %s", s.Waiting, review.Day(s.WaitsSince), age(s.WaitsSince, now), plural(s.Undecided, "item"), a.command("review"))
	}
	if s.EmptyRuns > 0 {
		a.say("empty      %s in a row found nothing to propose", plural(s.EmptyRuns, "run"))
	}
	a.say("last run   %s, %s since (%d make it worth a run)", orNever(s.LastRun), plural(s.NewLessons, "new lesson"), a.settings.Schedule.MinNewLessons)
	a.say("promoted   %s", orNever(review.Day(s.Promoted)))
	if s.Unfinished {
		a.say("unfinished a promotion was interrupted; the next command that writes finishes it")
	}
}

func orNever(date string) string {
	if date == "" {
		return "never"
	}
	return date
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
