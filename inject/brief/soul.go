package brief

import (
	"path"
	"slices"
	"strings"

	"wisdom/internal/words"
)

// isReadme reports whether a file describes a project to people: as SOUL, an extract of
// it is enough.
func isReadme(p string) bool {
	base := strings.ToLower(path.Base(p))
	return strings.TrimSuffix(base, path.Ext(base)) == "readme"
}

// currentPhase returns the parts of a roadmap that say where the project is: the phase
// that is marked as current, or else the first one with an open task, and what blocks it.
func currentPhase(lines []line) []line {
	inFence := fenced(lines)
	var phase, blockers []line
	add := func(part *[]line, at int) int {
		end := sectionEnd(lines, inFence, at)
		*part = append(append(*part, lines[at:end]...), line{})
		return end
	}
	for i := 0; i < len(lines); {
		switch {
		case levelOf(lines[i].text) == 0 || inFence[i]:
			i++
		case names(lines[i].text, blockerPhrases()):
			i = add(&blockers, i)
		case phase == nil && isCurrent(lines[i].text):
			i = add(&phase, i)
		default:
			i++
		}
	}
	for i := 0; phase == nil && i < len(lines); i++ {
		if strings.Contains(lines[i].text, "[ ] ") && !inFence[i] {
			at := i
			for at >= 0 && (levelOf(lines[at].text) == 0 || inFence[at]) {
				at--
			}
			if at >= 0 {
				add(&phase, at)
			}
			break
		}
	}
	if phase == nil && blockers == nil {
		return lines
	}
	return tidy(append(phase, blockers...))
}

// reAside matches what a heading says in brackets or behind a dash.
var reAside = words.Lazily(`\(([^)]*)\)|\[([^\]]*)\]|[—–:|-]\s+([^—–:|]*)$`)

// isCurrent reports whether a heading marks what is under way, in its words or in an
// aside.
func isCurrent(heading string) bool {
	if names(heading, currentPhrases()) {
		return true
	}
	return slices.ContainsFunc(reAside().FindAllStringSubmatch(heading, -1), func(m []string) bool {
		return names(m[1]+m[2]+m[3], currentPhrases())
	})
}
