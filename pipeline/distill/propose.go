package distill

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"wisdom/internal/words"
)

const (
	// putBack is how alike a lesson that the model left out must be to the
	// lessons of a theme, on average, to come into it. It is higher than what
	// joins lessons without a model: leaving out was an answer.
	putBack = 0.12
	// mostRounds bounds how often themes of different requests are compared.
	mostRounds = 4
)

// proposer groups lessons as a model proposes.
type proposer struct {
	*distiller
	space *words.Space
	edges []words.Edge
	built [][]int // groups of the built-in engine
	notes *Notes
}

// proposed groups lessons as the model proposes. Lessons that a newer one takes
// the place of are not asked about; they stay alone.
func (d *distiller) proposed(ctx context.Context, space *words.Space, edges []words.Edge, built [][]int, newer []int, notes *Notes) ([][]int, error) {
	var replaced [][]int
	built = slices.DeleteFunc(slices.Clone(built), func(group []int) bool {
		if old := newer[group[0]] >= 0; old {
			replaced = append(replaced, group)
			return true
		}
		return false
	})
	p := &proposer{d, space, edges, built, notes}
	groups, err := p.groups(ctx)
	if err != nil {
		return nil, err
	}
	groups = append(groups, replaced...)
	slices.SortFunc(groups, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return groups, nil
}

// groups asks the model which lessons teach the same. Lessons go into requests in
// batches that its context holds, those that the built-in engine finds alike
// together; then the themes of different batches are compared in the same way,
// each by the lesson that is most like the rest of it.
func (p *proposer) groups(ctx context.Context) ([][]int, error) {
	texts := make([]string, 0, len(p.lessons))
	for _, group := range p.built {
		for _, l := range group {
			texts = append(texts, p.lessons[l].Text)
		}
	}
	p.notes.Lessons = len(texts)
	p.opts.Model.Prepare(texts)
	var found [][]int
	batches := p.batches(p.built)
	for round := range mostRounds {
		p.opts.Model.Expect(len(batches))
		var themes [][]int
		for _, batch := range batches {
			united, err := p.unite(ctx, batch, round > 0)
			if err != nil {
				return nil, err
			}
			themes = append(themes, united...)
		}
		shrunk := len(themes) < len(found) || round == 0
		found = themes
		if len(batches) == 1 || !shrunk {
			break
		}
		batches = p.windows(found)
	}
	return p.complete(p.parted(found)), nil
}

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

// speaker is the lesson of a group that is most like the others.
func (p *proposer) speaker(group []int) int {
	const looked = 12 // lessons of a group, so that large ones take no square
	sample := group[:min(len(group), looked)]
	best, most := sample[0], -1.0
	for _, a := range sample {
		sum := 0.0
		for _, b := range sample {
			if a != b {
				sum += quantum(p.space.Cosine(min(a, b), max(a, b)))
			}
		}
		if sum > most {
			best, most = a, sum
		}
	}
	return best
}

// texts are what a request shows of units.
func (p *proposer) texts(units [][]int) []string {
	texts := make([]string, len(units))
	for i, unit := range units {
		texts[i] = p.lessons[p.speaker(unit)].Text
	}
	return texts
}

// unite asks which of the units belong together. Units are lessons, or themes of
// different requests; lessons that the model leaves out are not in the result,
// themes always are. What the context does not hold is asked in halves.
func (p *proposer) unite(ctx context.Context, units [][]int, themes bool) ([][]int, error) {
	if len(units) == 1 {
		if themes {
			return units, nil
		}
		return nil, nil
	}
	answer, err := p.ask(ctx, p.texts(units))
	var tooLong *TooLongError
	switch {
	case errors.As(err, &tooLong) && len(units) == 2:
		p.notes.TooLong += 2
		return p.unasked(units, themes), nil
	case errors.As(err, &tooLong):
		p.opts.Model.Expect(2)
		half := len(units) / 2
		first, err := p.unite(ctx, units[:half], themes)
		if err != nil {
			return nil, err
		}
		second, err := p.unite(ctx, units[half:], themes)
		return append(first, second...), err
	case err != nil:
		return nil, err
	case answer == nil:
		p.notes.GroupedBy++
		return p.unasked(units, themes), nil
	}
	return p.taken(units, answer, themes), nil
}

// ask asks for groups until the answer can be used; nil where none could.
func (p *proposer) ask(ctx context.Context, texts []string) ([][]int, error) {
	var wrong []string
	for range mostAsked {
		answer, err := p.opts.Model.Group(ctx, texts, wrong)
		var bad *BadAnswerError
		if !errors.As(err, &bad) {
			if answer == nil {
				answer = [][]int{}
			}
			return answer, err
		}
		p.notes.Refused++
		if wrong = told(wrong, bad.Reason); wrong == nil {
			break
		}
	}
	return nil, nil
}

// told adds what was wrong with an answer to what was wrong with those before;
// nil if there is nothing that the model was not told already: the same question
// has the same answer.
func told(wrong []string, reasons ...string) []string {
	n := len(wrong)
	for _, reason := range reasons {
		if !slices.Contains(wrong, reason) {
			wrong = append(wrong, reason)
		}
	}
	if len(wrong) == n {
		return nil
	}
	return wrong
}

// unasked are the groups for units that the model has no answer for: themes stay
// as they are, lessons are grouped as without a model.
func (p *proposer) unasked(units [][]int, themes bool) [][]int {
	if themes {
		return units
	}
	var groups [][]int
	for _, group := range p.built {
		group = slices.DeleteFunc(slices.Clone(group), func(l int) bool {
			return !slices.ContainsFunc(units, func(unit []int) bool { return unit[0] == l })
		})
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// taken makes groups of units as the answer says. The first group that names a
// unit has it.
func (p *proposer) taken(units [][]int, answer [][]int, themes bool) [][]int {
	used := make([]bool, len(units))
	var groups [][]int
	for _, numbers := range answer {
		var group []int
		n := 0
		for _, number := range numbers {
			switch {
			case number < 1 || number > len(units):
				p.notes.Invented++
			case used[number-1]:
				p.notes.Repeated++
			default:
				used[number-1] = true
				group = append(group, units[number-1]...)
				n++
			}
		}
		if n > 1 || n == 1 && themes {
			slices.Sort(group)
			groups = append(groups, group)
		}
	}
	for i, unit := range units {
		if themes && !used[i] {
			groups = append(groups, unit)
		}
	}
	return groups
}

// parted takes lessons out of groups that say the opposite of, or another value
// than, a lesson before them: two such lessons are never one theme.
func (p *proposer) parted(groups [][]int) [][]int {
	apart := map[[2]int]bool{}
	for _, e := range p.edges {
		if e.Weight >= sameSubject && p.contradict(e.A, e.B) {
			apart[[2]int{e.A, e.B}] = true
		}
	}
	for i, group := range groups {
		var kept []int
		for _, l := range group {
			if slices.ContainsFunc(kept, func(k int) bool { return apart[[2]int{min(k, l), max(k, l)}] }) {
				p.notes.Parted++
				continue
			}
			kept = append(kept, l)
		}
		groups[i] = kept
	}
	return groups
}

// complete puts lessons that are in no group to the group that they are like, or
// else into one of their own. A model that left out more than half of all lessons
// did not judge but forgot: what the built-in engine grouped, and the model named
// nothing of, is a group then.
func (p *proposer) complete(groups [][]int) [][]int {
	left, alike := p.leftOut(groups)
	var alone []int
	for _, l := range left {
		if best := alike.nearest(l); best >= 0 {
			p.notes.PutBack++
			groups[best] = append(groups[best], l)
		} else {
			alone = append(alone, l)
		}
	}
	if 2*len(left) > p.notes.Lessons {
		for _, group := range p.built {
			if len(group) >= p.opts.Support && !slices.ContainsFunc(group, func(l int) bool { return !slices.Contains(alone, l) }) {
				p.notes.Forgotten += len(group)
				groups = append(groups, slices.Clone(group))
				alone = slices.DeleteFunc(alone, func(l int) bool { return slices.Contains(group, l) })
			}
		}
	}
	p.notes.LeftOut = len(alone)
	for _, l := range alone {
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
