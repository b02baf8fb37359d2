// Package score compares what the pipeline made of a workspace with what people
// say about it. What comes in are the labels of the workspace, the lessons that
// were collected, the themes they were put into and the entries that came of
// them; what goes out are named figures. It reads nothing but labels.
//
// labels.go holds the labels, match.go finds out which collected lesson is which
// labelled one, collection.go, themes.go and entries.go make the figures;
// cluster.go compares groupings, wording.go clauses, values.go looks for what an
// entry has and its lessons do not.
//
// Invariants:
//
//  1. A figure is 1 where everything is right, and less for everything that is
//     wrong: a theme dropped, a number swapped, a negation flipped, two themes
//     merged.
//  2. A figure for which there is nothing to judge says so: it is neither good
//     nor bad.
//  3. A labelled lesson counts once, however often it was collected.
//  4. What does not fit the budget covers nothing.
package score
