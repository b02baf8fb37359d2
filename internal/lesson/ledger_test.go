package lesson

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// The ledger once held the dates of runs: what was seen on the day of a promotion
// counted as seen before it. It holds times now, and reads the dates of an older
// program as the beginning of their days.
func TestSeenAfter(t *testing.T) {
	fsys := workspacetest.NewMemory(
		map[workspace.Path]string{LedgerFile: `{"schema_version":1,"last_run":"2026-11-21","seen":{
		"old":{"headline":"h","first":"2026-11-21","places":[]},
		"odd":{"headline":"h","first":"some day","places":[]}}}`},
	)
	l, err := LoadLedger(fsys)
	require.Truef(t, err == nil && l.LastRun == "2026-11-21T00:00:00Z", "%+v, %v", l, err)
	l = l.Record([]Lesson{{ID: "old"}, {ID: "odd"}, {ID: "new"}}, nil, "2026-11-21T18:00:00+01:00")
	assert.Equal(t, "2026-11-21T18:00:00+01:00", l.LastRun, "the last run was at")
	for _, tc := range []struct {
		id, moment string
		want       bool
	}{
		{"old", "2026-11-20T23:59:59Z", true},
		{"old", "2026-11-21T12:00:00Z", false},
		{"new", "2026-11-21T16:59:59Z", true},
		{"new", "2026-11-21T17:00:00Z", false},
		{"new", "", true},
		{"odd", "2026-11-21T17:00:00Z", false},
	} {
		assert.Equalf(t, tc.want, l.Seen[tc.id].FirstAfter(tc.moment), "%s after %q", tc.id, tc.moment)
	}
}
