package pipeline

import (
	"fmt"
	"slices"

	"wisdom/pipeline/distill"
	"wisdom/review"
)

// exclude tells why entries are not in the proposal that were chosen for it. What is no theme's entry is a finding.
func (r *run) exclude(p *review.Proposal, excluded []review.Excluded) {
	for _, e := range excluded {
		i := slices.IndexFunc(r.themes, func(t distill.Theme) bool {
			return slices.ContainsFunc(t.Wordings, func(w distill.Wording) bool {
				return t.Anchor == nil && w.Text == e.Item.Text && slices.Equal(r.ids(t.Cited(w)), e.Item.Lessons)
			})
		})
		if e.Item.Kind != review.AddEntry || i < 0 {
			p.Findings = append(p.Findings, e.Finding())
			continue
		}
		r.chosen[i], r.themes[i].Cause, r.themes[i].Detail = -1, causeOf(e.Rule), e.Detail
	}
}

// explain lists the themes, and why some of them are not in the section.
func (r *run) explain(p *review.Proposal) (themes []Theme, unused []review.Dropped) {
	themes = []Theme{}
	room := r.plannedLimit() - p.Budget.SectionTokens
	for i, theme := range r.themes {
		ids := r.ids(theme.Lessons)
		isAlone := r.model != nil || theme.Cause == distill.Support // one lesson may recur, too: in the same words
		if len(ids) == 1 && theme.Anchor == nil && isAlone {
			d := review.Dropped{
				Kind: "lesson", ID: ids[0], Reason: "support", Detail: "no other lesson is like it",
				Name: r.lessons[theme.Lessons[0]].Sentence(), Lessons: ids,
			}
			if r.model != nil {
				d.Detail = theme.Detail
			}
			if theme.Cause == distill.Superseded || theme.Cause == distill.Duplicate {
				d.Reason, d.Detail = string(theme.Cause), theme.Detail
			}
			unused = append(unused, d)
			continue
		}
		themes = append(themes, Theme{theme.ID, theme.Name, ids})
		if theme.Anchor != nil || r.chosen[i] >= 0 {
			continue
		}
		d := review.Dropped{
			Kind: "theme", ID: theme.ID, Reason: string(theme.Cause), Detail: theme.Detail, Name: theme.Name, Lessons: ids,
		}
		if refusal := r.refusedAs(&theme); refusal != nil {
			d.Reason, d.Detail = string(distill.Refused), whyRefused(refusal)
		} else if d.Reason == "" && len(theme.Wordings) == 0 {
			d.Reason, d.Detail = string(distill.Duplicate), "a stronger entry nearly says the same"
		} else if d.Reason == "" {
			last := theme.Wordings[len(theme.Wordings)-1]
			d.Reason = "budget"
			d.Detail = fmt.Sprintf("needs at least %d tokens, %d are left", r.budget.Of(r.measure(last)), max(room, 0))
			if r.opts.Headroom > 0 {
				d.Detail += fmt.Sprintf("; %d more are kept free", r.opts.Headroom)
			}
		}
		unused = append(unused, d)
	}
	return themes, unused
}
