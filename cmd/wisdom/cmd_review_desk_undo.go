package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/cmd/wisdom/web"
	"wisdom/review"
)

// newest are the newest generation and the one before it, nil where none can be undone, and the log.
func (d *desk) newest() (newest, before *backups.Generation, log *review.Log, err error) {
	if log, err = review.ReadLog(d.a.fsys); err != nil {
		return nil, nil, nil, err
	}
	all, err := backups.Generations(d.a.fsys)
	if err != nil || len(all) < 2 {
		return nil, nil, nil, err
	}
	return &all[len(all)-1], &all[len(all)-2], log, nil
}

// showUndo fills in what undoing the newest generation would change.
func (d *desk) showUndo(page *web.Review) error {
	newest, before, log, err := d.newest()
	if err != nil || newest == nil {
		return err
	}
	leaving := log.Leaving(before.Number, "")
	page.Undo = &web.Undo{
		Generation: newest.Number, Summary: newest.Summary(), When: d.a.when(newest.At),
		Rejects: len(leaving.Rejected) > 0, Closes: closedBy(leaving),
	}
	if newest.Restores != nil {
		page.Undo.Back, page.Undo.Reopens = before.Number, namesOf(log.TakenOut())
	}
	_, change, err := planRollback(d.a, rollbackOptions{to: -1}, d.opts.By)
	if err != nil {
		page.Undo.Problem = "It cannot be undone here: " + err.Error()
		return nil
	}
	changes, err := review.ChangesBack(d.a.fsys, change)
	page.Undo.Blocks = blocksOf(changes)
	return err
}

// namesOf are the items of drafts, with their draft where there are several.
func namesOf(items map[string][]string) (names []string) {
	for _, draft := range slices.Sorted(maps.Keys(items)) {
		for _, id := range items[draft] {
			if len(items) > 1 {
				id += " of " + draft
			}
			names = append(names, id)
		}
	}
	return names
}

// fewNames is how many items an answer names; it counts more.
const fewNames = 5

// inFewWords are items in few words: their names, or how many there are.
func inFewWords(names []string) string {
	if len(names) <= fewNames {
		return strings.Join(names, ", ")
	}
	kinds := map[byte]string{'e': "entry", 't': "fact", 'x': "fact"} // by the letter of an id
	kind := kinds[names[0][0]]
	if kind == "" || slices.ContainsFunc(names, func(name string) bool { return kinds[name[0]] != kind }) {
		kind = "item"
	}
	return plural(len(names), kind)
}

// undo rolls the newest generation back, if it is the one that the page showed.
func (d *desk) undo(ctx context.Context, a *deps, generation int) (string, error) {
	newest, before, log, err := d.newest()
	if err != nil {
		return "", err
	}
	if newest == nil || newest.Number != generation {
		return "", fmt.Errorf("generation %d is not the newest any more", generation)
	}
	leaving := log.Leaving(before.Number, "")
	if err := runRollback(ctx, a, rollbackOptions{to: -1, reviewer: d.opts.By}); err != nil {
		return "", err
	}
	text := fmt.Sprintf("Generation %d undone: the files are as they were before it.", generation)
	if newest.Restores != nil {
		text = fmt.Sprintf("Generation %d undone: the files are as generation %d left them.", generation, before.Number)
	}
	back := ""
	if len(leaving.Rejected) > 0 {
		whose := either(newest.Restores != nil, fmt.Sprintf("The items of generation %d", generation), "Its items")
		text += " " + whose + " count as rejected now, and are not proposed again."
		back = ", or reopen them below"
	}
	closed := closedBy(leaving)
	if closed != "" {
		text += fmt.Sprintf(" It closed %s: %s proposes such items again.", closed, d.a.command("run"))
	}
	if back != "" || closed != "" {
		text += fmt.Sprintf(" To get everything back, undo generation %d in turn%s.", generation+1, back)
	}
	return text, nil
}

// reopen lets later runs propose again what the newest rollback took out.
func (d *desk) reopen(ctx context.Context, a *deps) (string, error) {
	newest, _, log, err := d.newest()
	if err != nil {
		return "", err
	}
	if newest == nil || newest.Restores == nil {
		return "", errors.New("the newest generation took nothing out")
	}
	items := log.TakenOut()
	if len(items) == 0 {
		return "", errors.New("nothing was taken out, or it is reopened already")
	}
	return fmt.Sprintf("%s reopened: %s may propose them again.", inFewWords(namesOf(items)), d.a.command("run")),
		a.locked(ctx, d.opts, func(log *review.Log) error { return unrefuse(a, log, items, d.opts) })
}
