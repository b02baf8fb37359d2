package secrets

import "strings"

const nearBefore, nearBehind = 48, 20 // bytes around hex digits that say what they are

// longHex returns the long run of hex digits around a place, unless the text around it makes it a digest or an ID.
func (v view) longHex(at int) (match, bool) {
	line := v.lineAt(at)
	from, to := v.starts[line], v.lineEnd(line)
	start, end := at, at
	for start > from && isHex(v.lower[start-1]) {
		start--
	}
	for end < to && isHex(v.lower[end]) {
		end++
	}
	value := v.text[start:end]
	if start > from && v.lower[start-1] != '_' && isWordByte(v.lower[start-1]) || end < to && isWordByte(v.lower[end]) ||
		!strings.ContainsAny(value, "0123456789") || !strings.ContainsAny(string(v.lower[start:end]), "abcdef") ||
		distinct(value) < 6 {
		return match{}, false
	}
	lead := v.text[max(from, start-nearBefore):start]
	behind := v.text[end:min(to, end+nearBehind)]
	word := lead[strings.LastIndexAny(lead, " \t(<[\"'`")+1:]
	words := loadWords()
	link := strings.LastIndex(lead, "](")
	if strings.Contains(word, "://") || link >= 0 && !strings.Contains(lead[link:], ")") || words.hash.MatchString(lead) ||
		words.hash.MatchString(behind) {
		return match{}, false
	}
	return match{Finding{"long-hex", line + 1}, value, start, end}, true
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

func isWordByte(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '_' }

// longestHash is the longest run of hex digits that is not taken for a key.
const longestHash = 39

// hexRuns returns where longer runs begin. Such a run has a digit at one of the places that are as far from
// each other as it is long, so no other needs a look.
func hexRuns(lower []byte) []int {
	var offsets []int
	next := 0 // what no run was looked for in yet
	for at := longestHash; at < len(lower); at = next + longestHash {
		start := at
		for start >= next && isHex(lower[start]) {
			start--
		}
		start++
		end := at
		for end < len(lower) && isHex(lower[end]) {
			end++
		}
		if end-start > longestHash {
			offsets = append(offsets, start)
		}
		next = end + 1
	}
	return offsets
}
