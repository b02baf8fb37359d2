// Package facts reads what can be looked up in a tool document: ports, hosts,
// URLs, aliases, flags, ids, commands. What comes in are the bytes of TOOLS.md,
// or of AGENTS.md, of which only the section "## Tools" counts; what goes out are
// facts with the line each stands on, and the lines that hold a secret.
//
// A fact stands in a bullet, in a line of its own, in a row of a table, in a
// fence, or in a sentence that says how it is and not how it was; there it must
// be told by its looks or by the word in front of it, and counts once. Reasons,
// how-to, incidents, rules, the refused half of a pair, placeholders and the
// values of the host's template are none.
//
// Invariants:
//
//  1. A value is a slice of the line that the fact names, byte for byte.
//  2. No value holds a secret; where one stood is reported.
//  3. Facts come in the order of their lines, and none twice.
package facts
