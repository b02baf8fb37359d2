package brief

import (
	"slices"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// A newer journal that the rules pass over is named, once; a journal that is no text is skipped.
func TestJournalsPassedOver(t *testing.T) {
	t.Parallel()
	const soul = "# Ferry\n\nA desk for boats.\n"
	binary := strings.Repeat("\x89\xff\xfe\xc0 x\x80", 40)
	for name, c := range map[string]struct {
		files  map[workspace.Path]string
		chosen string
		warned string // "" for nothing
	}{
		"a topic folder": {
			map[workspace.Path]string{
				"memory/2026-01-01.md":       "On the pier.\n",
				"memory/boats/2026-01-02.md": "x y\n", "memory/boats/2026-01-03.md": "x y\n",
			},
			"memory/2026-01-01.md", "memory/boats/2026-01-03.md is newer than memory/2026-01-01.md and passed over",
		},
		"another source": {
			map[workspace.Path]string{"session-journals/2026-01-01.md": "On the pier.\n", "memory/2026-01-03.md": "x y\n"},
			"session-journals/2026-01-01.md", "memory/2026-01-03.md is newer than session-journals/2026-01-01.md",
		},
		"nothing newer": {
			map[workspace.Path]string{"memory/2026-01-03.md": "On the pier.\n", "memory/boats/2026-01-03.md": "x y\n"},
			"memory/2026-01-03.md", "",
		},
		"underscores": {
			map[workspace.Path]string{"memory/2026-01-01.md": "x y\n", "memory/2026_01_03.md": "On the pier.\n"},
			"memory/2026_01_03.md", "",
		},
		"bytes that are no text": {
			map[workspace.Path]string{"memory/2026-01-01.md": "On the pier.\n", "memory/2026-01-03.md": binary},
			"memory/2026-01-01.md", "memory/2026-01-03.md: it is no text; passed over",
		},
		"zeros": {
			map[workspace.Path]string{"memory/2026-01-01.md": "On the pier.\n", "memory/2026-01-03.md": "a\x00b\x00c"},
			"memory/2026-01-01.md", "memory/2026-01-03.md: it is no text; passed over",
		},
		"a little of another encoding": {
			map[workspace.Path]string{"memory/2026-01-01.md": "x y\n", "memory/2026-01-03.md": "On the pier, F\xe4hre.\n"},
			"memory/2026-01-03.md", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.files["SOUL.md"] = soul
			made, err := Build(optionsFor(t, "minimal", c.files))
			if err != nil {
				t.Fatal(err)
			}
			if got := made.Log.Provenance[Journal]; got != c.chosen || !strings.Contains(made.Block, "On the pier") {
				t.Errorf("%s is read, want %s", got, c.chosen)
			}
			about := slices.DeleteFunc(made.Log.Warnings, func(w string) bool { return !strings.Contains(w, "passed over") })
			if c.warned == "" && len(about) > 0 ||
				c.warned != "" && (len(about) != 1 || !strings.HasPrefix(about[0], c.warned)) {
				t.Errorf("warned %q, want %q", about, c.warned)
			}
		})
	}
}

// Of several files that match, the one that is read is named, also where the first one is empty.
func TestSeveralFilesNameTheOneThatIsRead(t *testing.T) {
	t.Parallel()
	made, err := Build(optionsFor(t, "standard", map[workspace.Path]string{
		"SOUL.md": "# Ferry\n\nA desk.\n", "profiles/a/PROFILE.md": "\n", "profiles/b/PROFILE.md": "Style: brief\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(made.Log.Warnings, "\n"); !strings.Contains(all, "PROFILE.md: profiles/b/PROFILE.md is read") {
		t.Error(all)
	}
}

// Only what was reported is an outcome; how the blocks were assembled is counted apart.
func TestReportCountsReportedOutcomes(t *testing.T) {
	t.Parallel()
	record := func(o Outcome) Record { return Record{Log: Log{Level: "full", Outcome: o}} }
	r := Report([]Record{
		record(Outcome{Status: Success, Assembled: Success}),
		record(Outcome{Status: Trimmed, Assembled: Trimmed, Changes: "committed"}),
		record(Outcome{Status: Failed, Assembled: Success, Reported: true}),
	})[0]
	if r.Injections != 3 || r.Reported != 1 || !slices.Equal(r.Statuses, []Tally{{Failed, 1}}) ||
		!slices.Equal(
			r.Assembled, []Tally{{Success, 2}, {Trimmed, 1}},
		) || !slices.Equal(r.Changes, []Tally{{"committed", 1}}) {
		t.Errorf("%+v", r)
	}
}
