// Package reader keeps what a person answered in the place of a model, and answers the same
// again. What comes in are requests of a run; what goes out are answers.
//
// A Session serves the requests of a run to a reader as files, and learns the answers. A
// Record is what was learned, one readable file for each workspace. It tells for each
// lesson which practice it teaches, and not what an answer looked like, so that it answers
// whatever the batches are. A lesson is found again by its text, or by its place if the
// collector cuts it another way now. Of one that the reader never saw, the answer is that it
// teaches nothing, and it is counted.
//
// A Table is the same for the facts of a tool document, which their lines and values name.
//
// Noise is a record that makes mistakes, always the same ones.
package reader
