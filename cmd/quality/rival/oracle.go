package rival

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"wisdom/cmd/quality/score"
	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/markdown/section"
	"wisdom/pipeline/knapsack"
)

// Section is the section that entries go into.
type Section struct {
	// Used is the part that is there whoever proposes: the heading, the header, the required entry, handwritten text.
	Used tokens.Size
	// Limits are for the whole in tokens, and for what is added in entries.
	Limits  knapsack.Limits
	Newline string
}

// Tokens returns the size of the section with the entries in it.
func (s Section) Tokens(entries []score.Entry) int {
	size := s.Used
	for _, e := range entries {
		size = size.Add(s.measure(e))
	}
	return s.Limits.Count.Of(size)
}

func (s Section) measure(e score.Entry) tokens.Size {
	return tokens.Measure(section.Entry{Name: e.Name, Text: e.Text}.String() + s.Newline)
}

// Oracle returns the best that the labels allow: as many labelled themes as fit with one of their labelled clauses, or
// with the fullest one if inFull, and their IDs as names. The lessons of the entries are the labelled ones.
func Oracle(labels *score.Labels, section Section, inFull bool) (entries []score.Entry) {
	members := map[string][]string{}
	for _, l := range labels.Lessons {
		members[l.Theme] = append(members[l.Theme], l.ID)
	}
	sizes := labels.Sizes()
	var forms [][]score.Entry
	var choices []knapsack.Choice
	for _, theme := range labels.Themes {
		if sizes[theme.ID] == 0 {
			continue
		}
		wordings := entriesOf(theme, members[theme.ID])
		if inFull {
			wordings = wordings[:min(len(wordings), 1)]
		}
		choice := knapsack.Choice{ID: theme.ID, Lessons: 1}
		for _, e := range wordings {
			choice.Sizes = append(choice.Sizes, section.measure(e))
		}
		choices, forms = append(choices, choice), append(forms, wordings)
	}
	for i, form := range knapsack.Select(choices, section.Used, section.Limits) {
		if form >= 0 {
			entries = append(entries, forms[i][form])
		}
	}
	return entries
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

// sentence begins with a capital and ends with a full stop.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return words.WithStop(string(unicode.ToUpper(first)) + text[size:])
}
