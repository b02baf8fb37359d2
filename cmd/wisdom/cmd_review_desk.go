package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wisdom/backups"
	"wisdom/cmd/wisdom/web"
	"wisdom/internal/workspace"
	"wisdom/markdown/section"
	"wisdom/review"
)

// desk draws a session on a page, and acts on its forms. Each request opens the session anew; one comes after the other.
type desk struct {
	a        *deps
	opts     review.Options
	readOnly bool
	stop     func()

	mu sync.Mutex
	// told is the answer to the last action, until it is shown; shrinks is the file that would lose text by it.
	told    web.Told
	shrinks string
	about   url.Values
	// gone are the lessons of a draft that were in no source any more when it was first shown.
	gone    map[string]bool
	goneFor string
}

// Version implements web.Desk: it names what there is to decide, and what there is to undo.
func (d *desk) Version() string {
	s, _ := openSession(context.Background(), d.a, "", d.opts) // Show says what is wrong
	return d.versionOf(s)
}

// versionOf names what a session shows; it is nil where nothing is pending.
func (d *desk) versionOf(s *review.Session) string {
	mark := "nothing"
	if s != nil {
		var err error
		if mark, err = s.Mark(); err != nil {
			mark = err.Error()
		}
	}
	numbers, _ := backups.Numbers(d.a.fsys) // Show says what is wrong with them
	return fmt.Sprintf("%s.%d", mark, len(numbers))
}

// Show implements web.Desk.
func (d *desk) Show(ctx context.Context) (*web.Review, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	page := &web.Review{
		Workspace: filepath.Base(d.a.dir), By: d.opts.By, ReadOnly: d.readOnly, Run: d.a.command("run"),
		Told: d.told, Shrinks: d.shrinks,
	}
	about := d.about
	d.told, d.shrinks, d.about = web.Told{}, "", nil
	s, err := openSession(ctx, d.a, "", d.opts)
	page.Version = d.versionOf(s)
	switch {
	case is[*review.NoDraftError](err):
	case err != nil:
		return nil, err
	default:
		if err := d.showDraft(ctx, page, s); err != nil {
			return nil, err
		}
		page.Answer(about)
	}
	return page, d.showUndo(page)
}

func (d *desk) showDraft(ctx context.Context, page *web.Review, s *review.Session) error {
	if d.goneFor != s.Draft.ID {
		d.gone, d.goneFor = goneSince(ctx, d.a, s.Draft), s.Draft.ID
	}
	s.Gone = d.gone
	page.Draft = draftOnPage(ctx, s)
	for _, one := range page.Items() {
		one.Words = d.opts.Lint.Budgets.Words
	}
	for _, r := range s.Remarks() {
		if r.Name == "edited" {
			continue // the page shows what was edited
		}
		page.Remarks = append(page.Remarks, web.Remark{
			Name: r.Name, Severity: string(r.Severity), Text: r.Text, Details: r.Details,
		})
	}
	for _, m := range s.Budgets() {
		page.Budgets = append(page.Budgets, barOf(m))
	}
	edited, err := s.Draft.EditedViews(d.a.fsys)
	if err != nil {
		return err
	}
	shown, err := s.Finish()
	if err != nil {
		return err
	}
	whole, err := review.Changes(d.a.fsys, s.Log, s.Draft, s.Log.WouldBe(s.Draft))
	page.Edited, page.Whole = blocksOf(edited), blocksOf(whole)
	page.Change, page.ToPlace, page.Targets = blocksOf(shown.Changes), len(shown.Items), shown.Targets
	return err
}

// Do implements web.Desk. What was seen must still be so: else nothing is done.
func (d *desk) Do(ctx context.Context, form url.Values) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if form.Get("do") == "stop" {
		d.stop()
		return
	}
	var said bytes.Buffer
	a := *d.a // without a terminal
	a.mute(&said)
	a.out, a.warned, a.flags.quiet = &said, nil, false
	told, err := d.carryOut(ctx, &a, form)
	d.told, d.about, d.shrinks = web.Told{}, form, ""
	for line := range strings.Lines(told + "\n" + said.String()) {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "wisdom: ")); line != "" {
			d.told.Notices = append(d.told.Notices, line)
		}
	}
	if err == nil {
		return
	}
	d.told.Problem = err.Error()
	shrinks, isShrink := errors.AsType[*review.ShrinkError](err)
	switch hint := d.a.hintFor(err); {
	case is[*review.MovedError](err):
		d.told.Hint = "This is what is so now: look again."
	case isShrink:
		d.shrinks = string(shrinks.Path)
	case is[*review.EditedError](err):
		d.told.Hint, d.told.Go = "Click Take the edits over at the top of this page first.", "edited"
	case !strings.Contains(hint, d.a.command("")) && !strings.Contains(hint, "--"): // those are for a terminal
		d.told.Hint = hint
	}
}

