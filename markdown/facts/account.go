package facts

import (
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/markdown"
)

// Line is a line of a tool document that holds no fact, and the list in which it ends: Prose, NotUnderstood, WithFacts,
// or the one of LeftOut.
type Line struct {
	List string `json:"list"`
	Path string `json:"path"`
	Line int    `json:"line"`
	// Text is the line, cut where it is very long; empty where it holds a secret or may hold one.
	Text string `json:"text,omitempty"`
	// Facts are the lines of the facts that it goes with.
	Facts []int `json:"facts,omitempty"`
}

// deepest is how many lines that a line is indented below may name it.
const deepest = 3

// The lists in which lines end. What nothing decided on, and what is unclear, is not understood, unless it is words
// alone.
const (
	Prose         = "prose"
	NotUnderstood = "not understood"
	// WithFacts is for bans of facts: where these are, they are.
	WithFacts = "with its facts"
)

// LeftOut is the list of what is not in the table for a reason.
func LeftOut(reason string) string { return "left out: " + reason }

// Reasons why lines are passed over, beside the names of rules.
const (
	secret      = "secret"
	belowNoFact = "below a heading that holds no facts"
	notRead     = "code, output or a drawing"
	onSeveral   = "command on several lines"
	crossedOut  = "crossed out or refused"
	outOfUse    = "out of use"
	hidden      = "not shown to readers"
	saidBefore  = "said before"
	stateOnly   = "switch"
	ruleAlone   = "rule of no fact"
)

// inWords are the rules that refuse prose, if what they refuse holds nothing to look up.
var inWords = []string{
	"description", "order", "field", "introduction or footer", "question", "what happened", "what to do in a case",
	"no value", "no subject",
}

// pass notes why what a line says is no fact.
func (r *reader) pass(line int, reason string) { r.passed[line] = append(r.passed[line], reason) }

// passOver notes why no line of a block is read.
func (r *reader) passOver(b *markdown.Block, reason string) {
	for line := r.doc.Line(b.Start); line <= r.doc.Line(max(b.Start, b.End-1)); line++ {
		r.pass(line, reason)
	}
}

// isWithheld reports whether a line holds a secret, or may hold one.
func (r *reader) isWithheld(line int) bool {
	return r.reported[line] || slices.Contains(r.passed[line], secret) ||
		slices.Contains(r.passed[line], "named as a secret")
}

// layout is what Markdown makes of the lines of a document.
type layout struct {
	marks  map[int]bool    // headings, fences, and what is between the head of a table and its rows
	shown  map[int]bool    // those of a block; the others are comments, say
	above  map[int]string  // the heading above a block
	terse  map[int]bool    // code and the rows of tables, which hold no sentences
	locked map[int]bool    // rows of a table with a column for secrets
	names  map[string]bool // of facts
}

// look goes through blocks below a heading.
func (l *layout) look(doc *markdown.Document, blocks []*markdown.Block, heading string, isLocked bool) {
	for _, b := range blocks {
		first, last := doc.Line(b.Start), doc.Line(max(b.Start, b.End-1))
		isSecret := func(c *markdown.Block) bool { return secrets.IsSecretName(plain(c.Text)) }
		switch b.Kind {
		case markdown.Heading:
			heading = plain(b.Text)
		case markdown.Table:
			isLocked = slices.ContainsFunc(b.Children[0].Children, isSecret)
		}
		for line := first; line <= last; line++ {
			start, end := doc.LineSpan(line)
			mark := strings.TrimLeft(strings.TrimSpace(string(doc.Source[start:end])), "-*+> \t0123456789.)")
			isFence := strings.HasPrefix(mark, "```") || strings.HasPrefix(mark, "~~~")
			l.shown[line], l.above[line] = b.Kind != markdown.HTML || !strings.HasPrefix(b.Text, "<!--"), heading
			l.marks[line] = b.Kind == markdown.Heading || b.Kind == markdown.Table ||
				b.Kind == markdown.Code && isFence && (line == first || line == last) ||
				l.marks[line] && b.Kind != markdown.Row
			l.terse[line] = b.Kind == markdown.Row && !b.Header || b.Kind == markdown.Code && !reComment().MatchString(mark)
			l.locked[line] = isLocked && l.terse[line]
		}
		if b.Kind != markdown.Row { // cells are no lines
			l.look(doc, b.Children, heading, isLocked)
		}
		isLocked = false
	}
}

