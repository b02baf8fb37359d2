package recall

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Which passages hold a term is stored in parts: what one update adds is a part of its own,
// so that a changed note does not rewrite the lists of its words. A list is the numbers of
// passages in ascending order, as varints of their differences. The passages of contents
// that are gone stay in the lists, and are named in the table of the dead.
//
// FTS5 did this before. Of all it can do only these lists were used, and filling it row by
// row took a third of the time of a first index, reading its lists a tenth of a later call.

const (
	// mostGathered is about how many bytes of lists are in memory before they are written.
	mostGathered = 12 << 20
	// perTerm is about what a term takes in memory besides its list.
	perTerm = 120
	// largePart is the size in bytes from which a part is left alone.
	largePart = 1 << 20
	// mostSmall is how many smaller parts there may be before they are made one.
	mostSmall = 8
	// leastDead is from how many dead passages on, if they are a third of all, the lists are
	// written without them.
	leastDead = 1000
)

// gathered is a list that is not written yet.
type gathered struct {
	last  int64
	n     int
	bytes []byte
}

func (g *gathered) add(id int64) {
	g.bytes = binary.AppendUvarint(g.bytes, uint64(id-g.last))
	g.last = id
	g.n++
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

// gather adds a passage to the lists of its terms, which blanks part.
func (u *updater) gather(id int64, terms string) {
	for term := range strings.SplitSeq(terms, " ") {
		if term == "" {
			continue
		}
		g := u.lists[term]
		if g == nil {
			g = &gathered{}
			u.lists[strings.Clone(term)] = g
			u.held += perTerm
		}
		before := len(g.bytes)
		g.add(id)
		u.held += len(g.bytes) - before
	}
}

// write writes the lists as a new part.
func (u *updater) write(ctx context.Context) error {
	if len(u.lists) == 0 {
		return nil
	}
	var part int64
	if err := u.tx.QueryRowContext(ctx, "SELECT coalesce(max(part), 0) + 1 FROM parts").Scan(&part); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	if err := u.writePart(ctx, part, u.lists); err != nil {
		return err
	}
	u.lists, u.held = map[string]*gathered{}, 0
	return nil
}

func (u *updater) writePart(ctx context.Context, part int64, lists map[string]*gathered) error {
	size := 0
	terms := sorted(lists)
	for group := range slices.Chunk(terms, rowsAtOnce) {
		args := make([]any, 0, 4*rowsAtOnce)
		for _, term := range group {
			g := lists[term]
			size += len(g.bytes)
			args = append(args, part, term, g.n, g.bytes)
		}
		insert := "INSERT INTO postings VALUES (?,?,?,?)" + strings.Repeat(",(?,?,?,?)", len(group)-1)
		if err := u.exec(ctx, insert, args...); err != nil {
			return err
		}
	}
	if err := u.exec(ctx, "INSERT INTO parts VALUES (?,?)", part, size); err != nil {
		return err
	}
	var tails []string
	for _, term := range terms {
		if isCompoundLike(term) {
			tails = append(tails, reversed(term))
		}
	}
	slices.Sort(tails)
	for _, tail := range tails {
		if err := u.exec(ctx, "INSERT OR IGNORE INTO tails VALUES (?)", tail); err != nil {
			return err
		}
	}
	return nil
}

// rowsAtOnce is how many lists one statement inserts.
const rowsAtOnce = 64

// tidy makes one part of many small ones, and writes the lists without the dead where there
// are many of those.
func (u *updater) tidy(ctx context.Context) error {
	dead, err := gone(ctx, u.tx)
	if err != nil {
		return err
	}
	all, small, err := u.parts(ctx)
	if err != nil {
		return err
	}
	if n := dead.count(); n >= leastDead && n > u.row/3 {
		for _, part := range all {
			if err := u.merge(ctx, []int64{part}, dead); err != nil {
				return err
			}
		}
		return u.exec(ctx, "DELETE FROM dead")
	}
	if len(small) <= mostSmall {
		return nil
	}
	return u.merge(ctx, small, dead)
}

// parts are the numbers of all parts, and of the small ones.
func (u *updater) parts(ctx context.Context) (all, small []int64, err error) {
	sizes, err := readSpans(ctx, u.tx, "SELECT part, bytes FROM parts ORDER BY part")
	for _, of := range sizes {
		part, size := of[0], of[1]
		all = append(all, part)
		if size < largePart {
			small = append(small, part)
		}
	}
	return all, small, err
}

// merge makes one part of some, without the dead.
func (u *updater) merge(ctx context.Context, parts []int64, dead spans) error {
	lists := map[string]*gathered{}
	for _, part := range parts {
		if err := u.readPart(ctx, part, dead, lists); err != nil {
			return err
		}
		for _, statement := range []string{"DELETE FROM postings WHERE part = ?", "DELETE FROM parts WHERE part = ?"} {
			if err := u.exec(ctx, statement, part); err != nil {
				return err
			}
		}
	}
	return u.writePart(ctx, parts[0], lists)
}

func (u *updater) readPart(ctx context.Context, part int64, dead spans, into map[string]*gathered) error {
	rows, err := u.tx.QueryContext(ctx, "SELECT term, passages FROM postings WHERE part = ?", part)
	if err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var ids []int64
	for rows.Next() {
		var term string
		var list sql.RawBytes
		if err := rows.Scan(&term, &list); err != nil {
			return fmt.Errorf("read the index: %w", err)
		}
		if ids, err = appendIDs(ids[:0], list, dead); err != nil {
			return err
		}
		if old := into[term]; old != nil {
			if ids, err = appendIDs(ids, old.bytes, nil); err != nil {
				return err
			}
			slices.Sort(ids)
		}
		if len(ids) == 0 {
			continue
		}
		g := &gathered{}
		for _, id := range ids {
			g.add(id)
		}
		into[term] = g
	}
	return rows.Err()
}

// list are the passages that hold all of some terms; one more than mostPostings stands for
// all that are more. It is remembered for the message.
func (x *Index) list(ctx context.Context, terms []string) ([]int64, error) {
	key := strings.Join(terms, " ")
	if ids, known := x.lists[key]; known {
		return ids, nil
	}
	ids, err := x.holdingAll(ctx, terms, len(terms) == 1)
	if err != nil {
		return nil, err
	}
	ids = ids[:min(len(ids), mostPostings+1)]
	x.lists[key] = ids
	return ids, nil
}

// listWithin is like list for some passages; without any, it is for all.
func (x *Index) listWithin(ctx context.Context, terms []string, within spans) ([]int64, error) {
	ids, err := x.list(ctx, terms)
	if err != nil || len(within) == 0 {
		return ids, err
	}
	if len(ids) > mostPostings { // what is common in all notes may be rare within
		if ids, err = x.holdingAll(ctx, terms, false); err != nil {
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

// holdingAll are the passages that hold all of some terms. If only few are of interest,
// tooMany stands for many.
func (x *Index) holdingAll(ctx context.Context, terms []string, few bool) (ids []int64, err error) {
	for i, term := range terms {
		held, err := x.holding(ctx, term, few)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			ids = held
		} else {
			ids = common(ids, held)
		}
	}
	return ids, nil
}

// tooMany stands for the passages of a term that more than mostPostings hold.
var tooMany = make([]int64, mostPostings+1)

// holding are the passages that hold a term, in ascending order. If only few are of
// interest, tooMany stands for many.
func (x *Index) holding(ctx context.Context, term string, few bool) ([]int64, error) {
	most := int64(math.MaxInt64)
	if few {
		most = mostPostings + x.gone.count()
	}
	const query = `SELECT CASE WHEN n <= ? THEN passages END FROM postings WHERE term = ? AND part IN (SELECT part ` +
		`FROM parts)`
	if x.held == nil {
		var err error
		if x.held, err = x.db.PrepareContext(ctx, query); err != nil {
			return nil, fmt.Errorf("search the index: %w", err)
		}
	}
	rows, err := x.held.QueryContext(ctx, most, term)
	if err != nil {
		return nil, fmt.Errorf("search the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var ids []int64
	for rows.Next() {
		var list sql.RawBytes
		if err := rows.Scan(&list); err != nil {
			return nil, fmt.Errorf("search the index: %w", err)
		}
		if list == nil {
			return tooMany, nil
		}
		if ids, err = appendIDs(ids, list, x.gone); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("search the index: %w", err)
	}
	if !slices.IsSorted(ids) {
		slices.Sort(ids)
	}
	return ids, nil
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
