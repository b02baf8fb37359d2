// Package host models what the hosts of agents do with a workspace: which files they load into which sessions, what
// they count, where they truncate, what they reject, and what they write into notes. Files come in. The text that
// reaches the prompt goes out. hosts.toml is the table of hosts; how OpenClaw cuts files, and what it and its plugins
// write, is code, from experiments with OpenClaw 2026.9.6.
package host

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"wisdom/internal/lang"
	"wisdom/internal/workspace"
)

// Host is a row of hosts.toml, which explains the fields and names their sources. A limit of 0 is none that is known.
type Host struct {
	Name, Title string
	Paths       []workspace.Path
	Settings    workspace.Path
	Bytes       int64
	Chars       int
	TotalChars  int   `toml:"total_chars"`
	TotalBytes  int64 `toml:"total_bytes"`
	Files       []struct {
		Path         workspace.Path
		When         []string
		Chars, Lines int
		Bytes        int64
	}
}

//go:embed hosts.toml
var rows string

// Hosts are the rows, OpenClaw first. They are part of the program: a mistake in them panics.
var Hosts = func() []Host {
	var table struct{ Hosts []Host }
	if meta, err := toml.Decode(rows, &table); err != nil || len(meta.Undecoded()) > 0 {
		panic(fmt.Sprint("hosts.toml: ", err, meta.Undecoded()))
	}
	return table.Hosts
}()

// Named is the row of a host.
func Named(name string) Host {
	return Hosts[slices.IndexFunc(Hosts, func(h Host) bool { return h.Name == name })]
}

// IsHostOf reports whether a workspace has a file or folder by which the host is known.
func (h Host) IsHostOf(fsys workspace.FS) bool {
	return slices.ContainsFunc(h.Paths, func(p workspace.Path) bool { _, err := fsys.Lstat(p); return err == nil })
}

// OpenClaw's caps: the largest file that it reads, in bytes, and the most of one file and of all files together that
// reaches the prompt, in UTF-16 units.
var (
	openClaw   = &Hosts[0]
	FileBytes  = openClaw.Bytes
	FileChars  = openClaw.Chars
	TotalChars = openClaw.TotalChars
)

// The lists of files that OpenClaw loads by itself.
const (
	Private  = "private"
	Shared   = "shared"
	Subagent = "subagent"
)

// Files are the files of a workspace that OpenClaw loads, or that wisdom makes it load, in the order of the prompt.
var Files = Loads("")

// Loads are the files of a list, in the order of the prompt; "" for all.
func Loads(list string) (all []workspace.Path) {
	for _, f := range openClaw.Files {
		if list == "" || slices.Contains(f.When, list) {
			all = append(all, f.Path)
		}
	}
	return all
}

// Cap is the most characters of a file that reach OpenClaw's prompt.
func Cap(p workspace.Path) int {
	for _, f := range openClaw.Files {
		if f.Path == p && f.Chars > 0 {
			return f.Chars
		}
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
