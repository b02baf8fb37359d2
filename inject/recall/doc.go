// Package recall finds the few snippets of a workspace's notes that a message needs.
// What comes in is a folder and a message, what goes out are snippets with citations,
// within budgets, and a receipt that says what was not included and why. It reads the
// notes and writes nothing but its index.
//
// The terms:
//
//   - Source: a file that may be cited, with its Tier (tier.go).
//   - Passage: the smallest part of a source that is cited by itself: a bullet with its
//     continuation, a paragraph, a row of a table, a block of code (split.go, lines.go). Its
//     context is what stands above it: headings, the sentence that leads a list in.
//   - Term: a word in the form in which messages and passages are compared (terms.go).
//   - Need: an informative word of a message, with all the terms that meet it
//     (message.go, needs.go), and its weight (weigh.go). A faint need is a word of
//     courtesy or of asking, which weighs little.
//   - Chance: what a message and a passage share, if it is too little for what the message
//     wants: to tell, to order, to ask (asks.go).
//   - Candidate: a passage that meets a part of the needs (candidates.go, load.go).
//   - Score: the share of the message's information that a candidate contains
//     (score.go), and with a model what its meaning adds or takes away (embed.go, meanings.go).
//   - Snippet: a candidate that was chosen, as it is printed with what stands around it (choose.go, around.go;
//     what is no longer true: supersede.go; what is too long: cut.go).
//   - Index: a SQLite database with the passages by the content of their files (index.go,
//     refresh.go, write.go). Losing it costs time and nothing else.
//   - Vocabulary: the terms of all passages, in FTS5, which finds the passages of a term and
//     the terms that begin alike (query.go). It holds what the passages hold now.
//
// Invariants:
//
//  1. The text of a snippet is the bytes of the lines that it cites, except for
//     [REDACTED] in place of a secret and for what was cut off at an end, which is
//     marked with "…". A file that changed in between is not cited.
//  2. No snippet holds a secret, an order to a model, or an invisible character.
//  3. The budgets hold for the snippets together with their citations, without the mark
//     that closes a block of code which was cut.
//  4. What was injected into a session before is never indexed.
//  5. The same files, message and time give the same answer, whatever the index went
//     through before.
//  6. A file that changed, came, went or was renamed is seen by the next call. In a folder that is watched
//     (workspace.Watched), a change that the system does not report is seen within a minute.
//  7. Trouble with the index never changes an answer: it is built anew, or in memory.
//
// # Where to look
//
//   - which notes are searched: tier.go; how they are cut: split.go; the index: index.go, refresh.go, write.go
//   - how a message is read: message.go, needs.go, dates.go; whether it asks: asks.go
//   - when there is an answer, and in what order: choose.go; scores: score.go; weights of words: weigh.go
//   - notes that newer ones outdate: supersede.go; meanings by a model: embed.go; expected messages: expected.go
package recall
