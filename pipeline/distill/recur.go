package distill

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"wisdom/internal/words"
)

const (
	// sameOrder is how alike two statements are at least that give one order. It was
	// tried on real notes: at 0.4 orders about one subject come together that ask for
	// different things.
	sameOrder = 0.5
	// nearCopy is how alike two statements are at least of which one copies the other.
	nearCopy = 0.8
	// commonStem is in how many statements a stem stands at most by which others are
	// looked for: going through all pairs that share it would take the square of that.
	commonStem = 400
)

// echo is where another lesson gives an order again, or the opposite one.
type echo struct {
	lesson  int
	in      *statement
	alike   float64
	against bool
}

// recurrence is an order with its echoes, in the order of the lessons.
type recurrence struct {
	order  *statement
	echoes []echo
}

// recurrences finds the echoes of every statement that leads. Once ctx ends, some are
// missing.
func (s *statements) recurrences(ctx context.Context) []recurrence {
	var all []recurrence
	for i := range s.all {
		if s.all[i].leads {
			all = append(all, recurrence{order: &s.all[i]})
		}
	}
	workers := runtime.GOMAXPROCS(0)
	words.SideBySide(ctx, workers, func(first int) {
		near := &nearby{shared: make([]float64, len(s.all))}
		for i := first; i < len(all) && ctx.Err() == nil; i += workers {
			all[i].echoes = s.echoes(all[i].order, near)
		}
	})
	return all
}

// nearby is room for the statements that share stems with one: the weight of those stems,
// by statement. Between uses all are zero.
type nearby struct {
	shared  []float64
	touched []int32
}

// echoes finds where lessons give an order again: of each lesson the statement that is
// most alike.
func (s *statements) echoes(order *statement, near *nearby) []echo {
	near.touched = near.touched[:0]
	common := 0.0 // weight of the stems by which nothing is looked for
	for _, stem := range order.stems {
		if len(s.holding[stem]) > commonStem {
			common += s.weights[stem]
			continue
		}
		for _, at := range s.holding[stem] {
			if near.shared[at] == 0 {
				near.touched = append(near.touched, at)
			}
			near.shared[at] += s.weights[stem]
		}
	}
	best := map[int]echo{}
	for _, at := range near.touched {
		other := &s.all[at]
		may := 2*(near.shared[at]+common) >= math.Nextafter(sameOrder, 0)*(order.weight+other.weight)
		near.shared[at] = 0
		if !may || other.lesson == order.lesson || other.lesson >= s.n {
			continue
		}
		alike := s.alike(order, other)
		if before := best[other.lesson]; alike >= sameOrder && (alike > before.alike || alike == before.alike && other.text < before.in.text) {
			best[other.lesson] = echo{lesson: other.lesson, in: other, alike: alike}
		}
	}
	echoes := make([]echo, 0, len(best))
	for _, e := range best {
		e.against = opposes(order.text, e.in.text)
		echoes = append(echoes, e)
	}
	slices.SortFunc(echoes, func(a, b echo) int { return cmp.Compare(a.lesson, b.lesson) })
	return echoes
}
