package facts

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown"
)

// Kind says what a fact is about.
type Kind string

// The kinds of facts.
const (
	Port    Kind = "port"
	Host    Kind = "host"
	URL     Kind = "url"
	Alias   Kind = "alias"
	Flag    Kind = "flag"
	Model   Kind = "model"
	ID      Kind = "id"
	Device  Kind = "device" // a camera, a speaker, a printer
	Voice   Kind = "voice"
	Path    Kind = "path"
	Rate    Kind = "rate limit"
	Cron    Kind = "cron"
	Command Kind = "command"
	Phone   Kind = "phone"
	Name    Kind = "name"
)

// Fact is something to look up.
type Fact struct {
	// Path is the file, Line the line in it, counted from 1.
	Path string `json:"path"`
	Line int    `json:"line"`
	// Heading is the nearest heading above as plain text, with one above it where it
	// names nothing by itself.
	Heading string `json:"heading"`
	// Key is what has the value, Attr which value of it ("port"), or empty.
	Key   string `json:"key"`
	Attr  string `json:"attr,omitempty"`
	Value string `json:"value"`
	// Qualifier is what stands beside code, a command or a setting and says what it is for, as it is written.
	Qualifier string `json:"qualifier,omitempty"`
	Kind      Kind   `json:"kind"`
	Bans
	// Conflict: the file gives the same key another value elsewhere.
	Conflict bool `json:"conflict,omitempty"`
	// Tied is the line of the item of which one fact limits the others: a table has all of them or none; 0 for none.
	Tied int `json:"-"`
	// List is the line of the list of which Key names all members, and Members how many these are; 0 for none.
	List    int `json:"list,omitempty"`
	Members int `json:"members,omitempty"`
}

// Label is the key with its attribute.
func (f Fact) Label() string { return strings.TrimSpace(f.Key + " " + f.Attr) }

// IsNamedAs reports whether a fact is of what another one is of; the heading may have been renamed.
func (f Fact) IsNamedAs(other Fact) bool {
	isSame := f.Key == other.Key || f.Key == f.Heading && other.Key == other.Heading
	return isSame && f.Path == other.Path && f.Attr == other.Attr
}

// Told is the value with its qualifier and its bans.
func (f Fact) Told() string { return f.Shown() + f.Aside() + aside(f.Shared) }

// Shown is the value with its qualifier.
func (f Fact) Shown() string {
	if strings.HasPrefix(f.Qualifier, "(") || strings.HasPrefix(f.Qualifier, "（") {
		return f.Value + " " + f.Qualifier
	}
	return f.Value + aside(f.Qualifier)
}

// Core is the first thing in the value that can be told from its looks, or all of it.
func (f Fact) Core() string {
	core, _ := f.core()
	return core
}

func (f Fact) core() (string, text.Kind) {
	if shapeOf(f.Value) != "" {
		return f.Value, ""
	}
	marks := scan(f.Value)
	i := slices.IndexFunc(marks, func(m mark) bool { return m.strong() && m.kind != amount })
	if i < 0 {
		i = slices.IndexFunc(marks, mark.strong)
	}
	first := strings.TrimRight(firstWord(f.Value), ",;")
	switch {
	case digits(first) && (i < 0 || marks[i].start > 0):
		return first, ""
	case i >= 0:
		return strings.Trim(f.Value[marks[i].start:marks[i].end], "`"), marks[i].kind
	}
	return f.Value, ""
}

// NamesPlace reports whether a value names where something is, or which one: a file, a host, an address, a port, an ID.
func (f Fact) NamesPlace() bool { return namesPlace(scan(f.Value)) }

func namesPlace(marks []mark) bool {
	places := []text.Kind{text.Path, text.URL, text.HostName, text.Email, text.Port, text.Identifier, phone, handle}
	return slices.ContainsFunc(marks, func(m mark) bool { return slices.Contains(places, m.kind) })
}

// ByPlace orders facts as their sources do.
func ByPlace(a, b Fact) int {
	return cmp.Or(
		slices.Index(Files, workspace.Path(a.Path))-slices.Index(Files, workspace.Path(b.Path)),
		cmp.Compare(a.Line, b.Line),
	)
}

// Found is what a document holds.
type Found struct {
	Facts []Fact
	// Unclear are pairs and cells of which the rules cannot tell what the value is, or of
	// what: they may be facts to a person.
	Unclear []Fact
	Secrets []secrets.Finding
	// Rules are the prohibitions and conditions that go with no fact.
	Rules []Rule
	// Decisions name the rule that decided on each candidate.
	Decisions []Decision
	// Lines returns those without a fact: neither a fact nor what is unclear is on one. They are read when first asked
	// for: most callers need the facts alone.
	Lines func() []Line
}

