package backups

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

const (
	oldSoul = "# Soul\n\nold\n"
	newSoul = "# Soul\n\nnew\n"
	agents  = "# Agents\n"
	compact = "| port | 1 |\n"
)

func begin() map[workspace.Path]string {
	return map[workspace.Path]string{"SOUL.md": oldSoul, "AGENTS.md": agents, "memory/2026-11-01.md": "x\n"}
}

func options(finish func(Generation) error) Options {
	return Options{
		Plain:  "initiatives/aci/backups",
		Always: []workspace.Path{"SOUL.md", "AGENTS.md", "TOOLS.md"},
		Others: []workspace.Path{"TOOLS_COMPACT.md"},
		Now:    func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) },
		Finish: finish,
	}
}

func silent(Generation) error { return nil }

// promotion replaces SOUL.md and creates TOOLS_COMPACT.md.
func promotion() Change {
	return Change{
		Why: Promotion, By: "mara", Draft: "d1", Entries: []Entry{},
		Targets: []Target{
			{Path: "TOOLS_COMPACT.md", Old: workspace.Absent, New: []byte(compact)},
			{Path: "SOUL.md", Old: workspace.HashOf([]byte(oldSoul)), New: []byte(newSoul)},
		},
	}
}

func commit(fsys workspace.FS, change Change, opts Options) (*Generation, error) {
	if err := workspace.MkdirAll(fsys, Home, 0o700); err != nil {
		return nil, err
	}
	if _, err := Recover(fsys, opts); err != nil {
		return nil, err
	}
	return Commit(context.Background(), fsys, change, opts)
}

func content(t *testing.T, fsys workspace.FS, p workspace.Path) string {
	t.Helper()
	b, h, err := workspace.ReadState(fsys, p, workspace.MaxState)
	require.NoError(t, err)
	if h == workspace.Absent {
		return "absent"
	}
	return string(b)
}

func TestCommitAndRollback(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	opts := options(silent)
	g, err := commit(fsys, promotion(), opts)
	require.NoError(t, err)
	assert.Equal(t, 1, g.Number, "generation")
	for p, want := range map[workspace.Path]string{
		"SOUL.md":                                      newSoul,
		"TOOLS_COMPACT.md":                             compact,
		"initiatives/aci/backups/SOUL.md.bak":          oldSoul,
		"initiatives/aci/backups/AGENTS.md.bak":        agents,
		"initiatives/aci/backups/TOOLS.md.bak":         "absent",
		"initiatives/aci/backups/original/SOUL.md":     oldSoul,
		"initiatives/aci/backups/original/AGENTS.md":   agents,
		"initiatives/aci/backups/TOOLS_COMPACT.md.bak": "absent",
	} {
		assert.Equalf(t, want, content(t, fsys, p), "%s holds", p)
	}
	for _, p := range []workspace.Path{
		"initiatives/aci/backups/TOOLS.md.absent", "initiatives/aci/backups/original/TOOLS.md.absent",
	} {
		got := content(t, fsys, p)
		assert.Truef(t, strings.HasPrefix(got, "There was no TOOLS.md"), "%s holds %q", p, got)
	}

	back := rollback(t, fsys, -1, opts)
	assert.True(t, content(t, fsys, "SOUL.md") == oldSoul && content(t, fsys, "TOOLS_COMPACT.md") == "absent",
		"the rollback did not restore what was there, absence included")
	assert.True(t, back.Number == 2 && content(t, fsys, "initiatives/aci/backups/SOUL.md.bak") == newSoul,
		"the rollback is no generation with its own backup")
	rollback(t, fsys, -1, opts)
	assert.True(t, content(t, fsys, "SOUL.md") == newSoul && content(t, fsys, "TOOLS_COMPACT.md") == compact,
		"rolling the rollback back did not bring the promotion back")
	rollback(t, fsys, 0, opts)
	assert.Equal(t, oldSoul, content(t, fsys, "SOUL.md"), "generation 0")
	assert.Equal(t, oldSoul, content(t, fsys, "initiatives/aci/backups/original/SOUL.md"))
	all, err := Generations(fsys)
	require.Truef(t, err == nil && len(all) == 5 && all[0].Pinned, "%d generations, %v", len(all), err)
	problems := Verify(t.Context(), fsys, all, nil)
	assert.Empty(t, problems, "backups do not verify")
	n, ok := Equals(all, "SOUL.md", workspace.HashOf([]byte(newSoul)))
	assert.Truef(t, ok && n == 3, "the promoted content is known as generation %d, %v", n, ok)
}

