package recall

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
)

// cursor reads the terms of a part in their order. It removes the blocks that it reads, so that
// the part that is written from them takes their place, and the file does not grow.
type cursor struct {
	*updater
	blockReader
	blocks []int64 // that were not read yet
	order  int     // of its part among those that are read together
}

// open finds the blocks of a part.
func (c *cursor) open(ctx context.Context, part int64) error {
	rows, err := c.tx.QueryContext(ctx, "SELECT block FROM postings WHERE part = ? ORDER BY first", part)
	if err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var block int64
		if err := rows.Scan(&block); err != nil {
			return fmt.Errorf("read the index: %w", err)
		}
		c.blocks = append(c.blocks, block)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	return nil
}

// advance reads the next term, if there is one.
func (c *cursor) advance(ctx context.Context) (bool, error) {
	for !c.next() {
		switch {
		case c.amiss:
			return false, errBody
		case len(c.blocks) == 0:
			return false, nil
		}
		statement, err := c.prepared(ctx, "DELETE FROM postings WHERE block = ? RETURNING terms")
		if err != nil {
			return false, err
		}
		c.term = c.term[:0]
		if err := statement.QueryRowContext(ctx, c.blocks[0]).Scan(&c.rest); err != nil {
			return false, fmt.Errorf("read the index: %w", err)
		}
		c.blocks = c.blocks[1:]
	}
	return true, nil
}

// cursors are a heap, the lowest term first, then the lowest part.
type cursors []*cursor

// Len implements heap.Interface.
func (c cursors) Len() int { return len(c) }

// Less implements heap.Interface.
func (c cursors) Less(a, b int) bool {
	return cmp.Or(bytes.Compare(c[a].term, c[b].term), cmp.Compare(c[a].order, c[b].order)) < 0
}

// Swap implements heap.Interface.
func (c cursors) Swap(a, b int) { c[a], c[b] = c[b], c[a] }

// Push implements heap.Interface.
func (c *cursors) Push(x any) { *c = append(*c, x.(*cursor)) }

// Pop implements heap.Interface.
func (c *cursors) Pop() any {
	last := (*c)[len(*c)-1]
	*c = slices.Delete(*c, len(*c)-1, len(*c))
	return last
}
