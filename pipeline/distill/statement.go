package distill

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/similar"
	"wisdom/internal/words"
	"wisdom/pipeline/collect"
)

// statement is a sentence of a lesson that gives an order, or a part of one between two marks: a rule that stands alone
// in one note is a part of a longer sentence in another.
type statement struct {
	lesson int
	text   string
	terms  []place
	at     int // among the statements of all lessons
	// label is what the author put in front in bold. leads reports that the statement is the first whole sentence that
	// gives an order: it may become an entry.
	label string
	leads bool
	// language is that of the sentence, or of most lessons; see words.Language. Only a statement that leads has one.
	language string
}

// holds reports whether a term of the statement has a stem.
func (s *statement) holds(stem string) bool {
	return slices.ContainsFunc(s.terms, func(p place) bool { return p.stem == stem })
}

// isWhole reports whether the statement under a name tells its reader what to do without what stood around it: a label
// that is not its name was the subject or the condition of it. "Must be fixed first" and "Founder must sign" tell no
// reader anything.
func (s *statement) isWhole(name string) bool {
	label := strings.ToLower(s.label)
	cut := !strings.HasPrefix(strings.ToLower(s.text), label) && asName(label) != asName(strings.ToLower(name))
	return !cut && (s.language != "" && s.language != "en" || collect.Commands(s.text))
}

// place is where a term is in the text of a statement.
type place struct {
	stem       string
	start, end int
}

// statements are those of all lessons.
type statements struct {
	all      []statement
	n        int // how many lessons they are of; those with a higher number are of other texts
	weighted *similar.Weighted
}

const (
	// mostSentences is how far into a lesson its orders are looked for, firstSentences how far that one which may become
	// an entry: what comes later leans on what is before it.
	mostSentences, firstSentences = 12, 2
	// mostParts is how many parts of a sentence are looked at.
	mostParts = 8
)

// readStatements finds the statements of lessons. Those that are no advice as they stand have none. Texts such as
// entries become a statement each, of lessons with the next higher numbers. Once ctx ends, some are missing.
func readStatements(ctx context.Context, lessons []lesson.Lesson, texts []string) *statements {
	of := make([][]statement, len(lessons), len(lessons)+len(texts))
	words.SideBySide(ctx, len(lessons), func(i int) {
		if !lessons[i].Negative {
			of[i] = statementsOf(lessons[i].Text)
		}
	})
	for _, text := range texts {
		of = append(of, []statement{{text: text, terms: places(text), leads: true}})
	}
	for i := range of {
		for j := range of[i] {
			of[i][j].lesson = i
		}
	}
	s := &statements{n: len(lessons), all: slices.Concat(of...)}
	stems := make([][]string, len(s.all))
	for i := range s.all {
		one := &s.all[i]
		one.at = i
		stems[i] = make([]string, 0, len(one.terms))
		for _, p := range one.terms {
			stems[i] = append(stems[i], p.stem)
		}
	}
	s.weighted = similar.NewWeighted(stems, s.n, func(i int) int { return s.all[i].lesson })
	return s
}

func statementsOf(text string) []statement {
	label, plain := plainOf(text)
	var all []statement
	led := false
	for i, sentence := range words.Sentences(plain) {
		if i == mostSentences {
			break
		}
		if !collect.GivesOrder(sentence) {
			continue
		}
		whole := statement{text: sentence, terms: places(sentence), label: label}
		whole.leads = !led && i < firstSentences && words.Count(sentence) >= leastWords
		led = led || whole.leads
		all = append(append(all, whole), parts(whole)...)
	}
	return all
}

// places are the terms of a text in their order.
func places(text string) []place {
	terms := words.Terms(text)
	all := make([]place, 0, len(terms))
	from := 0
	for _, term := range terms {
		at := strings.Index(text[from:], term.Surface)
		if at < 0 {
			continue
		}
		start := from + at
		all = append(all, place{term.Stem, start, start + len(term.Surface)})
		_, next := utf8.DecodeRuneInString(text[start:])
		from = start + next // pairs of Chinese characters overlap
	}
	return all
}

var reCut = regexp.MustCompile(`[,;:，；：、]|\s[—–-]\s|——|\s(?:→|->|=>|\+)\s|[()（）]`)

// mayCut reports whether a match of reCut may hold a character.
func mayCut(r rune) bool { return r >= utf8.RuneSelf || strings.ContainsRune(",;:->+()", r) }

// parts are the parts of a sentence between its marks, and each with the next.
func parts(whole statement) []statement {
	if !strings.ContainsFunc(whole.text, mayCut) { // most sentences
		return nil
	}
	cuts := reCut.FindAllStringIndex(whole.text, mostParts)
	if len(cuts) == 0 {
		return nil
	}
	edges := []int{0}
	for _, cut := range cuts {
		edges = append(edges, cut[1])
	}
	edges = append(edges, len(whole.text))
	var all []statement
	for i := range len(edges) - 1 {
		for _, end := range edges[i+1 : min(i+3, len(edges))] {
			if i == 0 && end == len(whole.text) {
				continue // the whole sentence
			}
			part := statement{text: whole.text[edges[i]:end], label: whole.label}
			for _, p := range whole.terms {
				if p.start >= edges[i] && p.end <= end {
					part.terms = append(part.terms, p)
				}
			}
			if len(part.terms) > 0 {
				all = append(all, part)
			}
		}
	}
	return all
}
