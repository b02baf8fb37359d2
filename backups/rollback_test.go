package backups

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// A rollback to a generation from before wisdom knew a file brings back how the
// file was found, which is not always absent.
func TestRollbackBringsBackAPersonsTable(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	grow(t, fsys, 1) // SOUL.md alone
	fsys.Put("TOOLS_COMPACT.md", "a person's table\n")
	change := promotion()
	change.Targets[0].Old = workspace.HashOf([]byte("a person's table\n"))
	change.Targets[1].Old = workspace.HashOf([]byte("# Soul 1\n"))
	_, err := commit(fsys, change, options(silent))
	require.NoError(t, err)
	rollback(t, fsys, 0, options(silent))
	assert.Equal(t, "a person's table\n", content(t, fsys, "TOOLS_COMPACT.md"), "the table")
}

func TestRollbackOfOneFile(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	_, err := commit(fsys, promotion(), options(silent))
	require.NoError(t, err)
	all := generationsOf(t, fsys)
	change, err := PlanRollback(fsys, all, RollbackOptions{To: 0, Only: "TOOLS_COMPACT.md", Section: "SOUL.md"})
	require.NoError(t, err)
	g, err := commit(fsys, change, options(silent))
	require.NoError(t, err)
	assert.True(t, g.Only == "TOOLS_COMPACT.md" && content(t, fsys, "TOOLS_COMPACT.md") == "absent" &&
		content(t, fsys, "SOUL.md") == newSoul, "not just the one file went back")
	all = generationsOf(t, fsys)
	for _, c := range []struct {
		opts RollbackOptions
		want string
	}{
		{RollbackOptions{To: -1, Only: "SOUL.md"}, "generation 2 did not change SOUL.md; generation 1 did"},
		{RollbackOptions{To: 0, Only: "MEMORY.md"}, "no generation changed MEMORY.md, so there is nothing to roll back"},
	} {
		var none *NoGenerationError
		_, err := PlanRollback(fsys, all, c.opts)
		assert.Truef(t, errors.As(err, &none) && err.Error() == c.want, "%+v: %v", c.opts, err)
	}
}

// The entries of a generation are those of the section that it left.
func TestEntriesFollowTheSection(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	grow(t, fsys, 2)
	change := promotion()
	change.Targets = change.Targets[:1] // the table alone
	change.Entries = generationsOf(t, fsys)[2].Entries
	_, err := commit(fsys, change, options(silent))
	require.NoError(t, err)
	for _, c := range []struct {
		opts RollbackOptions
		want string
	}{
		{RollbackOptions{To: 1}, "Entry 1."},
		{RollbackOptions{To: 1, Only: "TOOLS_COMPACT.md"}, "Entry 2."},
		{RollbackOptions{To: -1}, "Entry 2."},
	} {
		c.opts.Section = "SOUL.md"
		change, err := PlanRollback(fsys, generationsOf(t, fsys), c.opts)
		assert.Truef(t, err == nil && len(change.Entries) == 1 && change.Entries[0].Name == c.want,
			"%+v: entries %v, %v", c.opts, change.Entries, err)
	}
}

// world is a simple model of what a workspace should hold.
type world struct {
	soul, tools string
}

