package brief

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// isReadme reports whether a file describes a project to people: as SOUL, an extract of
// it is enough.
func isReadme(p string) bool {
	base := strings.ToLower(path.Base(p))
	return strings.TrimSuffix(base, path.Ext(base)) == "readme"
}

const (
	// mostPurpose is the most tokens of the purpose that a README gives.
	mostPurpose = 90
	// fewestLetters tells a sentence from a row of badges.
	fewestLetters = 12
)

// proseKinds are the blocks in which a README may say what it is for.
var proseKinds = []markdown.Kind{markdown.Paragraph, markdown.Quote, markdown.HTML}

// describe returns the identity of a project as its README gives it: name, purpose, and
// the list of its constraints, in at most share tokens.
func (c cutter) describe(lines []line, repo string, share int) []line {
	name, purpose := line{text: "Project: " + repo}, line{}
	doc := markdown.Parse([]byte(textOf(lines)))
	for _, b := range doc.Blocks {
		at := lines[doc.Line(b.Start)-1].number
		switch text := prose(b); {
		case b.Kind == markdown.Heading && name.number == 0 && text != "":
			name = line{"Project: " + text, at}
		case purpose.text == "" && isSentence(text) && slices.Contains(proseKinds, b.Kind):
			head := c.head([]line{{text, at}}, mostPurpose, atWords)
			purpose = line{"Purpose: " + strings.TrimSuffix(head[0].text, ":"), at}
			if head[0].text != text {
				purpose.text += " ..."
			}
		}
	}
	soul := []line{name}
	if purpose.text != "" {
		soul = append(soul, purpose)
	}
	constraints, _ := titled(lines, append(slices.Clone(constraintPhrases()), anchorPhrases()...))
	list := []line{{}, {text: "Constraints:"}}
	for _, l := range constraints {
		if reBullet().MatchString(l.text) && c.tokens(slices.Concat(soul, list, []line{l})) <= share {
			list = append(list, l)
		}
	}
	if len(list) > 2 {
		soul = append(soul, list...)
	}
	return soul
}

var (
	reImage = words.Lazily(`\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?`)
	reLink  = words.Lazily(`\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	reTag   = words.Lazily(`<[^>]*>`)
)

// prose is the text of a block without images, tags and the targets of links.
func prose(b *markdown.Block) string {
	text := b.Text
	for _, c := range b.Children {
		text += " " + c.Text
	}
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

// currentPhase returns the parts of a roadmap that say where the project is: the phase
// that is marked as current, or else the first one with an open task, and what blocks it.
func currentPhase(lines []line) []line {
	inFence := fenced(lines)
	var phase, blockers []line
	add := func(part *[]line, at int) int {
		end := sectionEnd(lines, inFence, at)
		*part = append(append(*part, lines[at:end]...), line{})
		return end
	}
	for i := 0; i < len(lines); {
		switch {
		case levelOf(lines[i].text) == 0 || inFence[i]:
			i++
		case names(lines[i].text, blockerPhrases()):
			i = add(&blockers, i)
		case phase == nil && isCurrent(lines[i].text):
			i = add(&phase, i)
		default:
			i++
		}
	}
	for i := 0; phase == nil && i < len(lines); i++ {
		if strings.Contains(lines[i].text, "[ ] ") && !inFence[i] {
			at := i
			for at >= 0 && (levelOf(lines[at].text) == 0 || inFence[at]) {
				at--
			}
			if at >= 0 {
				add(&phase, at)
			}
			break
		}
	}
	if phase == nil && blockers == nil {
		return lines
	}
	return tidy(append(phase, blockers...))
}

// reAside matches what a heading says in brackets or behind a dash.
var reAside = words.Lazily(`\(([^)]*)\)|\[([^\]]*)\]|[—–:|-]\s+([^—–:|]*)$`)

// isCurrent reports whether a heading marks what is under way, in its words or in an
// aside.
func isCurrent(heading string) bool {
	if names(heading, currentPhrases()) {
		return true
	}
	return slices.ContainsFunc(reAside().FindAllStringSubmatch(heading, -1), func(m []string) bool {
		return names(m[1]+m[2]+m[3], currentPhrases())
	})
}
