// Package score compares what the pipeline made of a workspace with what people
// say about it. What comes in are the labels of the workspace, the lessons that
// were collected, the themes they were put into and the entries that came of
// them; what goes out are named figures. It reads nothing but labels.
//
// labels.go holds the labels, match.go finds out which collected lesson is which
// labelled one, collection.go, themes.go and entries.go make the figures, as
// recall.go and tools.go do for messages and tool files; columns.go names them
// all, cluster.go compares groupings.
//
// Invariants:
//
//  1. A figure is 1 where everything is right, and less for everything that is
//     wrong: a theme dropped, two themes merged, a lesson lost.
//  2. A figure for which there is nothing to judge says so: it is neither good
//     nor bad.
//  3. A labelled lesson counts once, however often it was collected.
package score
