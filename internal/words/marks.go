package words

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// Marks are phrases that are looked for all at once, which is faster than one after
// the other. Each is found by two of its bytes that are rare in text.
type Marks struct {
	Phrases []string
	pairAt  []int // by phrase, where its pair stands in it
	// pairs has a bit for each of those pairs: small enough to stay near the processor.
	// below counts the bits in front of each of its words, and phrases are those with a
	// pair, by the number of the bit.
	pairs   [1 << 10]uint64
	below   [1 << 10]uint16
	phrases [][]int
}

// MarksOf are the marks that phrases make. Each is at least two bytes long.
func MarksOf(phrases ...string) *Marks {
	m := &Marks{Phrases: phrases}
	for _, phrase := range phrases {
		at := rarestPair(phrase)
		m.pairAt = append(m.pairAt, at)
		word, bit := pairAt(phrase, at)
		m.pairs[word] |= bit
	}
	n := 0
	for word, set := range m.pairs {
		m.below[word] = uint16(n)
		n += bits.OnesCount64(set)
	}
	m.phrases = make([][]int, n)
	for i, phrase := range phrases {
		word, bit := pairAt(phrase, m.pairAt[i])
		pair := m.number(word, bit)
		m.phrases[pair] = append(m.phrases[pair], i)
	}
	return m
}

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

// pairAt is the place in pairs of the two bytes of text from at on.
func pairAt(text string, at int) (word int, bit uint64) {
	pair := int(text[at])<<8 | int(text[at+1])
	return pair >> 6, 1 << (pair & 63)
}

func (m *Marks) number(word int, bit uint64) int {
	return int(m.below[word]) + bits.OnesCount64(m.pairs[word]&(bit-1))
}

// Each calls found with every phrase and where it stands, until that returns false; what
// one phrase is called with rises.
func (m *Marks) Each(text string, found func(phrase, at int) bool) {
	for i := 0; i+1 < len(text); i++ {
		word, bit := pairAt(text, i)
		if m.pairs[word]&bit == 0 {
			continue
		}
		for _, phrase := range m.phrases[m.number(word, bit)] {
			at := i - m.pairAt[phrase]
			if at >= 0 && strings.HasPrefix(text[at:], m.Phrases[phrase]) && !found(phrase, at) {
				return
			}
		}
	}
}

// In is where each of the phrases stands first in text, or -1; it is nil where none
// does.
func (m *Marks) In(text string) []int {
	var first []int
	m.Each(text, func(phrase, at int) bool {
		if first == nil {
			first = slices.Repeat([]int{-1}, len(m.Phrases))
		}
		if first[phrase] < 0 {
			first[phrase] = at
		}
		return true
	})
	return first
}

// AnyFold reports whether one of the phrases, which are in lower case, stands in text in
// small or in capital letters.
func (m *Marks) AnyFold(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			found := false
			m.Each(strings.ToLower(text), func(int, int) bool {
				found = true
				return false
			})
			return found
		}
	}
	pair := 0
	for i := range len(text) { // most text: nothing is copied
		c := int(text[i])
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		pair = (pair<<8 | c) & 0xffff
		word, bit := pair>>6, uint64(1)<<(pair&63)
		if i == 0 || m.pairs[word]&bit == 0 {
			continue
		}
		for _, phrase := range m.phrases[m.number(word, bit)] {
			at := i - 1 - m.pairAt[phrase]
			if end := at + len(
				m.Phrases[phrase],
			); at >= 0 && end <= len(text) &&
				strings.EqualFold(text[at:end], m.Phrases[phrase]) {
				return true
			}
		}
	}
	return false
}
