package review

import (
	"testing"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// Found by users: a rollback needed --force after an agent wrote elsewhere in the file.
func TestMergeUndoKeepsWhatWasWrittenElsewhere(t *testing.T) {
	t.Parallel()
	const (
		found    = "# Soul\n\nMe.\n\n## Vibe\n\nCalm.\n"
		one      = "# Soul\n\nMe.\n\n## Wisdom\n\n**A.** One.\n\n## Vibe\n\nCalm.\n"
		two      = "# Soul\n\nMe.\n\n## Wisdom\n\n**A.** One.\n**B.** Two.\n\n## Vibe\n\nCalm.\n"
		sentence = "# Soul\n\nMe.\n\nRead more.\n\n## Wisdom\n\n**A.** One.\n\n## Vibe\n\nCalm.\n"
	)
	for name, tc := range map[string]struct {
		path               workspace.Path
		before, after, now string
		want               string // empty if a reviewer has to look
	}{
		"above the section": {
			lint.SoulFile,
			one,
			two,
			"# Soul\n\nMe, and you.\n\n" + two[len("# Soul\n\nMe.\n\n"):],
			"# Soul\n\nMe, and you.\n\n" + one[len("# Soul\n\nMe.\n\n"):],
		},
		"below, section goes": {lint.SoulFile, found, one, one + "\nTea.\n", found + "\nTea.\n"},
		"behind, section goes": {
			lint.SoulFile,
			found,
			one,
			"# Soul\n\nMe.\n\n## Wisdom\n\n**A.** One.\n\n## Tea\n\nGreen.\n\n## Vibe\n\nCalm.\n",
			"# Soul\n\nMe.\n\n## Tea\n\nGreen.\n\n## Vibe\n\nCalm.\n",
		},
		"section comes back": {lint.SoulFile, one, found, found + "\nTea.\n", one + "\nTea.\n"},
		"a sentence goes":    {lint.SoulFile, one, sentence, sentence + "\nTea.\n", one + "\nTea.\n"},
		"the sentence was edited": {
			lint.SoulFile,
			one,
			sentence,
			"# Soul\n\nMe.\n\nRead less.\n\n## Wisdom\n\n**A.** One.\n\n## Vibe\n\nCalm.\n",
			"",
		},
		"within the section": {
			lint.SoulFile,
			one,
			two,
			"# Soul\n\nMe.\n\n## Wisdom\n\n**A.** One.\n**B.** Two!\n\n## Vibe\n\nCalm.\n",
			"",
		},
		"entry beside ours": {
			lint.SoulFile,
			one,
			two,
			"# Soul\n\n" +
				"Me.\n\n" +
				"## Wisdom\n\n" +
				"**A.** One.\n" +
				"**B.** Two.\n" +
				"**C.** Mine.\n\n" +
				"## Vibe\n\n" +
				"Calm.\n",
			"",
		},
		"section removed": {lint.SoulFile, one, two, found, ""},
		"two sections":    {lint.SoulFile, one, two, two + "\n## Wisdom\n\n**C.** Mine.\n", ""},
		"line of a checklist": {
			lint.AgentsFile,
			"- a\n- b\n",
			"- a\n- ours\n- b\n",
			"- a\n- ours\n- b\n- c\n",
			"- a\n- b\n- c\n",
		},
		"that line was edited": {lint.AgentsFile, "- a\n- b\n", "- a\n- ours\n- b\n", "- a\n- ours, and mine\n- b\n", ""},
		"CRLF": {
			lint.AgentsFile,
			"- a\r\n",
			"- a\r\n- ours\r\n",
			"- z\r\n- a\r\n- ours\r\n",
			"- z\r\n- a\r\n",
		},
		"no last newline": {lint.AgentsFile, "- a", "- a\n- ours", "- z\n- a\n- ours", "- z\n- a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := MergeUndo(backups.Undo{Before: []byte(tc.before), After: []byte(tc.after), Now: []byte(tc.now)})
			if ok != (tc.want != "") || ok && string(got) != tc.want {
				t.Errorf("merged %v:\n%q, want\n%q", ok, got, tc.want)
			}
		})
	}
}

// What is merged is never less than what was written: whatever the edits, text outside
// of what the promotion changed is still there, and the section is the one from before.
func FuzzMergeUndo(f *testing.F) {
	f.Add("# S\n\nMe.\n", "\n## Wisdom\n\n**A.** b\n", "\nTea.\n", "Hi.\n")
	f.Fuzz(func(t *testing.T, top, section, bottom, written string) {
		before, after := []byte(top+bottom), []byte(top+section+bottom)
		now := append([]byte(written), after...)
		got, ok := MergeUndo(backups.Undo{Before: before, After: after, Now: now})
		if !ok {
			return
		}
		if !sameSection(before, got) {
			t.Fatalf("the section of %q is not that of %q", got, before)
		}
		same, ok := MergeUndo(backups.Undo{Before: before, After: after, Now: after})
		if !ok || string(same) != string(before) {
			t.Fatalf("without edits it gives %q, %v", same, ok)
		}
	})
}