func rollback(t *testing.T, fsys workspace.FS, to int, opts Options) *Generation {
	t.Helper()
	all := generationsOf(t, fsys)
	change, err := PlanRollback(fsys, all, RollbackOptions{To: to, By: "mara", Section: "SOUL.md"})
	require.NoError(t, err)
	g, err := commit(fsys, change, opts)
	require.NoError(t, err)
	return g
}

func TestRollbackRefuses(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	var none *NoGenerationError
	_, err := PlanRollback(fsys, nil, RollbackOptions{To: -1})
	assert.ErrorAs(t, err, &none, "nothing to roll back")
	_, err = commit(fsys, promotion(), options(silent))
	require.NoError(t, err)
	all := generationsOf(t, fsys)
	_, err = PlanRollback(fsys, all, RollbackOptions{To: 7})
	assert.ErrorAs(t, err, &none, "a generation that is not there")
	fsys.Put("SOUL.md", "edited\n")
	var newer *NewerError
	_, err = PlanRollback(fsys, all, RollbackOptions{To: -1})
	assert.ErrorAs(t, err, &newer, "newer edits")
	change, err := PlanRollback(fsys, all, RollbackOptions{To: -1, Force: true})
	require.NoError(t, err)
	_, err = commit(fsys, change, options(silent))
	require.NoError(t, err)
	assert.Equal(t, oldSoul, content(t, fsys, "SOUL.md"))
	assert.Equal(t, "edited\n", content(t, fsys, "initiatives/aci/backups/SOUL.md.bak"), "the newer edits")
}

func TestCommitRefusesWhatChanged(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	fsys.Put("SOUL.md", "edited\n")
	_, err := commit(fsys, promotion(), options(silent))
	var changed *workspace.ChangedError
	assert.Truef(t, errors.As(err, &changed) && changed.Path == "SOUL.md", "error %v", err)
	assert.True(t, content(t, fsys, "SOUL.md") == "edited\n" && content(t, fsys, "TOOLS_COMPACT.md") == "absent",
		"something was changed all the same")
}

// Found by review: a person edits the promoted file before an interrupted promotion is finished. It stays finished,
// and the edit stays.
func TestEditBeforeRecovery(t *testing.T) {
	fsys := workspacetest.NewMemory(begin())
	full := errors.New("the log is full")
	_, err := commit(fsys, promotion(), options(func(Generation) error { return full }))
	var unfinished *UnfinishedError
	require.ErrorAs(t, err, &unfinished)
	fsys.Put("SOUL.md", newSoul+"mine\n")
	found, err := Recover(fsys, options(silent))
	require.Truef(t, err == nil && found.Finished != nil, "recovered %+v, %v", found, err)
	assert.True(t, content(t, fsys, "SOUL.md") == newSoul+"mine\n" && content(t, fsys, "TOOLS_COMPACT.md") == compact,
		"the edit is lost, or the promotion half undone")
}

// Found by review: an edit that was displaced just before a crash, and another
// one after it. Neither is lost.
func TestTwoEditsAroundACrash(t *testing.T) {
	clean := &workspacetest.Faulty{FS: workspacetest.NewMemory(begin())}
	_, err := commit(clean, promotion(), options(silent))
	require.NoError(t, err)
	exchange := 1 + slices.IndexFunc(
		clean.Trace(), func(call string) bool { return strings.HasSuffix(call, "exchange SOUL.md") },
	)
	for at := exchange + 1; at < exchange+4; at++ {
		disk := workspacetest.NewMemory(begin())
		faulty := &workspacetest.Faulty{FS: disk, At: at, Err: workspacetest.ErrPower}
		_, err := commit(editor{faulty, disk, exchange - 1}, promotion(), options(silent))
		require.Error(t, err, "the power was not cut")
		second := content(t, disk, "SOUL.md") == newSoul
		if second {
			disk.Put("SOUL.md", "second edit\n")
		}
		_, err = Recover(disk, options(silent))
		require.NoErrorf(t, err, "cut at %s", last(faulty))
		require.Containsf(t, contentsOf(t, disk), "another edit\n", "cut at %s", last(faulty))
		require.Truef(t, !second || content(t, disk, "SOUL.md") == "second edit\n", "cut at %s", last(faulty))
	}
}

