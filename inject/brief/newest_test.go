package brief

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// journalOf returns the path of the journal in the minimal block of some files, and the
// warnings.
func journalOf(t *testing.T, files map[workspace.Path]string) (path, warnings string) {
	t.Helper()
	files["SOUL.md"] = "I am.\n"
	made, err := Build(optionsFor(t, "minimal", files))
	if err != nil {
		t.Fatal(err)
	}
	return made.Log.Provenance[Journal], strings.Join(made.Log.Warnings, "\n")
}

// Two sessions on one day: the later time in the name wins, then the higher number.
func TestNewestOfSeveralSessionsOnOneDay(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{ // the newest one first
		{"session-journals/2026-01-03-1430.md", "session-journals/2026-01-03-0915.md"},
		{"session-journals/2026-01-03_14-30-05-desk.md", "session-journals/2026-01-03_14-30-04-pier.md"},
		{"session-journals/2026-01-03T1005.md", "session-journals/2026-01-03T0959-session-7.md"},
		{"session-journals/2026-01-03-2.md", "session-journals/2026-01-03.md"},
		{"session-journals/2026-01-03-session-10.md", "session-journals/2026-01-03-session-9.md"},
		{"session-journals/2026-01-03-0915.md", "session-journals/2026-01-03-session.md"},
		{"session-journals/2026-01-03-session.md", "session-journals/2026-01-02-2359.md"},
		{"memory/2026-01-03.md", "memory/2026-01-03-1430.md", "memory/2026-01-03-chat.md"},
		{"memory/2026-01-03-2.md", "memory/2026-01-03.md"},
		{"memory/2026-01-02.md", "memory/research/2026-01-03.md", "memory/2026-01-01.md"},
		{"memory/daily/2026-01-03.md", "memory/2026-01-02.md"},
		{"memory/2026/01/2026-01-03.md", "memory/2026-01-02.md"},
	} {
		files := map[workspace.Path]string{}
		for i, name := range names {
			files[workspace.Path(name)] = strings.Repeat("- Text.\n", i+1)
		}
		if got, _ := journalOf(t, files); got != names[0] {
			t.Errorf("of %v it is %s", names, got)
		}
	}
}

// Sessions of one day whose names tell no time: what was modified last wins, whatever the
// names are.
func TestNewestOfOneDayByModification(t *testing.T) {
	t.Parallel()
	for _, newest := range []string{"morning", "evening"} {
		dir := t.TempDir()
		write := func(name string, at time.Time) {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("- Text.\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
		}
		write("SOUL.md", day)
		for _, name := range []string{"evening", "morning"} {
			at := day.Add(-time.Hour)
			if name == newest {
				at = day
			}
			write("session-journals/2026-01-03-"+name+".md", at)
		}
		root, err := workspace.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = root.Close() })
		o := optionsFor(t, "minimal", nil)
		o.Repo = root
		made, err := Build(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := made.Log.Provenance[Journal]; got != "session-journals/2026-01-03-"+newest+".md" {
			t.Errorf("%s was modified last, and it is %s", newest, got)
		}
	}
}

// A journal that is dated some days ahead counts as today's, with a warning. One with an
// impossible date displaces no other, in whatever folder it lies.
func TestImpossibleDateDisplacesNoJournal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want, warning string
		names         []string
	}{
		{"memory/2026-01-06.md", "still to come", []string{"memory/2026-01-06.md", "memory/2026-01-03.md"}},
		{
			"memory/2026-01-03.md", "memory/2026-01-07.md: dated more than 3 days ahead",
			[]string{"memory/2026-01-07.md", "memory/2026-01-03.md"},
		},
		{
			"memory/2025-11-01.md", "session-journals/2099-01-01.md: dated more than 3 days ahead",
			[]string{"session-journals/2099-01-01.md", "memory/2025-11-01.md"},
		},
		{
			"session-journals/session-4.md", "passed over",
			[]string{"session-journals/2099-01-01.md", "session-journals/session-4.md"},
		},
		{"memory/2062-01-03.md", "still to come", []string{"memory/2062-01-03.md"}},
		{
			"memory/2026-01-01.md", "memory/2026-02-01.md and 2 more: dated",
			[]string{"memory/2026-02-01.md", "memory/2026-02-02.md", "memory/2026-02-03.md", "memory/2026-01-01.md"},
		},
	} {
		files := map[workspace.Path]string{}
		for _, name := range c.names {
			files[workspace.Path(name)] = "- Text.\n"
		}
		got, warnings := journalOf(t, files)
		if got != c.want || !strings.Contains(warnings, c.warning) {
			t.Errorf("of %v it is %s, with %q", c.names, got, warnings)
		}
	}
}

