package main

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/web"
	"wisdom/internal/lesson"
	"wisdom/markdown/lookup"
	"wisdom/review"
)

// draftOnPage is a draft as pages show it; gone are its lessons that are in no source any more.
func draftOnPage(log *review.Log, d *review.Draft, gone map[string]bool) web.Draft {
	page := web.Draft{
		ID: d.ID, State: log.State(d.ID).String(), Since: review.Day(d.Created), Made: madeWith(d),
		Undecided: log.Undecided(d.ID),
	}
	decisions := log.Decisions(d.ID)
	headings := map[string]string{}
	if d.Tools != nil {
		for _, row := range d.Tools.Rows {
			headings[row.Item] = row.Heading
		}
	}
	for _, item := range d.Items {
		one := web.Item{
			ID: item.ID, Kind: item.Label(), Asked: item.Question(), Content: content(item), Why: item.Why, Tokens: item.Tokens,
			Source: item.Source, Decision: decisions[item.ID].String(), Decided: decidedText(log, d, item.ID),
			Lessons: backing(d, item, gone), Gone: goneOf(item, lesson.ByID(d.Lessons), gone), Fixed: log.InPlace(d.ID, item.ID),
			Required: item.Origin == review.Required,
		}
		switch {
		case item.InTable():
			if value, isFact := strings.CutPrefix(one.Content[0], item.Name+" "); isFact {
				one.Key, one.Content[0] = item.Name, value
				one.Content[len(one.Content)-1] += below(headings[item.ID])
			}
			if item.Kind == review.AddFact && item.Old == "" && item.Contradiction() == "" {
				one.Why = "" // the same for all: the source says it
			}
			page.Facts = append(page.Facts, one)
		case item.InSection():
			one.Name, one.Text = item.Name, item.Text
			one.Rewords = item.Kind == review.AddEntry && item.Origin != review.Required
			page.Entries = append(page.Entries, one)
		default:
			page.Lines = append(page.Lines, one)
		}
	}
	return page
}

// below says below which heading a fact is: a document may give many the same name, such as "URL". The table has its
// own words for some.
func below(heading string) string {
	switch ours := lookup.Heading(heading); {
	case heading == "":
		return ""
	case ours != heading:
		return fmt.Sprintf(", below %s (in the table: %s)", heading, ours)
	}
	return ", below " + heading
}

// decidedText tells who decided on an item, and why.
func decidedText(log *review.Log, d *review.Draft, id string) string {
	e, ok := log.DecidedBy(d.ID, id)
	if !ok || log.Decisions(d.ID)[id] == "" {
		return ""
	}
	text := "by " + e.By
	if item, _ := d.Item(id); item.Origin == review.Required && len(e.Items) > 1 {
		return text // the reason is that of the entry with which it came
	}
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// backing are the lessons that back an item, then those of its practice that it does not cover.
func backing(d *review.Draft, item review.Item, gone map[string]bool) []web.Lesson {
	known := lesson.ByID(d.Lessons)
	var all []web.Lesson
	for _, id := range slices.Concat(item.Lessons, item.Misfits) {
		one := lessonCalled(id, known)
		one.Gone, one.Misfit = one.Gone || gone[id], slices.Contains(item.Misfits, id)
		all = append(all, one)
	}
	return all
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
