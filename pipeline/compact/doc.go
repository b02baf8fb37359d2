// Package compact chooses what of the tool documents goes into TOOLS_COMPACT.md.
// What comes in are facts, what stands in the table already, and a budget; what
// goes out is the table with every fact's place, and what was left out.
//
// What does not fit is chosen by use: facts that match a pattern of the settings,
// then the way to a thing (ports, hosts, addresses, paths, commands, aliases, models,
// ids of six characters and more), then flags, phone numbers, short ids and names of accounts, then
// other names and long commands, then limits, times and documents to read on; what its author gave no name comes a class later; within
// each, those whose name turns up in recent notes and those that a command of the
// same file names. The choice is distill's knapsack over both counts, exact but for the headings and
// shared keys, which are paid for once it is known which ones there are.
//
// A new table has a list whose members are of use only together whole or not at all, and a list goes as a whole for want of
// room; in a table that stands, members may be missing that came later. Of a key that its source gives two values neither is chosen. What is unclear to the rules is chosen only if a model ranks it.
//
// A model names facts. What is chosen without it stays chosen, under its names as far as they leave
// room for that; its ranks, and what it calls noise, decide about the room that is left.
//
// What another file of the workspace speaks against is disputed, and not chosen; a row that stands already
// stays, and keeps its value.
//
// Invariants:
//
//  1. The text fits the budget unless what stands already does not.
//  2. Every value stands in the text and in its source line, byte for byte.
//  3. A fact that stands stays while its source says the same, and where nothing
//     changed nothing is added.
//  4. Everything that was left out is named with its line and the reason.
package compact
