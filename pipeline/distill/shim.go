package distill

import (
	"slices"

	"wisdom/internal/words"
)

// What check.go still asks for; both go when the practices come.

func finish(name string) string { return asName(name) }

func sentence(text string) string { return withStop(text) }

func stems(terms []*words.Term) []string {
	list := allStems(terms)
	slices.Sort(list)
	return slices.Compact(list)
}

func allStems(terms []*words.Term) []string {
	list := make([]string, len(terms))
	for i, term := range terms {
		list[i] = term.Stem
	}
	return list
}

type legacy struct{ terms [][]*words.Term }

func unmarked(text string) string {
	_, plain := plainOf(text)
	return plain
}
