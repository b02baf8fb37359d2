package recall

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// Who describes a situation, or asks for something to be done, seldom uses the words of the
// lesson that matters: most words of the message are not those of the lesson, and a single
// one that both have may be all there is. So where nothing else is sure, lessons fill what a
// message may cost, in the order of how much they share with it: they are short, and worth
// more than notes.
const (
	// situation is from how many needs on a message describes a situation; asked is the same
	// for one that asks.
	situation, asked = 5, 2
	// lessonTold is how many needs the score of a lesson is a share of in a situation.
	lessonTold = 3
	// leastMet is how many words of a message that asks for nothing must be in a snippet.
	// One word in common is there too where people only tell of their day.
	leastMet = 2.0
	// fewWords is from how many words on a message may tell of something.
	fewWords = 5
	// mostNotes is how many notes stay that are not sure where there are lessons.
	mostNotes = 2
	// lessonTokens is what the snippets may take, with their citations, once lessons fill up.
	lessonTokens = 200
)

// isSituation reports whether a message describes one, or asks for something to be done.
// Work that needs no notes is none.
func isSituation(needs []need, isAsked func() bool) bool {
	count := 0.0
	for i := range needs {
		switch {
		case needs[i].task:
			return false
		case strings.Contains(needs[i].word, "@"):
			count += hanWeight
		default:
			count++
		}
	}
	return count >= situation || count >= asked && isAsked()
}

// isAsked reports whether a message asks a question, or for something to be done. A few words
// are what to look for.
func isAsked(message string) bool {
	personal := false
	for sentence := range parted(message, sentenceEnds) {
		if isPersonal(sentence) {
			personal = true
			continue
		}
		if strings.ContainsAny(sentence, "?？") || holdsPhrase(sentence, loadVocabulary().asks) || isRequest(sentence) {
			return true
		}
	}
	return isFewWords(message) && !personal
}

// isRequest reports whether a clause of a sentence begins as a question or an order does. Behind
// more than a greeting, "where" and "which" begin no question.
func isRequest(sentence string) bool {
	front := 0
	for clause := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return strings.ContainsRune(",，、", r) }) {
		clause = strings.Trim(clause, " \t\r-*\"'“”„‘’")
		first, rest, _ := strings.Cut(clause, " ")
		if rest != "" && text.IsImperative(first) || front <= mostGreeting && isQuestion(clause) {
			return true
		}
		front += len(strings.Fields(clause))
	}
	return false
}

// mostGreeting is how many words a greeting has at most.
const mostGreeting = 3

// isQuestion reports whether a clause begins with a word that asks, and is no exclamation.
func isQuestion(clause string) bool {
	clause = strings.ToLower(clause)
	begins := func(phrase string) bool {
		rest, found := strings.CutPrefix(clause, phrase)
		next, _ := utf8.DecodeRuneInString(rest)
		return found && (isHan(phrase) || !isLetter(next))
	}
	v := loadVocabulary()
	return slices.ContainsFunc(v.questions, begins) && !slices.ContainsFunc(v.exclamations, begins)
}

// isFewWords reports whether a message is too short to tell of something; characters count for
// half a word.
func isFewWords(message string) bool {
	n := 0.0
	for w := range strings.FieldsSeq(message) {
		if isHan(w) {
			n += hanWeight * float64(utf8.RuneCountInString(w))
		} else {
			n++
		}
	}
	return n < fewWords
}

// sentenceEnds part a message into what may tell to do something.
const sentenceEnds = "\n.;:!?。；：！？"

// fillUp adds lessons to a choice, in the order of how much they share with the message. The
// faint needs count here too: a lesson is short, and "answer" may be what it is about.
func (x *Index) fillUp(ctx context.Context, c *choice, faint []need, q Question) error {
	needs := slices.DeleteFunc(slices.Concat(c.needs, faint), func(n need) bool { return n.date != "" })
	all := 0.0
	for i := range min(lessonTold, len(needs)) {
		all += needs[i].weight
	}
	for i, l := range c.chosen {
		l.competes = i > 0 && x.meant.expects(l.id)
	}
	lessons, err := x.lessons(ctx, c, needs, q)
	if err != nil || all == 0 {
		return err
	}
	best := 0.0
	for _, l := range lessons {
		x.rate(l, needs, 0)
		l.coverage = min(l.told(needs)/all, 1)
		l.score = math.Round(l.coverage*l.close*l.recency*100) / 100
		best = max(best, l.score)
	}
	x.fuseLessons(lessons)
	lessons = slices.DeleteFunc(lessons, func(l *candidate) bool {
		return l.fused == 0 || x.meant == nil && l.score < supports*best || l.meaning < Threshold && x.isChance(l, c, needs)
	})
	slices.SortStableFunc(lessons, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.fused, a.fused), inOrder(a, b))
	})
	c.needs, c.covered = needs, make([]float64, len(needs))
	c.least = 0 // the scores of lessons are low, and the newer one holds nevertheless
	c.makeRoom(lessons)
	c.addLessons(lessons)
	return nil
}

