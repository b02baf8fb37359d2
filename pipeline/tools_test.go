package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"
)

// toolNotes is a workspace with five facts.
func toolNotes() map[workspace.Path]string {
	return map[workspace.Path]string{"TOOLS.md": `# Tools

## Machines in the cellar

- gate: 10.20.0.1 (primary)
- attic box: 10.20.0.5, never by voice.
- attic SSH port: 2222
- old attic: 10.20.0.9

## Folders

- backups: /srv/backups/daily (read only)
`}
}

// tooled is a run about the table alone.
func tooled(t *testing.T, fsys workspace.FS, log *review.Log) *pipeline.Result {
	t.Helper()
	opts := options()
	opts.Only = pipeline.OnlyTools
	return ran(t, fsys, log, opts)
}

// A table needs no model: none is asked, whatever the engine.
func TestNoModelMakesTheTable(t *testing.T) {
	server := fake.Start(func(fake.Request) fake.Reply { return fake.Reply{Status: 400} })
	t.Cleanup(server.Close)
	opts := modelOptions(server)
	opts.Only = pipeline.OnlyTools
	result := ran(t, workspacetest.NewMemory(toolNotes()), &review.Log{}, opts)
	want := "## Machines in the cellar\ngate 10.20.0.1 (primary) · attic box 10.20.0.5, never by voice · attic SSH port 2222 · " +
		"old attic 10.20.0.9\n\n## Folders\nbackups /srv/backups/daily (read only)\n"
	assert.Equal(t, want, result.Tools.Text, "table\n")
	assert.Truef(t, len(server.Requests()) == 0 && result.Proposal.SentTo == "", "sent to %q", result.Proposal.SentTo)
}

// Beside a TOOLS.md with facts, AGENTS.md says how tools are used; where TOOLS.md has none, it holds the facts.
func TestToolsOfAgentsCountWhereToolsHasNone(t *testing.T) {
	agents := "# Agents\n\n## Tools\n\n- barn: 10.20.0.3\n"
	for name, test := range map[string]struct {
		tools     string
		gate, own bool
	}{
		"facts":    {toolNotes()["TOOLS.md"], true, false},
		"no facts": {"# Tools\n\nMoved to AGENTS.md.\n", false, true},
	} {
		fsys := workspacetest.NewMemory(map[workspace.Path]string{"TOOLS.md": test.tools, "AGENTS.md": agents})
		text := tooled(t, fsys, &review.Log{}).Tools.Text
		assert.Truef(t, strings.Contains(text, "10.20.0.1 ") == test.gate && strings.Contains(text, "10.20.0.3") == test.own,
			"TOOLS.md with %s:\n%s", name, text)
	}
}

func TestTwoValuesOfAKeyAreTold(t *testing.T) {
	const hosts = "## Hosts\n\n- gate: 10.20.0.1\n- gate: 10.20.0.2\n"
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"TOOLS.md": hosts})
	result := tooled(t, fsys, &review.Log{})
	for _, want := range []string{
		"gate 10.20.0.1, but TOOLS.md:4 says 10.20.0.2", "gate 10.20.0.2, but TOOLS.md:3 says 10.20.0.1",
	} {
		assert.Containsf(t, fmt.Sprint(result.Findings), want, "%s is not in %v", want, result.Findings)
	}
}

// crowded is a workspace with more facts than its table holds, and a note that names one of them.
func crowded(note string) map[workspace.Path]string {
	var tools strings.Builder
	tools.WriteString("## Services\n\n")
	for i := range 60 {
		fmt.Fprintf(&tools, "- service%d port: %d\n", i, 3000+i)
	}
	return map[workspace.Path]string{
		"TOOLS.md": tools.String(), "memory/2026-01-03.md": "# Notes\n\n" + note + " was restarted twice.\n",
	}
}

// What notes name reorders the table only when the tool documents change: a pending table was proposed anew with each
// note, and a rejected one with what had not fitted.
func TestNotesAloneStageNoTable(t *testing.T) {
	for _, decision := range []review.Decision{"", review.Taken, review.Refused} {
		fsys, log := locked(t, crowded("service58 port")), &review.Log{}
		opts := options()
		opts.Engine, opts.Only, opts.Collect.Now = pipeline.BuiltIn, pipeline.OnlyTools, benchDay
		opts.LookbackDays = 400
		first := ran(t, fsys, log, opts)
		require.Contains(t, first.Tools.Text, "3058", "the note names it")
		if decision == "" {
			_, err := review.Stage(t.Context(), fsys, log, first.Proposal, opts.Review)
			require.NoError(t, err)
		} else {
			log = decided(t, fsys, first, decision)
		}
		note := []byte("# Notes\n\nservice57 port was restarted twice.\n")
		require.NoError(t, workspace.Replace(fsys, "memory/2026-01-03.md", note, 0o600))
		again := ran(t, fsys, log, opts)
		if decision == "" {
			assert.Equal(t, first.Tools.Text, again.Tools.Text, "pending")
		} else {
			assert.Emptyf(t, again.Proposal.Items, "%v, proposed anew", decision)
		}
		tools := strings.Replace(crowded("")["TOOLS.md"], "- service0 port: 3000\n", "", 1)
		require.NoError(t, workspace.Replace(fsys, "TOOLS.md", []byte(tools), 0o600))
		changed := ran(t, fsys, log, opts)
		isThere := strings.Contains(changed.Tools.Text, "3057")
		assert.Equalf(t, decision != review.Taken, isThere, "%v: TOOLS.md changed, and notes count:\n%s", decision,
			changed.Tools.Text) // in an approved table there is no room before the drop is
	}
}
