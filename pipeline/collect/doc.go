// Package collect finds the lessons in a workspace, wherever people wrote them.
// What comes in are folders and a date; what goes out are lessons with their
// lines, which sources were read, and what was odd about them.
//
// The way of a file: sources.go finds it, read.go and charset.go decode it and
// secrets are taken out, outline.go cuts it into headings with what stands below
// them, shapes.go, bullets.go and fields.go recognise the shapes in which lessons
// are written, emit.go and report.go tell lessons from what only looks like one,
// gather.go and same.go bring together what stands in several places. headings.go
// says what stands below a heading.
//
// All words stand in one file for each language, such as language_german.go; language.go
// says what each of their lists is for. testdata/languages and testdata/kinds show, note
// by note, what is collected.
//
// Invariants:
//
//  1. No lesson ever holds a secret: it is taken out before anything else
//     looks at the text.
//  2. The lines of a lesson are those of the file as it lies on disk.
//  3. The result depends on the content of the files only, not on the order in
//     which they are listed or read.
//  4. A source that is missing or cannot be read never fails the run.
//  5. The time grows with the number of texts, not with its square: where a text is
//     compared with others, there is a bound (mostLooked in retold.go).
package collect
