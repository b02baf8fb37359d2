package distill

import (
	"regexp"
	"strings"

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
	return words.Sentences(text)
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
