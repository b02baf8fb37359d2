package distill

import (
	"cmp"
	"fmt"
	"slices"
)

// batches packs groups into requests, each group's lessons as one unit each. They
// are split by their groups' ids, and never by how full a batch is: a lesson more
// then changes one batch, and the others are known already.
func (p *proposer) batches(groups [][]int) [][][]int {
	var singles [][][]int // by group: its lessons, each alone
	for _, group := range groups {
		units := make([][]int, len(group))
		for i, l := range group {
			units[i] = []int{l}
		}
		singles = append(singles, units)
	}
	return p.split(singles, 0)
}

func (p *proposer) split(groups [][][]int, bit int) [][][]int {
	all := slices.Concat(groups...)
	if len(all) == 0 {
		return nil
	}
	if p.opts.Model.Fits(p.texts(all)) >= len(all) {
		slices.SortFunc(all, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
		return [][][]int{all}
	}
	if len(groups) == 1 || bit >= idBits {
		return p.windows(all)
	}
	var sides [2][][][]int
	for _, group := range groups {
		side := p.idBit(group[0][0], bit)
		sides[side] = append(sides[side], group)
	}
	return append(p.split(sides[0], bit+1), p.split(sides[1], bit+1)...)
}

const idBits = 32

// idBit is a bit of a lesson's id, which is a hash of its words.
func (p *proposer) idBit(lesson, bit int) int {
	var digits uint32
	if _, err := fmt.Sscanf(p.lessons[lesson].ID, "%8x", &digits); err != nil {
		return bit % 2
	}
	return int(digits>>(idBits-1-bit)) & 1
}

// windows packs units into requests one after the other, each beside the one that
// is most like it.
func (p *proposer) windows(units [][]int) [][][]int {
	left := slices.Clone(units)
	slices.SortFunc(left, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	chain := p.chain(left)
	var batches [][][]int
	for len(chain) > 0 {
		n := min(max(p.opts.Model.Fits(p.texts(chain)), 1), len(chain))
		batches, chain = append(batches, chain[:n]), chain[n:]
	}
	return batches
}

// chain puts next to each unit the one most like it that is left.
func (p *proposer) chain(left [][]int) [][]int {
	speakers := make([]int, len(left))
	for i, unit := range left {
		speakers[i] = p.speaker(unit)
	}
	var chain [][]int
	last := -1
	for len(left) > 0 {
		next, best := 0, -1.0
		for i, speaker := range speakers {
			if last < 0 {
				break
			}
			if alike := p.space.Cosine(last, speaker); alike > best {
				next, best = i, alike
			}
		}
		chain, last = append(chain, left[next]), speakers[next]
		left, speakers = slices.Delete(left, next, next+1), slices.Delete(speakers, next, next+1)
	}
	return chain
}
