package recall

import (
	"bytes"
	"encoding/binary"
	"math"
)

// The lists of a part are stored in blocks: terms in ascending order, each with its passages.
// A row for each term took 1.7 times the space, and a third of the time of a first index.
// Of a term only what differs from the end of the one before it is stored. Numbers are
// varints:
//
//	how many bytes a term has in common with the one before, how many follow, and these;
//	in how many passages it is; if these are several, how many bytes their list has; the list.

// blockSize is the most bytes of a block, but of one that a single term fills: two of them
// fill a page.
const blockSize = 4000

// termBlock is a block that is being made.
type termBlock struct {
	first string // the first term
	last  []byte // the last one
	terms int
	n     int // the passages of the last term
	bytes []byte
}

// fits reports whether a term fits into a block.
func (b *termBlock) fits(term, list []byte) bool {
	return b.terms == 0 || len(b.bytes)+len(term)+len(list)+4*binary.MaxVarintLen16 <= blockSize
}

// add adds a term behind the others, with the list of its n passages.
func (b *termBlock) add(term []byte, n int, list []byte) {
	if b.terms == 0 {
		b.first = string(term)
	}
	common := 0
	for common < min(len(b.last), len(term)) && b.last[common] == term[common] {
		common++
	}
	b.bytes = binary.AppendUvarint(b.bytes, uint64(common))
	b.bytes = binary.AppendUvarint(b.bytes, uint64(len(term)-common))
	b.bytes = append(b.bytes, term[common:]...)
	b.bytes = binary.AppendUvarint(b.bytes, uint64(n))
	if n > 1 {
		b.bytes = binary.AppendUvarint(b.bytes, uint64(len(list)))
	}
	b.bytes = append(b.bytes, list...)
	b.last = append(b.last[:0], term...)
	b.terms++
	b.n = n
}

// alone is how many passages the only term of a block has, 0 if there are several terms.
func (b *termBlock) alone() int {
	if b.terms == 1 {
		return b.n
	}
	return 0
}

func (b *termBlock) reset() { b.last, b.bytes, b.terms = b.last[:0], b.bytes[:0], 0 }

// blockReader reads the terms of a block.
type blockReader struct {
	rest  []byte
	term  []byte // good until the next one is read
	n     int
	list  []byte
	amiss bool // the block is not what add writes
}

// next reads the next term. It reports false at the end, and where the block is amiss.
func (r *blockReader) next() bool {
	if len(r.rest) == 0 || r.amiss {
		return false
	}
	common, more := r.number(), r.number()
	if common > len(r.term) {
		r.amiss = true
		return false
	}
	r.term = append(r.term[:common], r.take(more)...)
	r.n = r.number()
	switch r.n {
	case 0:
		r.list = nil
	case 1:
		_, size := binary.Uvarint(r.rest)
		r.amiss = r.amiss || size <= 0
		r.list = r.take(size)
	default:
		r.list = r.take(r.number())
	}
	return !r.amiss
}

func (r *blockReader) number() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > largestList {
		r.amiss = true
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// largestList is at least any number in a block: SQLite stores nothing larger.
const largestList = math.MaxInt32

func (r *blockReader) take(n int) []byte {
	if n < 0 || n > len(r.rest) || r.amiss {
		r.amiss = true
		return nil
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

// find looks for a term.
func (r *blockReader) find(term []byte) bool {
	for r.next() {
		if order := bytes.Compare(r.term, term); order >= 0 {
			return order == 0
		}
	}
	return false
}

// err is an error if the block is amiss.
func (r *blockReader) err() error {
	if r.amiss {
		return errBody
	}
	return nil
}
