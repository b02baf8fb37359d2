package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/review"
)

// edit opens an entry in the editor until its words can be taken, or are as they were. Trouble is told, never an end of
// the walk: what was typed is kept in a file that is named.
func (w *walk) edit(ctx context.Context, q review.Question) error {
	t, known, err := newTyped(w.a, w.s.Draft.ID+"-"+q.ID, q.Entry().String()+"\n")
	if err != nil {
		return err
	}
	if known {
		w.a.write(0, "going on with what you typed before, in %s", t.file)
	}
	remarks := editRemarks(q)
	for {
		changed, err := t.edit(remarks)
		if err != nil {
			w.a.write(0, "%s", err)
			return w.keep(t, changed || known)
		}
		if !changed && !known { // what was typed before is an edit by itself
			if changed, err = w.askUnchanged(ctx, t); err != nil || !changed {
				return errors.Join(err, w.keep(t, len(remarks) != len(editRemarks(q))))
			}
		}
		told := ""
		entry, problem := oneEntry(t.text)
		if entry == q.Entry() || problem == "" && entry.Text == "" {
			w.a.write(0, "%s stays as it is", q.ID)
			return t.done()
		}
		if problem == "" {
			if told, problem, err = w.reword(ctx, q.ID, entry); err != nil {
				w.a.write(0, "your words are kept in %s", t.file)
				return err
			}
		}
		if problem == "" {
			return cmp.Or(t.done(), w.goOn(told, terminal.Green, nil))
		}
		remarks = append(strings.Split(problem, "\n"), editRemarks(q)...)
	}
}

// keep leaves a file with what was typed, and names it; without anything typed the file goes.
func (w *walk) keep(t *typed, typed bool) error {
	if !typed {
		return t.done()
	}
	w.a.write(0, "what you typed is kept in %s; e goes on with it", t.file)
	return nil
}

// askUnchanged is for editors that return at once and open a window of their own.
func (w *walk) askUnchanged(ctx context.Context, t *typed) (changed bool, err error) {
	w.sayUnchanged()
	if saved, err := w.yes(ctx, "Is it saved now? n leaves it as it is.", true); err != nil || !saved {
		return false, err
	}
	return t.reread()
}

func (w *walk) sayUnchanged() {
	w.a.write(0, "The text is as it was. If %s opened a window of its own, save it there first; "+
		"a flag such as --wait in $EDITOR makes it wait.", editor(w.a))
}

// editRemarks are what an editor shows above an entry.
func editRemarks(q review.Question) []string {
	lines := []string{
		"Item " + q.ID + ": one entry, as **Name.** Text. Lines that begin with " + review.EditComment + " are ignored;",
		"without any text the entry stays as it is. It is backed by:",
	}
	for _, b := range q.Backing {
		if !b.Misfit {
			lines = append(lines, "  "+b.String()+"  "+strings.Join(strings.Fields(b.Sentence()), " "))
		}
	}
	return lines
}

// oneEntry reads an edited text as an entry, which may run over several lines.
func oneEntry(text string) (entry section.Entry, problem string) {
	text = strings.Join(strings.Fields(review.WithoutComments(text)), " ")
	if text == "" {
		return section.Entry{}, ""
	}
	entry, ok := section.ParseEntry(text)
	if !ok || entry.Marker != "" {
		return section.Entry{}, "error: this is no entry; write it as **Name.** Text."
	}
	return entry, ""
}

// reword approves an entry in other words. What rules say against them is a problem, for the editor.
func (w *walk) reword(ctx context.Context, id string, entry section.Entry) (told, problem string, err error) {
	told, err = w.s.Reword(ctx, id, entry)
	err = w.a.tolerate(err)
	problem = problemOf(err)
	if hint := review.RoomHint(err); hint != "" {
		problem += "\nhint: " + hint
	}
	if problem != "" {
		err = nil
	}
	return told, problem, err
}

// problemOf says what rules have against what a person typed, line by line; "" for other errors.
func problemOf(err error) string {
	var lines []string
	add := func(message, hint string) {
		lines = append(lines, "error: "+message)
		if hint != "" {
			lines = append(lines, "hint: "+hint)
		}
	}
	if said, ok := errors.AsType[*review.WordsError](err); ok {
		for _, p := range said.Problems {
			add(p.Message, p.Hint)
		}
	} else if invalid, ok := errors.AsType[*review.InvalidError](err); ok {
		for _, f := range invalid.Findings {
			add(message(f), f.Hint)
		}
	}
	return strings.Join(lines, "\n")
}

// message is a finding without its place, which is one in the result.
func message(f lint.Finding) string { return fmt.Sprintf("%s [%s]", f.Message, f.Rule) }
