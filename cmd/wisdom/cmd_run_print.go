package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

func printRunJSON(a *deps, result *pipeline.Result, staged review.Staging, opts runOptions) error {
	answer := struct {
		*pipeline.Result
		Draft string `json:"draft,omitempty"`
		Begun *begun `json:"begun,omitempty"`
	}{Result: result}
	if !opts.dryRun {
		answer.Draft = staged.Draft
	}
	if opts.begin != nil {
		answer.Begun = opts.begin.done
	}
	return a.printJSON(answer)
}

func printRun(a *deps, result *pipeline.Result, staged review.Staging, opts runOptions) {
	for _, part := range staged.Lost {
		a.warn("the %s of draft %s was based on files that changed, and is no longer pending: %s proposes it again", part,
			staged.Superseded, a.command("run"))
	}
	if opts.only != pipeline.OnlyTools {
		printSection(a, result, opts)
	}
	if t := result.Tools; t != nil {
		a.say("tools    %s in %d of %d tokens, %d excluded", plural(len(t.Facts), "fact"), t.Tokens, t.Limit, len(t.LeftOut))
	}
	line := draftLine(a, result, staged, opts)
	a.summary = either(staged.Draft == "", strings.TrimPrefix(line, "none: "), "draft "+line)
	a.say("draft    %s", line)
	if staged.Draft == "" {
		if staged.Returned != "" && result.Engine == pipeline.BuiltIn {
			a.say("         no model reads the note: %s rewords an entry, and %s proposes your own",
				a.command("review edit"), a.command("review add"))
		}
		sayRejected(a, result)
		return
	}
	if staged.Superseded != "" {
		keeps := textIf(staged.Carried > 0, ", whose "+plural(staged.Carried, "approval")+" it keeps")
		a.say("         it replaces %s%s", staged.Superseded, keeps)
	}
	if opts.dryRun && !staged.Already {
		printProposed(a, result)
		return
	}
	a.say("next     %s", a.command("review"))
}

// sayRejected says how much is not proposed because it was rejected or rolled back.
func sayRejected(a *deps, result *pipeline.Result) {
	n := 0
	for _, d := range result.Dropped {
		if d.Reason == string(distill.Refused) {
			n++
		}
	}
	if result.Tools != nil {
		for _, l := range result.Tools.LeftOut {
			if l.Reason == string(distill.Refused) {
				n++
			}
		}
	}
	if n > 0 {
		a.say("rejected %s, rejected or rolled back before, not proposed again: %s", plural(n, "item"),
			a.command("review list --rejected"))
	}
}

// printProposed shows the texts that a dry run comes to, each below the name of its file.
func printProposed(a *deps, result *pipeline.Result) {
	if result.Section != "" {
		a.say("\n%s, the section:\n\n%s", lint.SoulFile, strings.TrimRight(result.Section, "\n"))
	}
	for _, item := range result.Proposal.Items {
		if item.Kind == review.AddLine {
			a.say("\n%s, one more line:\n\n%s", item.Target, item.Text)
		}
	}
	if result.Tools != nil {
		a.say("\n%s:\n\n%s", lookup.File, strings.TrimRight(result.Tools.Text, "\n"))
	}
}

// draftLine is what became of the draft.
func draftLine(a *deps, result *pipeline.Result, staged review.Staging, opts runOptions) string {
	items := plural(len(result.Proposal.Items), "item")
	switch {
	case staged.Draft == "" && staged.Superseded != "":
		return fmt.Sprintf("none: nothing of %s is proposed any more, so it is no longer pending", staged.Superseded)
	case staged.Returned != "":
		return fmt.Sprintf("none: it would be the same as %s, for which changes were requested; %s allows it again",
			staged.Returned, a.command("review reopen "+staged.Returned))
	case staged.Draft == "":
		return "none: nothing changed that would change " + subject(result, opts)
	case staged.Already:
		return staged.Draft + " is already pending and would be the same"
	case opts.dryRun:
		return "would be staged: " + items
	}
	return staged.Draft + " is pending review: " + items
}

// sayWithoutModel says what a run gives without a model, in the first one of a workspace.
func sayWithoutModel(a *deps, result *pipeline.Result, opts runOptions) {
	records, err := schedule.Records(a.fsys)
	known := slices.DeleteFunc(records, func(r schedule.Record) bool { return r.Engine != pipeline.BuiltIn })
	if result.Usage != nil || err != nil || len(known) > 1 || len(known) == 1 && opts.dryRun { // a real run is among them
		return
	}
	a.say(
		"gives    facts, recall, lint, backups, reminders to read the notes; entries only from what recurs word for word",
	)
	a.say("lacks    entries from all other lessons, which need a model: %s says how to get one", a.command("doctor"))
}

