package brief

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// The template of ANCHORS is not included before something is added to it.
func TestAnchorsTemplate(t *testing.T) {
	t.Parallel()
	fsys := workspace.NewMemory(map[workspace.Path]string{"SOUL.md": "I am.\n"})
	path, written, err := InitAnchors(fsys, nil)
	if path != "docs/ANCHORS.md" || !written || err != nil {
		t.Fatal(path, written, err)
	}
	if path, written, err = InitAnchors(fsys, nil); path != "docs/ANCHORS.md" || written || err != nil {
		t.Fatal(path, written, err)
	}
	o := optionsFor(t, "standard", nil)
	o.Repo = fsys
	if made, err := Build(o); err != nil || slices.Contains(made.Log.Sections, Anchors) {
		t.Errorf("%v: %v", err, made.Log.Sections)
	}
	var none *NoPathError
	if _, _, err := InitAnchors(workspace.NewMemory(nil), Sources{Anchors: {"docs/*.md"}}); !errors.As(err, &none) {
		t.Error(err)
	}
}

// The history: an outcome completes its injection, a line that is none is counted, and a
// report compares the levels.
func TestHistoryAndReport(t *testing.T) {
	t.Parallel()
	fsys := workspace.NewMemory(
		map[workspace.Path]string{
			"SOUL.md":              "I am.\n",
			"memory/2026-01-03.md": strings.Repeat("- The tide came in at nine.\n", 200),
		},
	)
	var ids []string
	for i, level := range []string{"standard", "standard", "minimal", "1400"} {
		o := optionsFor(t, level, nil)
		o.Repo, o.ID = fsys, NewID(day, [6]byte{byte(i)})
		made, err := Build(o)
		if err != nil {
			t.Fatal(err)
		}
		if err := Remember(fsys, Record{Log: made.Log}); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, o.ID)
	}
	if err := workspace.AppendLine(fsys, HistoryFile, []byte(`{"schema_version":1,`), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, seconds := range []float64{30, 50} {
		report := func(o *Outcome) { o.Status, o.Changes, o.Duration, o.Reported = Success, "committed", seconds, true }
		if _, err := Complete(fsys, ids[i], report); err != nil {
			t.Fatal(err)
		}
	}
	var unknown *UnknownError
	if _, err := Complete(fsys, "INJ-20260103-183000-zzzzzz", func(*Outcome) {}); !errors.As(err, &unknown) {
		t.Error(err)
	}
	all, damaged, err := History(fsys)
	if err != nil || damaged != 1 || len(all) != 4 || !all[0].Outcome.Reported || all[2].Outcome.Reported {
		t.Fatalf("%v, %d damaged, %+v", err, damaged, all)
	}
	levels := Report(all)
	if len(levels) != 3 || levels[0].Level != "minimal" || levels[1].Level != "standard" || levels[2].Level != "1400" {
		t.Fatalf("%+v", levels)
	}
	standard := levels[1]
	if standard.Injections != 2 || standard.Reported != 2 || *standard.Duration != 50 ||
		standard.Statuses[0] != (Tally{Success, 2}) ||
		standard.Changes[0] != (Tally{"committed", 2}) ||
		standard.Trimmed[0] != (Tally{"journal", 2}) {
		t.Errorf("%+v", standard)
	}
}

