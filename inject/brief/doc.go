// Package brief assembles the context block for a task: what an agent that is sent a task must know of a project,
// within a budget of tokens.
//
// What comes in are two folders, the project's repository and the operator's workspace (often the same one), a level
// and the time. What goes out is a block of Markdown between <zeos_context> tags, and a log that says which file
// each section came from.
//
// A section is a part of the block: SOUL (who the project is), ANCHORS (what was decided for good), PROFILE (how the
// operator works), JOURNAL (the newest session), ROADMAP (the current phase). A level names the sections and the
// budget. A section's share is the part of the budget that it is meant to take. A source is a pattern of paths where a
// section is looked for. An anchor is a decision or a constraint that no summary may lose.
//
// Invariants:
//
//  1. A block never takes more tokens than its budget, unless SOUL and ANCHORS leave no room
//     for the least of a journal, and never more than HardCap.
//  2. SOUL and ANCHORS are whole, or there is an error: only comments, invisible
//     characters and secrets are not included. A README that replaces SOUL gives an
//     extract.
//  3. Sections are trimmed in one order: ROADMAP and PROFILE are dropped, JOURNAL is
//     shortened, and dropped only where HardCap leaves fewer than 40 tokens for it.
//  4. The block parses as its schema whatever the files contain: no text of a file
//     closes the block, opens another, begins a section or forges a task.
//  5. No secret that the rules know is in a block, whatever its parts are joined by in a
//     file. A secret is counted, never shown.
//  6. Same files, same options, same bytes.
//  7. The log is true: it calls a journal full if and only if the whole of it is in the
//     block, and what is not included of a section is a step of trimming.
//  8. A section comes from the folder it belongs to: a README of the workspace is never
//     the identity of another repository, and no note of the workspace is its journal.
//
// TestSpecification names every rule of the specification.
//
// # Where to look
//
//   - levels, budgets, sections, their order: level.go; how a section is made: build.go; from what: sources.go
//   - which part of a journal is kept: journal.go; how text is cut: cut.go; what is personal: scrub.go
package brief
