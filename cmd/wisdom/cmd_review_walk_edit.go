package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/review"
)

// edit opens an entry in the editor until its words can be taken, or are as they were. Trouble is told, never an end of
// the walk: what was typed is kept in a file that is named.
func (w *walk) edit(ctx context.Context, item review.Item) error {
	if item.Kind != review.AddEntry || item.Origin == review.Required {
		return &review.ItemError{Draft: w.d.ID, Item: item.ID, Message: "it has no words to edit; approve or reject it"}
	}
	t, known, err := newTyped(w.a, w.d.ID+"-"+item.ID, item.Entry().String()+"\n")
	if err != nil {
		return err
	}
	if known {
		w.a.write(0, "going on with what you typed before, in %s", t.file)
	}
	remarks := w.remarks(item)
	for {
		changed, err := t.edit(remarks)
		if err != nil {
			w.a.write(0, "%s", err)
			return w.keep(t, changed || known)
		}
		if !changed && !known { // what was typed before is an edit by itself
			if changed, err = w.askUnchanged(ctx, t); err != nil || !changed {
				return errors.Join(err, w.keep(t, len(remarks) != len(w.remarks(item))))
			}
		}
		entry, problem := oneEntry(t.text)
		if entry == item.Entry() || problem == "" && entry.Text == "" {
			w.a.write(0, "%s stays as it is", item.ID)
			return t.done()
		}
		if problem == "" {
			if problem, err = w.reword(ctx, item.ID, entry); err != nil {
				w.a.write(0, "your words are kept in %s", t.file)
				return err
			}
		}
		if problem == "" {
			return t.done()
		}
		remarks = append(strings.Split(problem, "\n"), w.remarks(item)...)
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

// remarks are what an editor shows above an entry.
func (w *walk) remarks(item review.Item) []string {
	lines := []string{
		"Item " + item.ID + ": one entry, as **Name.** Text. Lines that begin with " + review.EditComment + " are ignored;",
		"without any text the entry stays as it is. It is backed by:",
	}
	for _, l := range w.d.Lessons {
		if slices.Contains(item.Lessons, l.ID) {
			lines = append(lines, "  "+l.String()+"  "+strings.Join(strings.Fields(l.Sentence()), " "))
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

// reword stages the draft with other words for an item, and approves it so. What
// rules say against the words is a problem, for the editor.
func (w *walk) reword(ctx context.Context, id string, entry section.Entry) (problem string, err error) {
	err = w.under(ctx, func() error {
		d, err := review.Reword(ctx, w.a.fsys, w.log, w.d, id, entry, w.opts)
		if err := w.a.tolerate(err); err != nil {
			return err
		}
		w.take(w.log, d)
		return nil
	})
	if problem := problemOf(err); problem != "" {
		return problem + w.roomHint(err, id), nil
	}
	if err != nil {
		return "", err
	}
	w.a.write(0, "%s: your words will be added to SOUL.md (draft %s)", id, w.d.ID)
	w.at = w.undecidedFrom(w.at + 1)
	return "", nil
}

// roomHint is for words that are too long beside undecided entries: those count too, for all of a draft must fit.
func (w *walk) roomHint(err error, id string) string {
	invalid, ok := errors.AsType[*review.InvalidError](err)
	if !ok ||
		!slices.ContainsFunc(invalid.Findings, func(f lint.Finding) bool { return lint.IsBudget(f.Rule) }) {
		return ""
	}
	undecided := 0
	for _, item := range w.d.Items {
		if item.Kind == review.AddEntry && item.ID != id && item.Origin != review.Required && w.seen[item.ID] == "" {
			undecided++
		}
	}
	if undecided == 0 {
		return ""
	}
	return fmt.Sprintf("\nhint: this counts %s; reject one first, or use fewer words",
		plural(undecided, "undecided entry"))
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