// state checks that all files are old, or all new, that every backup verifies, and that no stray file remains.
func state(t *testing.T, fsys workspace.FS, where string) (promoted bool) {
	t.Helper()
	soul, tools, bak := content(t, fsys, "SOUL.md"), content(
		t, fsys, "TOOLS_COMPACT.md",
	), content(t, fsys, "initiatives/aci/backups/SOUL.md.bak")
	switch {
	case soul == oldSoul && tools == "absent" && bak == "absent":
	case soul == newSoul && tools == compact && bak == oldSoul:
		promoted = true
	default:
		t.Fatalf("%s: neither old nor new: %q, %q, %q", where, soul, tools, bak)
	}
	all := generationsOf(t, fsys)
	require.Equalf(t, (len(all) == 2), promoted, "%s: promoted %v with %d generations", where, promoted, len(all))
	problems := Verify(t.Context(), fsys, all, nil)
	require.Empty(t, problems, where)
	for _, dir := range []workspace.Path{".", ".wisdom", "initiatives/aci/backups", "initiatives/aci/backups/original"} {
		entries, err := fsys.ReadDir(dir)
		require.True(t, err == nil || dir != ".", err)
		for _, e := range entries {
			require.Truef(t, !strings.HasSuffix(e.Name, waitingSuffix) && e.Name != "journal",
				"%s: %s/%s is left", where, dir, e.Name)
		}
	}
	return promoted
}

// Invariant 2, with a power cut at every call: what was not synced may be lost,
// or not, or by half.
func TestPowerCutAtEveryCall(t *testing.T) {
	calls := 0
	for at := 1; calls == 0 || at <= calls; at++ {
		for seed := range uint64(6) {
			disk := workspacetest.NewMemory(begin())
			faulty := &workspacetest.Faulty{FS: disk, At: at, Err: workspacetest.ErrPower}
			_, err := commit(faulty, promotion(), options(silent))
			if err == nil {
				calls = at // this call was not reached
				state(t, disk, "no fault")
				break
			}
			random := rand.New(rand.NewPCG(seed, uint64(at)))
			choose := func() bool { return random.IntN(2) == 0 }
			if seed < 2 {
				choose = func() bool { return seed == 1 }
			}
			recoverTwice(t, disk.Crash(choose), faulty, at, seed)
		}
	}
	t.Logf("%d points, 6 outcomes each", calls-1)
}

// recoverTwice cuts the power again in the middle of the recovery.
func recoverTwice(t *testing.T, disk *workspacetest.Memory, first *workspacetest.Faulty, at int, seed uint64) {
	t.Helper()
	logged := map[int]int{}
	opts := options(func(g Generation) error { logged[g.Number]++; return nil })
	second := &workspacetest.Faulty{FS: disk, At: 1 + at%17, Err: workspacetest.ErrPower}
	if _, err := Recover(second, opts); err != nil {
		disk = disk.Crash(func() bool { return seed%2 == 0 })
	}
	where := fmt.Sprintf("cut at %s, then at %v", last(first), last(second))
	_, err := Recover(disk, opts)
	require.NoErrorf(t, err, "%s: recovery", where)
	promoted := state(t, disk, where)
	if promoted {
		return
	}
	_, err = commit(disk, promotion(), opts)
	require.NoErrorf(t, err, "%s: promoting again", where)
	state(t, disk, where+", promoted again")
}

func last(f *workspacetest.Faulty) string {
	if len(f.Trace()) == 0 {
		return "nothing"
	}
	return f.Trace()[min(f.At, len(f.Trace()))-1]
}

