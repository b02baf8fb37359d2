package main

import (
	"context"
	"strings"

	"wisdom/cmd/wisdom/web"
	"wisdom/review"
)

// draftOnPage is the draft of a session as pages show it.
func draftOnPage(ctx context.Context, s *review.Session) web.Draft {
	page := web.Draft{
		ID: s.Draft.ID, Heading: s.Heading(), Progress: s.Progress(), Undecided: s.Log.Undecided(s.Draft.ID),
	}
	headings := map[string]string{}
	if s.Draft.Tools != nil {
		for _, row := range s.Draft.Tools.Rows {
			headings[row.Item] = row.Heading
		}
	}
	for _, id := range s.Draft.IDs() {
		q := s.Question(ctx, id)
		one := web.Item{
			ID: id, Kind: q.Label(), Asked: q.Question(), Content: q.Lines, Note: q.Note, Tokens: q.Tokens,
			Decision: q.Decision.String(), Decided: q.Decided, Fixed: !q.Asked, Rewords: q.CanEdit, Approves: q.CanApprove,
			Warnings: q.Warnings, Findings: findingsOf(q.Findings), Required: q.Origin == review.Required,
		}
		for _, b := range q.Backing {
			l := lessonOf(b.Lesson)
			l.Gone, l.Misfit = b.Gone, b.Misfit
			one.Lessons = append(one.Lessons, l)
		}
		if q.With != nil && q.Asked && !q.InTable() {
			bar := barOf(*q.With)
			one.With = &bar
		}
		switch {
		case q.InTable():
			if value, isFact := strings.CutPrefix(one.Content[0], q.Name+" "); isFact {
				one.Key, one.Content[0] = q.Name, value
				if heading := headings[id]; heading != "" { // a document may give many facts the same name, such as "URL"
					one.Content[len(one.Content)-1] += ", below " + heading
				}
			}
			if q.Kind == review.AddFact && q.Old == "" && q.Contradiction() == "" {
				one.Note = "" // the same for all: the source says it
			}
			page.Facts = append(page.Facts, one)
		case q.InSection():
			one.Name, one.Text = q.Name, q.Text
			page.Entries = append(page.Entries, one)
		default:
			one.Text = q.Text
			page.Lines = append(page.Lines, one)
		}
	}
	return page
}

// linesOf are the lines of a text that say something.
func linesOf(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
