package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/registry"
)

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"Always verify the ports before hardcoding":  "alwai verifi port hardcod",
		"Backups sind erst nach dem Test ein Backup": "backups erst test backup",
		"先备份":                      "先备 备份",
		"port 3100 on db.internal": "port",
		"":                         "",
	} {
		var stems []string
		for _, term := range Terms(text) {
			stems = append(stems, term.Stem)
		}
		if got := strings.Join(stems, " "); got != want {
			t.Errorf("Terms(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNormal(t *testing.T) {
	same := []string{
		"**Check the port.** It moves!",
		"check the `port`. it  moves",
		"Check the port.\nIt moves.",
		"_Check_ the port. It moves…",
	}
	for _, text := range same {
		if Normal(text) != Normal(same[0]) {
			t.Errorf("%q and %q differ: %q", text, same[0], Normal(text))
		}
	}
	for _, pair := range [][2]string{
		{"use port 8080", "use port 8443"},
		{"do it", "do not do it"},
		{"a_b", "ab"},
		{"below 80%", "below 80"},
		{"-1 is returned", "1 is returned"},
		{"C#", "C"},
		{"pass *args", "pass args"},
	} {
		if Normal(pair[0]) == Normal(pair[1]) {
			t.Errorf("%q is taken for %q", pair[0], pair[1])
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{"": "", " ": "", "a b": "a b", " a  b\n c ": "a b c", "a\u00a0b": "a b", "a ": "a"} {
		if got := OneLine(text); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNegations(t *testing.T) {
	for text, want := range map[string]int{
		"Restart the service":             0,
		"Never restart; don't even think": 2,
		"Nicht ohne Sicherung":            2,
		"不要直接改":                           1,
		"Don’t restart":                   1,
	} {
		if got := Negations(text); got != want {
			t.Errorf("Negations(%q) = %d, want %d", text, got, want)
		}
	}
}

// TestTermsOneWordAtATime holds the remembered stems beside what the analyzer of
// a language makes of the whole text.
func TestTermsOneWordAtATime(t *testing.T) {
	texts := strings.Split(nameFile, "\n")
	texts = append(texts, "L'année dell'anno don't the dog’s 3 times, 2x A B", "Größe İstanbul naïve écoles")
	all, cache := load(), registry.NewCache()
	for i, language := range languages {
		analyzer, err := cache.AnalyzerNamed(language.analyzer)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			var want []Term
			for _, token := range analyzer.Analyze([]byte(text)) {
				if stem := string(token.Term); carriesMeaning(stem, all.of[0].english) {
					want = append(want, Term{stem, text[token.Start:token.End]})
				}
			}
			var got []Term
			for _, term := range all.of[i].terms(text) {
				got = append(got, *term)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %q: %q, the analyzer says %q", language.analyzer, text, got, want)
			}
		}
	}
}

// A German list of nouns was Dutch, for "je" and "immer" are words of both.
func TestIsForeign(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text, language string
		want           bool
	}{
		{"Halte immer Vorrat: eine eingelernte Vertretung je Aufgabe, späte Zusagen, freie Springer.", "de", false},
		{"Halte immer Vorrat: Mindestbestand, eingelernte Vertretung je Aufgabe, späte Zusagen in Wochen.", "de", false},
		{"Zet de deur altijd open voor het feest, en doe hem dan weer dicht.", "de", true},
		{"Restaura cada copia de seguridad antes de confiar en ella.", "en", true},
		{"先恢复备份再信任它。", "en", true},
		{"Restore every backup before you trust it.", "cjk", true},
		{"Restore every backup.", "en", false},
	} {
		if got := IsForeign(tc.text, tc.language); got != tc.want {
			t.Errorf("%s: %v, in %q", tc.text, got, Language(tc.text))
		}
	}
}
