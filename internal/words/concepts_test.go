package words

import (
	"slices"
	"testing"
)

func TestConcepts(t *testing.T) {
	for _, pair := range [][2]string{
		{"Verify the address before it ships.", "Make sure that the address is right."},
		{"Restore the backup once.", "Spiel die Sicherung einmal zurück."},
		{"发出前先核对地址", "Check the address first."},
	} {
		a, b := Concepts(pair[0], Terms(pair[0])), Concepts(pair[1], Terms(pair[1]))
		if !slices.ContainsFunc(a, func(c string) bool { return slices.Contains(b, c) }) {
			t.Errorf("%q speaks of %v, %q of %v", pair[0], a, pair[1], b)
		}
	}
	if got := Concepts("Oil the hinges.", Terms("Oil the hinges.")); len(got) > 1 {
		t.Errorf("concepts %v", got)
	}
}

func TestReadConceptsRefuses(t *testing.T) {
	for _, text := range []string{"  en word\n", "check\n  xx word\n"} {
		if _, err := readConcepts(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func TestSpoken(t *testing.T) {
	if got := Spoken("付款之前先核对金额"); !slices.Contains(got, "核对") {
		t.Errorf("spoken %v", got)
	}
	if got := Spoken("nothing without spaces"); len(got) != 0 {
		t.Errorf("spoken %v", got)
	}
}
