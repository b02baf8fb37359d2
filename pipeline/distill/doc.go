// Package distill turns lessons into the few entries of a section. What comes in
// are lessons and the entries that stand already; what goes out are themes,
// entries, and for everything that is in none of them a reason.
//
// The way: cluster.go groups lessons that are alike into themes, clause.go cuts
// lessons into clauses, wording.go finds the clauses that may speak for a theme
// and name.go its name, different.go counts the lessons that do not repeat another,
// select.go chooses what fits the budget. lexicon.go holds the words that they go by.
//
// With a model, practices.go does all of it in four steps: find.go, assign.go, word.go,
// verify.go. model.go sends the requests and asks again about what is unusable, check.go
// tells what code can tell of a wording, show.go how lessons are shown, and kept.go what
// the next run takes over.
//
// Invariants:
//
//  1. A lesson is in at most one theme.
//  2. Without a model, a wording is a clause of one of its theme's lessons: the
//     same words in the same order, some specifics left out. A model's wording passes
//     the same checks, and is backed only by lessons that were verified for its exact
//     words.
//  3. What is kept stays word for word while enough of its lessons stand, and
//     is paid for before anything new.
//  4. The result depends on the lessons, not on their order.
package distill
