// Package markdown reads a document as bytes plus structure, and edits it by
// splicing bytes. What comes in are the bytes of a file, what goes out are the
// places of its headings and blocks, or new bytes. Nothing is ever rendered
// back from the structure.
//
// goldmark decides what is a heading, a list, a table. Around it stands what
// real files need: a byte order mark, front matter, lone carriage returns and,
// for reading, fences that were never closed are blanked out in a copy of the
// same length, so that every offset holds for the file itself.
//
// Invariants:
//
//  1. Offsets are offsets into the bytes that came in.
//  2. Only headings that belong to the document itself count, not those inside
//     lists, quotes, code, HTML blocks or comments.
//  3. Splice leaves every byte outside the given range as it was.
//
// Below it: section reads and writes the wisdom section, host knows what the
// host loads and what it refuses.
package markdown
