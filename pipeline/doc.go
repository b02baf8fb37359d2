// Package pipeline runs the stages in order: it collects lessons, distills them into themes and entries, selects
// entries under the budgets, and assembles a proposal. It also compacts the facts of tool documents into a table. A
// workspace and settings come in. A Result goes out; nothing is written. Package review stages the proposal. This
// package cannot promote it, because it cannot import backups.
//
// Invariants:
//
//  1. One direction: a stage takes the value that the stage before it returned.
//  2. With the built-in engine a run is a pure function of the files and the date; with a model, of its answers
//     too, and they are kept.
//  3. Everything that is not in the section or the table is named with a reason.
package pipeline
