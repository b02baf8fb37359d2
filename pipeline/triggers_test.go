package pipeline_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/pipeline"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"
)

// triggersIn are the triggers that a run proposes, where they are on, by their entries.
func triggersIn(t *testing.T, fsys workspace.FS, log *review.Log) (result *pipeline.Result, found map[string]string) {
	t.Helper()
	opts := options()
	opts.Triggers = true
	result, found = ran(t, fsys, log, opts), map[string]string{}
	for _, item := range result.Proposal.Items {
		if item.Kind == review.SetTrigger {
			found[item.Name] = item.Text
		}
	}
	return result, found
}

// What several lessons of an entry name in backticks becomes its trigger, where triggers are on, and nothing else. It
// is proposed once, and for an entry that is there already too.
func TestRunProposesTriggers(t *testing.T) {
	files := map[workspace.Path]string{"SOUL.md": "# Soul\n\nMe.\n"}
	for day, why := range map[string]string{
		"2026-11-10": "A day of work was lost.", "2026-11-12": "Two of us noticed late.", "2026-11-14": "It went wrong again.",
	} {
		files[workspace.Path("memory/"+day+".md")] = "## Lessons\n\n" +
			"- Never rewrite a branch that others use. It was `git push --force`. " + why + "\n" +
			"- Never change the prices of the shop by hand. It was in `tills/live.json`. " + why + "\n" +
			"- Read the delivery note twice before you sign it. " + why + "\n"
	}
	fsys := locked(t, files)
	for _, item := range dryRun(t, fsys).Proposal.Items {
		assert.NotEqual(t, review.SetTrigger, item.Kind, "triggers are off")
	}
	result, found := triggersIn(t, fsys, &review.Log{})
	require.Len(t, found, 2, "%v", result.Dropped)
	var whens []string
	for entry, when := range found {
		whens = append(whens, when)
		assert.Contains(t, result.Section, entry)
	}
	assert.ElementsMatch(t, []string{"exec: git push --force", "write: tills/live.json"}, whens)

	log := decided(t, fsys, result, review.Taken)
	again, found := triggersIn(t, fsys, log)
	assert.Empty(t, found, "after the promotion")
	assert.Empty(t, again.Proposal.Items)

	// A file of triggers that is lost is proposed again, for entries that are there; what was rejected is not.
	require.NoError(t, fsys.Remove(".wisdom/triggers.jsonl"))
	lost, found := triggersIn(t, fsys, log)
	require.Len(t, found, 2)
	log = decidedOn(t, fsys, log, lost, review.Refused)
	_, found = triggersIn(t, fsys, log)
	assert.Empty(t, found, "after the rejection")
}

// A model that distills names the calls too; what its lessons do not name is not taken over.
func TestAModelNamesTheCalls(t *testing.T) {
	notes := backupNotes()
	notes["MEMORY.md"] += "- Restore the backup into staging before `pg_restore` runs on the shop.\n"
	for said, want := range map[string]string{
		"exec: pg_restore":               "exec: pg_restore",
		"exec: rm -rf; exec: pg_restore": "",
		"when it feels right: always":    "",
		"":                               "",
	} {
		server := fake.Start(func(r fake.Request) fake.Reply {
			if strings.Contains(r.Prompt, "name the calls for each rule") {
				b, err := json.Marshal(map[string]any{"rules": []any{map[string]any{"rule": 1, "calls": said}}})
				assert.NoError(t, err)
				return fake.Reply{Text: string(b)}
			}
			return fake.Reader{"backup": {Name: "Backups", Line: goodWording}}.Answer(r)
		}, fake.Model{Name: "tiny:latest", Digest: "sha256:d1"})
		opts := modelOptions(server)
		opts.Triggers = true
		found := ""
		for _, item := range ran(t, locked(t, notes), &review.Log{}, opts).Proposal.Items {
			if item.Kind == review.SetTrigger {
				found = item.Text
				assert.Equal(t, "the model names it", item.Why)
			}
		}
		assert.Equal(t, want, found, said)
		server.Close()
	}
}
