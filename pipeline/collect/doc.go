// Package collect finds the lessons in a workspace, wherever people wrote them.
// What comes in are folders and a date; what goes out are lessons with their
// lines, which sources were read, and what was odd about them.
//
// The way of a file: sources.go finds it, internal/charset decodes it, and
// secrets are redacted. markdown/host takes out what hosts wrote, and markdown what readers do not see. outline.go cuts the
// rest into headings with what is below them, and headings.go says what each
// heading announces. parse.go, parse_text.go, parse_table.go and labels.go follow the
// shapes in which people write lessons, and offer every text that they meet to the ordered
// table in rules.go. The first rule that applies decides and is named: what is no lesson
// whatever it says, then what the text weighs. features.go says what is true of a text and
// its place, features_words.go which words it uses, weights.tsv what that is worth, and
// weigh.go adds it up. Explain says for every line of a file what became of it and why, and locate.go why a file is no
// source.
// kept.go keeps what a file gave until the file or the program changes.
// same.go and gather.go make one lesson of what is in several places.
// rule_sentence.go chooses what screens show of it.
//
// A lesson is of one of three classes: labelled (a heading or a label says that it is
// one), rule (an order or a norm elsewhere), told (a candidate for a model only). One
// below a heading such as "what does not work" is negative: no advice as it stands.
//
// The words of each language are data: internal/lang/data. testdata/languages and
// testdata/kinds show, note by note, what is collected.
//
// Invariants:
//
//  1. No lesson ever holds a secret, and nothing that is kept: it is taken out before
//     anything else looks at the text.
//  2. The lines of a lesson are those of the file as it lies on disk.
//  3. The result depends on the content of the files only, not on the order in
//     which they are listed or read.
//  4. A source that is missing or cannot be read never fails the run.
//  5. The time grows with the number of texts, not with its square: where a text is
//     compared with others, there is a bound (thresholds.go in internal/text).
//
// # Where to look
//
//   - which files are read: sources.go and internal/lesson/files.go; what is said of the others: not_read.go
//   - the shapes of text that hold lessons: parse.go, parse_text.go, parse_table.go, labels.go
//   - what is never a lesson, and how --explain says so: rules.go; the rest of --explain: explain.go, locate.go
//   - what speaks for or against a lesson: features.go, features_words.go; what that weighs: weights.tsv
//   - which lessons are the same one: same.go; lessons that several days repeat: gather.go, days.go
//   - what screens show of a lesson: rule_sentence.go; what a refusal above it makes of it: leads.go
//   - what takes a rule back: withdrawn.go; notes that are away for the moment: away.go; what is kept: kept.go
package collect
