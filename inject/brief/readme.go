package brief

import (
	"path"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown"
)

const (
	// mostPurpose is the most tokens of the purpose that a README gives.
	mostPurpose = 90
	// fewestLetters tells a sentence from a row of badges or links.
	fewestLetters = 12
)

var (
	reImage = text.Lazily(`\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?`)
	reLink  = text.Lazily(`\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	reTag   = text.Lazily(`<[^>]*>`)
	reH1    = text.Lazily(`(?is)<h1\b[^>]*>(.*?)</h1>`)
)

// isReadme reports whether a file describes a project to people: as SOUL, an extract of it is enough.
func isReadme(p string) bool {
	base := strings.ToLower(path.Base(p))
	return strings.TrimSuffix(base, path.Ext(base)) == "readme"
}

// titleOf returns the heading of level 1 of a README, in Markdown or HTML; "" without one, or if it says "README".
func titleOf(text string) string {
	title := ""
	if m := reH1().FindStringSubmatch(text); m != nil {
		title = plain(m[1])
	}
	for _, h := range markdown.Parse([]byte(text)).Headings() {
		if h.Level == 1 && title == "" {
			title = plain(h.Text)
		}
	}
	if strings.HasPrefix(strings.ToLower(title), "readme") {
		return ""
	}
	return title
}

// firstProse returns the first paragraph or quotation of a README that says something: no alert, and no line of badges
// or links.
func firstProse(lines []string) string {
	for _, b := range markdown.Parse([]byte(textOf(lines))).Blocks {
		source := b.Text
		if b.Kind == markdown.Quote && len(b.Children) > 0 {
			source = b.Children[0].Text
		} else if b.Kind != markdown.Paragraph {
			continue
		}
		unlinked := plain(reLink().ReplaceAllString(reImage().ReplaceAllString(source, " "), ""))
		isAside := strings.HasPrefix(source, "[!") || strings.HasPrefix(source, ".. ") // an alert; a directive
		if letters(unlinked) >= fewestLetters && !isAside {
			return plain(source)
		}
	}
	return ""
}

// plain is a text without images, tags and the targets of links.
func plain(text string) string {
	text = reLink().ReplaceAllString(reImage().ReplaceAllString(text, " "), "$1")
	return strings.Join(strings.Fields(reTag().ReplaceAllString(text, " ")), " ")
}
