package review

import (
	"bytes"

	"github.com/aymanbagabas/go-udiff"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// MergeUndo takes what a promotion or rollback changed in a file out of it, line by line, and keeps what was written
// elsewhere in the file since. ok is false where both changed the same lines, and where the section of SOUL.md is not,
// byte for byte, what was left there: then a reviewer has to look.
func MergeUndo(p workspace.Path, undo backups.Undo) (merged []byte, ok bool) {
	since, ok := editsSince(p, undo.After, undo.Now)
	if !ok {
		return nil, false
	}
	edits, ok := udiff.Merge(udiff.Lines(string(undo.After), string(undo.Before)), since)
	if !ok {
		return nil, false
	}
	text, err := udiff.Apply(string(undo.After), edits)
	if err != nil {
		return nil, false
	}
	merged = []byte(text)
	if p != lint.SoulFile {
		return merged, true
	}
	same, found := sameSection(undo.Before, merged)
	return merged, same && found
}

// editsSince are the edits that lead from one text of a file to a later one. In
// SOUL.md none of them is within the section, which must be the same in both.
func editsSince(p workspace.Path, before, now []byte) (edits []udiff.Edit, ok bool) {
	if p != lint.SoulFile {
		return udiff.Lines(string(before), string(now)), true
	}
	if same, found := sameSection(before, now); !same || !found {
		return nil, false
	}
	old, _ := section.In(before) // found in both, or in none
	current, _ := section.In(now)
	if old == nil {
		return udiff.Lines(string(before), string(now)), true
	}
	edits = udiff.Lines(string(before[:old.Start]), string(now[:current.Start]))
	for _, e := range udiff.Lines(string(before[old.End:]), string(now[current.End:])) {
		edits = append(edits, udiff.Edit{Start: old.End + e.Start, End: old.End + e.End, New: e.New})
	}
	return edits, true
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
