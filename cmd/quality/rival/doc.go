// Package rival does with simple means what the pipeline does, so that its figures can be compared.
//
//   - Bullets collects every bullet below a heading with a lesson word in it.
//   - Clusters joins the lessons that are most alike (TF-IDF, average linkage)
//     until there are as many groups as requested.
//   - Oracle knows the labels: it is the best that any choice could reach.
//   - Notes recalls paragraphs by BM25, or lines by vectors alone.
//
// Invariants:
//
//  1. The same lessons give the same result.
//  2. Entries fit the budget.
package rival
