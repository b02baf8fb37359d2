package recall

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// unknownWeight is what a word weighs that stands nowhere in the notes. It is less
	// than a rare word's: the notes may say the same in other words.
	unknownWeight = 0.25
	// taskWeight is what a word for work weighs that needs no notes.
	taskWeight = 1.2
	// hanWeight: a character is about half a word.
	hanWeight  = 0.5
	dateWeight = 1.0
	// faintWeight: a word of courtesy or of asking says little.
	faintWeight = 0.3
)

// weighAll finds further forms of needs in the index, and weighs them.
func (r *reader) weighAll(ctx context.Context, needs []need) error {
	if err := r.relate(ctx, needs); err != nil {
		return err
	}
	var wanted []string
	for i := range needs {
		for _, f := range needs[i].forms {
			for _, term := range f.terms {
				wanted = append(wanted, allOf(term))
			}
		}
	}
	if err := r.look(ctx, wanted); err != nil {
		return err
	}
	for i := range needs {
		if err := r.weigh(ctx, &needs[i]); err != nil {
			return err
		}
	}
	return nil
}

// weigh gives a need its weight: how much rarer than every passage the passages are that meet
// it.
func (r *reader) weigh(ctx context.Context, n *need) (err error) {
	if n.expected, err = r.expectedBy(ctx, n); err != nil {
		return err
	}
	n.passages = len(n.expected)
	own := 0
	for _, f := range n.forms {
		count, err := r.count(ctx, f.terms)
		if err != nil {
			return err
		}
		n.passages += count
		if f.quality == 1 {
			own += count
		}
	}
	switch {
	case n.date != "":
		n.weight = dateWeight
	case n.task:
		n.weight = taskWeight
	case n.passages == 0:
		n.weight = unknownWeight
	default:
		n.weight = rarity(r.total, min(max(own, 1), r.total)) / rarity(r.total, 0)
	}
	if strings.Contains(n.word, "@") {
		n.weight *= hanWeight
	}
	if n.faint {
		n.weight *= faintWeight
	}
	return nil
}

// rarity is the information of a word that is in n of a number of passages. It is
// never nothing: in a few notes a word that tells may be in most of them.
func rarity(total, n int) float64 {
	return 0.5 + math.Log(float64(total+1)/(float64(n)+0.5))
}

// count is in how many passages the rarest of some terms stands.
func (r *reader) count(ctx context.Context, terms []string) (int, error) {
	least := math.MaxInt
	for _, term := range terms {
		list, err := r.list(ctx, term)
		if err != nil {
			return 0, err
		}
		least = min(least, len(list))
	}
	return least, nil
}

const (
	// leastStem is the length in bytes from which a term is looked for within others.
	leastStem = 4
	// relatedQuality is the quality of a word that begins or ends as another does.
	relatedQuality = 0.75
	mostRelated    = 12
)

// relate adds to needs the terms of the index that begin with a word, and what it begins or ends with: "config" for
// "configuration", the head of a compound.
func (r *reader) relate(ctx context.Context, needs []need) error {
	var starts []string
	for i := range needs {
		starts = append(starts, needs[i].relatable()...)
	}
	longer, err := r.longer(ctx, starts)
	if err != nil {
		return err
	}
	for i := range needs {
		n := &needs[i]
		for _, term := range n.relatable() {
			found := briefest(longer[term], len(term)+longestRest(term))
			// What it begins or, from five letters on, ends with.
			for l := len(term) - 1; l >= max(leastStem, (2*len(term)+2)/3); l-- {
				found = append(found, term[:l])
				if l > leastStem {
					found = append(found, term[len(term)-l:])
				}
			}
			for _, other := range found {
				n.forms = append(n.forms, form{terms: []string{other}, quality: relatedQuality})
			}
		}
		n.forms = distinct(n.forms)
	}
	return nil
}

// relatable are the terms of a need for which others are looked for that begin or end alike.
func (n *need) relatable() (terms []string) {
	if n.date != "" || n.task || strings.Contains(n.word, "@") {
		return nil
	}
	for _, f := range n.forms {
		if term := f.terms[0]; f.quality == 1 && len(term) >= leastStem && isPlain(term) {
			terms = append(terms, term)
		}
	}
	return terms
}

// briefest are the shortest of some terms, up to a length in characters.
func briefest(terms []string, longest int) []string {
	terms = slices.DeleteFunc(
		slices.Clone(terms),
		func(term string) bool { return utf8.RuneCountInString(term) > longest },
	)
	slices.SortFunc(terms, func(a, b string) int {
		return cmp.Or(cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), strings.Compare(a, b))
	})
	return terms[:min(len(terms), mostRelated)]
}

// longestRest is how much longer a word may be that begins with a term: an ending, or
// for a long term the second part of a compound.
func longestRest(term string) int {
	if len(term) < 6 {
		return 4
	}
	return 12
}

// isPlain reports whether a term consists of letters of ASCII.
func isPlain(term string) bool {
	for i := range len(term) {
		if term[i] < 'a' || term[i] > 'z' {
			return false
		}
	}
	return true
}
