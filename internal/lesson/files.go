package lesson

import (
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

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

// reDated is the end of a path that tells a day: 2026-11-16.md, 20261116-garden.md, 2026/11/16.md.
var reDated = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|/)(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[^\d/][^/]*)?$`)
})

// DateOf is the day that the path of a note tells, in ISO 8601, empty if it tells none.
func DateOf(p workspace.Path) string {
	m := reDated().FindStringSubmatch(string(p))
	if m == nil {
		return ""
	}
	day := strings.Join(m[1:], "-")
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return ""
	}
	return day
}

// Proposed is the file of lessons that agents propose. They are claims: no lesson is collected there, and nothing recalled.
const Proposed workspace.Path = "PROPOSED_LESSONS.md"

// IsProposed reports whether a file is Proposed, or a copy of it that a program or a person named after it, in any folder.
func IsProposed(p workspace.Path) bool {
	return strings.Contains(FileName(p.Base()), "proposed_lessons")
}
