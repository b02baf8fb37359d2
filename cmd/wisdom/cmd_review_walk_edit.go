package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/review"
)

// edit opens an entry in the editor until its words can be taken, or are as they were. Trouble with the editor is told,
// never an end of the walk.
func (w *walk) edit(ctx context.Context, q review.Question) error {
	var told string
	var failed error
	err := w.typing(ctx, w.s.Draft.ID+"-"+q.ID, q.Entry().String()+"\n", editRemarks(q),
		func(text string) (problem string, err error) {
			entry, problem := oneEntry(text)
			if entry == q.Entry() || problem == "" && entry.Text == "" {
				w.a.write(0, "%s stays as it is", q.ID)
				return "", nil
			}
			if problem == "" {
				told, problem, failed = w.reword(ctx, q.ID, entry)
			}
			return problem, failed
		})
	kept, isKept := errors.AsType[*hintedError](err)
	if isKept {
		w.a.write(0, "%s", kept.hint)
	}
	switch {
	case err != nil && (failed != nil || errors.Is(err, errLeft) || errors.Is(err, errAgain) || ctx.Err() != nil):
		return err
	case err != nil:
		w.a.write(0, "%s", err)
	case told != "":
		return w.goOn(told, terminal.Green, nil)
	}
	return nil
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
