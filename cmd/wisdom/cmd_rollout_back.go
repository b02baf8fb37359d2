package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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
var sentencesOf = map[int][]string{1: {pointers.Memory}, 3: pointers.Shedding, 4: {pointers.Tools}}

func backRollout(ctx context.Context, a *app, opts rolloutOptions) error {
	state, err := rollout.ReadState(a.fsys)
	if err != nil {
		return err
	}
	at := min(state.Phase(), rollout.Complete-1) // that the rollout is complete changed nothing
	switch at {
	case 0:
		err = a.silently(func() error { return runRollback(ctx, a, rollbackOptions{to: 0}) })
		if err == nil {
			err = a.reopen(ctx, func(review.Refusal) bool { return true })
		}
	case 2:
		err = a.disableForms(ctx, opts)
	case 1, 3, 4:
		if err = a.takeSentencesOut(ctx, state, at); err == nil {
			err = a.reopen(ctx, func(r review.Refusal) bool { return isSentence(r.Item, sentencesOf[at]) })
		}
	}
	var newer *backups.NewerError
	if errors.As(err, &newer) {
		rollback := "rollback --force"
		if at == 0 {
			rollback = "rollback 0 --force"
		}
		return &hintedError{err, fmt.Sprintf(
			"%s backs up the lines with -, which would be lost, and another rollback restores them; then %s",
			a.command(rollback), a.command("rollout back"),
		)}
	}
	if err != nil {
		return err
	}
	if at > 0 {
		if err := a.recordStep(state, at-1, ""); err != nil {
			return err
		}
	}
	f, err := a.rolloutFacts(ctx, opts)
	if err != nil {
		return err
	}
	answer := answerOf(f)
	phase := answer.Phases[answer.Phase]
	if err := a.reply(answer, "this is phase %d now: %s", answer.Phase, phase.Title); err != nil || a.flags.json {
		return err
	}
	if at > 0 && phase.Undo != "" {
		a.say("undo     %s  %s", a.command("rollout back"), phase.Undo)
	}
	return nil
}

// reopen lets items be proposed again that a rollback took out: going back is no rejection by a person.
func (a *app) reopen(ctx context.Context, isOurs func(review.Refusal) bool) error {
	settings, err := a.optionsOf("")
	if err != nil {
		return err
	}
	return a.locked(ctx, settings.Review, func(log *review.Log) error {
		items := map[string][]string{} // by draft
		for _, r := range log.Refusals() {
			if r.Undone && isOurs(r) {
				items[r.Draft] = append(items[r.Draft], r.Item.ID)
			}
		}
		return a.unrefuse(log, items, settings.Review)
	})
}

// unrefuse lets items be proposed again, by their drafts.
func (a *app) unrefuse(log *review.Log, items map[string][]string, opts review.Options) error {
	for _, draft := range slices.Sorted(maps.Keys(items)) {
		d, err := log.Load(a.fsys, draft)
		if err != nil {
			return err
		}
		_, err = review.Unrefuse(a.fsys, log, d, items[draft], opts)
		if err := a.tolerate(err); err != nil {
			return err
		}
	}
	return nil
}

// silently runs a command of its own inside another: of answers in JSON there is one.
func (a *app) silently(work func() error) error {
	if !a.flags.json {
		return work()
	}
	out := a.out
	defer func() { a.out = out }()
	a.out = io.Discard
	return work()
}

// disableForms disables the plugin and the hook, whichever is on.
func (a *app) disableForms(ctx context.Context, opts rolloutOptions) error {
	for _, form := range []hook.Form{hook.Plugin, hook.Hook} {
		host, err := a.askHost(ctx, hookOptions{host: opts.host})
		if err != nil {
			return err
		}
		if !host.isEnabled(a, form) {
			continue
		}
		disable := func() error { return disableHook(ctx, a, hookOptions{host: opts.host, form: form}) }
		if err := a.silently(disable); err != nil {
			return err
		}
		if !a.flags.json {
			remove := a.command("hook remove" + hookOptions{form: form}.flag())
			a.sayNotes([]string{"its files and its entry in the settings stay: " + remove + " takes them out"})
		}
	}
	return nil
}

// takeSentencesOut rolls back what was promoted for a phase, if that was all that was
// promoted since.
func (a *app) takeSentencesOut(ctx context.Context, state *rollout.State, phase int) error {
	log, err := review.ReadLog(a.fsys)
	if err != nil {
		return err
	}
	a.sayProposed(log, phase)
	soul, err := lint.ReadSoul(a.fsys)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(sentencesOf[phase], func(s string) bool { return strings.Contains(string(soul), s) }) {
		if !a.flags.json {
			a.say("SOUL.md has no sentence of phase %d, so there is nothing to take out", phase)
		}
		return nil
	}
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	i, others, err := a.promotionOf(log, all, state, phase)
	switch {
	case err != nil:
		return err
	case i < 0:
		if !a.flags.json {
			a.say("the sentences in SOUL.md are older than the phase, and stay")
		}
		return nil
	case i == len(all)-1 && others == 0:
		return a.silently(func() error { return runRollback(ctx, a, rollbackOptions{to: -1}) })
	}
	return &hintedError{
		fmt.Errorf("more than the sentences of phase %d was promoted with generation %d or since", phase, all[i].Number),
		"see what going back would undo, too: " + a.command(
			fmt.Sprintf("rollback %d --file %s --dry-run", all[max(i-1, 0)].Number, lint.SoulFile),
		),
	}
}

// promotionOf finds the newest generation that brought sentences of a phase into SOUL.md since the phase began, -1 for
// none, and how many other items it brought.
func (a *app) promotionOf(
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
			default:
				others++
			}
		}
		if ours > 0 {
			return i, others, nil
		}
	}
	return -1, 0, nil
}

// sayProposed names a draft that still proposes sentences of a phase.
func (a *app) sayProposed(log *review.Log, phase int) {
	pending := log.Waiting()
	if pending == "" {
		return
	}
	proposed := func(text string) bool { return slices.Contains(sentencesOf[phase], text) }
	if slices.ContainsFunc(review.PendingLines(a.fsys, log), proposed) {
		a.warn("draft %s still proposes sentences of phase %d: %s", pending, phase, a.command("review reject "+pending))
	}
}