// Files are the tool documents of a workspace. The host moves the first into the
// second.
var Files = []workspace.Path{"TOOLS.md", agentsFile}

// agentsFile holds tools in one section only.
const agentsFile workspace.Path = "AGENTS.md"

// Document is a tool document as it was read.
type Document struct {
	Path   workspace.Path
	Source []byte
}

// Read reads the tool documents that are there.
func Read(fsys workspace.FS) ([]Document, error) {
	var docs []Document
	for _, p := range Files {
		b, there, err := workspace.ReadIfThere(fsys, p, workspace.MaxTarget)
		if err != nil {
			return docs, err
		}
		if there {
			docs = append(docs, Document{p, b})
		}
	}
	return docs, nil
}

// Proof tells of facts whether their values and qualifiers are on their lines in
// documents, byte for byte, and their bans in those, but for line breaks.
func Proof(docs []Document) func(Fact) bool {
	lines, flat := map[string][]string{}, map[string]string{}
	for _, d := range docs {
		lines[string(d.Path)] = linesOf(d.Source)
		flat[string(d.Path)] = text.OneLine(string(d.Source))
	}
	return func(f Fact) bool {
		all := lines[f.Path]
		return f.Line >= 1 && f.Line <= len(all) && strings.Contains(all[f.Line-1], f.Value) &&
			strings.Contains(all[f.Line-1], f.Qualifier) && f.isIn(flat[f.Path])
	}
}

// Find reads the facts of a document; once ctx ends, some are missing.
func Find(ctx context.Context, path workspace.Path, source []byte) Found {
	clean, hidden := secrets.Redact(strings.Join(linesOf(source), "\n"))
	r := &reader{
		ctx:      ctx,
		path:     path,
		source:   linesOf(source),
		seen:     map[[4]string]bool{},
		known:    map[string]bool{},
		reported: map[int]bool{},
		passed:   map[int][]string{},
		with:     map[int][]int{},
	}
	r.openExamples([]byte(clean))
	from, to := scope(r.doc, path)
	for _, s := range hidden {
		if s.Line >= from && s.Line < to {
			r.report(s.Rule, s.Line)
		}
	}
	r.blocks(from, to)
	markConflicts(r.facts)
	slices.SortStableFunc(r.facts, func(a, b Fact) int { return a.Line - b.Line })
	slices.SortStableFunc(r.secrets, func(a, b secrets.Finding) int { return a.Line - b.Line })
	lines := strings.Split(clean, "\n")
	rules := r.bind(from, to, lines)
	account := sync.OnceValue(func() []Line { return r.account(from, to, lines) })
	return Found{r.facts, r.unclear, r.secrets, rules, r.decisions, account}
}

// FindAll finds the facts of the tool documents, in their order. Those of AGENTS.md count only where TOOLS.md has none:
// the host moves TOOLS.md there. Beside a TOOLS.md with facts, that section says how tools are used; none of the 19
// facts of it that judges saw was of use (docs/quality.md).
func FindAll(ctx context.Context, docs []Document) []Found {
	all := make([]Found, len(docs))
	for i, doc := range docs {
		all[i] = Find(ctx, doc.Path, doc.Source)
		if i > 0 && len(all[0].Facts) > 0 {
			all[i].Facts, all[i].Unclear, all[i].Rules = nil, nil, nil
			all[i].Lines = func() []Line { return nil }
		}
	}
	return all
}

// scope is the range of lines that is about tools: all of a tool file, one
// section of AGENTS.md.
func scope(doc *markdown.Document, path workspace.Path) (from, to int) {
	if !strings.EqualFold(path.Base(), string(agentsFile)) {
		return 1, doc.Lines() + 1
	}
	all := doc.Headings()
	i := slices.IndexFunc(
		all,
		func(h *markdown.Block) bool { return h.Level <= 3 && strings.EqualFold(plain(h.Text), "tools") },
	)
	if i < 0 {
		return 1, 1
	}
	for _, h := range all[i+1:] {
		if h.Level <= all[i].Level {
			return doc.Line(all[i].Start), doc.Line(h.Start)
		}
	}
	return doc.Line(all[i].Start), doc.Lines() + 1
}

