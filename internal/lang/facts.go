package lang

// Facts tell what can be looked up in tool documents. Phrases and words are in lower case, with their accents.
type Facts struct {
	// SkipHeadings are in a heading below which nothing is looked up: lessons, incidents, examples. SkipColumns do so for
	// a table.
	SkipHeadings []string `toml:"skip_headings"`
	SkipColumns  []string `toml:"skip_columns"`
	// RemarkColumns explain the other columns of a table.
	RemarkColumns []string `toml:"remark_columns"`
	// NoteColumns say what else there is to know of a row.
	NoteColumns []string `toml:"note_columns"`
	// Fields are keys whose plain words describe and name nothing: status, purpose.
	Fields []string `toml:"fields"`
	// RuleStarts begin what the reader should do in a case.
	RuleStarts string `toml:"rule_starts"`
	// Examples are words in front of what a key only shows by an example.
	Examples string `toml:"examples"`
	// Told are words that report what happened; ToldPattern does so in more words.
	Told        string `toml:"told"`
	ToldPattern string `toml:"told_pattern"`
	// GonePattern comes right behind the name of what is no longer used.
	GonePattern string `toml:"gone_pattern"`
	// SamePattern refers to the place that a line above names: the same host, as above.
	SamePattern string `toml:"same_pattern"`
	// OldPattern is in a heading, or in a line that leads to others, below which all is out of use: old hosts, archive.
	OldPattern string `toml:"old_pattern"`
	// Limits are words that limit where a value holds: only, never, primary.
	Limits string `toml:"limits"`
	// Joins link two parts of a sentence. Units follow a number.
	Joins string `toml:"joins"`
	Units string `toml:"units"`
	// PlainNames name nothing where a heading or a label has no other word: access, notes. PlainAttributes say nothing in
	// front of a value that shows what it is. Articles say nothing in front of a name.
	PlainNames      string `toml:"plain_names"`
	PlainAttributes string `toml:"plain_attributes"`
	Articles        string `toml:"articles"`
	// Words in a label or a heading that tell the kind of a value.
	Port     string `toml:"port"`
	Voice    string `toml:"voice"`
	Rate     string `toml:"rate"`
	Schedule string `toml:"schedule"`
	Device   string `toml:"device"`
	Model    string `toml:"model"`
	ID       string `toml:"id"`
	Alias    string `toml:"alias"`
	// Chat are words for places where messages are posted.
	Chat string `toml:"chat"`
	// HostTemplate are the lines of tool notes that the host itself writes into a new workspace. They are compared word by
	// word, and not to the letter.
	HostTemplate []string `toml:"host_template"`
	Locks        Locks    `toml:"locks"`
}

// Locks are patterns for the codes of locks and for logins, which a table must not hold.
type Locks struct {
	// GivesPattern is what links a name to its value.
	GivesPattern string `toml:"gives_pattern"`
	// LoginPattern introduces a name and a password.
	LoginPattern string `toml:"login_pattern"`
	// BoxPattern is what only a number opens, DoorPattern what may be locked, SafePattern a safe with a dial, OpensPattern
	// what says how to open.
	BoxPattern   string `toml:"box_pattern"`
	DoorPattern  string `toml:"door_pattern"`
	SafePattern  string `toml:"safe_pattern"`
	OpensPattern string `toml:"opens_pattern"`
	// OtherPattern is a code that opens nothing, TurnPattern a direction of the dial, BeforePattern comes before a number
	// that is no code.
	OtherPattern  string `toml:"other_pattern"`
	TurnPattern   string `toml:"turn_pattern"`
	BeforePattern string `toml:"before_pattern"`
}
