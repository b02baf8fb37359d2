package lang

// Headings tell what is below a heading. They are features of the text below, which package collect weighs. Phrases may
// be written with accents or without.
type Headings struct {
	Lessons []string `toml:"lessons"`
	// LessonNames name one lesson ("Lesson 3"); LessonNouns also do so with more words behind them ("lesson of the day").
	LessonNames []string `toml:"lesson_names"`
	LessonNouns []string `toml:"lesson_nouns"`
	Decisions   []string `toml:"decisions"`
	// Other names what holds few lessons: status, tasks, background.
	Other []string `toml:"other"`
	// Rules introduces rules and principles, Preferences wishes, Negative what does not work or went wrong.
	Rules       []string `toml:"rules"`
	Preferences []string `toml:"preferences"`
	Negative    []string `toml:"negative"`
	// HowToAvoid is in headings that ask that, and so refuse nothing.
	HowToAvoid []string `toml:"how_to_avoid"`
	// Foreign introduces another author's advice.
	Foreign []string `toml:"foreign"`
	// Identity names the section of SOUL.md that says who the agent is.
	Identity []string `toml:"identity"`
}

// Labels come before a colon, as the name of a field or above a column. Which kind of label a text has is a feature of
// it, which package collect weighs.
type Labels struct {
	// Lesson labels the part of an entry that is the lesson, Field any other part.
	Lesson []string `toml:"lesson"`
	Field  []string `toml:"field"`
	// Action labels what to do: the lesson of an entry without a Lesson field.
	Action []string `toml:"action"`
	// Incident labels are in entries about an incident only, Remedy says how it was mended, Date when it was.
	Incident []string `toml:"incident"`
	Remedy   []string `toml:"remedy"`
	Date     []string `toml:"date"`
}

// Withdrawn tells what does not hold: it was withdrawn or rejected, is not decided, or held earlier.
type Withdrawn struct {
	// Marks say so in brackets, as a label or heading, or in front of a last sentence: obsolete, no longer true. Labels do
	// so only where nothing is beside them: wrong, before.
	Marks  []string `toml:"marks"`
	Labels []string `toml:"labels"`
	// Current labels what holds instead: after, now. Status labels a field that says whether a text holds.
	Current []string `toml:"current"`
	Status  []string `toml:"status"`
}

// Template is text that its user should replace, or that the host wrote.
type Template struct {
	Nothing []string `toml:"nothing"`
	// Host begins a sentence of a template.
	Host []string `toml:"host"`
	// Session are what the host writes about itself into the files that every session loads: who the agent is, chats,
	// heartbeats. Its rules of conduct are not among them.
	Session []string `toml:"session"`
}

// Files are regular expressions for the names of files about lessons, in lower case: what such a name holds, what it is
// where it is nothing else, how it goes on, and names that only look so.
type Files struct {
	Lessons string `toml:"lessons_pattern"`
	// Folders is what the name of a folder of lessons holds, if that is not Lessons: a folder "learning" is about what is
	// being studied.
	Folders string `toml:"folders_pattern"`
	Alone   string `toml:"alone_pattern"`
	GoesOn  string `toml:"goes_on_pattern"`
	Foreign string `toml:"foreign_pattern"`
}

// Norms are words that rules and insights use. They are features of a text, which package collect weighs. Text is
// compared without accents.
type Norms struct {
	// Without are negative words that forbid nothing.
	Without string `toml:"without"`
	// Words and Pattern are in orders: must, never.
	Words   string `toml:"words"`
	Pattern string `toml:"pattern"`
	// WeakWords and WeakPattern are in orders, and often in reports too: should, only.
	WeakWords   string `toml:"weak_words"`
	WeakPattern string `toml:"weak_pattern"`
	// Conditions begin a sentence that says when an order holds.
	Conditions string `toml:"conditions"`
}
