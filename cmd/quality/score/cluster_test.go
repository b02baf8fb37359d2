package score

import (
	"math"
	"testing"
)

// The values for B-cubed are those of Bagga and Baldwin's own example (16 of 21, 7 of 12). Those for the Rand index
// were computed without this code; the shorter ones are in scikit-learn's documentation.
func TestGroupings(t *testing.T) {
	truth := []int{0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2}
	for _, tc := range []struct {
		name                       string
		want, got                  []int
		precision, recall, f, rand float64
	}{
		{"the same under other numbers", []int{0, 0, 1, 1}, []int{7, 7, 3, 3}, 1, 1, 1, 1},
		{"small joined with large", truth, []int{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}, 16.0 / 21, 1, 32.0 / 37, 0.6901408},
		{"large joined with large", truth, []int{0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0}, 7.0 / 12, 1, 14.0 / 19, 0.3373494},
		{"one group parted", []int{0, 0, 1, 1}, []int{0, 0, 1, 2}, 1, 0.75, 6.0 / 7, 0.5714286},
		{"all parted", []int{0, 0, 0, 0}, []int{0, 1, 2, 3}, 1, 0.25, 0.4, 0},
		{"crosswise", []int{0, 0, 1, 1}, []int{0, 1, 0, 1}, 0.5, 0.5, 0.5, -0.5},
		{"nothing to group", []int{0, 1, 2}, []int{5, 6, 7}, 1, 1, 1, 1},
		{"one thing", []int{0}, []int{4}, 1, 1, 1, 1},
	} {
		f, precision, recall := BCubedF(tc.want, tc.got)
		rand := AdjustedRand(tc.want, tc.got)
		for name, pair := range map[string][2]float64{
			"precision": {
				precision,
				tc.precision,
			}, "recall": {recall, tc.recall}, "F": {f, tc.f}, "adjusted Rand": {rand, tc.rand},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-6 {
				t.Errorf("%s: %s is %.7f, want %.7f", tc.name, name, pair[0], pair[1])
			}
		}
	}
}
