package text

import (
	"fmt"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis/lang/pl/stempel"
)

// polishTable takes some 50 ms to load.
var polishTable = sync.OnceValue(func() stempel.Trie {
	table, err := stempel.LoadTrie()
	if err != nil {
		panic(fmt.Sprintf("words: the table of Polish stems: %v", err))
	}
	return table
})

// polish is the stemmer for Polish, which Snowball has none for: Stempel, that of Lucene.
func polish(word string) string {
	runes := []rune(word)
	return string(stempel.Diff(runes, polishTable().GetLastOnPath(runes)))
}
