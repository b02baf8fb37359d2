package host

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// leastRoom is the room in characters below which the host leaves a file out.
const leastRoom = 64

// Injected is a file as it reaches the prompt.
type Injected struct {
	Path workspace.Path
	Text string
	// Cut says that the host shortens the file, Left that nothing of it gets in.
	Cut, Left bool
	// FirstLost and LastLost are the lines of which something is lost; 0 for none.
	FirstLost, LastLost int
}

// File is a file of a workspace.
type File struct {
	Path workspace.Path
	Text string
}

// Inject returns what reaches the prompt of a session that loads files: each file is cut to its cap, and to what the
// files before it left of the total. For AGENTS.md, whose middle the host condenses, the result is close but not exact.
func Inject(files []File) []Injected {
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b File) int { return place(a.Path) - place(b.Path) })
	room := TotalChars
	var all []Injected
	for _, f := range files {
		units := utf16.Encode([]rune(strings.TrimRightFunc(f.Text, unicode.IsSpace)))
		if room < leastRoom {
			all = append(all, Injected{Path: f.Path, Left: true, FirstLost: 1, LastLost: lines(units)})
			continue
		}
		in := cut(f.Path, units, min(Cap(f.Path), room))
		room -= tokens.Units(in.Text)
		all = append(all, in)
	}
	return all
}

// InjectList returns what reaches the prompt of those files that the host loads by itself, by the name of its list.
func InjectList(list string, files []File) []Injected {
	return Inject(slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		return !slices.Contains(Loads(list), f.Path)
	}))
}

// place is the rank of a file in the prompt: the known ones first.
func place(p workspace.Path) int {
	if at := slices.Index(Files, p); at >= 0 {
		return at
	}
	return len(Files)
}

// cut keeps the beginning and the end of a text that is longer than limit.
func cut(p workspace.Path, units []uint16, limit int) Injected {
	in := Injected{Path: p, Text: string(utf16.Decode(units))}
	if len(units) <= limit {
		return in
	}
	in.Cut = true
	room := max(0, limit-tokens.Units(marker(p, limit*3/4, limit/4, len(units))))
	head, middle, tail := shares(p, room)
	in.FirstLost, in.LastLost = lines(units[:head]), lines(units[:len(units)-tail])
	digest := digested(units[head:len(units)-tail], middle)
	begin, end := string(utf16.Decode(units[:head])), string(utf16.Decode(units[len(units)-tail:]))
	in.Text = begin + marker(p, head, tail, len(units)) + digest + end
	return in
}

// shares are the parts of the room that the beginning, the digest and the end of a file get.
func shares(p workspace.Path, room int) (head, middle, tail int) {
	if p == "AGENTS.md" {
		return room * 45 / 100, room * 35 / 100, room * 15 / 100
	}
	head = (room*3 + 3) / 4
	return head, 0, room - head
}

// marker returns the text that the host writes instead of the cut text.
func marker(p workspace.Path, head, tail, of int) string {
	const text = "\n\n[...truncated, read %[1]s for full content...]\n…(truncated %[1]s: kept %d+%d chars of %d)…\n\n\n"
	return fmt.Sprintf(text, p, head, tail, of)
}

// digested are the lines of what is cut out that the host keeps: headings and rules.
func digested(units []uint16, limit int) string {
	var b strings.Builder
	for line := range strings.Lines(string(utf16.Decode(units))) {
		lower := strings.ToLower(line)
		rule := strings.HasPrefix(line, "#") || strings.Contains(lower, "must") || strings.Contains(lower, "never")
		if rule && b.Len()+len(line) <= limit {
			b.WriteString(line)
		}
	}
	return b.String()
}

// lines is the number of the line on which a text ends.
func lines(units []uint16) int {
	n := 1
	for _, u := range units {
		if u == '\n' {
			n++
		}
	}
	return n
}
