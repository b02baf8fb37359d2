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

// ranks finds the rank of a token, in hash tables with open addressing. A map takes three times as long to fill, which
// would slow down every short command. Most of the time goes into waiting for memory. So short tokens are compared as
// numbers, and most of what is no token is told by a few bytes.
type ranks struct {
	text   string
	ends   []uint32 // of the tokens in text, by rank and 1: each begins where the one before it ends
	pairs  []uint32 // the rank and 1 of the tokens of two bytes, by these; 0 for none
	shorts []uint64 // the other short tokens as numbers
	found  []uint32 // their ranks and 1
	longs  []uint32 // the rank and 1 of the long ones; 0 for none
	seen   []uint64 // a bit for the hash of each token
	seed   maphash.Seed
}

const (
	// longestShort is the length in bytes up to which a token is short: with its length it fits into a number.
	longestShort = 7
	// Of either kind there are some 100,000: slots are less than half full, and a token has five bits.
	shortBits, longBits, seenBits = 18, 17, 20
	// spread makes a hash of a number, whose upper bits count.
	spread = 0x9e3779b97f4a7c15
)

// pair is the index of a token of two bytes in pairs.
func pair(token string) int { return int(token[0])<<8 | int(token[1]) }

// number is a short token as a number.
func number(token string) uint64 {
	n := uint64(len(token))
	for i := range len(token) {
		n = n<<8 | uint64(token[i])
	}
	return n
}

// at is the token of a rank.
func (r *ranks) at(rank uint32) string { return r.text[r.ends[rank]:r.ends[rank+1]] }

// rank is the rank of a token, and whether it is one.
func (r *ranks) rank(token string) (rank uint32, known bool) {
	var found uint32
	switch {
	case len(token) == 2:
		found = r.pairs[pair(token)]
	case len(token) <= longestShort:
		if n := number(token); r.mayBe(n * spread) {
			found = r.found[r.short(n)]
		}
	default:
		if hash := maphash.String(r.seed, token); r.mayBe(hash) {
			found = *r.long(token, hash)
		}
	}
	return found - 1, found != 0
}

// mayBe reports whether what has a hash may be a token.
func (r *ranks) mayBe(hash uint64) bool {
	bit := hash >> (64 - seenBits)
	return r.seen[bit/64]>>(bit%64)&1 != 0
}

// short is the place of a short token.
func (r *ranks) short(n uint64) uint64 {
	for at := n * spread >> (64 - shortBits); ; at = (at + 1) % (1 << shortBits) {
		if s := r.shorts[at]; s == n || s == 0 {
			return at
		}
	}
}

// long is the place of a long token.
func (r *ranks) long(token string, hash uint64) *uint32 {
	for at := hash >> (64 - longBits); ; at = (at + 1) % (1 << longBits) {
		if found := &r.longs[at]; *found == 0 || r.at(*found-1) == token {
			return found
		}
	}
}

// add adds the token of a rank.
func (r *ranks) add(rank uint32) {
	token := r.at(rank)
	if len(token) == 2 {
		r.pairs[pair(token)] = rank + 1
		return
	}
	hash := maphash.String(r.seed, token)
	if len(token) <= longestShort {
		n := number(token)
		hash = n * spread
		at := r.short(n)
		r.shorts[at], r.found[at] = n, rank+1
	} else {
		*r.long(token, hash) = rank + 1
	}
	bit := hash >> (64 - seenBits)
	r.seen[bit/64] |= 1 << (bit % 64)
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

// unpacked are the tokens, which are not added yet.
func unpacked(b []byte) ranks {
	var text strings.Builder
	text.Grow(2 * len(b))
	ends := make([]uint32, 1, tokenCount+1)
	for i := range singles {
		text.WriteByte(b[i])
		ends = append(ends, uint32(i)+1)
	}
	b = b[singles:]
	token := func(column int) string { // whose rank begins there
		rank := int(b[column]) | int(b[column+2*joints])<<8 | int(b[column+4*joints])<<16
		return text.String()[ends[rank]:ends[rank+1]]
	}
	for i := range joints {
		text.WriteString(token(i))
		text.WriteString(token(joints + i))
		ends = append(ends, uint32(text.Len()))
	}
	return ranks{
		text: text.String(), ends: ends, pairs: make([]uint32, 1<<16), shorts: make([]uint64, 1<<shortBits),
		found: make([]uint32, 1<<shortBits), longs: make([]uint32, 1<<longBits), seen: make([]uint64, 1<<seenBits/64),
		seed: maphash.MakeSeed(),
	}
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
