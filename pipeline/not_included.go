package pipeline

import (
	"fmt"

	"wisdom/markdown/lint"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// RuleUncovered names the finding on lessons that are in no entry.
const RuleUncovered = "uncovered"

// exclude tells why entries are not in the proposal that were chosen for it. What is no theme's entry is a finding.
func (r *run) exclude(p *review.Proposal, excluded []review.Excluded, themeOf map[string]int) {
	for _, e := range excluded {
		i, is := themeOf[e.Item.ID]
		if !is {
			p.Findings = append(p.Findings, e.Finding())
			continue
		}
		r.chosen[i], r.themes[i].Cause, r.themes[i].Detail = -1, causeOf(e.Rule), e.Detail
	}
}

// explain lists the themes, and says why some of them, and some lessons that are alone, are not in the section.
func (r *run) explain(p *review.Proposal) (themes []Theme, unused []review.Dropped) {
	themes = []Theme{}
	room := r.plannedLimit() - p.Budget.SectionTokens
	for i := range r.themes {
		theme := &r.themes[i]
		ids := r.ids(theme.Lessons)
		why := review.Dropped{
			Kind: "theme", ID: theme.ID, Reason: string(theme.Cause), Detail: theme.Detail, Name: theme.Name, Lessons: ids,
		}
		// One lesson may recur, too: in the same words.
		isAlone := len(ids) == 1 && theme.Anchor == nil && len(theme.Wordings) == 0 &&
			(r.model != nil || theme.Cause == distill.Support)
		if isAlone {
			why.Kind, why.ID, why.Name = "lesson", ids[0], r.lessons[theme.Lessons[0]].Sentence()
			if theme.Cause != distill.Superseded && theme.Cause != distill.Duplicate {
				why.Reason = string(distill.Support)
			}
		} else {
			themes = append(themes, Theme{theme.ID, theme.Name, ids})
			if theme.Anchor != nil || r.chosen[i] >= 0 {
				continue
			}
			r.whyNot(theme, room, &why)
		}
		unused = append(unused, why)
	}
	return themes, unused
}

// whyNot says why a theme is not in the section where its wordings could be.
func (r *run) whyNot(theme *distill.Theme, room int, why *review.Dropped) {
	refusal := r.refusedAs(theme)
	switch {
	case refusal != nil:
		why.Reason, why.Detail = string(distill.Refused), whyRefused(refusal)
	case why.Reason != "":
	case len(theme.Wordings) == 0:
		why.Reason, why.Detail = string(distill.Duplicate), "a stronger entry nearly says the same"
	default:
		last := theme.Wordings[len(theme.Wordings)-1]
		why.Reason = "budget"
		why.Detail = fmt.Sprintf("needs at least %d tokens, %d are left", r.budget.Of(r.measure(last)), max(room, 0))
		if r.opts.Headroom > 0 {
			why.Detail += fmt.Sprintf("; %d more are kept free", r.opts.Headroom)
		}
	}
}

// uncovered says, of a run without a model, how many lessons are in no entry, and how one comes about.
func (r *run) uncovered() []lint.Finding {
	if r.model != nil {
		return nil
	}
	all := len(r.collected.Lessons)
	uncovered := all
	for i, theme := range r.themes {
		if theme.Anchor != nil || r.chosen[i] >= 0 {
			uncovered -= len(theme.Lessons)
		}
	}
	if uncovered < r.opts.Support {
		return nil
	}
	message := fmt.Sprintf("%d lessons are in no entry: a model finds what they share; ", uncovered)
	if uncovered == all {
		message = fmt.Sprintf("found nothing worth proposing in %d lessons: without a model, an entry is an order that "+
			"notes of %d days repeat in nearly the same words; a model finds what lessons share; ", all, r.opts.Support)
	}
	message += "wisdom doctor says how to connect one"
	return []lint.Finding{{Rule: RuleUncovered, Severity: lint.Note, Message: message}}
}
