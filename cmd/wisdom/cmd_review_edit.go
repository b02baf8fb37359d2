package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/workspace"
	"wisdom/review"
)

type editOptions struct {
	fromFiles, soul bool
}

func newEdit(a *deps) *cobra.Command {
	var opts editOptions
	cmd := &cobra.Command{
		Use:   "edit [ID]",
		Short: "Edit the proposed text in your editor",
		Long: `Open the text that a draft proposes in $VISUAL or $EDITOR. Delete a line to reject
it, reword an entry, add an entry of your own (it needs no lessons), or move facts
in and out of the table. --soul opens the whole SOUL.md, so that you can shorten
its other text too; only identity reviewers may do that. --from-files reads the
previews that you edited, with your own lines in the table.

Your text is checked like any draft. If a check fails, the editor opens again with
the reason. Your text stays in a file, whose name is shown, until it is accepted.
The lines that you keep are approved. On a terminal you then see the diff and
confirm the promotion.`,
		Example: `  wisdom review edit
  EDITOR="code --wait" wisdom review edit --soul
  wisdom review edit --from-files`,
		Annotations: inWorkspace(exitNothing, exitLocked, exitStale, exitUnfinished, exitDamaged),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.fromFiles && opts.soul {
				return errors.New("--from-files and --soul exclude each other")
			}
			return editDraft(cmd.Context(), a, first(args), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.fromFiles, "from-files", false, "read the edited previews instead of opening an editor")
	cmd.Flags().BoolVar(&opts.soul, "soul", false, "edit the whole SOUL.md")
	return cmd
}

func editDraft(ctx context.Context, a *deps, id string, flags editOptions) error {
	opts, err := a.reviewerOptions()
	if err != nil {
		return err
	}
	s, err := openSession(ctx, a, id, opts)
	if err != nil {
		return err
	}
	if state := s.Log.State(s.Draft.ID); !state.Waits() {
		return &review.ItemError{Draft: s.Draft.ID, Message: fmt.Sprintf("it is %s, so there is nothing to edit", state)}
	}
	w := &walk{a: a, s: s, keys: a.keyboard()}
	if flags.fromFiles {
		err = w.fromFiles(ctx)
	} else {
		err = w.inEditor(ctx, flags.soul)
	}
	if err == nil && a.interactive() {
		err = w.finish(ctx)
	}
	switch {
	case errors.Is(err, errLeft):
		return nil
	case err != nil, a.interactive():
		return err
	case len(w.s.Log.ToPlace(w.s.Draft)) == 0:
		return a.reply(answerOn(w.s.Log, w.s.Draft, nil), "rejected in draft %s: %s\nnothing of it is promoted", w.s.Draft.ID,
			strings.Join(w.s.Log.Decided(w.s.Draft, review.Refused), ", "))
	}
	return a.reply(answerOn(w.s.Log, w.s.Draft, nil), "approved in draft %s: %s\npromote it with  %s", w.s.Draft.ID,
		strings.Join(w.approvedItems(), ", "), a.command("promote "+w.s.Draft.ID))
}

// approvedItems are the approved items; those in the person's words say so.
func (w *walk) approvedItems() []string {
	ids := w.s.Log.Decided(w.s.Draft, review.Taken)
	for i, id := range ids {
		switch item, _ := w.s.Draft.Item(id); {
		case item.Origin == review.Reworded:
			ids[i] += " (reworded)"
		case item.Origin == review.Hand && item.Kind == review.AddEntry:
			ids[i] += " (your own)"
		}
	}
	return ids
}

// inEditor opens the end state until it can be taken over.
func (w *walk) inEditor(ctx context.Context, soul bool) error {
	if w.a.flags.noInput {
		return hinted(w.a.command("review edit --from-files"), "an editor asks, and --no-input is given")
	}
	if !w.a.walks && editor(w.a) == usualEditor {
		return hinted("edit the readable drafts, then "+w.a.command("review edit --from-files"),
			"there is no terminal for an editor, and $VISUAL and $EDITOR name none that needs none")
	}
	name, text := w.s.Draft.ID, review.EditText{Draft: w.s.Draft, Printable: terminal.Printable}.Write(w.s.Log)
	if soul {
		whole, _, err := w.s.Draft.Result(w.s.Draft.All())
		if err != nil {
			return err
		}
		name, text = w.s.Draft.ID+"-soul", string(whole)
	}
	t, known, err := newTyped(w.a, name, text)
	if err != nil {
		return err
	}
	if known {
		w.a.talk("going on with what was typed before, in %s", t.file)
	}
	before := ""
	for {
		var remarks []string
		if before != "" {
			remarks = strings.Split(before, "\n")
		}
		changed, err := t.edit(remarks)
		if err == nil && !changed && !known && before == "" {
			changed, err = w.meantUnchanged(ctx, t)
		}
		switch {
		case err != nil:
			return w.notTaken(t, changed || known, err)
		case !changed && before != "":
			return w.notTaken(t, true,
				fmt.Errorf("the text is as it was, and what is wrong with it too: %s", oneProblem(before)))
		}
		problem, err := w.grant(ctx, t.text, soul)
		switch {
		case err != nil:
			return w.notTaken(t, true, err)
		case problem == "":
			return t.done()
		case problem == before && !w.a.walks: // a program types, and knows no better
			return w.notTaken(t, true, errors.New(oneProblem(problem)))
		}
		before = problem
	}
}

// meantUnchanged is for a text that is as it was shown: an editor that returned at
// once must not approve what the reviewer did not look at.
func (w *walk) meantUnchanged(ctx context.Context, t *typed) (changed bool, err error) {
	if !w.a.interactive() {
		return false, hinted(w.a.command("review approve "+w.s.Draft.ID)+" approves all of it",
			"the text is as it was shown, so nothing is decided")
	}
	w.sayUnchanged()
	for {
		key, err := w.key(ctx, "Enter reads it again, y approves it as it is, n decides nothing [Enter,y,n]")
		switch {
		case err != nil:
			return false, err
		case key == "":
			if changed, err := t.reread(); changed || err != nil {
				return true, err
			}
			w.a.write(0, "The text is still as it was.")
		case key == "y":
			return true, nil
		case key == "n", key == "q":
			return false, errLeft
		}
	}
}

// oneProblem is a problem for an error message.
func oneProblem(problem string) string {
	return strings.TrimPrefix(strings.ReplaceAll(problem, "\n", "; "), "error: ")
}

// notTaken says where what was typed stays.
func (w *walk) notTaken(t *typed, typed bool, err error) error {
	if !typed {
		if trouble := t.done(); trouble != nil {
			return errors.Join(err, trouble)
		}
		return err
	}
	return &hintedError{
		err, "what you typed is kept in " + string(t.file) + "; " + w.a.command("review edit") + " goes on with it",
	}
}

// grant reads an edited text and applies it. problem is what the editor shows.
func (w *walk) grant(ctx context.Context, text string, soul bool) (problem string, err error) {
	var wanted review.Edit
	if soul {
		wanted, _, err = w.s.Draft.ReadSoul([]byte(review.WithoutComments(text)), true)
	} else if wanted, err = (review.EditText{Draft: w.s.Draft, Printable: terminal.Printable}).Read(text); err != nil {
		return "error: " + err.Error(), nil
	}
	if err == nil {
		err = w.apply(ctx, wanted)
	}
	if problem := problemOf(err); problem != "" {
		return problem, nil
	}
	return "", err
}

// apply makes the draft what a person wrote down.
func (w *walk) apply(ctx context.Context, wanted review.Edit) error {
	err := w.a.tolerate(w.s.Apply(ctx, wanted))
	if is[*review.LeftError](err) {
		w.a.warn("%v", err)
		return nil
	}
	return err
}

// fromFiles takes the readable drafts as they were edited. A copy of each is kept, for they are written anew.
func (w *walk) fromFiles(ctx context.Context) error {
	var wanted review.Edit
	says := false // a file wants another section than the draft's
	copies := map[workspace.Path]workspace.Path{}
	for _, v := range w.s.Draft.Views {
		if err := workspace.CheckTarget(w.a.fsys, v.Path); err != nil {
			return err
		}
		text, now, err := workspace.ReadState(w.a.fsys, v.Path, workspace.MaxTarget)
		if err != nil {
			return err
		}
		if now == workspace.Absent || v.IsAsWritten(text) {
			continue
		}
		found, another, err := w.readView(v.Path, text)
		if err != nil {
			return fmt.Errorf("%s: %w", v.Path, err)
		}
		if another && says && !slices.Equal(found.Entries, wanted.Entries) {
			return fmt.Errorf("%s and %s were edited, and do not want the same section", review.CompressedDraft,
				review.WisdomDraft)
		}
		if found.Section && !says {
			wanted.Section, wanted.Entries, says = true, found.Entries, another
		}
		if found.Soul != nil {
			wanted.Soul = found.Soul
		}
		if found.Table != nil {
			wanted.Table = found.Table
		}
		if copies[v.Path], err = w.keepCopy(v.Path, text); err != nil {
			return err
		}
		wanted.TakenOver = append(wanted.TakenOver, review.View{Path: v.Path, Hash: now})
	}
	if wanted.TakenOver == nil {
		return hinted("they are in "+string(w.a.paths.Initiative), "none of the readable drafts was edited")
	}
	err := w.apply(ctx, wanted)
	if problem := problemOf(err); problem != "" {
		return errors.New(oneProblem(problem))
	}
	if err != nil {
		return err
	}
	return w.replaced(wanted.TakenOver, copies)
}

// replaced says what became of readable drafts that were taken over. One that the
// draft has no more would stop every later run, as an edit by hand.
func (w *walk) replaced(takenOver []review.View, copies map[workspace.Path]workspace.Path) error {
	for _, v := range takenOver {
		_, now, err := workspace.ReadState(w.a.fsys, v.Path, workspace.MaxTarget)
		if err != nil {
			return err
		}
		became := "is written anew"
		if now == v.Hash && !slices.Contains(w.s.Draft.Views, v) {
			became = "is not needed any more"
			if err := workspace.RemoveIfThere(w.a.fsys, v.Path); err != nil {
				return err
			}
		}
		w.a.talk("%s %s; a copy as you left it is %s", v.Path, became, copies[v.Path])
	}
	return nil
}

func (w *walk) readView(p workspace.Path, text []byte) (wanted review.Edit, says bool, err error) {
	if p.Base() == review.ToolsDraft {
		return review.Edit{Table: review.EndingsLike(w.s.Draft.Table(w.s.Draft.All()), text)}, false, nil
	}
	return w.s.Draft.ReadSoul(text, p.Base() != review.WisdomDraft)
}

func (w *walk) keepCopy(p workspace.Path, text []byte) (workspace.Path, error) {
	if err := workspace.MkdirAll(w.a.fsys, editsDir, 0o700); err != nil {
		return "", err
	}
	keep := editsDir.Join(w.s.Draft.ID + "-" + p.Base())
	return keep, workspace.Replace(w.a.fsys, keep, text, 0o600)
}
