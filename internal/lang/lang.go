// Package lang holds what the program knows of natural languages. It is data: one
// embedded TOML file per language in the folder data. Code that needs words of a
// language reads them from here and holds none itself. To add a language, write
// data/NAME.toml; every list may be left out.
//
// A phrase stands in a list and may have several words. Words stand in one string
// with spaces between them. The name of a key that holds a regular expression ends in
// "pattern". All of it is compared with text in lower case.
package lang

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// Language is what the program knows of one language.
type Language struct {
	Name     string   `toml:"name"`
	Headings Headings `toml:"headings"`
	Labels   Labels   `toml:"labels"`
	Template Template `toml:"template"`
	Norms    Norms    `toml:"norms"`
	Words    Words    `toml:"words"`
	Distill  Distill  `toml:"distill"`
}

// Headings say what stands below a heading. Phrases may be written with accents or
// without.
type Headings struct {
	Lessons []string `toml:"lessons"`
	// LessonNames name one lesson ("Lesson 3"); LessonNouns also do so with more words
	// behind them ("lesson of the day").
	LessonNames []string `toml:"lesson_names"`
	LessonNouns []string `toml:"lesson_nouns"`
	// LessonsPattern says in more words that something was learned; without accents.
	LessonsPattern string   `toml:"lessons_pattern"`
	Decisions      []string `toml:"decisions"`
	// Other ends a lesson section: status, tasks, background.
	Other []string `toml:"other"`
	// Rules introduces rules and principles, Preferences wishes, which are rules only
	// if they say so, Negative what does not work or went wrong.
	Rules         []string `toml:"rules"`
	Preferences   []string `toml:"preferences"`
	Negative      []string `toml:"negative"`
	Retrospective []string `toml:"retrospective"`
	Index         []string `toml:"index"`
	// Topics are things that lessons may be about; elsewhere they introduce facts.
	Topics []string `toml:"topics"`
	// UpkeepStarts begin, and Upkeep stands in, a heading about keeping lessons.
	UpkeepStarts []string `toml:"upkeep_starts"`
	Upkeep       []string `toml:"upkeep"`
	// Foreign introduces somebody else's advice.
	Foreign []string `toml:"foreign"`
}

// Labels stand in front of a colon, as the name of a field or above a column.
type Labels struct {
	// Lesson labels the part of an entry that is the lesson, Field any other part.
	Lesson []string `toml:"lesson"`
	Field  []string `toml:"field"`
	// Action labels what to do: the lesson of an entry without a Lesson field.
	Action []string `toml:"action"`
	// Incident labels are in entries about an incident only, Remedy says how it was
	// mended, Date when it was.
	Incident []string `toml:"incident"`
	Remedy   []string `toml:"remedy"`
	Date     []string `toml:"date"`
	// Warning labels a lesson if the text holds a norm.
	Warning []string `toml:"warning"`
	// Case and Step are the columns of a table that says what to do when.
	Case []string `toml:"case"`
	Step []string `toml:"step"`
	// OpenQuestion stands in front of a question that is still open.
	OpenQuestion []string `toml:"open_question"`
}

// Template is text that somebody should replace, or that the host wrote.
type Template struct {
	Nothing []string `toml:"nothing"`
	// Host begins a sentence of a template.
	Host []string `toml:"host"`
}

// Norms tell rules. Text is compared without accents.
type Norms struct {
	// Words and Pattern tell an order wherever it stands.
	Words   string `toml:"words"`
	Pattern string `toml:"pattern"`
	// WeakWords and WeakPattern do so only where lessons and rules stand.
	WeakWords   string `toml:"weak_words"`
	WeakPattern string `toml:"weak_pattern"`
}

// Words are lists about single words.
type Words struct {
	LightVerbs string `toml:"light_verbs"`
}

// Distill is what tells orders that can stand alone.
type Distill struct {
	// Backward begin a sentence that points to what was said before. Pointing do so too
	// among the first three words, Outside wherever they stand: they point to another
	// place, or tell what happened once.
	Backward       string `toml:"backward"`
	Pointing       string `toml:"pointing"`
	Outside        string `toml:"outside"`
	OutsidePattern string `toml:"outside_pattern"`
	// AffirmsPattern tells negations that turn nothing: "never forget to".
	AffirmsPattern string `toml:"affirms_pattern"`
	// Articles come in front of what names a thing, Nameless are words that name none, and
	// EmptyCharacters those of a script without spaces that hold sentences together.
	Articles        string `toml:"articles"`
	Nameless        string `toml:"nameless"`
	EmptyCharacters string `toml:"empty_characters"`
}

//go:embed data/*.toml
var files embed.FS

// All returns the languages in the order of their names. The data is part of the
// program: a mistake in it panics.
var All = sync.OnceValue(func() []*Language {
	all, err := read(files)
	if err != nil {
		panic(err)
	}
	return all
})

func read(fsys fs.FS) ([]*Language, error) {
	paths, err := fs.Glob(fsys, "data/*.toml")
	if err != nil {
		return nil, err
	}
	var all []*Language
	for _, path := range paths {
		l := &Language{}
		meta, err := toml.DecodeFS(fsys, path, l)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if unknown := meta.Undecoded(); len(unknown) > 0 {
			return nil, fmt.Errorf("%s: unknown key %s", path, unknown[0])
		}
		all = append(all, l)
	}
	return all, nil
}

// WordSet returns a field of all languages as a set.
func WordSet(field func(*Language) string) map[string]bool {
	set := map[string]bool{}
	for _, l := range All() {
		for word := range strings.FieldsSeq(field(l)) {
			set[word] = true
		}
	}
	return set
}

// Set returns a field of all languages as a set, made when it is first asked for.
func Set(field func(*Language) string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return WordSet(field) })
}

// Pattern returns a field of all languages as one expression, made when it is first
// asked for.
func Pattern(field func(*Language) string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		var all []string
		for _, l := range All() {
			if pattern := field(l); pattern != "" {
				all = append(all, pattern)
			}
		}
		return regexp.MustCompile(strings.Join(all, "|"))
	})
}
