package rival

import "wisdom/cmd/quality/score"

// Facility takes, one by one, the lesson that adds most per token to how well the chosen lessons represent all of
// them: to the sum over all lessons of the similarity to the most similar chosen one (facility location, cost-scaled
// greedy; Lin and Bilmes 2011). A lesson belongs to its nearest chosen one.
func Facility(t Task) Answer {
	s := space(t.texts(everything(len(t.Lessons))))
	offers := make([]score.Entry, len(t.Lessons))
	for l, lesson := range t.Lessons {
		if all := wordings(lesson); len(all) > 0 {
			offers[l] = score.Entry{Name: name(all[:1]), Text: all[0], Quotes: lesson.ID}
		}
	}
	served := make([]float64, len(t.Lessons))
	var chosen []int
	var entries []score.Entry
	for {
		best := t.bestOffer(offers, entries, served, s.cosine)
		if best < 0 {
			break
		}
		chosen, entries = append(chosen, best), append(entries, offers[best])
		for l := range served {
			served[l] = max(served[l], s.cosine(l, best))
		}
	}
	groups := nearest(len(t.Lessons), len(chosen), func(l, c int) float64 { return s.cosine(l, chosen[c]) })
	answer := Answer{t.themes(groups), entries}
	for c := range entries {
		entries[c].Lessons = answer.Themes[c]
	}
	return answer
}

// bestOffer is the lesson that gains most per token and fits, or -1.
func (t Task) bestOffer(offers, entries []score.Entry, served []float64, alike func(a, b int) float64) int {
	best, most := -1, 0.0
	for i, offer := range offers {
		if offer.Text == "" || !t.Section.Takes(entries, offer) {
			continue
		}
		gain := 0.0
		for l := range served {
			gain += max(alike(l, i)-served[l], 0)
		}
		cost := t.Section.Limits.Count.Of(t.Section.Measure(offer))
		if gain /= float64(cost); gain > most {
			best, most = i, gain
		}
	}
	return best
}
