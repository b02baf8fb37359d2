// Package tiny makes language models of half a million weights, for
// driving a real model server in tests without downloading anything. What comes
// in is a Model; what goes out is a GGUF file.
//
// A model with rules says what it was told to say. Its weights are written by
// hand: every token of a rule has a direction of its own in the residual stream,
// one attention head finds the rules' texts in the prompt, and the output matrix
// says which token follows. So the answer is known, while the tokenizer, the
// template, the sampler, the grammar of a format and the wire are the real ones.
// vocabulary.go holds the tokens, rule.go turns rules into weights, weights.go
// says what those do, model.go makes the file.
//
// A random model says noise, and shows what a format alone can force.
//
// Invariants:
//
//  1. Equal models give equal files.
//  2. Of the rules whose When is in the prompt, the first answers.
//  3. An answer does not depend on temperature, nor on a format it fits.
package tiny
