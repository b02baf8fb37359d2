package text

import (
	"math"
	"strings"
)

// Marks are phrases that are looked for all at once, which is faster than one after
// the other. Each is found by two of its bytes that are rare in text.
type Marks struct {
	Phrases []string
	rareAt  []int           // by phrase, where those bytes are in it
	number  [1 << 16]uint16 // by two bytes, that of their phrases in byRare; 0 for none
	byRare  [][]int
}

// MarksOf are the marks that phrases make. Each is at least two bytes long.
func MarksOf(phrases ...string) *Marks {
	m := &Marks{Phrases: phrases, byRare: [][]int{nil}}
	for i, phrase := range phrases {
		at := rarest(phrase)
		m.rareAt = append(m.rareAt, at)
		n := &m.number[pair(phrase[at:])]
		if *n == 0 {
			*n = uint16(len(m.byRare))
			m.byRare = append(m.byRare, nil)
		}
		m.byRare[*n] = append(m.byRare[*n], i)
	}
	return m
}

// pair numbers the first two bytes of a text.
func pair(text string) int { return int(text[0])<<8 | int(text[1]) }

// rarest is where the bytes of a phrase stand that are the rarest in English, as far as its
// commonest letters tell.
func rarest(phrase string) int {
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
	for i := range max(0, len(text)-1) {
		for _, phrase := range m.byRare[m.number[pair(text[i:])]] { // none for most
			at := i - m.rareAt[phrase]
			if at >= 0 && strings.HasPrefix(text[at:], m.Phrases[phrase]) && !found(phrase, at) {
				return
			}
		}
	}
}
