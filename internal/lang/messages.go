package lang

import (
	"embed"
	"sync"
)

// Messages is what the program knows of messages to an agent in one language. It is data in the folder messages, apart
// from the rest because a message is answered within milliseconds.
type Messages struct {
	Name string `toml:"name"`
	// Code names the language where words are brought to their stems; "" where that is not done.
	Code string `toml:"code"`
	// Idle are words that tell nothing of what a message is about: asking, courtesy, thinking, small talk. IdlePhrases do
	// so only together.
	Idle        string   `toml:"idle"`
	IdlePhrases []string `toml:"idle_phrases"`
	// Asks are phrases with which a message asks for something without a question mark.
	Asks []string `toml:"asks"`
	// Questions are the words with which a question begins; Exclamations begin with one of them and ask nothing.
	Questions    []string `toml:"questions"`
	Exclamations []string `toml:"exclamations"`
	// Tasks are words for work that needs no notes: to write a poem, to translate.
	Tasks string `toml:"tasks"`
	// Alike are groups of words that a message and a note may use for the same thing.
	Alike []string `toml:"alike"`
	// Months are twelve strings with the spellings of each; DaysAgo are the phrases for today, yesterday, the day before.
	Months  []string   `toml:"months"`
	DaysAgo [][]string `toml:"days_ago"`
	// DatePattern finds a year, a month and a day written in another way, its groups in that order; MonthSign follows the
	// number of a month.
	DatePattern string `toml:"date_pattern"`
	MonthSign   string `toml:"month_sign"`
}

//go:embed messages/*.toml
var messageFiles embed.FS

// AllMessages returns the languages of messages in the order of their names. The data is part of the program: a mistake
// in it panics.
var AllMessages = sync.OnceValue(func() []*Messages { return read[Messages](messageFiles) })
