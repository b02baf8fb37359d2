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

// In German every noun has a capital, and given names and numbers in words reached
// entries.
func TestNamesAndNumbersInWordsStayOut(t *testing.T) {
	var notes strings.Builder
	notes.WriteString("## Gelernt\n\n")
	for _, rule := range []string{
		"Vor dem Bestellen mit Anna über den Preis sprechen.", "Jede Bestellung braucht den Preis, sagt Frau Wegener.", "Vor jeder Bestellung den Preis von zwölf Händlern vergleichen.",
		"Beim Bestellen nach drei Tagen den Preis noch einmal prüfen.", "Die Bestellung geht erst hinaus, wenn Annas Preis stimmt.",
	} {
		notes.WriteString("- " + rule + "\n")
	}
	result := dryRun(t, workspace.NewMemory(map[workspace.Path]string{"SOUL.md": "# Soul\n\nMe.\n", "MEMORY.md": notes.String()}))
	for _, e := range result.Entries {
		for _, literal := range []string{"Anna", "Wegener", "zwölf", "drei"} {
			if len(e.LessonIDs) > 0 && strings.Contains(e.Name+" "+e.Text, literal) {
				t.Errorf("%s %s holds %q", e.Name, e.Text, literal)
			}
		}
	}
	if len(result.Themes) == 0 || len(result.Themes[0].LessonIDs) < 3 {
		t.Errorf("no theme to speak of: %+v", result.Themes)
	}
}
