package recall

import (
	"bytes"
	"container/heap"
	"context"
	"fmt"
	"slices"
)

const (
	// mostGathered is about how many bytes of lists are in memory before they are written.
	mostGathered = 12 << 20
	// smallPart is the size in bytes below which a part is small. The next sizes are mostAlike
	// times as large.
	smallPart = 1 << 20
	// mostAlike is how many parts below one of these sizes there may be before they are made one.
	mostAlike = 8
	// leastDead is from how many dead passages on, if they are a third of all, the lists are
	// written without them.
	leastDead = 1000
)

// gather adds the passages of a content to the lists of their terms, see appendIndexed.
func (u *updater) gather(id int64, terms []byte) {
	for line := range bytes.Lines(terms) {
		if above, found := bytes.CutPrefix(line, []byte{aboveMark}); found {
			u.above = u.above[:0]
			eachTerm(above, func(term []byte) { u.above = append(u.above, u.lists.number(term)) })
			continue
		}
		eachTerm(line, func(term []byte) { u.lists.add(u.lists.number(term), id) })
		for _, number := range u.above {
			u.lists.add(number, id)
		}
		id++
	}
}

// eachTerm goes through terms with a blank behind each.
func eachTerm(terms []byte, yield func([]byte)) {
	for end := bytes.IndexByte(terms, ' '); end >= 0; end = bytes.IndexByte(terms, ' ') {
		yield(terms[:end])
		terms = terms[end+1:]
	}
}

// partWriter writes the blocks of a part.
type partWriter struct {
	*updater
	part int64
	termBlock
	size int // of all blocks
}

func (w *partWriter) add(ctx context.Context, term []byte, n int, list []byte) error {
	if !w.fits(term, list) {
		if err := w.flush(ctx); err != nil {
			return err
		}
	}
	w.termBlock.add(term, n, list)
	return nil
}

func (w *partWriter) flush(ctx context.Context) error {
	if w.terms == 0 {
		return nil
	}
	w.size += len(w.bytes)
	const insert = "INSERT INTO postings (part, first, n, terms) VALUES (?,?,?,?)"
	if err := w.exec(ctx, insert, w.part, w.first, w.alone(), w.bytes); err != nil {
		return err
	}
	w.reset()
	return nil
}

// newPart is the number of a new part.
func (u *updater) newPart(ctx context.Context) (part int64, err error) {
	if err = u.tx.QueryRowContext(ctx, "SELECT coalesce(max(part), 0) + 1 FROM parts").Scan(&part); err != nil {
		err = fmt.Errorf("read the index: %w", err)
	}
	return part, err
}

// write writes the lists as a new part.
func (u *updater) write(ctx context.Context) error {
	if len(u.lists.lists) == 0 {
		return nil
	}
	part, err := u.newPart(ctx)
	if err != nil {
		return err
	}
	size, err := u.writeLists(ctx, part)
	if err != nil {
		return err
	}
	u.lists.reset()
	u.written = append(u.written, part)
	return u.exec(ctx, "INSERT INTO parts VALUES (?,?)", part, size)
}

func (u *updater) writeLists(ctx context.Context, part int64) (size int, err error) {
	w, tails := partWriter{updater: u, part: part}, u.tails
	tails.reset()
	var list, back []byte
	for _, number := range u.lists.sorted() {
		term := u.lists.name(number)
		list = u.lists.appendList(list[:0], number)
		if err := w.add(ctx, term, int(u.lists.lists[number].n), list); err != nil {
			return 0, err
		}
		if isCompoundLike(term) {
			back = append(back[:0], term...)
			slices.Reverse(back)
			tails.number(back)
		}
	}
	if err := w.flush(ctx); err != nil {
		return 0, err
	}
	w.part = -part
	for _, number := range tails.sorted() {
		if err := w.add(ctx, tails.name(number), 0, nil); err != nil {
			return 0, err
		}
	}
	return w.size, w.flush(ctx)
}

