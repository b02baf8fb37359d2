// Package compact chooses which facts of the tool documents are in TOOLS_COMPACT.md. Facts, the existing table and a
// budget come in. The table goes out, each fact with its place, and everything that is not included.
//
// If not all facts fit, a table is for what nobody guesses. First comes what a pattern of the settings asks for. Then
// some facts are in of each kind that the specification names: ports, hosts, flags, cameras, voices, chats, accounts. Then
// a class of facts comes before the next one:
//
//   - the way to a thing: ports, hosts, addresses, paths, commands, aliases, models, IDs of six characters and more
//   - flags, phone numbers, short IDs, names of accounts
//   - other names, long commands
//   - limits, times, documents to read on
//
// A fact to which its author gave no name comes a class later.
//
// Within a class, facts come first that AGENTS.md or recent notes name, or a command of the same file, then those that
// take least. The order of the source breaks ties. Each is taken if the text with it fits.
//
// A new table has a list whose members are of use only together whole or not at all, and a list goes as a whole if
// there is no room. In an existing table, members that came later may be missing. If a source gives a key two values,
// both may be. What is unclear to the rules is not chosen. No model is asked (docs/quality.md).
//
// Notes that speak against a fact change nothing in the choice: the value of the tool document is in the table, and the
// reviewer is told; see Contradictions.
//
// Invariants:
//
//  1. The text fits the budget unless the existing table does not.
//  2. Every value is in the text and in its source line, byte for byte.
//  3. A fact of the existing table stays while its source says the same. While the documents are those of the last draft,
//     nothing is added to that, whatever notes say.
//  4. Everything that is not included is named with its line and the reason.
package compact
