package rival

import (
	"math/rand/v2"

	"wisdom/cmd/quality/score"
)

// Random puts lessons into groups of three by chance, and lets a clause of one
// of the three speak for each, by chance too. The dice always fall the same way.
func Random(t Task) Answer {
	dice := rand.New(rand.NewPCG(20261121, 3))
	order := dice.Perm(len(t.Lessons))
	var groups [][]int
	var entries []score.Entry
	for ; len(order) >= score.Support; order = order[score.Support:] {
		group := order[:score.Support]
		groups = append(groups, group)
		speaker := group[dice.IntN(len(group))]
		if all := wordings(t.Lessons[speaker]); len(all) > 0 {
			entries = append(entries, score.Entry{
				Name: name(t.texts(group)), Text: all[dice.IntN(len(all))],
				Lessons: t.ids(group), Quotes: t.Lessons[speaker].ID,
			})
		}
	}
	return Answer{t.themes(groups), t.Section.Fill(entries)}
}
