// Package distill turns lessons into the few entries of a section. What comes in are lessons and the entries that are
// approved already; what goes out are themes, entries, and for everything that is in none of them a reason.
//
// Without a model, only what recurs becomes an entry: the same order, given on three days or more in nearly the same
// words. A statement is a sentence of a lesson that gives an order, or a part of one between two marks (statement.go).
// An echo of an order is a statement of another lesson that shares enough of its words, the rare ones above all
// (recur.go), and does not say the opposite (oppose.go). The core of an order are most of its words, the same ones in
// all echoes that count (recur.go). Those echoes form a theme with it, if they are of enough days; notes without a date
// count as one day (distill.go). Its entry is the sentence as it is, if it tells its reader what to do on its own
// (stand.go, names.go, statement.go), named by its subject or its label (name.go). New lessons that echo an approved
// entry join it (existing.go). The lists of words are data, in internal/lang.
//
// With a model, practices.go does all of it in four steps: find.go, assign.go, word.go, verify.go. model.go sends the
// requests and asks again about what is unusable, check.go tells what code can tell of a wording, show.go how lessons
// are shown, and kept.go what the next run takes over.
//
// Package knapsack chooses what fits the budget.
//
// Invariants:
//
//  1. A lesson is in at most one theme. It may back a wording of a second one.
//  2. Without a model, the text of an entry is a sentence of one of its lessons, word for
//     word but for asides in brackets, and every one of its lessons gives that order and
//     shares its subject. A model's wording passes the same checks, and is backed only
//     by lessons that were verified for its exact words.
//  3. What is approved stays word for word while enough of its lessons stand, and is paid
//     for before anything new.
//  4. The result depends on the lessons, not on their order.
package distill
