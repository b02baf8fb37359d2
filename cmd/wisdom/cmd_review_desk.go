package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/cmd/wisdom/web"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/review"
)

// desk is the review in a browser: the walk of the terminal, asked by requests. Each
// request reads the log anew; one comes after the other.
type desk struct {
	a        *deps
	opts     review.Options
	readOnly bool
	stop     func()

	mu     sync.Mutex
	answer deskAnswer
	// gone are the lessons of a draft that are in no source any more, as far as its
	// sources were read since the draft was first shown.
	gone    map[string]bool
	goneFor string
}

// deskAnswer is what the last action came to, until it is shown.
type deskAnswer struct {
	web.Told
	shrinks string
	// about is the action that they answer.
	about web.Action
}

// beside is the one item that an answer is about; "" for none or several.
func (a deskAnswer) beside() string {
	if len(a.about.Items) != 1 {
		return ""
	}
	return a.about.Items[0]
}

// Version implements web.Desk: it names the log and the files that a draft may change.
func (d *desk) Version() string {
	h := sha256.New()
	files := []workspace.Path{review.LogFile, lint.SoulFile, lookup.File, "AGENTS.md"}
	for _, view := range []string{review.WisdomDraft, review.CompressedDraft, review.ToolsDraft} {
		files = append(files, d.opts.Initiative.Join(view))
	}
	for _, p := range files {
		b, err := d.a.fsys.ReadFile(p, workspace.MaxState)
		fmt.Fprintf(h, "%s %d %t ", p, len(b), err == nil)
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Show implements web.Desk.
func (d *desk) Show(ctx context.Context) (*web.Review, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	answer := d.answer
	d.answer = deskAnswer{}
	page := &web.Review{
		Workspace: filepath.Base(d.a.dir), By: d.opts.By, ReadOnly: d.readOnly, Version: d.Version(), Run: d.a.command("run"),
		Told: answer.Told, Shrinks: answer.shrinks,
	}
	log, err := review.ReadLog(d.a.fsys)
	if err != nil {
		return nil, err
	}
	if id := log.Waiting(); id != "" {
		draft, err := log.Load(d.a.fsys, id)
		if err != nil {
			return nil, err
		}
		if err := d.showDraft(ctx, page, log, draft); err != nil {
			return nil, err
		}
		page.Answer(answer.beside(), answer.about)
	}
	return page, d.showUndo(page)
}

// quiet is the app without a terminal: what it would say there goes to out.
func (d *desk) quiet(out *bytes.Buffer) *deps {
	b := *d.a
	b.mute(out)
	b.warned, b.flags.quiet, b.width = nil, false, func() int { return terminal.UsualWidth }
	return &b
}

// walkOf is the walk through a draft, at no item. It asks about the required entry where
// no other entry can bring it in.
func (d *desk) walkOf(a *deps, log *review.Log, draft *review.Draft, stale ...workspace.Path) *walk {
	w := &walk{a: a, opts: d.opts, stale: stale}
	w.take(log, draft)
	brings := func(item review.Item) bool {
		return item.InSection() && item.Origin != review.Required && w.seen[item.ID] != review.Refused
	}
	if slices.ContainsFunc(draft.Items, brings) {
		return w
	}
	w.ids, w.required = slices.Concat(w.required, w.ids), nil
	return w
}

func (d *desk) showDraft(ctx context.Context, page *web.Review, log *review.Log, draft *review.Draft) error {
	if d.goneFor != draft.ID {
		d.gone, d.goneFor = goneSince(ctx, d.a, draft), draft.ID
	}
	page.Draft = draftOnPage(log, draft, d.gone)
	d.showStale(page, log, draft)
	w := d.walkOf(d.a, log, draft)
	page.SentTo, page.Failure = draft.SentTo, log.Failure(draft.ID)
	page.Asked, page.Undecided = w.count()
	found := slices.DeleteFunc(lint.Join(draft.Findings, draft.Lint...),
		func(f lint.Finding) bool { return f.Severity == lint.Note })
	page.Notes = findingsOf(found)
	d.showItems(ctx, page, w)
	d.showBudgets(page, w)
	for _, loss := range draft.Losses(log.WouldBe(draft)) {
		page.Losses = append(page.Losses, fmt.Sprintf("%s %s %s (%s): %s", loss.Item, loss.Name, loss.Text, loss.Why,
			lossText(len(loss.Lessons))))
	}
	for _, dropped := range draft.Dropped {
		if dropped.Kind == "theme" && dropped.Name != "" {
			page.NotIncluded = append(page.NotIncluded, droppedText(dropped))
		}
	}
	edited, err := draft.EditedViews(d.a.fsys)
	if err != nil {
		return err
	}
	page.Edited = blocksOf(edited)
	return d.showChanges(page, w)
}

// showItems fills in for each item what a walk tells of it.
func (d *desk) showItems(ctx context.Context, page *web.Review, w *walk) {
	var stale []string
	if w.d.Tools != nil {
		stale = goneFacts(ctx, d.a, w.d, w.d.IDs())
	}
	for _, items := range [][]web.Item{page.Entries, page.Lines, page.Facts} {
		for i := range items {
			one := &items[i]
			item, _ := w.d.Item(one.ID)
			one.Words = d.opts.Lint.Budgets.Words
			one.Fixed = !slices.Contains(w.ids, one.ID)
			one.Required = one.Required && one.Fixed
			one.GoneSince = item.Kind == review.AddFact && slices.Contains(stale, one.ID)
			one.Alone = item.Origin == review.Required && !one.Fixed
			one.Findings = findingsOf(problemsOf(item, d.opts.Lint))
			if one.Decision == "" && !item.InTable() && !one.Fixed {
				decisions := w.log.Decisions(w.d.ID)
				decisions[one.ID] = review.Taken
				if with, limit, ok := w.measure(item.Target, decisions); ok {
					one.With = &web.Bar{Amount: with, Limit: limit}
				}
			}
		}
	}
	if w.d.Tools == nil {
		return
	}
	decisions := w.log.Decisions(w.d.ID)
	for _, l := range w.d.Tools.LeftOut {
		page.LeftOut = append(page.LeftOut, leftText(l, decisions))
	}
}

// showBudgets fills in both budgets with what is approved so far, and what they may become.
func (d *desk) showBudgets(page *web.Review, w *walk) {
	now, then := w.log.Decisions(w.d.ID), w.log.WouldBe(w.d)
	if w.d.Changes(lint.SoulFile) {
		soul, text, err := w.d.Result(now)
		all, allText, allErr := w.d.Result(then)
		if err == nil && allErr == nil {
			page.Budgets = append(page.Budgets,
				web.Bar{
					Name: "Wisdom section", Amount: d.a.countOf(text), Then: d.a.countOf(allText),
					Limit: w.d.Budget.SectionLimit,
				},
				web.Bar{
					Name: "SOUL.md", Amount: d.a.countOf(string(soul)), Then: d.a.countOf(string(all)),
					Limit: w.d.Budget.SoulLimit, Target: true, Was: d.a.countOf(string(w.d.Bases[lint.SoulFile])),
				})
		}
	}
	if amount, limit, ok := w.measure(lookup.File, now); ok {
		all, _, _ := w.measure(lookup.File, then)
		page.Budgets = append(page.Budgets, web.Bar{Name: string(lookup.File), Limit: limit, Amount: amount, Then: all})
	}
}

// showStale tells of a file that changed after the draft was created.
func (d *desk) showStale(page *web.Review, log *review.Log, draft *review.Draft) {
	err := review.CheckCurrent(d.a.fsys, log, draft)
	if err == nil || is[*review.EditedError](err) { // an edit is told with its change
		return
	}
	page.Stale = err.Error()
}

// showChanges fills in what promoting would change now, and with everything undecided.
func (d *desk) showChanges(page *web.Review, w *walk) error {
	whole, err := review.Changes(d.a.fsys, w.log, w.d, w.log.WouldBe(w.d))
	if err != nil {
		return err
	}
	page.Whole = blocksOf(whole)
	ids := w.fittingItems()
	if page.ToPlace = len(ids); page.ToPlace == 0 {
		return nil
	}
	changes, err := review.Changes(d.a.fsys, w.log, w.d, w.fitting(w.log.Decisions(w.d.ID)))
	if err != nil {
		return err
	}
	page.Change, page.Targets = blocksOf(changes), w.targets(ids)
	return nil
}

// remarksOf are what a command would have said on a terminal, line by line.
func remarksOf(said *bytes.Buffer) []string {
	var lines []string
	for line := range strings.Lines(said.String()) {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "wisdom: ")); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
