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
		head := form("block-head").FindString(rest)
		if head == "" || want&Form == 0 && form("shown").MatchString(head) {
			continue
		}
		from = begin + len(head) + bodyLength(rest[len(head):])
		found = append(found, v.match("private-key", begin, from))
	}
}

// bodyLength is the length of the body of a block behind its first line, with its last line where there is one: 0 if
// what follows is no key but prose.
func bodyLength(rest string) int {
	if end := form("block-end").FindStringIndex(rest); end != nil && !form("prose").MatchString(rest[:end[0]]) &&
		slices.ContainsFunc(form("encoded").FindAllString(rest[:end[0]], -1), IsMixed) {
		return end[1]
	}
	return len(strings.TrimRight(form("body").FindString(rest), "\r\n"))
}
