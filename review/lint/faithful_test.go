package lint

import (
	"testing"

	"wisdom/markdown/section"
)

func TestUnfaithful(t *testing.T) {
	lessons := []string{"Wait 30 seconds before you retry, Mara said.", "**Back off** when the API answers 429; a retry storm helps nobody."}
	for text, bad := range map[string]bool{
		"Wait before you retry.":           false,
		"Wait 30 seconds.":                 false,
		"Wait 60 seconds.":                 true,
		"Back off when the API complains.": false,
		"Back off when Jenkins complains.": true,
		"Never retry.":                     false, // its lessons forbid something too
		"Mara waits.":                      false,
	} {
		if why := Unfaithful(section.Entry{Name: "Retries.", Text: text}, lessons); (why != "") != bad {
			t.Errorf("%q: %q", text, why)
		}
	}
	if why := Unfaithful(section.Entry{Name: "Retries.", Text: "Never retry."}, []string{"Retry once."}); why == "" {
		t.Error("a negation that no lesson has was let through")
	}
}
