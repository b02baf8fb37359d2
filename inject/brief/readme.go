package brief

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/markdown"
)

const (
	// mostPurpose is the most tokens of the purpose that a README gives.
	mostPurpose = 90
	// fewestLetters tells a sentence from a row of badges.
	fewestLetters = 12
)

// proseKinds are the blocks in which a README may say what it is for.
var proseKinds = []markdown.Kind{markdown.Paragraph, markdown.Quote, markdown.HTML}

var (
	reH1        = words.Lazily(`(?is)<h1\b[^>]*>(.*?)</h1>`)
	reAnyH      = words.Lazily(`(?is)<h[1-6]\b[^>]*>.*?</h[1-6]>`)
	reAlt       = words.Lazily(`(?i)<img\b[^>]*\balt=["']([^"']+)`)
	reHyperlink = words.Lazily(`(?is)<a\b[^>]*>.*?</a>`)
)

// titleOf returns the heading of level 1 of a README, in Markdown or HTML; the zero line if there is none that names
// the project.
func titleOf(text string) line {
	doc := markdown.Parse([]byte(text))
	for _, b := range doc.Blocks {
		title := ""
		switch {
		case b.Kind == markdown.Heading && b.Level == 1:
			title = cmp.Or(plain(b.Text), altOf(b.Text))
		case b.Kind == markdown.HTML:
			if m := reH1().FindStringSubmatch(text[b.Start:b.End]); m != nil {
				title = cmp.Or(plain(m[1]), altOf(m[1]))
			}
		}
		name := strings.ToLower(strings.Join(strings.FieldsFunc(title, isNoLetter), ""))
		if title != "" && name != "readme" && name != "readmemd" {
			return line{title, doc.Line(b.Start)}
		}
	}
	return line{}
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }

// altOf is the text of the first image of a heading that is a logo.
func altOf(text string) string {
	if m := reAlt().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// extract is the identity of a project as its README gives it: name and purpose, and its constraints.
type extract struct{ identity, constraints []line }

// within returns an extract with those of the constraints that fit into so many tokens, and how many do not.
func (c cutter) within(e *extract, most int) (lines []line, omitted int) {
	lines = slices.Concat(e.identity, []line{{}, {text: "Constraints:"}})
	fixed := len(lines)
	size := tokens.Measure(textOf(lines))
	for _, l := range e.constraints {
		if next := size.Add(tokens.Measure("\n" + l.text)); c.count.Of(next) <= most {
			lines, size = append(lines, l), next
		}
	}
	if omitted = len(e.constraints) - (len(lines) - fixed); len(lines) == fixed {
		lines = e.identity
	}
	return structured(lines), omitted
}

// describe reads the identity of a project out of its README. What it says in the form of the section itself
// ("Purpose: ...") goes before what is read out of its headings and its first paragraph.
func (c cutter) describe(lines []line, title line, repo string) *extract {
	fields := fieldsOf(lines)
	name := cmp.Or(fields["project"], title, line{text: repo})
	soul := []line{{"Project: " + name.text, name.number}}
	if kind := fields["type"]; kind.text != "" && fields["purpose"].text != "" {
		soul = append(soul, line{"Type: " + kind.text, kind.number})
	}
	if purpose := cmp.Or(fields["purpose"], firstProse(lines)); purpose.text != "" {
		head := c.head([]line{purpose}, mostPurpose, atWords)
		text := "Purpose: " + strings.TrimSuffix(textOf(head), ":")
		if textOf(head) != purpose.text {
			text += " ..."
		}
		soul = append(soul, line{text, purpose.number})
	}
	return &extract{soul, constraintsOf(lines)}
}

// fieldsOf are the lines of a README that have the form of the section: a label and what follows it in its paragraph,
// by the label.
func fieldsOf(lines []line) map[string]line {
	fields := map[string]line{}
	levels, _ := levelsOf(lines)
	for i, l := range lines {
		label, value := labelOf(strings.TrimSpace(l.text))
		label = strings.ToLower(label)
		if levels[i] == inCode || value == "" || !slices.Contains([]string{"project", "type", "purpose"}, label) ||
			fields[label].text != "" {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			next := lines[j].text
			other, _ := labelOf(strings.TrimSpace(next))
			if next == "" || other != "" || levels[j] != 0 || reBullet().MatchString(next) {
				break
			}
			value += " " + strings.TrimSpace(next)
		}
		if text := plain(value); text != "" {
			fields[label] = line{text, l.number}
		}
	}
	return fields
}

// firstProse returns the first paragraph of a README that says something. A short one counts in front of the second
// heading: further down it may introduce anything.
func firstProse(lines []line) line {
	doc := markdown.Parse([]byte(textOf(lines)))
	headings := 0
	for _, b := range doc.Blocks {
		if b.Kind == markdown.Heading {
			headings++
		}
		if !slices.Contains(proseKinds, b.Kind) {
			continue
		}
		source := b.Text
		for _, c := range b.Children {
			source += " " + c.Text
		}
		if isBanner(b.Kind, source) {
			continue
		}
		source = reAnyH().ReplaceAllString(source, " ")
		unlinked := reLink().ReplaceAllString(reImage().ReplaceAllString(source, " "), "")
		unlinked = plain(reHyperlink().ReplaceAllString(unlinked, ""))
		text := plain(source)
		label, value := labelOf(text)
		isField := label != "" && (value == "" || slices.Contains(constraintPhrases(), strings.ToLower(label)))
		short := headings <= 1 && b.Kind == markdown.Paragraph && isText(unlinked)
		if !isField && strings.ContainsFunc(unlinked, unicode.IsLetter) && (isSentence(text) || short) {
			return line{text, lines[doc.Line(b.Start)-1].number}
		}
	}
	return line{}
}

// bannerSigns begin a text that warns of the project and does not say what it is for.
const bannerSigns = "⚠🚧❗‼🛑📢"

// mostLinkWords is how many words an entry in a line of links has.
const mostLinkWords = 3

// isAlert reports whether the label of a quotation is that of an alert. The name of a project may begin with such a
// word.
func isAlert(label string) bool {
	label = strings.TrimFunc(strings.ToLower(label), isNoLetter)
	said := strings.Fields(label)
	isSaid := func(at int, phrases []string) bool { return at < len(said) && slices.Contains(phrases, said[at]) }
	return slices.Contains(alertPhrases(), label) ||
		isSaid(0, alertPhrases()) && isSaid(1, alertLinks()) ||
		isSaid(0, alertStarts()) && isSaid(1, alertPhrases()) && len(said) == 2
}

// isBanner reports whether a block says something about the project's state, or leads elsewhere: an alert, a quotation
// that begins as one, a warning sign, or a line of links, such as the languages of a README.
func isBanner(kind markdown.Kind, source string) bool {
	text := plain(source)
	label, _ := labelOf(text)
	if kind == markdown.Quote && (strings.HasPrefix(text, "[!") || isAlert(label)) {
		return true
	}
	if first, _ := utf8.DecodeRuneInString(text); strings.ContainsRune(bannerSigns, first) {
		return true
	}
	if strings.HasPrefix(text, ".. ") { // a directive of reStructuredText
		return true
	}
	links := len(reLink().FindAllString(reImage().ReplaceAllString(source, " "), -1)) +
		len(reHyperlink().FindAllString(source, -1))
	signs := "|•·、/"
	if at := strings.IndexAny(text, ":："); at >= 0 {
		text, signs = text[at:], signs+",:："
	}
	entries := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(signs, r) })
	entries = slices.DeleteFunc(entries, func(entry string) bool { return !isText(entry) })
	return len(entries) > 1 && 2*links >= len(entries) && !slices.ContainsFunc(entries, func(entry string) bool {
		return len(strings.Fields(entry)) > mostLinkWords
	})
}

