package secrets

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"sync"
)

// keyword is a word at which a rule begins to look.
type keyword struct {
	text []byte
	// gitleaks: a rule of gitleaks asks for it.
	gitleaks bool
	// class is that of the name that it is, or "".
	class class
	// patterns are the rules of ours that ask for it.
	patterns []*pattern
}

// keywords are those of all rules, by the hash of their first three bytes, the longest first.
type keywords struct {
	number [1 << 16]uint16 // by hash, that of its words
	words  [][]*keyword    // none at 0
}

// add makes room for a word, and returns it to be filled.
func (k *keywords) add(word string) *keyword {
	from, to := 0, 256 // any third byte
	if len(word) > 2 {
		from, to = int(word[2]), int(word[2])+1
	}
	for _, w := range k.words[k.number[hashOf(word[0], word[1], byte(from))]] {
		if string(w.text) == word {
			return w
		}
	}
	w := &keyword{text: []byte(word)}
	for third := from; third < to; third++ {
		n := &k.number[hashOf(word[0], word[1], byte(third))]
		if *n == 0 {
			*n = uint16(len(k.words))
			k.words = append(k.words, nil)
		}
		k.words[*n] = append(k.words[*n], w)
		slices.SortFunc(k.words[*n], func(a, b *keyword) int {
			return cmp.Or(cmp.Compare(len(b.text), len(a.text)), bytes.Compare(a.text, b.text))
		})
	}
	return w
}

// hashOf numbers three bytes.
func hashOf(a, b, c byte) uint16 {
	return uint16((uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 0x9e3779b1 >> 16)
}

// at are the keywords with which a text in lower case begins, the longest first. At most places there is none.
func (k *keywords) at(text []byte) iter.Seq[*keyword] {
	return func(yield func(*keyword) bool) {
		first := [3]byte{}
		copy(first[:], text)
		for _, word := range k.words[k.number[hashOf(first[0], first[1], first[2])]] {
			if bytes.HasPrefix(text, word.text) && !yield(word) {
				return
			}
		}
	}
}

// ownKeywords are the words at which the rules of this package begin to look.
func ownKeywords() *keywords {
	k := &keywords{words: [][]*keyword{nil}}
	all := patterns()
	for i := range all {
		for _, word := range all[i].keywords {
			w := k.add(word)
			w.patterns = append(w.patterns, &all[i])
		}
	}
	for word, class := range namesByClass() {
		k.add(word).class = class
	}
	return k
}

var (
	loadOwn = sync.OnceValue(ownKeywords)
	// loadAll are those of gitleaks, too.
	loadAll = sync.OnceValue(func() *keywords {
		k := ownKeywords()
		for _, rule := range load().rules {
			for _, word := range rule.keywords {
				k.add(word).gitleaks = true
			}
		}
		return k
	})
)

// namesByClass are the names in all their spellings; a spelling that two classes share is of the one that asks less.
func namesByClass() map[string]class {
	all := map[string]class{}
	for _, c := range []class{weak, key, secret, pin, field, pass, password} {
		for _, name := range loadWords().lists[string(c)] {
			for _, spelling := range spellings(name) {
				all[spelling] = c
			}
		}
	}
	return all
}