// printSection says what became of the lessons.
func printSection(a *deps, result *pipeline.Result, opts runOptions) {
	budget := result.Budget
	a.say("engine   %s", engineLine(result))
	sayWithoutModel(a, result, opts)
	if to := result.Proposal.SentTo; to != "" {
		a.say("sent     lessons were sent to %s", to)
	}
	a.say("read     %s in %s%s", plural(len(result.Lessons), "lesson"),
		plural(collect.WithLessons(result.Sources), "source"), forModels(result))
	entries := plural(len(result.Entries), "entry") + " in the section"
	if !slices.ContainsFunc(result.Entries, func(e pipeline.Entry) bool { return e.Origin != review.Required }) {
		entries = "no entry for the section" + textIf(len(result.Entries) > 0, " but the required one")
	}
	a.say("found    %s, and %s", plural(len(result.Themes), "practice"), entries)
	a.say("budget   section %d of %d tokens, SOUL.md %d (target %d)", budget.SectionTokens, budget.SectionLimit,
		budget.SoulTokens, budget.SoulLimit)
	for _, f := range result.Findings {
		if f.Rule == pipeline.RuleUncovered {
			a.say("note     %s", f.Message)
		}
	}
	sayNoEntry(a, result)
}

// sayNoEntry says why practices and lessons gave no entry, by reason, those with most of them first. Of lessons that stand
// alone without a model a finding tells, and of what was rejected another line.
func sayNoEntry(a *deps, result *pipeline.Result) {
	const most = 3 // of a reason that are named; more are counted
	groups := map[string][]review.Dropped{}
	for _, d := range result.Dropped {
		alone := d.Kind == "lesson" && d.Reason == string(distill.Support) && result.Usage == nil
		if d.Kind != "entry" && d.Reason != string(distill.Refused) && !alone {
			groups[d.Kind+d.Reason] = append(groups[d.Kind+d.Reason], d)
		}
	}
	for _, group := range slices.SortedFunc(maps.Values(groups), func(x, y []review.Dropped) int {
		return cmp.Or(len(y)-len(x), strings.Compare(x[0].ID, y[0].ID))
	}) {
		general, _, wayOn := group[0].WhyNot()
		wayOn = textIf(wayOn != "", "; "+wayOn)
		if len(group) > most {
			a.say("no entry %s: %s%s", plural(len(group), group[0].Noun()), general, wayOn)
			continue
		}
		for _, d := range group {
			a.say("no entry %s%s", d, wayOn)
		}
	}
}

// kindOf is what something that is in no draft is called.
// forModels says how many lessons a run without a model could not use: those the section does not count as its sources.
func forModels(result *pipeline.Result) string {
	n := 0
	for _, l := range result.Lessons {
		if l.Class == lesson.Told {
			n++
		}
	}
	if n == 0 || result.Engine != pipeline.BuiltIn {
		return ""
	}
	return fmt.Sprintf("; only a model can use %d of them", n)
}

// subject is what a run is about.
func subject(result *pipeline.Result, opts runOptions) string {
	switch {
	case opts.only == pipeline.OnlyTools:
		return string(lookup.File)
	case result.Tools != nil:
		return "the section or " + string(lookup.File)
	}
	return "the section"
}

// warnRun is warnFindings for a run. A run that stages a draft shows every secret that
// was redacted; one that does not only counts those that the newest draft shows.
func warnRun(a *deps, log *review.Log, findings []lint.Finding, staged review.Staging) {
	ids := log.Drafts()
	if staged.Draft != "" && !staged.Already || len(ids) == 0 || a.flags.verbose {
		warnFindings(a, findings)
		return
	}
	d, err := log.Load(a.fsys, ids[0])
	if err != nil {
		warnFindings(a, findings)
		return
	}
	shown := func(f lint.Finding) bool { return f.Rule == lint.RuleSecret && slices.Contains(d.Findings, f) }
	fresh := slices.DeleteFunc(slices.Clone(findings), shown)
	warnFindings(a, fresh)
	if n := len(findings) - len(fresh); n > 0 {
		a.warn("redacted %s, as for draft %s: %s shows where", plural(n, "secret"), d.ID, a.command("review show "+d.ID))
	}
}

// warnFindings prints findings of a run as warnings, and with -v the notes too.
func warnFindings(a *deps, findings []lint.Finding) {
	for _, f := range findings {
		switch {
		case f.Severity != lint.Note:
			a.warn("%s", f.Text())
			if f.Path == "" && f.Hint != "" && !a.flags.quiet {
				a.talk("hint: %s", f.Hint)
			}
		case a.flags.verbose:
			a.talk("note: %s", f.Text())
		}
	}
}

// engineLine says who distilled, and why or at what cost.
func engineLine(result *pipeline.Result) string {
	if result.Usage == nil {
		return result.Engine + ", no model: " + result.Why
	}
	u := result.Usage
	line := result.Engine + textIf(result.Model != "", ", model "+result.Model) + ": " + plural(u.Requests, "request")
	line += textIf(u.Cached > 0, fmt.Sprintf(", %s known already", plural(u.Cached, "answer")))
	line += textIf(u.Refused > 0, fmt.Sprintf(", %s rejected", plural(u.Refused, "answer")))
	return line + fmt.Sprintf(", %d tokens read, %d written", u.Read, u.Written)
}
