package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/schedule"
	"wisdom/pipeline/trace"
	"wisdom/review"
)

// statusAnswer is what status says; its JSON fields are added to, not changed.
type statusAnswer struct {
	Workspace string         `json:"workspace"`
	Soul      workspace.Hash `json:"soul"`
	// Generation is the newest that left the section's file as it is now; -1 if none did.
	Generation int `json:"generation"`
	Newest     int `json:"newest_generation"` // -1 where there is none
	// NewestIs tells how the newest one came about; null where there is none.
	NewestIs *newestState `json:"newest"`
	// Files are those that the newest generation knows.
	Files []fileState `json:"files"`

	// Compressed is what the header line of the section says, empty where there is none.
	Compressed string `json:"last_compressed"`
	Entries    int    `json:"entries"`
	// Uses is what each entry rests on, and what came of it.
	Uses []entryUse `json:"uses,omitempty"`
	// Reversed is what lint says of entries that newer notes reverse or limit.
	Reversed []string    `json:"reversed,omitempty"`
	Tokens   int         `json:"section_tokens"`
	Budgets  []budgetBar `json:"budgets"`

	Waiting    string `json:"waiting"`
	WaitsSince string `json:"waits_since"`
	Undecided  int    `json:"undecided"`
	// Approved is how many items are approved but not promoted.
	Approved int  `json:"approved"`
	Stale    bool `json:"stale"`
	// Expired is the newest draft, if it expired.
	Expired string `json:"expired,omitempty"`

	// NewLessons is how many lessons no completed run has seen, NewSincePromotion
	// how many came since the run whose draft was promoted last.
	NewLessons        int    `json:"new_lessons"`
	NewSincePromotion int    `json:"new_since_promotion"`
	Promoted          string `json:"last_promotion"`
	// Proposed is how many lessons agents propose in PROPOSED_LESSONS.md.
	Proposed int `json:"proposed,omitempty"`
	// NotRead are the Markdown files below memory/ that are no source of lessons.
	NotRead []string `json:"not_read,omitempty"`

	LastRun     string           `json:"last_run"` // RFC 3339, like all times below
	LastOutcome schedule.Outcome `json:"last_outcome"`
	EmptyRuns   int              `json:"empty_runs"` // in a row
	Due         bool             `json:"due"`
	DueWhy      string           `json:"due_why,omitempty"`
	NextRun     string           `json:"next_run"`

	// Triggers is what is wrong with the triggers of entries; empty where nothing is.
	Triggers string `json:"triggers_error,omitempty"`

	// Settings is why the settings cannot be read; empty where they can.
	Settings string `json:"settings_error,omitempty"`

	Unfinished bool        `json:"unfinished"`
	Backups    backupState `json:"backups"`
	Engine     engineState `json:"engine"`

	// For people:
	required  int // of the entries
	soulState string
	soulStep  string   // what to do about it
	scheduled bool     // something asks for runs: a timer that is installed, or that asked before
	notRead   []string // what NotRead says, by why
	pending   string   // what waits, in pendingTint
	tint      terminal.Tint
	step      string // what to do about it
	// examFailed reports that the model of the last run failed its exam.
	examFailed bool
	next       time.Time

	// For the report:
	generations []backups.Generation
	records     []schedule.Record
}

// newestState says how the newest generation came about.
type newestState struct {
	At       string         `json:"at"`
	Why      backups.Why    `json:"why"`
	By       string         `json:"by"`
	Draft    string         `json:"draft,omitempty"`
	Restores *int           `json:"restores,omitempty"`
	Only     workspace.Path `json:"only,omitempty"`

	summary string
}

// fileState says which generation a file equals.
type fileState struct {
	Path string `json:"path"`
	// Generation is the newest that left it as it is now; -1 where it was edited.
	Generation int    `json:"generation"`
	Error      string `json:"error,omitempty"`
}

