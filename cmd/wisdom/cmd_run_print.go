package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/markdown/facts"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

func printRun(a *deps, result *pipeline.Result, staged review.Staging, opts runOptions) {
	for _, part := range staged.Lost {
		a.warn("the %s of draft %s was based on files that changed, and is no longer pending: %s proposes it again", part,
			staged.Superseded, a.command("run"))
	}
	switch {
	case len(result.Sources) > 0:
		printSection(a, result)
	case opts.only != pipeline.OnlyTools:
		a.say("section  not looked at, and no lesson was read: the warning says why")
	}
	refused := 0
	for _, d := range result.Dropped {
		refused += count(d.Reason == string(distill.Refused))
	}
	if t := result.Tools; t != nil {
		a.say("tools    %s in %d of %d tokens; %s", plural(len(t.Facts), "fact"), t.Tokens, t.Limit, t.Account)
		isShown := staged.Draft != "" && !opts.dryRun
		sayNotUnderstood(a, t.Account, either(isShown, "review show", "run --only tools --dry-run --json"))
		for _, l := range t.LeftOut {
			refused += count(l.Reason == string(distill.Refused))
		}
	}
	sayDraft(a, result, staged, opts)
	if staged.Superseded != "" && staged.Draft != "" {
		keeps := textIf(staged.Carried > 0, ", whose "+plural(staged.Carried, "approval")+" it keeps")
		a.say("         it replaces %s%s", staged.Superseded, keeps)
	}
	switch {
	case staged.Draft == "" && refused > 0:
		a.say("rejected %s, rejected or rolled back before, not proposed again: %s", plural(refused, "item"),
			a.command("review list --rejected"))
	case staged.Draft == "":
	case opts.dryRun && !staged.Already:
		printProposed(a, result)
	default:
		a.say("next     %s", a.command("review"))
	}
}

// sayDraft says what became of the draft.
func sayDraft(a *deps, result *pipeline.Result, staged review.Staging, opts runOptions) {
	line := draftLine(a, result, staged, opts)
	a.summary = either(staged.Draft == "", strings.TrimPrefix(line, "none: "), "draft "+line)
	a.say("draft    %s", line)
}

// sayNotUnderstood names some of what is not understood in the tool documents, and the command that names all of it.
func sayNotUnderstood(a *deps, account *review.Account, command string) {
	const most = 5
	all := account.NotUnderstood()
	for _, line := range all[:min(len(all), most)] {
		a.write(11, "         %s: %s", facts.NotUnderstood, line)
	}
	if more := len(all) - most; more > 0 {
		a.say("         and %d more: %s", more, a.command(command))
	}
}

// printProposed shows the texts that a dry run comes to, each below the name of its file.
func printProposed(a *deps, result *pipeline.Result) {
	if result.Section != "" {
		a.say("\n%s, the section:\n\n%s", a.sectionFile(), strings.TrimRight(result.Section, "\n"))
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
		return fmt.Sprintf("none: this run would propose the same as %s, for which changes were requested; %s",
			staged.Returned, a.hintFor(&review.NoDraftError{SentBack: staged.Returned}))
	case staged.Draft == "":
		tools := textIf(result.Tools != nil, " or "+string(lookup.File))
		return "none: nothing changed that would change " +
			either(opts.only == pipeline.OnlyTools, string(lookup.File), "the section"+tools)
	case staged.Already:
		return staged.Draft + " is already pending; this run would propose the same"
	case opts.dryRun:
		return "would be staged" + textIf(opts.beforeInit, " by "+a.command("init")) + ": " + items
	}
	return staged.Draft + " is pending review: " + items
}

// printSection says what became of the lessons.
func printSection(a *deps, result *pipeline.Result) {
	budget := result.Budget
	a.say("engine   %s", engineLine(result))
	if result.Engine == pipeline.BuiltIn {
		a.say(
			"gives    facts, recall, lint, backups, reminders to read the notes; entries only from what recurs word for word",
		)
	}
	if to := result.Proposal.SentTo; to != "" {
		a.say("sent     lessons were sent to %s", to)
	}
	a.say("read     %s in %s%s", plural(len(result.Lessons), "lesson"),
		plural(collect.WithLessons(result.Sources), "source"), usedText(result))
	required := 0
	for _, e := range result.Entries {
		required += count(e.Origin == review.Required)
	}
	entries := entriesText(len(result.Entries), required) + " in the section"
	if len(result.Entries) == required {
		entries = "no entry for the section" + textIf(required > 0, " but the required one")
	}
	a.say("found    %s, and %s", plural(len(result.Themes), "practice"), entries)
	if budget.SectionLimit > 0 { // without a source there is no section to count
		a.say("budget   section %d of %d tokens, %s %d (target %d)", budget.SectionTokens, budget.SectionLimit,
			a.sectionFile(), budget.SoulTokens, budget.SoulLimit)
	}
	for _, f := range result.Findings {
		if f.Rule == pipeline.RuleUncovered || f.Rule == pipeline.RuleFull {
			a.say("note     %s", f.Message)
		}
	}
	for _, item := range result.Proposal.Items {
		if item.InSection() && item.Old != "" {
			a.write(11, "         %s: %s (%s)", item.ID, strings.Join(item.Content(), " "), item.Why)
		}
	}
	sayNoEntry(a, result)
}

