package text

import "testing"

func TestPlural(t *testing.T) {
	for want, got := range map[string]string{
		"0 lessons": Plural(0, "lesson"), "1 entry": Plural(1, "entry"), "2 entries": Plural(2, "entry"), "3 days": Plural(3, "day"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
