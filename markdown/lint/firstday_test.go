package lint

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
)

// What wisdom init proposes is looked for, each by a rule of its own.
func TestFirstDay(t *testing.T) {
	full := pointers.Memory + "\n\n" + pointers.Tools + "\n\n" + soul(section.Required)
	const agents = "# A\n\n## New tools\n\n- pin\n"
	for name, tc := range map[string]struct {
		files map[workspace.Path]string
		want  string
	}{
		"all there": {map[workspace.Path]string{
			"SOUL.md": full, "AGENTS.md": agents + "- " + pointers.Checklist + "\n",
			"TOOLS.md": "- gate: 10.0.0.1\n", "TOOLS_COMPACT.md": "gate 10.0.0.1\n",
		}, ""},
		"no sentences": {
			map[workspace.Path]string{"SOUL.md": soul(section.Required), "MEMORY.md": "x\n", "TOOLS.md": "x\n"},
			"warning on-demand, warning on-demand",
		},
		"no TOOLS.md": {
			map[workspace.Path]string{"SOUL.md": soul(section.Required), "MEMORY.md": "x\n"}, "warning on-demand",
		},
		"neither file":    {map[workspace.Path]string{"SOUL.md": soul(section.Required)}, ""},
		"no line":         {map[workspace.Path]string{"SOUL.md": full, "AGENTS.md": agents}, "warning tools-checklist"},
		"no table":        {map[workspace.Path]string{"SOUL.md": full, "TOOLS.md": "- gate: 10.0.0.1\n"}, "warning tools-table"},
		"nothing for one": {map[workspace.Path]string{"SOUL.md": full, "TOOLS.md": "Stories.\n"}, ""},
		"a rule alone": {
			map[workspace.Path]string{
				"SOUL.md": full, "TOOLS.md": "# T\n\n## Money\n\nNever promise a discount.\n",
				"TOOLS_COMPACT.md": "gate 10.0.0.1\n",
			},
			"warning tools-rules:05",
		},
		"a rule in the table": {
			map[workspace.Path]string{
				"SOUL.md": full, "TOOLS.md": "# T\n\n## Money\n\nNever promise a discount.\n",
				"TOOLS_COMPACT.md": "**Never** promise a discount\n",
			},
			"",
		},
		"a rule in SOUL.md": {
			map[workspace.Path]string{
				"SOUL.md":  "Never promise a discount!\n\n" + full,
				"TOOLS.md": "# T\n\n## Money\n\nNever promise a discount.\n",
			},
			"",
		},
		"a rule in a TOOLS.md that each session loads": {
			map[workspace.Path]string{
				"SOUL.md":  pointers.Memory + "\n\n" + soul(section.Required),
				"TOOLS.md": "# T\n\n## Money\n\nNever promise a discount.\n",
			},
			"warning on-demand",
		},
		"MEMORY.md in the main session": {map[workspace.Path]string{
			"SOUL.md": full, "AGENTS.md": "## MEMORY.md, your diary\n\n- Only in the **main session**\n",
		}, "warning tools-checklist, info required-entry:13"},
		"another file in the main session": {map[workspace.Path]string{
			"SOUL.md": full, "AGENTS.md": "## Notes\n\n- Only in the main session\n\n## MEMORY.md\n\n- Read it daily.\n",
		}, "warning tools-checklist"},
		"the host moved it": {
			map[workspace.Path]string{
				"SOUL.md":   full,
				"AGENTS.md": agents + "- " + pointers.Checklist + "\n\n## Tools\n\n- gate: 10.0.0.1\n",
			},
			"warning tools-table",
		},
	} {
		t.Run(name, func(t *testing.T) {
			findings, err := Files(context.Background(), workspacetest.NewMemory(tc.files), strict())
			require.NoError(t, err)
			assert.Equal(t, tc.want, found(findings), findings)
		})
	}
}

// Found by a user: SOUL.md was to send every session to MEMORY.md, which AGENTS.md leaves to the main session.
func TestMemoryIsLeftToTheMainSession(t *testing.T) {
	for agents, want := range map[string]string{
		"## MEMORY.md, your diary\n\n- Only in the **main session**\n": pointers.MemoryInMain,
		"## MEMORY.md, your diary\n\n- Read it daily\n":                pointers.Memory,
	} {
		memory, hasTools, err := OnDemandFiles(workspacetest.NewMemory(map[workspace.Path]string{
			"SOUL.md": soul(section.Required), "MEMORY.md": "# Memory\n", "AGENTS.md": agents,
		}))
		require.NoError(t, err)
		assert.False(t, hasTools)
		assert.Equal(t, want, memory)
	}
}
