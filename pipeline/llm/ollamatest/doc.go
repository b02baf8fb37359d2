// Package ollamatest runs a real Ollama server in a test, with models that the
// test makes itself. Nothing leaves the machine and no weights are downloaded.
//
//	server := ollamatest.Start(t)
//	model := server.Import(tiny.Model{Rules: []tiny.Rule{
//		{When: "npm ERR!", Say: `{"themes":[]}`},
//		{Say: "nothing to say"},
//	}})
//	// ask server.URL() for an answer of model
//
// The server is the one that $OLLAMA_BIN names; without it the test is skipped.
// `make test-ollama` finds or builds one, and runs the tests whose names contain
// Ollama.
//
// What is good to know when writing such a test:
//
//   - A format is a JSON schema whose properties are in the order in which a
//     scripted answer gives them, without spaces between.
//   - The vocabulary is small: English takes about twice the tokens that a large
//     model needs, 2.2 characters each. Ask for a num_ctx that is large enough.
//   - A crash of the server is Kill; the api client returns no error for a stream
//     that ends that way.
//
// Invariants:
//
//  1. A server has its own home, models, port and environment; nothing of the
//     user's Ollama is read or changed.
//  2. No process outlives the test, however it ended (Unix).
//  3. What the server logged is shown when the test fails.
package ollamatest
