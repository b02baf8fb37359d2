package enrich

import (
	"strings"

	"wisdom/inject/recall"
	"wisdom/internal/text"
)

// Most is how many snippets a message gets, and the least of their scores is recall.Threshold.
const Most = 3

const factsStart, contextStart, between = "[facts: ", "[context: ", " | "

// reBlock is a block at the end of a text: what Block makes, and hardly anything that a person writes. Each item of the
// context ends with its citation.
var reBlock = text.Lazily(`\n\n(?:` + factsLine + `(?:\n` + contextLine + `)?|` + contextLine + `)(\n?)\z`)

const (
	factsLine   = `\[facts: [^=\n]+=[^\n]*\]`
	contextLine = `\[context: [^\n]+\(Source: [^\s#]+#L\d+-L\d+\)\]`
)

// Strip takes the block away that was appended to a text.
func Strip(text string) string {
	if at := reBlock().FindStringSubmatchIndex(text); at != nil {
		return text[:at[0]] + text[at[2]:]
	}
	return text
}

// Message is a message with its block, which stands before the line ending that ends the message.
func Message(message, block string) string {
	if body, ended := strings.CutSuffix(message, "\n"); ended && block != "" {
		return body + block + "\n"
	}
	return message + block
}

// Block is what is appended to a message; "" where there is nothing to add.
func Block(facts []Fact, snippets []recall.Snippet) string {
	var all, items []string
	for _, f := range facts {
		all = append(all, f.Key+"="+f.Value)
	}
	for _, s := range snippets[:min(len(snippets), Most)] {
		text := strings.ReplaceAll(strings.TrimLeft(text.OneLine(s.Noted()), "-*+ "), between, " / ")
		items = append(items, text+" (Source: "+s.Source+")")
	}
	if block := line(factsStart, all, ", ") + line(contextStart, items, between); block != "" {
		return "\n" + block
	}
	return ""
}

// line is a line of a block, "" for no items.
func line(start string, items []string, between string) string {
	if len(items) == 0 {
		return ""
	}
	return "\n" + start + strings.Join(items, between) + "]"
}
