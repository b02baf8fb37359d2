package pipeline_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline/collect"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

const handEntry = "**Worker.** Always restart the worker after a config change."

func contradicted() map[workspace.Path]string {
	return map[workspace.Path]string{
		"SOUL.md": "# Soul\n\nMe.\n\n## Wisdom\n\n_Last compressed: 2026-10-01 | Source lessons: 9_\n\n" +
			"**When context feels incomplete, check your memory.** Read `memory/YYYY-MM-DD.md` and `MEMORY.md` " +
			"when historical knowledge is needed.\n\n" +
			"- " +
			handEntry + "\n- **Mine.** Be kind to guests.\n",
		"memory/2026-11-10.md": "## Lessons\n\n" +
			"- From now on never restart the worker after a config change; it reloads by itself.\n",
	}
}

// A newer lesson that says otherwise offers to drop what a person wrote, and does
// no more than that.
func TestHandWrittenEntryIsContradicted(t *testing.T) {
	for _, decision := range []review.Decision{review.Taken, review.Refused} {
		fsys := locked(t, contradicted())
		result := dryRun(t, fsys)
		require.Truef(t, len(result.Proposal.Items) == 1 && result.Proposal.Items[0].Kind == review.DropEntry &&
			strings.Contains(result.Proposal.Items[0].Why, "memory/2026-11-10.md:3"), "items %+v", result.Proposal.Items)
		log := decided(t, fsys, result, decision)
		soul, err := fsys.ReadFile("SOUL.md", 1<<20)
		require.NoError(t, err)
		got := strings.Contains(string(soul), handEntry)
		assert.NotEqualf(t, (decision == review.Taken), got, "%s: the entry stands", decision)
		assert.Containsf(t, string(soul), "- **Mine.** Be kind to guests.\n",
			"%s: what a person wrote changed: %q", decision, soul)
		again := runAt(t, fsys, log, 1)
		assert.Emptyf(t, again.Proposal.Items, "%s: it comes again", decision)
	}
}

// An entry that a draft brought is offered to be dropped once a newer lesson reverses it, with what that says; one that
// a reviewer keeps is not offered again. One that backs it, or names an exception, reverses nothing.
func TestPromotedEntryIsContradicted(t *testing.T) {
	files := map[workspace.Path]string{"SOUL.md": "# Soul\n\nMe.\n"}
	for day, text := range map[string]string{
		"01": "Always restart the worker after a deploy. It kept the old templates for a day.",
		"02": "Restart the worker after the nightly deploy. Two orders came in the old colours.",
		"03": "Restart the worker after a deploy. No one had seen the new prices.",
	} {
		files[workspace.Path("memory/2026-11-"+day+".md")] = "## Lessons\n\n- " + text + "\n"
	}
	fsys, log := promoted(t, files)
	day := workspace.Path("memory/" + benchDay.AddDate(0, 0, 2).Format(time.DateOnly) + ".md")
	fsys.Put(day, "## Lessons\n\n- Restart the worker after a deploy, except on Sundays.\n")
	assert.Empty(t, runAt(t, fsys, log, 3).Proposal.Items, "an exception")
	fsys.Put(day, "## Lessons\n\n- Never restart the worker after a deploy.\n")
	result := runAt(t, fsys, log, 3)
	require.Len(t, result.Proposal.Items, 1)
	item := result.Proposal.Items[0]
	assert.True(t, item.Kind == review.DropEntry && len(item.Lessons) == 3 && strings.HasSuffix(item.Why,
		string(day)+":3: Never restart the worker after a deploy."), item)
	assert.True(t, slices.ContainsFunc(result.Dropped, func(d review.Dropped) bool { return d.Reason == "contradiction" }))
	log = decidedOn(t, fsys, log, result, review.Refused)
	assert.Empty(t, runAt(t, fsys, log, 4).Proposal.Items, "it is offered again")
}

