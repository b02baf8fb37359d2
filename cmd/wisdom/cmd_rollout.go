package main

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/inject/rollout"
	"wisdom/pipeline"
	"wisdom/review"
)

// newRollout is the command outside of wisdom host.
func newRollout(a *deps) *cobra.Command { return withHost(rolloutCommand(a)) }

func rolloutCommand(a *deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rollout",
		Short: "Show the phases until each session loads only what it needs, and the next command",
		Long: `Show the five phases that lead from a promoted SOUL.md to sessions that load only
what they need: what each phase needs, what is met, since when, and the next command.

  0  a baseline, backups, an approved section in SOUL.md
  1  SOUL.md says to read MEMORY.md on demand
  2  the plugin or the hook gives each session the files of its type; 48 hours of
     its decisions are watched
  3  three sentences in SOUL.md say what need not be looked at again; a week
  4  SOUL.md says to read TOOLS.md when needed

wisdom host rollout back undoes the current phase. Nothing is written here.`,
		Example: `  wisdom host rollout
  wisdom host rollout check 2
  wisdom host rollout advance
  wisdom host rollout back`,
		Annotations: inWorkspace(),
		RunE:        func(cmd *cobra.Command, _ []string) error { return showRollout(cmd.Context(), a, hostProgram(cmd)) },
	}
	cmd.AddCommand(newRolloutCheck(a), newRolloutAdvance(a), newRolloutBack(a))
	return cmd
}

func newRolloutAdvance(a *deps) *cobra.Command {
	var override string
	cmd := &cobra.Command{
		Use:   "advance",
		Short: "Begin the next phase, if this one has all that it needs",
		Long: `Begin the next phase, and record when and by whom. Phases 3 and 4 begin with a draft
of their sentences for SOUL.md, which you review; in phase 3, advance stages them
again if SOUL.md lacks them and no draft is pending. Only a waiting time can be cut
short, with a reason, which is recorded.`,
		Example:     "  wisdom host rollout advance\n  wisdom host rollout advance --override 'a workspace for tests'",
		Annotations: inWorkspace(exitFindings, exitLocked, exitStale, exitUnfinished),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("override") && strings.TrimSpace(override) == "" {
				return hinted(a.command("host rollout advance --override 'a workspace for tests'"),
					"--override needs a reason, which is recorded")
			}
			return advanceRollout(cmd.Context(), a, hostProgram(cmd), override)
		},
	}
	cmd.Flags().StringVar(&override, "override", "", "do not wait any longer, for this `REASON`")
	return cmd
}

func newRolloutCheck(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "check N",
		Short: "Check what one phase needs",
		Long: `Show what phase N, from 0 to 4, needs, and end with 1 if something is not met. Waiting
times count too.`,
		Example:     "  wisdom host rollout check 0",
		Annotations: inWorkspace(exitFindings),
		RunE: func(cmd *cobra.Command, args []string) error {
			phase, err := strconv.Atoi(args[0])
			if err != nil || phase < 0 || phase >= rollout.Complete {
				return hinted(a.command("host rollout")+" shows them", "%q is no phase: they are 0 to %d", args[0],
					rollout.Complete-1)
			}
			answer, _, err := rolloutNow(cmd.Context(), a, hostProgram(cmd))
			if err != nil {
				return err
			}
			answer.Phases = answer.Phases[phase : phase+1]
			err = a.respond(answer, func() {
				a.say("phase %d  %s", phase, answer.Phases[0].Title)
				printNeeds(a, answer.Phases[0].Needs, true)
			})
			return cmp.Or(err, findingsIf(!answer.Phases[0].Met()))
		},
	}
}

func newRolloutBack(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "back",
		Short: "Undo this phase, and go back to the one before it",
		Long: `Undo what this phase changed: phase 2 disables the plugin or the hook, phases 1, 3
and 4 take out of SOUL.md what was promoted for them. Phase 0 is undone once wisdom
rollback 0 has restored every file as wisdom found it. If more than the sentences of a
phase was promoted since, it stops and names the command that would undo that.`,
		Example:     "  wisdom host rollout back",
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return apartFromAccept(a, func() error { return backRollout(cmd.Context(), a, hostProgram(cmd)) })
		},
	}
}

type rolloutAnswer struct {
	Phase    int             `json:"phase"`
	Complete bool            `json:"complete"`
	Phases   []rollout.Phase `json:"phases"`
	// Draft is what advance staged.
	Draft string `json:"draft,omitempty"`

	at int // the phase, rollout.Complete after the last one
}

// rolloutNow is the answer as things are, with the facts that it depends on.
func rolloutNow(ctx context.Context, a *deps, program string) (rolloutAnswer, rollout.Facts, error) {
	f, err := rolloutFacts(ctx, a, program)
	if err != nil {
		return rolloutAnswer{}, f, err
	}
	at := f.State.Phase()
	return rolloutAnswer{min(at, rollout.Complete-1), at == rollout.Complete, rollout.Phases(f), "", at}, f, nil
}

