package review

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// triggers are what the workspace holds in the end, by entry.
func (g *gate) triggers() map[string]string {
	g.t.Helper()
	all, _, err := Triggers(g.fsys, g.soul())
	require.NoError(g.t, err)
	found := map[string]string{}
	for _, t := range all {
		found[t.Entry] = t.When
	}
	return found
}

func (g *gate) soul() []byte {
	soul, err := g.fsys.ReadFile(lint.SoulFile, workspace.MaxTarget)
	require.NoError(g.t, err)
	return soul
}

const openLog = "**Rule A.** Open the log first."

// staged proposes an entry with a trigger, which a run does where triggers are on.
func (g *gate) stageTrigger(when string) *Draft {
	g.t.Helper()
	p := propose(base, "Open the log first.", "Ask before you restart.")
	e, _ := section.ParseEntry(openLog)
	g.must(p.AddTriggers(g.fsys, TriggerItem(e, when, "named in 3 of its lessons", New, []string{})))
	return g.load(g.stage(p).Draft)
}

// A trigger is decided by itself, is no part of SOUL.md, and goes with the promotion that a rollback takes back.
func TestATriggerIsPromotedAndRolledBack(t *testing.T) {
	g := newGate(t)
	d := g.stageTrigger("exec: git push --force")
	g.must(Decide(g.fsys, g.log, d, Taken, nil, "", g.opts))
	_, err := Promote(t.Context(), g.fsys, g.log, d, g.opts)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{openLog: "exec: git push --force"}, g.triggers())
	assert.NotContains(t, string(g.soul()), "git push", "a trigger is in no file of the agent")
	_, orphans, err := Triggers(g.fsys, g.soul())
	assert.Truef(t, err == nil && orphans == nil, "%v %v", orphans, err)

	all, err := backups.Generations(g.fsys)
	require.NoError(t, err)
	undo := backups.RollbackOptions{To: -1, Merge: MergeUndo, Section: lint.SoulFile}
	change, err := backups.PlanRollback(g.fsys, all, undo)
	require.NoError(t, err)
	_, err = backups.Commit(t.Context(), g.fsys, change, g.opts.BackupOptions(g.fsys, g.log))
	require.NoError(t, err)
	assert.Empty(t, g.triggers(), "after the rollback")
}

// A trigger follows an entry that is reworded while it is pending, and is asked anew. A rejected entry takes its trigger
// along. One whose entry was edited by hand is an orphan, and is named.
func TestATriggerFollowsItsEntry(t *testing.T) {
	g := newGate(t)
	d := g.stageTrigger("exec: git push --force")
	g.must(Decide(g.fsys, g.log, d, Taken, []string{"r1"}, "", g.opts))
	words := section.Entry{Name: "Rule A.", Text: "Open the log at once."}
	next, err := Reword(t.Context(), g.fsys, g.log, d, "e2", words, g.opts)
	require.NoError(t, err)
	item, there := next.Item("r1")
	require.True(t, there)
	assert.Equal(t, "**Rule A.** Open the log at once.", item.Name)
	assert.Equal(t, Decision(""), g.log.Decisions(next.ID)["r1"], "it is asked anew")

	g.must(Decide(g.fsys, g.log, next, Taken, []string{"r1"}, "", g.opts))
	_, err = Promote(t.Context(), g.fsys, g.log, next, g.opts)
	require.NoError(t, err)
	edited := []byte(base + "\n## Wisdom\n\n**Rule A.** Open the log today.\n")
	g.must(workspace.Replace(g.fsys, lint.SoulFile, edited, 0o600))
	_, orphans, err := Triggers(g.fsys, edited)
	require.NoError(t, err)
	require.Len(t, orphans, 1)
	assert.Equal(t, item.Name, orphans[0].Entry)
}

func TestARejectedEntryTakesItsTriggerAlong(t *testing.T) {
	g := newGate(t)
	d := g.stageTrigger("exec: git push --force")
	g.must(Decide(g.fsys, g.log, d, Refused, []string{"e2"}, "", g.opts))
	assert.Equal(t, Refused, g.log.Decisions(d.ID)["r1"])
	assert.Equal(t, Decision(""), g.log.Decisions(d.ID)["e3"], "another entry is undecided")
}

// A person sets a trigger of any entry, without a pending draft too, and takes it away with an empty one.
func TestAPersonSetsATrigger(t *testing.T) {
	g := newGate(t)
	soul := base + "\n## Wisdom\n\n**Rule A.** Open the log first.\n"
	g.must(workspace.Replace(g.fsys, lint.SoulFile, []byte(soul), 0o600))
	e, _ := section.ParseEntry(openLog)
	set := func(when string) error {
		d, _, err := SetTriggerOf(t.Context(), g.fsys, g.log, e, when, g.opts)
		if err == nil {
			_, err = Promote(t.Context(), g.fsys, g.log, d, g.opts)
		}
		return err
	}
	require.NoError(t, set("Exec:  rm   memory/* ;"))
	assert.Equal(t, map[string]string{openLog: "exec: rm memory/*"}, g.triggers())
	require.ErrorContains(t, set("exec: rm memory/*"), "nothing is left to change")
	require.ErrorContains(t, set("exec"), "every call of exec would match")
	for _, when := range []string{
		"exec: a|*", "exec: |a", "exec: git|", "exec: * */*", "exec: *e*", "exec: . ..", "write: *.env|*", "write: a.md *.*",
		"read: /", "write: src/|/*", "message: *", "message: a||b",
	} {
		require.ErrorContains(t, set(when), "matches next to everything", when)
	}
	require.ErrorContains(t, set("exec: git\u200b push"), "invisible")
	for _, when := range []string{"exec: rm *", "exec: git add .", "write: *.c", "message: família *", "exec: a|b c|*"} {
		require.NoError(t, set(when), when)
	}
	require.ErrorContains(t, set("sometimes when I think: yes"), "is no tool")
	require.NoError(t, set("write: *.env; message:"))
	require.NoError(t, set(""))
	assert.Empty(t, g.triggers())
	assert.Equal(t, soul, string(g.soul()), "SOUL.md stays as it is")

	g.must(workspace.Replace(g.fsys, section.TriggersFile, []byte("{\"v\":1,\n"), 0o600))
	require.ErrorContains(t, set("cron:"), "line 1")
}

// A reviewer edits the proposed calls, which are approved so; what another rejected draft said does not matter.
func TestAReviewerEditsATrigger(t *testing.T) {
	g := newGate(t)
	d := g.stageTrigger("exec: git push --force")
	s := NewSession(g.fsys, g.log, d, g.opts, func(_ context.Context, work func(*Log) error) error {
		g.reread()
		return work(g.log)
	})
	require.True(t, s.Question(t.Context(), "r1").CanEdit)
	told, err := s.Reword(t.Context(), "r1", section.Entry{Text: "exec: git push --force|-f"})
	require.NoError(t, err)
	assert.Contains(t, told, string(section.TriggersFile))
	item, _ := s.Draft.Item("r1")
	assert.Equal(t, "exec: git push --force|-f", item.Text)
	assert.Equal(t, map[string]Decision{"r1": Taken}, s.Log.Decisions(s.Draft.ID))
	_, err = s.Reword(t.Context(), "r1", section.Entry{Text: "exec:"})
	require.ErrorContains(t, err, "every call of exec would match")
}
