package review

import (
	"bytes"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// sectionPart is the part of entries, in the section of SOUL.md.
type sectionPart struct{}

func (sectionPart) name() Part { return PartSection }

// InPlace are the lines that the decisions leave in the section, in order.
func (d *Draft) InPlace(decisions map[string]Decision) []Line {
	return slices.DeleteFunc(slices.Clone(d.Lines), func(line Line) bool {
		item, decidable := d.Item(line.Item)
		return decidable && line.Origin != Required && (item.Kind == DropEntry) == (decisions[item.ID] == Taken)
	})
}

func (sectionPart) settle(m *Manifest, of func(item string) outcome) {
	var lines []Line
	for _, line := range m.Lines {
		item, decidable := m.Item(line.Item)
		became := of(line.Item)
		switch {
		case !decidable || became == remains:
		case (item.Kind == DropEntry) == (became == applied):
			continue
		default:
			line.Item = ""
			if became == applied {
				line.keptBy(m.ID)
			}
		}
		lines = append(lines, line)
	}
	m.Lines = lines
}

// keptBy makes a line one that a draft brought and that is kept.
func (l *Line) keptBy(draft string) {
	if l.Draft == "" {
		l.Draft = draft
	}
	if l.Origin == New || l.Origin == Reworded {
		l.Origin = Kept
	}
}

func (sectionPart) take(_ workspace.FS, p *Proposal, from *Draft) bool {
	p.Engine, p.Model, p.ModelDigest, p.ModelOptions = from.Engine, from.Model, from.ModelDigest, from.ModelOptions
	p.SentTo, p.PromptHash, p.Practices = from.SentTo, from.PromptHash, from.Practices
	p.Header, p.Lines, p.Lessons, p.Dropped = from.Header, from.Lines, from.Lessons, from.Dropped
	return true
}

func (sectionPart) inherit(_ workspace.FS, p *Proposal, old *Draft, item Item, opts Options) (int, error) {
	at := slices.IndexFunc(p.Items, item.same)
	if at < 0 && item.Kind == AddEntry && item.Origin != Required {
		at = p.keepEntry(old, item, opts)
	}
	return at, nil
}

// keepEntry adds an approved entry to a proposal and returns its index: -1 if there is no room, or if another entry
// is backed by its lessons. A person's wording replaces the run's for the same lessons.
func (p *Proposal) keepEntry(old *Draft, item Item, opts Options) int {
	with := *p
	with.Items, with.Lines = slices.Clone(p.Items), slices.Clone(p.Lines)
	at := slices.IndexFunc(with.Lines, func(l Line) bool {
		return slices.ContainsFunc(l.Lessons, func(id string) bool { return slices.Contains(item.Lessons, id) })
	})
	i := len(with.Items)
	switch {
	case at < 0:
		item.ID = p.nextID("e")
		with.Items, with.Lines = append(with.Items, item), append(with.Lines, item.line())
	case item.Origin == Reworded && with.Lines[at].Origin == New:
		line := &with.Lines[at]
		i = slices.IndexFunc(with.Items, func(other Item) bool { return other.ID == line.Item }) // a new line has one
		item.ID, item.Lessons = line.Item, line.Lessons
		with.Items[i] = item
		line.Name, line.Text, line.Origin = item.Name, item.Text, Reworded
	default:
		return -1
	}
	with.Lessons = append(slices.Clone(p.Lessons), missing(old.Lessons, item.Lessons, p.Lessons)...)
	if with.aim() != nil || with.allValid(opts.Lint) != nil {
		return -1
	}
	*p = with
	return i
}

func dropItem(id string, e section.Entry, lessons []string, origin Origin, why string) Item {
	return Item{
		ID: id, Kind: DropEntry, Target: lint.SoulFile, Name: e.Name, Text: e.Text,
		Lessons: lessons, Origin: origin, Why: why,
	}
}

func (i Item) line() Line {
	return Line{Item: i.ID, Name: i.Name, Text: i.Text, Lessons: i.Lessons, Origin: i.Origin}
}

// sameSection reports whether two texts of SOUL.md have the same section, or none, and whether it can be found in both.
func sameSection(before, now []byte) (same, found bool) {
	old, errOld := section.In(before)
	current, errNow := section.In(now)
	if errOld != nil || errNow != nil {
		return false, false
	}
	return old == nil && current == nil ||
		old != nil && current != nil && bytes.Equal(before[old.Start:old.End], now[current.Start:current.End]), true
}
