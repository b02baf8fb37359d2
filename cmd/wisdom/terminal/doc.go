// Package terminal knows what a terminal shows and what is typed there: colours,
// lines that are broken to its width, text that cannot act on it, and single keys.
//
// Invariants:
//
//  1. Nothing in what Printable returns acts on a terminal or hides text.
//  2. Wrapped loses no word, and no line is wider than asked.
//  3. What was typed before a question was shown answers nothing (Keyboard).
//  4. The terminal is in raw mode only while a key is waited for.
package terminal
