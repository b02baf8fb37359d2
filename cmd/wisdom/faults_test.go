//go:build faults && linux && amd64

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"wisdom/backups"
	"wisdom/cmd/wisdom/web"
	"wisdom/internal/workspace"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// The fault tier: the real binary, a real file system, a fault at every call. See
// docs/reliability.md; `make faults` runs it.

// stride is how many points to go on for each that is tried: FAULTS_STRIDE, else
// all of them are tried.
func stride(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("FAULTS_STRIDE"))
	if os.Getenv("FAULTS_STRIDE") == "" {
		return 1
	}
	require.Truef(t, err == nil && n >= 1, "FAULTS_STRIDE is %q", os.Getenv("FAULTS_STRIDE"))
	return n
}

// program builds the real binary.
func program(t *testing.T) string {
	t.Helper()
	if _, err := (&tracer{}).run("/bin/true"); err != nil {
		leftOut(t, "programs cannot be traced here: "+err.Error())
	}
	name := filepath.Join(t.TempDir(), "wisdom")
	out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput()
	require.NoErrorf(t, err, "build: %v\n%s", err, out)
	return name
}

// leftOut skips a test, and says so on standard error.
func leftOut(t *testing.T, why string) {
	t.Helper()
	fmt.Fprintf(os.Stderr, "\n*** %s is SKIPPED: %s ***\n\n", t.Name(), why)
	t.Skip(why)
}

// plainly runs a command without faults.
func plainly(dir string, args ...string) traced {
	cmd := exec.Command(args[0], append([]string{"-C", dir, "--now", "2026-11-21"}, args[1:]...)...)
	var out, talk bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = faultEnvironment(), &out, &talk
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return traced{exit: -1, err: err.Error()}
	}
	return traced{cmd.ProcessState.ExitCode(), out.String(), talk.String()}
}

func succeed(t *testing.T, got traced) traced {
	t.Helper()
	require.Equalf(t, exitDone, got.exit, "exit %d: %s%s", got.exit, got.out, got.err)
	return got
}

// distillAll is the job itself, and the command that recovers: the one that is
// typed next.
var distillAll = []string{"run", "--engine", "builtin"}

// scenario is a command on a workspace in a certain state. DRAFT stands for the
// newest draft.
type scenario struct {
	name    string
	command []string
	prepare func(t *testing.T, bin, dir string)
	// next is the command that is typed next, before distillAll; nil for none.
	next []string
	// state looks at what the command leaves besides the agent's files, nil for nothing:
	// whether it is done, and what is wrong.
	state func(dir string) (done bool, err error)
}

func scenarios() []scenario {
	staged := func(t *testing.T, bin, dir string) {
		succeed(t, plainly(dir, append([]string{bin}, distillAll...)...))
	}
	promoted := func(t *testing.T, bin, dir string) {
		staged(t, bin, dir)
		succeed(t, plainly(dir, bin, "review", "approve", draftIn(t, dir)))
	}
	return append([]scenario{
		{name: "init", command: []string{"init", "--engine", "builtin"}, prepare: func(*testing.T, string, string) {}},
		{name: "run", command: distillAll, prepare: func(*testing.T, string, string) {}},
		{name: "approve", command: []string{"review", "approve", "DRAFT"}, prepare: staged},
		{name: "promote", command: []string{"promote", "DRAFT"}, prepare: func(t *testing.T, bin, dir string) {
			staged(t, bin, dir)
			succeed(t, plainly(dir, bin, "review", "approve", draftIn(t, dir), "--no-promote"))
		}},
		{name: "rollback", command: []string{"rollback"}, prepare: promoted},
		{name: "prune", command: []string{"backups", "prune", "--yes"}, prepare: func(t *testing.T, bin, dir string) {
			promoted(t, bin, dir)
			for range 3 {
				succeed(t, plainly(dir, bin, "rollback"))
			}
			write(t, dir, "wisdom.toml", "[backups]\nkeep_last = 1\n")
		}},
		{name: "damaged log", command: distillAll, prepare: func(t *testing.T, bin, dir string) {
			promoted(t, bin, dir)
			damaged := strings.Replace(logOf(t, dir), `"action":"approved"`, `"action":"approveD"`, 1)
			write(t, dir, string(review.LogFile), damaged)
		}},
		{
			name: "report", command: []string{"report"}, next: []string{"report"}, state: wholeReport,
			prepare: func(t *testing.T, bin, dir string) {
				promoted(t, bin, dir)
				succeed(t, plainly(dir, bin, "report"))
				succeed(t, plainly(dir, bin, "rollback"))
			},
		},
	}, injectScenarios()...)
}

