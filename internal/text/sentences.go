package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences cuts a text behind full stops and the like. What is in code, in straight
// quotation marks or in brackets is not cut.
func Sentences(text string) []string {
	var all []string
	for start, end := range SentenceSpans(text) {
		all = append(all, text[start:end])
	}
	return all
}

// SentenceSpans are the places of the Sentences of a text, in bytes, without the space around them.
func SentenceSpans(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		start, skip := 0, 0
		var closed map[int]int // by bracket
		for i, r := range text {
			switch r {
			case '`', '"', '(', '（', '.', '!', '?', '。', '！', '？':
			default:
				continue // most characters
			}
			end := i + utf8.RuneLen(r)
			if i < skip {
				continue
			}
			if (r == '(' || r == '（') && closed == nil {
				closed = closedBrackets(text)
			}
			if length := max(closed[i]-i, enclosed(text[i:], r)); length > 0 {
				skip = i + length
				continue
			}
			if !endsSentence(text[:i], r, text[end:]) {
				continue
			}
			if !trimmed(text, start, end, yield) {
				return
			}
			start = end
		}
		trimmed(text, start, len(text), yield)
	}
}

// trimmed yields a part of a text without the space around it, unless it is nothing else. It reports whether to go on.
func trimmed(text string, start, end int, yield func(start, end int) bool) bool {
	part := strings.TrimLeftFunc(text[start:end], unicode.IsSpace)
	start = end - len(part)
	part = strings.TrimRightFunc(part, unicode.IsSpace)
	return part == "" || yield(start, start+len(part))
}

// closedBrackets tells of the brackets of a text that are closed where they end, by where they begin.
func closedBrackets(text string) map[int]int {
	closed := map[int]int{}
	var open []int
	for i, r := range text {
		switch r {
		case '(', '（':
			open = append(open, i)
		case ')', '）':
			if last := len(open) - 1; last >= 0 {
				closed[open[last]] = i + utf8.RuneLen(r)
				open = open[:last]
			}
		}
	}
	return closed
}

// enclosed is the length of what a quotation mark or one of code opens, or 0 where it opens nothing.
func enclosed(text string, mark rune) int {
	if mark == '`' || mark == '"' {
		if end := strings.IndexRune(text[1:], mark); end >= 0 {
			return end + 2
		}
	}
	return 0
}

// OpenBrackets is how many round brackets a text opens and does not close; below 0, it closes more.
func OpenBrackets(text string) int {
	count := func(bracket string) int { return strings.Count(text, bracket) }
	return count("(") + count("（") - count(")") - count("）")
}

// endsSentence reports whether the mark between two texts ends a sentence: an
// abbreviation does not, nor does what goes on in small letters.
func endsSentence(before string, mark rune, after string) bool {
	switch mark {
	case '。', '！', '？':
		return true
	case '.', '!', '?':
		if after == "" {
			return true
		}
		next, spaced := strings.CutPrefix(after, " ")
		first, _ := utf8.DecodeRuneInString(next)
		return spaced && !unicode.IsLower(first) && (mark != '.' || !abbreviates(before))
	}
	return false
}

// WithStop is a text that ends with a full stop.
func WithStop(text string) string {
	last, _ := utf8.DecodeLastRuneInString(text)
	switch {
	case text == "" || strings.ContainsRune(".!?。！？", last):
		return text
	case IsCJK(last) || last == '）':
		return text + "。"
	}
	return text + "."
}

// abbreviates reports whether a full stop ends no sentence because of what it stands
// behind: "e.g.", the number of an item.
func abbreviates(before string) bool {
	const short = 3 // letters
	at := strings.LastIndexAny(before, " (") + 1
	word := strings.TrimLeft(before[at:], "*_\"'")
	letters := utf8.RuneCountInString(word)
	switch {
	case known().abbreviations[strings.ToLower(word)]:
		return true
	case word != "" && strings.Trim(word, "0123456789") == "":
		ahead := strings.TrimSpace(before[:at])
		return letters < short && (ahead == "" || strings.ContainsAny(ahead[len(ahead)-1:], ".!?:;"))
	case letters == 1: // "z. B.", but "2 m." and "to X."
		ahead := strings.TrimSpace(before[:at])
		last := ahead[strings.LastIndexByte(ahead, ' ')+1:]
		first, _ := utf8.DecodeRuneInString(word)
		return ahead == "" || strings.HasSuffix(last, ".") ||
			unicode.IsLower(first) && !strings.ContainsAny(last, "0123456789")
	}
	if strings.ContainsAny(word, "0123456789") {
		return false
	}
	for part := range strings.SplitSeq(word, ".") {
		if utf8.RuneCountInString(part) >= short {
			return false
		}
	}
	return strings.Contains(word, ".")
}