// Invariant 2, with a call that fails and a program that goes on.
func TestErrorAtEveryCall(t *testing.T) {
	for _, fault := range []struct {
		err     error
		lasting bool
	}{{syscall.EIO, false}, {syscall.ENOSPC, true}, {syscall.EROFS, true}} {
		for at := 1; ; at++ {
			disk := workspacetest.NewMemory(begin())
			faulty := &workspacetest.Faulty{FS: disk, At: at, Err: fault.err, Lasting: fault.lasting}
			_, err := commit(faulty, promotion(), options(silent))
			if err == nil && faulty.Calls() < at {
				break
			}
			where := fmt.Sprintf("%v at %s", fault.err, last(faulty))
			if err == nil { // a copy that could not be read was written again
				require.Truef(t, state(t, disk, where), "%s: reported as done", where)
				continue
			}
			var unfinished *UnfinishedError
			pending, perr := Pending(disk)
			require.Truef(t, perr == nil && pending == errors.As(err, &unfinished),
				"%s: journal there: %v, error %v", where, pending, err)
			_, err = Recover(disk, options(silent))
			require.NoErrorf(t, err, "%s: recovery", where)
			state(t, disk, where)
		}
	}
}

// canceller interrupts the program at the n-th call.
type canceller struct {
	*workspacetest.Faulty
	at     int
	cancel func()
}

func (c canceller) Create(p workspace.Path, mode fs.FileMode) (workspace.File, error) {
	if c.Calls() >= c.at {
		c.cancel()
	}
	return c.Faulty.Create(p, mode)
}

// Ctrl-C before the commit point leaves everything as it was; after it, the
// change is finished.
func TestInterruptAtEveryFile(t *testing.T) {
	before, after := 0, 0
	for at := range 300 {
		disk := workspacetest.NewMemory(begin())
		ctx, cancel := context.WithCancel(context.Background())
		fsys := canceller{&workspacetest.Faulty{FS: disk}, at, cancel}
		require.NoError(t, workspace.MkdirAll(disk, Home, 0o700))
		_, err := Commit(ctx, fsys, promotion(), options(silent))
		cancel()
		where := fmt.Sprintf("interrupted from call %d on: %v", at, err)
		switch promoted := state(t, disk, where); {
		case errors.Is(err, context.Canceled) && !promoted:
			before++
		case err == nil && promoted:
			after++
		default:
			t.Fatalf("%s: promoted %v", where, promoted)
		}
	}
	assert.Truef(t, before != 0 && after != 0, "%d times before the commit point, %d after it", before, after)
}

// editor is a person who saves SOUL.md at the n-th call.
type editor struct {
	*workspacetest.Faulty
	disk *workspacetest.Memory
	at   int
}

func (e editor) edit() {
	if e.Calls() == e.at {
		e.disk.Put("SOUL.md", "another edit\n")
	}
}

func (e editor) ReadFile(p workspace.Path, limit int64) ([]byte, error) {
	e.edit()
	return e.Faulty.ReadFile(p, limit)
}

func (e editor) Exchange(a, b workspace.Path) error {
	e.edit()
	return e.Faulty.Exchange(a, b)
}

func (e editor) RenameNew(a, b workspace.Path) error {
	e.edit()
	return e.Faulty.RenameNew(a, b)
}

// Invariant 3: an edit made at any moment is never lost, and never mixed with a
// promotion.
func TestEditAtEveryCall(t *testing.T) {
	seen := map[string]int{}
	for at := range 400 {
		disk := workspacetest.NewMemory(begin())
		_, err := commit(editor{&workspacetest.Faulty{FS: disk}, disk, at}, promotion(), options(silent))
		soul, tools := content(t, disk, "SOUL.md"), content(t, disk, "TOOLS_COMPACT.md")
		var changed *workspace.ChangedError
		switch {
		case err == nil && soul == newSoul && tools == compact:
			seen["promoted, not edited"]++
		case err == nil && soul == "another edit\n":
			seen["edited after the promotion"]++
		case errors.As(err, &changed) && soul == "another edit\n" && tools == "absent":
			seen["edit kept, promotion undone"]++
		default:
			t.Fatalf("edit at call %d: %v, %q, %q", at, err, soul, tools)
		}
	}
	assert.Truef(t, seen["edit kept, promotion undone"] != 0 && seen["promoted, not edited"] != 0,
		"the cases were not met: %v", seen)
}

