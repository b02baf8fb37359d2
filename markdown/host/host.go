// Package host models what the agent's host does with a workspace: which files it loads into which sessions, what it
// counts, where it truncates, what it rejects, and what it writes into notes. Files come in. The text that reaches the
// prompt goes out. The model comes from experiments with OpenClaw 2026.9.6.
package host

import (
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/workspace"
)

// The host's caps. Characters are UTF-16 units.
const (
	// FileBytes is the largest file that the host reads.
	FileBytes = 2 << 20
	// FileChars is the most of one file that reaches the prompt, TotalChars the most of all files together.
	FileChars  = 20_000
	TotalChars = 60_000
	// UserChars is the cap for USER.md.
	UserChars = 4_000
)

// Files are the files of a workspace that the host loads, or that wisdom makes it load, in the order of the prompt.
var Files = []workspace.Path{
	"AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md", "TOOLS.md", "BOOTSTRAP.md", "MEMORY.md", "HEARTBEAT.md",
	"TOOLS_COMPACT.md",
}

// Cap is the most characters of a file that reach the prompt.
func Cap(p workspace.Path) int {
	if p == "USER.md" {
		return UserChars
	}
	return FileChars
}

// IsWisdomFile reports whether a name is that of the file that must not exist: wisdom is in SOUL.md and nowhere else.
func IsWisdomFile(name string) bool { return strings.EqualFold(name, "WISDOM.md") }

var mainSessions = lang.PhraseList(func(l *lang.Language) []string { return []string{l.MainSession} })

// MainSessionLine is the first line of AGENTS.md that allows a file in the main session, as the host's template does of
// MEMORY.md; 0 if there is none. The line or the heading above it names the file.
func MainSessionLine(agents string, file workspace.Path) int {
	heading := ""
	for i, line := range strings.Split(agents, "\n") {
		if strings.HasPrefix(line, "#") {
			heading = line
		}
		names := func(session string) bool { return strings.Contains(strings.ToLower(line), session) }
		if slices.ContainsFunc(mainSessions(), names) && strings.Contains(heading+line, string(file)) {
			return i + 1
		}
	}
	return 0
}