// account tells of each line in which list it ends, but of blank lines, of marks and of those that hold a fact or what
// is unclear.
func (r *reader) account(from, to int, clean []string) (all []Line) {
	l := layout{map[int]bool{}, map[int]bool{}, map[int]string{}, map[int]bool{}, map[int]bool{}, map[string]bool{}}
	l.look(r.doc, r.doc.Blocks, "", false)
	holds := map[int]bool{}
	for _, f := range slices.Concat(r.facts, r.unclear) {
		holds[f.Line], l.names[f.Key] = true, true
	}
	var above []string // the lines that a line is indented below, and one above it that introduces it
	for line := from; line < to && line <= len(r.source) && r.ctx.Err() == nil; line++ {
		raw := r.source[line-1]
		said := strings.TrimSpace(raw)
		if l.marks[line] || said == "" {
			continue
		}
		if !strings.ContainsFunc(said, isWordRune) { // a line across the page, the mark of a quotation
			all = append(all, Line{List: Prose, Path: string(r.path), Line: line, Text: said})
			continue
		}
		for n := len(above); n > 0 && indentOf(above[n-1]) >= indentOf(raw) && (endsInColon(raw) || !endsInColon(above[n-1])); n-- {
			above = above[:n-1]
		}
		if !holds[line] {
			names := append(slices.Clone(above[max(0, len(above)-deepest):]), l.above[line])
			if r.isWithheld(line) || l.locked[line] || clean[line-1] != raw || r.mayHide(said, names) {
				r.passed[line], said = []string{secret}, ""
			}
			all = append(all, r.ends(line, said, &l))
		}
		above = append(above, raw)
	}
	return all
}

// ends is a line in its list; said is empty if it is withheld.
func (r *reader) ends(line int, said string, l *layout) Line {
	if !l.shown[line] {
		r.pass(line, hidden)
	}
	read := said
	if !l.terse[line] {
		read = strings.TrimLeft(said, "| ") // the head of a table
	}
	one := Line{listOf(read, r.passed[line]), string(r.path), line, said, nil}
	if one.List == WithFacts {
		one.Facts = r.with[line]
	}
	if m := reComment().FindStringSubmatch(said); m != nil && l.names[plain(m[1])] {
		one.List = Prose // the comment above a command
	}
	if l.terse[line] && len(r.passed[line]) == 0 && !endsInColon(said) {
		one.List = NotUnderstood
	}
	if len(said) > longestText {
		one.Text = strings.ToValidUTF8(said[:Longest], "") + "…"
	}
	return one
}

// mayHide reports whether a line holds a secret, or may hold one, by itself or below one of names.
func (r *reader) mayHide(said string, names []string) bool {
	said = reItem().ReplaceAllString(said[:min(len(said), longestText)], "")
	probe := &reader{
		ctx: r.ctx, path: r.path, doc: r.doc, source: []string{said},
		seen: map[[4]string]bool{}, known: map[string]bool{}, reported: map[int]bool{}, passed: map[int][]string{},
	}
	probe.statement(newPassage(1, said), "", bulleted)
	isSecret := func(name string) bool {
		return secrets.IsSecretName(label(name)) && !slices.ContainsFunc(bareWords(said), secrets.IsPlace)
	}
	return probe.isWithheld(1) || slices.ContainsFunc(names, isSecret)
}

// listOf is the list in which a line ends, by the reasons why parts of it are no facts: the one that matters most to a
// reader.
func listOf(said string, reasons []string) string {
	list, isWords := "", holdsNothing(said)
	for _, reason := range reasons {
		switch {
		case reason == secret, reason == "named as a secret":
			return LeftOut(secret)
		case reason == WithFacts:
			return WithFacts
		case isWords && slices.Contains(inWords, reason):
		case slices.Contains(unclear, reason), reason == "no value":
			list = NotUnderstood
		case list == "":
			list = LeftOut(reason)
		}
	}
	switch {
	case list != "":
		return list
	case isWords:
		return Prose
	}
	return NotUnderstood
}

// holdsNothing reports whether a line holds nothing to look up: no number, nothing that can be told from its looks, and
// no name behind a label.
func holdsNothing(said string) bool {
	said = reItem().ReplaceAllString(strings.TrimLeft(said, "> "), "")
	if len(said) > longestText || strings.ContainsAny(said, "0123456789") || hasStrong(said) {
		return false
	}
	if row := strings.Split(strings.Trim(said, "| "), "|"); strings.HasPrefix(said, "|") {
		return !slices.ContainsFunc(row[1:], isName)
	}
	p, isPair := split(said)
	return !isPair || p.swapped || endsInColon(said) || !isName(said[p.value.start:p.value.end])
}

// isName reports whether a text is short enough to name something.
func isName(text string) bool {
	return strings.ContainsFunc(text, isWordRune) && countWords(text) < phrase
}
