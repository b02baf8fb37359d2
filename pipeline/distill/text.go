package distill

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

var (
	reEmphasis = regexp.MustCompile(`\*\*|__|\*\b|\b\*|(?:^|\s)_|_(?:\s|$)`)
	reLink     = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	reBoldLead = regexp.MustCompile(`^\*\*([^*]+)\*\*\s*(?:[—–:：-]\s*)?`)
	reMarker   = regexp.MustCompile(`^[\s>]*(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+`)
)

// Sentences cuts a line of Markdown into its sentences, without the marks.
func Sentences(line string) []string {
	_, text := plainOf(reMarker.ReplaceAllString(line, ""))
	return sentences(text)
}

// plainOf returns text without the marks of Markdown. What its author put in front in
// bold becomes a sentence of its own, and is returned as the label too.
func plainOf(text string) (label, plain string) {
	text = reBoldLead.ReplaceAllStringFunc(text, func(lead string) string {
		label = strings.TrimRight(reBoldLead.FindStringSubmatch(lead)[1], ":： ")
		if strings.ContainsAny(label[max(len(label)-1, 0):], ".!?") || strings.HasSuffix(label, "。") {
			return label + " "
		}
		return label + ". "
	})
	if strings.Contains(text, "](") {
		text = reLink.ReplaceAllString(text, "$1")
	}
	if strings.ContainsAny(text, "*_") {
		text = reEmphasis.ReplaceAllString(text, " ")
	}
	return strings.TrimRight(label, ".!?。"), words.OneLine(text)
}

// sentences cuts text behind full stops and the like.
func sentences(text string) []string {
	var all []string
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case r == '。' || r == '！' || r == '？':
		case (r == '.' || r == '!' || r == '?') && (end == len(text) || text[end] == ' ' && !abbreviates(text[:i], text[end+1:])):
		default:
			continue
		}
		all = append(all, strings.TrimSpace(text[start:end]))
		start = end
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		all = append(all, rest)
	}
	return all
}

// abbreviates reports whether the full stop between two texts ends no sentence: small
// letters follow, or a stop or a single small letter is before it, as in "e.g." and "z. B.".
func abbreviates(before, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	word := before[strings.LastIndexByte(before, ' ')+1:]
	return unicode.IsLower(next) || strings.Contains(word, ".") || utf8.RuneCountInString(word) == 1 && unicode.IsLower([]rune(word)[0])
}
