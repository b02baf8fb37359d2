package recall

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// What is gathered is what a map of lists would hold, also after the memory is used again.
func TestGathered(t *testing.T) {
	g, random := newGathered(), rand.New(rand.NewSource(1))
	for range 2 {
		g.reset()
		want := map[string][]int64{}
		for id := int64(1); id < 3000; id += 1 + random.Int63n(300)*random.Int63n(2) {
			for range 20 {
				term := fmt.Sprintf("t%x", random.Intn(1+random.Intn(5000)))
				g.add(g.number([]byte(term)), id)
				if ids := want[term]; len(ids) == 0 || ids[len(ids)-1] != id {
					want[term] = append(ids, id)
				}
			}
		}
		var last []byte
		for _, number := range g.sorted() {
			term := g.name(number)
			if bytes.Compare(last, term) >= 0 {
				t.Fatalf("%q is behind %q", term, last)
			}
			ids, err := appendIDs(nil, g.appendList(nil, number), nil)
			if err != nil || !slices.Equal(ids, want[string(term)]) || int(g.lists[number].n) != len(ids) {
				t.Errorf("%s: %v, %v, want %v", term, ids, err, want[string(term)])
			}
			last = term
		}
		if len(g.lists) != len(want) {
			t.Errorf("%d terms, want %d", len(g.lists), len(want))
		}
	}
}

// A block returns the terms and lists that were added, as many as fit.
func TestBlocks(t *testing.T) {
	var b termBlock
	var want []string
	for i := 0; b.fits([]byte("term-00000"), []byte{1, 2, 3}); i++ {
		term := fmt.Sprintf("term-%05d", i*i)
		b.add([]byte(term), i%4, [][]byte{nil, {byte(i % 100)}, {1, 2}, {1, 2, 3}}[i%4])
		want = append(want, term)
	}
	if len(b.bytes) > blockSize || b.first != want[0] || b.alone() != 0 {
		t.Errorf("%d bytes, first %q, alone %d", len(b.bytes), b.first, b.alone())
	}
	r := blockReader{rest: b.bytes}
	for i, term := range want {
		if !r.next() || string(r.term) != term || r.n != i%4 || len(r.list) != i%4 {
			t.Fatalf("%d: %q, %d, %v, want %q", i, r.term, r.n, r.list, term)
		}
	}
	if r.next() || r.amiss {
		t.Error("there is more behind the last term")
	}
	r = blockReader{rest: b.bytes}
	if !r.find([]byte(want[7])) || r.find([]byte(want[7]+"0")) || r.find([]byte("z")) {
		t.Error("find")
	}
	b.reset()
	if b.add([]byte("x"), 9000, make([]byte, 9000)); b.alone() != 9000 || b.fits([]byte("y"), nil) {
		t.Error("a list larger than a block is not alone")
	}
}

// FuzzBlock reads what may be no block at all. Guards invariant 7: at worst it is amiss.
func FuzzBlock(f *testing.F) {
	var b termBlock
	b.add([]byte("valve"), 2, []byte{5, 9})
	b.add([]byte("valves"), 1, []byte{7})
	b.add([]byte("ventil"), 0, nil)
	f.Add(b.bytes)
	f.Add([]byte{0, 1, 'a', 2, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Add([]byte{3, 1, 'a', 1})
	f.Fuzz(func(t *testing.T, text []byte) {
		r, terms := blockReader{rest: text}, 0
		for r.next() {
			terms++
			_, _ = appendIDs(nil, r.list, nil)
		}
		if terms > len(text) {
			t.Errorf("%d terms in %d bytes", terms, len(text))
		}
	})
}
