// Package lookup writes and reads TOOLS_COMPACT.md, the table of facts that every
// session loads. What comes in are facts, and what a person wrote into the table;
// what goes out is its text.
//
//	## Hosts
//	gate 10.20.0.1 · attic 10.20.0.5, SSH port 2222
//
//	## Telegram
//	Topic: Orders 22 · Lab alerts 41 · Ideas 14
//
// Invariants:
//
//  1. Every value stands in the text byte for byte.
//  2. Same facts, same text; the order of headings is that of the facts.
//  3. What a person wrote comes first and stays as it is; see Hand.
package lookup

import (
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
)

// File is the table.
const File workspace.Path = "TOOLS_COMPACT.md"

// The marks between entries, and between the values of one.
const (
	between = " · "
	within  = ", "
	rivals  = " / " // values that the source gives for one key
)

// Render writes the table, its last line ending included; nothing where there
// is nothing to write. hand is what a person wrote.
func Render(all []facts.Fact, hand string) string {
	var b strings.Builder
	if hand != "" {
		b.WriteString(strings.TrimRight(hand, "\r\n") + "\n")
	}
	for _, g := range groups(all) {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		if g.heading != "" {
			b.WriteString("## " + g.heading + "\n")
		}
		for _, line := range g.lines() {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// group is what stands below one heading.
type group struct {
	heading string
	facts   []facts.Fact
}

func groups(all []facts.Fact) []*group {
	var found []*group
	for _, f := range all {
		heading := Heading(f.Heading)
		i := slices.IndexFunc(found, func(g *group) bool { return g.heading == heading })
		if i < 0 {
			i = len(found)
			found = append(found, &group{heading: heading})
		}
		found[i].facts = append(found[i].facts, f)
	}
	return found
}

// Heading is a heading of the source, shortened to what names the group.
func Heading(text string) string {
	const longest = 4
	for _, mark := range []string{" - ", " – ", " — ", ": ", " (", "（", "："} {
		if at := strings.Index(text, mark); at > 0 {
			text = text[:at]
		}
	}
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), longest)], " ")
}

// entry is a key with its values.
type entry struct {
	key   string
	parts []string
}

// String is the entry as the table shows it.
func (e entry) String() string {
	return strings.TrimSpace(e.key + " " + strings.Join(e.parts, within))
}

// lines lays a group out: entries with a first word in common on a line of their
// own, commands each on one, the rest together.
func (g *group) lines() []string {
	var lines, rest []string
	entries, commands := g.entries()
	shared := map[string]int{}
	for _, e := range entries {
		if word, more, ok := strings.Cut(e.key, " "); ok && more != "" {
			shared[word]++
		}
	}
	families := map[string][]string{}
	var order []string
	for _, e := range entries {
		word, more, _ := strings.Cut(e.key, " ")
		if more == "" || shared[word] < 3 {
			rest = append(rest, e.String())
			continue
		}
		if families[word] == nil {
			order = append(order, word)
		}
		families[word] = append(families[word], entry{more, e.parts}.String())
	}
	if len(rest) > 0 {
		lines = append(lines, strings.Join(rest, between))
	}
	for _, word := range order {
		lines = append(lines, word+": "+strings.Join(families[word], between))
	}
	return append(lines, commands...)
}

// entries gathers the facts of each key; commands stand alone.
func (g *group) entries() (entries []entry, commands []string) {
	last := "" // label of the value before
	for _, f := range g.facts {
		key := name(f, g.heading)
		if f.Kind == facts.Command {
			if key != "" {
				key += ": "
			}
			commands = append(commands, key+f.Value)
			continue
		}
		attr := attribute(f, g.heading)
		at := slices.IndexFunc(entries, func(e entry) bool { return e.key == key && key != "" })
		switch {
		case at < 0:
			entries = append(entries, entry{key, []string{strings.TrimSpace(attr + " " + f.Value)}})
		case f.Conflict && last == f.Label():
			parts := entries[at].parts
			parts[len(parts)-1] += rivals + f.Value
		default:
			entries[at].parts = append(entries[at].parts, strings.TrimSpace(attr+" "+f.Value))
		}
		last = f.Label()
	}
	return entries, commands
}

// articles say nothing in front of a key.
var articles = []string{"The ", "the ", "Der ", "Die ", "Das ", "El ", "La "}

// name is the key as the table shows it: nothing where the heading says it.
func name(f facts.Fact, heading string) string {
	if f.Key == f.Heading || f.Key == heading {
		return ""
	}
	for _, a := range articles {
		if rest, ok := strings.CutPrefix(f.Key, a); ok {
			return rest
		}
	}
	return f.Key
}

// attribute is the attribute as the table shows it: nothing where the heading or
// the value says it.
func attribute(f facts.Fact, heading string) string {
	attr := strings.ToLower(f.Attr)
	switch {
	case attr == "":
		return ""
	case strings.TrimSuffix(strings.ToLower(heading), "s") == strings.TrimSuffix(attr, "s"):
		return ""
	case !strings.Contains(attr, " ") && (f.Kind == facts.Host || f.Kind == facts.URL || f.Kind == facts.Path):
		return ""
	}
	return f.Attr
}

// Hand is what a person wrote into a table: the lines of text that are none of
// those that ours was rendered with, below their headings. Where nothing is
// ours, it is all of it.
func Hand(text string, ours []facts.Fact) string {
	if len(ours) == 0 {
		return text
	}
	rendered := map[string]bool{}
	for _, line := range strings.Split(Render(ours, ""), "\n") {
		rendered[line] = true
	}
	var kept []string
	pending := ""
	for _, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		heading := strings.HasPrefix(line, "#")
		switch {
		case strings.TrimSpace(line) == "":
			if len(kept) > 0 && kept[len(kept)-1] != "" {
				kept = append(kept, "")
			}
		case heading && rendered[line]:
			pending = line
		case heading:
			kept, pending = append(kept, line), ""
		case !rendered[line]:
			if pending != "" {
				kept, pending = append(kept, pending), ""
			}
			kept = append(kept, line)
		}
	}
	return strings.Trim(strings.Join(kept, "\n"), "\n")
}

// Standing are those of our facts that still stand in a table: on lines as they
// were rendered. What a person changed is theirs.
func Standing(text string, ours []facts.Fact) []facts.Fact {
	there := map[string]bool{}
	for _, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		there[line] = true
	}
	gone := map[string]bool{} // lines of ours that are not there any more
	for _, line := range strings.Split(Render(ours, ""), "\n") {
		if line != "" && !there[line] {
			gone[line] = true
		}
	}
	var standing []facts.Fact
	for _, f := range ours {
		changed := false
		for line := range gone {
			changed = changed || strings.Contains(line, f.Value) && holdsAlone(ours, f, line)
		}
		if !changed {
			standing = append(standing, f)
		}
	}
	return standing
}

// holdsAlone says whether a fact is on a line: rendered without it, the line is
// another.
func holdsAlone(ours []facts.Fact, f facts.Fact, line string) bool {
	others := slices.DeleteFunc(slices.Clone(ours), func(g facts.Fact) bool { return g == f })
	return !slices.Contains(strings.Split(Render(others, ""), "\n"), line)
}