// BenchmarkContext assembles the full block of a repository with 2,000 journals on disk.
// The aim is 50 ms.
func BenchmarkContext(b *testing.B) {
	dir := b.TempDir()
	root, err := workspace.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	for _, folder := range []workspace.Path{"session-journals", "docs"} {
		if err := root.Mkdir(folder, 0o755); err != nil {
			b.Fatal(err)
		}
	}
	write := func(p workspace.Path, text string) {
		f, err := root.Create(p, 0o644)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			b.Fatal(err)
		}
		_ = f.Close()
	}
	journal := "# Session\n\n## Accomplishments\n\n" + strings.Repeat(
		"- The tide came in at nine and the desk opened at ten.\n", 100,
	)
	for i := range 2000 {
		write(workspace.Path("session-journals/"+day.AddDate(0, 0, -i).Format(time.DateOnly)+"-session.md"), journal)
	}
	write("SOUL.md", strings.Repeat("- Keep the desk open on the pier.\n", 20))
	write("docs/ANCHORS.md", strings.Repeat("- Never delete a booking.\n", 10))
	write("docs/MASTER_ROADMAP.md", "# Roadmap\n\n"+strings.Repeat("- [ ] A task.\n", 200))
	o := Options{
		Level:    Levels[2],
		Repo:     root,
		RepoName: "ferry",
		App:      "ferry",
		Now:      day,
		ID:       testID,
		Count:    tokens.Larger,
	}
	for b.Loop() {
		if _, err := Build(o); err != nil {
			b.Fatal(err)
		}
	}
}

// Lines of a version that wrote neither how the block was assembled nor its hash are read as what they are.
func TestHistoryOfAnOlderVersion(t *testing.T) {
	t.Parallel()
	const tide, broken = "INJ-20260103-183000-aaaaaa", "INJ-20260103-183000-bbbbbb"
	fsys := workspace.NewMemory(map[workspace.Path]string{
		HistoryFile: strings.Join([]string{
			`{"schema_version":1,"injection_id":"` + tide + `","level":"full","outcome":{"status":"trimmed"}}`,
			`{"schema_version":1,"injection_id":"` + tide + `","outcome":{"status":"success","reported":true}}`,
			`{"schema_version":1,"injection_id":"` + broken + `","level":"full","outcome":{"status":"error"}}`,
		}, "\n"),
	})
	all, damaged, err := History(fsys)
	if err != nil || damaged > 0 || len(all) != 2 ||
		all[0].Outcome.Assembled != Trimmed || all[0].Outcome.Status != Success {
		t.Fatalf("%v, %d damaged, %+v", err, damaged, all)
	}
	if counted := Report(all)[0].Assembled; len(counted) != 2 || counted[0].Name == "" || counted[1].Name == "" {
		t.Errorf("%v", counted)
	}
	if known, err := Known(fsys, broken); known != nil || err != nil {
		t.Errorf("a block that could not be assembled: %+v, %v", known, err)
	}
	known, err := Known(fsys, tide)
	if err != nil {
		t.Fatal(err)
	}
	l := Log{InjectionID: tide, BlockHash: workspace.HashOf([]byte("block"))}
	if err := l.Repeats(known); err != nil || !l.Outcome.Reported {
		t.Errorf("%v, %+v", err, l.Outcome)
	}
	known.BlockHash = workspace.HashOf([]byte("another"))
	var reused *ReusedIDError
	if err := l.Repeats(known); !errors.As(err, &reused) {
		t.Errorf("another block: %v", err)
	}
}

// A call without a task made an ID forget its task, so that the next call could give it another.
func TestAnIDKeepsItsTask(t *testing.T) {
	t.Parallel()
	const id = "INJ-20260103-183000-aaaaaa"
	fsys := workspace.NewMemory(nil)
	call := func(task string) error {
		known, err := Known(fsys, id)
		if err != nil {
			t.Fatal(err)
		}
		l := Log{SchemaVersion: 1, InjectionID: id, Level: "full", BlockHash: workspace.HashOf([]byte("block"))}
		if task != "" {
			l.TaskHash = workspace.HashOf([]byte(task))
		}
		if err := l.Repeats(known); err != nil {
			return err
		}
		return Remember(fsys, Record{Log: l})
	}
	for _, task := range []string{"", "Count the seats.", "", "Count the seats."} {
		if err := call(task); err != nil {
			t.Fatalf("%q: %v", task, err)
		}
	}
	if err := call(""); err != nil {
		t.Fatal(err)
	}
	var reused *ReusedIDError
	if err := call("Close the desk."); !errors.As(err, &reused) || !reused.Task {
		t.Errorf("another task: %v", err)
	}
}
