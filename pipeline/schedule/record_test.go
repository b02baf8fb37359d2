package schedule

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

func TestRecords(t *testing.T) {
	fsys := workspacetest.NewMemory(nil)
	if all, err := Records(fsys); err != nil || all != nil {
		t.Fatalf("without a folder: %v, %v", all, err)
	}
	begin := time.Date(2026, 1, 1, 6, 0, 0, 0, time.UTC)
	for i := range Kept + 5 {
		require.NoError(t, Save(fsys, Record{Started: begin.AddDate(0, i, 0).Format(time.RFC3339), Outcome: Nothing}))
	}
	all, err := Records(fsys)
	require.Truef(t, err == nil && len(all) == Kept && all[0].Number == 6 && all[Kept-1].Number == Kept+5,
		"%d records, %v", len(all), err)
	// One that is damaged costs itself alone, and its number is not given again.
	require.NoError(t, workspace.Replace(fsys, file(Kept+5), []byte("{"), 0o600))
	all, err = Records(fsys)
	assert.Truef(t, err == nil && len(all) == Kept-1, "with a damaged one: %d records, %v", len(all), err)
	require.NoError(t, Save(fsys, Record{}))
	all, err = Records(fsys)
	assert.Truef(t, err == nil && all[len(all)-1].Number == Kept+6, "after a damaged one: %v", err)
}

func records(outcomes ...string) []Record {
	var all []Record
	for i, outcome := range outcomes {
		r := Record{Started: fmt.Sprintf("2026-11-%02dT06:00:00Z", i+1), Outcome: Outcome(outcome)}
		if outcome == "tools" {
			r.Only, r.Outcome = "tools", Staged
		}
		all = append(all, r)
	}
	return all
}

func TestLast(t *testing.T) {
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name string
		all  []Record
		want string // day
	}{
		{"none", nil, ""},
		{"what did not come to its end", records("failed", "interrupted", "tools"), ""},
		{"before a failure", records("staged", "nothing", "failed", "interrupted", "tools"), "02"},
		{
			"a model that failed its exam",
			append(records("staged"), Record{Started: "2026-11-09T00:00:00Z", Outcome: Failed, ExamFailed: true}), "09",
		},
		{"without a source", records("staged", "no source"), "02"},
		{"from the future", append(records("staged"), Record{Started: "2031-01-01T00:00:00Z", Outcome: Staged}), "01"},
		{
			"with a clock that had lost its time",
			append(records("staged"), Record{Started: "1970-01-01T00:00:00Z", Outcome: Staged}), "01",
		},
		{"unreadable time", append(records("staged"), Record{Started: "soon", Outcome: Staged}), "01"},
	} {
		r, ok := Last(test.all, now)
		assert.Truef(t, ok == (test.want != "") && (!ok || r.At().Format("02") == test.want), "%s: %+v, %v", test.name, r, ok)
	}
}

func TestEmptyInARow(t *testing.T) {
	for want, all := range map[int][]Record{
		0: records("nothing", "staged"),
		1: records("staged", "nothing", "failed", "tools"),
		3: records("waits", "nothing", "no source", "failed", "nothing"),
		2: records("nothing", "nothing"),
	} {
		assert.Equal(t, want, EmptyInARow(all), all)
	}
}
