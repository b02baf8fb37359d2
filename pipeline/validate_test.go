package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"
)

// What every session loads anyway is not said again, and the draft says why.
func TestEntriesDoNotRepeatWhatIsLoaded(t *testing.T) {
	result := dryRun(t, workspacetest.NewMemory(map[workspace.Path]string{
		"SOUL.md":   "# Soul\n\nMe.\n",
		"AGENTS.md": "## Rules of the house\n\n1. **Restore a backup before you trust it** — it was empty once.\n",
		"MEMORY.md": "## Lessons\n\n- Restore a backup before trusting it! The report was green for weeks.\n",
		"memory/2026-11-01.md": "## Lessons\n\n" +
			"- Restore the backup before trusting it. The dump ended in the middle.\n",
		"memory/2026-11-02.md": "## Lessons\n\n" +
			"- Restore a backup before trusting it. Two files were missing.\n",
	}))
	for _, d := range result.Dropped {
		if len(result.Entries) == 1 && d.Kind == "theme" && d.Reason == "duplicate" &&
			strings.Contains(d.Detail, "AGENTS.md:3") {
			return
		}
	}
	t.Errorf("entries %+v, dropped %+v", result.Entries, result.Dropped)
}

// In German every noun has a capital, and given names and numbers in words reached
// entries.
func TestNamesAndNumbersInWordsStayOut(t *testing.T) {
	for literal, rules := range map[string][]string{
		"Anna": {
			"Vor dem Bestellen immer mit Anna den Preis prüfen. Die Liste war alt.",
			"Mit Anna immer den Preis prüfen vor dem Bestellen. Eiche war doppelt so teuer.",
			"Vor jedem Bestellen immer den Preis mit Anna prüfen. Sie kennt den Händler.",
		},
		"drei": {
			"Nach drei Tagen immer den Preis der Bestellung prüfen. Die Liste war alt.",
			"Immer nach drei Tagen den Preis der Bestellung prüfen. Eiche war doppelt so teuer.",
			"Den Preis jeder Bestellung immer nach drei Tagen prüfen. Der Händler rundet.",
		},
	} {
		files := map[workspace.Path]string{"SOUL.md": "# Soul\n\nMe.\n"}
		for i, rule := range rules {
			files[workspace.Path(fmt.Sprintf("memory/2026-11-0%d.md", i+1))] = "## Gelernt\n\n- " + rule + "\n"
		}
		result := dryRun(t, workspacetest.NewMemory(files))
		assert.Lenf(t, result.Entries, 1, "%s: entries", literal)
		assert.Truef(t, len(result.Themes) != 0 && len(result.Themes[0].LessonIDs) == 3,
			"%s: no theme to speak of: %+v", literal, result.Themes)
	}
}

// The same sentences are shown where practices are found and where lines are verified, first those that
// lessons are near to. Those of IDENTITY.md were not shown, and what the host writes about itself took the room of the
// owner's.
func TestAModelSeesWhatSessionsLoad(t *testing.T) {
	t.Parallel()
	const (
		near, order    = "Never trust a backup that was not restored.", "Always thank a supplier in writing."
		about, another = "The backup is restored by you each month.", "You keep the books of a small shop."
	)
	loaded := "- " + strings.Join([]string{near, about, order, another}, "\n- ") + "\n"
	var asked []string
	server := fake.Start(func(r fake.Request) fake.Reply {
		if step := r.Step(); step == "find" || step == "verify" {
			asked = append(asked, step)
			assert.Truef(t, strings.Contains(r.Prompt, loaded) && !strings.Contains(r.Prompt, "casual"),
				"%s asked\n%s", step, r.Prompt)
		}
		return habits.Answer(r)
	}, fake.Model{Name: "tiny:latest"})
	defer server.Close()
	files := jottings(40)
	files["IDENTITY.md"] = "# Who you are\n\n" + another + "\n\n" + about + "\n"
	files["AGENTS.md"] = "# Rules\n\n- " + order + "\n- " + near + "\n\n" +
		"Stay silent (HEARTBEAT_OK) when:\n\n- It's just casual banter between humans\n"
	modelRun(t, workspacetest.NewMemory(files), &review.Log{}, server)
	assert.Truef(t, slices.Contains(asked, "find") && slices.Contains(asked, "verify"), "asked %q", asked)
}

// A token and a door code in files that sessions load were sent to the model among the sentences that it is not to
// repeat.
func TestLoadedSentencesAreRedacted(t *testing.T) {
	t.Parallel()
	const token, code = "ghp_" + "a8Kd92mZq0LxT4vBn7RyW1cE5uHs3JfGp6Qo", "739254"
	shown := false
	server := fake.Start(func(r fake.Request) fake.Reply {
		shown = shown || strings.Contains(r.Prompt, "Log in with [REDACTED] first.")
		assert.Truef(t, !strings.Contains(r.Prompt, token) && !strings.Contains(r.Prompt, code),
			"%s asked\n%s", r.Step(), r.Prompt)
		return habits.Answer(r)
	}, fake.Model{Name: "tiny:latest"})
	defer server.Close()
	files := jottings(40)
	files["USER.md"] = "# User\n\n- Log in with " + token + " first.\n- The code of the front door is " + code + ".\n"
	modelRun(t, workspacetest.NewMemory(files), &review.Log{}, server)
	assert.True(t, shown, "the sentence is not shown without its secret")
}
