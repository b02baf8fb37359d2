package secrets

import "strings"

const nearBefore, nearBehind = 48, 20 // bytes around hex digits that say what they are

// longHex finds the long runs of hex digits, unless the text around them makes them digests or IDs.
func (v view) longHex() []match {
	var found []match
	for _, run := range hexRuns(v.lower) {
		if v.isKey(run[0], run[1]) {
			found = append(found, v.match("long-hex", run[0], run[1]))
		}
	}
	return found
}

// isKey reports whether a long run of hex digits is neither a digest nor an ID.
func (v view) isKey(start, end int) bool {
	line := v.lineAt(start)
	from, to := v.starts[line], v.lineEnd(line)
	value := v.text[start:end]
	if start > from && v.lower[start-1] != '_' && isWordByte(v.lower[start-1]) || end < to && isWordByte(v.lower[end]) ||
		!hasDigit(value) || !strings.ContainsAny(string(v.lower[start:end]), "abcdef") ||
		distinct(value) < 6 {
		return false
	}
	lead := v.text[max(from, start-nearBefore):start]
	behind := v.text[end:min(to, end+nearBehind)]
	word := lead[strings.LastIndexAny(lead, " \t(<[\"'`")+1:]
	words := loadWords()
	link := strings.LastIndex(lead, "](")
	isInLink := strings.Contains(word, "://") || link >= 0 && !strings.Contains(lead[link:], ")")
	return !isInLink && !words.hash.MatchString(lead) && !words.hash.MatchString(behind)
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

func isWordByte(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '_' }

// longestHash is the longest run of hex digits that is not taken for a key.
const longestHash = 39

// hexRuns returns where longer runs begin and end.
func hexRuns(lower []byte) [][2]int {
	var runs [][2]int
	start := 0
	for at := range len(lower) + 1 {
		if at < len(lower) && isHex(lower[at]) {
			continue
		}
		if at-start > longestHash {
			runs = append(runs, [2]int{start, at})
		}
		start = at + 1
	}
	return runs
}
