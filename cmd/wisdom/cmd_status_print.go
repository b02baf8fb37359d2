package main

import (
	"fmt"
	"strings"
	"time"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lint"
	"wisdom/pipeline/schedule"
)

// sayIn is say with a label in a column of its own, "" where a line goes on, and a colour for the rest. Red needs a
// person, yellow is worth a look, green is right; the words say so too.
func sayIn(a *deps, colour terminal.Tint, label, format string, args ...any) {
	fmt.Fprintf(a.out, "%-10s %s\n", label, a.tinted(colour, fmt.Sprintf(format, args...)))
}

func printStatus(a *deps, s *statusAnswer, now time.Time) {
	a.say("workspace  %s", s.Workspace)
	printSoul(a, s, now)
	for i, bar := range s.Budgets {
		sayIn(a, bar.tint(), textIf(i == 0, "budget"), "%-16s %s", bar.Name, bar)
		if bar.Tokens > bar.Limit {
			a.say("           hint: %s", lint.BudgetHint(bar.rule))
		}
	}
	label := "files"
	for _, file := range s.Files {
		if file.Path != string(lint.SoulFile) { // it has a line of its own
			tint, text := file.in(s.Newest)
			sayIn(a, tint, label, "%s", text)
			label = ""
		}
	}
	sayIn(a, s.tint, "pending", "%s", s.pending)
	printRuns(a, s, now)
	a.say("promoted   %s", since(a, s.Promoted, now))
	if n := s.NewestIs; n != nil {
		a.say("newest     generation %d: %s%s, %s", s.Newest, n.summary, textIf(n.By != "", " by "+n.By), since(a, n.At, now))
	}
	switch {
	case s.Backups.Error != "":
		sayIn(a, terminal.Red, "backups", "DAMAGED: %s", s.Backups.Error)
	case s.Backups.Verified:
		sayIn(a, terminal.Green, "backups", "%s; the newest was read and compared",
			plural(s.Backups.Generations, "generation"))
	default:
		a.say("backups    none yet")
	}
	switch {
	case s.Engine.Engine == "":
	case s.Engine.Error != "":
		sayIn(a, terminal.Yellow, "engine", "built-in, without a model: %s", s.Engine.Error)
	default:
		sayIn(a, terminal.Green, "engine", "%s%s", s.Engine.place, textIf(s.Engine.Model != "", " has "+s.Engine.Model))
	}
	a.say("next       %s", nextStep(a, s))
}

// nextStep is what to do next: the most urgent thing.
func nextStep(a *deps, s *statusAnswer) string {
	switch {
	case s.Settings != "":
		return a.hintFor(a.wrong)
	case s.Unfinished:
		return a.command("run") + " finishes the promotion that was interrupted"
	case s.Backups.Error != "":
		return a.command("backups verify")
	case s.step != "":
		return s.step
	case s.soulStep != "":
		return s.soulStep
	case s.LastRun == "" && s.Newest < 0:
		return a.command("init")
	case s.Due:
		return a.command("run")
	}
	return "nothing to do"
}

func printSoul(a *deps, s *statusAnswer, now time.Time) {
	switch {
	case s.soulState != "":
		sayIn(a, terminal.Red, "SOUL.md", "%s", s.soulState)
	case s.Newest < 0:
		a.say("SOUL.md    as it was found; nothing was promoted yet")
	case s.Generation == s.Newest:
		sayIn(a, terminal.Green, "SOUL.md", "is generation %d, the newest", s.Generation)
	case s.Generation >= 0:
		sayIn(a, terminal.Yellow, "SOUL.md", "equals generation %d of %d", s.Generation, s.Newest)
	default:
		sayIn(a, terminal.Yellow, "SOUL.md", "was edited since generation %d", s.Newest)
	}
	if s.Entries == 0 && s.Compressed == "" {
		a.say("section    none")
		return
	}
	a.say("section    %s, %s", plural(s.Entries, "entry"),
		either(s.Compressed == "", "no header line", "last compressed "+since(a, s.Compressed, now)))
}

// worthALook is how many empty runs in a row are suspect: a pipeline that runs and never brings anything looks healthy.
const worthALook = 3

