// Package lookup writes and reads TOOLS_COMPACT.md, the table of facts that every session loads. What comes in are
// facts, and what a person wrote into the table; what goes out is its text.
//
//	## Hosts
//	gate 10.20.0.1 · attic 10.20.0.5, SSH port 2222
//
//	## Telegram
//	Never post prices.
//	Topic: Orders 22 · Lab alerts 41 · Ideas 14
//
// Invariants:
//
//  1. The text holds every value byte for byte. An ellipsis says that a label has more of them.
//  2. Same facts, same text; the order of headings is that of the facts.
//  3. What a person wrote stays as it is, in its place; see Hand.
//  4. A ban that goes with a fact stands behind its entry, or once below the heading.
package lookup

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/lang"
	"wisdom/internal/text"
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

// Render writes the table, its last line ending included; nothing where there is nothing to write. What a person wrote
// stays in its place.
func Render(all []facts.Fact, hand Hand) string {
	var blocks []block
	waiting := groups(all)
	for _, part := range hand.Parts {
		var ours []string
		if i := slices.IndexFunc(waiting, func(g *group) bool { return g.line() == part.Heading }); i >= 0 {
			ours = waiting[i].lines()
			waiting = slices.Delete(waiting, i, i+1)
		}
		if b := part.merge(ours); len(ours) > 0 || part.theirs() {
			blocks = append(blocks, b)
		}
	}
	for _, g := range waiting {
		blocks = append(blocks, Part{Heading: g.line(), Gap: 1}.merge(g.lines()))
	}
	return write(blocks, hand.CRLF)
}

// group holds the rows below one heading.
type group struct {
	heading string
	facts   []facts.Fact
}

// line is the heading as a line.
func (g *group) line() string {
	if g.heading == "" {
		return ""
	}
	return "## " + g.heading
}

// headingLine is the line below which a fact stands.
func headingLine(f facts.Fact) string { return (&group{heading: Heading(f.Heading)}).line() }

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

// usual are the headings that an agent knows such groups by, and what a heading of the source says that is one of them.
var usual = []struct{ name, says string }{
	{"Browser", `browsers?`},
	{"Mission Control", `mission control`},
	{"Telegram Topics", `telegram.*topics?|topics?.*telegram`},
	{"Cursor CLI", `cursor( cli| agent)?`},
	{"TTS", `tts|text[ -]to[ -]speech|speech`},
	{"Camera", `cameras?`},
}

var reUsual = sync.OnceValue(func() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, u := range usual {
		const more = `(?: (?:settings?|setup|config|access|profiles?|ports?|voices?|ids?))?$`
		all = append(all, regexp.MustCompile(`^(?:the )?(?:`+u.says+`)`+more))
	}
	return all
})

// Heading is a heading of the source as the table shows it: whole, or if it is long without what is in brackets or
// behind a dash.
func Heading(s string) string {
	const longest = 12 // words
	for _, mark := range []string{" (", "（", " - ", " – ", " — "} {
		if at := strings.Index(s, mark); at > 0 && text.Count(s) > longest {
			s = s[:at]
		}
	}
	s = strings.Join(strings.Fields(s), " ")
	for i, re := range reUsual() {
		if re.MatchString(strings.ToLower(s)) {
			return usual[i].name
		}
	}
	return s
}

// entry is a key with its values, what each of these is of it, and the facts that they are.
type entry struct {
	key          string
	attrs, parts []string
	facts        []facts.Fact
}

// String is the entry as the table shows it.
func (e entry) String() string {
	parts := slices.Clone(e.parts)
	for i, attr := range e.attrs {
		parts[i] = strings.TrimSpace(attr + " " + parts[i])
	}
	if e.isCut() {
		parts = append(parts, "…")
	}
	return strings.TrimSpace(e.key + " " + strings.Join(parts, within))
}

// isCut reports whether a list that the key names has more members than the entry.
func (e entry) isCut() bool {
	type list struct {
		path string
		line int
	}
	members := map[list]int{}
	for i, f := range e.facts {
		if i == 0 || e.facts[i-1].Line != f.Line {
			members[list{f.Path, f.List}]++
		}
	}
	return slices.ContainsFunc(e.facts, func(f facts.Fact) bool { return members[list{f.Path, f.List}] < f.Members })
}

// row is a line of the table with the entries on it.
type row struct {
	family  string // what begins it, if its entries share that
	entries []entry
}

// String is the row as the table shows it.
func (r row) String() string {
	all := make([]string, len(r.entries))
	for i, e := range r.entries {
		all[i] = e.String()
	}
	return r.family + strings.Join(all, between)
}

