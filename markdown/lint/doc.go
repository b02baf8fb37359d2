// Package lint checks the files of a workspace, the text of SOUL.md, or one entry against the rules. Text comes in.
// Findings go out, each with a rule, a place and a hint. The same rules apply to the workspace and to everything that
// an engine proposes.
//
// Invariants:
//
//  1. Findings come in the order of their places.
//  2. A finding never holds a secret.
//  3. The required entry is exempt from the rules for entries.
package lint
