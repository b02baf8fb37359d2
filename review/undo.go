package review

import (
	"bytes"

	"wisdom/backups"
	"wisdom/markdown/section"
)

// MergeUndo takes what a promotion or rollback changed in a file out of it, line by line, and keeps what was written
// elsewhere in the file since. ok is false where both changed the same lines, and where the section, if there is one, is
// not, byte for byte, what was left there: then a reviewer has to look.
func MergeUndo(undo backups.Undo) (merged []byte, ok bool) {
	merged, ok = mergeTexts(undo.After, undo.Before, undo.Now)
	return merged, ok && sameSection(undo.After, undo.Now) && sameSection(undo.Before, merged)
}

// sameSection reports whether two texts have the same section, or none; not where it cannot be found.
func sameSection(before, now []byte) bool {
	old, errOld := section.In(before)
	current, errNow := section.In(now)
	switch {
	case errOld != nil || errNow != nil:
		return false
	case old == nil || current == nil:
		return old == current
	}
	return bytes.Equal(before[old.Start:old.End], now[current.Start:current.End])
}
