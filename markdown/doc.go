// Package markdown reads a document as bytes plus structure, and edits it by splicing bytes. The bytes of a file come
// in. The places of its headings and blocks go out, or new bytes. Nothing is ever rendered back from the structure.
//
// goldmark finds headings, lists and tables. Real files need more: a byte order mark, front matter, lone carriage
// returns and, for reading, unclosed fences are blanked out in a copy of the same length. So every offset also
// applies to the file itself.
//
// Invariants:
//
//  1. Offsets are offsets into the bytes that came in.
//  2. Only headings that belong to the document itself count, not those inside lists, quotes, code, HTML blocks or
//     comments.
//  3. Splice leaves every byte outside the given range as it was.
//
// The packages below it: section reads and writes the wisdom section, facts finds facts in tool documents, lookup
// lays out TOOLS_COMPACT.md, lint checks texts, host knows what the host loads and rejects.
package markdown