func printRuns(a *deps, s *statusAnswer, now time.Time) {
	switch {
	case s.LastRun == "":
		a.say("lessons    %d, none of them seen by a run yet", s.NewLessons)
	case s.examFailed:
		a.say("lessons    %d, left for a model that passes its exam: %s", s.NewLessons, a.command("doctor --exam"))
	default:
		a.say("lessons    %d new since the last run (%d make it worth a run)%s", s.NewLessons,
			a.settings.Schedule.MinNewLessons,
			textIf(s.Promoted != "", fmt.Sprintf(", %d since the last promotion", s.NewSincePromotion)))
	}
	for _, note := range s.notRead {
		a.say("memory/    %s", note)
	}
	colour := terminal.Plain
	if s.LastOutcome == schedule.Failed {
		colour = terminal.Red
	}
	sayIn(a, colour, "last run", "%s%s%s", since(a, s.LastRun, now),
		textIf(s.LastOutcome != "", ", the last outcome: "+string(s.LastOutcome)),
		textIf(s.examFailed, ", the model failed its exam"))
	if s.EmptyRuns >= worthALook {
		sayIn(a, terminal.Yellow, "", "%d runs in a row brought nothing: does it read the right places? %s", s.EmptyRuns,
			a.command("lessons"))
	}
	switch {
	case s.Settings != "":
		sayIn(a, terminal.Red, "settings", "%s", s.Settings)
		a.say("next run   none until the settings can be read")
	case s.Due:
		sayIn(a, terminal.Yellow, "next run", "due now, %s", s.DueWhy)
	default:
		a.say("next run   %s", nextRun(s.next, now))
	}
}

// String is a budget as a bar.
func (b budgetBar) String() string {
	const width = 20
	if b.Absent {
		return fmt.Sprintf("%4s of %4d  [%s] absent", "-", b.Limit, strings.Repeat(".", width))
	}
	full := min(width, (b.Tokens*width+b.Limit-1)/b.Limit)
	text := fmt.Sprintf("%4d of %4d  [%s%s] %d %%", b.Tokens, b.Limit, strings.Repeat("#", full),
		strings.Repeat(".", width-full), (b.Tokens*100+b.Limit/2)/b.Limit)
	return text + textIf(b.Tokens > b.Limit, ", over"+textIf(b.isTarget(), " the target"))
}

// isTarget reports whether the limit is one to aim at: nothing is rejected beyond it.
func (b budgetBar) isTarget() bool { return b.Name == string(lint.SoulFile) }

// tint is red where a limit is exceeded, or yellow where that is a target.
func (b budgetBar) tint() terminal.Tint {
	switch {
	case b.Absent:
		return terminal.Plain
	case b.Tokens <= b.Limit:
		return terminal.Green
	case b.isTarget():
		return terminal.Yellow
	}
	return terminal.Red
}

// in says which generation a file equals, and in which colour.
func (f fileState) in(newest int) (terminal.Tint, string) {
	switch {
	case f.Error != "":
		return terminal.Red, f.Error
	case f.Generation < 0:
		return terminal.Yellow, fmt.Sprintf("%s was edited since generation %d", f.Path, newest)
	}
	older := textIf(f.Generation != newest, fmt.Sprintf(", of %d", newest))
	return terminal.Green, fmt.Sprintf("%s is as generation %d left it%s", f.Path, f.Generation, older)
}

// since is a moment in RFC 3339, or a day, and how many days of the calendar ago it was; or never.
func since(a *deps, at string, now time.Time) string {
	moment, err := time.Parse(time.RFC3339, at)
	shown := a.when(at)
	if err != nil {
		if moment, err = time.ParseInLocation(time.DateOnly, at, now.Location()); err != nil {
			return "never"
		}
	}
	midnight := func(t time.Time) time.Time {
		year, month, day := t.In(now.Location()).Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	ago := "today"
	if days := int(midnight(now).Sub(midnight(moment)).Hours() / 24); days > 0 {
		ago = plural(days, "day") + " ago"
	}
	return shown + " (" + ago + ")"
}
