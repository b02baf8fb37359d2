// Package rival does with simple means what the pipeline does, so that its figures can be compared. The lessons that
// our collector found and the section with its budget come in. Themes and entries go out. Each rival is an honest
// afternoon's work: whole clauses and headlines for wordings, the most common word for a name, no check of what an
// entry says.
//
//   - Bullets collects every bullet below a heading with a lesson word in it.
//   - Clusters joins the lessons that are most alike (TF-IDF, average linkage)
//     until there are as many groups as requested.
//   - Oracle knows the labels: it is the best that any choice could reach.
//
// Invariants:
//
//  1. The same lessons give the same result.
//  2. Entries fit the budget.
package rival
