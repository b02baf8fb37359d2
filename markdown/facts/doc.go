// Package facts reads what can be looked up in a tool document: ports, hosts,
// URLs, aliases, flags, ids, paths, commands. What comes in are the bytes of TOOLS.md,
// or of AGENTS.md, of which only the section "## Tools" counts; what goes out are
// facts with the line each stands on, and the lines that hold a secret.
//
// A document is read by its structure: bullets and lines that are a key and what it
// has, rows of tables, commands and settings in fences, code and addresses in short
// statements. A text is cut into clauses. The first thing in a clause that can be
// told from its looks is the value; the words in front of it are its attribute, all that
// is said behind it is its qualifier. All this makes a candidate. An ordered table of
// rules refuses what is no fact: the first that applies, and it names itself (see
// Decision). What none refuses is a fact.
//
// A fact says all that its statement says. If words would be dropped, if a sentence beside
// it limits something, or if it is more a sentence than a name and a value, it is unclear.
//
// The subject of a value is its key; without one, the heading above. A heading that names
// nothing by itself ("Access") is named with the one above it, and so is one below a
// short heading. A label in bold names all that its bullet says, a lead-in ("Ports of the
// print server:") what is in the list, the table or the lines right below it. A row is
// named by a cell that no other row has, and a column of a table is read in all rows or in none.
// The members of a list that names them are all of them (see Whole). A list of
// values is one fact, or none if a member cannot be shown.
//
// What is refused because the rules cannot tell what the value is, or of what, is
// told as unclear: a person or a model may know.
//
// Words of natural languages are data, in package lang.
//
// Invariants:
//
//  1. A value is a slice of the line that the fact names, byte for byte; so is its
//     qualifier.
//  2. Neither holds a secret; where one stood is reported.
//  3. Facts come in the order of their lines, and none twice.
package facts
