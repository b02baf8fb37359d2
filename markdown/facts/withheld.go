package facts

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/secrets"
	"wisdom/internal/text"
)

// isNearSecret reports whether a secret is named in some lines, or above them: any words may be one.
func (b *binder) isNearSecret(around []lines) bool {
	return b.isBelowSecret(around) || slices.ContainsFunc(b.source[around[0].from-1:around[0].to-1], namesSecret)
}

// isBelowSecret reports whether a secret is named in the headings, the heads or the text above some lines.
func (b *binder) isBelowSecret(around []lines) bool {
	var all []string
	for _, s := range b.sections {
		all = append(all, s.name)
	}
	for _, head := range b.heads {
		all = append(all, plain(head.Text))
	}
	first := around[0].from - 2
	for first > 0 && strings.TrimSpace(b.source[first]) == "" {
		first--
	}
	return slices.ContainsFunc(append(all, b.source[max(first, 0)]), namesSecret)
}

// namesSecret reports whether a text names a secret anywhere.
func namesSecret(s string) bool {
	words := bareWords(s)
	for i := range words {
		if secrets.IsSecretName(strings.Join(words[max(0, i-1):i+1], " ")) {
			return true
		}
	}
	return secrets.IsSecretName(plain(s))
}

// isProse reports whether a text has a word that carries no meaning by itself, as what is said has, and a passphrase has
// not.
func isProse(s string) bool {
	return slices.ContainsFunc(bareWords(s), func(word string) bool { return text.IsStop(strings.ToLower(word), "") })
}

// withheld is a ban, or secrets.Redacted if it holds a secret or may hold one: a word that is redacted elsewhere in the
// document, one behind the name of a secret that is more than a plain word, or one that looks chosen and that no fact has.
func (b *binder) withheld(ban string) string {
	p, isPair := split(ban)
	mayHide := strings.Contains(ban, secrets.Redacted) || isLogin(ban) ||
		isPair && secrets.IsSecretName(plain(ban[p.key.start:p.key.end]))
	isNamed := false
	unspaced := func(r rune) rune { // what is written without spaces parts other words
		if text.IsCJK(r) {
			return ' '
		}
		return r
	}
	for i, word := range bareWords(strings.Map(unspaced, ban)) {
		isName := i > 0 && unicode.IsUpper(firstRune(word))
		mayHide = mayHide || secrets.IsStrong(word) || b.hidden[word] ||
			(secrets.LooksChosen(word) || reMadeUp().MatchString(word)) &&
				!b.known(word) || isNamed && isName && strings.Contains(word, "-")
		isNamed = isNamed || secrets.IsSecretName(word)
	}
	if mayHide {
		return secrets.Redacted
	}
	return ban
}

// reMadeUp matches what may be a passphrase among the words of a ban: Gorse-Owl-7, Wicker_Jay.
var reMadeUp = text.Lazily(`^\p{Lu}\p{L}*(?:[-_.+!](?:\p{Lu}\p{L}*|\d+))+$`)

// known reports whether a fact has a word.
func (b *binder) known(word string) bool {
	return slices.ContainsFunc(b.found, func(f *Fact) bool {
		return strings.Contains(f.Heading+" "+f.Label()+" "+f.Value+" "+f.Qualifier, word)
	})
}
