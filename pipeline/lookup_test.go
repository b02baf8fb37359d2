package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
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

func tooled(t *testing.T, fsys workspace.FS, exclude ...string) *pipeline.Result {
	t.Helper()
	opts := options()
	opts.Only, opts.Collect.Exclude = pipeline.OnlyTools, exclude
	return ran(t, fsys, &review.Log{}, opts)
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
		text := tooled(t, fsys).Tools.Text
		assert.Truef(t, strings.Contains(text, "10.20.0.1 ") == test.gate && strings.Contains(text, "10.20.0.3") == test.own,
			"TOOLS.md with %s:\n%s", name, text)
	}
}

// The table has the value of the tool document, and the reviewer is told of a note that gives another value, unless its
// file is excluded: at the item, and in a finding.
func TestContradictedFactsAreTold(t *testing.T) {
	for name, exclude := range map[string][]string{"MEMORY.md:5 says 10.20.0.99": nil, "": {"MEMORY.md"}} {
		t.Run(name, func(t *testing.T) {
			notes := toolNotes()
			notes["MEMORY.md"] = "# Memory\n\n## Machines in the cellar\n\n- gate: 10.20.0.99\n"
			result := tooled(t, workspacetest.NewMemory(notes), exclude...)
			told := ""
			for _, item := range result.Proposal.Items {
				if item.Name == "gate" {
					told += item.Contradiction()
				}
			}
			found := strings.Contains(fmt.Sprint(result.Findings), "10.20.0.99")
			assert.Truef(t, told == name && found == (name != "") && strings.Contains(result.Tools.Text, "gate 10.20.0.1"),
				"told %q, findings %v, table\n%s", told, result.Findings, result.Tools.Text)
		})
	}
}

func TestTwoValuesOfAKeyAreTold(t *testing.T) {
	const hosts = "## Hosts\n\n- gate: 10.20.0.1\n- gate: 10.20.0.2\n"
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"TOOLS.md": hosts})
	result := tooled(t, fsys)
	for _, want := range []string{
		"gate 10.20.0.1, but TOOLS.md:4 says 10.20.0.2", "gate 10.20.0.2, but TOOLS.md:3 says 10.20.0.1",
	} {
		assert.Containsf(t, fmt.Sprint(result.Findings), want, "%s is not in %v", want, result.Findings)
	}
}
