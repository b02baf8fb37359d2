package pipeline_test

import (
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// What every session loads anyway is not said again: another clause of the theme
// speaks, or none.
func TestEntriesDoNotRepeatWhatIsLoaded(t *testing.T) {
	files := map[workspace.Path]string{
		"SOUL.md":   "# Soul\n\nMe.\n",
		"AGENTS.md": "## Lessons\n\n1. **Restore a backup before you trust it** — it was empty once.\n",
		"MEMORY.md": "## Lessons\n\n- Restore a backup before trusting it!\n- Test the backup by restoring it into an empty folder.\n- A backup counts only after a restore.\n",
	}
	result := dryRun(t, workspace.NewMemory(files))
	if len(result.Entries) != 2 || strings.Contains(result.Entries[1].Text, "trust") {
		t.Errorf("entries %+v", result.Entries)
	}
}
