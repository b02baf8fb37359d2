package words

// Stem is the stem of a word in lower case by the rules of a language that Language
// names, of English for any other name; "" for a stop word of that language or of
// English, and for a number.
func Stem(word, language string) string {
	s := load().of[max(0, languageOf(language))]
	s.mutex.RLock()
	term, known := s.known[word]
	s.mutex.RUnlock()
	if !known {
		term = s.learn(word)
	}
	if term == nil {
		return ""
	}
	return term.Stem
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
