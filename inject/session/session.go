package session

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/workspace"
)

//go:embed rules.json
var embedded []byte

// Type is a kind of session.
type Type string

// The types that the program itself asks for; rules.json has all of them.
const (
	Fallback Type = "FALLBACK"
	Main     Type = "MAIN_SESSION"
	Subagent Type = "SUBAGENT"
)

// ContextFile is where snippets are written for hosts that cannot append them to a message.
const ContextFile workspace.Path = "ETHOS_CONTEXT.md"

// AllSnippets marks the sessions that get snippets of all notes: those of the owner.
const AllSnippets = "all"

// ParseType is a type by its name in capitals or in small letters.
func ParseType(name string) Type { return Type(strings.ToUpper(name)) }

// Rule gives a type to the keys that match it.
type Rule struct {
	Name  string `json:"name"`
	Type  Type   `json:"type"`
	Match string `json:"match"` // the part of a key after agent:<id>:
	// Channel, Peer and Topic are the numbers of groups in Match; 0 for none.
	Channel int `json:"channel,omitempty"`
	Peer    int `json:"peer,omitempty"`
	Topic   int `json:"topic,omitempty"`
	// Owner limits the rule to peers who are owners.
	Owner bool `json:"owner,omitempty"`
	// Host is the list that the host itself loads, where it is not that of the type.
	Host string `json:"host,omitempty"`

	pattern *regexp.Regexp
}

// Set is what a type of session loads.
type Set struct {
	Type    Type             `json:"type"`
	About   string           `json:"about"`
	Example string           `json:"example"` // a key, with names in capitals
	Host    string           `json:"host"`    // the list that the host loads by itself; see markdown/host
	Files   []workspace.Path `json:"files"`
	// Names are those under which the host lets a file through; all where there are none.
	Names []string `json:"names,omitempty"`
	// Snippets are those that the plugin may append to a message: "all"; "shared", none of Table.Withhold; "" for none.
	Snippets string `json:"snippets,omitempty"`
	// Limit is the most tokens that the files are meant to take; 0 for none.
	Limit int `json:"limit,omitempty"`
}

// Table is all that decides which files a session loads, as it is written for the host.
type Table struct {
	SchemaVersion int      `json:"schema_version"`
	Verified      []string `json:"verified"` // versions of the host
	Agent         string   `json:"agent"`    // the pattern of a key with an agent
	Rules         []Rule   `json:"rules"`
	Types         []Set    `json:"types"`
	// Always is in every set, Orchestrator also in those of Orchestrators.
	Always       workspace.Path   `json:"always"`
	Orchestrator []workspace.Path `json:"orchestrator"`
	// Keep are files that stay where the host loads them. HostOnly are files that only the host may read, because it
	// checks where they come from.
	Keep     []string         `json:"keep"`
	HostOnly []workspace.Path `json:"host_only"`
	// Withhold are globs of notes of which sessions that others read get no snippet.
	Withhold []string `json:"withhold"`
	// ContextFile is a file that other sessions do not get: its first line names the one for which it was written. "" for
	// none.
	ContextFile   workspace.Path              `json:"context_file"`
	Orchestrators []string                    `json:"orchestrators"`
	Owners        []string                    `json:"owners"`
	Topics        map[string][]workspace.Path `json:"topics"`

	agent *regexp.Regexp
}

// Settings change the table of a workspace.
type Settings struct {
	// Owners are IDs of peers, with or without their channel in front (telegram:123). Without any, those of the host's
	// settings count.
	Owners        []string
	Orchestrators []string                    // IDs of agents
	Files         map[Type][]workspace.Path   // the set of a type, instead of the usual one
	Topics        map[string][]workspace.Path // more files for a topic, by its ID
	// Withhold replaces the table's; nil for those.
	Withhold []string
	// ContextFile adds ContextFile to the sessions that only the owner reads.
	ContextFile bool
}

// Decision is what a key says about its session.
type Decision struct {
	Type  Type
	Rule  string // the name of the rule that decided; "" where none did
	Agent string
	Topic string
	// Host is the list that the host itself loads.
	Host string
	// Key is the key itself.
	Key string
}

