package text

// Stem is the stem of a word in lower case by the rules of a language that Language
// names, of English for any other name; "" for a stop word of that language or of
// English, and for a number. It remembers nothing: notes have more different words than
// fit into memory, and a stem takes a third of a microsecond.
func Stem(word, language string) string {
	stem, _ := load().of[max(0, languageOf(language))].find(word)
	return stem
}

// languageOf is the number of a language by its code, or -1.
func languageOf(code string) int {
	for i, language := range languages {
		if language.code == code {
			return i
		}
	}
	return -1
}
