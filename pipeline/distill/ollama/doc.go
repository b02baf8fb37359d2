// Package ollama asks a model on an Ollama server to group and word lessons. What
// comes in are lessons, what goes out are proposals that distill checks; it is a
// distill.Model.
//
// One kind of request is used, /api/generate with a JSON schema, thinking off,
// truncation and context shift off. Through /api/chat some versions ignore the
// schema of a model that can think when it is told not to. The client returns
// no error for an answer that broke off, so the answer's own end mark decides.
//
// Invariants:
//
//  1. No lesson goes to any host but the configured one: no proxy, no redirect,
//     and no model that the server merely passes on, unless that is allowed.
//  2. An answer is used only if it is complete, and if the server counted a prompt
//     as long as the one that was sent.
//  3. What is asked again, and how often, depends on the answer and never on time.
//  4. An answer that is known already costs no request: the model's digest, the
//     prompt and the options decide. The size of the context does not: nothing
//     is ever cut.
package ollama
