// Package lang holds what the program knows of natural languages. It is data: one embedded TOML file per language in
// the folder data. Code that needs words of a language reads them from here and holds none itself. To add a language,
// write data/NAME.toml; every list is optional.
//
// A phrase is an element of a list and may have several words. Words are in one string with spaces between them. The
// name of a key that holds a regular expression ends in "pattern". All of it is compared with text in lower case.
//
// headings.go, orders.go, word_lists.go, facts.go and brief.go describe the lists of a language. joined.go joins those
// of all languages.
//
// # Where to look
//
//   - headings and labels of lessons: [headings], [labels]; what takes a rule back: [withdrawn]; orders: [norms]
//   - orders to a model: [orders]; the required entry: [required]; tool documents: [facts]
//   - what each list means: headings.go, word_lists.go; words of messages: messages.go and the folder messages
package lang

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/BurntSushi/toml"
)

// Language is what the program knows of one language.
type Language struct {
	Name string `toml:"name"`
	// Code is the ISO 639-1 code.
	Code string `toml:"code"`
	// MainSession is what AGENTS.md calls the session with the owner alone, in lower case.
	MainSession string `toml:"main_session"`
	// Required are the forms of the required entry: "both" places of memory, "notes" or "memory" alone, and "both_main"
	// and "memory_main", which leave MEMORY.md to the main session.
	Required  map[string]string `toml:"required"`
	Headings  Headings          `toml:"headings"`
	Labels    Labels            `toml:"labels"`
	Withdrawn Withdrawn         `toml:"withdrawn"`
	Template  Template          `toml:"template"`
	Files     Files             `toml:"files"`
	Norms     Norms             `toml:"norms"`
	Words     Words             `toml:"words"`

	// Numbers are the words for numbers, by their figures.
	Numbers map[string]string `toml:"numbers"`
	// Values are the words for things of which there are several, by kind and by a name that all languages share: days,
	// colours, opposites.
	Values map[string]map[string]string `toml:"values"`

	Orders    Orders    `toml:"orders"`
	Reminders Reminders `toml:"reminders"`
	Facts     Facts     `toml:"facts"`
	Distill   Distill   `toml:"distill"`
	Brief     Brief     `toml:"brief"`
}

//go:embed data/*.toml
var files embed.FS

// All returns the languages in the order of their names. The data is part of the program: a mistake in it panics.
var All = sync.OnceValue(func() []*Language { return read[Language](files) })

// read reads the data of all languages in a folder, in the order of their names.
func read[T any](folder embed.FS) []*T {
	paths, err := fs.Glob(folder, "*/*.toml")
	if err != nil {
		panic(err)
	}
	all := make([]*T, len(paths))
	for i, path := range paths {
		all[i] = new(T)
		meta, err := toml.DecodeFS(folder, path, all[i])
		if err != nil {
			panic(fmt.Sprintf("%s: %v", path, err))
		}
		if unknown := meta.Undecoded(); len(unknown) > 0 {
			panic(fmt.Sprintf("%s: unknown key %s", path, unknown[0]))
		}
	}
	return all
}
