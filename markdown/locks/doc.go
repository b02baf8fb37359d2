// Package locks finds secrets that only tool documents hold: codes of doors, safes
// and alarms, and passwords that stand beside the name of a user or a network. What
// package secrets knows by its looks, or by a name in front of it, is gone before.
//
// What comes in is a line; what goes out is the line with secrets.Redacted in the
// place of each. The words that it goes by are data of the languages, in package lang.
//
// Invariants:
//
//  1. A line without such a secret comes back as it is.
//  2. Nothing but the secret itself is taken out.
package locks