// budgetBar is what a text takes of its budget.
type budgetBar struct {
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
	Limit  int    `json:"limit"`
	Absent bool   `json:"absent"`

	rule string // of lint, that it breaks where it is exceeded
}

// backupState is what reading the newest generation back came to.
type backupState struct {
	Generations int    `json:"generations"`
	Verified    bool   `json:"newest_verified"`
	Error       string `json:"error,omitempty"`
}

// engineState says who would distill.
type engineState struct {
	Engine string `json:"engine"` // ollama, openai, command or builtin
	Model  string `json:"model"`
	Host   string `json:"host,omitempty"`
	Error  string `json:"error,omitempty"` // why the model cannot be asked

	place llm.Place
}

func newStatus(a *deps) *cobra.Command {
	var exitCode, noModel bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show what is pending and what to do next",
		Long: `Show each entry of the section with what it rests on, how often it reminded the agent
or was recalled, and whether newer notes repeat it; the budgets; the generation that
each file equals; the pending draft; the lessons written since the last run and
promotion; the last run, and the next one where a timer asks for it; whether the newest
backup can be read, and whether the model responds. The last line says what to do next.
Nothing is written, except what .wisdom keeps of the notes.`,
		Example:     "  wisdom status\n  wisdom status --exit-code --quiet --no-model",
		Annotations: withoutSettings(inWorkspaces(exitFindings)),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.each(cmd.Context(), func(a *deps) error { return runStatus(cmd.Context(), a, exitCode, noModel) })
		},
	}
	cmd.Flags().BoolVar(&exitCode, "exit-code", false,
		"exit with 1 if a draft is pending, a promotion is unfinished, the newest backup is damaged or "+
			"the settings cannot be read")
	cmd.Flags().BoolVar(&noModel, "no-model", false, "do not check whether the model responds")
	return cmd
}

func runStatus(ctx context.Context, a *deps, exitCode, noModel bool) error {
	now := a.clock()
	s, err := gatherStatus(ctx, a, now)
	if err != nil {
		return err
	}
	if !noModel {
		engineStatus(ctx, a, s)
	}
	needsLook := s.Waiting != "" || s.Unfinished || s.Backups.Error != "" || s.Settings != ""
	return cmp.Or(a.respond(s, func() { printStatus(a, s, now) }), findingsIf(exitCode && needsLook))
}

func gatherStatus(ctx context.Context, a *deps, now time.Time) (*statusAnswer, error) {
	s := &statusAnswer{Workspace: a.dir, Generation: -1, Newest: -1, Files: []fileState{}}
	log, err := a.readLog()
	if err != nil {
		return nil, err
	}
	if s.generations, err = backups.Generations(a.fsys); err != nil {
		return nil, err
	}
	if s.Unfinished, err = backups.Pending(a.fsys); err != nil {
		return nil, err
	}
	if state, isBad := triggersIn(a); isBad {
		s.Triggers = state
	}
	soulStatus(a, s)
	fileStatus(ctx, a, s)
	waitingStatus(a, s, log, now)
	return s, cmp.Or(lessonStatus(ctx, a, s, log), scheduleStatus(a, s, now))
}

func lessonStatus(ctx context.Context, a *deps, s *statusAnswer, log *review.Log) error {
	collected, err := collectLessons(ctx, a)
	if err != nil {
		return err
	}
	s.LastRun = collected.Known.LastRun
	s.NewLessons = collect.CountNew(collected.Lessons)
	proposed, _, err := workspace.ReadIfThere(a.fsys, lesson.Proposed, 1<<20)
	if err != nil {
		return err
	}
	s.Proposed = bytes.Count(proposed, []byte("\n- "))
	for _, source := range collected.Sources {
		for _, name := range source.Files {
			s.NotRead = append(s.NotRead, source.Path+name)
		}
		if source.Files != nil {
			s.notRead = append(s.notRead, source.Note)
		}
	}
	if f, err := trace.New(
		a.fsys,
		a.sectionFile(),
		collected,
		func(error) {},
	); err == nil { // SOUL.md has a line of its own
		if s.Uses, err = usesOf(ctx, a, f); err != nil {
			return err
		}
	}
	for _, u := range s.Uses {
		if u.used != nil {
			for _, f := range reversalOf(a, *u.used) {
				s.Reversed = append(s.Reversed, f.Message)
			}
		}
	}
	made := ""
	for _, g := range s.generations {
		if g.Why == backups.Promotion {
			s.Promoted, made = g.At, g.At
			if d, err := log.Load(a.fsys, g.Draft); err == nil {
				made = d.Created
			}
		}
	}
	for _, l := range collected.Lessons {
		if seen, ok := collected.Known.Seen[l.ID]; !ok || seen.FirstAfter(made) {
			s.NewSincePromotion++
		}
	}
	return nil
}

