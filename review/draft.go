package review

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// ItemKind says what deciding on an item is about.
type ItemKind string

// The kinds of items.
const (
	AddEntry  ItemKind = "entry" // put an entry into the section
	DropEntry ItemKind = "drop"  // take one out that lessons no longer support, or contradict

	AddFact  ItemKind = "fact"      // put a fact into TOOLS_COMPACT.md; it replaces the old value, if there is one
	DropFact ItemKind = "drop-fact" // remove a fact that its source no longer states

	AddLine ItemKind = "line" // put a line into a file that a person writes, outside the section

	SetTrigger ItemKind = "trigger" // bring an entry to the model before calls of tools; see section.Trigger

	Rewrite ItemKind = "rewrite" // put a person's text around the section, or among the facts of TOOLS_COMPACT.md
)

// Item is the part of a draft that is decided on its own.
type Item struct {
	ID     string         `json:"id"` // e1, e2, …
	Kind   ItemKind       `json:"kind"`
	Target workspace.Path `json:"target"`
	// Name and Text are those of an entry, or of a fact. Of a trigger they are the entry and the calls, none of one to
	// remove.
	Name string `json:"name"`
	Text string `json:"text"`
	// Lessons are the IDs of the lessons that back the item; for a drop, of those that backed the entry.
	Lessons []string `json:"lessons"`
	// Misfits are lessons of the same practice that the text does not cover.
	Misfits []string `json:"misfits,omitempty"`
	// Quotes is the ID of the lesson whose clause is the text; empty if a model worded it.
	Quotes string `json:"quotes,omitempty"`
	// Tokens is the item's share of the budget.
	Tokens int    `json:"tokens"`
	Origin Origin `json:"origin"`
	// Why says in words why it is proposed.
	Why string `json:"why"`
	// Source is the place of a fact, Old the value that it replaces; of a new entry Old is the one that goes for it.
	Source string `json:"source,omitempty"`
	Old    string `json:"old,omitempty"`
	// Insert is the text of an AddLine; it is inserted before the byte At of the base. For a Rewrite of SOUL.md it is
	// the whole file, with the section of the base.
	Insert string `json:"insert,omitempty"`
	At     int    `json:"at,omitempty"`
}

// InSection reports whether an item is about an entry of the section.
func (i Item) InSection() bool { return i.Kind == AddEntry || i.Kind == DropEntry }

// InTable reports whether an item is about TOOLS_COMPACT.md.
func (i Item) InTable() bool { return i.Target == lookup.File }

// Entry is the entry that an item is about.
func (i Item) Entry() section.Entry { return section.Entry{Name: i.Name, Text: i.Text} }

// replaces reports whether an item puts its entry in the place of a line of the section.
func (i Item) replaces(line Line) bool { return i.Kind == AddEntry && i.Old == line.Entry().String() }

// Replacing is the item of a draft that puts another entry in the place of a line.
func (m *Manifest) Replacing(line Line) (Item, bool) {
	return find(m.Items, func(i Item) bool { return i.replaces(line) })
}

// Origin says where an entry comes from.
type Origin string

// The origins of an entry.
const (
	New      Origin = "new"
	Kept     Origin = "kept"
	Reworded Origin = "reworded"
	Hand     Origin = "hand"
	Required Origin = "required"
)

// Line is an entry of the section in its final order. Those with an Item are in the section if that is approved (or,
// for a drop, if it is not); the others are in it in any case.
type Line struct {
	Item    string   `json:"item,omitempty"`
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Lessons []string `json:"lessons"`
	// Gone are lessons that it was approved for and that no longer exist.
	Gone   []string `json:"gone,omitempty"`
	Origin Origin   `json:"origin"`
	// Draft is the one that brought a kept entry.
	Draft string `json:"draft,omitempty"`
}

// Entry is the entry of a line.
func (l Line) Entry() section.Entry { return section.Entry{Name: l.Name, Text: l.Text} }

// Target is a file that a draft would change.
type Target struct {
	Path workspace.Path `json:"path"`
	// Base is the file that the draft was made from, SectionBase the section in it; either may be absent.
	Base        workspace.Hash `json:"base"`
	SectionBase workspace.Hash `json:"section_base"`
}

// SourceHash is a file that was read for lessons.
type SourceHash struct {
	Path string         `json:"path"`
	Hash workspace.Hash `json:"hash"`
}

