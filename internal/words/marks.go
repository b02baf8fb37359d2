package words

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// Marks are phrases that are looked for all at once, which is faster than one after
// the other. Each is found by three of its bytes that are rare in text.
type Marks struct {
	Phrases []string
	rareAt  []int // by phrase, where those bytes are in it
	// rare has a bit for the hash of each three bytes: small enough to stay near the processor.
	rare [1 << 10]uint64
	// before counts the hashes below each 64 of them, and phrases has those of each hash.
	before  [1 << 10]uint16
	phrases [][]int
}

// MarksOf are the marks that phrases make. Each is at least two bytes long.
func MarksOf(phrases ...string) *Marks {
	m := &Marks{Phrases: phrases}
	byHash := map[uint16][]int{}
	for i, phrase := range phrases {
		at := rarest(phrase)
		m.rareAt = append(m.rareAt, at)
		third, last := byte(0), byte(math.MaxUint8) // any
		if len(phrase) > 2 {
			third, last = phrase[at+2], phrase[at+2]
		}
		for ; ; third++ {
			hash := hashOf(phrase[at], phrase[at+1], third)
			m.rare[hash>>6] |= 1 << (hash & 63)
			if !slices.Contains(byHash[hash], i) {
				byHash[hash] = append(byHash[hash], i)
			}
			if third == last {
				break
			}
		}
	}
	for i := range len(m.before) - 1 {
		m.before[i+1] = m.before[i] + uint16(bits.OnesCount64(m.rare[i]))
	}
	for _, hash := range slices.Sorted(maps.Keys(byHash)) {
		m.phrases = append(m.phrases, byHash[hash])
	}
	return m
}

// hashOf numbers three bytes, capital letters of English as small ones.
func hashOf(a, b, c byte) uint16 {
	return uint16((uint32(a|0x20)<<16 | uint32(b|0x20)<<8 | uint32(c|0x20)) * 0x9e3779b1 >> 16)
}

// rarest is where the bytes of a phrase stand that are the rarest in English, as far as its
// commonest letters tell.
func rarest(phrase string) int {
	const commonest = " etaoinsrhldcumfpgwybv" // the commonest first
	best, least := 0, math.MaxInt
	for at := range max(len(phrase)-2, 1) {
		cost := 0
		for _, c := range []byte(phrase[at:min(at+3, len(phrase))]) {
			if rank := strings.IndexByte(commonest, c); rank >= 0 {
				cost += len(commonest) - rank
			}
		}
		if cost < least {
			best, least = at, cost
		}
	}
	return best
}

// Each calls found with every phrase and where it stands, until that returns false; what
// one phrase is called with rises.
func (m *Marks) Each(text string, found func(phrase, at int) bool) {
	m.each(text, func(a, b string) bool { return a == b }, found)
}

// AnyFold reports whether one of the phrases, which are in lower case, is in text in
// small or in capital letters.
func (m *Marks) AnyFold(text string) bool {
	if hasBeyond(text, "\u0080", func(r rune) bool { return r >= utf8.RuneSelf }) {
		text = strings.ToLower(text)
	}
	any := false
	m.each(text, strings.EqualFold, func(int, int) bool { any = true; return false })
	return any
}

func (m *Marks) each(text string, same func(a, b string) bool, found func(phrase, at int) bool) {
	for i := 0; i+1 < len(text); i++ {
		third := byte(0) // behind the text
		if i+2 < len(text) {
			third = text[i+2]
		}
		hash := hashOf(text[i], text[i+1], third)
		set, bit := m.rare[hash>>6], uint64(1)<<(hash&63)
		if set&bit == 0 { // most text
			continue
		}
		number := int(m.before[hash>>6]) + bits.OnesCount64(set&(bit-1))
		for _, phrase := range m.phrases[number] {
			at := i - m.rareAt[phrase]
			end := at + len(m.Phrases[phrase])
			if at >= 0 && end <= len(text) && same(text[at:end], m.Phrases[phrase]) && !found(phrase, at) {
				return
			}
		}
	}
}