// constraintsOf returns the constraints of a README as items: what is in the sections that are named for them, and
// behind the label "Constraints:".
func constraintsOf(lines []line) []line {
	taken, rest := titled(lines, append(slices.Clone(constraintPhrases()), anchorPhrases()...))
	all := itemsOf(taken)
	levels, _ := levelsOf(rest)
	for i := 0; i < len(rest); i++ {
		label, value := labelOf(rest[i].text)
		if levels[i] == inCode || reBullet().MatchString(rest[i].text) ||
			!slices.Contains(constraintPhrases(), strings.ToLower(label)) {
			continue
		}
		end := labelEnd(rest, levels, i, value != "")
		below := slices.Clone(rest[i+1 : end])
		if value == "" && !holdsText(below) && end < len(rest) { // a paragraph of its own
			for end < len(rest) && rest[end].text != "" && levelOf(rest[end].text) == 0 {
				below = append(below, rest[end])
				end++
			}
		}
		if value != "" {
			below = append([]line{{value, rest[i].number}}, below...)
		}
		all = append(all, itemsOf(below)...)
		i = end - 1
	}
	return all
}

// itemsOf returns lines as a list: its items, each on one line, or without any its paragraphs.
func itemsOf(lines []line) []line {
	isList := slices.ContainsFunc(lines, func(l line) bool { return reBullet().MatchString(l.text) })
	levels, _ := levelsOf(lines)
	var items []line
	open := false // the item or paragraph goes on
	for i, l := range lines {
		switch text := strings.TrimSpace(l.text); {
		case text == "" || levels[i] != 0:
			open = false
		case reBullet().MatchString(l.text):
			items, open = append(items, l), true
		case open:
			items[len(items)-1].text += " " + text
		case !isList:
			items, open = append(items, line{"- " + text, l.number}), true
		}
	}
	return items
}

var (
	reImage = words.Lazily(`\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?`)
	reLink  = words.Lazily(`\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	reTag   = words.Lazily(`<[^>]*>`)
)

// plain is a text without images, tags and the targets of links.
func plain(text string) string {
	text = reLink().ReplaceAllString(reImage().ReplaceAllString(text, " "), "$1")
	return strings.Join(strings.Fields(reTag().ReplaceAllString(text, " ")), " ")
}

// isSentence reports whether a text has enough letters to say something.
func isSentence(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			if letters++; isWide(r) {
				letters++
			}
		}
	}
	return letters >= fewestLetters
}
