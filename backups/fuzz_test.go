package backups

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// FuzzGeneration reads garbled generations: whatever they say, reading, checking,
// planning and pruning end, and what the workspace holds stays.
func FuzzGeneration(f *testing.F) {
	seed := workspacetest.NewMemory(begin())
	_, err := commit(seed, promotion(), options(silent))
	require.NoError(f, err)
	for n := range 2 {
		b, err := seed.ReadFile(generationFile(n), workspace.MaxState)
		require.NoError(f, err)
		f.Add(b, n)
	}
	f.Add(
		[]byte(
			`{"schema_version":1,"number":1,"targets":["SOUL.md"],"before":{"SOUL.md":{"hash":"absent"}},"after":{},`+
				`"pruned":{"numbers":[0,1,2]}}`,
		),
		1,
	)
	f.Add([]byte(`{"schema_version":1,"number":1,"targets":["../x"]}`), 1)
	f.Fuzz(func(t *testing.T, manifest []byte, number int) {
		fsys := workspacetest.NewMemory(begin())
		_, err := commit(fsys, promotion(), options(silent))
		require.NoError(t, err)
		number &= 1
		fsys.Put(generationFile(number), string(manifest))
		before := contentsOf(t, fsys)
		all, err := Generations(fsys)
		if err == nil {
			_ = append(Verify(t.Context(), fsys, all, nil), VerifyPlain(fsys, all, options(nil).Plain)...)
			for to := -1; to < 3; to++ {
				_, _ = PlanRollback(fsys, all, RollbackOptions{To: to, Force: true, Section: "SOUL.md"})
			}
			Lookup(all, "a", "b")
			_, _ = Prune(context.Background(), fsys, PlanRetention(t.Context(), fsys, all, Retention{Last: 1}), nil)
		}
		after := contentsOf(t, fsys)
		assert.Equalf(t, before, after, "the files changed from %q to %q", before, after)
	})
}

// FuzzJournal recovers from garbled journals: their changes are made or not, but no content of the workspace is lost.
func FuzzJournal(f *testing.F) {
	disk := workspacetest.NewMemory(begin())
	faulty := &workspacetest.Faulty{FS: disk}
	_, _ = commit(cutter{faulty}, promotion(), options(silent))
	b, err := disk.ReadFile(journalFile, workspace.MaxState)
	require.NoError(f, err)
	f.Add(b)
	f.Add([]byte(`{"schema_version":1,"targets":[{"path":"SOUL.md","old":"absent","new":"absent"}]}`))
	f.Add([]byte(`{"schema_version":1,"targets":[{"path":"../SOUL.md","old":"absent","new":"absent"}]}`))
	f.Add([]byte(`{"schema_version":2}`))
	f.Fuzz(func(t *testing.T, journal []byte) {
		disk := workspacetest.NewMemory(begin())
		_, _ = commit(cutter{&workspacetest.Faulty{FS: disk}}, promotion(), options(silent))
		disk.Put(journalFile, string(journal))
		before := contentsOf(t, disk)
		_, err := Recover(disk, options(silent))
		there, _ := Pending(disk)
		assert.Equalf(t, err != nil, there, "the journal is there: %v, error %v", there, err)
		kept := contentsOf(t, disk)
		for _, content := range before {
			_, err := Object(disk, workspace.HashOf([]byte(content)))
			assert.Truef(t, err == nil || slices.Contains(kept, content), "%q is lost", content)
		}
	})
}

// cutter has the power cut right after the commit point.
type cutter struct{ *workspacetest.Faulty }

func (c cutter) Rename(from, to workspace.Path) error {
	err := c.Faulty.Rename(from, to)
	if to == journalFile {
		c.At, c.Err = c.Calls(), workspacetest.ErrPower
	}
	return err
}