// isChance reports whether what a lesson shares with a message may be chance: too few words where nothing is asked, or
// none at all, not even of the messages that are expected for it, unless one of these certainly means the same.
func (x *Index) isChance(l *candidate, c *choice, needs []need) bool {
	met := l.meets(needs)
	return met < leastMet && !c.isAsked() || met == 0 && x.meant.expects(l.id) && x.meant.expected.worth(l.id) < sure
}

// lessons are those that may share a word with a message and were not chosen yet: of the
// candidates, and of the curated files, whose lessons a lot of notes may have crowded out.
// These become candidates: an older lesson may be superseded by one of them.
func (x *Index) lessons(ctx context.Context, c *choice, needs []need, q Question) ([]*candidate, error) {
	curated, err := readSpans(ctx, x.db, "SELECT id, passages FROM contents WHERE id IN "+
		"(SELECT content FROM files WHERE tier IN ('T3', 'T4')) ORDER BY id")
	if err != nil {
		return nil, err
	}
	var ids []int64
	if len(curated) > 0 {
		if ids, err = x.candidates(ctx, needs, curated); err != nil {
			return nil, err
		}
		for _, id := range x.meant.nearest(nearest, curated) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	known := map[int64]bool{}
	for _, next := range c.all {
		known[next.id] = true
	}
	found, err := x.load(ctx, slices.DeleteFunc(ids, func(id int64) bool { return known[id] }))
	if err != nil {
		return nil, err
	}
	for _, l := range found {
		if !isExcluded(q.Exclude, l.path) && !l.isOutdated() {
			c.all = append(c.all, l)
		}
	}
	for _, l := range c.all {
		l.lesson = l.isLesson() || x.meant.expects(l.id) ||
			slices.ContainsFunc(needs, func(n need) bool { return n.expected[l.id] > 0 })
	}
	return slices.DeleteFunc(slices.Clone(c.all), func(l *candidate) bool {
		return !l.lesson || slices.Contains(c.chosen, l) && !l.competes
	}), nil
}

// makeRoom gives up all but the best of the notes that were chosen, which are not sure, and the lessons that compete
// with the others, if one of the lessons fits in then.
func (c *choice) makeRoom(lessons []*candidate) {
	room := *c
	room.chosen, room.texts, room.tokens, room.stopped = nil, nil, 0, ""
	room.left = slices.Clone(c.left)
	notes := 0
	nearer := slices.IndexFunc(lessons, func(l *candidate) bool { return !slices.Contains(c.chosen, l) })
	for i, next := range c.chosen {
		if next.lesson && next.competes && !slices.Contains(lessons[:max(nearer, 0)], next) {
			room.leave(next, gaveWay)
			continue
		}
		if next.lesson {
			if newer := c.superseding(next); newer != nil {
				room.leave(next, "superseded by "+newer.cite())
				continue
			}
		} else if notes++; notes > mostNotes {
			room.leave(next, gaveWay)
			continue
		}
		room.chosen, room.texts = append(room.chosen, next), append(room.texts, c.texts[i])
		room.tokens += c.texts[i].Tokens + citationTokens(next)
	}
	if slices.ContainsFunc(lessons, func(l *candidate) bool { return room.hasRoomFor(l) && room.stale(l) == "" }) {
		room.giveWay(c.stopped)
		*c = room
	}
}

// hasRoomFor reports whether a lesson is within the budgets.
func (c *choice) hasRoomFor(lesson *candidate) bool {
	return len(c.chosen) < MostSnippets && c.tokens+lesson.tokens+citationTokens(lesson) <= lessonTokens
}

// addLessons takes lessons as far as the budgets allow.
func (c *choice) addLessons(lessons []*candidate) {
	if len(c.chosen) == MostSnippets || c.tokens >= lessonTokens {
		return
	}
	stopped := c.stopped // a receipt tells where the search stopped, and this is past it
	for _, next := range lessons {
		if slices.Contains(c.chosen, next) {
			continue
		}
		if !c.hasRoomFor(next) {
			c.change(next, fmt.Sprintf("lessons fill up %d tokens and %d snippets", lessonTokens, MostSnippets))
		} else if why := c.stale(next); why != "" {
			c.change(next, why)
		} else if c.take(next) {
			c.left = slices.DeleteFunc(c.left, next.isLeftOut)
		}
	}
	c.stopped = stopped
}

// expectedWord is how much a word counts that only an expected message has.
const expectedWord = 2.0 / 3

// meets is how many needs a candidate meets in some way; characters count for half a word.
func (c *candidate) meets(needs []need) float64 {
	n := 0.0
	for i, met := range c.met {
		switch {
		case met == 0 || needs[i].task || needs[i].faint:
		case c.expected[i]: // of expected words it takes three for two
			n += expectedWord
		case strings.Contains(needs[i].word, "@"):
			n += hanWeight
		default:
			n++
		}
	}
	return n
}

// lessonHeadings are the words in headings below which lessons are kept, of all languages.
var lessonHeadings = sync.OnceValue(func() []string {
	return lang.Phrases(func(l *lang.Language) []string { return l.Headings.Lessons })
})
