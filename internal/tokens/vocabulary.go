package tokens

import (
	"bytes"
	"compress/flate"
	"container/heap"
	_ "embed"
	"fmt"
	"hash/maphash"
	"math"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// packed are the tokens of o200k_base in the order of their ranks, deflated. The first are the single bytes. Each other
// one joins two before it: the ranks of both are kept, first the lowest byte of all that are on the left, then of all
// on the right, and so on up to the highest. TestVocabulary -update writes it. As text the same tokens take half as
// much again, as code nine times as much of the program.
//
//go:embed o200k_base.bin
var packed string

const (
	// tokenCount is how many tokens o200k_base has, beside the special ones.
	tokenCount = 199_998
	// singles are bytes, joints join two tokens.
	singles, joints = 256, tokenCount - 256
	// rankBytes is how many bytes a rank has.
	rankBytes = 3
)

// encoder counts tokens.
type encoder struct {
	ranks
	split *regexp.Regexp
}

// ranks finds the rank of a token: a hash table with open addressing over one text. A map takes three times as long
// to fill, which would slow down every short command.
type ranks struct {
	text  string
	ends  []uint32 // of the tokens in text, by rank and 1: each begins where the one before it ends
	slots []uint32 // the rank of a token and 1, below bits of its hash; 0 for none
	pairs []uint32 // the same for the tokens of two bytes, by these
	seen  []uint64 // a bit for the hash of each token: most of what is no token is told by a few bytes
	seed  maphash.Seed
}

// pair is the index of a token of two bytes in pairs.
func pair(token string) int { return int(token[0])<<8 | int(token[1]) }

const (
	// slotCount is a power of 2, of which the tokens fill less than half.
	slotCount = 1 << 19
	// rankMask covers a rank and 1 in a slot. The bits above it tell most of what is no token without a look at the
	// text.
	rankMask = 1<<18 - 1
	// seenSize is a power of 2, with five bits for each token.
	seenSize = 1 << 14
)

// at is the token of a rank.
func (r *ranks) at(rank uint32) string { return r.text[r.ends[rank]:r.ends[rank+1]] }

// slot returns the index of a token in slots, or its free place there, and what is there if it is the token of rank 0.
func (r *ranks) slot(token string, hash uint64) (place uint64, first uint32) {
	place, first = hash>>20%slotCount, uint32(hash>>32)&^rankMask+1
	for {
		found := r.slots[place]
		if found == 0 || found&^rankMask == first&^rankMask && r.at(found&rankMask-1) == token {
			return place, first
		}
		place = (place + 1) % slotCount
	}
}

// rank is the rank of a token, and whether it is one.
func (r *ranks) rank(token string) (rank uint32, known bool) {
	if len(token) == 2 {
		found := r.pairs[pair(token)]
		return found - 1, found != 0
	}
	hash := maphash.String(r.seed, token)
	if r.seen[hash>>6%seenSize]>>(hash%64)&1 == 0 {
		return none, false
	}
	place, _ := r.slot(token, hash)
	found := r.slots[place] & rankMask
	return found - 1, found != 0
}

// add adds the token of a rank.
func (r *ranks) add(rank uint32) {
	token := r.at(rank)
	hash := maphash.String(r.seed, token)
	place, first := r.slot(token, hash)
	r.slots[place] = first + rank
	r.seen[hash>>6%seenSize] |= 1 << (hash % 64)
	if len(token) == 2 {
		r.pairs[pair(token)] = rank + 1
	}
}

// vocabulary takes some 15 ms to load, so it is loaded when first needed.
var vocabulary = sync.OnceValue(loadVocabulary)

func loadVocabulary() *encoder {
	var buffer bytes.Buffer
	buffer.Grow(singles + 2*rankBytes*joints + bytes.MinRead)
	_, err := buffer.ReadFrom(flate.NewReader(strings.NewReader(packed)))
	b := buffer.Bytes()
	if err != nil || len(b) != singles+2*rankBytes*joints {
		panic(fmt.Sprintf("tokens: the built-in o200k_base vocabulary: %d bytes, %v", len(b), err))
	}
	r := unpacked(b)
	for rank := range uint32(tokenCount) {
		r.add(rank)
	}
	return &encoder{r, regexp.MustCompile(`^(?:` + pattern + `)`)}
}

// unpacked are the tokens, without slots.
func unpacked(b []byte) ranks {
	text, ends := make([]byte, 0, 2*len(b)), make([]uint32, 1, tokenCount+1)
	add := func(token []byte) {
		text = append(text, token...)
		ends = append(ends, uint32(len(text)))
	}
	for i := range singles {
		add(b[i : i+1])
	}
	b = b[singles:]
	token := func(column int) []byte { // whose rank begins there
		rank := int(b[column]) | int(b[column+2*joints])<<8 | int(b[column+4*joints])<<16
		return text[ends[rank]:ends[rank+1]]
	}
	for i := range joints {
		text = append(text, token(i)...)
		add(token(joints + i))
	}
	return ranks{string(text), ends, make([]uint32, slotCount), make([]uint32, 1<<16), make([]uint64, seenSize), maphash.MakeSeed()}
}

// count counts with the vocabulary. A byte that is not UTF-8 counts as the replacement character.
func count(text string) int {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	e, n := vocabulary(), 0
	for text != "" {
		end := e.piece(text)
		n += e.tokensIn(text[:end])
		text = text[end:]
	}
	return n
}

// none is the rank of what is no token.
const none = math.MaxUint32

// tokensIn counts the tokens of a piece: its bytes, of which the two neighbours that
// make the token of the lowest rank are joined again and again, the leftmost first.
// The time grows with n log n, and for the few bytes of a word with their square, which is faster.
func (e *encoder) tokensIn(piece string) int {
	if _, known := e.rank(piece); known {
		return 1
	}
	if len(piece) <= shortPiece {
		return e.tokensInShort(piece)
	}
	// A part begins at i and ends where the part behind it begins, at behind[i].
	ahead, behind := make([]int32, len(piece)+1), make([]int32, len(piece)+1)
	joined := make([]uint32, len(piece)+1) // the rank of what a part makes with the one behind it
	var open joins
	look := func(i int32) {
		joined[i] = none
		if j := int(behind[i]); j < len(piece) {
			if rank, known := e.rank(piece[i:behind[j]]); known {
				joined[i] = rank
				heap.Push(&open, join{rank, i})
			}
		}
	}
	for i := range behind {
		ahead[i], behind[i] = int32(i)-1, int32(i)+1
	}
	for i := range len(piece) {
		look(int32(i))
	}
	n := len(piece)
	for len(open) > 0 {
		best := heap.Pop(&open).(join)
		if joined[best.at] != best.rank {
			continue // it is joined otherwise since
		}
		n--
		gone := behind[best.at]
		joined[gone] = none
		behind[best.at] = behind[gone]
		ahead[behind[gone]] = best.at
		look(best.at)
		if best.at > 0 {
			look(ahead[best.at])
		}
	}
	return n
}

// shortPiece is the length in bytes up to which a piece is short.
const shortPiece = 128

// tokensInShort is tokensIn for a short piece, without a heap and in no memory but the stack.
func (e *encoder) tokensInShort(piece string) int {
	var starts [shortPiece + 1]uint8 // of the parts, and the end of the last one
	var joined [shortPiece]uint32    // the rank of what a part makes with the one behind it
	n := len(piece)
	rank := func(i int) uint32 {
		if i+1 < n {
			if rank, known := e.rank(piece[starts[i]:starts[i+2]]); known {
				return rank
			}
		}
		return none
	}
	for i := range n + 1 {
		starts[i] = uint8(i)
	}
	for i := range n {
		joined[i] = rank(i)
	}
	for {
		best := 0
		for i, rank := range joined[:n] {
			if rank < joined[best] {
				best = i
			}
		}
		if joined[best] == none {
			return n
		}
		copy(starts[best+1:n], starts[best+2:n+1])
		copy(joined[best+1:n-1], joined[best+2:n])
		n--
		joined[best] = rank(best)
		if best > 0 {
			joined[best-1] = rank(best - 1)
		}
	}
}

// join is a part that can be joined with the one behind it.
type join struct {
	rank uint32
	at   int32
}

// joins are a heap, the lowest rank first, then the leftmost.
type joins []join

// Len implements heap.Interface.
func (j joins) Len() int { return len(j) }

// Less implements heap.Interface.
func (j joins) Less(a, b int) bool {
	return j[a].rank < j[b].rank || j[a].rank == j[b].rank && j[a].at < j[b].at
}

// Swap implements heap.Interface.
func (j joins) Swap(a, b int) { j[a], j[b] = j[b], j[a] }

// Push implements heap.Interface.
func (j *joins) Push(x any) { *j = append(*j, x.(join)) }

// Pop implements heap.Interface.
func (j *joins) Pop() any {
	last := (*j)[len(*j)-1]
	*j = (*j)[:len(*j)-1]
	return last
}
