package lint

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown/section"
)

func TestUnfaithful(t *testing.T) {
	lessons := []string{
		"Wait 30 seconds before you retry, Mara said.", "**Back off** when the API answers 429; a retry storm helps no one.",
	}
	for text, bad := range map[string]bool{
		"Wait before you retry.":           false,
		"Wait 30 seconds.":                 false,
		"Wait 60 seconds.":                 true,
		"Back off when the API complains.": false,
		"Back off when Jenkins complains.": true,
		"Mara waits.":                      false,
	} {
		why := Unfaithful(section.Entry{Name: "Retries.", Text: text}, lessons)
		assert.Equalf(t, bad, why != "", "%q: %q", text, why)
	}
}

// A faithful line was rejected for its negation, a German one for the ending of a noun, and one for the plural of a
// name.
func TestFaithfulLinesAreNotUnfaithful(t *testing.T) {
	for text, lesson := range map[string]string{
		"Never deploy without a test.":                      "Run the tests before you deploy.",
		"Note the TTLs before a move.":                      "The TTL of the zone was a day; note it before a move.",
		"Ask before a TTL changes.":                         "TTLs never change without a question.",
		"Retry calls to APIs.":                              "The API's answer was late, and came when it was retried.",
		"Note each API's limits.":                           "The limits of l'API were not noted.",
		"Spiele die Sicherungen ein, bevor du sie brauchst": "Jede Sicherung wird einmal eingespielt, bevor man sie braucht.",
	} {
		assert.Empty(t, Unfaithful(section.Entry{Name: "Rule.", Text: text}, []string{lesson}), text)
	}
	// A short line does not tell its language; its lessons do.
	for _, e := range []section.Entry{
		{Name: "Kleine Teile.", Text: "Neue Teile stufenweise einbauen."},
		{Name: "Schrittweise Umstellung.", Text: "Pumpen einzeln umstellen."},
		{Name: "Proben.", Text: "Harmlose Eingaben mitprüfen."},
	} {
		assert.Emptyf(t, Unfaithful(e, []string{
			"Die Pumpe wird erst in einem Beet umgestellt, dann in allen.",
			"Baue nie alles auf einmal ein, sondern ein Teil nach dem anderen.",
		}), "%s %s", e.Name, e.Text)
	}
	assert.NotEmpty(t, Unfaithful(
		section.Entry{Name: "Regel.", Text: "Frage Anna, bevor du etwas an die Kunden schickst."},
		[]string{"Vor dem Senden fragen."},
	), "a name that no lesson has was let through")
	assert.NotEmpty(t, Unfaithful(
		section.Entry{Name: "Rule.", Text: "Ask the KX first."}, []string{"Ask the kindergarten first."},
	), "letters that a word does not have were taken for its abbreviation")
}

// A line was rejected for a name that its lessons abbreviate.
func TestAnAbbreviationMayBeSpelledOut(t *testing.T) {
	for _, test := range []struct {
		text, lesson string
		bad          bool
	}{
		{"Minify every JavaScript file.", "The JS was not minified.", false},
		{"Minify all JS before a release.", "Every javascript file is minified before a release.", false},
		{"Drain nodes of Kubernetes first.", "Drain a K8s node before its update.", false},
		{"Ask the DB before a change.", "The database is asked before each change.", false},
		{"Keep keys out of AWS.", "Always keep keys out of the archive.", true}, // its letters, but hardly more
		{"Ask Jonas before a release.", "The JS was not minified.", true},
		{"Minify every JavaScript file.", "The jobs minify files.", true},
		{"Drain nodes of K8s first.", "Drain a node of Kubernetes before its update.", true}, // a number
	} {
		why := Unfaithful(section.Entry{Name: "Rule.", Text: test.text}, []string{test.lesson})
		assert.Equalf(t, test.bad, why != "", "%q: %q", test.text, why)
	}
}
