package text

import (
	"slices"
	"strings"
	"testing"
)

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"Always verify the ports before hardcoding":  "alwai verifi port hardcod",
		"Backups sind erst nach dem Test ein Backup": "backups erst test backup",
		"先备份":                      "先备 备份",
		"port 3100 on db.internal": "port",
		"":                         "",
	} {
		if got := strings.Join(Terms(text), " "); got != want {
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

// TestStemsByLanguage: forms of one word have one stem, and words without a meaning of their own are left out.
func TestStemsByLanguage(t *testing.T) {
	t.Parallel()
	for code, texts := range map[string][2]string{
		"en": {"the dog’s kennels were verified", "verify the dog kennel"},
		"de": {"Die Größe der Häuser", "Größen des Hauses"},
		"es": {"las copias de los archivos", "una copia del archivo"},
		"fr": {"L'année des écoles", "les années de l’école"},
		"it": {"l'errore delle scuole", "gli errori della scuola"},
		"nl": {"de katten van de buren", "de kat van de buur"},
		"pt": {"as regras dos arquivos", "a regra do arquivo"},
		"ru": {"проверяйте резервные копии", "проверяет резервная копия"},
		"pl": {"kopie zapasowe", "kopia zapasowa"},
		"sv": {"dörrar och hundarna", "dörren och hundar"},
	} {
		stems := func(text string) []string {
			return slices.Sorted(slices.Values(load().of[languageOf(code)].terms(text)))
		}
		if a, b := stems(texts[0]), stems(texts[1]); len(a) < 2 || !slices.Equal(a, b) {
			t.Errorf("%s: %q and %q have the stems %q and %q", code, texts[0], texts[1], a, b)
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
		{"Call 王 before the pump is off, and ask for the 泵.", "en", false},
	} {
		if got := IsForeign(tc.text, tc.language); got != tc.want {
			t.Errorf("%s: %v, in %q", tc.text, got, Language(tc.text))
		}
	}
}
