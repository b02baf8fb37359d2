package words

import (
	"strings"
	"unicode"
)

// Negations is how many words in text turn its sense.
func Negations(text string) int {
	n := 0
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if negations[word] || strings.HasSuffix(word, "n't") {
			n++
		}
	}
	for _, sign := range cjkNegations {
		n += strings.Count(text, sign)
	}
	return n
}

// Lists are data: add a word where it is missing.
var (
	negations = set(`no not never none nothing nobody neither nor without cannot avoid stop
		nicht nie niemals kein keine keinen keinem keiner ohne weder
		nunca jamás sin ni ningún ninguno ninguna
		ne pas jamais sans aucun aucune
		non mai senza nessun nessuno
		não nem sem nenhum nenhuma
		не нет ни никогда без нельзя
		nie nigdy bez`)
	cjkNegations = []string{"不", "没", "勿", "别", "禁止", "无需", "ない", "ません", "禁"}
)
