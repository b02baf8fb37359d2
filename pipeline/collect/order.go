package collect

import "strings"

// GivesOrder reports whether a sentence says what to do, or what never to do, by itself
// or behind its condition: "after a deploy, restart the worker".
func GivesOrder(sentence string) bool {
	_, behind, _ := strings.Cut(sentence, ", ")
	return advises(sentence) || advises(behind)
}
