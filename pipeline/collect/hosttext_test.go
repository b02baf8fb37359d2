package collect

import (
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// What a host or a plugin wrote into a note is no lesson, whatever it says, and the rule
// that says so is named. A line that ends in " <+" begins a lesson.
func TestHostText(t *testing.T) {
	for name, tc := range map[string]struct{ rule, text string }{
		"dreams between marks":        {host.DreamBlock, "# Day\n\n<!-- host:dreaming:light:start -->\n## Light Sleep\n\n- Candidate: always feed the cat\n  - confidence: 0.58\n\n### Lessons\n\n- Never wake the cat.\n<!-- host:dreaming:light:end -->\n\nAlways wash the bowl. <+\n"},
		"dreams without marks":        {host.DreamBlock, "# Day\n\n## REM Sleep\n\n### Reflections\n\n- Theme: `cat` kept surfacing, never forget it\n  - confidence: 0.91\n\n## Lessons\n\n- Wash the bowl. <+\n"},
		"somebody's sleep":            {"", "# Day\n\n## Deep sleep\n\n- Never take coffee after four. <+\n"},
		"a block of another program":  {host.ManagedBlock, "# Day\n\n<!-- tasks:start -->\n\n## Lessons\n\n- Never skip a task.\n\n<!-- tasks:end -->\n\n- Always close the gate. <+\n"},
		"a block without an end":      {host.ManagedBlock, "# Day\n\n<!-- tasks:begin -->\n- Never skip a task.\n\n## Lessons\n\n- Close the gate. <+\n"},
		"recalled memories":           {host.RecallBlock, "# Day\n\n<relevant-memories>\n1. Always buy the blue paint.\n\n## Lessons\n\n2. Never buy the red one.\n</relevant-memories>\n\nAlways mix the paint first. <+\n"},
		"a recalled memory on a line": {host.RecallBlock, "# Day\n\n- User: <active_memory>always buy the blue paint</active_memory> what now\n- Always mix the paint first. <+\n"},
		"snippets of wisdom":          {host.RecallBlock, "# Day\n\n## Lessons\n\n<wisdom_recall>\nNotes from the workspace.\n\n- Always buy the blue paint.\nSource: MEMORY.md#L3-L3\n</wisdom_recall>\n\n- Always mix the paint first. <+\n"},
		"a context for a task":        {host.RecallBlock, "# Day\n\n## Lessons\n\n<zeos_context version=\"1.0\">\n- Always buy the blue paint.\n</zeos_context>\n\n- Always mix the paint first. <+\n"},
		"a context file":              {host.RecallBlock, "# Day\n\n<!-- ethos:context ts=2026-11-20T10:00:00Z query_score=0.90 -->\n## 🧠 Memory Context\n\n1. Always buy the blue paint. *(score: 0.90)*\n\n## Lessons\n\n- Always mix the paint first. <+\n"},
		"an enriched message":         {host.RecallBlock, "# Day\n\n## Lessons\n\n- Always mix the paint first. <+\n\n[facts: name=Mara, rule=always ask]\n[context: Always buy the blue paint. (Source: MEMORY.md#L3-L3)]\n"},
		"the session of the host":     {host.Transcript, "# Session: 2026-11-20 10:00\n\n- **Session ID**: 12\n\n## Conversation Summary\n\nassistant: Never touch the oven.\n\n## Lessons\n\n- Always ask the cook.\n"},
		"a conversation in a note":    {host.Transcript, "# Day\n\n**User:** why is it cold?\n**Assistant:** Always check the valve.\n**User:** and now?\n**Assistant:** Never open it twice.\n\n- Lesson: none of it helped\n\n## Lessons\n\n- Close the valve at night. <+\n"},
		"turns below headings": {host.Transcript, "# Day\n\n### User\n\nwhy is it cold?\n\n### Assistant\n\nAlways check the valve.\n\n" +
			"### User\n\nand now?\n\n### Assistant\n\nNever open it twice.\n\n## Lessons\n\n- Close the valve at night. <+\n"},
		"who is who": {"", "# Day\n\n- User: Mara\n- Assistant: Juniper, who must always ask first <+\n"},
	} {
		t.Run(name, func(t *testing.T) {
			checkNote(t, name, "memory/2026-11-20.md", tc.text)
			named := false
			fsys := workspace.NewMemory(map[workspace.Path]string{"memory/2026-11-20.md": tc.text})
			explained, err := Explain(t.Context(), fsys, &lesson.Ledger{}, Options{Now: day}, "memory/2026-11-20.md")
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range explained.Lines {
				named = named || line.Rule == tc.rule
				if line.Text != strings.Split(tc.text, "\n")[line.Line-1] {
					t.Errorf("line %d is shown as %q", line.Line, line.Text)
				}
			}
			if !named && tc.rule != "" {
				t.Errorf("no line was decided by %q", tc.rule)
			}
		})
	}
}
