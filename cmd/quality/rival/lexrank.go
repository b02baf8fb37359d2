package rival

import "wisdom/cmd/quality/score"

const (
	damping    = 0.85 // as in PageRank
	iterations = 50
	// relevance weighs being central against being unlike what was taken.
	relevance = 0.7
)

// LexRank ranks the sentences of all lessons by how central they are (Erkan and
// Radev 2004) and takes them by maximal marginal relevance (Carbonell and
// Goldstein 1998) as long as they fit. A lesson belongs to the one that it is
// nearest to.
func LexRank(t Task) Answer {
	var texts []string
	var speakers []int
	for l, lesson := range t.Lessons {
		for _, text := range wordings(lesson) {
			texts, speakers = append(texts, text), append(speakers, l)
		}
	}
	n := len(texts)
	s := space(append(texts, t.texts(everything(len(t.Lessons)))...))
	entry := func(i int) score.Entry {
		return score.Entry{Name: name(texts[i : i+1]), Text: texts[i], Quotes: t.Lessons[speakers[i]].ID}
	}
	chosen := t.mostRelevant(centrality(n, s.cosine), s.cosine, entry)
	groups := nearest(len(t.Lessons), len(chosen), func(l, c int) float64 { return s.cosine(n+l, chosen[c]) })
	answer := Answer{Themes: t.themes(groups)}
	for c, i := range chosen {
		e := entry(i)
		e.Lessons = answer.Themes[c]
		answer.Entries = append(answer.Entries, e)
	}
	return answer
}

// centrality is the share of its time that a walk over n texts spends at each,
// going from one to another as they are alike; the greatest is 1.
func centrality(n int, alike func(a, b int) float64) []float64 {
	step := make([][]float64, n)
	for i := range step {
		step[i] = make([]float64, n)
		sum := 0.0
		for j := range n {
			step[i][j] = alike(i, j)
			sum += step[i][j]
		}
		for j := range n {
			step[i][j] /= max(sum, 1e-9)
		}
	}
	rank := make([]float64, n)
	for range iterations {
		next := make([]float64, n)
		for j := range next {
			next[j] = (1 - damping) / float64(n)
			for i := range rank {
				next[j] += damping * rank[i] * step[i][j]
			}
		}
		rank = next
	}
	most := 0.0
	for _, r := range rank {
		most = max(most, r)
	}
	for i := range rank {
		rank[i] /= max(most, 1e-9)
	}
	return rank
}

// mostRelevant takes texts one by one, each time the one that is most central
// and least like those taken, while any fits.
func (t Task) mostRelevant(rank []float64, alike func(a, b int) float64, entry func(int) score.Entry) []int {
	var chosen []int
	var taken []score.Entry
	open := everything(len(rank))
	for len(open) > 0 {
		best, most := 0, -1.0
		for at, i := range open {
			like := 0.0
			for _, c := range chosen {
				like = max(like, alike(i, c))
			}
			if gain := relevance*rank[i] - (1-relevance)*like; gain > most {
				best, most = at, gain
			}
		}
		i := open[best]
		open = append(open[:best], open[best+1:]...)
		if e := entry(i); t.Section.Takes(taken, e) {
			taken, chosen = append(taken, e), append(chosen, i)
		}
	}
	return chosen
}
