package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/inject/hook"
	"wisdom/inject/rollout"
	"wisdom/markdown/lint"
	"wisdom/markdown/pointers"
	"wisdom/review"
)

// sentencesOf are those that a phase brings into SOUL.md.
var sentencesOf = map[int][]string{
	1: {pointers.Memory, pointers.MemoryInMain},
	3: pointers.Shedding,
	4: {pointers.Tools},
}

func backRollout(ctx context.Context, a *deps, program string) error {
	state, err := rollout.ReadState(a.fsys)
	if err != nil {
		return err
	}
	at := min(state.Phase(), rollout.Complete-1) // that the rollout is complete changed nothing
	switch at {
	case 0:
		err = checkFound(a)
	case 2:
		err = disableForms(ctx, a, program)
	default:
		err = takeSentencesOut(ctx, a, state, at)
	}
	if err == nil && at != 2 {
		err = reopen(ctx, a, at)
	}
	if err == nil && at > 0 {
		err = recordStep(a, state, at-1, "")
	}
	if err != nil {
		return err
	}
	answer, _, err := rolloutNow(ctx, a, program)
	if err != nil {
		return err
	}
	phase := answer.Phases[answer.Phase]
	return a.respond(answer, func() {
		a.say("this is phase %d now: %s", answer.Phase, phase.Title)
		if at == 0 {
			return
		}
		a.say("undo     %s  begins phase %d again", a.command("host rollout advance"), at)
		a.say("further  %s  %s", a.command("host rollout back"), phase.Undo)
	})
}

// checkFound is an error where a file is not as wisdom found it: that is undone by a command of its own.
func checkFound(a *deps) error {
	_, change, err := planRollback(a, rollbackOptions{to: 0}, "")
	if err != nil || len(change.Targets) == 0 {
		return withForce(a, err, 0)
	}
	return &hintedError{
		&nothingError{"nothing was undone: phase 0 is undone once every file is as wisdom found it"},
		a.command("rollback 0") + " restores them (--dry-run shows it); then " + a.command("host rollout back"),
	}
}

// withForce adds to the error of a rollback to a generation, -1 for the one before, how files that were edited
// since are restored too.
func withForce(a *deps, err error, generation int) error {
	if !is[*backups.NewerError](err) {
		return err
	}
	to := textIf(generation >= 0, fmt.Sprintf(" %d", generation))
	return &hintedError{err, fmt.Sprintf(
		"%s backs up the lines with -, which would be lost, and another rollback restores them; then %s",
		a.command("rollback"+to+" --force"), a.command("host rollout back"),
	)}
}

// reopen lets items be proposed again that a rollback took out, in a later phase than 0 only lines: going back is no
// rejection by a person.
func reopen(ctx context.Context, a *deps, phase int) error {
	opts, err := a.reviewerOptions()
	if err != nil {
		return err
	}
	return a.locked(ctx, opts, func(log *review.Log) error {
		items := map[string][]string{} // by draft
		for _, r := range log.Refusals() {
			if r.Undone && (phase == 0 || r.Item.Kind == review.AddLine) {
				items[r.Draft] = append(items[r.Draft], r.Item.ID)
			}
		}
		return unrefuse(a, log, items, opts)
	})
}

// unrefuse lets items be proposed again, by their drafts.
func unrefuse(a *deps, log *review.Log, items map[string][]string, opts review.Options) error {
	for _, draft := range slices.Sorted(maps.Keys(items)) {
		d, err := log.Load(a.fsys, draft)
		if err == nil {
			_, err = review.Reopen(a.fsys, log, d, items[draft], opts)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// silently runs a command of its own inside another: of answers in JSON there is one.
func silently(a *deps, work func() error) (err error) {
	if !a.flags.json {
		return work()
	}
	a.captured(func() { err = work() })
	return err
}

// disableForms disables the plugin and the hook, whichever is on.
func disableForms(ctx context.Context, a *deps, program string) error {
	for _, form := range []hook.Form{hook.Plugin, hook.Hook} {
		host, err := askHost(ctx, a, program)
		if err != nil {
			return err
		}
		if !host.IsEnabled(form) {
			continue
		}
		opts := formOptions{program: program, form: form}
		if err := silently(a, func() error { return runForm(ctx, a, opts, disableForm) }); err != nil {
			return err
		}
		a.say("note     its files and its entry in the settings stay: %s takes them out",
			a.command("host remove"+asFlag(form)))
	}
	return nil
}

// takeSentencesOut rolls back what was promoted for a phase, if that was all that was promoted since.
func takeSentencesOut(ctx context.Context, a *deps, state *rollout.State, phase int) error {
	log, err := a.readLog()
	if err != nil {
		return err
	}
	proposed := func(text string) bool { return slices.Contains(sentencesOf[phase], text) }
	if pending := log.Waiting(); pending != "" && slices.ContainsFunc(review.PendingLines(a.fsys, log), proposed) {
		a.warn("draft %s still proposes sentences of phase %d: %s", pending, phase, a.command("review reject "+pending))
	}
	soul, err := lint.ReadSoul(a.fsys, lint.SoulFile)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(sentencesOf[phase], func(s string) bool { return strings.Contains(string(soul), s) }) {
		a.say("SOUL.md has no sentence of phase %d, so there is nothing to take out", phase)
		return nil
	}
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	i, others, err := promotionOf(a, log, all, state, phase)
	switch {
	case err != nil:
		return err
	case i < 0:
		a.say("the sentences in SOUL.md are older than the phase, and stay")
		return nil
	}
	last, before := len(all)-1, all[max(i-1, 0)].Number
	to := -1
	if i != last { // after a rollback to this one
		to = before
	}
	isLast := i == last || i == backups.OriginOf(all, last) && i > 0 && before == all[i].Number-1
	if isLast && others == 0 {
		return withForce(a, silently(a, func() error {
			return runRollback(ctx, a, rollbackOptions{to: to, isOfPhase: true})
		}), to)
	}
	rollback := fmt.Sprintf("rollback %d --file %s", before, lint.SoulFile)
	return hinted(fmt.Sprintf("%s takes all of that out of %s (--dry-run shows it); then %s", a.command(rollback),
		lint.SoulFile, a.command("host rollout back")),
		"more than the sentences of phase %d was promoted with generation %d or since", phase, all[i].Number)
}

// promotionOf finds the newest generation that brought sentences of a phase into SOUL.md since the phase began, -1 for
// none, and how many other items than lines it brought: the lines of one draft go together.
func promotionOf(a *deps,
	log *review.Log, all []backups.Generation, state *rollout.State, phase int,
) (i, others int, err error) {
	for i, g := range slices.Backward(all) {
		if g.Why != backups.Promotion || g.Number <= state.Entry(phase).Generation {
			continue
		}
		d, err := log.Load(a.fsys, g.Draft)
		if err != nil {
			return -1, 0, err
		}
		decisions, ours, others := log.Decisions(d.ID), 0, 0
		for _, item := range d.Items {
			switch {
			case decisions[item.ID] != review.Taken:
			case isSentence(item, sentencesOf[phase]):
				ours++
			case item.Kind != review.AddLine:
				others++
			}
		}
		if ours > 0 {
			return i, others, nil
		}
	}
	return -1, 0, nil
}
