package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

func newReviewAdd(a *deps) *cobra.Command {
	var lessons []string
	var own bool
	cmd := &cobra.Command{
		Use:   "add TEXT",
		Short: "Add an entry of your own, backed by lessons that you pick",
		Long: `Find the lessons that support an entry in your words, and stage it with those that
you pick. TEXT is one sentence that says what to do, or "**Name.** What to do."; a
missing name is made from the text. No model is needed.

On a terminal, type the numbers of the lessons that support it; Enter takes all that
are shown, and q, Esc or Ctrl-D quits. Elsewhere, name them with --lessons; without
that, or if too few are found, the lessons are listed and nothing is staged (exit 10).
An entry needs three lessons (budgets.support). --own stages it without lessons, as
your own word.

The entry is checked like any other. It joins the pending draft, or starts a new
one, and is undecided until you approve it.`,
		Example: `  wisdom review add "Never write to the oven's registers."
  wisdom review add "**Drafts.** Ask before you send one." --own`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			if own && cmd.Flags().Changed("lessons") {
				return errors.New("--own and --lessons exclude each other")
			}
			return runAdd(cmd.Context(), a, args[0], lessons, own)
		},
	}
	cmd.Flags().StringSliceVar(&lessons, "lessons", nil, "the `IDS` of the lessons that back it; see --json")
	cmd.Flags().BoolVar(&own, "own", false, "stage it without lessons, as your own word")
	return cmd
}

// mostCandidates is how many lessons are offered for an entry.
const mostCandidates = 12

func runAdd(ctx context.Context, a *deps, text string, named []string, alone bool) error {
	opts, err := a.reviewerOptions()
	if err != nil {
		return err
	}
	own, err := ownEntry(a, text)
	if err != nil {
		return err
	}
	found, err := wholeHistory(ctx, a)
	if err != nil {
		return err
	}
	// On a copy first: nobody picks lessons for what cannot be added.
	dry := workspace.NewDryRun(a.fsys)
	log, err := review.ReadLog(dry)
	if err != nil {
		return err
	}
	added, remarks, err := addOwn(ctx, a, dry, log, found, own, opts)
	if err != nil {
		return err
	}
	if added.Already {
		return replyAdded(a, log, added, nil)
	}
	if !alone {
		own.Lessons, err = pickLessons(ctx, a, text, own, found.Lessons, named)
		if errors.Is(err, errLeft) || errors.Is(err, io.EOF) {
			a.say("left: nothing is staged")
			return nil
		}
		if err != nil {
			return err
		}
	}
	return a.locked(ctx, opts, func(log *review.Log) error {
		added, remarks, err = addOwn(ctx, a, a.fsys, log, found, own, opts)
		if err != nil {
			return err
		}
		if err := remember(a, log, own.Lessons); err != nil {
			return err
		}
		for _, remark := range remarks {
			a.warn("%s", remark.Message)
		}
		return replyAdded(a, log, added, remarks)
	})
}

// remember has later runs look for lessons wherever they stand: a note may be older than their window.
func remember(a *deps, log *review.Log, lessons []lesson.Lesson) error {
	known, err := review.ReadLedger(a.fsys, log)
	if err != nil || known.LastRun == "" || len(lessons) == 0 {
		return err
	}
	next := known.Record(lessons, slices.Collect(maps.Keys(known.Seen)), a.clock().Format(time.RFC3339))
	next.LastRun = known.LastRun
	return next.Save(a.fsys)
}

// ownEntry reads what a person typed as an entry, and gives it a name where it has none.
func ownEntry(a *deps, s string) (pipeline.Own, error) {
	s = text.OneLine(s)
	entry, named := section.ParseEntry(s)
	if entry.Marker = ""; !named {
		entry = section.Entry{Name: distill.NameFor(s), Text: s}
		if entry.Name == "" {
			hint := a.command("review add \"**Name.** What to do.\"")
			return pipeline.Own{}, hinted(hint, "no name for the entry can be made from this text: give it one")
		}
	}
	return pipeline.Own{Entry: entry.WithStops()}, nil
}

// wholeHistory collects the lessons of all notes, however old.
func wholeHistory(ctx context.Context, a *deps) (*collect.Result, error) {
	known, err := ledger(a)
	if err != nil {
		return nil, err
	}
	anew, opts := *known, a.collectOptions()
	anew.LastRun, opts.Again = "", true
	return collect.Collect(ctx, a.fsys, &anew, opts)
}

// addOwn stages an entry in a workspace, or in a copy of it.
func addOwn(
	ctx context.Context, a *deps, fsys workspace.FS, log *review.Log, found *collect.Result, own pipeline.Own,
	opts review.Options,
) (*review.Added, []lint.Finding, error) {
	settings := a.options()
	settings.Review = opts
	p, remarks, err := pipeline.ProposeOwn(ctx, fsys, log, found, own, settings)
	if err != nil {
		return nil, nil, err
	}
	added, err := review.Add(ctx, fsys, log, p, own.Entry, own.Lessons, opts)
	if is[*review.RoomError](err) {
		err = &hintedError{err, "shorten it, or make room: take an entry out of the section, or raise [budgets] section"}
	}
	return added, remarks, err
}

