package collect

import (
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/mdtest"
)

// Every rule that Explain can name is described, and nothing else is.
func TestEveryRuleIsDescribed(t *testing.T) {
	names := []string{
		host.ManagedBlock, host.DreamBlock, host.RecallBlock, host.Transcript, "too long", "heading", "label",
	}
	for _, r := range rules {
		switch {
		case r.name == byWeight || r.name == light:
		case r.because == "":
			names = append(names, r.name)
		case unread[r.name].why != "":
			t.Errorf("%q is described twice", r.name)
		}
	}
	for _, file := range []string{"parse.go", "parse_table.go", "parse_text.go"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`r\.skip\(.*, "(.+)"\)`).FindAllStringSubmatch(string(b), -1) {
			names = append(names, m[1])
		}
	}
	for _, name := range names {
		if unread[name].why == "" {
			t.Errorf("%q is not described", name)
		}
	}
	for name := range unread {
		if !slices.Contains(names, name) {
			t.Errorf("%q is described, and no rule has that name", name)
		}
	}
}

// What people are told is what decided: all reasons together make the chance.
func TestReasonsMakeTheChance(t *testing.T) {
	weighed := 0
	for _, n := range readNotes(t, "testdata/languages/chinese.txt") {
		_, r, text := scan(t.Context(), fileAt(workspace.NewMemory(n.files()), "", n.path))
		for _, c := range r.offered {
			if !c.weighed {
				continue
			}
			weighed++
			sum := 0.0
			about := account{candidate: c, r: r, lines: strings.Split(text, "\n")}
			for _, worth := range about.worths() {
				sum += worth
			}
			if got := ChanceOf(sum); math.Abs(got-c.chance) > 1e-9 {
				t.Errorf("%q: the reasons make %.4f, the weights %.4f", c.text, got, c.chance)
			}
		}
	}
	if weighed == 0 {
		t.Error("no text was weighed")
	}
}

// explain is Explain for a workspace that no run has seen.
func explain(t *testing.T, files map[workspace.Path]string, opts Options, name string) (*Explanation, error) {
	t.Helper()
	opts.Now = day
	return Explain(t.Context(), workspace.NewMemory(files), &lesson.Ledger{}, opts, name, 0, 0)
}

// Each line of a note has its verdict and the signs that weigh most.
func TestExplainSaysWhyOfEachLine(t *testing.T) {
	for name, c := range mdtest.Cases(t, "testdata/explain.txtar") {
		t.Run(name, func(t *testing.T) {
			n := notesIn(t, name, c.Before)[0]
			e, err := explain(t, n.files(), Options{}, string(n.path))
			if err != nil || e.Note != "" {
				t.Fatal(e, err)
			}
			want := map[string]string{}
			for line := range strings.Lines(c.After) {
				verdict, because, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
				want[verdict] = because
			}
			for _, line := range e.Lines {
				if line.Verdict == "" {
					continue
				}
				verdict := fmt.Sprintf("%d %s", line.Line, line.Verdict)
				because, wanted := want[verdict]
				delete(want, verdict)
				if !wanted || !strings.Contains(line.Because, because) {
					t.Errorf("%s: %s", verdict, line.Because)
				}
			}
			if len(want) > 0 {
				t.Errorf("there is no %v", want)
			}
		})
	}
}

// Why a file is no source, and what would make it one: Collect reads it then.
func TestExplainSaysWhyAFileIsNoSource(t *testing.T) {
	files := map[workspace.Path]string{}
	for _, p := range []workspace.Path{
		"MEMORY.md", "notes/pumps.md", "notes/a[1].md", "SOUL.md", "memory/old.md", "memory/dreaming/x.md",
		"memory/2030-01-01.md",
	} {
		files[p] = "## Lessons\n\n- Always drain the valve in winter.\n"
	}
	opts := Options{Own: []workspace.Path{"SOUL.md"}, Exclude: []string{"memory/old.md"}}
	for name, want := range map[string]struct{ note, hint string }{
		"MEMORY.md":            {"", ""},
		"notes/pumps.md":       {"none of the usual places", `"notes/pumps.md"`},
		"notes/a[1].md":        {"none of the usual places", `"notes/a?1?.md"`},
		"SOUL.md":              {"wisdom writes or protects it", "MEMORY.md"},
		"memory/old.md":        {`wisdom.toml excludes "memory/old.md"`, "exclude"},
		"memory/dreaming/x.md": {"the agent's host derives", "the notes"},
		"memory/2030-01-01.md": {"dated after today", ""},
	} {
		e, err := explain(t, files, opts, name)
		if err != nil || !strings.Contains(e.Note, want.note) || !strings.Contains(e.Hint, want.hint) ||
			(e.Note == "") != (want.note == "") {
			t.Errorf("%s: %+v, %v", name, e, err)
			continue
		}
		if _, rest, found := strings.Cut(e.Hint, `add "`); found {
			pattern, _, _ := strings.Cut(rest, `"`)
			if e, err = explain(t, files, Options{Include: []string{pattern}}, name); err != nil || e.Note != "" {
				t.Errorf("%s is no source with %q: %+v, %v", name, pattern, e, err)
			}
		}
	}
}

// A name that is no file leads to those that may be meant.
func TestExplainNamesFilesThatMayBeMeant(t *testing.T) {
	files := map[workspace.Path]string{"MEMORY.md": "# M\n", "memory/2026-11-20.md": "# D\n"}
	for name, want := range map[string][]string{
		"memory.md": {"MEMORY.md"}, "2026-11-20": {"memory/2026-11-20.md"}, "memory": {"MEMORY.md", "memory/2026-11-20.md"},
		"notes.md": nil, "../MEMORY.md": nil,
	} {
		_, err := explain(t, files, Options{}, name)
		if missing, ok := errors.AsType[*NoFileError](err); !ok || !slices.Equal(missing.Like, want) {
			t.Errorf("%s: %v, like %v", name, err, missing)
		}
	}
}

// Of a note before the window only known lessons count, and Explain says so.
func TestExplainSaysThatANoteIsTooOld(t *testing.T) {
	fsys := workspace.NewMemory(map[workspace.Path]string{"memory/2026-01-01.md": "- Always ask.\n"})
	e, err := Explain(
		t.Context(), fsys, &lesson.Ledger{LastRun: "2026-11-01"}, Options{Now: day, LookbackDays: 30}, "memory/2026-01-01.md",
		0, 0,
	)
	if err != nil || !strings.Contains(e.Note, "older than 30 days") || !strings.Contains(e.Hint, "lookback_days") {
		t.Error(e, err)
	}
}