// showRollout shows all phases.
func showRollout(ctx context.Context, a *deps, program string) error {
	answer, _, err := rolloutNow(ctx, a, program)
	if err != nil {
		return err
	}
	return a.respond(answer, func() {
		for _, p := range answer.Phases {
			printPhase(a, p, answer)
		}
		printNext(a, answer)
	})
}

// printPhase shows a phase and, once it has begun, what it needs.
func printPhase(a *deps, p rollout.Phase, answer rolloutAnswer) {
	state := "now"
	if p.Number > answer.Phase {
		a.say("phase %d  %s (later)", p.Number, p.Title)
		return
	} else if p.Number < answer.Phase || answer.Complete {
		state = "done"
	}
	a.say("phase %d  %s (%s%s)", p.Number, p.Title, state, textIf(!p.Since.IsZero(), ", since "+a.local(p.Since)))
	printNeeds(a, p.Needs, false)
}

// printNeeds shows needs and, where ways are asked for, how to meet them; what meets several is said once.
func printNeeds(a *deps, needs []rollout.Need, ways bool) {
	for i, n := range needs {
		since := textIf(n.Met && !n.Since.IsZero(), ", since "+a.local(n.Since))
		a.say("  %s %s: %s%s", either(n.Met, "[x]", "[ ]"), n.Name, n.Evidence, since)
		if way := toMeet(a, n); ways && !n.Met && (i+1 == len(needs) || way != toMeet(a, needs[i+1])) {
			a.say("      %s", way)
		}
	}
}

// printNext shows what to type next, and what would undo this phase.
func printNext(a *deps, answer rolloutAnswer) {
	switch blocking := rollout.Blocking(answer.Phases, answer.at, false); {
	case len(blocking) > 0:
		a.say("next     %s", toMeet(a, blocking[0]))
	case answer.Complete:
		a.say("next     nothing: the rollout is complete; %s checks it on the host", a.command("host accept"))
	default:
		a.say("next     %s", a.command("host rollout advance"))
	}
	if undo := answer.Phases[answer.Phase].Undo; undo != "" {
		a.say("undo     %s  %s", a.command("host rollout back"), undo)
	}
}

// toMeet is how a need is met.
func toMeet(a *deps, n rollout.Need) string {
	switch {
	case n.Next != "" && n.Do != "":
		return a.command(n.Next) + "; then " + n.Do
	case n.Next != "":
		return a.command(n.Next)
	case n.Waits:
		return n.Do + "; not to wait: " + a.command("host rollout advance --override REASON")
	}
	return n.Do
}

func advanceRollout(ctx context.Context, a *deps, program, override string) error {
	answer, f, err := rolloutNow(ctx, a, program)
	if err != nil {
		return err
	}
	at := f.State.Phase()
	if at == rollout.Complete {
		return a.reply(answer, "the rollout is complete already")
	}
	if f.Unproposed() {
		if answer.Draft, err = stageLines(ctx, a, true); err != nil {
			return err
		}
	}
	if answer.Draft == "" {
		if blocking := rollout.Blocking(answer.Phases, at, override != ""); len(blocking) > 0 {
			err := a.respond(answer, func() {
				a.say("phase %d is not finished:", answer.Phase)
				printNeeds(a, blocking, true)
			})
			return cmp.Or(err, findingsIf(true))
		}
		if at+1 == 3 || at+1 == 4 {
			if answer.Draft, err = stageLines(ctx, a, at+1 == 3); err != nil {
				return err
			}
		}
		if err := recordStep(a, f.State, at+1, override); err != nil {
			return err
		}
	}
	staged := answer.Draft
	if answer, _, err = rolloutNow(ctx, a, program); err != nil {
		return err
	}
	answer.Draft = staged
	return a.respond(answer, func() {
		if !answer.Complete {
			printPhase(a, answer.Phases[answer.Phase], answer)
		}
		if staged != "" {
			a.say("draft    %s is pending review", staged)
		}
		printNext(a, answer)
	})
}

func recordStep(a *deps, s *rollout.State, to int, override string) error {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	e := rollout.Event{
		At: a.clock().UTC().Truncate(time.Second), From: s.Phase(), To: to, By: a.login(), Generation: -1,
		Override: override,
	}
	if len(all) > 0 {
		e.Generation = all[len(all)-1].Number
	}
	return a.exclusive(func() error { return rollout.Record(a.fsys, e) })
}

// stageLines stages the sentences that SOUL.md lacks, and returns the draft; "" where it lacks none.
func stageLines(ctx context.Context, a *deps, shedding bool) (draft string, err error) {
	settings := a.options()
	settings.Engine, settings.Only = pipeline.BuiltIn, pipeline.OnlyLines
	settings.Shedding, settings.Clock = shedding, a.now
	err = a.locked(ctx, settings.Review, func(log *review.Log) error {
		result, staged, err := work(ctx, a, log, settings, runOptions{})
		if err == nil {
			warnRun(a, result.Proposal.Findings, staged)
		}
		draft = staged.Draft
		return err
	})
	return draft, err
}
