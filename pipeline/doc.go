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
//
// # Where to look
//
//   - the order of the stages: run.go; what ends a run early: result.go
//   - which entries fit the budget: select.go, fill.go; why one does not: validate.go, not_included.go,
//     review/admit.go
//   - which model is asked, and when it is examined: exams.go; the required entry: required.go
//   - lines that are proposed for AGENTS.md and SOUL.md: lines.go
package pipeline
