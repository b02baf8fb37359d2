// Package lesson holds what the program knows of a lesson: its text, the places where it was found, the files where
// people keep lessons, and the ledger of the lessons that earlier runs saw. The lessons of a run come in. The ledger
// answers which of them are new and which are gone.
//
// A Lesson is one thing that the agent or its user learned. A Place is a range of lines in a file that states it. The
// Ledger is a cache: a run rebuilds a lost one from the drafts. Only the memory of what is new is lost then, and no
// evidence of an entry.
//
// Invariants:
//
//  1. A lesson is identified by its content, not by its line.
//  2. A known lesson counts, however old its note is, until its text is gone.
//  3. A place that cannot be read proves nothing about its lessons.
package lesson
