package compact

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// Nine of eleven wrong values that judges found in tables were right in TOOLS.md once: another
// file gives another value now, or says that what they name is gone.
func TestContradictions(t *testing.T) {
	const tools = "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n- panel: 10.0.0.3\n" +
		"- Patrol: `jobs/night-patrol/walk_round.py`\n- Restart: `systemctl restart frost-watch.service`\n"
	for name, tc := range map[string]struct {
		path workspace.Path
		text string
		want map[string]string
	}{
		"another value": {
			"MEMORY.md", "# Memory\n\n## Hosts\n\n- gate: 10.0.0.9\n- nas: 10.0.0.2\n",
			map[string]string{"gate": "MEMORY.md:5 says 10.0.0.9"},
		},
		"elsewhere it is something else": {"MEMORY.md", "## Farm\n\n- gate: 10.0.0.9\n", nil},
		"two values there":               {"MEMORY.md", "## Hosts\n\n- gate: 10.0.0.8\n- gate: 10.0.0.9\n", nil},
		"the same, longer":               {"MEMORY.md", "## Hosts\n\n- gate: 10.0.0.1:80\n", nil},
		"a folder is gone": {
			"memory/2026-11-03.md", "Cleaned up.\n\n- Removed `jobs/night-patrol/`, no one walks.\n",
			map[string]string{"Patrol": "memory/2026-11-03.md:3 says that it is there no longer"},
		},
		"a service is gone": {
			"AGENTS.md", "The **frost-watch.service** is no longer used.\n",
			map[string]string{"Restart": "AGENTS.md:1 says that it is there no longer"},
		},
		"another was chosen": {
			"memory/2026-11-03.md", "The patrol was switched from walk_round.py to walk_twice.py.\n",
			map[string]string{"Patrol": "memory/2026-11-03.md:1 says that it is there no longer"},
		},
		"another was chosen, in Chinese": {
			"memory/2026-11-03.md", "- 脚本从 walk_round.py 修正为 walk_twice.py\n",
			map[string]string{"Patrol": "memory/2026-11-03.md:1 says that it is there no longer"},
		},
		"another was chosen, in Swedish": {
			"MEMORY.md", "- **Runda**: walk_twice.py (växlad från walk_round.py)\n",
			map[string]string{"Patrol": "MEMORY.md:1 says that it is there no longer"},
		},
		"in the same file": {
			"TOOLS.md", "## Hosts\n\n```bash\n# 禁用：walk_round.py\n# walk_round.py --all\n```\n",
			map[string]string{"Patrol": "TOOLS.md:4 says that it is there no longer"},
		},
		"another value in the same file": {"TOOLS.md", "## Hosts\n\n- gate: 10.0.0.9\n", nil},
		"it was chosen":                  {"memory/2026-11-03.md", "Switched from walk_once.py to walk_round.py.\n", nil},
		"in Chinese": {
			"memory/2026-11-03.md",
			"- 归档night-patrol目录\n",
			map[string]string{"Patrol": "memory/2026-11-03.md:1 says that it is there no longer"},
		},
		"in German": {
			"memory/2026-11-03.md",
			"`walk_round.py` gibt es nicht mehr.\n",
			map[string]string{"Patrol": "memory/2026-11-03.md:1 says that it is there no longer"},
		},
		"something else is gone": {
			"memory/2026-11-03.md", "Removed three lines from walk_round.py and the old-night-patrol.\n", nil,
		},
		"excluded": {"memory/2026-11-09.md", "Removed `jobs/night-patrol/`.\n", nil},
		"written by another program": {
			"memory/2026-11-03.md", "<!-- ferry:start -->\nRemoved `jobs/night-patrol/`.\n<!-- ferry:end -->\n", nil,
		},
		"below what another program wrote": {
			"memory/2026-11-03.md", "<!-- ferry:start -->\nAll is well.\n<!-- ferry:end -->\nRemoved `jobs/night-patrol/`.\n",
			map[string]string{"Patrol": "memory/2026-11-03.md:4 says that it is there no longer"},
		},
		"it removes": {"memory/2026-11-03.md", "walk_round.py removed two dead lamps from the list.\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := find(tools)
			fsys := workspacetest.NewMemory(map[workspace.Path]string{tc.path: tc.text})
			excluded := func(p workspace.Path) bool { return p == "memory/2026-11-09.md" }
			against := Contradictions(t.Context(), fsys, found, excluded)
			told := map[string]string{}
			for _, f := range found {
				if said := against(f); said != "" {
					told[f.Key] = said
				}
			}
			assert.True(t, maps.Equal(told, tc.want), told)
		})
	}
}
