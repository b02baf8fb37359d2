package distill

import (
	"strings"

	"wisdom/internal/text"
)

var (
	reEmphasis = text.Lazily(`\*\*|__|\*\b|\b\*|(?:^|\s)_|_(?:\s|$)`)
	reLink     = text.Lazily(`!?\[([^\]]*)\]\([^)]*\)`)
	reBoldLead = text.Lazily(`^\*\*([^*]+)\*\*\s*(?:[—–:：-]\s*)?`)
	reMarker   = text.Lazily(`^[\s>]*(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+`)
)

// Sentences cuts a line of Markdown into its sentences, without the marks.
func Sentences(line string) []string {
	_, s := plainOf(reMarker().ReplaceAllString(line, ""))
	return text.Sentences(s)
}

// plainOf returns text without the marks of Markdown. What its author put in front in
// bold becomes a sentence of its own, and is returned as the label too.
func plainOf(s string) (label, plain string) {
	s = reBoldLead().ReplaceAllStringFunc(s, func(lead string) string {
		label = strings.TrimRight(reBoldLead().FindStringSubmatch(lead)[1], ":： ")
		if strings.ContainsAny(label[max(len(label)-1, 0):], ".!?") || strings.HasSuffix(label, "。") {
			return label + " "
		}
		return label + ". "
	})
	if strings.Contains(s, "](") {
		s = reLink().ReplaceAllString(s, "$1")
	}
	if strings.ContainsAny(s, "*_") {
		s = reEmphasis().ReplaceAllString(s, " ")
	}
	return strings.TrimRight(label, ".!?。"), text.OneLine(s)
}
