package score

import (
	"math"
	"strconv"
)

// Figure is one thing that was measured.
type Figure struct {
	Name string
	// Value is 1 where all is right.
	Value float64
	// Of is how many were judged, Bad how many of those are wrong. With none judged the figure does not apply.
	Bad, Of int
	// Notes say what was wrong.
	Notes []string
}

// share is the figure of what can be counted: one note for each that is wrong.
func share(name string, of int, notes []string) Figure {
	f := mean(name, float64(of-len(notes)), of)
	f.Bad, f.Notes = len(notes), notes
	return f
}

func mean(name string, sum float64, of int) Figure {
	return Figure{Name: name, Value: sum / float64(max(of, 1)), Of: of}
}

// Count is a number of things; over several workspaces it is summed.
func Count(name string, n int) Figure { return Figure{Name: name, Bad: n, Of: n} }

// Size is a size; over several workspaces the mean is taken.
func Size(name string, n int) Figure { return Figure{Name: name, Value: float64(n), Of: min(n, 1)} }

// Find returns the figure of a name; one that is not there does not apply.
func Find(figures []Figure, name string) Figure {
	for _, f := range figures {
		if f.Name == name {
			return f
		}
	}
	return Figure{Name: name}
}

// Mean brings the figures of one name from several workspaces together: the mean of the values, so that every workspace
// weighs the same, and the sums of the counts.
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

// Column is a figure as tables show it.
type Column struct {
	Name   string
	Show   func(Figure) string
	Legend string
}

// Value shows a figure from 0 to 1.
func Value(f Figure) string { return strconv.FormatFloat(f.Value, 'f', 3, 64) }

// Wrong shows how many are wrong.
func Wrong(f Figure) string { return strconv.Itoa(f.Bad) }

// Right shows how many are right, and of how many.
func Right(f Figure) string {
	right := f.Of - f.Bad
	return strconv.Itoa(right) + " of " + strconv.Itoa(f.Of) + " (" +
		strconv.FormatFloat(100*float64(right)/float64(max(f.Of, 1)), 'f', 0, 64) + " %)"
}

// Whole shows a size.
func Whole(f Figure) string { return strconv.Itoa(int(f.Value)) }

// round spares readers the last digits, which differ between processors.
func round(value float64) float64 { return math.Round(value*1e6) / 1e6 }
