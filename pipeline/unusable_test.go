package pipeline_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm/fake"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

// A model that gives no usable answer in one of the steps ends a run that asked for it; the automatic engine goes on
// without it. Nothing of the lessons counts as read, and what an earlier run knew stays.
func TestAnUnusableModelLeavesTheLessonsNew(t *testing.T) {
	t.Parallel()
	replies := map[string]fake.Reply{
		"nothing": {Text: ""}, "null": {Text: "null"}, "prose": {Text: "They are about backups."},
		"cut off": {Text: `{"practices":[{"name":"B`, Reason: "length"}, "only thoughts": {Text: "<think>Backups, so"},
		"another form": {Text: `{"notes":{},"lines":{},"practices":{}}`},
		"endless":      {Text: strings.Repeat("\n", 16*32), NoEnd: true},
	}
	for name, reply := range replies {
		for _, step := range []string{"find", "assign", "word", "verify"} {
			server := fake.Start(func(r fake.Request) fake.Reply {
				if r.Step() == step {
					return reply
				}
				return fake.Reader{"backup": {Name: "Backups", Line: goodWording}}.Answer(r)
			}, fake.Model{Name: "tiny:latest", Digest: "sha256:d1"})
			fsys := workspacetest.NewMemory(backupNotes())
			opts := modelOptions(server)
			_, err := pipeline.Run(context.Background(), fsys, &review.Log{}, opts)
			require.ErrorAs(t, err, new(*distill.UnusableError), "%s: %s", step, name)
			opts.Engine = pipeline.Auto
			result, err := pipeline.Run(context.Background(), fsys, &review.Log{}, opts)
			server.Close()
			require.NoError(t, err, "%s: %s", step, name)
			record := schedule.RecordOf(opts, time.Second, result, review.Staging{}, nil)
			assert.Truef(t, result.Engine == pipeline.BuiltIn && result.Unread != nil && !record.Completed() &&
				len(result.Ledger.Seen) == 0 && result.Ledger.LastRun == "" && result.Ledger.Practices == nil,
				"%s: %s: engine %s, ledger %+v", step, name, result.Engine, result.Ledger)
		}
	}
}

// What was read before stays read, and so does what backs an entry.
func TestAnUnusableModelForgetsNothing(t *testing.T) {
	t.Parallel()
	server := modelServer(t, goodWording)
	fsys := locked(t, backupNotes())
	first := modelRun(t, fsys, &review.Log{}, server)
	log := decided(t, fsys, first, review.Taken)
	require.NoError(t, first.Ledger.Save(fsys))
	require.NoError(t, workspace.MkdirAll(fsys, "memory", 0o700))
	server.Answers(func(fake.Request) fake.Reply { return fake.Reply{} })
	opts := modelOptions(server)
	opts.Engine = pipeline.Auto
	for path, text := range tenMore() {
		require.NoError(t, workspace.Replace(fsys, path, []byte(text), 0o600))
	}
	next := ran(t, fsys, log, opts)
	assert.Truef(t, next.Unread != nil && len(next.Entries) == 2 && len(next.Ledger.Seen) == 3 &&
		next.Ledger.LastRun == first.Ledger.LastRun && next.Ledger.Practices.Model == first.Ledger.Practices.Model,
		"entries %+v, ledger %+v", next.Entries, next.Ledger)
}

// A model that is named and does not answer, or runs out of time, leaves the lessons new; without a name there may be
// no model at all on this machine, and they are read.
func TestANamedModelThatIsAwayLeavesTheLessonsNew(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tiny:latest", ""} {
		server := modelServer(t, goodWording)
		opts := modelOptions(server)
		server.Close()
		opts.Engine, opts.Model.Name = pipeline.Auto, name
		result := ran(t, workspacetest.NewMemory(backupNotes()), &review.Log{}, opts)
		assert.Equal(t, name != "", result.Unread != nil, name)
	}
}
