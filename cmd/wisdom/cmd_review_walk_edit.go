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
	shown, was, read := q.Entry().String(), q.Entry(), oneEntry
	if q.Kind == review.SetTrigger {
		shown, was, read = q.Text, section.Entry{Text: q.Text}, oneTrigger
	}
	err := w.typing(ctx, w.s.Draft.ID+"-"+q.ID, shown+"\n", editRemarks(q), func(text string) error {
		entry, err := read(text)
		if entry == was || err == nil && entry.Text == "" {
			w.a.write(0, "%s stays as it is", q.ID)
			return nil
		}
		if err == nil {
			if told, err = w.reword(ctx, q.ID, entry); problemOf(err) == "" {
				failed = err
			}
		}
		return err
	})
	if kept, ok := errors.AsType[*hintedError](err); ok {
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
	if q.Kind == review.SetTrigger {
		return []string{"Item " + q.ID + ": the calls before which this entry is to be remembered, as TOOL: WORDS", q.Name}
	}
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

// oneEntry reads an edited text as an entry, which may run over several lines; without any text it is empty.
func oneEntry(text string) (section.Entry, error) {
	text = strings.Join(strings.Fields(review.WithoutComments(text)), " ")
	if text == "" {
		return section.Entry{}, nil
	}
	entry, ok := section.ParseEntry(text)
	if !ok || entry.Marker != "" {
		wrong := lint.Problem{Message: "this is no entry; write it as **Name.** Text."}
		return section.Entry{}, &review.WordsError{Problems: []lint.Problem{wrong}}
	}
	return entry, nil
}

// oneTrigger reads an edited text as the calls of a trigger; without any text it is empty.
func oneTrigger(text string) (section.Entry, error) {
	when, err := section.ParseWhen(review.WithoutComments(text))
	if err != nil {
		err = &review.WordsError{Problems: []lint.Problem{{Message: err.Error()}}}
	}
	return section.Entry{Text: when}, err
}

// reword approves an entry in other words.
func (w *walk) reword(ctx context.Context, id string, entry section.Entry) (told string, err error) {
	told, err = w.s.Reword(ctx, id, entry)
	if hint := review.RoomHint(err); hint != "" {
		err = &hintedError{err, hint}
	}
	return told, err
}

// problemOf says what rules have against what a person typed, line by line; "" for other errors.
func problemOf(err error) string {
	var problems []lint.Problem
	if said, ok := errors.AsType[*review.WordsError](err); ok {
		problems = said.Problems
	} else if invalid, ok := errors.AsType[*review.InvalidError](err); ok {
		for _, f := range invalid.Findings { // without their places, which are in the result
			problems = append(problems, lint.Problem{Message: fmt.Sprintf("%s [%s]", f.Message, f.Rule), Hint: f.Hint})
		}
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, "error: "+p.Message+textIf(p.Hint != "", "\nhint: "+p.Hint))
	}
	if more, ok := errors.AsType[*hintedError](err); ok && len(lines) > 0 {
		lines = append(lines, "hint: "+more.hint)
	}
	return strings.Join(lines, "\n")
}

// inOneLine is an error with all that rules have against what a person typed; other errors stay what they are.
func inOneLine(err error) error {
	if problem := problemOf(err); problem != "" {
		return errors.New(oneProblem(problem))
	}
	return err
}

// oneProblem is a problem for an error message.
func oneProblem(problem string) string {
	return strings.TrimPrefix(strings.ReplaceAll(problem, "\n", "; "), "error: ")
}
