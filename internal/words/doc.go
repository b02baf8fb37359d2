// Package words looks at text as words: how many there are, which of them are
// specifics, what they stand for when texts are compared. What comes in is
// text, what goes out are counts, places and terms. The words of all languages come
// from package lang, the only one of ours that it imports.
//
//   - Count: UAX #29 words, two CJK characters for one.
//   - Specifics: the ports, paths, versions, names of models and so on that
//     belong to one situation and not to a general rule; names of people and
//     numbers in words among them.
//   - Normal and Negations: what must agree before two texts may be taken for
//     the same.
//   - Terms: the words that carry meaning, brought to a common form, by
//     language. Whether two texts say the same, package similar answers.
//   - SideBySide: work on many texts, on all processors.
//
// Invariants:
//
//  1. Every function is a pure function of its arguments, whatever is remembered
//     of earlier ones; maps never decide an order.
//  2. The places that Specifics returns lie in the text, in order, and do not
//     overlap.
package words
