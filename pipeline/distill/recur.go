package distill

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"wisdom/internal/similar"
	"wisdom/internal/sorting"
	"wisdom/internal/words"
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

// recurrences finds the echoes of every statement that leads. Once ctx ends, some are missing.
func (s *statements) recurrences(ctx context.Context) []recurrence {
	var all []recurrence
	for i := range s.all {
		if s.all[i].leads {
			all = append(all, recurrence{order: &s.all[i]})
		}
	}
	workers := runtime.GOMAXPROCS(0)
	words.SideBySide(ctx, workers, func(first int) {
		near := &similar.Nearby{}
		for i := first; i < len(all) && ctx.Err() == nil; i += workers {
			all[i].echoes = s.echoes(all[i].order, near)
		}
	})
	return all
}

// echoes finds where lessons give an order again: of each lesson the statement that is most alike.
func (s *statements) echoes(order *statement, near *similar.Nearby) []echo {
	best := map[int]echo{}
	s.weighted.Near(order.at, similar.SameOrder, near, func(at int, alike float64) {
		other := &s.all[at]
		if other.lesson == order.lesson || other.lesson >= s.n {
			return
		}
		if before := best[other.lesson]; alike > before.alike || alike == before.alike && other.text < before.in.text {
			best[other.lesson] = echo{lesson: other.lesson, in: other, alike: alike}
		}
	})
	echoes := make([]echo, 0, len(best))
	for _, e := range best {
		e.against = opposes(order.text, e.in.text)
		echoes = append(echoes, e)
	}
	sorting.Stable(echoes, func(a, b echo) int { return cmp.Compare(a.lesson, b.lesson) })
	return echoes
}

// coreShare is the share of the words of an order that its core holds, unspacedShare that of its pairs of Chinese
// characters, of which every word in between breaks two.
const coreShare, unspacedShare = 2. / 3, 1. / 2

// coreOf are the words of an order, as stems, that all of its echoes hold that say the same in its core, most of its
// words; and those echoes. Two lessons that share one half of an order with it, each another one, give three orders.
func coreOf(order *statement, echoes []echo) (core []string, with []echo) {
	for _, p := range order.terms {
		if !slices.Contains(core, p.stem) {
			core = append(core, p.stem)
		}
	}
	share := coreShare
	if order.language == "cjk" {
		share = unspacedShare
	}
	least := int(math.Ceil(share * float64(len(core))))
	missing := func(in []echo, stem string) (n int) {
		for _, e := range in {
			if !e.in.holds(stem) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(core, func(a, b string) int { return cmp.Compare(missing(echoes, a), missing(echoes, b)) })
	with = slices.DeleteFunc(slices.Clone(echoes), func(e echo) bool {
		return slices.ContainsFunc(core[:least], func(stem string) bool { return !e.in.holds(stem) })
	})
	return slices.DeleteFunc(core, func(stem string) bool { return missing(with, stem) > 0 }), with
}
