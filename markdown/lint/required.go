package lint

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/section"
)

// RequiredFor words the required entry for a workspace, unless the options do: in the language of the section's file,
// with the places of memory that exist, or MEMORY.md where neither does, which it leaves to the main session if AGENTS.md
// does. In a workspace of another host than OpenClaw, a file of lessons is a place of memory, and without any there is no
// such entry.
func (o Options) RequiredFor(fsys workspace.FS, soul []byte) string {
	if o.Required != "" {
		return o.Required
	}
	hasMemory, _ := workspace.Exists(fsys, memoryFile)
	notes, _ := workspace.List(fsys, "memory") // what cannot be read is not there
	form, place := "memory", memoryFile
	switch hasNotes := slices.ContainsFunc(notes, isDated); {
	case hasNotes && hasMemory:
		form = "both"
	case hasNotes:
		form = "notes"
	case o.SectionOnly() && !hasMemory:
		if place = lessonsIn(fsys); place == "" {
			return ""
		}
	}
	agents, _ := optional(fsys, AgentsFile)
	if form != "notes" && host.MainSessionLine(string(agents), memoryFile) > 0 {
		form += "_main"
	}
	code := text.WrittenIn(strings.Replace(string(soul), section.TextIn(soul), "", 1)) // entries may be in another one
	i := slices.IndexFunc(lang.All(), func(l *lang.Language) bool { return l.Code == code })
	return strings.Replace(lang.All()[i].Required[form], string(memoryFile), string(place), 1)
}

// lessonsIn is the first file of lessons outside memory/, in the order in which they are read; "" if there is none.
func lessonsIn(fsys workspace.FS) workspace.Path {
	titled := regexp.MustCompile(lang.LessonTitle()).MatchString
	for _, folder := range lesson.Habits {
		entries, _ := workspace.List(fsys, workspace.Path(folder.Folder)) // what cannot be read is not there
		for _, e := range entries {
			p := workspace.Path(folder.Folder).Join(e.Name)
			if e.Mode.IsRegular() && lesson.IsFile(p, titled) {
				return p
			}
		}
	}
	return ""
}

// isDated reports whether a file of the folder memory is a dated note, as the host names them.
func isDated(e workspace.Entry) bool {
	_, err := time.Parse(time.DateOnly, e.Name[:min(len(e.Name), len(time.DateOnly))])
	return err == nil
}
