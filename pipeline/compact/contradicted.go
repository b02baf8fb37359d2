package compact

import (
	"fmt"
	"slices"

	"wisdom/markdown/facts"
)

// Contradictions finds, for each fact, the first line of its document that gives its key another value; "" if none does.
func Contradictions(found []facts.Fact) func(facts.Fact) string {
	said := map[place]string{}
	isOne := func(f facts.Fact) bool { return !f.Conflict }
	found = slices.DeleteFunc(slices.Clone(found), isOne)
	for _, f := range found {
		for _, g := range found {
			isOther := sameKey(f, g) && f.Heading == g.Heading && f.Told() != g.Told()
			if isOther && said[placeOf(f)] == "" {
				said[placeOf(f)] = fmt.Sprintf("%s:%d says %s", g.Path, g.Line, g.Told())
			}
		}
	}
	return func(f facts.Fact) string { return said[placeOf(f)] }
}

// place names a fact, whatever a model calls it.
type place struct {
	path  string
	line  int
	value string
}

func placeOf(f facts.Fact) place { return place{f.Path, f.Line, f.Value} }
