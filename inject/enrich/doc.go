// Package enrich appends facts and snippets of the notes to a message on its way to a model, for hosts that cannot do
// it themselves. What comes in is a message, or a request to a model server; what goes out is the same with two lines
// behind the last message of the user:
//
//	[facts: name=Steve, location=Texas]
//	[context: The printer listens on port 9107. (Source: memory/topics/hall.md#L3-L3)]
//
// The terms:
//
//   - Fact: a key and its value, from the settings, or from a line of USER.md that shares a word with the message
//     (facts.go).
//   - Block: these lines with the empty line above them (block.go).
//   - Request: the JSON that a client sends, in the form of OpenAI or Ollama (chat.go).
//   - Account: the tokens of one conversation as its server counts them (account.go).
//   - Proxy: a server that enriches requests and passes them on (proxy.go), unless a page from elsewhere sent them
//     (origin.go).
//
// Invariants:
//
//  1. Strip takes away what was appended, byte for byte, and nothing else of it.
//  2. Of a request only the text of the last message of the user grows, and earlier ones
//     lose their blocks; every other byte stays. No message is added.
//  3. Trouble never gets in the way: the message or the request is passed on unchanged.
//  4. No fact and no snippet holds a secret, an order to a model, or an invisible
//     character.
//  5. The proxy passes on what the server answers as it comes, and logs no text.
//  6. What a page of the web sends gets no block, and what asks this machine by another name gets no answer.
//  7. The proxy holds a bounded number of bytes of requests; one that finds no room is passed on unchanged.
package enrich