// wholeReport reports whether the report is the new one; it is never in part.
func wholeReport(dir string) (done bool, err error) {
	b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(string(reportFile))))
	if err != nil || !strings.HasPrefix(string(b), web.ReportMark) || !strings.HasSuffix(string(b), "</html>\n") {
		return false, fmt.Errorf("the report has %d bytes and is not whole: %w", len(b), err)
	}
	return strings.Contains(string(b), "rollback to generation 0"), nil
}

// skillScenario is tried where it stays in one folder: the skill names that.
var skillScenario = scenario{
	name: "skill", command: []string{"skill", "print", "--output", "DIR/skills"},
	next: []string{"skill", "print", "--output", "DIR/skills"}, state: wholeSkill,
	prepare: func(*testing.T, string, string) {},
}

// wholeSkill reports whether the skill is there; it is never in part.
func wholeSkill(dir string) (done bool, err error) {
	b, err := os.ReadFile(filepath.Join(dir, "skills", filepath.FromSlash(string(skillFile))))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil && !strings.HasSuffix(strings.TrimSpace(string(b)), "Do not run it.") {
		err = fmt.Errorf("the skill is cut off: %q", b)
	}
	return err == nil, err
}

// fill makes the workspace that every scenario begins with.
func fill(t *testing.T, dir string) {
	t.Helper()
	write(t, dir, "SOUL.md", "# Soul\n\nMe.\n\n## Vibe\n\nCalm.\n")
	write(t, dir, "AGENTS.md", "# Agents\n\nBe kind.\n")
	write(
		t, dir, "TOOLS.md",
		"# Tools\n\n## Servers\n\n- **Staging host:** staging.example.test port 2222\n- **Printer queue:** lab-2\n",
	)
	write(t, dir, "DAILY_EXECUTION_QUEUE.md", "- [ ] water the plants\n")
	write(
		t,
		dir,
		"memory/2026-11-10.md",
		"## Lessons\n\n- Restore a backup before trusting it. The report was green for weeks.\n"+
			"- Restore the nightly backup before trusting it. Two files were missing.\n"+
			"- Restore a backup before trusting it. The dump ended in the middle.\n"+
			"- Restore the backup on another machine too.\n",
	)
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o644)))
}

func draftIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, ".wisdom", "drafts"))
	require.Truef(t, err == nil && len(entries) != 0, "no draft: %v", err)
	return entries[len(entries)-1].Name()
}

// clone copies a workspace with everything that belongs to its files.
func clone(t *testing.T, from, to string) {
	t.Helper()
	out, err := exec.Command("cp", "-a", from, to).CombinedOutput()
	require.NoErrorf(t, err, "copy: %v\n%s", err, out)
}

// stage is a scenario that is ready: the workspace before the command, and the
// agent's files before and after it.
type stage struct {
	scenario
	bin, before string
	args        []string
	old, new    map[string]string
	log         string
	calls       []fileCall // of the command without a fault
}

func setUp(t *testing.T, bin string, s scenario) *stage {
	t.Helper()
	dir := t.TempDir()
	st := &stage{scenario: s, bin: bin, before: filepath.Join(dir, "before")}
	fill(t, st.before)
	s.prepare(t, bin, st.before)
	st.old, st.log = agentFiles(t, st.before), logOf(t, st.before)
	for _, arg := range s.command {
		if arg == "DRAFT" {
			arg = draftIn(t, st.before)
		}
		st.args = append(st.args, arg)
	}
	after := filepath.Join(dir, "after")
	clone(t, st.before, after)
	succeed(t, st.under(t, after, func(c fileCall) verdict {
		st.calls = append(st.calls, c)
		return verdict{}
	}))
	st.new = agentFiles(t, after)
	err := st.check(after)
	require.Truef(t, err == nil && st.done(t, after), "%s without a fault: %v", s.name, err)
	return st
}

