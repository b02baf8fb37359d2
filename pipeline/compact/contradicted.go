package compact

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/host"
)

const (
	// notesRead is how many dated notes are read for what is gone, notesParsed how many of the newest for other values.
	notesRead, notesParsed = 90, 14
	// longestNote is the largest note that is read, in bytes.
	longestNote = 256 << 10
)

// Contradictions finds what MEMORY.md, AGENTS.md, the dated notes and TOOLS.md itself say against facts: for each fact
// the first line that gives another value, or says that it is gone; "" if none does. A file that is excluded, too large,
// or cannot be read says nothing, and neither does what the agent did not write.
func Contradictions(
	ctx context.Context, fsys workspace.FS, found []facts.Fact, excluded func(workspace.Path) bool,
) func(facts.Fact) string {
	notes := slices.DeleteFunc(datedNotes(fsys), excluded)
	slices.Reverse(notes)
	undated := []workspace.Path{"MEMORY.md", "AGENTS.md", "TOOLS.md"}
	said := map[place]string{}
	tell := func(f facts.Fact, path workspace.Path, line int, what string) {
		said[placeOf(f)] = cmp.Or(said[placeOf(f)], fmt.Sprintf("%s:%d says %s", path, line, what))
	}
	for _, f := range found {
		for _, g := range found {
			if f.Conflict && g.Conflict && sameKey(f, g) && f.Heading == g.Heading && f.Told() != g.Told() {
				tell(f, workspace.Path(g.Path), g.Line, g.Told())
			}
		}
	}
	known, names := valuesOf(found), namesIn(found)
	for i, path := range slices.Concat(undated, notes[:min(len(notes), notesRead)]) {
		if ctx.Err() != nil || excluded(path) {
			continue
		}
		source, err := fsys.ReadFile(path, longestNote)
		if err != nil {
			continue
		}
		text, _ := host.MaskWritten(string(source))
		goneIn(text, names, func(line int, f facts.Fact) { tell(f, path, line, "that it is there no longer") })
		if i >= len(undated)+notesParsed || slices.Contains(facts.Files, path) || !mentions(text, known) {
			continue
		}
		others := facts.Find(ctx, path, []byte(text))
		for id, values := range valuesOf(append(others.Facts, others.Unclear...)) {
			if mine := known[id]; len(values) == 1 && len(mine) == 1 && differ(mine[0].Core(), values[0].Core()) {
				tell(mine[0], path, values[0].Line, values[0].Value)
			}
		}
	}
	return func(f facts.Fact) string { return said[placeOf(f)] }
}

// place names a fact, whatever a model calls it.
type place struct {
	path  string
	line  int
	value string
}

func placeOf(f facts.Fact) place { return place{f.Path, f.Line, f.Value} }

// compared are the kinds of which a thing has one value: two paths or commands may both hold.
var compared = []facts.Kind{
	facts.Port, facts.Host, facts.URL, facts.Model, facts.ID, facts.Voice, facts.Phone, facts.Cron, facts.Alias,
}

// identity is what a fact is about, in any file: what it is called below which heading.
type identity struct {
	heading, label string
	kind           facts.Kind
}

// valuesOf are the facts about one thing, each value once.
func valuesOf(found []facts.Fact) map[identity][]facts.Fact {
	all := map[identity][]facts.Fact{}
	for _, f := range found {
		if !slices.Contains(compared, f.Kind) || f.Key == f.Heading {
			continue
		}
		id := identity{strings.ToLower(f.Heading), strings.ToLower(f.Label()), f.Kind}
		if !slices.ContainsFunc(all[id], func(g facts.Fact) bool { return g.Value == f.Value }) {
			all[id] = append(all[id], f)
		}
	}
	return all
}

// mentions reports whether a text may say anything about one of the things.
func mentions(text string, known map[identity][]facts.Fact) bool {
	text = strings.ToLower(text)
	for id := range known {
		whose := id.heading[strings.LastIndex(id.heading, ": ")+1:]
		if strings.Contains(text, strings.ToLower(known[id][0].Key)) && strings.Contains(text, strings.TrimSpace(whose)) {
			return true
		}
	}
	return false
}

// differ reports whether two values cannot be one that is written in two ways.
func differ(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return !strings.Contains(a, b) && !strings.Contains(b, a)
}

// A clause that says that something is there no longer names it right behind itself, or right in front.
var (
	reGoneBehind  = lang.Lazily("(?i)(?:⟨ended⟩)[\\s\"'*`:：「(]*([\\w./~-]+)")
	reGoneInFront = lang.Lazily("(?i)([\\w./~-]+)[\"'*`」)]*(?:⟨gone⟩)")
	// reName is a name that a person made up: of a file, a folder, a service, a host.
	reName = text.Lazily(`[\pL\d]+(?:[_.-][\pL\d]+)+`)
)

// shortestName is the least of such a name that tells it from others, in bytes.
const shortestName = 8

// namesIn are the facts by the names in their values, in lower case.
func namesIn(found []facts.Fact) map[string][]facts.Fact {
	all := map[string][]facts.Fact{}
	for _, f := range found {
		for _, name := range reName().FindAllString(f.Value, -1) {
			if len(name) >= shortestName {
				all[strings.ToLower(name)] = append(all[strings.ToLower(name)], f)
			}
		}
	}
	return all
}

// goneIn are the facts that a text says are no longer so, each with the line.
func goneIn(text string, names map[string][]facts.Fact, told func(line int, f facts.Fact)) {
	lower, present := strings.ToLower(text), []string(nil)
	for name := range names {
		if strings.Contains(lower, name) {
			present = append(present, name)
		}
	}
	line := 0
	for row := range strings.Lines(text) {
		line++
		lower := strings.ToLower(row)
		if !slices.ContainsFunc(present, func(name string) bool { return strings.Contains(lower, name) }) {
			continue
		}
		for _, pattern := range []func() *regexp.Regexp{reGoneBehind, reGoneInFront} {
			for _, m := range pattern().FindAllStringSubmatch(row, -1) {
				name := strings.ToLower(strings.TrimRight(m[1], "/.,-"))
				for _, f := range names[name[strings.LastIndexByte(name, '/')+1:]] {
					told(line, f)
				}
			}
		}
	}
}
