package collect

// GivesOrder reports whether a sentence says what to do, or what never to do.
func GivesOrder(sentence string) bool { return advises(sentence) }
