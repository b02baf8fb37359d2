package score

import (
	"math"
	"slices"
)

// The names of the figures.
const (
	Recall     = "recall"     // labelled lessons that were found
	Precision  = "precision"  // collected lessons that are labelled ones
	Negatives  = "negatives"  // lines without a lesson that were not collected
	Tightness  = "tightness"  // median of intersection over union of line ranges
	Places     = "places"     // places of the lessons found that were found too
	Kinds      = "kinds"      // lessons and decisions that were not confused
	Apart      = "apart"      // near-duplicates that were not made one
	BCubed     = "bcubed"     // F of the grouping, lesson by lesson
	Rand       = "rand"       // adjusted Rand index of the grouping, over pairs
	Covered    = "covered"    // labelled themes that an entry covers
	Worded     = "worded"     // labelled themes that a wording covers, whether it fits or not
	Weighted   = "weighted"   // the same, by lessons
	Wording    = "wording"    // entries whose text is a labelled clause, or nearly so
	Supported  = "supported"  // entries that three lessons or more back
	Clean      = "clean"      // entries without a literal that must never reach one
	Faithful   = "faithful"   // entries without a value that none of their lessons has
	Distinct   = "distinct"   // entries that no other says too
	Superseded = "superseded" // replaced rules that are in no entry
)

// Figure is one thing that was measured.
type Figure struct {
	Name string `json:"name"`
	// Value is 1 where all is right.
	Value float64 `json:"value"`
	// Bad is how many of those judged are wrong, where they can be counted.
	Bad int `json:"bad"`
	// Of is how many were judged; with none the figure does not apply.
	Of int `json:"of"`
	// Notes say what was wrong.
	Notes []string `json:"notes,omitempty"`
}

// share is the figure of what can be counted: one note for each that is wrong.
func share(name string, of int, notes []string) Figure {
	f := Figure{Name: name, Bad: len(notes), Of: of, Notes: notes}
	if of > 0 {
		f.Value = 1 - float64(f.Bad)/float64(of)
	}
	return f
}

// Mean brings the figures of one name from several workspaces together: the mean
// of the values, so that every workspace weighs the same, and the sums of the
// counts.
func Mean(name string, figures []Figure) Figure {
	mean := Figure{Name: name}
	n := 0
	for _, f := range figures {
		if f.Of > 0 {
			mean.Value += f.Value
			mean.Bad += f.Bad
			mean.Of += f.Of
			n++
		}
	}
	mean.Value /= float64(max(n, 1))
	return mean
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// round spares readers of JSON the last digits.
func round(value float64) float64 { return math.Round(value*1e6) / 1e6 }
