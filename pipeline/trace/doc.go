// Package trace finds what became of a subject: in which entries, drafts and lessons it is, and who approved it.
//
// What comes in is a workspace, with its log and the lessons that a collection finds in it now; what goes out are
// matches, and the practices that lessons of a time used. Nothing is written.
//
// Terms: a subject is what a person asks about, as a name, words, or a part of an ID; a match is something that a
// subject may mean, in one of four places (Where); a lesson is gone if it backed an entry and is in no source any more.
//
// Invariants:
//
//  1. Matches come place by place in the order of Where, and within a place the best first.
//  2. Something that has just the name that was asked for is meant alone.
package trace
