package distill

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/review/ledger"
)

// The lengths of the shorter wordings of a theme, in words after the name.
const (
	shortForm = 9
	tinyForm  = 6
	leastForm = 4
)

// weaker is how much less than the best clause one may score that speaks for the
// theme in a shorter form.
const weaker = 0.2

// candidate is a clause with what speaks for it.
type candidate struct {
	text   string
	lesson string // its id
	words  int
	score  float64
}

// voices finds the clauses of a theme's lessons that may speak for it, the best
// first: those whose words most of the lessons share, that tell what to do, and
// that name nobody.
func (d *distiller) voices(theme []int, spread map[string]float64) []candidate {
	var found []candidate
	for _, i := range theme {
		if d.lessons[i].Kind == ledger.KindDecision {
			continue
		}
		for _, c := range clauses(d.lessons[i].Text) {
			n := words.Count(c.text)
			if n < leastForm || n > d.opts.Words || d.names.in(c.text) {
				continue
			}
			found = append(found, candidate{c.text, d.lessons[i].ID, n, d.score(c, n, spread)})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.words, b.words), cmp.Compare(a.text, b.text))
	})
	return found
}

// spread is the share of lessons in which each stem stands.
func (d *distiller) spread(lessons []int) map[string]float64 {
	type standing struct {
		share float64
		last  int // the lesson that was counted last, from 1
	}
	found := map[string]*standing{}
	for n, i := range lessons {
		for _, term := range d.terms[i] {
			s := found[term.Stem]
			if s == nil {
				s = &standing{}
				found[term.Stem] = s
			}
			if s.last != n+1 {
				s.share += 1 / float64(len(lessons))
				s.last = n + 1
			}
		}
	}
	spread := make(map[string]float64, len(found))
	for stem, s := range found {
		spread[stem] = s.share
	}
	return spread
}

// score is the mean spread of a clause's terms, with a bonus for a clause that
// tells what to do and for one that its author put in front, and a malus for
// words that point outside it and for length beyond what is read at a glance.
func (d *distiller) score(c clause, n int, spread map[string]float64) float64 {
	terms := stems(words.Terms(c.text))
	if len(terms) == 0 {
		return 0
	}
	score := 0.0
	for _, term := range terms {
		score += spread[term] / float64(max(len(terms), 4))
	}
	if imperative(c.text) {
		score += 0.25
	}
	if c.lead {
		score += 0.1
	}
	if points(c.text) {
		score -= 0.45
	}
	return score - 0.02*float64(max(n-shortForm, 0))
}

// pointing are words that point to something outside a clause if they come
// before anything else that they could point to.
var pointing = words.Set("it its them they this these those that es ihn ihm sie das dies diese davon damit darauf lo la los las eso esto ellos")

// points says whether a clause points outside itself.
func points(clause string) bool {
	list := strings.FieldsFunc(strings.ToLower(clause), notLetter)
	return slices.ContainsFunc(list[:min(len(list), 3)], func(word string) bool { return pointing[word] })
}

// wordings finds the full, the short and the tiny form that a theme offers: of
// the clauses short enough, and that pass the checks, the one that speaks best.
// Without any, the theme tells what was wrong with the first.
func (d *distiller) wordings(theme *Theme, voices []candidate, names naming) {
	type verdict struct {
		cause  Cause
		detail string
	}
	verdicts := map[string]verdict{}
	for _, longest := range []int{d.opts.Words, shortForm, tinyForm} {
		for _, v := range voices {
			if v.words > longest || v.score < voices[0].score-weaker {
				continue
			}
			w := Wording{Name: cmp.Or(names.of(v.text), theme.Name), Text: sentence(v.text), Lesson: v.lesson}
			if _, known := verdicts[w.Text]; !known {
				cause, detail := d.opts.Check(w.Name, w.Text, theme.Lessons)
				verdicts[w.Text] = verdict{cause, detail}
			}
			if wrong := verdicts[w.Text]; wrong.cause != "" {
				if theme.Cause == "" {
					theme.Cause, theme.Detail = wrong.cause, "no clause of its lessons passes the checks: "+wrong.detail
				}
				continue
			}
			if !slices.Contains(theme.Wordings, w) {
				theme.Wordings = append(theme.Wordings, w)
			}
			break
		}
	}
	if len(theme.Wordings) > 0 {
		theme.Cause, theme.Detail = "", ""
	}
}

// sentence ends a clause with a full stop.
func sentence(clause string) string {
	last := []rune(clause)[len([]rune(clause))-1]
	if words.IsCJK(last) {
		return clause + "。"
	}
	return clause + "."
}
