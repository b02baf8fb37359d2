package pipeline

import (
	"context"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// Standing is an entry of the section, with the lessons it was approved for.
type Standing struct {
	Name, Text string
	LessonIDs  []string
	// Since is when it was approved, in RFC 3339; empty if unknown.
	Since string
}

// Use says what newer lessons say about an entry.
type Use struct {
	// Again is where newer notes say the same once more, by their dates: written down again, the rule was broken, or
	// nearly. A lesson that several of them tell is there once for each day, with its place in the note.
	Again []lesson.Lesson
	// Against is the newest lesson that gives the opposite order, or nil.
	Against *lesson.Lesson
}

// Uses finds lessons that are newer than entries and repeat or contradict them, by the measure by which a run without
// a model assigns lessons to entries. isNew reports whether a lesson without a date came after a moment in RFC 3339.
// A rule that is followed leaves no lesson, so Uses finds only evidence against an entry.
func Uses(ctx context.Context, entries []Standing, lessons []lesson.Lesson, isNew func(id, since string) bool,
) ([]Use, error) {
	lessons = slices.DeleteFunc(slices.Clone(lessons), func(l lesson.Lesson) bool { return l.Class == lesson.Told })
	slices.SortStableFunc(lessons, func(x, y lesson.Lesson) int { return strings.Compare(x.ID, y.ID) })
	anchors := make([]distill.Anchor, len(entries))
	for i, e := range entries {
		anchors[i] = distill.Anchor{Name: e.Name, Text: e.Text, LessonIDs: e.LessonIDs}
	}
	orders := distill.ReadOrders(ctx, lessons)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	uses := make([]Use, len(entries))
	for l, owner := range orders.Owners(anchors) {
		if owner >= 0 {
			uses[owner].Again = append(uses[owner].Again, newerPlaces(lessons[l], entries[owner], isNew)...)
		}
	}
	for i, e := range entries {
		slices.SortStableFunc(uses[i].Again, func(x, y lesson.Lesson) int { return strings.Compare(x.Date, y.Date) })
		uses[i].Against = orders.Against(e.Text, func(l *lesson.Lesson) bool { return isNewer(*l, e, isNew) })
	}
	return uses, nil
}

// newerPlaces is a lesson as notes tell it that are newer than the approval of an entry,
// the same words as the entry's too: once for each day, or once for a lesson without a date.
func newerPlaces(l lesson.Lesson, e Standing, isNew func(id, since string) bool) []lesson.Lesson {
	var again []lesson.Lesson
	days := map[string]bool{}
	for _, p := range l.Places {
		if e.Since == "" || p.Date <= review.Day(e.Since) || days[p.Date] {
			continue
		}
		days[p.Date] = true
		one := l
		one.Place, one.Date = p, p.Date
		again = append(again, one)
	}
	if again == nil && isNewer(l, e, isNew) {
		again = append(again, l)
	}
	return again
}

// isNewer reports whether a lesson was written down after an entry was approved; one that backs it was not.
func isNewer(l lesson.Lesson, e Standing, isNew func(id, since string) bool) bool {
	switch {
	case e.Since == "" || slices.Contains(e.LessonIDs, l.ID):
		return false
	case l.Date != "":
		return l.Date > review.Day(e.Since)
	}
	return isNew(l.ID, e.Since)
}
