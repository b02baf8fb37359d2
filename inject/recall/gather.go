package recall

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// gathered are lists of passages by their terms that are not written yet. Notes have hundreds
// of thousands of different terms, most of them in one passage. So the lists are in a few
// large pieces of memory without pointers: a value of its own for each term takes three times
// as much, and the garbage collector would do little else than look at them.
type gathered struct {
	names []byte   // the terms, one behind the other
	lists []list   // by the number of their term
	slots []uint32 // the number of a term and 1, at the place of its hash; 0 for none
	pool  []byte   // the chunks of the lists
	seed  maphash.Seed
}

// list is the passages of a term, as varints of their differences, in chunks of the pool. The
// place of the next chunk is behind each. A single passage needs no chunk.
type list struct {
	name       uint32 // where the term begins
	n          uint32 // how many passages
	first, at  uint32 // where the first chunk begins, and where the next byte comes
	size, room uint16 // of the last chunk: its bytes, and how many are free
	last       int64  // the last passage
}

const (
	leastChunk, largestChunk = 8, 256
	// link is the size of the place of a chunk.
	link = 4
	// perTerm is about what a term takes in memory besides its name and its chunks: a list and
	// two slots.
	perTerm = 40
)

func newGathered() *gathered {
	return &gathered{slots: make([]uint32, 1<<8), seed: maphash.MakeSeed()}
}

// held is about the memory that the lists take, in bytes.
func (g *gathered) held() int { return len(g.names) + len(g.pool) + perTerm*len(g.lists) }

// reset forgets all lists, and keeps their memory.
func (g *gathered) reset() {
	g.names, g.lists, g.pool = g.names[:0], g.lists[:0], g.pool[:0]
	clear(g.slots)
}

// name is a term by its number.
func (g *gathered) name(number uint32) []byte {
	end := len(g.names)
	if int(number)+1 < len(g.lists) {
		end = int(g.lists[number+1].name)
	}
	return g.names[g.lists[number].name:end]
}

// number is the number of a term, a new one if it was not there.
func (g *gathered) number(term []byte) uint32 {
	if 2*len(g.lists) >= len(g.slots) {
		g.grow()
	}
	at := g.slot(term)
	if g.slots[at] == 0 {
		g.lists = append(g.lists, list{name: uint32(len(g.names))})
		g.names = append(g.names, term...)
		g.slots[at] = uint32(len(g.lists))
	}
	return g.slots[at] - 1
}

// slot is the slot of a term, or a free one for it.
func (g *gathered) slot(term []byte) uint64 {
	mask := uint64(len(g.slots) - 1)
	at := maphash.Bytes(g.seed, term) & mask
	for g.slots[at] != 0 && !bytes.Equal(g.name(g.slots[at]-1), term) {
		at = (at + 1) & mask
	}
	return at
}

func (g *gathered) grow() {
	g.slots = make([]uint32, 2*len(g.slots))
	for i := range g.lists {
		g.slots[g.slot(g.name(uint32(i)))] = uint32(i) + 1
	}
}

// add adds a passage to the list of a term. Passages come in ascending order, one may come
// several times.
func (g *gathered) add(number uint32, id int64) {
	l := &g.lists[number]
	switch {
	case l.last == id:
		return
	case l.n == 1:
		g.put(l, uint64(l.last))
		fallthrough
	case l.n > 1:
		g.put(l, uint64(id-l.last))
	}
	l.n++
	l.last = id
}

func (g *gathered) put(l *list, difference uint64) {
	var b [binary.MaxVarintLen64]byte
	for _, c := range b[:binary.PutUvarint(b[:], difference)] {
		if l.room == 0 {
			g.extend(l)
		}
		g.pool[l.at] = c
		l.at++
		l.room--
	}
}

// extend adds a chunk to a list, twice as large as the one before.
func (g *gathered) extend(l *list) {
	start := uint32(len(g.pool))
	if l.size == 0 {
		l.first = start
	} else {
		binary.LittleEndian.PutUint32(g.pool[l.at:], start)
	}
	l.size = min(max(2*l.size, leastChunk), largestChunk)
	g.pool = append(g.pool, make([]byte, int(l.size)+link)...)
	l.at, l.room = start, l.size
}

// appendList adds the list of a term to b.
func (g *gathered) appendList(b []byte, number uint32) []byte {
	l := g.lists[number]
	if l.n == 1 {
		return binary.AppendUvarint(b, uint64(l.last))
	}
	size := uint32(leastChunk)
	for at := l.first; ; size = min(2*size, largestChunk) {
		if l.at >= at && l.at <= at+size { // the last chunk
			return append(b, g.pool[at:l.at]...)
		}
		b = append(b, g.pool[at:at+size]...)
		at = binary.LittleEndian.Uint32(g.pool[at+size:])
	}
}

// sorted are the numbers of all terms, in the order of these.
func (g *gathered) sorted() []uint32 {
	type key struct {
		begins uint64 // the first bytes of the term
		number uint32
	}
	keys := make([]key, len(g.lists))
	for i := range keys {
		var first [8]byte
		copy(first[:], g.name(uint32(i)))
		keys[i] = key{binary.BigEndian.Uint64(first[:]), uint32(i)}
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.begins != b.begins {
			return cmp.Compare(a.begins, b.begins)
		}
		return bytes.Compare(g.name(a.number), g.name(b.number))
	})
	numbers := make([]uint32, len(keys))
	for i := range keys {
		numbers[i] = keys[i].number
	}
	return numbers
}
