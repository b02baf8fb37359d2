package distill

import (
	"context"
	"maps"
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/pipeline/collect"
	"wisdom/review/ledger"
)

// statement is a sentence of a lesson that gives an order, or a part of one between two
// marks: a rule that stands alone in one note is a part of a longer sentence in another.
type statement struct {
	lesson int
	text   string
	terms  []place
	// stems are numbers of the different stems among the terms, ascending; weight is that
	// of all together.
	stems  []int32
	weight float64
	// label is what the author put in front in bold. leads reports that the statement is
	// the first whole sentence that gives an order: it may become an entry.
	label string
	leads bool
	// language is that of the sentence, or of most lessons; see words.Language. Only a
	// statement that leads has one.
	language string
}

// place is where a term stands in the text of a statement.
type place struct {
	stem       string
	start, end int
}

// statements are those of all lessons, and where their stems stand.
type statements struct {
	all     []statement
	n       int       // how many lessons they are of; those with a higher number are of other texts
	holding [][]int32 // by stem, the statements that hold it
	weights []float64 // by stem: the fewer lessons hold it, the more it weighs
	lessons []int     // by stem, how many lessons hold it
}

const (
	// mostSentences is how far into a lesson its orders are looked for, firstSentences how
	// far that one which may become an entry: what comes later leans on what is before it.
	mostSentences, firstSentences = 12, 2
	// mostParts is how many parts of a sentence are looked at.
	mostParts = 8
)

// readStatements finds the statements of lessons. Those that are no advice as they
// stand have none. Texts such as entries become a statement each, of lessons with the next
// higher numbers. Once ctx ends, some are missing.
func readStatements(ctx context.Context, lessons []ledger.Lesson, texts []string) *statements {
	of := make([][]statement, len(lessons), len(lessons)+len(texts))
	words.SideBySide(ctx, len(lessons), func(i int) {
		if !lessons[i].Negative {
			of[i] = statementsOf(lessons[i].Text)
		}
	})
	for _, text := range texts {
		of = append(of, []statement{{text: text, terms: places(text), leads: true}})
	}
	s := &statements{n: len(lessons)}
	for i := range of {
		for _, one := range of[i] {
			one.lesson = i
			s.all = append(s.all, one)
		}
	}
	s.number()
	s.weigh()
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
	var all []place
	from := 0
	for _, term := range words.Terms(text) {
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

// parts are the parts of a sentence between its marks, and each with the next.
func parts(whole statement) []statement {
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

// number gives every stem a number, by the alphabet: that fixes the order in which weights
// are added up.
func (s *statements) number() {
	numbers := map[string]int32{}
	for i := range s.all {
		for _, p := range s.all[i].terms {
			numbers[p.stem] = 0
		}
	}
	for i, stem := range slices.Sorted(maps.Keys(numbers)) {
		numbers[stem] = int32(i)
	}
	s.holding, s.lessons = make([][]int32, len(numbers)), make([]int, len(numbers))
	last := slices.Repeat([]int{-1}, len(numbers)) // the lesson that was counted last
	for i := range s.all {
		one := &s.all[i]
		for _, p := range one.terms {
			one.stems = append(one.stems, numbers[p.stem])
		}
		slices.Sort(one.stems)
		one.stems = slices.Compact(one.stems)
		for _, stem := range one.stems {
			s.holding[stem] = append(s.holding[stem], int32(i))
			if last[stem] != one.lesson && one.lesson < s.n {
				last[stem] = one.lesson
				s.lessons[stem]++
			}
		}
	}
}

// leastLessons is the number of lessons below which it does not matter to the weights: in
// few lessons, every word is rare.
const leastLessons = 64

// weigh weighs the stems. The number of lessons is taken up to the next power of two, so
// that one lesson more changes the weights of its own stems only.
func (s *statements) weigh() {
	total := float64(max(int(1)<<bits.Len(uint(s.n)), leastLessons))
	s.weights = make([]float64, len(s.lessons))
	for stem, count := range s.lessons {
		s.weights[stem] = math.Log(1 + total/float64(max(count, 1)))
	}
	for i := range s.all {
		for _, stem := range s.all[i].stems {
			s.all[i].weight += s.weights[stem]
		}
	}
}

// leastCommon is how many stems two statements share at least to be alike at all.
const leastCommon = 2

// alike is the weight of the stems that two statements share, as a share of the mean of
// both: from 0 to 1.
func (s *statements) alike(a, b *statement) float64 {
	shared, n := 0.0, 0
	x, y := a.stems, b.stems
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			x = x[1:]
		case x[0] > y[0]:
			y = y[1:]
		default:
			shared += s.weights[x[0]]
			n++
			x, y = x[1:], y[1:]
		}
	}
	if n < leastCommon {
		return 0
	}
	return 2 * shared / (a.weight + b.weight)
}
