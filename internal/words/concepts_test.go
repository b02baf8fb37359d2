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

// A stem brings words together that mean other things: "container" and "contains",
// "evening" and "even", German "Zahl" and "zählen". And a word with a little one
// beside it was taken for the word alone: "hand-off" for "hand".
func TestConceptsOfOtherWords(t *testing.T) {
	for _, tc := range []struct {
		text, concept string
		want          bool
	}{
		{"Start the containers one after the other.", "container", true},
		{"The list contains every name.", "container", false},
		{"It fails even then.", "evening", false},
		{"Not in the evenings.", "evening", true},
		{"The confirmation was right.", "check", true},
		{"Wash your hands.", "handover", false},
		{"Write a hand-off for the next one.", "handover", true},
		{"Ask before you open it.", "ask-first", true},
		{"Open it before you ask.", "ask-first", false},
		{"I am not sure about it.", "uncertainty", true},
		{"Lesen, was der Rechner zählt.", "audience", false},
		{"Wir müssen die Kisten zählen und rechnen.", "payment", false},
		{"Wir müssen die Kisten zählen und rechnen.", "server", false},
		{"Die Kopien der Verträge liegen im Büro.", "contract", true},
		{"Das Paket kam an einem Tag im Winter.", "label", false},
	} {
		if got := slices.Contains(Concepts(tc.text, Terms(tc.text)), "<"+tc.concept+">"); got != tc.want {
			t.Errorf("%q speaks of %v", tc.text, Concepts(tc.text, Terms(tc.text)))
		}
	}
}

func TestForms(t *testing.T) {
	for _, tc := range []struct {
		form       func(word, base string) bool
		word, base string
		want       bool
	}{
		{englishForm, "Checking", "check", true},
		{englishForm, "verifies", "verify", true},
		{englishForm, "product", "production", false},
		{englishForm, "even", "evening", false},
		{germanForm, "prüfte", "prüfen", true},
		{germanForm, "Bestände", "bestand", true},
		{germanForm, "rechnen", "rechner", false},
		{germanForm, "zählen", "zahl", false},
	} {
		if got := tc.form(tc.word, tc.base); got != tc.want {
			t.Errorf("%q is a form of %q: %v", tc.word, tc.base, got)
		}
	}
}
