package distill

import (
	"context"
	"slices"

	"wisdom/internal/words"
	"wisdom/review/ledger"
)

// contradict says whether one of two lessons on the same subject forbids and the
// other does not ("always restart", "never restart"), or says the opposite, or
// another number, day, colour or name.
func (d *distiller) contradict(a, b int) bool {
	x, y := d.stance(a), d.stance(b)
	return x.forbids != y.forbids || x.sense.Opposes(y.sense) || apart(x.names, y.names)
}

// stance is what of a lesson can contradict another.
type stance struct {
	forbids bool
	sense   words.Sense
	names   map[string]bool
}

// stance reads that of a lesson when it is first asked for.
func (d *distiller) stance(lesson int) *stance {
	if d.stances[lesson] == nil {
		text := d.lessons[lesson].Headline
		d.stances[lesson] = &stance{forbids(text), words.SenseOf(text), d.names.all(text)}
	}
	return d.stances[lesson]
}

// apart says whether there are names on both sides, and none on both.
func apart(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return false
		}
	}
	return len(a) > 0 && len(b) > 0
}

// forbids says whether a rule says what not to do. "Never forget to" does not, and
// "not before" and "not without" say what to do first.
func forbids(rule string) bool {
	return words.Negations(rule)%2 == 1 && !reAffirms().MatchString(rule)
}

// reAffirms tells negations that turn nothing. It is data: add a language here.
var reAffirms = words.Lazily(`(?i)\b(?:never|don't|do not|not)\b.*\b(?:forget|before|until|without|unless)\b|\b(?:nie|nicht|kein\w*)\b.*\b(?:vergess\w*|bevor|ehe|ohne|bis|vor)\b|` +
	`\b(?:no|nunca)\b.*\b(?:olvid\w*|antes|sin|hasta)\b|(?:别|不要|不能|勿)忘|没.*(?:之前|以前)?.*(?:别|不)`)

// replaced finds the lessons that a newer one takes the place of: one on the same
// matter that says itself that something changed, or the same words with another
// amount. For each lesson it is the index of the newest that does, or -1. Lessons
// without a date replace nothing and are not replaced. A mere negation replaces
// nothing: "never forget to ask" and "ask" agree.
func (d *distiller) replaced(ctx context.Context, edges []words.Edge) []int {
	newer := slices.Repeat([]int{-1}, len(d.lessons))
	changes := make([]bool, len(d.lessons))
	words.SideBySide(ctx, len(d.lessons), func(i int) { changes[i] = words.Changes(d.lessons[i].Headline) })
	nearest := make([]float64, len(d.lessons)) // how alike the older lesson is that is most alike
	for _, e := range edges {
		if _, recent, dated := d.inOrder(e); dated {
			nearest[recent] = max(nearest[recent], e.Weight)
		}
	}
	for _, e := range edges {
		old, recent, dated := d.inOrder(e)
		said := changes[recent] && (e.Weight >= sameMatter || e.Weight >= nearMatter && e.Weight == nearest[recent])
		if !dated || !said && !(e.Weight >= sameMatter && d.otherAmount(old, recent)) {
			continue
		}
		if by := newer[old]; by < 0 || d.lessons[by].Date < d.lessons[recent].Date {
			newer[old] = recent
		}
	}
	return newer
}

// inOrder are the two lessons of an edge, the older one first; dated says that one
// is.
func (d *distiller) inOrder(e words.Edge) (old, recent int, dated bool) {
	old, recent = e.A, e.B
	if d.lessons[old].Date > d.lessons[recent].Date {
		old, recent = recent, old
	}
	return old, recent, d.lessons[old].Date != "" && d.lessons[old].Date != d.lessons[recent].Date
}

// otherAmount says whether two rules are the same but for one amount with its
// unit: "over 200 euros", "over 400 euros". A bare number may be that of a room.
func (d *distiller) otherAmount(a, b int) bool {
	x, y := d.amount(a), d.amount(b)
	return x.number != "" && y.number != "" && x.number != y.number && x.rest == y.rest
}

// amount is the one number of a rule, and the normal form of the rule without it.
type amount struct{ number, rest string }

// amount reads that of a lesson when it is first asked for: a lesson stands beside
// many.
func (d *distiller) amount(lesson int) *amount {
	if d.amounts[lesson] == nil {
		rest, number := words.Amount(d.lessons[lesson].Headline)
		d.amounts[lesson] = &amount{number: number}
		if number != "" {
			d.amounts[lesson].rest = words.Normal(rest)
		}
	}
	return d.amounts[lesson]
}

// Contradicted finds for each text, such as a hand-written entry, the newest
// lesson from after the day since that says otherwise, as its index, or -1. Once ctx ends,
// some are missing.
func Contradicted(ctx context.Context, texts []string, lessons []ledger.Lesson, since string) []int {
	by := slices.Repeat([]int{-1}, len(texts))
	var changes []int
	for i, l := range lessons {
		if l.Date > since && words.Changes(l.Headline) {
			changes = append(changes, i)
		}
	}
	if len(changes) == 0 {
		return by // most days; spares reading all lessons once more
	}
	all := slices.Clone(lessons)
	for _, text := range texts {
		all = append(all, ledger.Lesson{Text: text, Headline: text})
	}
	d := newDistiller(ctx, all, Options{})
	space := d.space(ctx)
	for t := range texts {
		at := len(lessons) + t
		for _, i := range changes {
			if by[t] >= 0 && lessons[by[t]].Date >= lessons[i].Date {
				continue
			}
			if space.Cosine(i, at) >= sameMatter {
				by[t] = i
			}
		}
	}
	return by
}

const (
	// sameMatter is the cosine from which on a lesson that says that something
	// changed speaks of another one. It is high: what is wrongly replaced is lost
	// to the section.
	sameMatter = 0.4
	// nearMatter is enough for the one lesson that is most alike.
	nearMatter = 0.3
)
