package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/pipeline"
	"wisdom/review"
)

const single = "Make a single change at a time and check after each."

// again writes a rule down on so many days after the bench day.
func again(put func(workspace.Path, string), rule string, days ...int) {
	for _, day := range days {
		path := "memory/" + benchDay.AddDate(0, 0, day).Format(time.DateOnly) + "-more.md"
		put(workspace.Path(path), fmt.Sprintf("## Lessons\n\n- %s It took the morning of day %d.\n", rule, day))
	}
}

func finding(r *pipeline.Result, rule string) string {
	for _, f := range r.Findings {
		if f.Rule == rule {
			return f.Message
		}
	}
	return ""
}

// A full section says so. What is worth more than an entry is proposed in the place of the weakest one, as one item that
// shows both; a run that finds nothing new proposes nothing, whatever was decided.
func TestFullSection(t *testing.T) {
	for _, decision := range []review.Decision{review.Taken, review.Refused} {
		fsys, log := promoted(t, sample(t))
		result := runAt(t, fsys, log, 10)
		assert.Empty(t, result.Proposal.Items)
		assert.Contains(t, finding(result, pipeline.RuleFull), "none is worth more than one that it has")

		again(fsys.Put, single, 12, 15)
		result = runAt(t, fsys, log, 40)
		require.Len(t, result.Proposal.Items, 1)
		item := result.Proposal.Items[0]
		assert.True(t, item.Kind == review.AddEntry && strings.HasPrefix(item.Text, "Make a single change"), item)
		assert.Contains(t, item.Old, "Say the time zone in every appointment.")
		assert.Contains(t, item.Why, "5 lessons")
		assert.Contains(t, item.Why, "Time zone. has 3 lessons")
		assert.Contains(t, finding(result, pipeline.RuleFull), "1 is worth more")
		assert.LessOrEqual(t, result.Budget.SectionTokens, 150)
		assert.False(t, slices.ContainsFunc(result.Entries, func(e pipeline.Entry) bool { return e.Name == "Time zone." }))

		log = decidedOn(t, fsys, log, result, decision)
		soul, err := fsys.ReadFile("SOUL.md", 1<<20)
		require.NoError(t, err)
		isApproved := decision == review.Taken
		assert.Equal(t, isApproved, strings.Contains(string(soul), "single change"), string(soul))
		assert.Equal(t, !isApproved, strings.Contains(string(soul), "time zone"), string(soul))
		for _, days := range []int{41, 70, 400} {
			assert.Emptyf(t, runAt(t, fsys, log, days).Proposal.Items, "%s, after %d days", decision, days)
		}
	}
}

// Entries that were there when the others were approved are no news: they stay out until a note repeats them.
func TestFullSectionWithoutNewNotes(t *testing.T) {
	files := sample(t)
	again(func(p workspace.Path, text string) { files[p] = text }, single, -20, -19, -18)
	fsys, log := promoted(t, files)
	for _, days := range []int{1, 30} {
		assert.Emptyf(t, runAt(t, fsys, log, days).Proposal.Items, "after %d days", days)
	}
}

// Where the entry that is to go is gone already, the new one does not apply any more, and the next run proposes it alone.
func TestReplacedEntryIsGone(t *testing.T) {
	fsys, log := promoted(t, sample(t))
	again(fsys.Put, single, 12, 15)
	opts := options().Review
	opts.By = "mara"
	staged, err := review.Stage(t.Context(), fsys, log, runAt(t, fsys, log, 40).Proposal, opts)
	require.NoError(t, err)
	d, err := log.Load(fsys, staged.Draft)
	require.NoError(t, err)
	item := d.Items[0]
	soul, err := fsys.ReadFile("SOUL.md", 1<<20)
	require.NoError(t, err)
	without := strings.Replace(string(soul), item.Old+"\n", "", 1)
	require.NotEqual(t, string(soul), without)
	fsys.Put("SOUL.md", without)
	unapplied, err := log.Unapplied(fsys, d)
	require.NoError(t, err)
	assert.Contains(t, unapplied[item.ID], "the section does not hold")
	items := runAt(t, fsys, log, 41).Proposal.Items
	require.Len(t, items, 1)
	assert.True(t, items[0].Text == item.Text && items[0].Old == "", items[0])
}

// An entry that a reviewer refused to drop is not offered for another one.
func TestKeptEntryIsNotReplaced(t *testing.T) {
	fsys, log := promoted(t, sample(t))
	again(fsys.Put, single, 12, 15)
	first := runAt(t, fsys, log, 40).Proposal.Items[0]
	day := workspace.Path("memory/" + benchDay.AddDate(0, 0, 16).Format(time.DateOnly) + ".md")
	fsys.Put(day, "## Lessons\n\n- Never say the time zone in an appointment.\n")
	result := runAt(t, fsys, log, 41)
	at := slices.IndexFunc(result.Proposal.Items, func(i review.Item) bool { return i.Kind == review.DropEntry })
	require.GreaterOrEqual(t, at, 0)
	result.Proposal.Items = result.Proposal.Items[at : at+1]
	log = decidedOn(t, fsys, log, result, review.Refused)
	for _, item := range runAt(t, fsys, log, 42).Proposal.Items {
		assert.NotEqual(t, first.Old, item.Old)
	}
}
