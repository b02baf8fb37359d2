// Package compact chooses which facts of the tool documents are in TOOLS_COMPACT.md. Facts, the existing table and a
// budget come in. The table goes out, each fact with its place, and everything that is not included.
//
// If not all facts fit, a table is for what nobody guesses. First comes what a pattern of the settings asks for. Then
// some facts are in of each kind that the specification names: ports, hosts, flags, cameras, voices, chats, accounts. Then
// a class of facts comes before the next one:
//
//   - what things are called: ports, hosts, aliases, devices, voices, models, chats, IDs of six characters and more
//   - where things are: paths, addresses, commands that name a file, a host or an ID
//   - flags, phone numbers, short IDs, names of accounts
//   - other names, commands that name nothing of the owner's, long commands
//   - limits, times, documents to read on
//
// A fact to which its author gave no name comes a class later.
//
// Within a class, facts come first that AGENTS.md or recent notes name, or a command of the same file, then those that
// take least. The order of the source breaks ties. Each is taken if the text with it fits. A value that the table holds
// already, on its own or in an address, waits until the others had their turn.
//
// All facts of a line are added, or none, and so are those of a short list whose members are all facts. Of another list,
// a part may be in the table, which says so. What is unclear to the
// rules is not chosen. No model is asked (docs/quality.md).
//
// If a document gives one key two values, both are in the table, and the reviewer is told; see Contradictions.
//
// Invariants:
//
//  1. The text fits the budget unless the existing table does not.
//  2. Every value is in the text and in its source line, byte for byte.
//  3. A fact of the existing table stays while its source says the same. While the documents are those of the last draft,
//     nothing is added to that, whatever notes say.
//  4. Everything that is not included is named with its line and the reason.
package compact
