package lesson

import (
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"wisdom/internal/workspace"
)

// Files are where people keep files of lessons: a folder, in which "*" is any name, and a
// pattern of names in it, in lower case.
type Files struct{ Folder, Names string }

// Titled represents, in Files.Names, the names that say "lessons" in some language, and
// nothing else (lang.LessonTitle).
const Titled = "<lessons>.md"

// Habits are the places of lessons outside memory/, in the order in which they are read.
// Add a habit here.
var Habits = []Files{
	{".", Titled},
	{".learnings", "*.md"},
	{"tasks", Titled},
	{"docs", Titled},
	{"notes", Titled},
	{"agents/*", Titled},
	{"projects/*", Titled},
}

// IsFile reports whether a path is one of Habits. Titled compares the names that stand for
// themselves.
func IsFile(p workspace.Path, titled func(name string) bool) bool {
	name := FileName(p.Base())
	for _, f := range Habits {
		if in, _ := path.Match(f.Folder, string(p.Dir())); !in {
			continue
		}
		if fits, _ := path.Match(f.Names, name); fits || f.Names == Titled && titled(name) {
			return true
		}
	}
	return false
}

// FileName is the name of a file as patterns know it: composed, in lower case.
func FileName(base string) string { return norm.NFC.String(strings.ToLower(base)) }