// Found by trying to break it: lessons that agree in other words with what stands,
// with negations that turn nothing, change nothing.
func TestAgreementReplacesNothing(t *testing.T) {
	files := map[workspace.Path]string{
		"SOUL.md":              "# Soul\n\nMe.\n\n## Wisdom\n\n**Keys.** Always lock the back door before leaving.\n",
		"memory/2026-11-10.md": "## Lessons\n\n- Ask the owner before deleting photos. One was of her first boat.\n",
		"memory/2026-11-11.md": "## Lessons\n\n" +
			"- In the spring cleaning, too, ask the owner before deleting photos. It was the only one.\n",
		"memory/2026-11-12.md": "## Lessons\n\n- Always ask the owner first, before deleting photos. The list was wrong.\n",
	}
	fsys, log := promoted(t, files)
	fsys.Put(
		"memory/2026-11-20.md",
		"## Lessons\n\n"+
			"- Do not delete photos before asking the owner.\n"+
			"- Never forget to ask the owner before deleting a photo.\n"+
			"- Do not forget to lock the back door before leaving.\n",
	)
	result := runAt(t, fsys, log, 0)
	assert.Truef(t, len(result.Proposal.Items) == 0, "items %+v", result.Proposal.Items)
}

// An order that recurs is not proposed once a newer lesson says the opposite, and the draft
// says so.
func TestNewerLessonTurnsAnOrder(t *testing.T) {
	files := map[workspace.Path]string{
		"SOUL.md": "# Soul\n\nMe.\n",
		"memory/2026-11-01.md": "## Lessons\n\n" +
			"- Always restart the worker after a deploy. It kept the old templates for a day.\n",
		"memory/2026-11-02.md": "## Lessons\n\n" +
			"- Restart the worker after the nightly deploy. Two orders came in the old colours.\n",
		"memory/2026-11-03.md": "## Lessons\n\n" +
			"- Restart the worker after a deploy. No one had seen the new prices.\n",
	}
	if result := dryRun(t, workspacetest.NewMemory(files)); len(result.Entries) != 2 {
		t.Fatalf("entries %+v, dropped %+v", result.Entries, result.Dropped)
	}
	files["memory/2026-11-12.md"] = "## Lessons\n\n- Never restart the worker after a deploy.\n"
	result := dryRun(t, workspacetest.NewMemory(files))
	for _, d := range result.Dropped {
		if d.Reason == "superseded" && strings.Contains(d.Detail, "memory/2026-11-12.md:3") && len(d.Lessons) == 3 {
			return
		}
	}
	t.Errorf("entries %+v, dropped %+v", result.Entries, result.Dropped)
}

// An entry whose lessons are gone is offered to be dropped, once. One whose lessons cannot be read this time is not.
func TestAnEntryWithoutLessonsGoesIfAReviewerAgrees(t *testing.T) {
	files := map[workspace.Path]string{
		"SOUL.md": "# Soul\n\nMe.\n", "memory/2026-11-09.md": "## Lessons\n\n- Weigh every parcel twice.\n",
	}
	for day, text := range map[string]string{
		"01": "Always restart the worker after a deploy. It kept the old templates for a day.",
		"02": "Restart the worker after the nightly deploy. Two orders came in the old colours.",
		"03": "Restart the worker after a deploy. No one had seen the new prices.",
	} {
		files[workspace.Path("memory/2026-11-"+day+".md")] = "## Lessons\n\n- " + text + "\n"
	}
	fsys, log := promoted(t, files)
	notes := []workspace.Path{"memory/2026-11-01.md", "memory/2026-11-02.md", "memory/2026-11-03.md"}
	for _, note := range notes {
		fsys.Put(note, strings.Repeat("x", collect.MaxSource+1))
	}
	hidden := runAt(t, fsys, log, 0)
	assert.Truef(t, len(hidden.Proposal.Items) == 0, "notes that are too large: %+v", hidden.Proposal.Items)
	for _, note := range notes {
		fsys.Put(note, "Nothing happened.\n")
	}
	result := runAt(t, fsys, log, 1)
	require.Truef(t, len(result.Proposal.Items) == 1 && result.Proposal.Items[0].Kind == review.DropEntry,
		"items %+v", result.Proposal.Items)
	log = decidedOn(t, fsys, log, result, review.Refused)
	again := runAt(t, fsys, log, 2)
	assert.Truef(t, len(again.Proposal.Items) == 0, "it is offered again: %+v", again.Proposal.Items)
}
