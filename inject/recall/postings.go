package recall

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
)

// Which passages hold a term is stored in parts: what one update adds is a part of its own,
// so that a changed note does not rewrite the lists of its words. A part is blocks of terms in
// their order (blocks.go). A list is the numbers of passages in ascending order, as varints of
// their differences. The passages of contents that are gone stay in the lists, and are named in
// the table of the dead. Compounds are looked for by their ends, so the long terms are stored
// backwards too, without lists: those of the part n are the part -n.
//
// FTS5 did this before. Of all it can do only these lists were used, and filling it row by
// row took a third of the time of a first index, reading its lists a tenth of a later call.

// appendDifferences adds numbers, in ascending order, to b as they are stored in a list.
func appendDifferences(b []byte, ids []int64) []byte {
	last := int64(0)
	for _, id := range ids {
		b = binary.AppendUvarint(b, uint64(id-last))
		last = id
	}
	return b
}

// appendIDs adds the numbers of a list to ids, without the dead.
func appendIDs(ids []int64, list []byte, gone spans) ([]int64, error) {
	last := int64(0)
	for len(list) > 0 {
		if list[0] < 0x80 { // most of them
			last += int64(list[0])
			list = list[1:]
		} else {
			n, size := binary.Uvarint(list)
			if size <= 0 {
				return nil, errBody
			}
			last += int64(n)
			list = list[size:]
		}
		if len(gone) == 0 || !gone.has(last) {
			ids = append(ids, last)
		}
	}
	return ids, nil
}

// spans are runs of numbers, each by its first one and how many it has, in ascending order.
type spans [][2]int64

func (s spans) has(id int64) bool {
	i, found := slices.BinarySearchFunc(s, id, func(span [2]int64, id int64) int {
		switch {
		case span[0] > id:
			return 1
		case span[0]+span[1] <= id:
			return -1
		}
		return 0
	})
	return found && s[i][0] <= id
}

func (s spans) count() (n int64) {
	for _, span := range s {
		n += span[1]
	}
	return n
}

func (s spans) each() (ids []int64) {
	for _, span := range s {
		for i := range span[1] {
			ids = append(ids, span[0]+i)
		}
	}
	return ids
}

// gone are the dead passages.
func gone(ctx context.Context, q querier) (spans, error) {
	return readSpans(ctx, q, "SELECT first, passages FROM dead ORDER BY first")
}

// readSpans are the runs of numbers that a query returns, each by its first one and how many
// it has.
func readSpans(ctx context.Context, q querier, query string, args ...any) (all spans, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var span [2]int64
		if err := rows.Scan(&span[0], &span[1]); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
		all = append(all, span)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	return all, nil
}
