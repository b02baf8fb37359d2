package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences cuts a text behind full stops and the like. What is in code, in straight
// quotation marks or in brackets is not cut.
func Sentences(text string) []string {
	var all []string
	start, skip := 0, 0
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
		if length := enclosed(text[i:], r); length > 0 {
			skip = i + length
			continue
		}
		if !EndsSentence(text[:i], r, text[end:]) {
			continue
		}
		if sentence := strings.TrimSpace(text[start:end]); sentence != "" {
			all = append(all, sentence)
		}
		start = end
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		all = append(all, rest)
	}
	return all
}

// enclosed is the length of what a mark opens, or 0 where it opens nothing.
func enclosed(text string, mark rune) int {
	switch mark {
	case '`', '"':
		if end := strings.IndexRune(text[1:], mark); end >= 0 {
			return end + 2
		}
	case '(', '（':
		return Enclosed(text)
	}
	return 0
}

// Enclosed is the length of the brackets that a text begins with, or 0 where they
// are not closed.
func Enclosed(text string) int {
	depth := 0
	for i, r := range text {
		switch r {
		case '(', '（':
			depth++
		case ')', '）':
			if depth--; depth == 0 {
				return i + utf8.RuneLen(r)
			}
		}
	}
	return 0
}

// OpenBrackets is how many round brackets a text opens and does not close; below 0, it closes more.
func OpenBrackets(text string) int {
	count := func(bracket string) int { return strings.Count(text, bracket) }
	return count("(") + count("（") - count(")") - count("）")
}

// EndsSentence reports whether the mark between two texts ends a sentence: an
// abbreviation does not, nor does what goes on in small letters.
func EndsSentence(before string, mark rune, after string) bool {
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
