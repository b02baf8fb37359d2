package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/lesson"
	"wisdom/markdown/lint"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

// sayIn is say with a label in a column of its own, "" where a line goes on, and a colour for the rest. Red needs a
// person, yellow is worth a look, green is right; the words say so too.
func sayIn(a *deps, colour terminal.Tint, label, format string, args ...any) {
	fmt.Fprintf(a.out, "%-10s %s\n", label, a.tinted(colour, fmt.Sprintf(format, args...)))
}

// sayCut is sayIn for a line that fits on a screen: what is behind its last column is cut off.
func sayCut(a *deps, colour terminal.Tint, label, text string) {
	const columns = 80 - 11
	if runes := []rune(text); len(runes) > columns {
		text = string(runes[:columns-1]) + "…"
	}
	sayIn(a, colour, label, "%s", text)
}

func printStatus(a *deps, s *statusAnswer, now time.Time) {
	a.say("workspace  %s", s.Workspace)
	printSoul(a, s, now)
	printUses(a, s)
	if s.Triggers != "" {
		sayIn(a, terminal.Yellow, "triggers", "%s", s.Triggers)
	}
	for i, bar := range s.Budgets {
		sayIn(a, bar.tint(), textIf(i == 0, "budget"), "%-16s %s", bar.Name, bar)
	}
	printFiles(a, s)
	sayIn(a, s.tint, "pending", "%s", s.pending)
	printRuns(a, s, now)
	if n := s.NewestIs; n == nil || n.At != s.Promoted {
		a.say("promoted   %s", since(a, s.Promoted, now))
	}
	if n := s.NewestIs; n != nil {
		sayCut(a, terminal.Plain, "newest", fmt.Sprintf("generation %d: %s%s, %s", s.Newest, n.summary,
			textIf(n.By != "", " by "+n.By), review.Day(n.At)))
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
		sayCut(a, terminal.Yellow, "engine", "built-in, without a model: "+s.Engine.Error)
	default:
		sayIn(a, terminal.Green, "engine", "%s%s", s.Engine.place, textIf(s.Engine.Model != "", " has "+s.Engine.Model))
	}
	a.say("next       %s", nextStep(a, s))
}

// printUses says in a line each what entries rest on and what came of them. What does not fit on the screen is counted.
func printUses(a *deps, s *statusAnswer) {
	const most = 7
	uses := slices.DeleteFunc(slices.Clone(s.Uses), func(u entryUse) bool { return u.Origin == review.Required })
	for i := range uses[:min(len(uses), most)] {
		tint, text := uses[i].line()
		sayCut(a, tint, textIf(i == 0, "entries"), text)
	}
	if more := len(uses) - most; more > 0 {
		a.say("           and %d more: %s", more, a.command("lessons used"))
	}
}

// printFiles says which files are as the newest generation left them, in one line, and what became of the others.
func printFiles(a *deps, s *statusAnswer) {
	label, as := "files", map[string][]string{}
	for _, file := range s.Files {
		tint, text := file.in(s.Newest)
		switch {
		case file.Path == string(a.sectionFile()): // it has a line of its own
		case tint == terminal.Green:
			as[text] = append(as[text], file.Path)
		default:
			sayIn(a, tint, label, "%s", strings.TrimPrefix(file.Path+" "+text, textIf(file.Error != "", file.Path+" ")))
			label = ""
		}
	}
	for _, text := range slices.Sorted(maps.Keys(as)) {
		sayIn(a, terminal.Green, label, "%s %s %s", strings.Join(as[text], ", "), text,
			either(len(as[text]) == 1, "it", "them"))
		label = ""
	}
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
	file := string(a.sectionFile())
	switch {
	case s.soulState != "":
		sayIn(a, terminal.Red, file, "%s", s.soulState)
	case s.Newest < 0:
		a.say("%-10s as it was found; nothing was promoted yet", file)
	case s.Generation == s.Newest:
		sayIn(a, terminal.Green, file, "is generation %d, the newest", s.Generation)
	case s.Generation >= 0:
		sayIn(a, terminal.Yellow, file, "equals generation %d of %d", s.Generation, s.Newest)
	default:
		sayIn(a, terminal.Yellow, file, "was edited since generation %d", s.Newest)
	}
	if s.Entries == 0 && s.Compressed == "" {
		a.say("section    none")
		return
	}
	a.say("section    %s, %s", entriesText(s.Entries, s.required),
		either(s.Compressed == "", "no header line", "compressed "+since(a, s.Compressed, now)))
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
		a.say("lessons    %d new since the last run (%d make one due)%s", s.NewLessons,
			a.settings.Schedule.MinNewLessons,
			textIf(s.Promoted != "", fmt.Sprintf(", %d since the promotion", s.NewSincePromotion)))
	}
	if s.Proposed > 0 {
		a.say("proposed   %s by agents: move what holds from %s to your notes", plural(s.Proposed, "lesson"),
			lesson.Proposed)
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
	case s.scheduled:
		a.say("next run   %s", nextRun(s.next, now))
	}
}

// String is a budget as a bar.
func (b budgetBar) String() string {
	const width = 12
	if b.Absent {
		return fmt.Sprintf("%4s of %4d  [%s] absent", "-", b.Limit, strings.Repeat(".", width))
	}
	full := min(width, (b.Tokens*width+b.Limit-1)/b.Limit)
	text := fmt.Sprintf("%4d of %4d  [%s%s] %d %%", b.Tokens, b.Limit, strings.Repeat("#", full),
		strings.Repeat(".", width-full), (b.Tokens*100+b.Limit/2)/b.Limit)
	return text + textIf(b.Tokens > b.Limit, ", over"+textIf(b.isTarget(), " the target"))
}

// isTarget reports whether the limit is one to aim at: nothing is rejected beyond it.
func (b budgetBar) isTarget() bool { return b.rule == lint.RuleSoulBudget }

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
		return terminal.Yellow, fmt.Sprintf("was edited since generation %d", newest)
	}
	older := textIf(f.Generation != newest, fmt.Sprintf(" of %d", newest))
	return terminal.Green, fmt.Sprintf("as generation %d%s left", f.Generation, older)
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
