package text

const (
	// NearCopy is the share of keys from which on two short texts say the same, and, where all words are keys, have the
	// same wording. It was tried on the labelled pairs in TestNearCopy: at 0.5 a rule on another subject was taken for a
	// copy, at 0.9 copies with one more word were missed; from 0.6 to 0.8 all pairs were told apart.
	NearCopy = 0.7
	// Reworded is the share from which on a text can be an older version of another one at the same place, in the same
	// file or in the same line of a draft; and from which on two orders are about one matter, so that one can reverse the
	// other.
	Reworded = 0.4

	// Reversal is the share from which on an order and a ban can be about one matter: a ban often says no more than what is
	// over.
	Reversal = 0.3
	// sameThing is the share of the words of a ban from which on another order wants the very thing that is banned,
	// sameSyllables where a verb may hold its negation: fewer words are the same there.
	sameThing, sameSyllables = 0.75, 0.5
	// formLetters is the number of letters that two forms of a word begin with, formSyllables in scripts that write more
	// than a sound with one.
	formLetters, formSyllables = 4, 2

	// keyLetters is the number of letters that two forms of a word share at least.
	keyLetters = 5
	// leastKeys is the least number of keys in a repetition: with fewer, two rules share them by chance. A pair of Chinese
	// characters tells less than a word.
	leastKeys  = 3
	leastPairs = 6
	// longestRepeated is the length in bytes up to which a text can be another one in fewer words.
	longestRepeated = 300

	// The bounds of work. On all labelled workspaces and on two dozen public ones, none of them made a difference; beyond
	// them a repetition may stay a lesson of its own.
	mostCompared = 500  // texts that an Index compares one text with
	mostLooked   = 1000 // texts with its rarest key that can repeat a text, the longest first
	mostRead     = 16   // of those, texts with all of its keys that are read for vetoes
	// mostBeginnings is how many beginnings of a longer text are looked at for what it denies.
	mostBeginnings = 8
)
