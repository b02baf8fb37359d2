package recall

import (
	"cmp"
	"context"
	"slices"
	"time"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// candidate is a passage that meets a part of the needs.
type candidate struct {
	passage
	id    int64
	path  workspace.Path
	tier  Tier
	day   time.Time // zero for what has no date
	terms []placed
	has   map[string]bool
	// plain is the text without its dates, gist what of that is compared, and gists its sentences, once they were asked for.
	plain *string
	gist  *text.Text
	gists []text.Text
	// newer is the passage that says how it is now, if isCompared, and bond what that does to this one.
	newer      *candidate
	bond       bond
	isCompared bool
	// isYielding: what is newer takes its place just now.
	isYielding bool

	// met is how well each need is met, from 0 to 1.
	met []float64
	// expected is whether only a message that is expected for it meets each need.
	expected []bool
	coverage float64 // the share of the message's information
	recency  float64 // at most 1
	meaning  float64 // what the meaning adds
	score    float64
	file     *lines       // that it was read from
	window   []*candidate // what its snippet shows, if that is more
}

const (
	// mostPostings is how many passages may hold a term by which candidates are
	// looked for.
	mostPostings = 8000
	// mostCandidates is how many passages are read and scored.
	mostCandidates = 40
)

// candidates are the passages that meet some of the needs, each with how much of the information it has at most.
func (x *Index) candidates(ctx context.Context, needs []need) ([]valued, error) {
	var best []valued
	var common []string
	for i := range needs {
		n := &needs[i]
		var of [][]valued
		for _, f := range n.forms {
			ids, err := x.list(ctx, f.terms...)
			if err != nil {
				return nil, err
			}
			if len(ids) <= mostPostings {
				of = append(of, worth(ids, n.weight*f.quality))
			} else {
				common = append(common, f.terms[0])
			}
		}
		if n.date != "" {
			ids, err := x.ofDay(ctx, n.date)
			if err != nil {
				return nil, err
			}
			of = append(of, worth(ids, n.weight))
		}
		met := union(append(of, n.expecting()))
		best = merged(best, met, func(a, b float64) float64 { return a + b })
	}
	if len(best) == 0 && len(common) > 1 { // each of them is common, but not all together
		ids, err := x.list(ctx, common...)
		if err != nil || len(ids) > mostPostings {
			return nil, err
		}
		best = worth(ids, 1)
	}
	return best, nil
}

// valued is a passage with a value. Lists of them are in ascending order of the passages: there
// may be a hundred thousand, and maps take ten times as long.
type valued struct {
	id    int64
	value float64
}

// worth gives all passages of a list a value.
func worth(ids []int64, value float64) []valued {
	all := make([]valued, len(ids))
	for i, id := range ids {
		all[i] = valued{id, value}
	}
	return all
}

// values are passages with their values, in ascending order.
func values(of map[int64]float64) []valued {
	all := make([]valued, 0, len(of))
	for _, id := range sorted(of) {
		all = append(all, valued{id, of[id]})
	}
	return all
}

// expecting are the passages for which a message is expected that meets the need.
func (n *need) expecting() []valued {
	all := make([]valued, 0, len(n.expected))
	for _, id := range sorted(n.expected) {
		all = append(all, valued{id, n.weight * n.expected[id]})
	}
	return all
}

// union are the passages of all lists, each with its highest value.
func union(lists [][]valued) []valued {
	for len(lists) > 1 {
		lists = append(lists[2:], merged(lists[0], lists[1], func(a, b float64) float64 { return max(a, b) }))
	}
	return lists[0]
}

// merged are the passages of two lists. The value of one that is in both comes of both values.
func merged(a, b []valued, both func(a, b float64) float64) []valued {
	all := make([]valued, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].id < b[0].id:
			all, a = append(all, a[0]), a[1:]
		case a[0].id > b[0].id:
			all, b = append(all, b[0]), b[1:]
		default:
			all = append(all, valued{a[0].id, both(a[0].value, b[0].value)})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// highest are the passages with the highest values, those that tie with the last one
// included up to twice the number.
func highest(all []valued, n int) []int64 {
	order := func(a, b valued) int { return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.id, b.id)) }
	most := 2 * n
	best := make([]valued, 0, 2*most)
	for _, v := range all {
		if len(best) >= most && order(v, best[most-1]) > 0 {
			continue
		}
		if best = append(best, v); len(best) == most || len(best) == 2*most {
			slices.SortFunc(best, order)
			best = best[:most]
		}
	}
	slices.SortFunc(best, order)
	end := min(n, len(best))
	for end > 0 && end < min(len(best), most) && best[end].value == best[n-1].value {
		end++
	}
	ids := make([]int64, end)
	for i := range ids {
		ids[i] = best[i].id
	}
	return ids
}

// ofDay are the passages of the notes of a day.
func (x *Index) ofDay(ctx context.Context, date string) ([]int64, error) {
	all, err := readSpans(ctx, x.db,
		"SELECT id, passages FROM contents WHERE id IN (SELECT content FROM files WHERE date = ?)", date)
	ids := all.each()
	slices.Sort(ids)
	return ids, err
}

// spans are runs of numbers, each by its first one and how many it has, in ascending order.
type spans [][2]int64

func (s spans) each() (ids []int64) {
	for _, span := range s {
		for i := range span[1] {
			ids = append(ids, span[0]+i)
		}
	}
	return ids
}

// readSpans are the runs of numbers that a query returns, each by its first one and how many
// it has.
func readSpans(ctx context.Context, q querier, query string, args ...any) (all spans, err error) {
	err = eachRow(ctx, q, func(scan scanner) error {
		all = append(all, [2]int64{})
		return scan(&all[len(all)-1][0], &all[len(all)-1][1])
	}, query, args...)
	return all, err
}
