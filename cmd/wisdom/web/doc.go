// Package web lays out what people see in a browser: the report, which is one
// file, and the page of a review, with the gate in front of it.
//
// What comes in are plain values that cmd/wisdom gathered (Report, Review); what
// goes out is HTML. The package decides nothing, and reads no file of a workspace.
//
// Terms: a bar is an amount beside its limit, drawn as SVG and told in words; a
// block is a file's part of a change; the gate is what a request passes before
// the page sees it.
//
// Invariants:
//
//  1. Every text is escaped by html/template, and passes Show of its page first:
//     no page shows a secret, a hidden character, or a text without an end.
//  2. The report loads nothing and runs nothing: its policy allows its own style
//     sheet, by its hash, and nothing else.
//  3. A request passes the gate only with the cookie that the one-time token was
//     exchanged for, for the gate's own host; one that changes something only
//     from the gate's own origin.
//  4. What a colour or a drawing says, words say too.
package web
