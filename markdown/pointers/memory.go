package pointers

import (
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown"
)

var (
	// reMemory matches a place of memory: MEMORY.md, or the folder of dated notes, and no other file in it.
	reMemory = text.Lazily(`(?:^|[^\pL\d_./-]|~/|\./)(?:MEMORY\.md|memory/(?:[^a-z]|y{4}|$))`)
	reClause = text.Lazily(`\s*(?:[,;:—–，；：]| - )\s*`)
)

// Reminder is the byte of SOUL.md at which a sentence or an item begins that sends the agent to its memory, -1 if there
// is none. Text in code does not, and neither does Memory, which goes beside the required entry.
func Reminder(soul *markdown.Document) int { return reminder(soul.Blocks, false) }

// reminder looks into blocks; listed says that the text above tells to read what they list.
func reminder(blocks []*markdown.Block, listed bool) int {
	tells := listed
	for _, b := range blocks {
		text := text.Unbold(text.OneLine(b.Text))
		switch b.Kind {
		case markdown.Paragraph:
			if listed && sendsTo(text) || Reminds(text) {
				return b.Start
			}
		case markdown.List, markdown.Item:
			if at := reminder(b.Children, tells); at >= 0 {
				return at
			}
		}
		tells = listed || b.Kind == markdown.Paragraph && introduces(text)
	}
	return -1
}

// Reminds reports whether a sentence of a text sends the agent to a place of its memory: its clause about that place
// begins with reading, or the sentence says when to read it. Writing there is no reading.
func Reminds(s string) bool {
	reminds := func(sentence string) bool {
		when := reOnDemand().MatchString(sentence)
		return sentence != Memory && sentence != MemoryInMain &&
			slices.ContainsFunc(clauses(sentence), func(clause string) bool {
				return sendsTo(clause) && (leads(clause) || when && TellsToRead(clause))
			})
	}
	return reMemory().MatchString(s) && slices.ContainsFunc(text.Sentences(text.Unbold(s)), reminds)
}

// clauses are the parts of a sentence between its marks. A file in front of a part belongs to the part before.
func clauses(sentence string) []string {
	var all []string
	for _, part := range reClause().Split(sentence, -1) {
		if first, _, _ := strings.Cut(part, " "); len(all) > 0 && strings.ContainsAny(first, "./`") {
			all[len(all)-1] += " " + part
		} else {
			all = append(all, part)
		}
	}
	return all
}

// sendsTo reports whether a clause names a place of memory and neither writes there nor forbids it. A condition in
// front of the place forbids nothing.
func sendsTo(clause string) bool {
	place := reMemory().FindStringIndex(clause)
	if place == nil || TellsToKeep(clause) {
		return false
	}
	before := clause[:place[1]]
	if when := reOnDemand().FindStringIndex(before); when != nil {
		before = before[when[1]:]
	}
	behind, _, _ := strings.Cut(strings.TrimSpace(strings.TrimLeft(clause[place[1]:], "`")), " ")
	return text.Negations(before+" "+behind) == 0
}

// leads reports whether a clause begins with reading.
func leads(clause string) bool {
	first := strings.Fields(clause)
	return TellsToRead(strings.Join(first[:min(len(first), 2)], " "))
}

// introduces reports whether a text closes with the order to read what follows.
func introduces(s string) bool {
	const least = 3 // words: "Reading list:" is no order
	s, isOpen := strings.CutSuffix(strings.ReplaceAll(strings.TrimRight(s, "*_ "), "：", ":"), ":")
	sentences := text.Sentences(s)
	if !isOpen || len(sentences) == 0 {
		return false
	}
	last := sentences[len(sentences)-1]
	return text.Count(last) >= least && text.Negations(last) == 0 && !TellsToKeep(last) &&
		(slices.ContainsFunc(clauses(last), leads) || TellsToRead(last[strings.LastIndexByte(last, ' ')+1:]))
}
