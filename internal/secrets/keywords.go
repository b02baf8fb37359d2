package secrets

import "bytes"

// keywords are those of all rules, by their first two bytes: hardly any place in a
// note passes that look, and it takes a tenth of the memory of a search tree.
type keywords struct {
	pairs [1 << 10]uint64 // a set of bits, small enough to stay near the processor
	words map[int][][]byte
}

func keywordsOf(words map[string]struct{}) keywords {
	k := keywords{words: map[int][][]byte{}}
	for word := range words {
		pair := pairOf([]byte(word))
		k.pairs[pair>>6] |= 1 << (pair & 63)
		k.words[pair] = append(k.words[pair], []byte(word))
	}
	return k
}

// pairOf numbers the first two bytes of a text that has two.
func pairOf(text []byte) int { return int(text[0])<<8 | int(text[1]) }

// begin says whether a text in lower case begins with one of them.
func (k *keywords) begin(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	pair := pairOf(text)
	if k.pairs[pair>>6]&(1<<(pair&63)) == 0 {
		return false
	}
	for _, word := range k.words[pair] {
		if bytes.HasPrefix(text, word) {
			return true
		}
	}
	return false
}
