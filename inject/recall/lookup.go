package recall

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// list are the passages that hold all of some terms; one more than mostPostings stands for
// all that are more. It is remembered for the message.
func (x *Index) list(ctx context.Context, terms []string) ([]int64, error) {
	if len(terms) == 1 {
		if err := x.look(ctx, terms); err != nil {
			return nil, err
		}
		return x.lists[terms[0]], nil
	}
	key := strings.Join(terms, " ")
	if ids, known := x.lists[key]; known {
		return ids, nil
	}
	ids, err := x.holdingAll(ctx, terms)
	if err != nil {
		return nil, err
	}
	ids = ids[:min(len(ids), mostPostings+1)]
	x.lists[key] = ids
	return ids, nil
}

// look reads the lists of terms that were not read for the message.
func (x *Index) look(ctx context.Context, terms []string) error {
	var unknown []string
	for _, term := range terms {
		if _, known := x.lists[term]; !known {
			unknown = append(unknown, term)
			x.lists[term] = nil
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	found, err := x.holding(ctx, unknown, mostPostings+x.gone.count())
	if err != nil {
		return err
	}
	for i, term := range unknown {
		x.lists[term] = found[i][:min(len(found[i]), mostPostings+1)]
	}
	return nil
}

// listWithin is like list for some passages; without any, it is for all.
func (x *Index) listWithin(ctx context.Context, terms []string, within spans) ([]int64, error) {
	ids, err := x.list(ctx, terms)
	if err != nil || len(within) == 0 {
		return ids, err
	}
	if len(ids) > mostPostings { // what is common in all notes may be rare within
		if ids, err = x.holdingAll(ctx, terms); err != nil {
			return nil, err
		}
	}
	var kept []int64
	for _, id := range ids {
		if within.has(id) {
			kept = append(kept, id)
		}
	}
	return kept, nil
}

// holdingAll are the passages that hold all of some terms, however many they are.
func (x *Index) holdingAll(ctx context.Context, terms []string) (ids []int64, err error) {
	held, err := x.holding(ctx, terms, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	for i := range held {
		if i == 0 {
			ids = held[i]
		} else {
			ids = common(ids, held[i])
		}
	}
	return ids, nil
}

// tooMany stands for the passages of a term that more than mostPostings hold.
var tooMany = make([]int64, mostPostings+1)

// holding are the passages that hold each of some terms, in ascending order. Where a part of
// the index has more than most of them, tooMany stands for all.
func (x *Index) holding(ctx context.Context, terms []string, most int64) ([][]int64, error) {
	const blocks = `SELECT t.key, b.n, b.first, CASE WHEN b.n = 0 OR b.first = t.value AND b.n <= ?2 THEN b.terms END
		FROM json_each(?1) t CROSS JOIN parts p CROSS JOIN postings b
		WHERE b.block = (SELECT block FROM postings WHERE part = p.part AND first <= t.value ORDER BY first DESC LIMIT 1)`
	all, large := make([][]int64, len(terms)), make([]bool, len(terms))
	err := x.eachBlock(ctx, blocks, terms, most, func(i int, b *foundBlock) (err error) {
		large[i] = large[i] || b.n > most && b.first == terms[i]
		r := blockReader{rest: b.terms}
		if r.find([]byte(terms[i])) {
			all[i], err = appendIDs(all[i], r.list, x.gone)
		}
		return errors.Join(err, r.err())
	})
	if err != nil {
		return nil, err
	}
	for i := range all {
		if large[i] {
			all[i] = tooMany
		} else if !slices.IsSorted(all[i]) {
			slices.Sort(all[i])
		}
	}
	return all, nil
}

// side is one of the two sides of a part: its lists, or its terms backwards.
type side int64

const (
	forwards  side = 1
	backwards side = -1
)

// longer are the terms that begin with each of some and go on with a character of ASCII, or
// those of the terms that are stored backwards.
func (x *Index) longer(ctx context.Context, of side, starts []string) (map[string][]string, error) {
	const blocks = `SELECT t.key, b.n, b.first, CASE WHEN b.n = 0 THEN b.terms END
		FROM json_each(?1) t CROSS JOIN parts p CROSS JOIN postings b
		WHERE b.part = p.part * ?2 AND b.first < t.value || char(127) AND b.first >= coalesce(
			(SELECT first FROM postings WHERE part = p.part * ?2 AND first <= t.value ORDER BY first DESC LIMIT 1), t.value)`
	all := map[string][]string{}
	err := x.eachBlock(ctx, blocks, starts, int64(of), func(i int, b *foundBlock) error {
		start := starts[i]
		if b.n > 0 && isLonger(b.first, start) {
			all[start] = append(all[start], b.first)
		}
		r := blockReader{rest: b.terms}
		for r.next() {
			if isLonger(string(r.term), start) {
				all[start] = append(all[start], string(r.term))
			}
		}
		return r.err()
	})
	for start := range all { // several parts may have one
		slices.Sort(all[start])
		all[start] = slices.Compact(all[start])
	}
	return all, err
}

// isLonger reports whether a term begins with another one and a character of ASCII.
func isLonger(term, start string) bool {
	return len(term) > len(start) && term[len(start)] < utf8.RuneSelf && strings.HasPrefix(term, start)
}

// foundBlock is a block that a query found: its first term, in how many passages this is if
// it is the only one, and the terms, if the query returns them.
type foundBlock struct {
	n     int64
	first string
	terms sql.RawBytes
}

// eachBlock goes through the blocks that a query finds for some terms. It is one query for
// all of them, which is faster than one for each, and lets no other call change the index in
// between.
func (x *Index) eachBlock(
	ctx context.Context, query string, terms []string, arg int64, do func(term int, b *foundBlock) error,
) error {
	if len(terms) == 0 {
		return nil
	}
	list, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	rows, err := x.db.QueryContext(ctx, query, string(list), arg)
	if err != nil {
		return fmt.Errorf("search the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var i int
		var b foundBlock
		if err := rows.Scan(&i, &b.n, &b.first, &b.terms); err != nil {
			return fmt.Errorf("search the index: %w", err)
		}
		if err := do(i, &b); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("search the index: %w", err)
	}
	return nil
}

// common are the numbers that two ascending lists have in common.
func common(a, b []int64) []int64 {
	var both []int64
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			both = append(both, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return both
}
