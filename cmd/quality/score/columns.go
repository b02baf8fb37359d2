package score

// The names of the figures, as tables show them.
const (
	Recall     = "recall"
	Precision  = "precis"
	Negatives  = "neg"
	Places     = "places"
	Kinds      = "kinds"
	Apart      = "merged"
	BCubed     = "b3"
	Rand       = "ari"
	Covered    = "cover"
	Supported  = "few"
	Clean      = "leak"
	Entries    = "entries"
	Tokens     = "tokens"
	Worded     = "lines"
	Unseen     = "unseen"
	OfBest     = "of best"
	OfFull     = "of full"
	Top        = "top"
	TopRead    = "reader"
	Altered    = "altered"
	Prose      = "prose"
	Facts      = "facts"
	Source     = "source"
	Fits       = "fit"
	Needs      = "needs"
	First      = "first"
	Reciprocal = "mrr"
	Relevant   = "tokens"
	Quiet      = "quiet"
	Leaked     = "leaks"
	Cited      = "cites"
	InBudget   = "over"
)

// LessonColumns are the figures of a workspace with labelled lessons.
var LessonColumns = []Column{
	{Recall, Value, "labelled lessons that were collected"},
	{Precision, Value, "collected lessons that are labelled ones"},
	{Negatives, Wrong, "lines collected that look like a lesson and are none"},
	{Places, Value, "places of the lessons found that were found too"},
	{Kinds, Value, "lessons and decisions told apart"},
	{Apart, Wrong, "near-duplicates made one lesson that are two"},
	{BCubed, Value, "themes against labelled themes: B-cubed F"},
	{Rand, Value, "the same: adjusted Rand index"},
	{Covered, Value, "themes of three lessons and more that an entry covers within the budget"},
	{Supported, Wrong, "entries backed by fewer than three lessons"},
	{Clean, Wrong, "entries with a literal that must never reach one"},
	{Entries, Wrong, "that were added"},
	{Tokens, Whole, "that the whole section takes"},
}

// ReaderColumns are those of a workspace with a recorded reader.
var ReaderColumns = []Column{
	{BCubed, Value, "B-cubed F"},
	{Rand, Value, "adjusted Rand index"},
	{Worded, Right, "themes with a verified line, whether it fits or not"},
	{OfBest, Right, "themes covered, of those that the best possible choice covers: one of the shortest labelled clauses"},
	{OfFull, Right, "themes covered, of those that the best choice in full covers: one of the fullest"},
	{Supported, Wrong, "entries on fewer than three lessons"},
	{Clean, Wrong, "leaks"},
	{Entries, Wrong, "entries"},
	{Tokens, Whole, "tokens of the section"},
	{Unseen, Wrong, "lessons and lines that the reader was not asked about"},
}

// ToolColumns are those of a labelled tool file.
var ToolColumns = []Column{
	{Recall, Value, "labelled facts that were found, as a value or as the name of one"},
	{Precision, Value, "facts found that are labelled ones"},
	{Top, Value, "facts of priority 1 that are in the table"},
	{TopRead, Value, "the same, in the table whose facts a recorded reader chose and named"},
	{Unseen, Wrong, "facts that the recorded reader was not asked about"},
	{Altered, Wrong, "values of the table that are not in their source line"},
	{Prose, Wrong, "lines of the table that tell a story"},
	{Facts, Whole, "in the table"},
	{Tokens, Whole, "of the table"},
	{Source, Whole, "tokens of the tool file"},
	{Fits, Whole, "1 where all facts of priority 1 fit the budget at all"},
}

// RecallColumns are those of a workspace with labelled messages.
var RecallColumns = []Column{
	{Needs, Value, "needs of messages that a snippet meets"},
	{"direct", Value, "the same, for messages in the words of the notes"},
	{"paraphrase", Value, "the same, for messages in other words"},
	{"fact", Value, "the same, for facts"},
	{"decision", Value, "the same, for decisions"},
	{"date", Value, "the same, for messages that name a day"},
	{"two", Value, "the same, for messages that need two notes"},
	{First, Value, "messages whose first snippet meets a need"},
	{Reciprocal, Value, "one by the rank of the first snippet that meets a need, mean"},
	{Relevant, Value, "tokens of snippets that belong to the answer"},
	{Quiet, Value, "messages that need nothing, and got nothing"},
	{Leaked, Wrong, "snippets with a secret or an order to a model"},
	{Cited, Wrong, "snippets whose lines are not what they cite"},
	{InBudget, Wrong, "messages whose snippets break a budget"},
}
