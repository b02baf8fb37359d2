package secrets

import (
	"slices"
	"strings"
)

const (
	blockBegin = "-----begin "
	// longestBlock is the most of a key block that is read, in bytes.
	longestBlock = 16 << 10
)

var (
	// reBlockHead is the first line of a block, reBlockEnd its last one.
	reBlockHead = compiled(`^(?i)-----begin [a-z0-9 _-]{1,100}?-----`)
	reBlockEnd  = compiled(`(?i)-----end [a-z0-9 _-]{1,100}?-----`)
	// reShown is the title of what is shown to everyone.
	reShown = compiled(`(?i)public key-| certificate| signature`)
	// reProse matches three words in a line, reEncoded what a body encodes.
	reProse   = compiled(`(?m)^(?:[^:\n]|:[^ \n])*?\b\pL{2,14}[.,;:!?]? +\pL{2,14}[.,;:!?]? +\pL{2,14}\b`)
	reEncoded = compiled(`[A-Za-z0-9+/=]{12,}`)
	// reBody matches the lines of a body that has no end, with what quotes or escapes them. The last one may be short.
	reBody = compiled(`^\x60?(?:(?:[\s>|#*"'+-]|\\[nr])*[A-Za-z0-9+/]{16,}={0,2}(?:\\[nr]|[\s"'+,;\\])*)+` +
		`(?:(?:[>|#*"'+-]|\\[nr])*[A-Za-z0-9+/]*=+)?`)
)

// keyBlocks finds the blocks between -----BEGIN and -----END lines, whole: they are longer than what the rules see. One
// without an end has the lines of its body. A mention of the first line goes alone.
func (v view) keyBlocks(want Class) (found []match) {
	for from := 0; ; {
		begin := strings.Index(v.lower[from:], blockBegin)
		if begin < 0 {
			return found
		}
		begin += from
		from = begin + len(blockBegin)
		rest := v.text[begin:min(begin+longestBlock, len(v.text))]
		if next := strings.Index(v.lower[from:begin+len(rest)], blockBegin); next >= 0 {
			rest = rest[:len(blockBegin)+next]
		}
		head := reBlockHead().FindString(rest)
		if head == "" || want&Form == 0 && reShown().MatchString(head) {
			continue
		}
		from = begin + len(head) + bodyLength(rest[len(head):])
		found = append(found, v.match("private-key", begin, from))
	}
}

// bodyLength is the length of the body of a block behind its first line, with its last line where there is one: 0 if
// what follows is no key but prose.
func bodyLength(rest string) int {
	if end := reBlockEnd().FindStringIndex(rest); end != nil && !reProse().MatchString(rest[:end[0]]) &&
		slices.ContainsFunc(reEncoded().FindAllString(rest[:end[0]], -1), IsMixed) {
		return end[1]
	}
	return len(strings.TrimRight(reBody().FindString(rest), "\r\n"))
}
