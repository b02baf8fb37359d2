// Package reader records the answers of a person who plays the model, and replays them. Requests of a run come in.
// Answers go out.
//
// A Session serves the requests of a run to a reader as files, and learns the answers. A Record is what was learned,
// one readable file for each workspace. It holds for each lesson which practice it teaches, and not the answers
// themselves, so that it can answer whatever the batches are. A lesson is found again by its text, or by its place if
// the collector now cuts it another way. A lesson that the reader never saw teaches nothing, and is counted.
//
// A Table is the same for the facts of a tool document, which their lines and values name.
//
// Noise is a record that makes mistakes, always the same ones.
package reader