// What a program wrote is no journal: a log, a transcript, a state, a dream. A journal
// that quotes some of it is one.
func TestProgramsWriteNoJournal(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a log":              strings.Repeat("2026-01-03T10:00:00Z INFO boat=4 docked\n", 20),
		"a log in brackets":  "# Log\n\n" + strings.Repeat("[2026-01-03 10:00:00] the boat docked\n", 5),
		"a log in a fence":   "# Run\n\n```\n" + strings.Repeat("10:00:01 ERROR no boat\n", 5) + "```\n",
		"a log in a list":    strings.Repeat("- 2026-01-03 10:00:00 boat 4 docked\n", 5),
		"a state as JSON":    "{\n  \"boat\": 4,\n  \"docked\": true\n}\n",
		"a state in a fence": "# State\n\n```json\n{\n  \"boat\": 4\n}\n```\n",
		"lines of JSON":      strings.Repeat("{\"boat\": 4, \"docked\": true}\n", 4),
		"a state of fields":  "# Heartbeat\n\n- lastEmailCheck: 1767434400\n- last_boat: 4\n- isDocked: true\n",
		"a session of the host": "# Session: 2026-01-03 10:00:00 UTC\n\n- **Session Key**: agent:main:main\n" +
			"- **Source**: chat\n\n## Conversation Summary\n\nuser: is it cold?\nassistant: It is.\n",
		"a conversation": "**User:** is it cold?\n**Assistant:** It is.\n**User:** and now?\n**Assistant:** Still.\n",
		"headings of turns": "# Chat\n\n## User\n\nis it cold?\n\n## Assistant\n\nIt is.\n\n## User\n\nand now?\n" +
			"\n## Assistant\n\nStill.\n",
		"dreams between marks": "# Day\n\n<!-- host:dreaming:light:start -->\n## Light Sleep\n\n" +
			"- Candidate: feed the cat\n<!-- host:dreaming:light:end -->\n",
		"dreams without a mark":  "## REM Sleep\n\n- Theme: `cat` kept surfacing\n  - confidence: 0.91\n",
		"a block of a program":   "<!-- tasks:start -->\n- Count the seats.\n<!-- tasks:end -->\n",
		"what was injected once": "<zeos_context version=\"1.0\">\n\n## SOUL\n\nI am.\n\n</zeos_context>\n",
	} {
		files := map[workspace.Path]string{"memory/2026-01-03.md": text, "memory/2026-01-02.md": "- Counted the seats.\n"}
		if got, warnings := journalOf(t, files); got != "memory/2026-01-02.md" ||
			!strings.Contains(warnings, "memory/2026-01-03.md: no journal, a program wrote it") {
			t.Errorf("%s: the journal is %s, %s", name, got, warnings)
		}
	}
	for name, text := range map[string]string{
		"a note with a log": "- Looked why the boat was late:\n\n```\n" + strings.Repeat(
			"10:00:01 ERROR no boat\n", 4,
		) + "```\n",
		"a note with times":     "- 10:30 Counted the seats\n- 11:15 Closed the desk\n",
		"the seed's journal":    "Last Session: 2026-01-02\nStatus: Complete\n\nNext Action: Count the seats\n",
		"who said what":         "- User: wants a light\n- Assistant: will bring it\n- Lamp: on the pier\n",
		"a note with a session": "- Counted the seats.\n\n## Conversation Summary\n\nuser: is it cold?\nassistant: It is.\n",
		"a next step, a block":  "Next Action: count the seats\n\n<!-- tasks:start -->\n- x\n<!-- tasks:end -->\n",
	} {
		files := map[workspace.Path]string{"memory/2026-01-03.md": text, "memory/2026-01-02.md": "- Text.\n"}
		if got, warnings := journalOf(t, files); got != "memory/2026-01-03.md" {
			t.Errorf("%s: the journal is %s, %s", name, got, warnings)
		}
	}
	for _, folder := range []string{"dreaming/light", ".dreams"} {
		files := map[workspace.Path]string{"memory/2026-01-02.md": "- Text.\n"}
		files[workspace.Path("memory/"+folder+"/2026-01-03.md")] = "- A dream.\n"
		if got, _ := journalOf(t, files); got != "memory/2026-01-02.md" {
			t.Errorf("%s: the journal is %s", folder, got)
		}
	}
}

