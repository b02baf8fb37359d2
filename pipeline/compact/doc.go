// Package compact chooses which facts of the tool documents are in TOOLS_COMPACT.md. Facts, the existing table and a
// budget come in. The table goes out, each fact with its place, and everything that is not included.
//
// If not all facts fit, they are chosen by use. A class of facts comes before the next one:
//
//   - facts that match a pattern of the settings
//   - the way to a thing: ports, hosts, addresses, paths, commands, aliases, models, IDs of six characters and more
//   - flags, phone numbers, short IDs, names of accounts
//   - other names, long commands
//   - limits, times, documents to read on
//
// A fact to which its author gave no name comes a class later. Within a class, facts whose name is in recent notes, and
// those that a command of the same file names, come first, then the shorter ones. Each is taken if the text with it fits.
//
// A new table has a list whose members are of use only together whole or not at all, and a list goes as a whole if
// there is no room. In an existing table, members that came later may be missing. If a source gives a key two values,
// both may be. What is unclear to the rules is never in the table. No model is asked (docs/quality.md).
//
// Notes that speak against a fact change nothing in the choice: the value of the tool document is in the table, and the
// reviewer is told; see Contradictions.
//
// Invariants:
//
//  1. The text fits the budget unless the existing table does not.
//  2. Every value is in the text and in its source line, byte for byte.
//  3. A fact of the existing table stays while its source says the same, and if nothing changed, nothing is added.
//  4. Everything that is not included is named with its line and the reason.
package compact
