// Package llm asks a model. What comes in are prompts, what goes out are answers in JSON, which distill checks; it is a
// distill.Model.
//
// A transport reaches the model: Ollama's API (ollama.go), a server that speaks the API of OpenAI (openai.go), or a
// command (command.go). All else is the same for each of them: known answers, repetitions with pauses, time limits,
// progress, and whether an answer counts. margin.go asks for one token and takes its probabilities for an answer.
//
// Look (look.go) finds the servers and programs on this machine that could be asked. It sends them nothing of a
// workspace, and chooses none.
//
// Invariants:
//
//  1. No lesson goes to any host but the configured one: no proxy, no redirect,
//     and no other machine or model that the server merely passes on, unless that
//     is allowed. A command runs only where the settings name it.
//  2. An answer is used only if it is complete, and if the server counted a prompt
//     as long as the one that was sent.
//  3. What is asked again, and how often, depends on the answer and never on time.
//  4. An answer that is known already costs no request: how and where the model is
//     reached, its digest or name, the prompt and the options decide. The size of the
//     context does not: nothing is ever cut.
//  5. A key is sent to the configured server, and is in no error and no file.
//
// # Where to look
//
//   - how a server is reached: connect.go, openai.go, ollama.go, command.go with presets.toml
//   - which hosts a model may be on: guard.go, host.go; what answers on this machine: look.go
//   - retries and time limits: request.go; room for a prompt: ask.go; known answers: cache.go
package llm