// A read-only target is rejected before anything is written; a crash after the commit point is finished all the same.
func TestReadOnlyTarget(t *testing.T) {
	readOnly := func() *workspacetest.Memory {
		fsys := workspacetest.NewMemory(begin())
		soul, readOnly := content(t, fsys, "SOUL.md"), workspace.Attributes{Mode: 0o444, UID: -1, GID: -1}
		require.NoError(t, errors.Join(fsys.Remove("SOUL.md"), workspace.WriteLike(fsys, "SOUL.md", []byte(soul), readOnly)))
		return fsys
	}
	fsys := readOnly()
	var refused *workspace.ReadOnlyError
	_, err := commit(fsys, promotion(), options(silent))
	require.Truef(t, errors.As(err, &refused) && refused.Path == "SOUL.md", "error %v", err)
	assert.True(t, content(t, fsys, "SOUL.md") == oldSoul && content(t, fsys, "TOOLS_COMPACT.md") == "absent",
		"something was written")
	there, _ := workspace.Exists(fsys, objects)
	assert.False(t, there, "something was backed up")
	change := promotion()
	change.ReadOnly = true
	for at := 1; ; at++ {
		broken := &workspacetest.Faulty{FS: readOnly(), At: at, Err: workspacetest.ErrPower}
		_, err := commit(broken, change, options(silent))
		_, rerr := Recover(broken.FS, options(silent))
		require.NoErrorf(t, rerr, "call %d", at)
		soul, table := content(t, broken.FS, "SOUL.md"), content(t, broken.FS, "TOOLS_COMPACT.md")
		require.Truef(t, soul == oldSoul && table == "absent" || soul == newSoul && table == compact,
			"call %d left %q and %q", at, soul, table)
		attributes, aerr := broken.FS.Attributes("SOUL.md")
		require.Truef(t, aerr == nil && attributes.Mode == 0o444, "call %d left the mode %v, %v", at, attributes.Mode, aerr)
		if err == nil {
			return
		}
	}
}

// A person's files stay, whatever they are called; what a crash left of ours goes.
func TestSweepKnowsOurs(t *testing.T) {
	const plain, hex = "initiatives/aci/backups/", "0f738625bae6c73a5ca0017a02ccb5d9aa7a9f007d697c12feada24f29e46176"
	theirs := []workspace.Path{
		".NOTES.md.wisdom-new", plain + ".mine.wisdom-new", plain + "original/.TOOLS.md.bak.wisdom-new",
		".wisdom/.notes.tmp", ".wisdom/objects/.notes.tmp", ".wisdom/generations/.1.md.tmp", ".SOUL.md.tmp",
	}
	ours := []workspace.Path{
		".SOUL.md.wisdom-new", ".TOOLS_COMPACT.md.wisdom-new", plain + ".SOUL.md.bak.wisdom-new",
		plain + ".README.txt.wisdom-new", plain + "original/.TOOLS.md.absent.wisdom-new", plain + "..gitignore.tmp",
		".wisdom/.journal.tmp", ".wisdom/objects/." + hex + ".tmp", ".wisdom/generations/.12.json.tmp",
		".wisdom/.report.html.4711.tmp", ".wisdom/.ledger.json.tmp", ".wisdom/.init.json.tmp",
	}
	fsys := workspacetest.NewMemory(begin())
	for _, p := range append(ours, theirs...) {
		fsys.Put(p, "x")
	}
	fsys.Put(".wisdom/report.html", "x")
	fsys.Put(".wisdom/ledger.json", "x")
	_, err := Recover(fsys, options(silent))
	require.NoError(t, err)
	for _, p := range ours {
		assert.Equalf(t, "absent", content(t, fsys, p), "%s is ours", p)
	}
	for _, p := range theirs {
		assert.Equalf(t, "x", content(t, fsys, p), "%s is a person's", p)
	}
}

// The plain copies are ignored by git from the first on, unless a person has a .gitignore there.
func TestPlainCopiesAreIgnored(t *testing.T) {
	const ignore = "initiatives/aci/backups/.gitignore"
	for _, own := range []string{"", "!*\n"} {
		fsys, want := workspacetest.NewMemory(begin()), "*\n"
		if own != "" {
			fsys.Put(ignore, own)
			want = own
		}
		_, err := commit(fsys, promotion(), options(silent))
		require.NoError(t, err)
		assert.Equal(t, want, content(t, fsys, ignore))
	}
}
