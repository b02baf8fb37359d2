package distill

import (
	"cmp"
	"context"
	"errors"
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
	asked int     // requests that were needed, without repetitions
	left  [][]int // units that the model has no answer for
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
	p := &proposer{distiller: d, space: space, edges: edges, built: built, notes: notes}
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
		p.asked = 0
		p.opts.Model.Expect(requests(batches))
		var themes [][]int
		for _, batch := range batches {
			united, err := p.unite(ctx, batch, round > 0)
			if err != nil {
				return nil, err
			}
			themes = append(themes, united...)
		}
		themes, p.left = append(themes, p.unasked(round > 0)...), nil
		shrunk := len(themes) < len(found) || round == 0
		found = themes
		if p.asked <= 1 || !shrunk {
			break
		}
		batches = p.windows(found)
	}
	return p.complete(p.parted(found)), nil
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

// requests counts the batches that need one.
func requests(batches [][][]int) int {
	n := 0
	for _, batch := range batches {
		if len(batch) > 1 {
			n++
		}
	}
	return n
}

// unite asks which of the units belong together. Units are lessons, or themes of
// different requests; lessons that the model leaves out are not in the result,
// themes always are. What the context does not hold is asked in halves.
func (p *proposer) unite(ctx context.Context, units [][]int, themes bool) ([][]int, error) {
	if len(units) == 1 { // there is nothing to ask, or it takes all of the context
		if p.notes.Lessons > 1 && !themes {
			p.notes.TooLong++
		}
		p.left = append(p.left, units...)
		return nil, nil
	}
	answer, err := p.ask(ctx, units, themes)
	var tooLong *TooLongError
	switch {
	case errors.As(err, &tooLong) && len(units) == 2:
		if !themes {
			p.notes.TooLong += 2
		}
		p.left = append(p.left, units...)
		return nil, nil
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
	}
	p.asked++
	if answer == nil {
		p.notes.GroupedBy++
		p.left = append(p.left, units...)
		return nil, nil
	}
	return p.taken(units, answer, themes), nil
}

// ask asks for groups until the answer can be used; nil where none could. That
// lessons have no theme at all is believed only where the built-in engine finds
// none either: it is what a model says that has not understood.
func (p *proposer) ask(ctx context.Context, units [][]int, themes bool) ([][]int, error) {
	texts := p.texts(units)
	var wrong []string
	for range mostAsked {
		var now string
		answer, err := p.opts.Model.Group(ctx, texts, wrong)
		var bad *BadAnswerError
		switch {
		case errors.As(err, &bad):
			now = bad.Reason
		case err != nil:
			return nil, err
		case !themes && !joins(answer, len(units)) && p.hasTheme(units):
			now = "it put no two of the lessons together, and some of them teach the same"
		case answer == nil:
			return [][]int{}, nil
		default:
			return answer, nil
		}
		p.notes.Refused++
		wrong = append(wrong, now)
	}
	return nil, nil
}

// joins says whether an answer puts any two of n lessons together.
func joins(answer [][]int, n int) bool {
	return slices.ContainsFunc(answer, func(numbers []int) bool {
		first := slices.IndexFunc(numbers, func(number int) bool { return number >= 1 && number <= n })
		return first >= 0 && slices.ContainsFunc(numbers[first:], func(number int) bool {
			return number >= 1 && number <= n && number != numbers[first]
		})
	})
}

// hasTheme says whether the built-in engine finds enough lessons for an entry
// among units.
func (p *proposer) hasTheme(units [][]int) bool {
	return slices.ContainsFunc(p.builtOf(units), func(group []int) bool { return len(group) >= max(p.opts.Support, 2) })
}

// unasked are the groups for units that the model has no answer for: themes stay
// as they are, lessons are grouped as without a model.
func (p *proposer) unasked(themes bool) [][]int {
	if themes {
		return p.left
	}
	return p.builtOf(p.left)
}

// builtOf are the groups of the built-in engine as far as their lessons are among
// units.
func (p *proposer) builtOf(units [][]int) [][]int {
	among := map[int]bool{}
	for _, unit := range units {
		among[unit[0]] = true
	}
	var groups [][]int
	for _, group := range p.built {
		group = slices.DeleteFunc(slices.Clone(group), func(l int) bool { return !among[l] })
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// taken makes groups of units as the answer says. The first group that names a
// unit has it; a lesson in a group of its own is in none.
func (p *proposer) taken(units [][]int, answer [][]int, themes bool) [][]int {
	used := make([]bool, len(units))
	var groups [][]int
	for _, numbers := range answer {
		var group []int
		n, last := 0, 0
		for _, number := range numbers {
			switch {
			case number < 1 || number > len(units):
				p.notes.Invented++
			case used[number-1]:
				p.notes.Repeated++
			default:
				used[number-1] = true
				group = append(group, units[number-1]...)
				n, last = n+1, number-1
			}
		}
		switch {
		case n > 1 || n == 1 && themes:
			slices.Sort(group)
			groups = append(groups, group)
		case n == 1:
			used[last] = false
		}
	}
	for i, unit := range units {
		if themes && !used[i] {
			groups = append(groups, unit)
		}
	}
	return groups
}
