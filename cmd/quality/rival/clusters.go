package rival

import (
	"cmp"
	"slices"

	"wisdom/cmd/quality/score"
)

// Clusters joins the two groups of lessons that are most alike, by the mean
// cosine of their TF-IDF vectors, until there are as many groups as there should
// be. For the largest speaks the lesson that is most like the others.
func Clusters(t Task) Answer {
	s := space(t.texts(everything(len(t.Lessons))))
	groups := averageLinkage(len(t.Lessons), t.Groups, s.cosine)
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	var entries []score.Entry
	for _, group := range groups {
		if e, ok := t.central(group, s); ok && len(group) >= score.Support {
			entries = append(entries, e)
		}
	}
	return Answer{t.themes(groups), t.Section.Fill(entries)}
}

// central words a group: the first wording of the lesson that is most like the
// others and has one.
func (t Task) central(group []int, s vectors) (score.Entry, bool) {
	centrality := func(l int) (sum float64) {
		for _, other := range group {
			sum += s.cosine(l, other)
		}
		return sum
	}
	order := slices.Clone(group)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(centrality(b), centrality(a)) })
	for _, l := range order {
		if all := wordings(t.Lessons[l]); len(all) > 0 {
			return score.Entry{Name: name(t.texts(group)), Text: all[0], Lessons: t.ids(group), Quotes: t.Lessons[l].ID}, true
		}
	}
	return score.Entry{}, false
}

// averageLinkage groups n things into k groups.
func averageLinkage(n, k int, alike func(a, b int) float64) [][]int {
	groups := make([][]int, n)
	sums := make([][]float64, n) // over pairs, by group
	for i := range groups {
		groups[i] = []int{i}
		sums[i] = make([]float64, n)
		for j := range i {
			sums[i][j] = alike(i, j)
			sums[j][i] = sums[i][j]
		}
	}
	for left := n; left > max(k, 1); left-- {
		a, b := closest(groups, sums)
		groups[a] = append(groups[a], groups[b]...)
		groups[b] = nil
		for other := range groups {
			sums[a][other] += sums[b][other]
			sums[other][a] = sums[a][other]
		}
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return g == nil })
}

// closest are the two groups that are most alike on average.
func closest(groups [][]int, sums [][]float64) (a, b int) {
	most := -1.0
	for i := range groups {
		for j := i + 1; j < len(groups); j++ {
			if groups[i] == nil || groups[j] == nil {
				continue
			}
			if mean := sums[i][j] / float64(len(groups[i])*len(groups[j])); mean > most {
				a, b, most = i, j, mean
			}
		}
	}
	return a, b
}