// under runs the command of the scenario under the tracer.
func (st *stage) under(t *testing.T, dir string, decide func(fileCall) verdict) traced {
	t.Helper()
	tr := &tracer{dir: dir, decide: decide}
	got, err := tr.run(append([]string{st.bin, "-C", dir, "--now", "2026-11-21"}, in(dir, st.args)...)...)
	require.NoError(t, err, "trace")
	return got
}

// agentFiles are the files that are not wisdom's, with their contents and modes.
// Hidden ones are not included: a fault may leave some until the next command.
func agentFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := eachFile(dir, func(name string, info fs.FileInfo, content string) {
		if !isOurs(name) && name != "DAILY_EXECUTION_QUEUE.md" && !strings.HasPrefix(name, ".") {
			files[name] = info.Mode().String() + " " + content
		}
	})
	require.NoError(t, err)
	return files
}

// isOurs reports whether a file is not one of the agent's or of the host's. The skill names
// the folder of the workspace, so wholeSkill looks at it.
func isOurs(name string) bool {
	return strings.HasPrefix(name, ".wisdom/") || strings.HasPrefix(name, "initiatives/") ||
		strings.HasPrefix(name, "runs/") || strings.HasPrefix(name, "skills/") ||
		strings.Contains(name, ".before-wisdom-")
}

func eachFile(dir string, visit func(name string, info fs.FileInfo, content string)) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		visit(filepath.ToSlash(name), info, string(content))
		return err
	})
}

func logOf(t *testing.T, dir string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, ".wisdom", "log.jsonl"))
	require.True(t, err == nil || errors.Is(err, fs.ErrNotExist), err)
	return string(b)
}

// recovered has the next command recover, and checks the workspace.
func (st *stage) recovered(t *testing.T, dir string) error {
	t.Helper()
	for _, next := range [][]string{st.next, distillAll} {
		if next == nil {
			continue
		}
		if got := plainly(dir, append([]string{st.bin}, in(dir, next)...)...); got.exit != exitDone {
			return fmt.Errorf("%q, the next command: exit %d: %s%s", next, got.exit, got.out, got.err)
		}
	}
	if slices.Equal(st.next, st.command) && !st.done(t, dir) {
		return errors.New("the same command again says that it is done, and is not")
	}
	return st.check(dir)
}

// check says what of the promise does not hold: the agent's files are old or new
// as a set, every backup verifies, no draft and no line of the log is lost, and
// nothing lies about.
func (st *stage) check(dir string) error {
	var problems []error
	files := map[string]string{}
	err := eachFile(dir, func(name string, info fs.FileInfo, content string) {
		base := filepath.Base(name)
		switch {
		case strings.HasPrefix(base, ".") && base != ".gitignore", strings.Contains(base, ".found-"), base == "journal":
			problems = append(problems, fmt.Errorf("%s lies about", name))
		case isOurs(name):
		case name == "DAILY_EXECUTION_QUEUE.md":
			if !strings.HasPrefix(content, "- [ ] water the plants\n") {
				problems = append(problems, fmt.Errorf("the queue is %q", content))
			}
		default:
			files[name] = info.Mode().String() + " " + content
		}
	})
	problems = append(problems, err)
	if !maps.Equal(files, st.old) && !maps.Equal(files, st.new) {
		problems = append(problems, fmt.Errorf("the files are neither old nor new: %q", files))
	}
	if st.state != nil {
		_, err := st.state(dir)
		problems = append(problems, err)
	}
	return errors.Join(append(problems, st.checkState(dir))...)
}

// checkState looks at what wisdom knows.
func (st *stage) checkState(dir string) error {
	fsys, err := workspace.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = fsys.Close() }()
	log, err := review.ReadLog(fsys)
	if err != nil {
		return err
	}
	var problems []error
	kept, _ := os.ReadFile(filepath.Join(dir, ".wisdom", "log.jsonl"))
	damaged, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(string(review.DamagedFile))))
	for line := range strings.Lines(st.log) {
		if !strings.Contains(string(kept)+string(damaged), line) {
			problems = append(problems, errors.New("a line of the log is lost"))
		}
	}
	for _, id := range log.Drafts() {
		if _, err := log.Load(fsys, id); err != nil {
			problems = append(problems, err)
		}
	}
	all, err := backups.Generations(fsys)
	if err != nil {
		return err
	}
	problems = append(problems, log.Missing(all)...)
	problems = append(problems, backups.Verify(context.Background(), fsys, all, nil)...)
	problems = append(problems, backups.VerifyPlain(fsys, all, "initiatives/adaptive-context-injection/backups")...)
	return errors.Join(problems...)
}

