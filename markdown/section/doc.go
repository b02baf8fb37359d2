// Package section reads and writes the wisdom section of SOUL.md. A markdown.Document comes in. The section line by
// line goes out, or the document's bytes with a new section.
//
// The section begins with its level-2 heading and ends before the next heading of level 1 or 2. Blank lines and
// dividers at its end are not part of it. A divider directly below a bold line makes that line a heading in Markdown;
// here it is read as the entry that its author meant. A formatter may wrap the entries as one paragraph: they are read
// as they were, where a sentence ends before a bold name with a full stop.
//
// Invariants:
//
//  1. Put changes no byte outside the section, and no other heading.
//  2. Putting a section that was just read and rendered changes nothing; putting it twice is putting it once.
//  3. Handwritten text in the section stays byte for byte; see Content.
package section
