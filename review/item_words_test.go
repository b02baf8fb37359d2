package review

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown/lookup"
)

func TestItemsHaveWords(t *testing.T) {
	for label, item := range map[string]Item{
		"entry to drop":          {Kind: DropEntry},
		"fact that changed":      {Kind: AddFact, Old: "10.0.0.1"},
		"new fact":               {Kind: AddFact},
		"fact to drop":           {Kind: DropFact},
		"your own entry":         {Kind: AddEntry, Origin: Hand},
		"required entry":         {Kind: AddEntry, Origin: Required},
		"reworded entry":         {Kind: AddEntry, Origin: Reworded},
		"text of a person's own": {Kind: Rewrite},
		"line":                   {Kind: AddLine},
	} {
		assert.Equalf(t, label, item.Label(), "%+v is called", item)
	}
	drop, add := Item{ID: "t1", Kind: DropFact, Target: lookup.File}, Item{ID: "t2", Kind: AddFact, Target: lookup.File}
	got := drop.Question() + "? " + add.Question() + "?"
	assert.Equal(t, "Take t1 out of TOOLS_COMPACT.md? Put t2 into TOOLS_COMPACT.md?", got, "asked")
}
