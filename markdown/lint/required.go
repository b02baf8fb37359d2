package lint

import (
	"slices"
	"strings"
	"time"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/section"
)

// RequiredFor words the required entry for a workspace: in the language of its SOUL.md, with the places of memory that
// exist, or MEMORY.md where neither does, which it leaves to the main session if AGENTS.md does.
func RequiredFor(fsys workspace.FS, soul []byte) string {
	hasMemory, _ := workspace.Exists(fsys, memoryFile)
	notes, _ := workspace.List(fsys, "memory") // what cannot be read is not there
	form := "memory"
	switch hasNotes := slices.ContainsFunc(notes, isDated); {
	case hasNotes && hasMemory:
		form = "both"
	case hasNotes:
		form = "notes"
	}
	agents, _ := optional(fsys, AgentsFile)
	if form != "notes" && host.MainSessionLine(string(agents), memoryFile) > 0 {
		form += "_main"
	}
	code := text.WrittenIn(strings.Replace(string(soul), section.TextIn(soul), "", 1)) // entries may be in another one
	i := slices.IndexFunc(lang.All(), func(l *lang.Language) bool { return l.Code == code })
	return lang.All()[i].Required[form]
}

// isDated reports whether a file of the folder memory is a dated note, as the host names them.
func isDated(e workspace.Entry) bool {
	_, err := time.Parse(time.DateOnly, e.Name[:min(len(e.Name), len(time.DateOnly))])
	return err == nil
}