// scheduleStatus says what runs there were, and when the next one is due.
func scheduleStatus(a *deps, s *statusAnswer, now time.Time) error {
	var err error
	if s.records, err = schedule.Records(a.fsys); err != nil {
		return err
	}
	rules := rules(a)
	last, _ := schedule.Last(s.records, now)
	s.LastRun, s.examFailed = cmp.Or(last.Started, s.LastRun), last.ExamFailed
	if n := len(s.records); n > 0 {
		s.LastOutcome = s.records[n-1].Outcome
	}
	s.EmptyRuns = schedule.EmptyInARow(s.records)
	s.scheduled = len(timers(a)) > 0 || slices.ContainsFunc(s.records, func(r schedule.Record) bool { return r.Why != "" })
	if a.wrong != nil { // no run begins
		s.Settings = a.wrong.Error()
		return nil
	}
	d := rules.ByLessons(rules.ByClock(last.At(), now), last, s.NewLessons)
	s.Due, s.DueWhy, s.next = d.Due, d.Why, d.Next
	if !d.Next.IsZero() {
		s.NextRun = d.Next.Format(time.RFC3339)
	}
	return nil
}

// waitingStatus says what is pending, and what to do about it.
func waitingStatus(a *deps, s *statusAnswer, log *review.Log, now time.Time) {
	is := func(tint terminal.Tint, step, format string, args ...any) {
		s.tint, s.step, s.pending = tint, step, fmt.Sprintf(format, args...)
	}
	id := log.Waiting()
	if s.Waiting = id; id == "" {
		none := log.NoDraft()
		if is(terminal.Green, "", "nothing"); none.Last != "" {
			is(terminal.Yellow, a.hintFor(none), "nothing: %s", none.Last)
		}
		s.Expired = none.Expired
		return
	}
	d, err := log.Load(a.fsys, id)
	if err == nil {
		s.WaitsSince, s.Undecided, s.Approved = d.Created, log.Undecided(id), len(log.ToPlace(d))
		err = review.CheckCurrent(a.fsys, log, d)
	}
	s.Stale = err != nil
	switch state := log.State(id); {
	case s.Stale:
		is(terminal.Red, a.hintFor(err), "draft %s, but it no longer applies: %s", id, err)
	case log.Overdue(id, now, a.settings.DraftAge()):
		is(terminal.Yellow, a.command("run")+" proposes again what still holds",
			"nothing; draft %s is expired: undecided for more than %s", id, a.settings.Review.MaxAge)
	case state == review.StateNeedsReview:
		is(terminal.Red, a.command("review"), "draft %s could not be promoted: %s", id, log.Failure(id))
	case state == review.StateApproved:
		is(terminal.Yellow, promoteCommand(a, log, d), "draft %s is approved but not promoted", id)
	default:
		approved := textIf(s.Approved > 0, fmt.Sprintf("%d approved but not promoted, ", s.Approved))
		is(
			terminal.Yellow,
			a.command("review"),
			"draft %s of %s, %s%s undecided",
			id,
			since(a, review.Day(s.WaitsSince), now),
			approved,
			plural(s.Undecided, "item"),
		)
	}
}