// tidy makes one part of those that this update wrote, and of many that are alike in size,
// and writes the lists without the dead where there are many of those.
func (u *updater) tidy(ctx context.Context) error {
	dead, err := gone(ctx, u.tx)
	if err != nil {
		return err
	}
	if n := dead.count(); n >= leastDead && n > u.row/3 {
		all, err := readSpans(ctx, u.tx, "SELECT part, bytes FROM parts ORDER BY part")
		if err != nil {
			return err
		}
		if err := u.merge(ctx, firsts(all), dead); err != nil {
			return err
		}
		return u.exec(ctx, "DELETE FROM dead")
	}
	if len(u.written) > 1 {
		if err := u.merge(ctx, u.written, dead); err != nil {
			return err
		}
	}
	for size := int64(smallPart); ; size *= mostAlike {
		alike, err := readSpans(ctx, u.tx, "SELECT part, bytes FROM parts WHERE bytes < ? ORDER BY part", size)
		if err != nil {
			return err
		}
		if len(alike) > mostAlike {
			if err := u.merge(ctx, firsts(alike), dead); err != nil {
				return err
			}
		}
		larger, err := readSpans(ctx, u.tx, "SELECT part, bytes FROM parts WHERE bytes >= ?", size)
		if err != nil || len(larger) <= mostAlike {
			return err
		}
	}
}

func firsts(all spans) (first []int64) {
	for _, span := range all {
		first = append(first, span[0])
	}
	return first
}

// merge makes one part of some, without the dead.
func (u *updater) merge(ctx context.Context, parts []int64, dead spans) error {
	part, err := u.newPart(ctx)
	if err != nil {
		return err
	}
	m := merger{partWriter: partWriter{updater: u, part: part}, dead: dead, vanished: map[string]bool{}}
	if err := m.all(ctx, parts, m.lists); err != nil {
		return err
	}
	m.part = -part
	if err := m.all(ctx, negative(parts), m.tails); err != nil {
		return err
	}
	for _, old := range parts {
		if err := u.exec(ctx, "DELETE FROM parts WHERE part = ?", old); err != nil {
			return err
		}
	}
	return u.exec(ctx, "INSERT INTO parts VALUES (?,?)", part, m.size)
}

// negative are the numbers of the backward terms of parts.
func negative(parts []int64) []int64 {
	all := make([]int64, len(parts))
	for i, part := range parts {
		all[i] = -part
	}
	return all
}

// merger writes a part from others.
type merger struct {
	partWriter
	dead     spans
	vanished map[string]bool // the ends of terms that only dead passages held
	ids      []int64
	list     []byte
}

// all goes through the terms of parts in their order. What is done with one gets the cursors
// that are at it.
func (m *merger) all(ctx context.Context, parts []int64, do func(context.Context, []*cursor) error) error {
	var open cursors
	for i, part := range parts {
		c := &cursor{updater: m.updater, order: i}
		if err := c.open(ctx, part); err != nil {
			return err
		}
		if more, err := c.advance(ctx); err != nil {
			return err
		} else if more {
			open = append(open, c)
		}
	}
	heap.Init(&open)
	var at []*cursor
	for len(open) > 0 {
		for at = at[:0]; len(open) > 0 && (len(at) == 0 || bytes.Equal(open[0].term, at[0].term)); {
			at = append(at, heap.Pop(&open).(*cursor))
		}
		if err := do(ctx, at); err != nil {
			return err
		}
		for _, c := range at {
			if more, err := c.advance(ctx); err != nil {
				return err
			} else if more {
				heap.Push(&open, c)
			}
		}
	}
	return m.flush(ctx)
}

// lists writes the list of a term.
func (m *merger) lists(ctx context.Context, at []*cursor) (err error) {
	m.ids = m.ids[:0]
	for _, c := range at {
		if m.ids, err = appendIDs(m.ids, c.list, m.dead); err != nil {
			return err
		}
	}
	if len(m.ids) == 0 {
		if isCompoundLike(at[0].term) {
			m.vanished[reversed(string(at[0].term))] = true
		}
		return nil
	}
	if !slices.IsSorted(m.ids) {
		slices.Sort(m.ids)
	}
	m.list = appendDifferences(m.list[:0], m.ids)
	return m.add(ctx, at[0].term, len(m.ids), m.list)
}

// tails writes a term that is stored backwards.
func (m *merger) tails(ctx context.Context, at []*cursor) error {
	if m.vanished[string(at[0].term)] {
		return nil
	}
	return m.add(ctx, at[0].term, 0, nil)
}
