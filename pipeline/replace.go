package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/markdown/lint"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// replace finds, where the section is full, the new entries that are worth more than existing ones, the strongest first:
// each takes the place of the weakest that makes room for it. It has a lesson that who approved that one did not see:
// without new notes nothing is replaced. It may take what new entries leave free beside the existing ones. Whatever is
// decided, the section fits: room that one leaves is not another's.
// Of the existing entries only those that a draft brought and that stay otherwise may go.
func (r *run) replace(lines []placed) []placed {
	existing := slices.DeleteFunc(slices.Clone(lines), func(l placed) bool {
		return l.item != nil || r.isKept(l.line.Entry())
	})
	slices.SortStableFunc(existing, func(a, b placed) int {
		return cmp.Or(r.worthOf(a.line.Lessons)-r.worthOf(b.line.Lessons), cmp.Compare(a.newest, b.newest))
	})
	// Of a wording one lesson is newer than a moment, as far as earlier runs tell.
	hasNewer := func(w distill.Wording, since string) bool {
		return r.known.LastRun != "" && since != "" &&
			slices.ContainsFunc(w.Lessons, func(l int) bool { return r.known.IsNewer(&r.lessons[l], since) })
	}
	used := r.used()
	for _, l := range lines {
		if l.item != nil && l.line.Origin == review.New {
			used = used.Add(r.measure(distill.Wording{Name: l.line.Name, Text: l.line.Text}))
		}
	}
	for _, i := range r.left() {
		for form, w := range r.themes[i].Wordings {
			isCopy := func(l placed) bool { return text.Of(l.line.Text).NearCopy(text.Of(w.Text)) }
			at := slices.IndexFunc(existing, func(l placed) bool { return hasNewer(w, l.since) && r.fits(w, l.line, &used) })
			if r.chosen[i] >= 0 || at < 0 || slices.ContainsFunc(lines, isCopy) {
				continue
			}
			next := r.add(i, w)
			out := existing[at].line
			next.item.Old = out.Entry().String()
			next.item.Why += fmt.Sprintf("; %s has %s, the last of %s", out.Name,
				lesson.Support(len(out.Lessons), r.times(out.Lessons)), cmp.Or(existing[at].newest, "no known day"))
			r.chosen[i], lines, existing = form, append(lines, next), slices.Delete(existing, at, at+1)
		}
	}
	return lines
}

// left are the themes that the section has no room for, those that are worth most first.
func (r *run) left() (left []int) {
	for i := range r.themes {
		theme := &r.themes[i]
		if theme.Anchor == nil && r.chosen[i] < 0 && len(theme.Wordings) > 0 && r.refusedAs(theme) == nil {
			left = append(left, i)
		}
	}
	slices.SortStableFunc(left, func(a, b int) int {
		return r.worthOf(r.ids(r.themes[b].Wordings[0].Lessons)) - r.worthOf(r.ids(r.themes[a].Wordings[0].Lessons))
	})
	return left
}

// fits reports whether a wording is worth more than an existing entry and fits in its place, beside what is used. If so,
// the entry that is larger counts as used.
func (r *run) fits(w distill.Wording, out review.Line, used *tokens.Size) bool {
	if r.worthOf(r.ids(w.Lessons)) <= r.worthOf(out.Lessons) {
		return false
	}
	freed := r.measure(distill.Wording{Name: out.Name, Text: out.Text})
	next := used.Add(r.measure(w)).Add(tokens.Size{O200k: -freed.O200k, Units: -freed.Units})
	isSmaller := r.budget.Of(next) <= r.budget.Of(*used)
	if !isSmaller && r.budget.Of(next) > r.sectionLimit() {
		return false
	}
	if !isSmaller {
		*used = next
	}
	return true
}

// worthOf is what an entry of these lessons is worth, new or existing: how often they were written down, or with a model
// their incidents, by the weights that it gave them in any practice. A lesson that this run does not read counts as one.
func (r *run) worthOf(ids []string) int {
	if r.model == nil {
		return r.times(ids)
	}
	var read []int
	for i, l := range r.lessons {
		if slices.Contains(ids, l.ID) {
			read = append(read, i)
		}
	}
	weights := map[int]int{}
	for _, theme := range r.themes {
		for l, weight := range theme.Weights {
			weights[l] = max(weights[l], weight)
		}
	}
	_, weight := r.incidents.weight(r.lessons, read, weights)
	return weight + len(ids) - len(read)
}

// RuleFull names the finding that the section has no room for another entry.
const RuleFull = "full"

// full says of a section with entries that it has no room for what else could be one.
func (r *run) full(lines []placed) []lint.Finding {
	replacing, left := 0, len(r.left())
	for _, l := range lines {
		if l.item != nil && l.item.Old != "" {
			replacing++
		}
	}
	if len(r.standing) == 0 || replacing+left == 0 {
		return nil
	}
	message := fmt.Sprintf("the section has no room for %s more: ", text.Plural(replacing+left, "entry"))
	if replacing == 0 {
		message += "none is worth more than one that it has"
	} else {
		message += fmt.Sprintf(
			"%d %s worth more than one that it has, and would take its place",
			replacing,
			text.Are(replacing),
		)
	}
	return []lint.Finding{{Rule: RuleFull, Severity: lint.Note, Message: message}}
}
