package secrets

import (
	"slices"
	"strings"
)

const blockBegin = "-----begin "

// longestBlock is the most of a key block that is read, in bytes.
const longestBlock = 16 << 10

var (
	// reBlockHead is the first line of a block, reBlockEnd its last one.
	reBlockHead = compiled(`^(?i)-----begin [a-z0-9 _-]{1,100}?-----`)
	reBlockEnd  = compiled(`(?i)-----end [a-z0-9 _-]{1,100}?-----`)
	// reShown is the title of what is shown to everyone.
	reShown = compiled(`public key-| certificate| signature`)
	// reBlockField is a line about a key, above its body.
	reBlockField = compiled(`^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): `)
	reProseWord  = compiled(`^\pL{2,14}[.,;:!?]?$`)
	// reBody is a line of a body with what quotes or escapes it, reEncoded what it encodes.
	reBody    = compiled(`^(?:[\s>|#*"'+-]|\\[nr])*([A-Za-z0-9+/=]+)(?:\\[nr]|[\s"'+,;\\])*$`)
	reEncoded = compiled(`[A-Za-z0-9+/=]{12,}`)
)

// keyBlocks finds the blocks between -----BEGIN and -----END lines, whole: they are longer than the pieces that the
// rules see. One without an end has the lines of its body. A mention of the first line goes alone.
func (v view) keyBlocks(want Class) []match {
	var found []match
	for from := 0; ; {
		begin := strings.Index(v.lower[from:], blockBegin)
		if begin < 0 {
			return found
		}
		begin += from
		rest := v.text[begin:min(begin+longestBlock, len(v.text))]
		from = begin + len(blockBegin)
		if next := strings.Index(v.lower[from:begin+len(rest)], blockBegin); next >= 0 {
			rest = rest[:len(blockBegin)+next]
		}
		head := reBlockHead().FindString(rest)
		title := strings.ToLower(head)
		if head == "" || want&Form == 0 && reShown().MatchString(title) {
			continue
		}
		from = begin + len(head) + bodyLength(rest[len(head):])
		found = append(found, v.match("private-key", begin, from))
	}
}

// bodyLength is the length of the body of a block behind its first line, with its last line where there is one: 0 if
// what follows is no key.
func bodyLength(rest string) int {
	if end := reBlockEnd().FindStringIndex(rest); end != nil && isBody(rest[:end[0]]) {
		return end[1]
	}
	length, at := 0, 0
	for text := range strings.Lines(rest) {
		line := strings.TrimRight(text, "\r\n")
		switch {
		case isBodyLine(line, length > 0):
			length = at + len(line)
		case length > 0 || strings.Trim(line, " \t>`\"'\\") != "" && !reBlockField().MatchString(line):
			return length
		}
		at += len(text)
	}
	return length
}

// isBody reports whether a text between the first and the last line of a block is that of a key, and not prose between
// the mentions of both.
func isBody(text string) bool {
	for line := range strings.Lines(text) {
		const mostWords = 2
		words := 0
		for field := range strings.FieldsSeq(line) {
			if reProseWord().MatchString(field) {
				words++
			}
		}
		if words > mostWords && !reBlockField().MatchString(line) {
			return false
		}
	}
	return slices.ContainsFunc(reEncoded().FindAllString(text, -1), IsMixed)
}

// isBodyLine reports whether a line belongs to the body of a key that has no end. The last one may be short.
func isBodyLine(line string, goesOn bool) bool {
	m := reBody().FindStringSubmatch(line)
	switch {
	case m == nil:
		return strings.Contains(line, `\n`) && reEncoded().MatchString(strings.Fields(line + " -")[0])
	case goesOn && (strings.HasSuffix(m[1], "=") || IsMixed(m[1])):
		return true
	}
	return len(m[1]) >= 16 && strings.ContainsAny(m[1], "0123456789+=") && strings.ToLower(m[1]) != m[1]
}