// pickLessons returns the lessons that back an entry: the named ones, or those that a person at a terminal picks, who
// may quit instead. Without either, or where all candidates are too few, it lists them.
func pickLessons(
	ctx context.Context, a *deps, text string, own pipeline.Own, lessons []lesson.Lesson, named []string,
) (picked []lesson.Lesson, err error) {
	if len(named) > 0 {
		if picked, err = lessonsNamed(a, lessons, named); err != nil {
			return nil, err
		}
		return picked, enough(a, picked)
	}
	candidates := distill.Candidates(ctx, lessons, own.Text, mostCandidates)
	all := make([]lesson.Lesson, len(candidates))
	for i, c := range candidates {
		all[i] = *c.Lesson
	}
	if !a.interactive() || enough(a, all) != nil {
		return nil, listCandidates(a, text, own, candidates)
	}
	printCandidates(a, own, candidates)
	for keys := a.keyboard(); ; {
		answer, err := quits(keys.Line(ctx, "Which support it? Numbers, Enter for all, q quits:"))
		if err != nil {
			return nil, err
		}
		if picked, err = numbered(candidates, answer); err == nil {
			return picked, enough(a, picked)
		}
		a.write(0, "%s", err)
	}
}

// lessonsNamed finds lessons by their IDs, of which the first digits are enough.
func lessonsNamed(a *deps, lessons []lesson.Lesson, ids []string) (picked []lesson.Lesson, err error) {
	const shortest = 4
	for _, id := range ids {
		id = strings.TrimSpace(id)
		like := slices.DeleteFunc(slices.Clone(lessons), func(l lesson.Lesson) bool {
			return len(id) < shortest || !strings.HasPrefix(l.ID, id)
		})
		listing := a.command("lessons --json") + " lists them"
		switch len(like) {
		case 0:
			return nil, hinted(listing, "no lesson has the ID %q", id)
		case 1:
			picked = once(picked, like[0])
		default:
			return nil, hinted(listing, "%d lessons have an ID that starts with %q", len(like), id)
		}
	}
	return picked, nil
}

// once adds a lesson that is not among the picked ones: nobody backs an entry with one lesson by naming it three times.
func once(picked []lesson.Lesson, l lesson.Lesson) []lesson.Lesson {
	if slices.ContainsFunc(picked, func(p lesson.Lesson) bool { return p.ID == l.ID }) {
		return picked
	}
	return append(picked, l)
}

// timesOf is how often lessons were written down, all together.
func timesOf(lessons []lesson.Lesson) (times int) {
	for _, l := range lessons {
		times += l.Times()
	}
	return times
}

// enough reports whether lessons are enough to back an entry.
func enough(a *deps, picked []lesson.Lesson) error {
	if least := a.settings.Budgets.Support; timesOf(picked) < least {
		return hinted("name more lessons, or stage it as your own word: --own", "an entry needs %s, and %s %s it",
			plural(least, "lesson"), lesson.SupportOf(picked), either(len(picked) == 1, "backs", "back"))
	}
	return nil
}

// numbered are the candidates whose numbers a person typed; without a number, all that do not say the opposite.
func numbered(candidates []distill.Candidate, answer string) (picked []lesson.Lesson, err error) {
	fields := strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) == 0 {
		for _, c := range candidates {
			if !c.Against {
				picked = append(picked, *c.Lesson)
			}
		}
	}
	for _, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 || n > len(candidates) {
			return nil, fmt.Errorf("%q is no number from 1 to %d", field, len(candidates))
		}
		picked = once(picked, *candidates[n-1].Lesson)
	}
	return picked, nil
}

func printCandidates(a *deps, own pipeline.Own, candidates []distill.Candidate) {
	a.write(0, "%s", own)
	for i, c := range candidates {
		date := textIf(c.Date != "", ", "+c.Date)
		a.write(4, "%2d  %s%s%s", i+1, c.Place, date, textIf(c.Against, ", says the opposite"))
		a.write(4, "    %s", c.Sentence)
	}
}

// listCandidates lists the lessons that may back an entry, and ends with the command that stages it.
func listCandidates(a *deps, text string, own pipeline.Own, candidates []distill.Candidate) error {
	rows := []object{}
	for _, c := range candidates {
		rows = append(rows, object{
			"id": c.ID, "place": c.String(), "date": c.Date, "sentence": c.Sentence, "share": c.Share, "against": c.Against,
		})
	}
	supporting, _ := numbered(candidates, "")
	command := a.command("review add "+quoted(text)) + " --own"
	why := "name the lessons that back it"
	switch {
	case len(candidates) == 0:
		why = "no lesson is about it"
	case enough(a, supporting) != nil:
		why = fmt.Sprintf("found %d of the %d that an entry needs", timesOf(supporting), a.settings.Budgets.Support)
	default:
		ids := make([]string, len(supporting))
		for i, l := range supporting {
			ids[i] = l.ID
		}
		command = strings.TrimSuffix(command, "--own") + "--lessons " + strings.Join(ids, ",")
	}
	answer := object{"name": own.Name, "text": own.Text, "lessons": rows, "command": command}
	err := a.respond(answer, func() { printCandidates(a, own, candidates) })
	return cmp.Or[error](err, &hintedError{&nothingError{"nothing is staged: " + why}, command})
}

// replyAdded tells of an entry that a person added.
func replyAdded(a *deps, log *review.Log, added *review.Added, remarks []lint.Finding) error {
	item, _ := added.Draft.Item(added.Item)
	answer := answerOn(log, added.Draft, nil)
	maps.Copy(answer, object{
		"item": item.ID, "name": item.Name, "text": item.Text, "lessons": item.Lessons, "already": added.Already,
		"remarks": append([]lint.Finding{}, remarks...),
	})
	return a.respond(answer, func() {
		where := either(added.Already, "pending already", "added")
		a.say("%s: item %s of draft %s (%s)", where, item.ID, added.Draft.ID, item.Why)
		a.write(2, "  %s", item.Entry())
		a.say("approve it with  %s", a.command("review approve "+added.Draft.ID+" --items "+item.ID))
	})
}
