package recall

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/markdown"
)

// bond is what a newer passage does to an older one.
type bond int

const (
	apart bond = iota
	// goesOn: it replaces a part of the older one. It comes first.
	goesOn
	// limits: it says where the older one does not hold.
	limits
	// replaces: the older one holds no longer.
	replaces
)

const (
	// sameMatter is the share of the words of a passage from which on a newer one may be about the same; signed is that
	// from which on it is, if it says that something changed, and covered without such a sign.
	sameMatter, signed, covered = 0.5, 0.6, 0.75
	// sameAnswer is the least share of either one that says so and answers the message as well.
	sameAnswer = 0.3
	// sameScore is the share of the older one's score from which on a newer one answers as well.
	sameScore = 0.65
	// leastOf is the least share of the words of the newer one: a long one has the words of many.
	leastOf = 0.25
	// mostLooked is how many words of a passage newer ones are looked for with, each in at most mostHolding passages, and
	// mostNewer how many of those are read.
	mostLooked, mostHolding, mostNewer = 32, 300, 8
	// leastShared is how many words a newer one shares at least, or half of what an older one of a few words has.
	leastShared = 2
	// mostHeld is how many words are remembered with the passages that have them, until a file changes.
	mostHeld = 10_000
	// mostRead is how many sentences of a passage are compared.
	mostRead = 6
)

// newest finds what a newer passage does to a candidate, and that passage.
func (c *choice) newest(old *candidate) (*candidate, bond) {
	if old.isCompared || c.alike == nil {
		return old.newer, old.bond
	}
	old.isCompared = true
	for _, other := range c.alike(c, old) {
		isAnswer := other.score >= max(sameScore*old.score, Threshold)
		b := old.bondTo(other, isAnswer)
		if b > old.bond && !other.isOutdated() || b == old.bond && b != apart && other.isNewerThan(old.newer) {
			old.newer, old.bond = other, b
		}
	}
	return old.newer, old.bond
}

// takeNewer takes the passage that does so much to an older one, or what is newer than that. What was not included for
// another reason has no place to give.
func (c *choice) takeNewer(old *candidate, by bond, score float64, isSupport bool) {
	if by == replaces && !old.isCompared {
		return
	}
	newer, bond := c.newest(old)
	if bond != by || len(c.chosen) >= MostSnippets || slices.Contains(c.chosen, newer) || newer.isYielding {
		return
	}
	old.isYielding = true
	defer func() { old.isYielding = false }()
	if c.stale(newer) == "" {
		c.take(newer, max(newer.score, score), isSupport)
	} else {
		c.takeNewer(newer, replaces, score, isSupport)
	}
}

// bondTo is what another passage does to one, if it is newer.
func (c *candidate) bondTo(newer *candidate, isAnswer bool) bond {
	if c == newer || !newer.isNewerThan(c) {
		return apart
	}
	most, over, all, isApart := apart, 0, c.sentences(), c.isApart(newer)
	for _, older := range all {
		of := apart
		for _, next := range newer.sentences() {
			of = max(of, relate(older, next, isApart, isAnswer))
		}
		if of == replaces {
			over++
		}
		most = max(most, of)
	}
	if most == replaces && 2*over <= len(all) { // much of the older one holds
		return goesOn
	}
	return most
}

// relate is what a sentence does to an older one. isApart says that they are of two parts of a file, or name two things:
// then only one that says that something changed does something to the other. isAnswer says that the newer one answers the
// message as well.
func relate(older, newer text.Text, isApart, isAnswer bool) bond {
	of, by := older.Within(newer), newer.Within(older)
	isAbout := of >= sameMatter && by >= leastOf && (by >= sameMatter || older.SharesMuch(newer))
	if !isAbout && !(isAnswer && max(of, by) >= sameAnswer) {
		return apart
	}
	isSigned := newer.SaysItChanged()
	if !isSigned && (isApart || !isAbout) {
		return apart
	}
	switch r := text.Change(older, newer); {
	case r == text.Limits && of >= covered:
		return limits
	case r.IsAgainst(), isSigned && (isAnswer || of >= signed), of >= covered && by >= sameMatter && older.Turns(newer):
		return replaces
	}
	return apart
}

// isApart reports whether two passages are of two parts of a file, or the newer one does not name what the older one does.
func (c *candidate) isApart(newer *candidate) bool {
	return c.path == newer.path || slices.ContainsFunc(text.Specifics(c.text), func(s text.Specific) bool {
		isValue := slices.Contains([]text.Kind{text.Number, text.InWords, text.Date, text.Time, text.Port}, s.Kind)
		return !isValue && !strings.Contains(strings.ToLower(newer.text), strings.ToLower(c.text[s.Start:s.End]))
	})
}

// isNewerThan reports whether a passage was written later: by its date, on one day in one file by its line. Where nothing
// tells, as without a date, where the order of lines is that of topics, the one that says that something changed is the
// later one. State is what holds now.
func (c *candidate) isNewerThan(other *candidate) bool {
	switch {
	case c.tier == T1 || other.tier == T1:
		return false
	case c.path == other.path && c.day.Equal(other.day) && !c.day.IsZero():
		return c.first > other.first
	case c.day.IsZero() || other.day.IsZero() || c.day.Equal(other.day):
		return c.saysItChanged() && !other.saysItChanged()
	}
	return c.day.After(other.day)
}

