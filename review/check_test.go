package review

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"

	"github.com/stretchr/testify/require"
)

// The rule "baseline" reports a missing baseline once something was promoted, if the settings name a file for it.
func TestBaselineIsMissed(t *testing.T) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base})
	opts := testOptions().Lint
	opts.Baseline = "i/baseline-context.txt"
	missed := func() bool {
		findings, err := Check(context.Background(), fsys, opts)
		require.NoError(t, err)
		return slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Rule == lint.RuleBaseline })
	}
	assert.False(t, missed(), "missed before anything was promoted")
	b, err := fsys.ReadFile("SOUL.md", 10_000)
	require.NoError(t, err)
	change := backups.Change{
		Why:     backups.Promotion,
		Draft:   "d",
		Targets: []backups.Target{{Path: "SOUL.md", Old: workspace.HashOf(b), New: append(b, "x\n"...)}},
	}
	if _, err := backups.Commit(
		context.Background(), fsys, change,
		backups.Options{Plain: "i/backups", Now: time.Now, Finish: func(backups.Generation) error { return nil }},
	); err != nil {
		t.Fatal(err)
	}
	assert.True(t, missed(), "not missed after a promotion")
	fsys.Put(opts.Baseline, "x")
	assert.False(t, missed(), "missed where it is")
	fsys.Put(backups.Home.Join("journal"), "{}")
	findings, err := Check(context.Background(), fsys, opts)
	assert.Truef(t, err == nil &&
		slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Rule == lint.RuleJournal }),
		"a promotion that is unfinished: %v, %v", findings, err)
}
