package trace

import (
	"context"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// Used is what newer lessons say about an entry.
type Used struct {
	Name   string        `json:"name"`
	Text   string        `json:"text"`
	Origin review.Origin `json:"origin"`
	Since  string        `json:"since"` // RFC 3339; empty where nothing tells it
	// Again is where newer notes say the same once more, by their dates: written down again, the rule was broken, or
	// nearly. A lesson that several of them tell is there once for each day, with its place in the note.
	Again []lesson.Lesson `json:"again"`
	// Against is the newest lesson that gives the opposite order, or nil.
	Against *lesson.Lesson `json:"against"`
	// Limited is the newest lesson that says where it does not hold, or nil.
	Limited *lesson.Lesson `json:"limited,omitempty"`

	backing []string // IDs of the lessons that it was approved for
}

// Used returns what newer lessons say about the entries that drafts brought. The required
// entry stands for no lesson, and nothing tells since when a handwritten one is there.
func (f *Finder) Used(ctx context.Context) ([]Used, error) {
	entries := []Used{}
	for _, m := range f.InSection() {
		if m.Origin == review.Required || m.Origin == review.Hand {
			continue
		}
		record, _ := f.records.Of(m.Name, m.Text)
		entries = append(entries, Used{
			Name: m.Name, Text: m.Text, Origin: m.Origin, Since: m.At, Again: []lesson.Lesson{}, backing: record.Lessons,
		})
	}
	return entries, findUses(ctx, entries, f.Lessons, f.Known)
}

// findUses finds lessons that are newer than entries and repeat or contradict them, by the measure by which a run
// without a model assigns lessons to entries. A rule that is followed leaves no lesson, so this is evidence against an
// entry only.
func findUses(ctx context.Context, entries []Used, lessons []lesson.Lesson, known *lesson.Ledger) error {
	if len(entries) == 0 {
		return nil
	}
	lessons = slices.DeleteFunc(slices.Clone(lessons), func(l lesson.Lesson) bool { return l.Class == lesson.Told })
	slices.SortStableFunc(lessons, func(x, y lesson.Lesson) int { return strings.Compare(x.ID, y.ID) })
	anchors := make([]distill.Anchor, len(entries))
	for i, e := range entries {
		anchors[i] = distill.Anchor{Name: e.Name, Text: e.Text, LessonIDs: e.backing}
	}
	orders := distill.ReadOrders(ctx, lessons)
	if err := ctx.Err(); err != nil {
		return err
	}
	for l, owner := range orders.Owners(anchors) {
		if owner >= 0 {
			entries[owner].Again = append(entries[owner].Again, entries[owner].newerPlaces(lessons[l], known)...)
		}
	}
	for i := range entries {
		e := &entries[i]
		slices.SortStableFunc(e.Again, func(x, y lesson.Lesson) int { return strings.Compare(x.Date, y.Date) })
		isNewer := func(l *lesson.Lesson) bool { return e.isOlderThan(l, known) }
		if e.Against = orders.Against(e.Text, isNewer); e.Against == nil {
			e.Limited = orders.Limiting(e.Text, isNewer)
		}
	}
	return nil
}

// newerPlaces is a lesson as notes tell it that are newer than the approval of an entry,
// the same words as the entry's too: once for each day, or once for a lesson without a date.
func (u *Used) newerPlaces(l lesson.Lesson, known *lesson.Ledger) []lesson.Lesson {
	var again []lesson.Lesson
	days := map[string]bool{}
	for _, p := range l.Places {
		if u.Since == "" || p.Date <= review.Day(u.Since) || days[p.Date] {
			continue
		}
		days[p.Date] = true
		one := l
		one.Place, one.Date = p, p.Date
		again = append(again, one)
	}
	if again == nil && u.isOlderThan(&l, known) {
		again = append(again, l)
	}
	return again
}

// isOlderThan reports whether a lesson was written down after the entry was approved; one that backs it was not.
func (u *Used) isOlderThan(l *lesson.Lesson, known *lesson.Ledger) bool {
	return u.Since != "" && !slices.Contains(u.backing, l.ID) && known.IsNewer(l, u.Since)
}
