// Package section reads and writes the wisdom section of SOUL.md. What comes in
// is a markdown.Document; what goes out is the section line by line, or the
// document's bytes with a new section in place.
//
// The section begins with its level-2 heading and ends before the next heading
// of level 1 or 2; blank lines and dividers at its end are not part of it. A
// bold line that a divider right below it turns into a heading is read as the
// entry that it was meant to be.
//
// Invariants:
//
//  1. Put changes no byte outside the section, and no other heading.
//  2. Putting a section that was just read and rendered changes nothing;
//     putting it twice is putting it once.
//  3. What a person wrote into the section stays byte for byte; see Content.
package section
