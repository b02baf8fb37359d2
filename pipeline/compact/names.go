package compact

import (
	"slices"
	"strings"

	"wisdom/markdown/facts"
	"wisdom/review"
)

// divided divides the key of an answer, by its place in shown, into what has the value and which
// value of it that is: the words that it begins with as others of its line and heading do, and the
// rest. The table then says them once, as with the names of the source.
func (r *reading) divided() func(i int) (key, attr string) {
	type thing struct {
		path, heading string
		line          int
	}
	keys := map[thing][][]string{}
	of := func(i int) thing {
		f := r.found[r.shown[i]]
		return thing{f.Path, r.answers[i].Heading, f.Line}
	}
	for i := range r.shown {
		if l, named := r.answers[i]; named {
			keys[of(i)] = append(keys[of(i)], strings.Fields(l.Key))
		}
	}
	return func(i int) (key, attr string) {
		own, most := strings.Fields(r.answers[i].Key), 0
		for _, other := range keys[of(i)] {
			n := 0
			for n < min(len(own), len(other)) && own[n] == other[n] {
				n++
			}
			if !slices.Equal(own, other) {
				most = max(most, n)
			}
		}
		if most == 0 {
			most = len(own)
		}
		return strings.Join(own[:most], " "), strings.Join(own[most:], " ")
	}
}

// KeepNames gives facts that are in the table the names that they have there, a model's or those of their source, as
// long as their source calls them the same: a name changes only with its fact. A new value keeps the name of the old
// one where both sides have one. named are those that a model named for the table, line is that of Read.
func KeepNames(read *Reading, named []review.Named, standing []facts.Fact, line func(facts.Fact) string) {
	before := sourceNames(standing, named, func(a, b facts.Fact) bool { return sameKey(a, b) && a.Value == b.Value })
	now := sourceNames(read.Facts, read.Named, func(a, b facts.Fact) bool { return a == b })
	read.Named = nil
	for i, n := range now {
		same := func(other review.Named) bool {
			return other.Fact.Path == n.Fact.Path && other.Heading == n.Heading && other.Label == n.Label
		}
		at := slices.IndexFunc(before, func(b review.Named) bool { return same(b) && b.Fact.Value == n.Fact.Value })
		if at < 0 && countFunc(now, same) == 1 && countFunc(before, same) == 1 {
			at = slices.IndexFunc(before, same)
		}
		if at >= 0 {
			f, old := n.Fact, before[at].Fact
			f.Heading, f.Key, f.Attr = old.Heading, old.Key, old.Attr
			if n.Qualifier == before[at].Qualifier && strings.Contains(line(f), old.Qualifier) {
				f.Qualifier = old.Qualifier
			}
			n.Fact, read.Facts[i] = f, f
		}
		if n.Fact.Heading != n.Heading || n.Fact.Label() != n.Label || n.Fact.Qualifier != n.Qualifier {
			read.Named = append(read.Named, n)
		}
	}
}

// sourceNames returns facts with the names of their source, which differ for those that a model named.
func sourceNames(all []facts.Fact, named []review.Named, same func(a, b facts.Fact) bool) []review.Named {
	found := make([]review.Named, len(all))
	for i, f := range all {
		found[i] = review.Named{Fact: f, Heading: f.Heading, Label: f.Label(), Qualifier: f.Qualifier}
		if at := slices.IndexFunc(named, func(n review.Named) bool { return same(f, n.Fact) }); at >= 0 {
			found[i] = named[at]
		}
	}
	return found
}

func countFunc[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}
