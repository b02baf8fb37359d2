// Package pipeline runs the stages in order: lessons are collected, distilled
// into themes and entries, chosen under the budgets, and assembled into a
// proposal; beside them the facts of tool documents are compacted into a table. What comes in is a workspace and settings, what goes out is a
// Result; nothing is written. Staging the proposal is review's, and promoting it
// is nobody's here: this package has no way to reach backups.
//
// Invariants:
//
//  1. One direction: a stage takes the value that the stage before it returned.
//  2. With the built-in engine a run is a pure function of the files and the
//     date; with a model, of its answers too, and they are kept.
//  3. Everything that is not in the section or the table is named with a reason.
package pipeline
