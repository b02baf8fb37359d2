package distill

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/text"
)

// name is the name of a line: the one that a model gave, unless it cannot be that of an entry.
func (s *study) name(given, line string, lessons []int) string {
	name := nameGiven(given, line)
	if cause, _ := s.opts.Check(name, line, lessons); cause != "" {
		return nameFor(line)
	}
	return name
}

// refuse says why a model's wording may not become an entry, as far as code can tell for certain: what it said, and the
// word at fault. Whether it says what its lessons say is for the model to verify.
func (s *study) refuse(name, line string, lessons []int) (Cause, string) {
	because := func(cause Cause, format string, args ...any) (Cause, string) {
		return cause, fmt.Sprintf("line %q: %s", line, fmt.Sprintf(format, args...))
	}
	switch n := text.Count(line); {
	case line == "":
		return Invalid, "line is empty"
	case strings.ContainsAny(line, "*`<"):
		return because(Invalid, "it holds Markdown, write plain words")
	case n > s.opts.Words:
		return because(Invalid, "it has %d words, %d are allowed", n, s.opts.Words)
	case s.isForeign(line, lessons):
		return because(Invalid, "it is not in the language of the notes")
	}
	cause, detail := s.opts.Check(name, line, lessons)
	if cause == "" {
		return "", ""
	}
	return because(cause, "%s", detail)
}

// isForeign reports whether a text is plainly in a language that none of some lessons is in, and that is not the main
// one of all.
func (s *study) isForeign(str string, lessons []int) bool {
	const cjk = "cjk"
	language := text.Language(str)
	count, main := map[string]int{}, ""
	for i := range s.lessons {
		other := text.Language(s.lessons[i].Text)
		if count[other]++; other != "" && count[other] > count[main] || main == "" {
			main = other
		}
		if slices.Contains(lessons, i) && (other == language || other != cjk && language == "") {
			return false
		}
	}
	if language == "" || main == "" { // only the script can be told
		return (language == cjk) != (main == cjk)
	}
	return text.IsForeign(str, main)
}

// decoration is what models put around a text. Not a backquote: what stands between two is code, and is refused as
// such.
const decoration = "*_# \t"

// reQuoted is a text with the marks that models put around the whole of it.
var reQuoted = text.Lazily(`^(?:"([^"]*)"|“([^“”]*)”|„([^„“]*)“|«([^«»]*)»|「([^「」]*)」)$`)

func unquoted(text string) string { return reQuoted().ReplaceAllString(text, "$1$2$3$4$5") }

// reBoldName is the name of an entry in front of its text.
var reBoldName = text.Lazily(`^\s*\*\*[^*]*[.!?。！？]\*\*\s*`)

// tidyText brings a text into the form of an entry: one line, without its name, with a full stop.
func tidyText(s string) string {
	s = text.Unbold(reBoldName().ReplaceAllString(s, ""))
	return text.WithStop(unquoted(strings.Trim(text.OneLine(s), decoration)))
}