// linesOf cuts a source into lines as the document counts them.
func linesOf(source []byte) []string {
	text := strings.ReplaceAll(string(source), "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// reader gathers facts.
type reader struct {
	ctx    context.Context
	path   workspace.Path
	doc    *markdown.Document
	source []string
	outline
	facts     []Fact
	unclear   []Fact
	secrets   []secrets.Finding
	decisions []Decision
	seen      map[[4]string]bool
	known     map[string]bool // values of the facts so far
	reported  map[int]bool
	passed    map[int][]string // why what lines say is no fact
	with      map[int][]int    // the lines of the facts that go with the ban on a line
	steps     bool             // the list that is read now is numbered
}

func (r *reader) report(rule string, line int) {
	if !r.reported[line] {
		r.reported[line] = true
		r.secrets = append(r.secrets, secrets.Finding{Rule: rule, Line: line})
	}
}

// id tells a fact from others of its document, wherever it is.
func (f Fact) id() [4]string { return [4]string{f.Heading, f.Key, f.Attr, f.Value} }

// Decision is what the rules made of a candidate: the one that refused it, or where it
// was found.
type Decision struct {
	Line  int
	Rule  string
	Value string // none for a secret
}

// offer lets the rules decide on a statement: one candidate, or the cells of a row. All of it is taken, or nothing.
func (r *reader) offer(all ...candidate) {
	refused, isUnclear, found := false, true, make([]Fact, len(all))
	for i := range all {
		c := &all[i]
		found[i] = r.prepare(c)
		rule := r.decide(c)
		if rule != "" {
			refused = true
			r.pass(c.line, rule)
		}
		isUnclear = isUnclear && (rule == "" || slices.Contains(unclear, rule))
		d := Decision{c.line, cmp.Or(rule, string(c.shape)), c.value}
		if rule == "secret" {
			d.Value = ""
		}
		r.decisions = append(r.decisions, d)
	}
	switch {
	case !refused:
		r.take(found)
	case isUnclear && len(all) == 1 && !secrets.IsSecretName(found[0].Label()) && (!all[0].isUnnamed() || all[0].hasStrong()):
		r.unclear = append(r.unclear, found[0])
	}
}

// decide names the rule that refuses a candidate, or returns "".
func (r *reader) decide(c *candidate) string {
	if r.ctx.Err() != nil {
		return "no value"
	}
	for _, rule := range rules {
		if rule.applies(r, c) {
			return rule.name
		}
	}
	return ""
}

// prepare looks at a candidate before the rules do, and makes the fact that it would be.
func (r *reader) prepare(c *candidate) Fact {
	c.value, c.qualifier = strings.TrimSpace(c.value), strings.TrimSpace(c.qualifier)
	if c.shape != command && c.shape != setting {
		c.code = reCodeSpan().MatchString(strings.Trim(c.value, "*.。 "))
		c.value = whole(c.value)
	}
	c.key, c.attr = plain(c.key), plain(c.attr)
	c.heading, c.titled = r.heading, r.titled
	if c.line >= 1 && c.line <= len(r.source) {
		c.raw = r.source[c.line-1]
	}
	if c.key == "" {
		c.key = c.heading
	}
	if len(c.value) <= longestValue {
		c.marks = scan(c.value)
	}
	f := Fact{
		Path: string(r.path), Line: c.line, Heading: c.heading,
		Key: c.key, Attr: c.attr, Value: c.value, Qualifier: c.qualifier, Kind: c.kind,
	}
	if f.Kind == "" {
		f.Kind = kindOf(f)
	}
	if c.code && reCommand().MatchString(c.value) && shapeOf(f.Value) == "" {
		f.Kind = Command
	}
	c.kind = f.Kind
	return f
}

// take adds the facts of a statement, but those that are there.
func (r *reader) take(found []Fact) {
	found = slices.DeleteFunc(found, func(f Fact) bool {
		if r.seen[f.id()] {
			r.pass(f.Line, saidBefore)
		}
		return r.seen[f.id()]
	})
	for _, f := range found {
		r.seen[f.id()], r.known[f.Value] = true, true
		r.facts = append(r.facts, f)
	}
}

// markConflicts flags facts that give one key different values on different
// lines. Facts without a name of their own conflict with nothing, and neither do the members of
// a list, and cells whose column has no name.
func markConflicts(all []Fact) {
	first := map[[3]string]int{}
	for i, f := range all {
		isMember := f.List > 0
		if f.Key == f.Heading || f.Kind == Command || isMember {
			continue
		}
		id := [3]string{f.Heading, f.Key, f.Attr}
		if at, there := first[id]; there {
			if all[at].Line != f.Line && all[at].values() != f.values() {
				all[at].Conflict, all[i].Conflict = true, true
			}
			continue
		}
		first[id] = i
	}
}

// values are what a fact says besides words: its core, and all that has a digit.
func (f Fact) values() string {
	said := []string{f.Core()}
	for w := range strings.FieldsSeq(f.Value) {
		if strings.ContainsAny(w, "0123456789") {
			said = append(said, bare(w))
		}
	}
	return strings.Join(said, " ")
}