// Invariant 5: promotions, edits, rollbacks, their undoing and pruning in any
// order do what they say, to any depth.
func TestAnySequenceOfRollbacks(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 7))
		fsys := workspacetest.NewMemory(begin())
		now := world{oldSoul, "absent"}
		after := map[int]world{}  // what each generation left
		before := map[int]world{} // and found
		var story []string
		for step := range 25 {
			all := generationsOf(t, fsys)
			newest := len(all) - 1
			found := now
			var change Change
			var err error
			switch random.IntN(6) {
			case 0, 1:
				now.soul = fmt.Sprintf("# Soul %d\n", step)
				change = Change{
					Why:     Promotion,
					Entries: []Entry{},
					Targets: []Target{{Path: "SOUL.md", Old: hashOf(found.soul), New: []byte(now.soul)}},
				}
				if random.IntN(2) == 0 {
					now.tools = fmt.Sprintf("tools %d\n", step)
					change.Targets = append(
						change.Targets, Target{Path: "TOOLS_COMPACT.md", Old: hashOf(found.tools), New: []byte(now.tools)},
					)
				}
				story = append(story, "promote")
			case 2:
				now.soul += "edited\n"
				fsys.Put("SOUL.md", now.soul)
				story = append(story, "edit")
				continue
			case 3:
				prune(t, fsys, Retention{Last: 4})
				story = append(story, "prune")
				continue
			case 4: // undo the newest
				if newest < 1 {
					continue
				}
				now = before[all[newest].Number]
				if !slices.Contains(all[newest].Targets, "SOUL.md") {
					now.soul = found.soul
				}
				if !slices.Contains(all[newest].Targets, "TOOLS_COMPACT.md") {
					now.tools = found.tools
				}
				change, err = PlanRollback(fsys, all, RollbackOptions{To: -1, Force: true, Section: "SOUL.md"})
				story = append(story, "undo")
			default: // back to any
				if newest < 1 {
					continue
				}
				to := all[random.IntN(len(all))].Number
				now = after[to]
				change, err = PlanRollback(fsys, all, RollbackOptions{To: to, Force: true, Section: "SOUL.md"})
				story = append(story, fmt.Sprintf("back to %d", to))
			}
			where := fmt.Sprintf("seed %d: %s", seed, strings.Join(story, ", "))
			require.NoError(t, err, where)
			if newest < 0 {
				after[0] = found
			}
			if len(change.Targets) > 0 {
				g, err := commit(fsys, change, options(silent))
				require.NoError(t, err, where)
				before[g.Number], after[g.Number] = found, now
			}
			require.Equal(t, now, world{content(t, fsys, "SOUL.md"), content(t, fsys, "TOOLS_COMPACT.md")}, where)
			all = generationsOf(t, fsys)
			problems := append(Verify(t.Context(), fsys, all, nil), VerifyPlain(fsys, all, options(nil).Plain)...)
			require.Empty(t, problems, where)
		}
	}
}

func hashOf(text string) workspace.Hash {
	if text == "absent" {
		return workspace.Absent
	}
	return workspace.HashOf([]byte(text))
}

// stuck is a file that cannot be replaced, as one that is immutable.
type stuck struct {
	*workspacetest.Faulty
}

func (s stuck) Exchange(a, b workspace.Path) error {
	if b == "SOUL.md" {
		return syscall.EPERM
	}
	return s.Faulty.Exchange(a, b)
}

// A file that cannot be replaced takes the whole change back, instead of leaving
// a journal that no command can get past.
func TestAFileThatCannotBeReplaced(t *testing.T) {
	disk := workspacetest.NewMemory(begin())
	fsys := stuck{&workspacetest.Faulty{FS: disk}}
	_, err := commit(fsys, promotion(), options(silent))
	require.ErrorIs(t, err, syscall.EPERM)
	assert.False(t, state(t, disk, "undone"), "it was promoted")
	// The same where the power was cut in between.
	disk = workspacetest.NewMemory(begin())
	clean := &workspacetest.Faulty{FS: disk}
	_, err = commit(clean, promotion(), options(silent))
	require.NoError(t, err)
	exchange := 1 + slices.IndexFunc(
		clean.Trace(), func(call string) bool { return strings.HasSuffix(call, "exchange SOUL.md") },
	)
	disk = workspacetest.NewMemory(begin())
	_, err = commit(
		&workspacetest.Faulty{FS: disk, At: exchange, Err: workspacetest.ErrPower},
		promotion(),
		options(silent),
	)
	require.Error(t, err, "the power was not cut")
	found, err := Recover(stuck{&workspacetest.Faulty{FS: disk}}, options(silent))
	require.Truef(t, err == nil && errors.Is(found.Undone, syscall.EPERM), "recovered %+v, %v", found, err)
	assert.False(t, state(t, disk, "undone after a power cut"), "it was promoted")
}

// Invariants 2 and 3 together: a person saves SOUL.md at any call around the exchange, and the power is cut at any
// call after that. The edit is never lost.
func TestEditAndPowerCutAtEveryCall(t *testing.T) {
	clean := &workspacetest.Faulty{FS: workspacetest.NewMemory(begin())}
	_, err := commit(clean, promotion(), options(silent))
	require.NoError(t, err)
	journal := 1 + slices.IndexFunc(
		clean.Trace(), func(call string) bool { return strings.HasSuffix(call, "rename .wisdom/journal") },
	)
	points := 0
	for edit := journal - 4; edit < clean.Calls(); edit++ {
		for at := edit + 1; at <= clean.Calls()+20; at++ {
			disk := workspacetest.NewMemory(begin())
			faulty := &workspacetest.Faulty{FS: disk, At: at, Err: workspacetest.ErrPower}
			_, err := commit(editor{faulty, disk, edit}, promotion(), options(silent))
			if err == nil {
				break
			}
			if !slices.Contains(contentsOf(t, disk), "another edit\n") {
				break // no edit was saved at this call
			}
			points++
			_, err = Recover(disk, options(silent))
			require.NoErrorf(t, err, "edit at %d, cut at %s", edit, last(faulty))
			left := contentsOf(t, disk)
			require.Containsf(t, left, "another edit\n", "edit at %d, cut at %s: left", edit, last(faulty))
		}
	}
	t.Logf("%d points", points)
	assert.Truef(t, points >= 100, "only %d points were tried", points)
}

