package secrets

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The look at every fortieth byte finds the runs that a look at each finds.
func TestHexRuns(t *testing.T) {
	t.Parallel()
	long := regexp.MustCompile(`[0-9a-f]{40,}`)
	for _, between := range []string{" ", "x", " no digits at all ", strings.Repeat("-", 39), strings.Repeat("z", 41)} {
		for length := 38; length < 43; length++ {
			run := strings.Repeat("0a", length)[:length]
			for shift := range 41 {
				text := strings.Repeat("q", shift) + run + between + "cafe" + between + run + run + between + run
				var want [][2]int
				for _, at := range long.FindAllStringIndex(text, -1) {
					want = append(want, [2]int(at))
				}
				if got := hexRuns([]byte(text)); !slices.Equal(got, want) {
					t.Fatalf("%q: runs at %v, want %v", text, got, want)
				}
			}
		}
	}
}
