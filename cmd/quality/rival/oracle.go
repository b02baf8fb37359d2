package rival

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/cmd/quality/score"
	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/pipeline/knapsack"
)

// Oracle returns the best that the labels allow: the labelled themes with their labelled clauses, their IDs as names,
// chosen so that the most lessons are covered, so that the most themes are, and so that the most themes are if each has
// its fullest clause. It also returns the lessons as they are labelled.
func Oracle(labels *score.Labels, section score.Section,
) (lessons []lesson.Lesson, byLessons, byThemes, inFull []score.Entry) {
	members := map[string][]string{}
	clauses := map[string]string{}
	for _, theme := range labels.Themes {
		clauses[theme.ID] = strings.Join(theme.Clauses, ". ")
	}
	for _, l := range labels.Lessons {
		members[l.Theme] = append(members[l.Theme], l.ID)
		lessons = append(
			lessons, lesson.Lesson{ID: l.ID, Kind: l.Kind, Text: l.Text + " " + clauses[l.Theme], Places: l.Places},
		)
	}
	sizes := labels.Sizes()
	var forms [][]score.Entry
	var choices []knapsack.Choice
	for _, theme := range labels.Themes {
		if sizes[theme.ID] == 0 {
			continue
		}
		choice := knapsack.Choice{ID: theme.ID, Lessons: sizes[theme.ID]}
		wordings := entriesOf(theme, members[theme.ID])
		for _, e := range wordings {
			choice.Sizes = append(choice.Sizes, section.Measure(e))
		}
		choices, forms = append(choices, choice), append(forms, wordings)
	}
	byLessons = pick(choices, forms, section)
	for i := range choices {
		choices[i].Lessons = 1
	}
	byThemes = pick(choices, forms, section)
	for i := range choices {
		choices[i].Sizes = choices[i].Sizes[:min(len(choices[i].Sizes), 1)]
	}
	return lessons, byLessons, byThemes, pick(choices, forms, section)
}

// entriesOf are the ways to word a theme, the fullest first.
func entriesOf(theme score.Theme, members []string) []score.Entry {
	var entries []score.Entry
	for _, clause := range theme.Clauses {
		entries = append(entries, score.Entry{Name: sentence(theme.ID), Text: sentence(clause), Lessons: members})
	}
	slices.SortStableFunc(
		entries, func(a, b score.Entry) int { return cmp.Compare(words.Count(b.Text), words.Count(a.Text)) },
	)
	return entries
}

func pick(choices []knapsack.Choice, forms [][]score.Entry, section score.Section) []score.Entry {
	var entries []score.Entry
	for i, form := range knapsack.Select(choices, section.Used, section.Limits) {
		if form >= 0 {
			entries = append(entries, forms[i][form])
		}
	}
	return entries
}
