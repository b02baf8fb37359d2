package lang

// Words are lists about single words.
type Words struct {
	Imperatives string `toml:"imperatives"`
	// Negations turn a sentence by themselves, NegativeWords alone or with one of NegativeParticles ("ne … pas"),
	// NegativePrefix at the beginning of a word.
	Negations         string `toml:"negations"`
	NegativeWords     string `toml:"negative_words"`
	NegativeParticles string `toml:"negative_particles"`
	NegativePrefix    string `toml:"negative_prefix"`
	// NegationSigns turn a sentence within words, in scripts that part none; NoNegations hold such a sign and turn
	// nothing.
	NegationSigns []string `toml:"negation_signs"`
	NoNegations   []string `toml:"no_negations"`
	// Changes tell that a rule replaces an older one. Instead names what something else is to be done for, Exceptions
	// where a rule does not hold; they are behind it in the scripts of Japanese and Korean.
	Changes    []string `toml:"changes"`
	Instead    []string `toml:"instead"`
	Exceptions []string `toml:"exceptions"`
	// Units are what numbers count; Ports come before the number of a port, Clock behind a time, Titles before a name.
	Units       string `toml:"units"`
	Ports       string `toml:"ports"`
	Clock       string `toml:"clock"`
	Titles      string `toml:"titles"`
	ShortMonths string `toml:"short_months"`
	// Abbreviations end no sentence with their full stop.
	Abbreviations string `toml:"abbreviations"`
	// NumberHomonyms are numbers that are another word too.
	NumberHomonyms string `toml:"number_homonyms"`
	// NumberPattern finds numbers in a script without spaces, in its first group if a unit follows. Behind an Ordinal they
	// count in a row, and NoUnits begin like a unit.
	NumberPattern string   `toml:"number_pattern"`
	Ordinal       string   `toml:"ordinal"`
	NoUnits       []string `toml:"no_units"`
	// FunctionWords are characters that hold sentences together and that names hardly have.
	FunctionWords string `toml:"function_words"`
}

// Distill is what tells orders that make sense on their own.
type Distill struct {
	// Backward begin a sentence that points to what was said before. Pointing do so too among the first three words,
	// Outside anywhere: they point to another place, or tell what happened once.
	Backward       string `toml:"backward"`
	Pointing       string `toml:"pointing"`
	Outside        string `toml:"outside"`
	OutsidePattern string `toml:"outside_pattern"`
	// AffirmsPattern tells negations that turn nothing: "never forget to".
	AffirmsPattern string `toml:"affirms_pattern"`
	// Articles come in front of what names a thing.
	Articles string `toml:"articles"`
	// Adverbs say how or when something is done, Prepositions are those that are in no list of stop words: no name of an
	// entry ends with one.
	Adverbs      string `toml:"adverbs"`
	Prepositions string `toml:"prepositions"`
	// BetweenPattern matches what parts phrases in a script without spaces.
	BetweenPattern string `toml:"between_pattern"`
}
