package collect

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/host"
	"wisdom/markdown/mdtest"

	"github.com/stretchr/testify/require"
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
		case unread[r.name] != "":
			t.Errorf("%q is described twice", r.name)
		}
	}
	for _, file := range []string{"parse.go", "parse_table.go", "parse_text.go"} {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`r\.skip\(.*, "(.+)"\)`).FindAllStringSubmatch(string(b), -1) {
			names = append(names, m[1])
		}
	}
	for _, name := range names {
		assert.NotEmptyf(t, unread[name], "%q is not described", name)
	}
	for name := range unread {
		assert.Containsf(t, names, name, "%q is described, and no rule has that name", name)
	}
}

// explain is Explain for a workspace that no run has seen.
func explain(t *testing.T, files map[workspace.Path]string, opts Options, name string) (*Explanation, error) {
	t.Helper()
	opts.Now = day
	return Explain(t.Context(), workspacetest.NewMemory(files), &lesson.Ledger{}, opts, name)
}

// Each line of a note has its verdict and the reason.
func TestExplainSaysWhyOfEachLine(t *testing.T) {
	for name, c := range mdtest.Cases(t, "testdata/explain.txtar") {
		t.Run(name, func(t *testing.T) {
			n := notesIn(t, name, c.Before)[0]
			e, err := explain(t, n.files(), Options{}, string(n.path))
			require.Truef(t, err == nil && e.Note == "", "%v %v", e, err)
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
				assert.Truef(t, wanted && strings.Contains(line.Because, because), "%s: %s", verdict, line.Because)
			}
			assert.Truef(t, len(want) == 0, "there is no %v", want)
		})
	}
}

// A text that was weighed has its chance and what weighs most, the heaviest first.
func TestExplainNamesWhatWeighsMost(t *testing.T) {
	const file = "memory/pumps.md"
	files := map[workspace.Path]string{file: "## Lessons\n\n- Always drain the valve, or do not drain it at all\n"}
	e, err := explain(t, files, Options{}, file)
	require.NoError(t, err)
	line := e.Lines[2]
	isHeavier := func(a, b Reason) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) }
	if line.Chance < LeastChance || len(line.Reasons) != mostReasons || !slices.IsSortedFunc(line.Reasons, isHeavier) ||
		!slices.ContainsFunc(
			line.Reasons,
			func(r Reason) bool { return r.Says.String() == `begins with "always"` && r.Weight > 0 },
		) {
		t.Errorf("%+v", line)
	}
}

// Why a file is no source.
func TestExplainSaysWhyAFileIsNoSource(t *testing.T) {
	files := map[workspace.Path]string{}
	opts := Options{Now: day, Own: []workspace.Path{"SOUL.md"}, Exclude: []string{"memory/old.md"}, LookbackDays: 30}
	for name, want := range map[workspace.Path]string{
		"MEMORY.md":             "",
		"notes/pumps.md":        "none of the usual places",
		"SOUL.md":               "wisdom writes or protects it",
		"memory/old.md":         `wisdom.toml excludes "memory/old.md"`,
		"memory/dreaming/x.md":  "the agent's host derives",
		"memory/2030-01-01.md":  "dated after today",
		"memory/2026-01-01.md":  "older than 30 days",
		"memory/report-2026.md": "makes it a report",
	} {
		files[name] = "## Lessons\n\n- Always drain the valve in winter.\n"
		ran := &lesson.Ledger{LastRun: "2026-11-01"}
		e, err := Explain(t.Context(), workspacetest.NewMemory(files), ran, opts, string(name))
		assert.Truef(t, err == nil && strings.Contains(e.Note, want) && (e.Note == "") == (want == ""),
			"%s: %+v, %v", name, e, err)
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
		missing, ok := errors.AsType[*NoFileError](err)
		assert.Truef(t, ok && slices.Equal(missing.Like, want), "%s: %v, like %v", name, err, missing)
	}
}

// A return alone ends a line, and the lines are those of the file.
func TestExplainCutsLinesAsTheDocumentDoes(t *testing.T) {
	const text = "# P\n\nDownloading 10%\r100% of the file\n\n- The gauge showed a bad value on Monday\n\n- Never open it"
	files := map[workspace.Path]string{"memory/pumps.md": text, "memory/mac.md": strings.ReplaceAll(text, "\n", "\r")}
	for file := range files {
		e, err := explain(t, files, Options{}, string(file))
		assert.Truef(t, err == nil && len(e.Lines) == 8 && e.Lines[5].Text == "- The gauge showed a bad value on Monday",
			"%s: %+v, %v", file, e, err)
	}
}
