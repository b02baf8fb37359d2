package pipeline

import (
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// choose fills what the standing entries and the headroom leave of the budget. Entries that may be dropped count as
// long as no reviewer dropped them: a draft must fit whatever is decided. Of two chosen entries that nearly say the
// same, the weaker looks for another wording. It returns the themes with the wordings that are left, and which one of
// each is chosen.
func (r run) choose() (themes []distill.Theme, chosen []int) {
	r.themes = slices.Clone(r.themes)
	for i := range r.themes {
		r.themes[i].Wordings = slices.Clone(r.themes[i].Wordings)
	}
	limits := limits{
		tokens: r.plannedLimit(), count: r.budget.Count, entries: r.budget.Entries - len(r.hand) - len(r.standing),
	}
	if _, wanted := r.required.entry(); wanted {
		limits.entries--
	}
	for used := r.used(); ; {
		r.chosen = fill(r.choices(), used, limits)
		if !r.dropCopy() {
			return r.themes, r.chosen
		}
	}
}

func (r *run) choices() [][]form {
	choices := make([][]form, len(r.themes))
	for i := range r.themes {
		theme := &r.themes[i]
		if theme.Anchor != nil || r.refusedAs(theme) != nil {
			continue
		}
		for _, w := range theme.Wordings {
			f := form{r.measure(w), len(theme.Lessons)}
			if theme.Weights != nil {
				f.worth = r.worth(theme, w)
			}
			choices[i] = append(choices[i], f)
		}
	}
	return choices
}

const (
	// incidentWorth is what one more incident is worth; one more lesson only decides between equals.
	incidentWorth = 1 << 10
	// harmWorth is what an incident with harm is worth: as much as so many days on which nothing happened.
	harmWorth = 8
)

// worth is what a verified wording is worth: its incidents, of which one with harm counts as harmWorth others.
func (r *run) worth(theme *distill.Theme, w distill.Wording) int {
	_, weight := r.incidents.weight(r.lessons, w.Lessons, theme.Weights)
	return weight*incidentWorth + min(len(w.Lessons), incidentWorth-1)
}

// dropCopy takes the wording away that nearly says what a stronger entry says, and reports whether there was one.
func (r *run) dropCopy() bool {
	var before []text.Text
	for i, form := range r.chosen { // themes come with the strongest first
		if form < 0 {
			continue
		}
		theme := &r.themes[i]
		gist := text.Of(theme.Wordings[form].Text)
		if slices.ContainsFunc(before, gist.NearCopy) {
			theme.Wordings = slices.Delete(theme.Wordings, form, form+1)
			return true
		}
		before = append(before, gist)
	}
	return false
}

// sectionLimit is what the section may take: its budget, or what the rest leaves
// of that of SOUL.md where the settings make it an error to pass that.
func (r *run) sectionLimit() int {
	if r.opts.Review.Lint.Of(lint.RuleSoulBudget) != lint.Error {
		return r.budget.Section
	}
	text := string(r.soul)
	if r.section != nil {
		text = text[:r.section.Start] + text[r.section.End:]
	}
	const around = 2 // tokens of blank lines, and of rounding twice
	return min(r.budget.Section, r.budget.Soul-r.budget.Tokens(text)-around)
}

// plannedLimit is what the section may take with new entries in it. The rest of sectionLimit is for a reviewer's words.
func (r *run) plannedLimit() int { return r.sectionLimit() - r.opts.Headroom }

func (r *run) measure(w distill.Wording) tokens.Size {
	return tokens.Measure(section.Entry{Name: w.Name, Text: w.Text}.String() + "\n")
}

// used is what the section takes without anything new. The last line ending is
// not counted, as in every count of a whole text.
func (r *run) used() tokens.Size {
	content := section.Content{Header: r.header()}
	if e, wanted := r.required.entry(); wanted {
		content.Entries = append(content.Entries, e.String())
	}
	for _, s := range r.standing {
		content.Entries = append(content.Entries, s.entry.String())
	}
	if r.section != nil {
		content.Heading = r.section.Heading
		content.Hand = r.section.Hand(r.isStanding)
	}
	return tokens.Measure(strings.TrimRight(content.Render("\n"), "\n"))
}

// whyRefused says in words what became of an item that is not proposed again.
func whyRefused(refusal *review.Refusal) string {
	what := "rejected in draft " + refusal.Draft
	if refusal.Undone {
		what = "brought by draft " + refusal.Draft + " and rolled back"
	}
	if refusal.Reason != "" && !refusal.Undone {
		what += ": " + refusal.Reason
	}
	return what
}

// refusedAs finds the refusal that still holds for a theme.
func (r *run) refusedAs(theme *distill.Theme) *review.Refusal {
	if len(theme.Wordings) > 0 {
		return r.refused(theme.Wordings[0].Lessons)
	}
	return r.refused(theme.Lessons)
}

func (r *run) refused(lessons []int) *review.Refusal { return r.refusedWords("", r.ids(lessons)) }

// refusedWords finds the refusal that holds for an entry of these lessons, whatever it says if text is empty.
func (r *run) refusedWords(text string, lessons []string) *review.Refusal {
	for i := range r.refusals {
		if r.refusals[i].Covers(review.AddEntry, "", text, lessons) {
			return &r.refusals[i]
		}
	}
	return nil
}
