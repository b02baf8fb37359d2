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
	"unicode"
	"unicode/utf8"
)

// packed are the tokens of o200k_base in the order of their ranks: the length of each
// in a byte, then the text of all, deflated. TestVocabulary -update writes it. As code
// the same tokens take six times as much of the program.
//
//go:embed o200k_base.bin
var packed string

// pattern cuts a text into the pieces that are merged by themselves, as o200k_base does. That also leaves the last
// space of several to the word behind them, which this syntax cannot say: piece does.
const pattern = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` + contracted +
	`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*` + contracted +
	`|\p{N}{1,3}| ?[^` + space + `\p{L}\p{N}]+[\r\n/]*|[` + space + `]*[\r\n]+|[` + space + `]+`

const (
	contracted = `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
	space      = `\t-\r\x{85}\p{Z}`
)

// tokenCount is how many tokens o200k_base has, beside the special ones.
const tokenCount = 199_998

// encoder counts tokens.
type encoder struct {
	ranks
	split *regexp.Regexp
}

// ranks finds the rank of a token: a hash table with open addressing over one text. A map takes three times as long
// to fill, which would slow down every short command.
type ranks struct {
	text  string
	ends  []uint32 // of the tokens in text, by rank
	slots []uint32 // the rank of a token and 1, 0 for none
	seed  maphash.Seed
}

// slotCount is a power of 2, of which the tokens fill less than half.
const slotCount = 1 << 19

// at is the token of a rank.
func (r *ranks) at(rank uint32) string {
	if rank == 0 {
		return r.text[:r.ends[0]]
	}
	return r.text[r.ends[rank-1]:r.ends[rank]]
}

// slot returns the index of a token in slots, or its free place there.
func (r *ranks) slot(token string) uint64 {
	i := maphash.String(r.seed, token) % slotCount
	for r.slots[i] != 0 && r.at(r.slots[i]-1) != token {
		i = (i + 1) % slotCount
	}
	return i
}

// rank is the rank of a token, and whether it is one.
func (r *ranks) rank(token string) (rank uint32, known bool) {
	found := r.slots[r.slot(token)]
	return found - 1, found != 0
}

// vocabulary takes some 15 ms to load, so it is loaded when first needed.
var vocabulary = sync.OnceValue(loadVocabulary)

func loadVocabulary() *encoder {
	var buffer bytes.Buffer
	buffer.Grow(2 * len(packed))
	_, err := buffer.ReadFrom(flate.NewReader(strings.NewReader(packed)))
	b := buffer.Bytes()
	if err != nil || len(b) < tokenCount {
		panic(fmt.Sprintf("tokens: the built-in o200k_base vocabulary: %d bytes, %v", len(b), err))
	}
	r := ranks{string(b[tokenCount:]), make([]uint32, tokenCount), make([]uint32, slotCount), maphash.MakeSeed()}
	end := uint32(0)
	for rank, length := range b[:tokenCount] {
		end += uint32(length)
		r.ends[rank] = end
		r.slots[r.slot(r.at(uint32(rank)))] = uint32(rank) + 1
	}
	return &encoder{r, regexp.MustCompile(`^(?:` + pattern + `)`)}
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

// piece returns the length of the first piece of a text.
func (e *encoder) piece(text string) int {
	end := e.split.FindStringIndex(text)[1]
	last, size := utf8.DecodeLastRuneInString(text[:end])
	if end == len(text) || end == size || last == '\r' || last == '\n' || !unicode.IsSpace(last) {
		return end
	}
	return end - size
}

// none is the rank of what is no token.
const none = math.MaxUint32

// tokensIn counts the tokens of a piece: its bytes, of which the two neighbours that
// make the token of the lowest rank are joined again and again, the leftmost first.
// The time grows with n log n.
func (e *encoder) tokensIn(piece string) int {
	if _, known := e.rank(piece); known {
		return 1
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
