// Package similar answers whether two texts say the same. Collecting, the checks of
// entries, the review and the scorer ask it; they decide what follows.
//
// What comes in is text, or its normal form (words.Normal). All answers come from sets:
//
//   - Key: what stands for a word in a set. It is a stem (words.Terms) where the question
//     is whether two texts are alike, and the first letters of a word where it is whether
//     one repeats the other; a pair of characters in Chinese and Japanese. Words that carry
//     no meaning have no key.
//   - Share: the number of keys that two sets have in common, beside the number of all
//     their keys (the Jaccard index).
//   - Near copy: two texts with a share of NearCopy or more.
//   - Repetition: a text all of whose keys are in a longer text (containment).
//   - Veto: what makes two texts say different things although their keys agree: one is
//     negated and the other is not, they name other values of one kind (sense.go), or
//     other figures.
//
// An Index finds the texts with a share, and the one with the largest, Repeated the longest text that each text
// repeats. Every threshold is in thresholds.go.
//
// Invariants:
//
//  1. Every answer is a pure function of the texts: neither the order of a map nor that of
//     goroutines decides one. Of several equal answers the order of the texts decides.
//  2. Near copy is symmetric. Every text is a near copy of itself.
//  3. A veto wins: no share, however large, makes a text with the opposite sense a copy.
//  4. A text is compared with a bounded number of others, those first that share its rarest
//     keys: the cost grows with the number of texts, not with its square.
package similar
