package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/inject/hook"
	"wisdom/inject/rollout"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
	"wisdom/review"
)

// rolloutFacts gathers what the phases depend on. Nothing is written.
func rolloutFacts(ctx context.Context, a *deps, program string) (f rollout.Facts, err error) {
	if f.State, err = rollout.ReadState(a.fsys); err != nil {
		return f, err
	}
	return f, cmp.Or(factsOfBackups(ctx, a, &f), factsOfFiles(ctx, a, &f), factsOfHost(ctx, a, &f, program),
		factsOfHistory(a, &f), ctx.Err())
}

func factsOfBackups(ctx context.Context, a *deps, f *rollout.Facts) error {
	var err error
	if f.Baseline, err = keptBaseline(a); err != nil {
		return err
	}
	all, err := backups.Generations(a.fsys)
	if err != nil || len(all) == 0 {
		return err
	}
	f.BackedUp = timeOf(all[0].At)
	if problems := backups.Verify(ctx, a.fsys, all, nil); len(problems) > 0 {
		f.Damaged = problems[0].Error()
	}
	soul, _ := lint.ReadSoul(a.fsys, lint.SoulFile) // one that cannot be read has no section either
	for _, g := range all {
		if g.Why == backups.Promotion && slices.Contains(g.Targets, lint.SoulFile) && section.TextIn(soul) != "" {
			f.Promoted = timeOf(g.At)
		}
	}
	f.ShedSince = shedSince(a, all)
	return nil
}

// shedSince is when the newest generations began to have all sentences of phase 3.
func shedSince(a *deps, all []backups.Generation) (since time.Time) {
	for _, g := range slices.Backward(all) {
		content, err := backups.Object(a.fsys, g.After[lint.SoulFile].Hash)
		if err != nil {
			break
		}
		if missing, err := pointers.Shed(markdown.Parse(content)); err != nil || len(missing) > 0 {
			break
		}
		since = timeOf(g.At)
	}
	return since
}

// timeOf is a moment in RFC 3339, zero where it is none.
func timeOf(at string) time.Time {
	t, _ := time.Parse(time.RFC3339, at)
	return t
}

func factsOfFiles(ctx context.Context, a *deps, f *rollout.Facts) error {
	memory, hasTools, err := lint.OnDemandFiles(a.fsys)
	if f.HasMemory, f.HasTools = memory != "", hasTools; err != nil {
		return err
	}
	f.Table, f.TableLimit = -1, a.settings.Budgets.Tools
	if b, err := a.fsys.ReadFile(lookup.File, workspace.MaxTarget); err == nil {
		f.Table = a.countOf(string(b))
	}
	docs, err := facts.Read(a.fsys)
	if err != nil {
		return err
	}
	for _, found := range facts.FindAll(ctx, docs) {
		f.HasFacts = f.HasFacts || len(found.Facts) > 0
	}
	f.Lacks = map[int]int{}
	for phase, sentences := range sentencesOf {
		f.Lacks[phase] = len(sentences)
	}
	soul, err := lint.ReadSoul(a.fsys, lint.SoulFile)
	if err != nil {
		return nil //nolint:nilerr // it lacks everything
	}
	doc := markdown.Parse(soul)
	missing, err := pointers.Sentences(doc, memory, hasTools)
	shed, serr := pointers.Shed(doc)
	if err != nil || serr != nil {
		return nil //nolint:nilerr // lint says what is wrong with it
	}
	clear(f.Lacks)
	for phase, sentences := range sentencesOf {
		for _, in := range slices.Concat(missing, shed) {
			f.Lacks[phase] += count(slices.Contains(sentences, in.Text))
		}
	}
	if slices.ContainsFunc(section.EntriesIn(soul), func(e section.Entry) bool {
		return lint.StandsIn(e) && strings.Contains(e.Text, "MEMORY.md")
	}) {
		f.Lacks[1] = 0
	}
	return nil
}

// factsOfHost looks at the form that is enabled, else at the one that is installed.
func factsOfHost(ctx context.Context, a *deps, f *rollout.Facts, program string) error {
	found, err := findForm(ctx, a, program, "")
	if err != nil {
		return err
	}
	f.Host = rollout.HostFacts{Form: found.As, Installation: found.Installation, Enabled: found.Enabled}
	if found.trouble != nil {
		f.Host.Trouble = found.trouble.Error()
		if hint := a.hintFor(found.trouble); hint != "" {
			f.Host.Trouble += " (" + hint + ")"
			if errors.Is(found.trouble, hook.ErrNoHost) {
				f.Host.Install = hint
			}
		}
	}
	return nil
}

func factsOfHistory(a *deps, f *rollout.Facts) error {
	log, err := a.readLog()
	if err != nil {
		return err
	}
	f.Pending, f.Reopen = log.Waiting(), reopening(log)
	if f.Receipts, err = hook.Receipts(a.fsys, f.Host.Form, ""); err != nil {
		return err
	}
	f.Proposed = slices.ContainsFunc(review.PendingLines(a.fsys, log), func(text string) bool {
		return slices.Contains(slices.Concat(sentencesOf[1], sentencesOf[4]), text)
	})
	if f.Rotated, err = workspace.Exists(a.fsys, hook.ReceiptsFile+".1"); err != nil {
		return err
	}
	rules, err := rulesHash(a.settings.SessionTable())
	if err != nil {
		return err
	}
	f.Accepted, err = rollout.Accepted(a.fsys, a.paths.Initiative, rules)
	return err
}

// reopening are the commands that let the sentences of the phases be proposed again, by phase: of the draft in which
// one was rejected last.
func reopening(log *review.Log) map[int]string {
	commands := map[int]string{}
	refusals := log.Refusals()
	for phase, sentences := range sentencesOf {
		draft, items := "", []string{}
		for _, r := range refusals {
			if isSentence(r.Item, sentences) && (draft == "" || draft == r.Draft) {
				draft, items = r.Draft, append(items, r.Item.ID)
			}
		}
		if draft != "" {
			slices.Sort(items)
			commands[phase] = "review reopen " + draft + " --items " + strings.Join(items, ",")
		}
	}
	return commands
}

// isSentence reports whether an item is one of these sentences for SOUL.md.
func isSentence(item review.Item, sentences []string) bool {
	return item.Kind == review.AddLine && item.Target == lint.SoulFile && slices.Contains(sentences, item.Text)
}
