// Package lint checks a workspace, the text of SOUL.md, or one entry against the
// rules. What comes in is text, what goes out are findings with a rule, a place
// and a way on. The same rules hold for what stands in the workspace and for
// everything that an engine proposes.
//
// Invariants:
//
//  1. Findings come in the order of their places.
//  2. A finding never holds a secret.
//  3. The required entry is exempt from the rules for entries.
package lint
