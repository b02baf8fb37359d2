package secrets

import (
	"strings"
)

// appPassword is the rule for the passwords that a mail provider makes for one app: sixteen small letters, in four
// groups or without a space.
const appPassword = "app-password"

// reAppPassword matches the form of such a password; four words also match.
var reAppPassword = compiled(`^(?:[a-z]{16}|[a-z]{4}(?:[ -][a-z]{4}){3})$`)

// isAppPassword reports whether a machine made an app password of letters: it has at least so many pairs of letters
// that hardly any word has. Of random letters 92 % have two such pairs and 79 % have three; of four words 3 % and 1 %.
func isAppPassword(value string, leastOdd int) bool {
	if !reAppPassword().MatchString(value) {
		return false
	}
	odd := 0
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

// followers are the letters that follow a to z in the words of English, German, Dutch and the Romance languages: of
// 12,000 words, those pairs that at least six have.
var followers = [26]string{
	"abcdefghijklmnopqrstuvwxyz",
	"abcdefghijlmnoprstuvwy",
	"acehijklorstuyz",
	"abdefgijklmnorstuvwyz",
	"abcdefghijklmnopqrstuvwxyz",
	"aefgilnorstuy",
	"abeghiklnorstu",
	"abdefilmnoprstuwyz",
	"abcdefghijklmnopqrstuvxz",
	"adeiou",
	"abcdehilnorstuwz",
	"abcdefghiklmnoprstuvy",
	"abdeghiklmnopstuy",
	"abcdefghijklmnopqrstuvwyz",
	"abcdefghijklmnoprstuvwxyz",
	"acdefhiloprstuy",
	"u",
	"abcdefghiklmnoprstuvwyz",
	"abcdefghiklmnopqrstuvwyz",
	"abcdefghilmnoprstuwyz",
	"abcdefghijklmnoprstvwxyz",
	"aeiloru",
	"aehilnorstuy",
	"aceiopt",
	"aceiklmnopstuw",
	"aceikotuwyz",
}
