// Package text reads text and compares it. What comes in is text in any language, what goes out are counts, places,
// words and answers. The words of all languages come from package lang, the only one of ours that it imports.
//
// Text as words:
//
//   - Count: UAX #29 words, two CJK characters for one.
//   - Sentences, Split: the sentences and the words of a text as they are written.
//   - Specifics: the ports, paths, versions, names of models and so on that
//     belong to one situation and not to a general rule; names of people and
//     numbers in words among them.
//   - Terms: the words that carry meaning, brought to a common form, by language.
//   - Normal: the form in which two texts are the same text, but for their marks. Negations tells the sense of both apart.
//
// Whether two texts say the same:
//
//   - Key: what stands for a word in a set. It is a stem (Terms) where the question
//     is whether two texts are alike, and the first letters of a word where it is whether
//     one repeats the other; a pair of characters in Chinese and Japanese. Words that carry
//     no meaning have no key.
//   - Share: the number of keys that two sets have in common, beside the number of all
//     their keys (the Jaccard index).
//   - Change: what a newer text does to an older one on the same matter. It reverses it where one forbids what the other
//     wants done, replaces it where it names another value of one kind (sense.go) or what to do instead, and limits it
//     where it names an exception. Which of the two is newer, the caller knows.
//   - Near copy: two texts with a share of NearCopy or more, neither of which changes the other.
//   - Repetition: a text all of whose keys are in a longer text (containment).
//   - Veto: what makes two texts say different things although their keys agree: one
//     changes the other, is negated and the other is not, or they name other figures.
//
// An Index finds the texts with a share, and the one with the largest, Repeated the longest text that each text
// repeats. Every threshold is in thresholds.go. SideBySide works on many texts, on all processors.
//
// Invariants:
//
//  1. Every answer is a pure function of its arguments, whatever is remembered
//     of earlier ones: neither the order of a map nor that of goroutines decides one. Of several equal answers the order
//     of the texts decides.
//  2. The places that Specifics returns lie in the text, in order, and do not
//     overlap.
//  3. Near copy is symmetric. Every text is a near copy of itself.
//  4. A veto wins: no share, however large, makes a text with the opposite sense a copy.
//  5. A text is compared with a bounded number of others, those first that share its rarest
//     keys: the cost grows with the number of texts, not with its square.
package text