// contentsOf are the contents of the files in the root.
func contentsOf(t *testing.T, fsys workspace.FS) []string {
	t.Helper()
	entries, err := fsys.ReadDir(".")
	require.NoError(t, err)
	var contents []string
	for _, e := range entries {
		if !e.Mode.IsDir() {
			contents = append(contents, content(t, fsys, workspace.Path(e.Name)))
		}
	}
	return contents
}

// What was written since is kept only if every change after the wanted generation is known and can be taken out.
func TestMergeNeedsEveryChange(t *testing.T) {
	takeOut := func(u Undo) ([]byte, bool) {
		text := strings.Replace(string(u.Now), string(u.After), string(u.Before), 1)
		return []byte(text), strings.Contains(string(u.Now), string(u.After))
	}
	for name, c := range map[string]struct {
		change func(fsys *workspacetest.Memory, all []Generation)
		merges bool
	}{
		"all are known": {func(*workspacetest.Memory, []Generation) {}, true},
		"another file was promoted too": {func(fsys *workspacetest.Memory, _ []Generation) {
			other := Change{Why: Promotion, Draft: "d", Targets: []Target{
				{Path: "AGENTS.md", Old: workspace.HashOf([]byte(agents)), New: []byte("# New\n")},
			}}
			_, err := commit(fsys, other, options(silent))
			require.NoError(t, err)
		}, true},
		"a content is lost": {func(fsys *workspacetest.Memory, all []Generation) {
			fsys.Put(objectFile(all[2].After["SOUL.md"].Hash), "garbled")
		}, false},
		"one was pruned": {func(fsys *workspacetest.Memory, _ []Generation) {
			prune(t, fsys, Retention{Last: 1})
		}, false},
		"the file is gone": {func(fsys *workspacetest.Memory, _ []Generation) {
			require.NoError(t, fsys.Remove("SOUL.md"))
		}, false},
	} {
		fsys := workspacetest.NewMemory(begin())
		all := grow(t, fsys, 4)
		fsys.Put("SOUL.md", "# Soul 4\nmine\n")
		c.change(fsys, all)
		plan, err := PlanRollback(fsys, generationsOf(t, fsys), RollbackOptions{To: 0, Only: "SOUL.md", Merge: takeOut})
		var newer *NewerError
		isMerged := err == nil && string(plan.Targets[0].New) == oldSoul+"mine\n"
		assert.Truef(t, isMerged == c.merges && (isMerged || errors.As(err, &newer)), "%s: %+v, %v", name, plan.Targets, err)
	}
	several := &NewerError{[]*workspace.ChangedError{{Path: "A.md"}, {Path: "B.md"}}}
	assert.Truef(t, strings.HasSuffix(several.Error(), ", and 1 more"), "two files are %q", several.Error())
}

// A file that was edited before its turn to be removed stays.
func TestEditedFileIsNotRemoved(t *testing.T) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"A.md": "edited\n"})
	removal := journalTarget{Path: "A.md", Old: hashOf("old\n"), New: workspace.Absent}
	var changed *workspace.ChangedError
	assert.ErrorAs(t, removal.swap(fsys), &changed)
	assert.Equal(t, "edited\n", content(t, fsys, "A.md"))
}

// Other line ends than a promotion left are no edit: git writes them where a file is checked out.
func TestLineEndsAreNoEdit(t *testing.T) {
	windows := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	for _, to := range []int{-1, 0} {
		fsys := workspacetest.NewMemory(begin())
		_, err := commit(fsys, promotion(), options(silent))
		require.NoError(t, err)
		fsys.Put("SOUL.md", windows(newSoul))
		if to == 0 { // the next generation finds it so
			change := promotion()
			change.Targets = []Target{{Path: "SOUL.md", Old: workspace.HashOf([]byte(windows(newSoul))), New: []byte("# 2\n")}}
			_, err := commit(fsys, change, options(silent))
			require.NoError(t, err)
		}
		rollback(t, fsys, to, options(silent))
		assert.Equalf(t, oldSoul, content(t, fsys, "SOUL.md"), "to %d", to)
		fsys.Put("SOUL.md", windows(oldSoul)+"mine\r\n")
		_, err = PlanRollback(fsys, generationsOf(t, fsys), RollbackOptions{To: -1})
		var newer *NewerError
		assert.ErrorAsf(t, err, &newer, "to %d: an edit with other line ends", to)
	}
}
