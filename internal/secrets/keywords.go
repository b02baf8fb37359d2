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

// keywords are those of all rules, by their first two bytes, the longest first.
type keywords [1 << 16][]*keyword

// add makes room for a word, and returns it to be filled.
func (k *keywords) add(word string) *keyword {
	all := &k[beginning([]byte(word))]
	for _, w := range *all {
		if string(w.text) == word {
			return w
		}
	}
	w := &keyword{text: []byte(word)}
	*all = append(*all, w)
	slices.SortFunc(*all, func(a, b *keyword) int {
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), bytes.Compare(a.text, b.text))
	})
	return w
}

// beginning numbers the first two bytes of a text.
func beginning(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	return int(text[0])<<8 | int(text[1])
}

// at are the keywords with which a text in lower case begins, the longest first.
func (k *keywords) at(text []byte) iter.Seq[*keyword] {
	return func(yield func(*keyword) bool) {
		for _, word := range k[beginning(text)] {
			if bytes.HasPrefix(text, word.text) && !yield(word) {
				return
			}
		}
	}
}

// ownKeywords are the words at which the rules of this package begin to look.
func ownKeywords() *keywords {
	k := &keywords{}
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
