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

// rolloutOptions are the flags that the commands share.
type rolloutOptions struct {
	host     string // its program
	override string
}

func newRollout(a *deps) *cobra.Command {
	var opts rolloutOptions
	cmd := &cobra.Command{
		Use:   "rollout",
		Short: "Show how far each session loads only what it needs, and what comes next",
		Long: `Show the five phases that lead from a promoted SOUL.md to sessions that load only
what they need: what each phase needs, what is met, by which evidence and since when,
and the next command.

  0  a baseline, backups, an approved section in SOUL.md
  1  SOUL.md says to read MEMORY.md on demand
  2  the plugin or the hook gives each session the files of its type; 48 hours of
     its decisions are watched
  3  three sentences in SOUL.md say what need not be looked at again; a week
  4  SOUL.md says to read TOOLS.md when needed

Every phase can be undone with wisdom rollout back. Nothing is written here.`,
		Example: `  wisdom rollout
  wisdom rollout check 2
  wisdom rollout advance
  wisdom rollout back`,
		Annotations: inWorkspace(),
		RunE:        func(cmd *cobra.Command, _ []string) error { return showRollout(cmd.Context(), a, opts, false, "") },
	}
	addHost(cmd.PersistentFlags(), &opts.host)
	cmd.AddCommand(newRolloutCheck(a, &opts), newRolloutAdvance(a, &opts), newRolloutBack(a, &opts))
	return cmd
}

func newRolloutAdvance(a *deps, opts *rolloutOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "advance",
		Short: "Begin the next phase, if this one has all that it needs",
		Long: `Begin the next phase, and record when and by whom. Beginning phase 3 or 4 stages the
sentences for SOUL.md as a draft, which waits for wisdom review; in phase 3 it stages
them once more where SOUL.md lacks them and no draft waits. A waiting time can be cut
short with a reason, which is recorded; nothing else can be.`,
		Example:     "  wisdom rollout advance\n  wisdom rollout advance --override 'a workspace for tests'",
		Annotations: inWorkspace(exitFindings, exitLocked, exitStale, exitUnfinished),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("override") && strings.TrimSpace(opts.override) == "" {
				return hinted(a.command("rollout advance --override 'a workspace for tests'"),
					"--override needs a reason, which is recorded")
			}
			return advanceRollout(cmd.Context(), a, *opts)
		},
	}
	cmd.Flags().StringVar(&opts.override, "override", "", "do not wait any longer, for this `REASON`")
	return cmd
}

func newRolloutCheck(a *deps, opts *rolloutOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "check N",
		Short: "Check what one phase needs",
		Long: `Show what phase N, from 0 to 4, needs, and end with 1 if something is not met. Waiting
times count too.`,
		Example:     "  wisdom rollout check 0",
		Annotations: inWorkspace(exitFindings),
		RunE: func(cmd *cobra.Command, args []string) error {
			phase, err := strconv.Atoi(args[0])
			if err != nil || phase < 0 || phase >= rollout.Complete {
				return hinted("wisdom rollout shows them", "%q is no phase: they are 0 to %d", args[0], rollout.Complete-1)
			}
			return checkRollout(cmd.Context(), a, *opts, phase)
		},
	}
}

func newRolloutBack(a *deps, opts *rolloutOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "back",
		Short: "Undo this phase, and go back to the one before it",
		Long: `Undo what this phase changed: phase 2 disables the plugin or the hook, phases 1, 3
and 4 take out of SOUL.md what was promoted for them, phase 0 restores every file as
it was found. What else was promoted meanwhile is not undone: then it says which
command would, and stops. Once the rollout is complete, it undoes phase 4.`,
		Example:     "  wisdom rollout back",
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return apartFromAccept(a, func() error { return backRollout(cmd.Context(), a, *opts) })
		},
	}
}

type rolloutAnswer struct {
	Phase    int             `json:"phase"`
	Complete bool            `json:"complete"`
	Phases   []rollout.Phase `json:"phases"`
	// Draft is what advance staged.
	Draft string `json:"draft,omitempty"`
	// Notes are what is worth knowing before the next step.
	Notes []string `json:"notes,omitempty"`
}

// rolloutNow is the answer as things are, with the facts that it depends on.
func rolloutNow(ctx context.Context, a *deps, opts rolloutOptions) (rolloutAnswer, rollout.Facts, error) {
	f, err := rolloutFacts(ctx, a, opts)
	if err != nil {
		return rolloutAnswer{}, f, err
	}
	at := f.State.Phase()
	return rolloutAnswer{min(at, rollout.Complete-1), at == rollout.Complete, rollout.Phases(f), "", nil}, f, nil
}

// notesOn are the notes of an answer: before the plugin is installed, that it loads more than the host did; from the
// last phase on, which criteria would not pass.
func notesOn(ctx context.Context, a *deps, answer rolloutAnswer) (notes []string, err error) {
	if answer.Phase == rollout.Complete-1 {
		if notes, err = failingOffline(ctx, a); err != nil {
			return nil, err
		}
	}
	const enabling = 2
	if answer.Phase != enabling || answer.Phases[enabling].Needs[0].Met {
		return notes, nil
	}
	table := a.settings.SessionTable()
	sessions, isFound, err := sessionsSinceFound(a, table)
	if err != nil {
		return nil, err
	}
	if more := loadsMore(sessions, isFound); more != "" {
		notes = append(notes, more+"; "+a.command("session --all")+" shows why; to stop at phase 1, type "+
			a.command("rollout back")+" instead of what is next")
	}
	return notes, nil
}

