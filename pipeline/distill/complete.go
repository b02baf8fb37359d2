package distill

import (
	"cmp"
	"slices"
)

// parted takes lessons out of groups that say the opposite of, or another value
// than, a lesson before them: two such lessons are never one theme. Those taken
// out of the same group are one in their turn, as far as they agree.
func (p *proposer) parted(groups [][]int) [][]int {
	apart := map[[2]int]bool{}
	for _, e := range p.edges {
		if e.Weight >= sameSubject && p.contradict(e.A, e.B) {
			apart[[2]int{e.A, e.B}] = true
		}
	}
	proposed := len(groups)
	for i := 0; i < len(groups); i++ {
		var kept, out []int
		for _, l := range groups[i] {
			if slices.ContainsFunc(kept, func(k int) bool { return apart[[2]int{min(k, l), max(k, l)}] }) {
				out = append(out, l)
				continue
			}
			kept = append(kept, l)
		}
		groups[i] = kept
		if len(out) > 0 {
			groups = append(groups, out)
		}
		if i < proposed {
			p.notes.Parted += len(out)
		}
	}
	return groups
}

// complete puts lessons that are in no group to the group that they are like, or
// else into one of their own. A model that left out more than half of all lessons
// did not judge but forgot: what the built-in engine grouped, and the model named
// nothing of, is a group then.
func (p *proposer) complete(groups [][]int) [][]int {
	left, alike := p.leftOut(groups)
	alone := map[int]bool{}
	for _, l := range left {
		if best := alike.nearest(l); best >= 0 {
			p.notes.PutBack++
			groups[best] = append(groups[best], l)
		} else {
			alone[l] = true
		}
	}
	forgot := 2*len(left) > p.notes.Lessons
	for _, group := range p.built {
		switch whole := !slices.ContainsFunc(group, func(l int) bool { return !alone[l] }); {
		case !whole || len(group) < p.opts.Support:
		case forgot:
			p.notes.Forgotten += len(group)
			groups = append(groups, slices.Clone(group))
			for _, l := range group {
				delete(alone, l)
			}
		case len(group) > 1:
			p.notes.Unnamed++
		}
	}
	p.notes.LeftOut = len(alone)
	for l := range alone {
		groups = append(groups, []int{l})
	}
	for _, group := range groups {
		slices.Sort(group)
	}
	slices.SortFunc(groups, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return groups
}

// leftOut finds the lessons that are in no group, and how alike they are to the
// groups.
func (p *proposer) leftOut(groups [][]int) (left []int, alike kinship) {
	alike = kinship{of: map[int]map[int]float64{}, apart: map[[2]int]bool{}}
	of := map[int]int{}
	for g, group := range groups {
		alike.sizes = append(alike.sizes, len(group))
		for _, l := range group {
			of[l] = g
		}
	}
	for _, e := range p.edges {
		for _, pair := range [][2]int{{e.A, e.B}, {e.B, e.A}} {
			g, in := of[pair[1]]
			if _, grouped := of[pair[0]]; grouped || !in {
				continue
			}
			if alike.of[pair[0]] == nil {
				alike.of[pair[0]] = map[int]float64{}
			}
			alike.of[pair[0]][g] += quantum(e.Weight)
			if e.Weight >= sameSubject && p.contradict(e.A, e.B) {
				alike.apart[[2]int{pair[0], g}] = true
			}
		}
	}
	for _, group := range p.built {
		for _, l := range group {
			if _, grouped := of[l]; !grouped {
				left = append(left, l)
			}
		}
	}
	return left, alike
}

// kinship says how alike lessons are to groups.
type kinship struct {
	of    map[int]map[int]float64 // sums over a group's lessons
	apart map[[2]int]bool         // a lesson that says the opposite of one in a group
	sizes []int
}

// nearest is the group that a lesson is like, or -1.
func (k kinship) nearest(lesson int) int {
	best, most := -1, putBack
	for g, sum := range k.of[lesson] {
		if mean := sum / float64(k.sizes[g]); !k.apart[[2]int{lesson, g}] && (mean > most || mean == most && g < best) {
			best, most = g, mean
		}
	}
	return best
}
