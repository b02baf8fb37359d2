package brief

import (
	"path"
	"slices"
	"strings"

	"wisdom/internal/words"
)

// isReadme reports whether a file describes a project to people: as SOUL, an extract of it is enough.
func isReadme(p string) bool {
	base := strings.ToLower(path.Base(p))
	return strings.TrimSuffix(base, path.Ext(base)) == "readme"
}

// currentPhase returns the parts of a roadmap that say where the project is: the phase that is marked as current, or
// else the first one with an open task, and what blocks it.
func currentPhase(lines []line) []line {
	levels, _ := levelsOf(lines)
	var phase, blockers []line
	for i := 0; i < len(lines); i++ {
		if levels[i] <= 0 {
			continue
		}
		end := sectionEnd(levels, i)
		switch {
		case names(lines[i].text, blockerPhrases()):
			blockers = append(append(blockers, line{}), lines[i:end]...)
		case phase == nil && isCurrent(lines[i].text):
			phase = lines[i:end]
		default:
			continue
		}
		i = end - 1
	}
	if phase == nil {
		phase = firstOpen(lines, levels)
	}
	if phase == nil && blockers == nil {
		return lines
	}
	return tidy(slices.Concat(phase, blockers))
}

// firstOpen returns the section with the first open task, nil if there is none.
func firstOpen(lines []line, levels []int) []line {
	heading := -1
	for i, l := range lines {
		if levels[i] > 0 {
			heading = i
		}
		if levels[i] != inCode && strings.Contains(l.text, "[ ] ") {
			if heading < 0 {
				return nil
			}
			return lines[heading:sectionEnd(levels, heading)]
		}
	}
	return nil
}

// reAside matches what a heading says in brackets or behind a dash.
var reAside = words.Lazily(`\(([^)]*)\)|\[([^\]]*)\]|[—–:|-]\s+([^—–:|]*)$`)

// isCurrent reports whether a heading marks what is under way, in its words or in an aside.
func isCurrent(heading string) bool {
	if names(heading, currentPhrases()) {
		return true
	}
	return slices.ContainsFunc(reAside().FindAllStringSubmatch(heading, -1), func(m []string) bool {
		return names(m[1]+m[2]+m[3], currentPhrases())
	})
}