// showRollout shows all phases or, after a step forward, the one that it is now and the draft that was staged for it.
func showRollout(ctx context.Context, a *deps, opts rolloutOptions, stepped bool, staged string) error {
	answer, f, err := rolloutNow(ctx, a, opts)
	if err != nil {
		return err
	}
	answer.Draft = staged
	if answer.Notes, err = notesOn(ctx, a, answer); err != nil {
		return err
	}
	return a.respond(answer, func() {
		for _, p := range answer.Phases {
			if !stepped || p.Number == answer.Phase && !answer.Complete {
				printPhase(a, p, answer, false)
			}
		}
		if staged != "" {
			a.say("draft    %s is pending review", staged)
		}
		printNext(a, f.State.Phase(), answer)
	})
}

// printPhase shows a phase: what it needs, and of phases that began, or where all is asked for, also the evidence.
func printPhase(a *deps, p rollout.Phase, answer rolloutAnswer, all bool) {
	state := "later"
	switch {
	case p.Number < answer.Phase || answer.Complete:
		state = "done"
	case p.Number == answer.Phase:
		state = "now"
	}
	state += textIf(!p.Since.IsZero(), ", since "+a.local(p.Since))
	a.say("phase %d  %s (%s)", p.Number, p.Title, state)
	for _, n := range p.Needs {
		mark := either(n.Met, "[x]", "[ ]")
		if p.Number > answer.Phase && !n.Met && !all {
			a.say("  %s %s", mark, n.Name)
			continue
		}
		since := textIf(n.Met && !n.Since.IsZero(), ", since "+a.local(n.Since))
		a.say("  %s %s: %s%s", mark, n.Name, n.Evidence, since)
	}
}

// printNext shows what to type next, and what would undo this phase.
func printNext(a *deps, at int, answer rolloutAnswer) {
	sayNotes(a, answer.Notes)
	blocking := rollout.Blocking(answer.Phases, at, false)
	switch {
	case at == rollout.Complete && len(blocking) == 0:
		a.say("next     nothing: the rollout is complete")
	case len(blocking) == 0:
		a.say("next     %s", a.command("rollout advance"))
	default:
		a.say("next     %s", toMeet(a, blocking[0]))
	}
	phase := answer.Phases[answer.Phase]
	if phase.Undo != "" {
		a.say("undo     %s  %s", a.command("rollout back"), phase.Undo)
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
		return n.Do + "; not to wait: " + a.command("rollout advance --override REASON")
	}
	return n.Do
}

func checkRollout(ctx context.Context, a *deps, opts rolloutOptions, number int) error {
	answer, _, err := rolloutNow(ctx, a, opts)
	if err != nil {
		return err
	}
	phase := answer.Phases[number]
	answer.Phases = answer.Phases[number : number+1]
	err = a.respond(answer, func() {
		printPhase(a, phase, answer, true)
		said := ""
		for _, n := range phase.Needs {
			if way := toMeet(a, n); !n.Met && way != said { // one command may meet several
				a.say("  to do: %s", way)
				said = way
			}
		}
	})
	return cmp.Or(err, findingsIf(!phase.Met(true)))
}

func advanceRollout(ctx context.Context, a *deps, opts rolloutOptions) error {
	answer, f, err := rolloutNow(ctx, a, opts)
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
		if answer.Draft != "" {
			return showRollout(ctx, a, opts, true, answer.Draft)
		}
	}
	if blocking := rollout.Blocking(answer.Phases, at, opts.override != ""); len(blocking) > 0 {
		return printBlocking(a, answer, blocking)
	}
	if at+1 == 3 || at+1 == 4 {
		if answer.Draft, err = stageLines(ctx, a, at+1 == 3); err != nil {
			return err
		}
	}
	if err := recordStep(a, f.State, at+1, opts.override); err != nil {
		return err
	}
	return showRollout(ctx, a, opts, true, answer.Draft)
}

// printBlocking says what keeps a phase from being left.
func printBlocking(a *deps, answer rolloutAnswer, blocking []rollout.Need) error {
	err := a.respond(answer, func() {
		a.say("phase %d is not finished:", answer.Phase)
		for i, n := range blocking {
			a.say("  [ ] %s: %s", n.Name, n.Evidence)
			if way := toMeet(a, n); i+1 == len(blocking) || toMeet(a, blocking[i+1]) != way { // one command may meet several
				a.say("      %s", way)
			}
		}
	})
	return cmp.Or(err, findingsIf(true))
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

// stageLines stages the sentences that SOUL.md lacks, and gives the draft; "" where it lacks none.
func stageLines(ctx context.Context, a *deps, shedding bool) (draft string, err error) {
	settings := a.options()
	settings.Engine, settings.Only = pipeline.BuiltIn, pipeline.OnlyLines
	settings.Shedding, settings.Clock = shedding, a.now
	err = a.locked(ctx, settings.Review, func(log *review.Log) error {
		result, err := pipeline.Run(ctx, a.fsys, log, settings)
		if err != nil {
			return err
		}
		staged, err := review.Stage(ctx, a.fsys, log, result.Proposal, settings.Review)
		if err = a.tolerate(err); err == nil {
			warnRun(a, log, result.Proposal.Findings, staged)
		}
		draft = staged.Draft
		return err
	})
	return draft, err
}
