package host

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// toolTemplate and sessionTemplate have the words of each line that the host writes into a new workspace: about tools,
// and about itself.
var (
	toolTemplate    = wordSets(func(l *lang.Language) []string { return l.Facts.HostTemplate })
	sessionTemplate = wordSets(func(l *lang.Language) []string { return l.Template.Session })
)

func wordSets(of func(*lang.Language) []string) func() []map[string]bool {
	return sync.OnceValue(func() (lines []map[string]bool) {
		for _, line := range lang.Phrases(of) {
			set := map[string]bool{}
			for w := range text.Split(strings.ToLower(line)) {
				set[w] = true
			}
			lines = append(lines, set)
		}
		return lines
	})
}

// ExamplesHeading is the heading in the host's template above a fence with examples. Others give their own
// sections this name, too.
const ExamplesHeading = "Examples"

// IsTemplate reports whether a text is a line about tools that the host writes into a new
// workspace, or one near to it: three of four words are those of one line.
func IsTemplate(s string) bool { return isNear(s, toolTemplate()) }

// IsSessionTemplate reports whether a text is what the host writes about itself into the files that every session
// loads, or near to it.
func IsSessionTemplate(s string) bool { return isNear(s, sessionTemplate()) }

// IsTemplateLine reports whether a text is such a line, word for word.
func IsTemplateLine(s string) bool {
	set := map[string]bool{}
	for w := range text.Split(strings.ToLower(s)) {
		set[w] = true
	}
	return slices.ContainsFunc(toolTemplate(), func(line map[string]bool) bool { return maps.Equal(line, set) })
}

func isNear(s string, lines []map[string]bool) bool {
	all := slices.Collect(text.Split(strings.ToLower(s)))
	return slices.ContainsFunc(lines, func(line map[string]bool) bool {
		same := 0
		for _, w := range all {
			if line[w] {
				same++
			}
		}
		return same >= 2 && 4*same >= 3*len(all)
	})
}
