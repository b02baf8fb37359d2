package backups

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/internal/workspace"
)

// grow promotes n versions of SOUL.md, one a month, each with an entry of its
// own.
func grow(t testing.TB, fsys workspace.FS, n int) []Generation {
	t.Helper()
	for i := range n {
		opts := options(silent)
		at := opts.Now().AddDate(0, i, 0)
		opts.Now = func() time.Time { return at }
		if err := promoteText(fsys, fmt.Sprintf("# Soul %d\n", i+1), fmt.Sprintf("Entry %d.", i+1), opts); err != nil {
			t.Fatal(err)
		}
	}
	return generationsOf(t, fsys)
}

func promoteText(fsys workspace.FS, text, entry string, opts Options) error {
	_, now, err := workspace.ReadState(fsys, "SOUL.md", workspace.MaxState)
	if err != nil {
		return err
	}
	_, err = commit(fsys, Change{
		Why:     Promotion,
		By:      "mara",
		Draft:   "d",
		Entries: []Entry{{Name: entry, Text: "T.", Lessons: []string{"l1"}, Draft: "d"}},
		Targets: []Target{{Path: "SOUL.md", Old: now, New: []byte(text)}},
	}, opts)
	return err
}

func generationsOf(t testing.TB, fsys workspace.FS) []Generation {
	t.Helper()
	all, err := Generations(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func numbersOf(all []Generation) []int {
	numbers := []int{}
	for _, g := range all {
		numbers = append(numbers, g.Number)
	}
	return numbers
}

func prune(t testing.TB, fsys workspace.FS, r Retention) Pruned {
	t.Helper()
	pruned, err := Prune(context.Background(), fsys, PlanRetention(t.Context(), fsys, generationsOf(t, fsys), r), nil)
	if err != nil {
		t.Fatal(err)
	}
	return pruned
}

func TestWhatKeepsAGeneration(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	all := grow(t, fsys, 9) // 1 in November 2026, 9 in July 2027
	if err := Pin(fsys, all, 2, true); err != nil {
		t.Fatal(err)
	}
	// Two more in the month of generation 9, and a damaged newest one.
	for i := range 2 {
		opts := options(silent)
		at := opts.Now().AddDate(0, 8, i+1)
		opts.Now = func() time.Time { return at }
		if err := promoteText(fsys, fmt.Sprintf("# More %d\n", i), "E.", opts); err != nil {
			t.Fatal(err)
		}
	}
	all = generationsOf(t, fsys)
	fsys.Put(objectFile(all[11].After["SOUL.md"].Hash), "garbled")
	plan := PlanRetention(t.Context(), fsys, all, Retention{Last: 1, Monthly: 3, Needs: []Need{
		{
			Who:    "draft d9 was made from it",
			States: map[workspace.Path]workspace.Hash{"SOUL.md": workspace.HashOf([]byte("# Soul 4\n"))},
		},
	}})
	want := map[int]string{
		0: "it is the first", 2: "it is pinned", 4: "draft d9 was made from it",
		7: "it is the newest of 2027-05", 8: "it is the newest of 2027-06",
		10: "undoing generation 11 leads to it, it is the newest that verifies",
		11: "it is the newest, it is the newest of 2027-07",
	}
	for _, k := range plan {
		if got := strings.Join(k.Because, ", "); got != want[k.Number] {
			t.Errorf("generation %d: %q, want %q", k.Number, got, want[k.Number])
		}
	}
}

// A generation of an older program that knew a file stays if the next one does not know it.
func TestWhatOnlyAnOlderProgramKnewStays(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	all := grow(t, fsys, 4)
	delete(all[2].Before, "AGENTS.md")
	for _, k := range PlanRetention(t.Context(), fsys, all, Retention{Last: 1}) {
		stays := slices.Contains(k.Because, "generation 2 does not hold AGENTS.md")
		if stays != (k.Number == 1) {
			t.Errorf("generation %d is kept because %q", k.Number, k.Because)
		}
	}
}

func TestPin(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	all := grow(t, fsys, 4)
	var none *NoGenerationError
	if err := Pin(fsys, all, 7, true); !errors.As(err, &none) {
		t.Errorf("a generation that is not there: %v", err)
	}
	if err := Pin(fsys, all, 0, false); err == nil {
		t.Error("the first generation was unpinned")
	}
	if err := Pin(fsys, all, 1, true); err != nil {
		t.Fatal(err)
	}
	if err := Pin(fsys, generationsOf(t, fsys), 1, true); err != nil {
		t.Errorf("pinned again: %v", err)
	}
	prune(t, fsys, Retention{Last: 1})
	if got := numbersOf(generationsOf(t, fsys)); !slices.Equal(got, []int{0, 1, 3, 4}) {
		t.Errorf("kept are %v", got)
	}
	if err := Pin(fsys, generationsOf(t, fsys), 1, false); err != nil {
		t.Fatal(err)
	}
	prune(t, fsys, Retention{Last: 1})
	if got := numbersOf(generationsOf(t, fsys)); !slices.Equal(got, []int{0, 3, 4}) {
		t.Errorf("kept are %v", got)
	}
	err := Pin(fsys, generationsOf(t, fsys), 1, true)
	if !errors.As(err, &none) || err.Error() != "generation 1 was pruned" {
		t.Errorf("pinning what was pruned: %v", err)
	}
}

// Pruning removes nothing that is needed: the entries are known, the rest can be restored, edits are reported,
// numbers are not lost.
func TestPruneKeepsWhatIsNeeded(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	grow(t, fsys, 3)
	fsys.Put("SOUL.md", "a person's\n") // between 3 and 4
	grow(t, fsys, 5)                    // 4 to 8
	pruned := prune(t, fsys, Retention{Last: 2})
	if !slices.Equal(pruned.Generations, []int{1, 2, 3, 4, 5, 6}) || pruned.Objects == 0 || pruned.Bytes == 0 {
		t.Errorf("pruned %+v", pruned)
	}
	all := generationsOf(t, fsys)
	if problems := append(Verify(t.Context(), fsys, all, nil), VerifyPlain(fsys, all, options(nil).Plain)...); len(
		problems,
	) > 0 {
		t.Errorf("after pruning: %v", problems)
	}
	for i := range 5 {
		if _, known := Lookup(all, fmt.Sprintf("Entry %d.", i+1), "T."); !known {
			t.Errorf("entry %d is forgotten", i+1)
		}
	}
	for n := range 9 {
		if _, known := Known(all)[n]; !known {
			t.Errorf("generation %d counts as lost", n)
		}
	}
	var newer *NewerError
	if _, err := PlanRollback(fsys, all, RollbackOptions{To: 0}); !errors.As(err, &newer) {
		t.Errorf("the edit between pruned generations: %v", err)
	}
	if _, err := PlanRollback(fsys, all, RollbackOptions{To: 7}); err != nil {
		t.Errorf("no edit stands between 7 and 8: %v", err)
	}
	var none *NoGenerationError
	if _, err := PlanRollback(fsys, all, RollbackOptions{To: 4}); !errors.As(err, &none) ||
		err.Error() != "generation 4 was pruned" {
		t.Errorf("going back to what was pruned: %v", err)
	}
	again := prune(t, fsys, Retention{Last: 2})
	if len(again.Generations) > 0 || again.Objects > 0 {
		t.Errorf("pruning twice removed %+v", again)
	}
	// A generation that describes pruned ones is pruned itself.
	grow(t, fsys, 3)
	prune(t, fsys, Retention{Last: 1})
	all = generationsOf(t, fsys)
	if _, known := Lookup(all, "Entry 4.", "T."); !known || len(all[1].Pruned.Numbers) != 9 {
		t.Errorf("kept are %v, pruned %v", numbersOf(all), all[1].Pruned.Numbers)
	}
	if _, err := PlanRollback(fsys, all, RollbackOptions{To: 0}); !errors.As(err, &newer) {
		t.Errorf("the edit between generations pruned twice: %v", err)
	}
}

// How a file was found is kept as long as the file is.
func TestPruneKeepsHowAFileWasFound(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	grow(t, fsys, 2)
	fsys.Put("TOOLS_COMPACT.md", "a person's table\n")
	change := promotion()
	change.Targets[0].Old = workspace.HashOf([]byte("a person's table\n"))
	change.Targets[1].Old = workspace.HashOf([]byte("# Soul 2\n"))
	if _, err := commit(fsys, change, options(silent)); err != nil { // 3
		t.Fatal(err)
	}
	grow(t, fsys, 4)
	prune(t, fsys, Retention{Last: 1})
	all := generationsOf(t, fsys)
	if got := numbersOf(all); !slices.Equal(got, []int{0, 3, 6, 7}) {
		t.Fatalf("kept are %v", got)
	}
	back, err := PlanRollback(fsys, all, RollbackOptions{To: 0})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := commit(fsys, back, options(silent)); err != nil {
		t.Fatal(err)
	}
	if got := content(t, fsys, "TOOLS_COMPACT.md"); got != "a person's table\n" {
		t.Errorf("the table is %q", got)
	}
}

// A crash in the middle of pruning loses nothing that is kept, and the next
// pruning takes away what it left.
func TestPowerCutWhilePruning(t *testing.T) {
	r := Retention{Last: 2}
	points := 0
	for at := 1; ; at++ {
		reached := true
		for seed := range uint64(4) {
			disk := workspace.NewMemory(begin())
			grow(t, disk, 6)
			faulty := &workspace.Faulty{FS: disk, At: at, Err: workspace.ErrPower}
			all := generationsOf(t, disk)
			_, err := Prune(context.Background(), faulty, PlanRetention(t.Context(), disk, all, r), nil)
			if reached = faulty.Calls() >= at; !reached {
				break
			}
			if err == nil {
				t.Fatalf("%s was cut off, and no check noticed", last(faulty))
			}
			points++
			random := rand.New(rand.NewPCG(seed, uint64(at)))
			after := disk.Crash(func() bool { return random.IntN(2) == 0 })
			if _, err := Recover(after, options(silent)); err != nil {
				t.Fatalf("cut at %s: %v", last(faulty), err)
			}
			checkPruned(t, after, "cut at "+last(faulty))
			prune(t, after, r)
			checkPruned(t, after, "cut at "+last(faulty)+", pruned again")
			if got := numbersOf(generationsOf(t, after)); !slices.Equal(got, []int{0, 5, 6}) {
				t.Fatalf("cut at %s: kept are %v", last(faulty), got)
			}
			entries, err := after.ReadDir(objects)
			if err != nil || len(entries) != 5 { // three versions of SOUL.md, the one found, and AGENTS.md
				t.Fatalf("cut at %s: %d contents are left, %v", last(faulty), len(entries), err)
			}
		}
		if !reached {
			break
		}
	}
	t.Logf("%d points", points)
}

func checkPruned(t *testing.T, fsys workspace.FS, where string) {
	t.Helper()
	all := generationsOf(t, fsys)
	if problems := Verify(t.Context(), fsys, all, nil); len(problems) > 0 {
		t.Fatalf("%s: %v", where, problems)
	}
	for n := range 7 {
		if _, known := Known(all)[n]; !known {
			t.Fatalf("%s: generation %d is lost", where, n)
		}
		if _, known := Lookup(all, fmt.Sprintf("Entry %d.", n), "T."); n > 0 && !known {
			t.Fatalf("%s: entry %d is forgotten", where, n)
		}
	}
	if _, err := PlanRollback(fsys, all, RollbackOptions{To: 0, Force: true}); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
}

func TestPruneNeedsNoJournal(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	if _, err := commit(
		fsys, promotion(), options(func(Generation) error { return errors.New("the log is full") }),
	); err == nil {
		t.Fatal("no error")
	}
	var unfinished *UnfinishedError
	if _, err := Prune(context.Background(), fsys, nil, nil); !errors.As(err, &unfinished) {
		t.Errorf("error %v", err)
	}
}

func TestVerifyNamesGenerationAndFile(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	all := grow(t, fsys, 3)
	plain := options(nil).Plain
	fsys.Put(objectFile(all[2].After["SOUL.md"].Hash), "garbled")
	if err := fsys.Remove(plain.Join("SOUL.md.bak")); err != nil {
		t.Fatal(err)
	}
	fsys.Put(plain.Join("original", "SOUL.md"), "garbled")
	var got []string
	for _, problem := range append(Verify(t.Context(), fsys, all, nil), VerifyPlain(fsys, all, plain)...) {
		var damaged *DamagedError
		if !errors.As(problem, &damaged) {
			t.Fatal(problem)
		}
		got = append(got, fmt.Sprintf("%d %s", damaged.Generation, damaged.Path))
	}
	want := []string{
		"2 SOUL.md",
		"3 SOUL.md",
		"3 " + string(plain) + "/SOUL.md.bak",
		"0 " + string(plain) + "/original/SOUL.md",
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
	for name, garbage := range map[string]string{
		"no JSON":         "{",
		"another number":  `{"schema_version":1,"number":7}`,
		"a newer version": `{"schema_version":2,"number":2}`,
	} {
		fsys.Put(generationFile(2), garbage)
		var damaged *DamagedError
		if _, err := Generations(fsys); !errors.As(err, &damaged) || damaged.Generation != 2 ||
			damaged.Path != generationFile(2) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNoteBesidePlainCopies(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	note := options(nil).Plain.Join("README.txt")
	if _, err := commit(fsys, promotion(), options(silent)); err != nil {
		t.Fatal(err)
	}
	if got := content(t, fsys, note); !strings.Contains(
		got, "Generation 1 (2026-11-21T12:00:00Z): promotion of draft d1.",
	) ||
		!strings.Contains(got, "cp initiatives/aci/backups/SOUL.md.bak SOUL.md") {
		t.Errorf("the note says %q", got)
	}
	opts := options(silent)
	at := opts.Now().Add(48 * time.Hour)
	opts.Now = func() time.Time { return at }
	rollback(t, fsys, 0, opts)
	if got := content(t, fsys, note); !strings.Contains(
		got, "Generation 2 (2026-11-23T12:00:00Z): rollback to generation 0; the copies are what it replaced.",
	) {
		t.Errorf("the note says %q", got)
	}
}

// many makes n generations as promotions would, without the time that each takes
// to look at all before it.
func many(t testing.TB, fsys *workspace.Memory, n int) []Generation {
	t.Helper()
	all := grow(t, fsys, 2)
	last := all[2]
	for number := 3; number <= n; number++ {
		g := last
		text := fmt.Sprintf("# Soul %d\n", number)
		g.Number, g.Before, g.After = number, last.After, maps.Clone(last.After)
		g.After["SOUL.md"] = State{Hash: workspace.HashOf([]byte(text)), Size: int64(len(text))}
		fsys.Put(objectFile(g.After["SOUL.md"].Hash), text)
		if err := g.save(fsys); err != nil {
			t.Fatal(err)
		}
		last = g
	}
	return generationsOf(t, fsys)
}

// BenchmarkManyGenerations shows how the work grows with the number of
// generations.
func BenchmarkManyGenerations(b *testing.B) {
	for _, n := range []int{20, 200, 2000} {
		fsys := workspace.NewMemory(begin())
		all := many(b, fsys, n)
		for name, work := range map[string]func() error{
			"list":     func() error { _, err := Generations(fsys); return err },
			"verify":   func() error { return errors.Join(Verify(b.Context(), fsys, all, nil)...) },
			"plan":     func() error { PlanRetention(b.Context(), fsys, all, Retention{Last: 20, Monthly: 24}); return nil },
			"rollback": func() error { _, err := PlanRollback(fsys, all, RollbackOptions{To: n / 2, Force: true}); return err },
			"prune": func() error {
				copied := fsys.Crash(func() bool { return true })
				_, err := Prune(context.Background(), copied, PlanRetention(b.Context(), copied, all, Retention{
					Last:    20,
					Monthly: 24,
				}), nil)
				return err
			},
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if err := work(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// A clock that is set back changes no order: generations follow their numbers.
func TestClockThatGoesBack(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	for i := range 5 {
		opts := options(silent)
		at := opts.Now().AddDate(0, -i, 0)
		opts.Now = func() time.Time { return at }
		if err := promoteText(fsys, fmt.Sprintf("# Soul %d\n", i+1), "E.", opts); err != nil {
			t.Fatal(err)
		}
	}
	all := generationsOf(t, fsys)
	if got := numbersOf(all); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5}) {
		t.Errorf("generations %v", got)
	}
	var kept []int
	for _, k := range PlanRetention(t.Context(), fsys, all, Retention{Last: 1, Monthly: 2}) {
		if len(k.Because) > 0 {
			kept = append(kept, k.Number)
		}
	}
	if !slices.Equal(kept, []int{0, 4, 5}) {
		t.Errorf("kept are %v", kept)
	}
	rollback(t, fsys, 2, options(silent))
	if got := content(t, fsys, "SOUL.md"); got != "# Soul 2\n" {
		t.Errorf("rolled back to %q", got)
	}
}

// Every command describes a generation in the same words: rollback and the list once gave it different numbers.
func TestSummary(t *testing.T) {
	two := 2
	for want, g := range map[string]Generation{
		"the workspace as it was found":                {Why: Found},
		"promotion of draft d1":                        {Why: Promotion, Draft: "d1"},
		"rollback to generation 2":                     {Why: Rollback, Restores: &two},
		"rollback of TOOLS_COMPACT.md to generation 2": {Why: Rollback, Restores: &two, Only: "TOOLS_COMPACT.md"},
		"moved": {Why: "moved"},
	} {
		if got := g.Summary(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
