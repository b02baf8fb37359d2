package tokens

import (
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"
)

// table has a place for the hash of each token of o200k_base, or for the first free one behind it. It is read where it
// lies, because a map takes 30 ms to fill, which would slow down every short command. A place is a number whose lower
// rankBits are the rank and 1 of a token, 0 for none, and the others those of its hash. TestVocabulary -update writes it.
//
//go:embed o200k_base.bin
var table []byte

const (
	rankBits  = 18
	places    = 1 << 18
	placeSize = 8 // bytes
)

// none is the rank of what is no token.
const none = math.MaxUint32

// rank is the rank of a token, or none.
func rank(token string) uint32 {
	hash := hashOf(token)
	for at := hash; ; at++ {
		place := binary.LittleEndian.Uint64(table[at%places*placeSize:])
		if place == 0 {
			return none
		}
		if place>>rankBits == hash>>rankBits {
			return uint32(place&(1<<rankBits-1)) - 1
		}
	}
}

// hashOf is FNV-1a.
func hashOf(s string) uint64 {
	hash := uint64(0xcbf29ce484222325)
	for i := range len(s) {
		hash = (hash ^ uint64(s[i])) * 0x100000001b3
	}
	return hash
}

// count counts the tokens of a text. A byte that is not UTF-8 counts as the replacement character.
func count(text string) int {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	n := 0
	for text != "" {
		end := piece(text)
		n += tokensIn(text[:end])
		text = text[end:]
	}
	return n
}

// tokensIn counts the tokens of a piece: its bytes, of which the two neighbours that make the token of the lowest rank
// are joined again and again, the leftmost first.
func tokensIn(piece string) int {
	if rank(piece) != none {
		return 1
	}
	parts := make([]part, len(piece)+1)
	join := func(i int) {
		parts[i].joined = none
		if i+2 < len(parts) {
			parts[i].joined = rank(piece[parts[i].at:parts[i+2].at])
		}
	}
	for i := range parts {
		parts[i].at = uint32(i)
	}
	for i := range parts {
		join(i)
	}
	for {
		best := 0
		for i, p := range parts {
			if p.joined < parts[best].joined {
				best = i
			}
		}
		if parts[best].joined == none {
			return len(parts) - 1
		}
		parts = slices.Delete(parts, best+1, best+2)
		join(best)
		join(max(0, best-1))
	}
}

// part is where a part of a piece begins, and the rank of what it makes with the one behind it.
type part struct{ at, joined uint32 }
