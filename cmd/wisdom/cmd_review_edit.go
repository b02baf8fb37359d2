package main

import (
	"cmp"
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

func newEdit(a *deps) *cobra.Command {
	var fromFiles, soul bool
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
			if fromFiles && soul {
				return errors.New("--from-files and --soul exclude each other")
			}
			return editDraft(cmd.Context(), a, first(args), fromFiles, soul)
		},
	}
	cmd.Flags().BoolVar(&fromFiles, "from-files", false, "read the edited previews instead of opening an editor")
	cmd.Flags().BoolVar(&soul, "soul", false, "edit the whole SOUL.md")
	return cmd
}

func editDraft(ctx context.Context, a *deps, id string, fromFiles, soul bool) error {
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
	if fromFiles {
		err = w.fromFiles(ctx)
	} else {
		err = w.inEditor(ctx, soul)
	}
	if err == nil && a.interactive() {
		err = w.finish(ctx)
	}
	switch {
	case errors.Is(err, errLeft), errors.Is(err, errAgain):
		return nil
	case err != nil, a.interactive():
		return err
	case len(s.Log.ToPlace(s.Draft)) == 0:
		return a.reply(answerOn(s.Log, s.Draft, nil), "rejected in draft %s: %s\nnothing of it is promoted", s.Draft.ID,
			strings.Join(s.Log.Decided(s.Draft, review.Refused), ", "))
	}
	return a.reply(answerOn(s.Log, s.Draft, nil), "approved in draft %s: %s\npromote it with  %s", s.Draft.ID,
		strings.Join(s.Log.Decided(s.Draft, review.Taken), ", "), promoteCommand(a, s.Log, s.Draft))
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
	read := review.EditText{Draft: w.s.Draft, Printable: terminal.Printable}
	name, text := w.s.Draft.ID, read.Write(w.s.Log)
	if soul {
		whole, _, err := w.s.Draft.Result(w.s.Draft.All())
		if err != nil {
			return err
		}
		name, text = w.s.Draft.ID+"-soul", string(whole)
	}
	return w.typing(ctx, name, text, nil, func(text string) (err error) {
		var wanted review.Edit
		if soul {
			wanted, _, err = w.s.Draft.ReadSoul([]byte(review.WithoutComments(text)), true)
		} else {
			wanted, err = read.Read(text)
		}
		if err == nil {
			err = w.apply(ctx, wanted)
		}
		return err
	})
}

// apply makes the draft what a person wrote down.
func (w *walk) apply(ctx context.Context, wanted review.Edit) error {
	err := w.s.Apply(ctx, wanted)
	if is[*review.PartialError](err) {
		w.a.warn("%v", err)
		return nil
	}
	return err
}

// fromFiles takes the readable drafts as they were edited. A copy of each is kept, for they are written anew.
func (w *walk) fromFiles(ctx context.Context) error {
	edited, err := w.s.Draft.EditedViews(w.a.fsys)
	if err != nil {
		return err
	}
	if len(edited) == 0 {
		return hinted("they are in "+string(w.a.paths.Initiative), "none of the readable drafts was edited")
	}
	wanted, err := w.wantedIn(edited)
	if err != nil {
		return err
	}
	copies := map[workspace.Path]workspace.Path{}
	for _, file := range edited {
		copies[file.Path] = editsDir.Join(w.s.Draft.ID + "-" + file.Path.Base())
		err = cmp.Or(workspace.MkdirAll(w.a.fsys, editsDir, 0o700),
			workspace.Replace(w.a.fsys, copies[file.Path], file.After, 0o600))
		if err != nil {
			return err
		}
	}
	if err := w.apply(ctx, wanted); problemOf(err) != "" {
		file := string(edited[0].Path)
		return hinted("correct that in "+file+"; or move the file away: "+w.a.command("run")+" writes it anew", "%w",
			inOneLine(err))
	} else if err != nil {
		return err
	}
	// One that the draft has no more would stop every later run, as an edit by hand.
	for _, v := range wanted.TakenOver {
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

// wantedIn reads what edited readable drafts want. Two that show the same section must want the same one.
func (w *walk) wantedIn(edited []review.Change) (wanted review.Edit, err error) {
	says := false // a file wants another section than the draft's
	for _, file := range edited {
		name := file.Path.Base()
		wanted.TakenOver = append(wanted.TakenOver, review.View{Path: file.Path, Hash: workspace.HashOf(file.After)})
		if err := workspace.CheckTarget(w.a.fsys, file.Path); err != nil {
			return wanted, err
		}
		if name == review.ToolsDraft {
			wanted.Table = review.EndingsLike(w.s.Draft.Table(w.s.Draft.All()), file.After)
			continue
		}
		found, another, err := w.s.Draft.ReadSoul(file.After, name != review.WisdomDraft)
		if err != nil {
			return wanted, fmt.Errorf("%s: %w", file.Path, err)
		}
		if another && says && !slices.Equal(found.Entries, wanted.Entries) {
			return wanted, fmt.Errorf("%s and %s were edited, and do not want the same section", review.CompressedDraft,
				review.WisdomDraft)
		}
		if found.Section && !says {
			wanted.Section, wanted.Entries, says = true, found.Entries, another
		}
		if found.Soul != nil && name != review.WisdomDraft { // there is nothing around it
			wanted.Soul = found.Soul
		}
	}
	return wanted, nil
}