// promoteCommand promotes what is approved of a draft, and approves nothing else.
func promoteCommand(a *deps, log *review.Log, d *review.Draft) string {
	items := textIf(log.Undecided(d.ID) > 0, " --items "+strings.Join(log.ToPlace(d), ","))
	return a.command("review approve " + d.ID + items)
}

// soulStatus looks at the section's file, the section, and the budgets.
func soulStatus(a *deps, s *statusAnswer) {
	if last := len(s.generations) - 1; last >= 0 {
		g := s.generations[last]
		s.Newest, s.NewestIs = g.Number, &newestState{g.At, g.Why, g.By, g.Draft, g.Restores, g.Only, g.Summary()}
	}
	soul, err := lint.ReadSoul(a.fsys, a.sectionFile())
	found, wrong := section.In(soul)
	if s.Soul = workspace.HashOf(soul); err != nil {
		s.Soul = workspace.Absent
	} else if n, ok := backups.Equals(s.generations, a.sectionFile(), s.Soul); ok {
		s.Generation = n
	}
	if wrong = cmp.Or(err, wrong); wrong != nil {
		s.soulState, s.soulStep = wrong.Error(), a.hintFor(wrong)
	} else if found != nil {
		s.Tokens = a.countOf(string(soul[found.Start:found.End]))
		s.Entries = len(found.Entries())
		for _, e := range found.Entries() {
			s.required += count(lint.IsRequired(e))
		}
		for _, line := range found.Lines {
			if line.Kind == section.HeaderLine {
				s.Compressed = line.Header.Date
			}
		}
	}
	limits := a.settings.Budgets
	s.Budgets = []budgetBar{
		{"section", s.Tokens, limits.Section, s.Tokens == 0, lint.RuleSectionBudget},
		{string(a.sectionFile()), a.countOf(string(soul)), limits.Soul, err != nil, lint.RuleSoulBudget},
	}
	if !a.lintOptions().SectionOnly() {
		s.Budgets = append(s.Budgets, tableBar(a))
	}
}

func tableBar(a *deps) budgetBar {
	b, err := a.fsys.ReadFile(lookup.File, workspace.MaxTarget)
	return budgetBar{string(lookup.File), a.countOf(string(b)), a.settings.Budgets.Tools, err != nil, lint.RuleToolsBudget}
}

// fileStatus compares every file that the newest generation knows, and reads that generation back.
func fileStatus(ctx context.Context, a *deps, s *statusAnswer) {
	all := s.generations
	if s.Backups.Generations = len(all); len(all) == 0 {
		return
	}
	newest := all[len(all)-1]
	for _, p := range slices.Sorted(maps.Keys(newest.After)) {
		state := fileState{Path: string(p), Generation: -1}
		_, hash, err := workspace.ReadState(a.fsys, p, workspace.MaxTarget)
		if err != nil {
			state.Error = err.Error()
		} else if n, ok := backups.Equals(all, p, hash); ok {
			state.Generation = n
		}
		if hash != workspace.Absent || state.Generation < 0 { // else it is not there, and was not
			s.Files = append(s.Files, state)
		}
	}
	problems := backups.Verify(ctx, a.fsys, all[len(all)-1:], nil)
	if s.Backups.Verified = len(problems) == 0; !s.Backups.Verified {
		s.Backups.Error = problems[0].Error()
	}
}

// engineStatus asks whether the model is there, and waits for two seconds.
func engineStatus(ctx context.Context, a *deps, s *statusAnswer) {
	limited, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var model *llm.Model
	settings, err := firstModel(limited, a, "")
	if err == nil {
		settings.Progress = nil
		model, err = llm.Connect(limited, workspace.NewDryRun(a.fsys), settings)
	}
	if err != nil {
		s.Engine = engineState{Engine: "builtin", Model: a.settings.Model.Name, Error: err.Error()}
		return
	}
	s.Engine = engineState{model.Place().Engine, model.Name(), model.Place().Name, "", model.Place()}
}