// usedText says what became of the lessons of a run that has entries of them.
func usedText(result *pipeline.Result) string {
	used, told, both := map[string]bool{}, 0, 0
	for _, e := range result.Entries {
		for _, id := range e.LessonIDs {
			used[id] = true
		}
	}
	for _, l := range result.Lessons {
		told += count(l.Class == lesson.Told && result.Engine == pipeline.BuiltIn && !used[l.ID])
		both += count(used[l.ID])
	}
	text := fmt.Sprintf(": %d in entries, %d in none", both, len(result.Lessons)-both-told)
	return textIf(both+told > 0, text+textIf(told > 0, fmt.Sprintf(", %d that only a model can use", told)))
}

// entriesText counts entries; the required one, which no lesson backs, is said by itself.
func entriesText(all, required int) string {
	if all == required && required > 0 {
		return "no entry but the required one"
	}
	return plural(all-required, "entry") + textIf(required > 0, " and the required one")
}

// entriesIn counts the entries of a SOUL.md.
func entriesIn(soul []byte) string {
	required, all := 0, section.EntriesIn(soul)
	for _, e := range all {
		required += count(lint.IsRequired(e))
	}
	return entriesText(len(all), required)
}

// count is 1 for what is counted, else 0.
func count(counts bool) int {
	if counts {
		return 1
	}
	return 0
}

// sayNoEntry says why practices and lessons gave no entry, by reason. Of lessons that stand alone without a model a
// finding tells, and of what was rejected another line.
func sayNoEntry(a *deps, result *pipeline.Result) {
	groups := map[string][]review.Dropped{}
	for _, d := range result.Dropped {
		alone := d.Kind == "lesson" && d.Reason == string(distill.Support) && result.Usage == nil
		if d.Kind != "entry" && d.Reason != string(distill.Refused) && !alone {
			groups[d.Kind+d.Reason] = append(groups[d.Kind+d.Reason], d)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		group := groups[key]
		general, _, wayOn := group[0].WhyNot()
		text := fmt.Sprintf("%s: %s", plural(len(group), group[0].Noun()), general)
		a.say("no entry %s%s", either(len(group) == 1, group[0].String(), text), textIf(wayOn != "", "; "+wayOn))
	}
}

// warnRun is warnFindings for a run. The secrets that were redacted are one line, but for a single one of a new draft.
func warnRun(a *deps, findings []lint.Finding, staged review.Staging) {
	isSecret := func(f lint.Finding) bool { return f.Rule == lint.RuleSecret }
	secrets := slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool { return !isSecret(f) })
	if n := len(secrets); !a.flags.verbose && (n > 1 || n == 1 && (staged.Draft == "" || staged.Already)) {
		findings = slices.DeleteFunc(slices.Clone(findings), isSecret)
		defer a.warn("redacted %s (%s): %s shows where", plural(n, "secret"), placesOf(secrets), a.command("lint"))
	}
	warnFindings(a, findings)
}

// placesOf are the places of some findings, the lines of one file together.
func placesOf(findings []lint.Finding) string {
	var places []string
	for i, f := range findings {
		if i > 0 && findings[i-1].Path == f.Path {
			places[len(places)-1] += fmt.Sprintf(",%d", f.Line)
		} else {
			places = append(places, f.Place())
		}
	}
	return text.FirstOf(places)
}

// warnFindings prints findings of a run as warnings, and with -v the notes too.
func warnFindings(a *deps, findings []lint.Finding) {
	for _, f := range findings {
		switch {
		case f.Rule == lint.RuleSoul:
			a.warnOfLoss("%s", f.Text())
			a.talk("hint: %s", f.Hint)
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

// engineLine says who distilled, and why or at what cost. What a warning said is not repeated.
func engineLine(result *pipeline.Result) string {
	if result.Usage == nil {
		warned := slices.ContainsFunc(result.Findings, func(f lint.Finding) bool {
			return strings.HasSuffix(f.Message, ": "+result.Why)
		})
		return result.Engine + ", no model: " + either(warned, "the warning says why", result.Why)
	}
	u := result.Usage
	line := result.Engine + textIf(result.Model != "", ", model "+result.Model) + ": " + plural(u.Requests, "request")
	line += textIf(u.Cached > 0, fmt.Sprintf(", %s known already", plural(u.Cached, "answer")))
	line += textIf(u.Refused > 0, fmt.Sprintf(", %s rejected", plural(u.Refused, "answer")))
	return line + fmt.Sprintf(", %d tokens read, %d written", u.Read, u.Written)
}
