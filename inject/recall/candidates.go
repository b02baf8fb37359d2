package recall

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
	// numbers are those in the text, once they were asked for.
	numbers map[string]bool

	// met is how well each need is met, from 0 to 1.
	met []float64
	// expected is whether only a message that is expected for it meets each need.
	expected []bool
	coverage float64 // the share of the message's information
	close    float64 // how close together it stands, at most 1
	recency  float64 // at most 1
	score    float64
	meaning  float64 // how far beyond chance the meaning is near, from 0 to 1
	lesson   bool    // stands where lessons are kept: in a curated file, or below a heading of lessons
	competes bool    // was chosen by its score; as a lesson it keeps its place only if its meaning is near too
	fused    float64 // the place of a lesson by words and by meaning
}

const (
	// mostPostings is how many passages may hold a term by which candidates are
	// looked for.
	mostPostings = 8000
	// mostCandidates is how many passages are read and scored.
	mostCandidates = 80
)

// candidates are the passages that meet the most of the needs, by their numbers, with
// how much of the information each has at most; if within is not empty, only its passages.
func (x *Index) candidates(ctx context.Context, needs []need, within spans) ([]int64, error) {
	best := map[int64]float64{}
	var common []string
	order := make([]int, len(needs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(needs[a].passages, needs[b].passages) })
	for _, i := range order {
		n := &needs[i]
		of := map[int64]float64{}
		for _, f := range n.forms {
			ids, err := x.listWithin(ctx, f.terms, within)
			if err != nil {
				return nil, err
			}
			if len(ids) <= mostPostings {
				note(ids, n.weight*f.quality, of)
			} else {
				common = append(common, f.terms[0])
			}
		}
		if n.date != "" {
			ids, err := x.ofDay(ctx, n.date)
			if err != nil {
				return nil, err
			}
			note(ids, n.weight, of)
		}
		for id, quality := range n.expected {
			of[id] = max(of[id], n.weight*quality)
		}
		for id, value := range of {
			if len(within) == 0 || within.has(id) {
				best[id] += value
			}
		}
	}
	if len(best) == 0 && len(common) > 1 { // each of them is common, but not all together
		ids, err := x.listWithin(ctx, common, within)
		if err != nil {
			return nil, err
		}
		if len(ids) <= mostPostings {
			note(ids, 1, best)
		}
	}
	return highest(best, mostCandidates), nil
}

// highest are the keys with the highest values, those that tie with the last one
// included up to twice the number.
func highest(values map[int64]float64, n int) []int64 {
	ids := make([]int64, 0, len(values))
	for id := range values {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b int64) int { return cmp.Or(cmp.Compare(values[b], values[a]), cmp.Compare(a, b)) })
	end := min(n, len(ids))
	for end > 0 && end < len(ids) && end < 2*n && values[ids[end]] == values[ids[n-1]] {
		end++
	}
	return ids[:end]
}

// ofDay are the passages of the notes of a day.
func (x *Index) ofDay(ctx context.Context, date string) ([]int64, error) {
	all, err := readSpans(ctx, x.db,
		"SELECT id, passages FROM contents WHERE id IN (SELECT content FROM files WHERE date = ?)", date)
	return all.each(), err
}

// numbers are what a query returns in one row: a row for each passage is what would take
// the time.
func (x *Index) numbers(ctx context.Context, query string, args ...any) ([]int64, error) {
	var list sql.NullString
	if err := x.db.QueryRowContext(ctx, query, args...).Scan(&list); err != nil {
		return nil, fmt.Errorf("search the index: %w", err)
	}
	if list.String == "" {
		return nil, nil
	}
	ids := make([]int64, 0, strings.Count(list.String, ",")+1)
	for digits := range strings.SplitSeq(list.String, ",") {
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("search the index: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func note(ids []int64, value float64, into map[int64]float64) {
	for _, id := range ids {
		into[id] = max(into[id], value)
	}
}
