package lesson

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// FuzzLoad reads garbled ledgers: they are damaged, or can be asked and written
// again.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{
		`{"schema_version":1,"last_run":"2026-11-21","seen":{"l1":{"headline":"h","first":"2026-11-01",` +
			`"places":[{"path":"a.md","start_line":1,"end_line":2}]}}}`,
		`{"schema_version":1,"seen":null}`, `{"schema_version":2}`, `null`, `{`, ``,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fsys := workspacetest.NewMemory(map[workspace.Path]string{LedgerFile: text})
		l, err := LoadLedger(fsys)
		var damaged *DamagedError
		if err != nil {
			require.ErrorAs(t, err, &damaged)
			return
		}
		l.Paths()
		_, hidden := l.Missed(nil, func(string) bool { return true })
		next := l.Record([]Lesson{{ID: "new"}}, hidden, "2026-11-22")
		require.NoError(t, next.Save(fsys))
		again, err := LoadLedger(fsys)
		require.Truef(t, err == nil && len(again.Seen) == len(next.Seen),
			"%d lessons are %v after writing, %v", len(next.Seen), again, err)
	})
}