// carryOut does on the session what a form asks for.
func (d *desk) carryOut(ctx context.Context, a *deps, form url.Values) (told string, err error) {
	mark, _, _ := strings.Cut(form.Get("version"), ".")
	do, items := form.Get("do"), form["item"]
	if do == "undo" || do == "reopen" {
		return d.undoOrReopen(ctx, a, form)
	}
	s, err := openSession(ctx, a, "", d.opts)
	if is[*review.NoDraftError](err) {
		return "", &review.MovedError{What: err.Error()}
	}
	if err != nil {
		return "", err
	}
	s.Expect(mark)
	id, w := "", &walk{a: a, s: s}
	if len(items) == 1 {
		id = items[0]
	}
	switch do {
	case "approve":
		told, err = s.Decide(ctx, review.Taken, items, "")
	case "reject":
		told, err = s.Decide(ctx, review.Refused, items, strings.TrimSpace(form.Get("reason")))
	case "request-changes":
		told, err = s.RequestChanges(ctx, id, form.Get("reason"))
	case "reword":
		return w.rewordIn(ctx, id, form)
	case "take-over":
		if err = w.fromFiles(ctx); err == nil {
			told = fmt.Sprintf("Your edits are taken over and approved; this is draft %s now.", s.Draft.ID)
		}
	case "promote":
		err = w.promoteIn(ctx, form.Get("shrink"))
	default:
		err = fmt.Errorf("%q is nothing that this page does", do)
	}
	return told, err
}

// rewordIn rewords an entry as a form has it.
func (w *walk) rewordIn(ctx context.Context, id string, form url.Values) (told string, err error) {
	if item, _ := w.s.Draft.Item(id); item.Kind == review.SetTrigger {
		told, err = w.s.Reword(ctx, id, section.Entry{Text: form.Get("text")})
		return told, inOneLine(err)
	}
	entry, err := oneEntry("**" + strings.TrimSpace(form.Get("entry")) + "** " + form.Get("text"))
	if err == nil && (entry.Name == "" || entry.Text == "") {
		err = errors.New("an entry has a name and a text")
	}
	if err == nil {
		told, err = w.reword(ctx, id, entry)
	}
	return told, inOneLine(err)
}

// promoteIn promotes what the page showed.
func (w *walk) promoteIn(ctx context.Context, shrink string) error {
	var may []workspace.Path
	if shrink != "" {
		p, err := workspace.ParsePath(shrink)
		if err != nil {
			return err
		}
		may = append(may, p)
	}
	shown, err := w.s.Finish()
	if err != nil {
		return err
	}
	return w.place(ctx, shown, may)
}

// newest are the newest generation and the one before it, nil where none can be undone, and the log.
func (d *desk) newest() (newest, before *backups.Generation, log *review.Log, err error) {
	if log, err = d.a.readLog(); err != nil {
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
		page.Undo.Back, page.Undo.Reopens = before.Number, len(takenOut(log))
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

// takenOut are the items that the newest rollback took out.
func takenOut(log *review.Log) []string {
	return slices.Concat(slices.Collect(maps.Values(log.TakenOut()))...)
}

// undoOrReopen rolls the newest generation back, or lets later runs propose again what that took out.
func (d *desk) undoOrReopen(ctx context.Context, a *deps, form url.Values) (string, error) {
	newest, _, log, err := d.newest()
	switch {
	case err != nil:
		return "", err
	case form.Get("version") != d.Version():
		return "", &review.MovedError{What: "the draft or a file changed while this page was open"}
	case form.Get("do") == "undo" && (newest == nil || strconv.Itoa(newest.Number) != form.Get("generation")):
		return "", fmt.Errorf("generation %s is not the newest any more", form.Get("generation"))
	case form.Get("do") == "undo":
		return "", runRollback(ctx, a, rollbackOptions{to: -1, isOfPhase: true})
	}
	ids := takenOut(log)
	if newest == nil || newest.Restores == nil || len(ids) == 0 {
		return "", errors.New("the newest generation took nothing out, or it is reopened already")
	}
	return fmt.Sprintf("%s reopened: %s may propose them again.", review.CountOf(ids), d.a.command("run")),
		a.locked(ctx, d.opts, func(log *review.Log) error { return unrefuse(a, log, log.TakenOut(), d.opts) })
}
