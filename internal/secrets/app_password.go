package secrets

import "strings"

// reAppPassword matches the form of such a password; four words also match.
var reAppPassword = compiled(`^(?:[a-z]{16}|[a-z]{4}(?:[ -][a-z]{4}){3})$`)

// isAppPassword reports whether a machine made an app password of letters: it has at least so many pairs of letters
// that hardly any word has. Of random letters 92 % have two such pairs and 79 % have three; of four words 3 % and 1 %.
func isAppPassword(value string, leastOdd int) bool {
	if !reAppPassword().MatchString(value) {
		return false
	}
	odd, followers := 0, loadWords().lists["followers"]
	for _, group := range strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '-' }) {
		if loadWords().has("acronym", group) {
			return false
		}
		for i := 1; i < len(group); i++ {
			if strings.IndexByte(followers[group[i-1]-'a'], group[i]) < 0 {
				odd++
			}
		}
	}
	return odd >= leastOdd
}
