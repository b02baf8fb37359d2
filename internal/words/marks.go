package words

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Marks are phrases that are looked for all at once, which is faster than one after
// the other. Each is found by two of its bytes that are rare in text.
type Marks struct {
	Phrases []string
	pairAt  []int // by phrase, where its pair stands in it
	// pairs has a bit for each of those pairs: small enough to stay near the processor.
	pairs   [1 << 10]uint64
	phrases map[uint16][]int // by pair
}

// MarksOf are the marks that phrases make. Each is at least two bytes long.
func MarksOf(phrases ...string) *Marks {
	m := &Marks{Phrases: phrases, phrases: map[uint16][]int{}}
	for i, phrase := range phrases {
		at := rarestPair(phrase)
		m.pairAt = append(m.pairAt, at)
		pair := pairOf(phrase[at], phrase[at+1])
		m.pairs[pair>>6] |= 1 << (pair & 63)
		m.phrases[pair] = append(m.phrases[pair], i)
	}
	return m
}

// pairOf names two bytes, capital letters of English as small ones.
func pairOf(a, b byte) uint16 { return uint16(a|0x20)<<8 | uint16(b|0x20) }

// rarestPair is where the two bytes of a phrase stand that are the rarest in English, as
// far as its commonest letters tell.
func rarestPair(phrase string) int {
	const commonest = " etaoinsrhldcumfpgwybv" // the commonest first
	best, least := 0, math.MaxInt
	for at := range len(phrase) - 1 {
		cost := 0
		for _, c := range []byte(phrase[at : at+2]) {
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

// AnyFold reports whether one of the phrases, which are in lower case, stands in text in
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
	for i := 1; i < len(text); i++ {
		pair := pairOf(text[i-1], text[i])
		if m.pairs[pair>>6]&(1<<(pair&63)) == 0 { // most text
			continue
		}
		for _, phrase := range m.phrases[pair] {
			at := i - 1 - m.pairAt[phrase]
			end := at + len(m.Phrases[phrase])
			if at >= 0 && end <= len(text) && same(text[at:end], m.Phrases[phrase]) && !found(phrase, at) {
				return
			}
		}
	}
}
