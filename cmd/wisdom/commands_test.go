package main

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/pipeline"
)

// A command is a function of what it is given: status and run work on streams in memory, without the program around
// them.
func TestCommandsWithoutAProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../testdata/sample")))
	command := func(work func(*deps) error) string {
		var out bytes.Buffer
		a := &deps{program: "wisdom", streams: streams{
			out: &out, err: &bytes.Buffer{}, width: func() int { return 80 },
			getenv: func(string) string { return "" }, login: func() string { return "mara" },
			now: func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) },
		}}
		defer a.close()
		a.flags.workspace = dir
		require.NoError(t, a.open())
		require.NoError(t, work(a))
		return out.String()
	}
	ctx := context.Background()
	status := func(a *deps) error { return runStatus(ctx, a, false, true) }
	assert.Regexp(t, `(?m)^pending    nothing$`, command(status))
	assert.Regexp(t, `(?m)^draft    \S+ is pending review: \d+ items$`, command(func(a *deps) error {
		return runRun(ctx, a, runOptions{engine: pipeline.BuiltIn})
	}))
	assert.Regexp(t, `(?m)^pending    draft .* undecided$`, command(status))
}
