// Package distill turns lessons into the few entries of a section. What comes in are lessons and the entries that are
// approved already; what goes out are themes, entries, and for everything that is in none of them a reason.
//
// Without a model, only what recurs becomes an entry: the same order, given on three days or more in nearly the same
// words. An order is a sentence of a lesson that tells what to do; an echo of it is a sentence of another lesson on the
// same matter, which gives the order again or the opposite one (orders.go, oppose.go). A copy is an echo that is a near
// copy (package text). An order and its copies form a theme, if they are of enough days; notes without a date count
// as one day (recur.go). Its entry is the newest sentence as it is, if that tells its reader what to do on its own, named
// by its label or by what it is about (name.go). New lessons that echo an approved entry join it. The lists of words
// are data, in internal/lang.
//
// With a model, practices.go does all of it in four steps: find.go, assign.go, word.go, verify.go. model.go sends the
// requests and asks again about what is unusable; nothing usable in a whole step is an *UnusableError. check.go tells
// what code can tell of a wording, implausible.go which answers cannot be right, control.go adds a known wrong line to
// what is verified. show.go tells how lessons are shown, cost.go what a run will about cost, and kept.go what the next
// run takes over. margin.go assigns and verifies for models that cannot do so in batches: one lesson and one line a
// request, and the probability of yes counts.
//
// Sit (exam.go) examines a model with the invented notes of package exam before its answers may count: the same steps,
// with a key.
//
// Package pipeline chooses what fits the budget.
//
// Invariants:
//
//  1. A lesson is in at most one theme. It may back a wording of a second one.
//  2. Without a model, the text of an entry is a sentence of one of its lessons, word for
//     word, and every one of its lessons has a near copy of that sentence. A model's wording
//     passes the same checks, and is backed only by lessons that were verified for its exact
//     words.
//  3. What is approved stays word for word while enough of its lessons stand, and is paid
//     for before anything new.
//  4. The result depends on the lessons, not on their order.
//
// # Where to look
//
//   - with a model: practices.go calls find.go, assign.go, word.go, verify.go; one request a line: margin.go
//   - without one: recur.go; an entry's sentence and name: name.go
//   - existing entries in a new run: orders.go without a model, kept.go with one; opposites: oppose.go
//   - answers that cannot be right: implausible.go; the known wrong line: control.go
//   - the exam: exam.go; its notes and marks: the folder exam; what is kept of it: report.go
package distill