// New is the table for a workspace with these settings.
func New(s Settings) (*Table, error) {
	t, err := Parse(embedded)
	if err != nil {
		return nil, err
	}
	t.Owners = append(t.Owners, s.Owners...)
	t.Orchestrators = append(t.Orchestrators, s.Orchestrators...)
	for i, set := range t.Types {
		if files := s.Files[set.Type]; len(files) > 0 {
			t.Types[i].Files = files
		}
	}
	if s.ContextFile {
		t.ContextFile = ContextFile
	}
	if s.Withhold != nil {
		t.Withhold = s.Withhold
	}
	for topic, files := range s.Topics {
		t.Topics[strings.Map(lower, topic)] = files
	}
	return t, nil
}

// Parse reads a table that JSON wrote. A pattern that cannot be compiled, or a rule for a type without a set, is an
// error.
func Parse(b []byte) (*Table, error) {
	t := &Table{}
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(t); err != nil {
		return nil, fmt.Errorf("read the table of sessions: %w", err)
	}
	var err error
	if t.agent, err = regexp.Compile(t.Agent); err != nil || t.agent.NumSubexp() != 2 {
		return nil, fmt.Errorf("the pattern of a key with an agent, %q, cannot be used", t.Agent)
	}
	for i := range t.Rules {
		r := &t.Rules[i]
		if r.pattern, err = regexp.Compile(r.Match); err != nil {
			return nil, fmt.Errorf("rule %q: %w", r.Name, err)
		}
		if most := max(r.Channel, r.Peer, r.Topic); most > r.pattern.NumSubexp() || r.Owner && r.Peer == 0 {
			return nil, fmt.Errorf("rule %q names a group that %q does not have", r.Name, r.Match)
		}
		if t.Set(r.Type) == nil {
			return nil, fmt.Errorf("rule %q gives the type %s, which has no files", r.Name, r.Type)
		}
	}
	if t.Set(Fallback) == nil {
		return nil, fmt.Errorf("the type %s has no files", Fallback)
	}
	return t, nil
}

// JSON is the table as the host's module reads it.
func (t *Table) JSON() ([]byte, error) { return workspace.PlainJSON(t, "  ") }

// Set is what a type of session loads; nil where there is no such type.
func (t *Table) Set(typ Type) *Set {
	if i := slices.IndexFunc(t.Types, func(s Set) bool { return s.Type == typ }); i >= 0 {
		return &t.Types[i]
	}
	return nil
}

// Classify gives a key its type. Capitals of ASCII count as small letters.
func (t *Table) Classify(key string, owners []string) Decision {
	rest := strings.Map(lower, key)
	d := Decision{Type: Fallback, Key: key}
	if m := t.agent.FindStringSubmatch(rest); m != nil {
		d.Agent, rest = m[1], m[2]
	}
	for _, r := range t.Rules {
		m := r.pattern.FindStringSubmatch(rest)
		if m == nil || r.Owner && !isOwner(owners, group(m, r.Channel), m[r.Peer]) {
			continue
		}
		d.Type, d.Rule, d.Topic, d.Host = r.Type, r.Name, group(m, r.Topic), r.Host
		break
	}
	if d.Host == "" {
		d.Host = t.Set(d.Type).Host
	}
	return d
}

func group(m []string, n int) string {
	if n == 0 {
		return ""
	}
	return m[n]
}

// lower folds the capitals of ASCII: other letters have small forms that differ between languages and programs.
func lower(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// Files are the files of a session, in order, each once.
func (t *Table) Files(d Decision) []workspace.Path {
	files := append([]workspace.Path{t.Always}, t.Set(d.Type).Files...)
	isAgent := func(id string) bool { return strings.Map(lower, id) == d.Agent }
	if d.Type != Subagent && slices.ContainsFunc(t.Orchestrators, isAgent) {
		files = append(files, t.Orchestrator...)
	}
	files = append(files, t.Topics[d.Topic]...)
	if t.ContextFile != "" && t.Set(d.Type).Snippets == AllSnippets {
		files = append(files, t.ContextFile)
	}
	var once []workspace.Path
	for _, f := range files {
		if !slices.Contains(once, f) {
			once = append(once, f)
		}
	}
	return once
}

// Name is the name under which a file passes the host's list of allowed names. The record keeps its own path, and the
// prompt shows that.
func (t *Table) Name(typ Type, file workspace.Path) string {
	allowed, name := t.Set(typ).Names, path.Base(string(file))
	if len(allowed) == 0 || name == string(file) && slices.Contains(allowed, name) {
		return name
	}
	return allowed[0]
}

// IsVerified reports whether the host's version is one that the table was verified with.
func (t *Table) IsVerified(version string) bool { return slices.Contains(t.Verified, version) }