// on are the entries of a row that a line holds; ok says that nothing else does, and that they are in their order.
func (r row) on(line string) (there []entry, ok bool) {
	if line == r.String() {
		return r.entries, true
	}
	rest, ok := strings.CutPrefix(line, r.family)
	if !ok {
		return nil, false
	}
	next := 0
	for part := range strings.SplitSeq(rest, between) {
		at := slices.IndexFunc(r.entries[next:], func(e entry) bool { return e.String() == part })
		if at < 0 {
			return nil, false
		}
		there = append(there, r.entries[next+at])
		next += at + 1
	}
	return there, true
}

func (g *group) lines() []string {
	var lines []string
	for _, r := range g.rows() {
		lines = append(lines, r.String())
	}
	return lines
}

// rows lays a group out: the bans of its section, entries with a first word or with what their values are in common on
// a line of their own, commands each on one, the rest together.
func (g *group) rows() (rows []row) {
	for _, f := range g.facts {
		for _, ban := range f.SharedBans() {
			if !slices.ContainsFunc(rows, func(r row) bool { return r.family == ban }) {
				rows = append(rows, row{family: ban})
			}
		}
	}
	entries, commands := g.entries()
	shared := map[string]int{}
	for _, e := range entries {
		shared[e.heads()]++
		if word, more, ok := strings.Cut(e.key, " "); ok && more != "" {
			shared[word+": "]++
		}
	}
	var rest row
	var families []row
	for _, e := range entries {
		word, more, _ := strings.Cut(e.key, " ")
		family := e.heads()
		switch {
		case family != "" && shared[family] > 1:
			e.attrs = nil
		case more != "" && shared[word+": "] > 2:
			family, e.key = word+": ", more
		default:
			rest.entries = append(rest.entries, e)
			continue
		}
		at := slices.IndexFunc(families, func(r row) bool { return r.family == family })
		if at < 0 {
			at = len(families)
			families = append(families, row{family: family})
		}
		families[at].entries = append(families[at].entries, e)
	}
	if len(rest.entries) > 0 {
		rows = append(rows, rest)
	}
	return slices.Concat(rows, families, commands)
}

// heads are what the values of an entry are of it, as they begin a line; "" if that could be misread.
func (e entry) heads() string {
	named := e.attrs
	for len(named) > 0 && named[len(named)-1] == "" {
		named = named[:len(named)-1]
	}
	if e.key == "" || len(named) == 0 || slices.Contains(named, "") || strings.Contains(strings.Join(e.parts, ""), ",") {
		return ""
	}
	return strings.Join(named, within) + ": "
}

// entries gathers the facts of each key; commands stand alone. What limits several in a row stands behind the last.
func (g *group) entries() (entries []entry, commands []row) {
	last := "" // label of the value before
	for _, f := range g.facts {
		key, attr, told := name(f, g.heading), attribute(f, g.heading), f.Shown()+f.Aside()
		if f.Kind == facts.Command {
			if key = strings.TrimSpace(key + " " + attr); key != "" {
				key += ": "
			}
			commands = append(commands, row{key, []entry{{parts: []string{told}, facts: []facts.Fact{f}}}})
			continue
		}
		if f.Label() == last && f.Attr != "" {
			attr = "" // the value before has it
		}
		at := slices.IndexFunc(entries, func(e entry) bool { return e.key == key && key != "" })
		if at < 0 {
			at = len(entries)
			entries = append(entries, entry{key: key})
		}
		e := &entries[at]
		n := len(e.parts) - 1
		if n >= 0 && e.facts[len(e.facts)-1].Ban == f.Ban {
			e.parts[n] = strings.TrimSuffix(e.parts[n], f.Aside())
		}
		if f.Conflict && last == f.Label() && n >= 0 {
			e.parts[n] += rivals + told
		} else {
			e.attrs, e.parts = append(e.attrs, attr), append(e.parts, told)
		}
		e.facts, last = append(e.facts, f), f.Label()
	}
	return entries, commands
}

// articles say nothing in front of a key, plainAttributes nothing that the value does not show.
var (
	articles        = lang.Set(func(l *lang.Language) string { return l.Facts.Articles })
	plainAttributes = lang.Set(func(l *lang.Language) string { return l.Facts.PlainAttributes })
)

// name is the key as the table shows it: nothing where the heading says it.
func name(f facts.Fact, heading string) string {
	if f.Key == f.Heading || f.Key == heading {
		return ""
	}
	if first, rest, ok := strings.Cut(f.Key, " "); ok && articles()[strings.ToLower(first)] {
		return rest
	}
	return f.Key
}

// attribute is the attribute as the table shows it: nothing where the heading or the value says it.
func attribute(f facts.Fact, heading string) string {
	attr := strings.ToLower(f.Attr)
	switch {
	case attr == "" || plainAttributes()[attr]:
		return ""
	case strings.TrimSuffix(strings.ToLower(heading), "s") == strings.TrimSuffix(attr, "s"):
		return ""
	}
	return f.Attr
}
