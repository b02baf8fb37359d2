// Package facts reads what can be looked up in a tool document: ports, hosts,
// URLs, aliases, flags, ids, paths, commands. What comes in are the bytes of TOOLS.md,
// or of AGENTS.md, of which only the section "## Tools" counts; what goes out are
// facts with the line each is on, and the lines that hold a secret.
//
// A fact is a subject and, byte for byte, all that its statement says of it: what stands
// behind the label of a bullet or of a line, a cell, a command, a bullet or a sentence as a whole. No value is
// taken out of a statement, and none is cut. A statement that is longer than Longest, runs over several
// lines, is a part of several steps, refers to something outside of it or holds nothing to look up is no fact.
//
// The subject is the label; without one, the heading above. A heading that names nothing by itself ("Access"), that the
// file has twice or that is short is named with the one above it. A lead-in ("Ports of the print server:") names what
// is in the list or the lines right below it. Above a table it is a part of the heading, as a condition of a few words
// ("Staging only.") is above both. A row is named by its first cells, as many as no other row begins with, and a cell
// by the head of its column.
//
// The cells of a row that tell something are taken whole or not at all. Each member of a list that has no name but that
// of the list tells how many there are (see Members), so that a part of them does not look like all. A cell tells nothing
// if it explains and sets no condition, says that all is well, or says how large or old something was.
//
// What is struck out is not there: what stands around it is the statement, each part with its name. What says of itself
// that it is out of use, and all below a heading or a line that says so, is read and refused.
//
// Each statement is a candidate. An ordered table of rules refuses what is no fact: the first that applies, and it
// names itself (see Decision). What is refused because the rules cannot tell what the value is, or of what, is told as
// unclear: a person or a model may know.
//
// An account tells of every line without a fact in which list it ends (see Line): prose, left out with a reason, or not
// understood. Whatever nothing decided on is not understood, unless it is words alone: no line vanishes.
//
// What a line, row, item or paragraph says in a few words beside a fact is a remark and goes with it word for word,
// whatever it says, unless a secret is named there or the head of its column says that it explains. What forbids
// something, sets a condition or is marked as a warning goes with the facts beside it, else with those of its section
// that it names, else with all of that section. What a section begins with goes with all of it, and what a list says
// with what leads to the list; see Bans. What goes with none is a Rule.
//
// Words of natural languages are data, in package lang.
//
// Invariants:
//
//  1. A value is a slice of the line that the fact names, byte for byte; so is its
//     qualifier.
//  2. A statement that holds a secret, or may hold one by its name, by the name of a secret that no place follows or by
//     a word that looks chosen, yields nothing; where one surely stood is reported.
//  3. Facts come in the order of their lines, and none twice.
//  4. Every line in scope that is not blank holds a fact, or something unclear, or is in the account once; only
//     headings, marks of fences and the line below the head of a table are neither. Of a line that holds a secret or may
//     hold one, the account tells the place alone.
//  5. A ban is in its document word for word. One that holds a secret or is longer than LongestBan (one of a section: twice that) does not fit, and then
//     no table can hold its facts.
//
// # Where to look
//
//   - what is a fact: rules.go, walk.go; its kind: kind.go; its name: subject.go; its label: statement.go
//   - tables: table.go; fenced code: fence.go; what is out of use, and how long a fact may be: walk.go
//   - lines without a fact: account.go; what forbids a fact: bans.go; what may hide a secret: withheld.go
package facts