// read reads the text of a candidate without its dates. It is compared with many.
func (c *candidate) read() text.Text {
	if c.gist == nil {
		gist := text.Of(c.undated())
		c.gist = &gist
	}
	return *c.gist
}

// sentences are those of a candidate that are compared with older and newer ones.
func (c *candidate) sentences() []text.Text {
	if c.gists == nil {
		all := text.Sentences(c.undated())
		if len(all) < 2 {
			c.gists = []text.Text{c.read()}
			return c.gists
		}
		for _, s := range all[:min(len(all), mostRead)] {
			c.gists = append(c.gists, text.Of(s))
		}
	}
	return c.gists
}

// undated is the text of a candidate without its dates.
func (c *candidate) undated() string {
	if c.plain == nil {
		plain := withoutDates(c.text)
		c.plain = &plain
	}
	return *c.plain
}

// withoutDates is a text without its dates: two notes of one year would have a number in common.
func withoutDates(s string) string {
	lower := strings.ToLower(s)
	rest := takeDates(lower, func(_, month, day string) bool {
		_, _, ok := monthAndDay(month, day)
		return ok
	})
	if rest == lower {
		return s // with its names
	}
	return rest
}

// alike are the passages that share most of the rare words of a candidate: one that says how it is now need not share
// any with the message.
func (x *Index) alike(ctx context.Context, c *choice, old *candidate) ([]*candidate, error) {
	x.rate(old, c.needs)
	var wanted []string
	for _, t := range old.terms {
		if one := allOf(t.term); len(wanted) < mostLooked && !slices.Contains(wanted, one) {
			wanted = append(wanted, one)
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	if err := x.hold(ctx, wanted); err != nil {
		return nil, err
	}
	shared := sharing(wanted, x.held, mostHolding, min(leastShared, max(1, len(wanted)/2)))
	delete(shared, old.id)
	found, err := x.loadFor(ctx, c, highest(values(shared), mostNewer))
	for _, f := range found {
		x.rate(f, c.needs)
	}
	return found, err
}

// sharing are the passages that share some words, at least so many, each with how rare these are. A word that more than
// most passages hold is common, and counts for nothing.
func sharing(words []string, holding map[string][]int64, most, least int) map[int64]float64 {
	shared, count := map[int64]float64{}, map[int64]int{}
	for _, word := range words {
		if ids := holding[word]; len(ids) <= most {
			for _, id := range ids {
				shared[id] += 1 / math.Log2(float64(1+len(ids)))
				count[id]++
			}
		}
	}
	maps.DeleteFunc(shared, func(id int64, _ float64) bool { return count[id] < least })
	return shared
}

// hold looks up the passages with each of some words, one more than mostHolding of a common one. Passages have many words
// in common, and a lookup takes most of the time of a message.
func (x *Index) hold(ctx context.Context, wanted []string) error {
	if x.held == nil || len(x.held) > mostHeld {
		x.held = map[string][]int64{}
	}
	unknown := slices.DeleteFunc(slices.Clone(wanted), func(term string) bool { _, known := x.held[term]; return known })
	return x.eachHolding(ctx, unknown, mostHolding+1, func(term string, ids []int64) { x.held[term] = ids })
}

// saysItChanged reports whether a passage replaces an older one.
func (c *candidate) saysItChanged() bool {
	return slices.ContainsFunc(c.sentences(), text.Text.SaysItChanged)
}

// marks are those with which people withdraw what they wrote.
var marks = sync.OnceValue(func() []string {
	return lang.Phrases(func(l *lang.Language) []string { return l.Withdrawn.Marks })
})

// isOutdated reports whether a passage says of itself that it is true no longer: all of it is struck out, or a part of
// it, or of its heading, is nothing but a mark, or goes on from one of several words.
func (c *candidate) isOutdated() bool {
	rest := c.text
	for _, at := range slices.Backward(markdown.Struck(rest)) {
		rest = rest[:at[0]] + rest[at[1]:]
	}
	if len(rest) < len(c.text) && text.Count(rest) == 0 {
		return true
	}
	for part := range strings.FieldsFuncSeq(text.Fold(withoutDates(c.heading+"\n"+c.text)), isParting) {
		part = strings.TrimSpace(part)
		if slices.ContainsFunc(marks(), func(mark string) bool {
			rest, found := strings.CutPrefix(part, mark)
			return found && (rest == "" || rest[0] == ',' || rest[0] == ' ' && strings.Contains(mark, " "))
		}) {
			return true
		}
	}
	return false
}

// isParting tells what is between a text and its mark.
func isParting(r rune) bool {
	return text.IsBreak(r) && r != ',' || strings.ContainsRune("\n()[]【】（）*>-", r)
}

func holdsPhrase(text string, phrases []string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(phrases, func(phrase string) bool {
		return strings.Contains(lower, phrase) && withoutPhrase(lower, phrase) != lower
	})
}

// isCopy reports whether two passages say the same, also of the same names and values.
func isCopy(a, b *candidate) bool {
	return a.sum == b.sum || a.read().NearCopy(b.read()) &&
		holdsSpecifics(a.undated(), b.undated()) && holdsSpecifics(b.undated(), a.undated())
}

// holdsSpecifics reports whether a text has the names and values of another.
func holdsSpecifics(s, of string) bool {
	return !slices.ContainsFunc(text.Specifics(of), func(p text.Specific) bool {
		return !strings.Contains(strings.ToLower(s), strings.ToLower(of[p.Start:p.End]))
	})
}
