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

	"wisdom/internal/workspace"
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
	if err != nil {
		t.Fatal(err)
	}
	if h == workspace.Absent {
		return "absent"
	}
	return string(b)
}

func TestCommitAndRollback(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	opts := options(silent)
	g, err := commit(fsys, promotion(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if g.Number != 1 {
		t.Errorf("generation %d, want 1", g.Number)
	}
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
		if got := content(t, fsys, p); got != want {
			t.Errorf("%s holds %q, want %q", p, got, want)
		}
	}
	for _, p := range []workspace.Path{
		"initiatives/aci/backups/TOOLS.md.absent",
		"initiatives/aci/backups/original/TOOLS.md.absent",
	} {
		if got := content(t, fsys, p); !strings.HasPrefix(got, "There was no TOOLS.md") {
			t.Errorf("%s holds %q", p, got)
		}
	}

	back := rollback(t, fsys, -1, opts)
	if content(t, fsys, "SOUL.md") != oldSoul || content(t, fsys, "TOOLS_COMPACT.md") != "absent" {
		t.Error("the rollback did not restore what was there, absence included")
	}
	if back.Number != 2 || content(t, fsys, "initiatives/aci/backups/SOUL.md.bak") != newSoul {
		t.Error("the rollback is no generation with its own backup")
	}
	rollback(t, fsys, -1, opts)
	if content(t, fsys, "SOUL.md") != newSoul || content(t, fsys, "TOOLS_COMPACT.md") != compact {
		t.Error("rolling the rollback back did not bring the promotion back")
	}
	rollback(t, fsys, 0, opts)
	if content(t, fsys, "SOUL.md") != oldSoul || content(t, fsys, "initiatives/aci/backups/original/SOUL.md") != oldSoul {
		t.Error("generation 0 was not restored")
	}
	all, err := Generations(fsys)
	if err != nil || len(all) != 5 || !all[0].Pinned {
		t.Fatalf("%d generations, %v", len(all), err)
	}
	if problems := Verify(t.Context(), fsys, all, nil); len(problems) > 0 {
		t.Errorf("backups do not verify: %v", problems)
	}
	if n, ok := Equals(all, "SOUL.md", workspace.HashOf([]byte(newSoul))); !ok || n != 3 {
		t.Errorf("the promoted content is known as generation %d, %v", n, ok)
	}
}

func rollback(t *testing.T, fsys workspace.FS, to int, opts Options) *Generation {
	t.Helper()
	all, err := Generations(fsys)
	if err != nil {
		t.Fatal(err)
	}
	change, err := PlanRollback(fsys, all, RollbackOptions{To: to, By: "mara", Section: "SOUL.md"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := commit(fsys, change, opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRollbackRefuses(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	var none *NoGenerationError
	if _, err := PlanRollback(fsys, nil, RollbackOptions{To: -1}); !errors.As(err, &none) {
		t.Errorf("nothing to roll back: %v", err)
	}
	if _, err := commit(fsys, promotion(), options(silent)); err != nil {
		t.Fatal(err)
	}
	all, err := Generations(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := PlanRollback(fsys, all, RollbackOptions{To: 7}); !errors.As(err, &none) {
		t.Errorf("a generation that is not there: %v", err)
	}
	fsys.Put("SOUL.md", "edited\n")
	var newer *NewerError
	if _, err := PlanRollback(fsys, all, RollbackOptions{To: -1}); !errors.As(err, &newer) {
		t.Errorf("newer edits: %v", err)
	}
	change, err := PlanRollback(fsys, all, RollbackOptions{To: -1, Force: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := commit(fsys, change, options(silent)); err != nil {
		t.Fatal(err)
	}
	if content(t, fsys, "SOUL.md") != oldSoul || content(t, fsys, "initiatives/aci/backups/SOUL.md.bak") != "edited\n" {
		t.Error("the newer edits were not backed up first")
	}
}

func TestCommitRefusesWhatChanged(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	fsys.Put("SOUL.md", "edited\n")
	_, err := commit(fsys, promotion(), options(silent))
	var changed *workspace.ChangedError
	if !errors.As(err, &changed) || changed.Path != "SOUL.md" {
		t.Errorf("error %v", err)
	}
	if content(t, fsys, "SOUL.md") != "edited\n" || content(t, fsys, "TOOLS_COMPACT.md") != "absent" {
		t.Error("something was changed all the same")
	}
}

// Found by review: a person edits the promoted file before an interrupted promotion is finished. It stays finished,
// and the edit stays.
func TestEditBeforeRecovery(t *testing.T) {
	fsys := workspace.NewMemory(begin())
	full := errors.New("the log is full")
	_, err := commit(fsys, promotion(), options(func(Generation) error { return full }))
	var unfinished *UnfinishedError
	if !errors.As(err, &unfinished) {
		t.Fatalf("error %v", err)
	}
	fsys.Put("SOUL.md", newSoul+"mine\n")
	found, err := Recover(fsys, options(silent))
	if err != nil || found.Finished == nil {
		t.Fatalf("recovered %+v, %v", found, err)
	}
	if content(t, fsys, "SOUL.md") != newSoul+"mine\n" || content(t, fsys, "TOOLS_COMPACT.md") != compact {
		t.Error("the edit is lost, or the promotion half undone")
	}
}

// Found by review: an edit that was displaced just before a crash, and another
// one after it. Neither is lost.
func TestTwoEditsAroundACrash(t *testing.T) {
	clean := &workspace.Faulty{FS: workspace.NewMemory(begin())}
	if _, err := commit(clean, promotion(), options(silent)); err != nil {
		t.Fatal(err)
	}
	exchange := 1 + slices.IndexFunc(
		clean.Trace(), func(call string) bool { return strings.HasSuffix(call, "exchange SOUL.md") },
	)
	for at := exchange + 1; at < exchange+4; at++ {
		disk := workspace.NewMemory(begin())
		faulty := &workspace.Faulty{FS: disk, At: at, Err: workspace.ErrPower}
		if _, err := commit(editor{faulty, disk, exchange - 1}, promotion(), options(silent)); err == nil {
			t.Fatal("the power was not cut")
		}
		second := content(t, disk, "SOUL.md") == newSoul
		if second {
			disk.Put("SOUL.md", "second edit\n")
		}
		if _, err := Recover(disk, options(silent)); err != nil {
			t.Fatalf("cut at %s: %v", last(faulty), err)
		}
		var left []string
		entries, err := disk.ReadDir(".")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !e.Mode.IsDir() {
				left = append(left, content(t, disk, workspace.Path(e.Name)))
			}
		}
		if !slices.Contains(left, "another edit\n") || second && content(t, disk, "SOUL.md") != "second edit\n" {
			t.Fatalf("cut at %s: left are %q", last(faulty), left)
		}
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
	all, err := Generations(fsys)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if promoted != (len(all) == 2) {
		t.Fatalf("%s: promoted %v with %d generations", where, promoted, len(all))
	}
	if problems := Verify(t.Context(), fsys, all, nil); len(problems) > 0 {
		t.Fatalf("%s: %v", where, problems)
	}
	for _, dir := range []workspace.Path{".", ".wisdom", "initiatives/aci/backups", "initiatives/aci/backups/original"} {
		entries, err := fsys.ReadDir(dir)
		if err != nil && dir == "." {
			t.Fatal(err)
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name, waitingSuffix) || e.Name == "journal" {
				t.Fatalf("%s: %s/%s is left", where, dir, e.Name)
			}
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
			disk := workspace.NewMemory(begin())
			faulty := &workspace.Faulty{FS: disk, At: at, Err: workspace.ErrPower}
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
func recoverTwice(t *testing.T, disk *workspace.Memory, first *workspace.Faulty, at int, seed uint64) {
	t.Helper()
	logged := map[int]int{}
	opts := options(func(g Generation) error { logged[g.Number]++; return nil })
	second := &workspace.Faulty{FS: disk, At: 1 + at%17, Err: workspace.ErrPower}
	if _, err := Recover(second, opts); err != nil {
		disk = disk.Crash(func() bool { return seed%2 == 0 })
	}
	where := fmt.Sprintf("cut at %s, then at %v", last(first), last(second))
	if _, err := Recover(disk, opts); err != nil {
		t.Fatalf("%s: recovery: %v", where, err)
	}
	promoted := state(t, disk, where)
	if promoted {
		return
	}
	if _, err := commit(disk, promotion(), opts); err != nil {
		t.Fatalf("%s: promoting again: %v", where, err)
	}
	state(t, disk, where+", promoted again")
}

func last(f *workspace.Faulty) string {
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
			disk := workspace.NewMemory(begin())
			faulty := &workspace.Faulty{FS: disk, At: at, Err: fault.err, Lasting: fault.lasting}
			_, err := commit(faulty, promotion(), options(silent))
			if err == nil && faulty.Calls() < at {
				break
			}
			where := fmt.Sprintf("%v at %s", fault.err, last(faulty))
			if err == nil { // a copy that could not be read was written again
				if !state(t, disk, where) {
					t.Fatalf("%s: reported as done", where)
				}
				continue
			}
			var unfinished *UnfinishedError
			pending, perr := Pending(disk)
			if perr != nil || pending != errors.As(err, &unfinished) {
				t.Fatalf("%s: journal there: %v, error %v", where, pending, err)
			}
			if _, err := Recover(disk, options(silent)); err != nil {
				t.Fatalf("%s: recovery: %v", where, err)
			}
			state(t, disk, where)
		}
	}
}

// canceller interrupts the program at the n-th call.
type canceller struct {
	*workspace.Faulty
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
		disk := workspace.NewMemory(begin())
		ctx, cancel := context.WithCancel(context.Background())
		fsys := canceller{&workspace.Faulty{FS: disk}, at, cancel}
		if err := workspace.MkdirAll(disk, Home, 0o700); err != nil {
			t.Fatal(err)
		}
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
	if before == 0 || after == 0 {
		t.Errorf("%d times before the commit point, %d after it", before, after)
	}
}

// editor is a person who saves SOUL.md at the n-th call.
type editor struct {
	*workspace.Faulty
	disk *workspace.Memory
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
		disk := workspace.NewMemory(begin())
		_, err := commit(editor{&workspace.Faulty{FS: disk}, disk, at}, promotion(), options(silent))
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
	if seen["edit kept, promotion undone"] == 0 || seen["promoted, not edited"] == 0 {
		t.Errorf("the cases were not met: %v", seen)
	}
}

// A read-only target is rejected before anything is written; a crash after the commit point is finished all the same.
func TestReadOnlyTarget(t *testing.T) {
	readOnly := func() *workspace.Memory {
		fsys := workspace.NewMemory(begin())
		if err := fsys.SetAttributes("SOUL.md", workspace.Attributes{Mode: 0o444, UID: -1, GID: -1}); err != nil {
			t.Fatal(err)
		}
		return fsys
	}
	fsys := readOnly()
	var refused *workspace.ReadOnlyError
	if _, err := commit(fsys, promotion(), options(silent)); !errors.As(err, &refused) || refused.Path != "SOUL.md" {
		t.Fatalf("error %v", err)
	}
	if content(t, fsys, "SOUL.md") != oldSoul || content(t, fsys, "TOOLS_COMPACT.md") != "absent" {
		t.Error("something was written")
	}
	if there, _ := workspace.Exists(fsys, objects); there {
		t.Error("something was backed up")
	}
	change := promotion()
	change.ReadOnly = true
	for at := 1; ; at++ {
		broken := &workspace.Faulty{FS: readOnly(), At: at, Err: workspace.ErrPower}
		_, err := commit(broken, change, options(silent))
		if _, err := Recover(broken.FS, options(silent)); err != nil {
			t.Fatalf("call %d: %v", at, err)
		}
		soul, table := content(t, broken.FS, "SOUL.md"), content(t, broken.FS, "TOOLS_COMPACT.md")
		if (soul != oldSoul || table != "absent") && (soul != newSoul || table != compact) {
			t.Fatalf("call %d left %q and %q", at, soul, table)
		}
		if attributes, err := broken.FS.Attributes("SOUL.md"); err != nil || attributes.Mode != 0o444 {
			t.Fatalf("call %d left the mode %v, %v", at, attributes.Mode, err)
		}
		if err == nil {
			return
		}
	}
}