// done reports whether everything is as the command leaves it.
func (st *stage) done(t *testing.T, dir string) bool {
	if st.state != nil {
		if done, err := st.state(dir); !done || err != nil {
			return false
		}
	}
	return maps.Equal(agentFiles(t, dir), st.new)
}

// fault is something that happens to calls.
type fault struct {
	name string
	verdict
	// hits says which calls it can happen to; lasting, that it happens to every
	// one from then on.
	hits    func(fileCall) bool
	lasting bool
}

func faults() []fault {
	writes := func(c fileCall) bool { return c.writes }
	every := func(fileCall) bool { return true }
	space := func(c fileCall) bool {
		return slices.Contains([]string{"create", "write", "mkdirat", "fsync", "renameat", "renameat2", "fsetxattr"}, c.name)
	}
	renames := func(c fileCall) bool { return strings.HasPrefix(c.name, "rename") }
	return []fault{
		{"SIGKILL", verdict{kill: true}, writes, false},
		{"EIO once", verdict{errno: syscall.EIO}, every, false},
		{"EIO for good", verdict{errno: syscall.EIO}, writes, true},
		{"ENOSPC once", verdict{errno: syscall.ENOSPC}, space, false},
		{"ENOSPC for good", verdict{errno: syscall.ENOSPC}, space, true},
		{"EROFS once", verdict{errno: syscall.EROFS}, writes, false},
		{"EROFS for good", verdict{errno: syscall.EROFS}, writes, true},
		{"EXDEV once", verdict{errno: syscall.EXDEV}, renames, false},
		{"EXDEV for good", verdict{errno: syscall.EXDEV}, renames, true},
	}
}

// TestFaultsAtEveryCall is the heart of the fault tier.
func TestFaultsAtEveryCall(t *testing.T) {
	bin, step := program(t), stride(t)
	for _, s := range append(scenarios(), skillScenario) {
		t.Run(s.name, func(t *testing.T) {
			st := setUp(t, bin, s)
			t.Logf(
				"%d calls on files, %d of them change something", len(st.calls),
				st.points(func(c fileCall) bool { return c.writes }),
			)
			for _, f := range faults() {
				t.Run(f.name, func(t *testing.T) { st.everywhere(t, f, step) })
			}
		})
	}
}

// points is how many of the command's calls are of a kind.
func (st *stage) points(hits func(fileCall) bool) int {
	n := 0
	for _, c := range st.calls {
		if hits(c) {
			n++
		}
	}
	return n
}

// everywhere makes a fault happen at every so many of the calls that it can happen
// to, one run for each.
func (st *stage) everywhere(t *testing.T, f fault, step int) {
	points, tried, held := st.points(f.hits), 0, 0
	for n := 1 + step/2%max(points, 1); n <= points; n += step {
		tried++
		if err := st.inject(t, f, n); err != nil {
			t.Error(err)
			continue
		}
		held++
	}
	t.Logf("%d of %d points tried, %d held", tried, points, held)
}

// inject makes a fault happen at the n-th call that it can happen to, and checks
// what is left.
func (st *stage) inject(t *testing.T, f fault, n int) error {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "ws")
	defer func() { _ = os.RemoveAll(dir) }()
	clone(t, st.before, dir)
	seen := 0
	var at fileCall
	got := st.under(t, dir, func(c fileCall) verdict {
		if !f.hits(c) {
			return verdict{}
		}
		if seen++; seen < n || seen > n && !f.lasting {
			return verdict{}
		}
		if seen == n {
			at = c
		}
		return f.verdict
	})
	problem := func(err error) error {
		return fmt.Errorf("%v: %w\nit ended with %d and said:\n%s%s", at, err, got.exit, got.out, got.err)
	}
	switch {
	case strings.Contains(got.err, "goroutine "):
		return problem(errors.New("it panicked"))
	case got.exit == exitDone && !st.done(t, dir):
		return problem(errors.New("it said that it was done"))
	case got.exit > 0 && !strings.Contains(got.err, "wisdom: ") && (got.exit != exitFindings || got.out == ""):
		return problem(errors.New("it did not say what is wrong"))
	}
	if err := st.recovered(t, dir); err != nil {
		return problem(err)
	}
	return nil
}
