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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// later are options with a later clock.
func later(months, days int) Options {
	opts := options(silent)
	at := opts.Now().AddDate(0, months, days)
	opts.Now = func() time.Time { return at }
	return opts
}

// grow promotes n versions of SOUL.md, one a month, each with an entry of its
// own.
func grow(t testing.TB, fsys workspace.FS, n int) []Generation {
	t.Helper()
	for i := range n {
		text, entry := fmt.Sprintf("# Soul %d\n", i+1), fmt.Sprintf("Entry %d.", i+1)
		require.NoError(t, promoteText(fsys, text, entry, later(i, 0)))
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
	require.NoError(t, err)
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
	require.NoError(t, err)
	return pruned
}

func TestWhatKeepsAGeneration(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	all := grow(t, fsys, 9) // 1 in November 2026, 9 in July 2027
	require.NoError(t, Pin(fsys, all, 2, true))
	// Two more in the month of generation 9, and a damaged newest one.
	for i := range 2 {
		require.NoError(t, promoteText(fsys, fmt.Sprintf("# More %d\n", i), "E.", later(8, i+1)))
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
		assert.Equalf(t, want[k.Number], strings.Join(k.Because, ", "), "generation %d", k.Number)
	}
}

// A generation of an older program that knew a file stays if the next one does not know it.
func TestWhatOnlyAnOlderProgramKnewStays(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	all := grow(t, fsys, 4)
	delete(all[2].Before, "AGENTS.md")
	for _, k := range PlanRetention(t.Context(), fsys, all, Retention{Last: 1}) {
		stays := slices.Contains(k.Because, "generation 2 does not hold AGENTS.md")
		assert.Equalf(t, k.Number == 1, stays, "generation %d is kept because %q", k.Number, k.Because)
	}
}

func TestPin(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	all := grow(t, fsys, 4)
	var none *NoGenerationError
	assert.ErrorAs(t, Pin(fsys, all, 7, true), &none, "a generation that is not there")
	assert.Error(t, Pin(fsys, all, 0, false), "the first generation was unpinned")
	require.NoError(t, Pin(fsys, all, 1, true))
	assert.NoError(t, Pin(fsys, generationsOf(t, fsys), 1, true), "pinned again")
	prune(t, fsys, Retention{Last: 1})
	assert.Equal(t, []int{0, 1, 3, 4}, numbersOf(generationsOf(t, fsys)), "kept")
	require.NoError(t, Pin(fsys, generationsOf(t, fsys), 1, false))
	prune(t, fsys, Retention{Last: 1})
	assert.Equal(t, []int{0, 3, 4}, numbersOf(generationsOf(t, fsys)), "kept")
	err := Pin(fsys, generationsOf(t, fsys), 1, true)
	assert.Truef(t, errors.As(err, &none) && err.Error() == "generation 1 was pruned", "pinning what was pruned: %v", err)
}

// Pruning removes nothing that is needed: the entries are known, the rest can be restored, edits are reported,
// numbers are not lost.
func TestPruneKeepsWhatIsNeeded(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	grow(t, fsys, 3)
	fsys.Put("SOUL.md", "a person's\n") // between 3 and 4
	grow(t, fsys, 5)                    // 4 to 8
	pruned := prune(t, fsys, Retention{Last: 2})
	assert.Truef(t, slices.Equal(pruned.Generations, []int{1, 2, 3, 4, 5, 6}) && pruned.Objects != 0 && pruned.Bytes != 0,
		"pruned %+v", pruned)
	all := generationsOf(t, fsys)
	assert.Empty(t, append(Verify(t.Context(), fsys, all, nil), VerifyPlain(fsys, all, options(nil).Plain)...))
	for i := range 5 {
		_, known := Lookup(all, fmt.Sprintf("Entry %d.", i+1), "T.")
		assert.Truef(t, known, "entry %d is forgotten", i+1)
	}
	for n := range 9 {
		_, known := Known(all)[n]
		assert.Truef(t, known, "generation %d counts as lost", n)
	}
	var newer *NewerError
	_, err := PlanRollback(fsys, all, RollbackOptions{To: 0})
	assert.ErrorAs(t, err, &newer, "the edit between pruned generations")
	_, err = PlanRollback(fsys, all, RollbackOptions{To: 7})
	assert.NoError(t, err, "no edit stands between 7 and 8")
	var none *NoGenerationError
	_, err = PlanRollback(fsys, all, RollbackOptions{To: 4})
	assert.Truef(t, errors.As(err, &none) &&
		err.Error() == "generation 4 was pruned", "going back to what was pruned: %v", err)
	again := prune(t, fsys, Retention{Last: 2})
	assert.Truef(t, len(again.Generations) == 0 && again.Objects == 0, "pruning twice removed %+v", again)
	// A generation that describes pruned ones is pruned itself.
	grow(t, fsys, 3)
	prune(t, fsys, Retention{Last: 1})
	all = generationsOf(t, fsys)
	_, known := Lookup(all, "Entry 4.", "T.")
	assert.True(t, known, numbersOf(all))
	assert.Len(t, all[1].Pruned.Numbers, 9)
	_, err = PlanRollback(fsys, all, RollbackOptions{To: 0})
	assert.ErrorAs(t, err, &newer, "the edit between generations pruned twice")
}

// How a file was found is kept as long as the file is.
func TestPruneKeepsHowAFileWasFound(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	grow(t, fsys, 2)
	fsys.Put("TOOLS_COMPACT.md", "a person's table\n")
	change := promotion()
	change.Targets[0].Old = workspace.HashOf([]byte("a person's table\n"))
	change.Targets[1].Old = workspace.HashOf([]byte("# Soul 2\n"))
	_, err := commit(fsys, change, options(silent)) // 3
	require.NoError(t, err)
	grow(t, fsys, 4)
	prune(t, fsys, Retention{Last: 1})
	all := generationsOf(t, fsys)
	require.Equal(t, []int{0, 3, 6, 7}, numbersOf(all), "kept")
	back, err := PlanRollback(fsys, all, RollbackOptions{To: 0})
	require.NoError(t, err)
	_, err = commit(fsys, back, options(silent))
	require.NoError(t, err)
	assert.Equal(t, "a person's table\n", content(t, fsys, "TOOLS_COMPACT.md"), "the table")
}

// A crash in the middle of pruning loses nothing that is kept, and the next
// pruning takes away what it left.
func TestPowerCutWhilePruning(t *testing.T) {
	r := Retention{Last: 2}
	points := 0
	for at := 1; ; at++ {
		reached := true
		for seed := range uint64(4) {
			disk := workspacetest.NewMemory(begin())
			grow(t, disk, 6)
			faulty := &workspacetest.Faulty{FS: disk, At: at, Err: workspacetest.ErrPower}
			all := generationsOf(t, disk)
			_, err := Prune(context.Background(), faulty, PlanRetention(t.Context(), disk, all, r), nil)
			if reached = faulty.Calls() >= at; !reached {
				break
			}
			require.Errorf(t, err, "%s was cut off, and no check noticed", last(faulty))
			points++
			random := rand.New(rand.NewPCG(seed, uint64(at)))
			after := disk.Crash(func() bool { return random.IntN(2) == 0 })
			_, err = Recover(after, options(silent))
			require.NoErrorf(t, err, "cut at %s", last(faulty))
			checkPruned(t, after, "cut at "+last(faulty))
			prune(t, after, r)
			checkPruned(t, after, "cut at "+last(faulty)+", pruned again")
			require.Equalf(t, []int{0, 5, 6}, numbersOf(generationsOf(t, after)), "cut at %s: kept", last(faulty))
			entries, err := after.ReadDir(objects)
			require.NoError(t, err)
			require.Lenf(t, entries, 5, "cut at %s: three versions of SOUL.md, the one found, and AGENTS.md", last(faulty))
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
	problems := Verify(t.Context(), fsys, all, nil)
	require.Empty(t, problems, where)
	for n := range 7 {
		_, known := Known(all)[n]
		require.Truef(t, known, "%s: generation %d is lost", where, n)
		if _, known := Lookup(all, fmt.Sprintf("Entry %d.", n), "T."); n > 0 && !known {
			t.Fatalf("%s: entry %d is forgotten", where, n)
		}
	}
	_, err := PlanRollback(fsys, all, RollbackOptions{To: 0, Force: true})
	require.NoError(t, err, where)
}

func TestPruneNeedsNoJournal(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	_, err := commit(
		fsys, promotion(), options(func(Generation) error { return errors.New("the log is full") }),
	)
	require.Error(t, err, "no error")
	var unfinished *UnfinishedError
	_, err = Prune(context.Background(), fsys, nil, nil)
	assert.ErrorAs(t, err, &unfinished)
}

func TestVerifyNamesGenerationAndFile(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	all := grow(t, fsys, 3)
	plain := options(nil).Plain
	fsys.Put(objectFile(all[2].After["SOUL.md"].Hash), "garbled")
	require.NoError(t, fsys.Remove(plain.Join("SOUL.md.bak")))
	fsys.Put(plain.Join("original", "SOUL.md"), "garbled")
	var got []string
	for _, problem := range append(Verify(t.Context(), fsys, all, nil), VerifyPlain(fsys, all, plain)...) {
		var damaged *DamagedError
		require.ErrorAs(t, problem, &damaged)
		got = append(got, fmt.Sprintf("%d %s", damaged.Generation, damaged.Path))
	}
	want := []string{
		"2 SOUL.md", "3 SOUL.md", "3 " + string(plain) + "/SOUL.md.bak", "0 " + string(plain) + "/original/SOUL.md",
	}
	assert.Equal(t, want, got, "problems")
	for name, garbage := range map[string]string{
		"no JSON":         "{",
		"another number":  `{"schema_version":1,"number":7}`,
		"a newer version": `{"schema_version":2,"number":2}`,
	} {
		fsys.Put(generationFile(2), garbage)
		var damaged *DamagedError
		_, err := Generations(fsys)
		assert.Truef(t, errors.As(err, &damaged) && damaged.Generation == 2 &&
			damaged.Path == generationFile(2), "%s: %v", name, err)
	}
}

func TestNoteBesidePlainCopies(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	note := options(nil).Plain.Join("README.txt")
	_, err := commit(fsys, promotion(), options(silent))
	require.NoError(t, err)
	got := content(t, fsys, note)
	assert.Contains(t, got, "Generation 1 (2026-11-21T12:00:00Z): promotion of draft d1.")
	assert.Contains(t, got, "cp initiatives/aci/backups/SOUL.md.bak SOUL.md")
	rollback(t, fsys, 0, later(0, 2))
	assert.Contains(t, content(t, fsys, note),
		"Generation 2 (2026-11-23T12:00:00Z): rollback to generation 0; the copies are what it replaced.")
}

// many makes n generations as promotions would, without the time that each takes
// to look at all before it.
func many(t testing.TB, fsys *workspacetest.Memory, n int) []Generation {
	t.Helper()
	all := grow(t, fsys, 2)
	last := all[2]
	for number := 3; number <= n; number++ {
		g := last
		text := fmt.Sprintf("# Soul %d\n", number)
		g.Number, g.Before, g.After = number, last.After, maps.Clone(last.After)
		g.After["SOUL.md"] = State{Hash: workspace.HashOf([]byte(text)), Size: int64(len(text))}
		fsys.Put(objectFile(g.After["SOUL.md"].Hash), text)
		require.NoError(t, g.save(fsys))
		last = g
	}
	return generationsOf(t, fsys)
}

// BenchmarkManyGenerations shows how the work grows with the number of
// generations.
func BenchmarkManyGenerations(b *testing.B) {
	for _, n := range []int{20, 200, 2000} {
		fsys := workspacetest.NewMemory(begin())
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
					require.NoError(b, work())
				}
			})
		}
	}
}

// A clock that is set back changes no order: generations follow their numbers.
func TestClockThatGoesBack(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	for i := range 5 {
		require.NoError(t, promoteText(fsys, fmt.Sprintf("# Soul %d\n", i+1), "E.", later(-i, 0)))
	}
	all := generationsOf(t, fsys)
	assert.Equal(t, []int{0, 1, 2, 3, 4, 5}, numbersOf(all), "generations")
	var kept []int
	for _, k := range PlanRetention(t.Context(), fsys, all, Retention{Last: 1, Monthly: 2}) {
		if len(k.Because) > 0 {
			kept = append(kept, k.Number)
		}
	}
	assert.Equal(t, []int{0, 4, 5}, kept, "kept")
	rollback(t, fsys, 2, options(silent))
	assert.Equal(t, "# Soul 2\n", content(t, fsys, "SOUL.md"), "rolled back to")
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
		assert.Equal(t, want, g.Summary())
	}
}
