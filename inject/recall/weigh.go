package recall

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
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
	// faintWeight: a word of courtesy or of asking says little even among lessons.
	faintWeight = 0.3
)

// weigh finds further forms of a need in the index and gives it its weight: how much
// rarer than every passage the passages are that meet it.
func (r *reader) weigh(ctx context.Context, n *need) error {
	if n.date == "" && !n.task && !strings.Contains(n.word, "@") {
		if err := r.related(ctx, n); err != nil {
			return err
		}
	}
	var err error
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
		list, err := r.list(ctx, []string{term})
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

// related adds the terms of the index that a word begins or ends with, and those that
// begin or end with it: "config" for "configuration", a compound for its head.
func (r *reader) related(ctx context.Context, n *need) error {
	for _, f := range slices.Clone(n.forms) {
		term := f.terms[0]
		if f.quality < 1 || len(term) < leastStem || !isPlain(term) {
			continue
		}
		const longer = "SELECT DISTINCT term FROM postings WHERE part IN (SELECT part FROM parts) " +
			"AND term > ? AND term < ? AND length(term) <= ? ORDER BY length(term), term LIMIT ?"
		found, err := strings1(ctx, r.db, longer, term, term+"\x7f", len(term)+longestRest(term), mostRelated)
		if err != nil {
			return fmt.Errorf("read the index: %w", err)
		}
		// What it begins or, from five letters on, ends with.
		for l := len(term) - 1; l >= max(leastStem, (2*len(term)+2)/3); l-- {
			found = append(found, term[:l])
			if l > leastStem {
				found = append(found, term[len(term)-l:])
			}
		}
		if len(term) > leastStem {
			back := reversed(term)
			const ending = "SELECT tail FROM tails WHERE tail > ? AND tail < ? ORDER BY length(tail), tail LIMIT ?"
			tails, err := strings1(ctx, r.db, ending, back, back+"\x7f", mostRelated)
			if err != nil {
				return fmt.Errorf("read the index: %w", err)
			}
			for _, tail := range tails {
				found = append(found, reversed(tail))
			}
		}
		for _, other := range found {
			n.forms = append(n.forms, form{[]string{other}, relatedQuality})
		}
	}
	n.forms = distinct(n.forms)
	return nil
}

// longestRest is how much longer a word may be that begins with a term: an ending, or
// for a long term the second part of a compound.
func longestRest(term string) int {
	if len(term) < 6 {
		return 4
	}
	return 12
}

func isPlain(term string) bool {
	return strings.Trim(term, "abcdefghijklmnopqrstuvwxyz") == ""
}
