package backups

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

func beginOptions() Options {
	return Options{
		Plain:  "i/backups",
		Always: []workspace.Path{"SOUL.md", "AGENTS.md", "TOOLS.md"},
		Now:    func() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) },
		Finish: func(Generation) error { return nil },
	}
}

func TestBegin(t *testing.T) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": "me\n", "AGENTS.md": "rules\n"})
	for i, want := range []bool{true, false} {
		made, err := Begin(context.Background(), fsys, beginOptions())
		require.Truef(t, err == nil && made == want, "time %d: %v, %v", i, made, err)
	}
	for p, want := range map[workspace.Path]string{
		"i/backups/SOUL.md.bak": "me\n", "i/backups/original/AGENTS.md": "rules\n",
		"i/backups/TOOLS.md.absent": "There was no TOOLS.md on 2026-11-22. To restore that state, remove the file.\n",
	} {
		b, err := fsys.ReadFile(p, 1000)
		assert.Truef(t, err == nil && string(b) == want, "%s: %q, %v", p, b, err)
	}
	all, err := Generations(fsys)
	require.Truef(t, err == nil && len(all) == 1 && all[0].Why == Found && all[0].Pinned, "generations %+v, %v", all, err)
	var nothing *NoGenerationError
	_, err = PlanRollback(fsys, all, RollbackOptions{To: -1})
	assert.ErrorAs(t, err, &nothing, "rollback")
	fsys.Put(objectFile(workspace.HashOf([]byte("me\n"))), "you\n")
	var damaged *DamagedError
	_, err = Begin(context.Background(), fsys, beginOptions())
	assert.Truef(t, errors.As(err, &damaged) && damaged.Generation == 0, "a damaged object: %v", err)
}

// A power cut at any call leaves a workspace in which the next Begin makes, or
// finishes, generation 0, and no file of the agent is touched.
func TestBeginSurvives(t *testing.T) {
	points := 0
	for at := 1; at < 500; at++ {
		before := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": "me\n", "AGENTS.md": "rules\n"})
		faulty := &workspacetest.Faulty{FS: before, At: at, Err: workspacetest.ErrPower}
		if _, err := Begin(context.Background(), faulty, beginOptions()); err == nil {
			break
		}
		points++
		after := before.Crash(func() bool { return at%2 == 0 })
		_, err := Recover(after, beginOptions())
		require.NoErrorf(t, err, "cut at %s", faulty.Trace()[at-1])
		_, err = Begin(context.Background(), after, beginOptions())
		require.NoErrorf(t, err, "cut at %s", faulty.Trace()[at-1])
		all, err := Generations(after)
		require.Truef(t, err == nil && len(all) == 1 && len(Verify(t.Context(), after, all, nil)) == 0,
			"cut at %s: %d generations, %v", faulty.Trace()[at-1], len(all), err)
		b, err := after.ReadFile("SOUL.md", 100)
		require.Truef(t, err == nil && string(b) == "me\n", "SOUL.md %q, %v", b, err)
	}
	assert.Truef(t, points >= 20, "only %d points", points)
}