// What a host wrote into a journal is not included, and the log says where it stands.
func TestHostTextOfAJournalIsLeftOut(t *testing.T) {
	t.Parallel()
	made, err := Build(optionsFor(t, "minimal", map[workspace.Path]string{
		"SOUL.md":              "I am.\n",
		"memory/2026-01-03.md": "- Counted the seats.\n\n## Conversation Summary\n\nuser: is it cold?\nassistant: It is.\n",
	}))
	if err != nil || strings.Contains(made.Block, "cold") || !strings.Contains(made.Block, "Counted the seats.") {
		t.Fatalf("%v in\n%s", err, made.Block)
	}
	want := LeftOut{"memory/2026-01-03.md", 5, 6, "written by a host: transcript"}
	if !slices.Contains(made.Log.LeftOut, want) {
		t.Errorf("%+v", made.Log.LeftOut)
	}
}

// A tag at the beginning of a line cost the lines behind it, or the whole journal. A block between tags is not
// included; the log names all its lines, and counts its tokens.
func TestATagInANoteCostsNoOtherLine(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a label of accomplishments": "## Accomplishments\n- <memory> tags are escaped now\n- fixed rounding\n" +
			"- wrote tests\n\n" +
			"## Next Action\nlicence check\n",
		"nothing else":  "# S\n\n- <relevant-memories> block removed from prompts\n- fixed rounding\n- deployed\n",
		"an open block": "# S\n\n- fixed rounding\n\n<zeos_context version=\"1.0\">\n",
	} {
		files := map[workspace.Path]string{"SOUL.md": "I am.\n", "session-journals/2026-01-03.md": text}
		made := build(t, "minimal", files)
		has(t, made.Block, "fixed rounding")
		if len(made.Log.Warnings) != len(made.Log.LeftOut) ||
			strings.Contains(name, "block") != (len(made.Log.LeftOut) == 1) {
			t.Errorf("%s: %q, %+v", name, made.Log.Warnings, made.Log.LeftOut)
		}
	}
	recalled := strings.Repeat("- The tide came in at nine.\n", 9)
	made := build(t, "minimal", map[workspace.Path]string{
		"SOUL.md":                        "I am.\n",
		"session-journals/2026-01-03.md": "- fixed rounding\n\n<memory>\n" + recalled + "</memory>\n\n- deployed\n",
	})
	has(t, made.Block, "fixed rounding\n\n- deployed")
	if len(made.Log.LeftOut) != 1 ||
		made.Log.LeftOut[0].String() != "session-journals/2026-01-03.md:3-13: not included (written by a host: recalled "+
			"memory)" {
		t.Errorf("%+v", made.Log.LeftOut)
	}
	if want := tokens.O200k.Tokens(recalled); made.Log.Trimming.JournalTrimmedTokens < want {
		t.Errorf("%d tokens are not included, and %d are counted", want, made.Log.Trimming.JournalTrimmedTokens)
	}
}

// A README about a folder of journals is none, even if there is no other.
func TestReadmeOfJournalsIsNoJournal(t *testing.T) {
	t.Parallel()
	files := map[workspace.Path]string{"session-journals/README.md": "How to write journals.\n"}
	if got, _ := journalOf(t, files); got != "" {
		t.Errorf("the journal is %s", got)
	}
}
