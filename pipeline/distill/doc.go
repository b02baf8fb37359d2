// Package distill turns lessons into the few entries of a section. What comes in
// are lessons and the entries that stand already; what goes out are themes,
// entries, and for everything that is in none of them a reason.
//
// The way: cluster.go groups lessons that are alike into themes, clause.go cuts
// lessons into clauses, wording.go finds the clauses that may speak for a theme
// and name.go its name, different.go counts the lessons that do not repeat another,
// select.go chooses what fits the budget. lexicon.go holds
// the words that they go by. With a model, propose.go asks it for groups and
// reword.go for wordings; what it has no usable answer for stays as without one.
//
// Invariants:
//
//  1. A lesson is in at most one theme.
//  2. Without a model, a wording is a clause of one of its theme's lessons: the
//     same words in the same order, some specifics left out. A model's wording has
//     words of its lessons, does not turn them, and passes the same checks.
//  3. What is kept stays word for word while enough of its lessons stand, and
//     is paid for before anything new.
//  4. The result depends on the lessons, not on their order.
package distill
