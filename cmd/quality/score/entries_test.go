package score

import "testing"

func TestHolds(t *testing.T) {
	for _, tc := range []struct {
		text, literal string
		want          bool
	}{
		{"Ask Petra first", "petra", true},
		{"Ask Petras sister", "Petra", false},
		{"Use port 18080", "8080", false},
		{"Use port 18080, not 8080.", "8080", true},
		{"Run `tool --force` twice", "--force", true},
		{"Call 10.20.0.45", "10.20.0.4", false},
		{"先问豆豆再说", "豆豆", true},
		{"Model qwen3.5:35b is slow", "Qwen3.5:35b", true},
		{"Say  it\nnow", "it now", true},
		{"anything", "", false},
	} {
		if got := holds(tc.text, tc.literal); got != tc.want {
			t.Errorf("holds(%q, %q) = %v", tc.text, tc.literal, got)
		}
	}
}