// Dropped says what is not in the draft, and why. Its JSON is part of the contract of run --dry-run --json.
type Dropped struct {
	Kind   string `json:"kind"` // lesson, theme or entry
	ID     string `json:"id"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
	// Name is the name for people, Lessons are the lessons behind it.
	Name    string   `json:"name,omitempty"`
	Lessons []string `json:"lessons,omitempty"`
}

// Budget is the size of the section and of its file. Its JSON is part of the contract of run --dry-run --json.
type Budget struct {
	SectionTokens int `json:"section_tokens"`
	SectionLimit  int `json:"section_limit"`
	SoulTokens    int `json:"soul_tokens"`
	SoulLimit     int `json:"soul_limit"`
}

// View is a file for people that shows a part of the draft.
type View struct {
	Path workspace.Path `json:"path"`
	Hash workspace.Hash `json:"hash"`
}

// Manifest is a draft on disk.
type Manifest struct {
	SchemaVersion int    `json:"schema_version"`
	ID            string `json:"id"`
	Created       string `json:"created"` // RFC 3339
	Version       string `json:"version"` // of wisdom
	// File holds the section; empty for lint.SoulFile.
	File workspace.Path `json:"section_file,omitempty"`
	// Revises is the draft that a person wanted otherwise, empty for that of a run.
	Revises string `json:"revises,omitempty"`
	Engine  string `json:"engine"`
	Model   string `json:"model"`
	// ModelDigest names the bytes of the model, ModelOptions are those it was asked with.
	ModelDigest  string         `json:"model_digest,omitempty"`
	ModelOptions map[string]any `json:"model_options,omitempty"`
	// SentTo says in words where lessons were sent; empty if they stayed.
	SentTo string `json:"sent_to,omitempty"`
	// PromptHash names the prompts and output schemas of this version.
	PromptHash workspace.Hash `json:"prompt_hash"`
	Sources    []SourceHash   `json:"sources"`
	Items      []Item         `json:"items"`
	Targets    []Target       `json:"targets"`
	// Header and Lines are the section if every item is approved.
	Header section.Header `json:"header"`
	Lines  []Line         `json:"lines"`
	// Tools is TOOLS_COMPACT.md, where the draft is about it.
	Tools *Table `json:"tools,omitempty"`
	// Unchanged is the account of the tool documents where the draft is not about the table.
	Unchanged *Account `json:"tools_account,omitempty"`
	// Practices is what the model's next run starts from, so that a lost ledger can be rebuilt. It is nil if the draft
	// is not about the section, or if no model was ever asked.
	Practices *lesson.Practices `json:"practices,omitempty"`
	// Lessons are those that back items and lines.
	Lessons  []lesson.Lesson `json:"lessons"`
	Dropped  []Dropped       `json:"dropped"`
	Budget   Budget          `json:"budget"`
	Lint     []lint.Finding  `json:"lint"`
	Views    []View          `json:"views"`
	Findings []lint.Finding  `json:"findings"`
}

// SectionFile is the file that holds the section.
func (m *Manifest) SectionFile() workspace.Path { return cmp.Or(m.File, lint.SoulFile) }

// Draft is a draft that was read from disk.
type Draft struct {
	Manifest
	// Hash names the bytes of the manifest.
	Hash workspace.Hash
	// Bases are the targets as the draft was made from them; those that were not there have none.
	Bases map[workspace.Path][]byte
}

// NoDraftError says that there is no such draft.
type NoDraftError struct {
	ID   string // the requested ID; empty for the pending draft
	Like []string
	// Last says what became of the newest draft, if it expired or was sent back; Expired or SentBack is its ID then.
	Last, Expired, SentBack string
}

// shortestID is the least of an id's last part that names a draft: what is approved must have been seen.
const shortestID = 4

// Error implements error.
func (e *NoDraftError) Error() string {
	switch {
	case e.ID == "" && e.Last != "":
		return "no draft is pending review: " + e.Last
	case e.ID == "":
		return "no draft is pending review"
	case len(e.Like) > 1:
		return fmt.Sprintf("%q could be %s", e.ID, strings.Join(e.Like, " or "))
	}
	return fmt.Sprintf("there is no draft %q", e.ID)
}

// Resolve finds the draft that id names. Its day may be missing, and of the rest the first few digits are enough.
func (h *history) Resolve(id string) (string, error) {
	var like []string
	for _, draft := range h.Drafts() {
		if draft == id {
			return id, nil
		}
		day, _, _ := strings.Cut(draft, "-")
		rest := strings.TrimPrefix(id, day+"-")
		if len(rest) >= shortestID && strings.HasPrefix(draft, day+"-"+rest) {
			like = append(like, draft)
		}
	}
	if len(like) != 1 {
		return "", &NoDraftError{ID: id, Like: like}
	}
	return like[0], nil
}

// All approves every item.
func (d *Draft) All() map[string]Decision {
	decisions := map[string]Decision{}
	for _, item := range d.Items {
		decisions[item.ID] = Taken
	}
	return decisions
}

// records are the entries as a generation keeps them.
func records(lines []Line, draft string) []backups.Entry {
	entries := []backups.Entry{}
	for _, line := range lines {
		if line.Origin == Required || line.Origin == Hand {
			continue // a person's own words are theirs
		}
		from := line.Draft
		if line.Item != "" {
			from = cmp.Or(from, draft)
		}
		lessons := slices.Concat(line.Lessons, line.Gone)
		entries = append(entries, backups.Entry{Name: line.Name, Text: line.Text, Lessons: lessons, Draft: from})
	}
	return entries
}

// name gives a manifest its id: the day, and a part of the hash of what it proposes.
func (m *Manifest) name(day string) error {
	m.ID = ""
	b, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("name the draft: %w", err)
	}
	m.ID = strings.ReplaceAll(day, "-", "") + "-" + workspace.ShortHash(string(b), 6)
	return nil
}

// IDs lists the items of a draft.
func (m *Manifest) IDs() []string { return idsOf(m.Items) }

func idsOf(items []Item) []string {
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	return ids
}

// AllIDs returns the IDs of the items, followed by those of the facts that were not included and that a reviewer may
// include.
func (m *Manifest) AllIDs() []string {
	ids := m.IDs()
	if m.Tools != nil {
		for _, l := range m.Tools.LeftOut {
			if l.ID != "" {
				ids = append(ids, l.ID)
			}
		}
	}
	return ids
}

// Item finds an item by its ID. A fact that was not included, and that a reviewer may include, is an item too.
func (m *Manifest) Item(id string) (Item, bool) {
	if item, ok := find(m.Items, func(item Item) bool { return item.ID == id }); ok || m.Tools == nil || id == "" {
		return item, ok
	}
	l, ok := find(m.Tools.LeftOut, func(l LeftOut) bool { return l.ID == id })
	if !ok {
		return Item{}, false
	}
	item := FactItem(l.Fact(), AddFact, "", "a reviewer takes it in", 0)
	item.ID = id
	return item, true
}

// isLeftOut reports whether an ID names a fact that was not included.
func (m *Manifest) isLeftOut(id string) bool {
	return slices.Contains(m.AllIDs()[len(m.Items):], id)
}

func (m *Manifest) described(ids []string) []Item {
	items := []Item{}
	for _, id := range ids {
		if item, ok := m.Item(id); ok {
			items = append(items, item)
		}
	}
	return items
}

// approved are the items that decisions approve, with facts that they take in.
func (m *Manifest) approved(decisions map[string]Decision) []Item {
	return m.described(m.decided(decisions, Taken))
}

// decided are the IDs of the items with a decision, and of the facts that a reviewer took in.
func (m *Manifest) decided(decisions map[string]Decision, decision Decision) []string {
	return slices.DeleteFunc(m.AllIDs(), func(id string) bool { return decisions[id] != decision })
}

// rewriteOf finds the item that puts a person's text into a file.
func (m *Manifest) rewriteOf(p workspace.Path) (Item, bool) {
	return find(m.Items, func(item Item) bool { return item.Kind == Rewrite && item.Target == p })
}

// Changes reports whether a draft is about a file.
func (m *Manifest) Changes(p workspace.Path) bool {
	return slices.ContainsFunc(m.Items, func(i Item) bool { return i.Target == p })
}

// bases are the targets as the draft was made from them.
func (m *Manifest) bases() map[workspace.Path]workspace.Hash {
	bases := map[workspace.Path]workspace.Hash{}
	for _, t := range m.Targets {
		bases[t.Path] = t.Base
	}
	return bases
}

// find returns the first of all that is; found is false if none is.
func find[T any](all []T, is func(T) bool) (one T, found bool) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return one, false
}
