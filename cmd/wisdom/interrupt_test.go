package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// countdown is a context that ends once it has been asked a number of times.
type countdown struct {
	context.Context
	asked, left atomic.Int64
	end         sync.Once
	ended       chan struct{}
}

func countdownFrom(n int64) *countdown {
	c := &countdown{Context: context.Background(), ended: make(chan struct{})}
	c.left.Store(n)
	return c
}

func (c *countdown) Done() <-chan struct{} { return c.ended }

func (c *countdown) Err() error {
	c.asked.Add(1)
	if c.left.Add(-1) >= 0 {
		return nil
	}
	c.end.Do(func() { close(c.ended) })
	return context.Canceled
}

// manyLessons writes a workspace with lessons of few words, most of them nearly the
// same as others, and with tools.
func manyLessons(t *testing.T, lessons, tools int) (dir string) {
	t.Helper()
	s := &shell{dir: t.TempDir()}
	random := rand.New(rand.NewPCG(1, 2))
	vocabulary := strings.Fields(
		"backup restore token log mail order price before after deploy config test file note queue limit alert user glue " +
			"wheel oven",
	)
	notes := func(n int) string {
		var b strings.Builder
		b.WriteString("# Notes\n\n## Lessons learned\n\n")
		for i := range n { // four orders recur, so that entries are backed by all of them
			fmt.Fprintf(&b, "- [2026-10-%02d] The", 1+i%28)
			for range 8 {
				b.WriteString(" " + vocabulary[random.IntN(len(vocabulary))])
			}
			thing := strings.Fields("paper cable parcel garden")[i%4]
			fmt.Fprintf(&b, " %d. Sign the %[2]s list before the %[2]s van leaves.\n", i, thing)
		}
		return b.String()
	}
	s.write(t, "SOUL.md", "# Soul\n\n## Identity\n\nA bench.\n")
	s.write(t, "MEMORY.md", notes(lessons/2))
	s.write(t, "memory/2026-11-20.md", notes(lessons/2))
	var b strings.Builder
	b.WriteString("# Tools\n")
	for i := range tools {
		fmt.Fprintf(&b, "\n## Host %d\n\n- **Port**: `%d`\n- **Address**: `h%d.example`\n", i, 1000+i, i)
	}
	s.write(t, "TOOLS.md", b.String())
	return s.dir
}

// filesOf are the files of a workspace that must be whole or as they were: those of
// the agent, and, with all, the drafts, the log and the backups.
func filesOf(t *testing.T, dir string, all bool) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch name, _ := filepath.Rel(dir, path); {
		case isKept(path):
			return nil
		case name == filepath.Join(".wisdom", "lock"),
			name == filepath.Join(".wisdom", ".gitignore"),
			strings.HasPrefix(name, filepath.Join(".wisdom", "runs")):
			return nil // they are made before the work, or tell that it was interrupted
		case !all && (strings.HasPrefix(
			name, ".wisdom",
		) || strings.HasPrefix(name, "initiatives") || name == "DAILY_EXECUTION_QUEUE.md"):
			return nil
		default:
			content, err := os.ReadFile(path)
			files[name] = string(content)
			return err
		}
	})
	require.NoError(t, err)
	return files
}

// interruptible are the commands that take longer the more there is to read; DRAFT is
// the draft that waits. In each, loops ask the context at least once a lesson, or once
// a fact.
var interruptible = []struct {
	line           string
	lessons, tools bool
	// steps: the command has several, of which those before may be complete. What the
	// agent reads is as before or as after then.
	steps bool
}{
	{"collect", true, false, false},
	{"collect --json", true, false, false},
	{"run --engine builtin", true, true, false},
	{"run --engine builtin --dry-run", true, true, false},
	{"run --only tools", false, true, false},
	{"init --engine builtin", true, true, true},
	{"status --no-model", true, false, false},
	{"review", true, false, false},
	{"review --json", true, false, false},
	{"review show DRAFT", true, false, false},
	{"review approve DRAFT", false, false, true},
	{"review reject DRAFT", false, false, true},
	{"why nothing-like-it", true, false, false},
	{"lint", false, true, false},
	{"backups verify", false, false, false},
	{"backups prune --yes", false, false, false},
	{"rollback", false, false, true},
	{"uninstall --yes", false, false, false},
}

// Wherever a command is when the context ends, it ends with 130 and has changed
// nothing, or it had done its work and says so. How it ends in the middle of a promotion is tested at every call in
// backups. Every loop over lessons and facts asks
// the context: how often grows with their number.
func TestInterruptAnywhere(t *testing.T) { testInterruptAnywhere(t, 40, 15) }

func TestLongInterruptAnywhere(t *testing.T) { testInterruptAnywhere(t, 300, 60) }

func testInterruptAnywhere(t *testing.T, lessons, facts int) {
	// prepared is a workspace with a generation, a draft and notes that came after it.
	prepared := func(lessons, tools int) *shell {
		s := &shell{dir: manyLessons(t, lessons, tools)}
		for _, args := range [][]string{{"run", "--engine", "builtin", "--only", "tools"}, {"review", "approve"}} {
			if args[0] == "review" {
				args = append(args, s.draft())
			}
			code, _, talk := s.wisdom(args...)
			require.Equalf(t, exitDone, code, "%v: exit %d: %s", args, code, talk)
		}
		s.write(t, "TOOLS.md", "# Tools\n\n- **Reserve port**: `4711`\n")
		tools2, err := os.ReadFile(filepath.Join(manyLessons(t, 2, tools), "TOOLS.md"))
		require.NoError(t, err)
		s.write(t, "TOOLS.md", string(tools2)+"\n- **Reserve port**: `4711`\n")
		code, _, talk := s.wisdom("run", "--engine", "builtin")
		require.Equalf(t, exitDone, code, "run: exit %d: %s", code, talk)
		return s
	}
	small, large := prepared(lessons, facts), prepared(2*lessons, 2*facts)
	in := func(ctx context.Context, from *shell, line string) (code int, dir, talk string) {
		dir = t.TempDir()
		require.NoError(t, os.CopyFS(dir, os.DirFS(from.dir)))
		var stdout, stderr bytes.Buffer
		args := append(
			[]string{"wisdom", "-C", dir, "--now", "2026-11-21"},
			strings.Fields(strings.ReplaceAll(line, "DRAFT", from.draft()))...)
		code = run(ctx, args, streams{
			in: strings.NewReader(""), out: &stdout, err: &stderr, now: func() time.Time { return day },
			getenv: func(string) string { return "" }, login: func() string { return "mara" }, getwd: os.Getwd,
		})
		return code, dir, stderr.String()
	}
	for _, command := range interruptible {
		t.Run(command.line, func(t *testing.T) {
			whole := countdownFrom(1 << 40)
			want, done, _ := in(whole, small, command.line)
			after, before, asked := filesOf(t, done, !command.steps), filesOf(t, small.dir, !command.steps), whole.asked.Load()
			for _, at := range []int64{0, asked / 10, asked / 3, asked / 2, asked * 4 / 5, asked - 1} {
				code, dir, talk := in(countdownFrom(at), small, command.line)
				now := filesOf(t, dir, !command.steps)
				switch {
				case code == exitInterrupted && maps.Equal(now, before):
				case code == exitInterrupted && command.steps && maps.Equal(now, after): // past the commit point
				case code == want && maps.Equal(now, after) && (at > asked/2 || !command.lessons): // it was nearly done
				default:
					t.Errorf("at question %d of %d: exit %d, changed %t: %s", at, asked, code, !maps.Equal(now, before), talk)
				}
			}
			grown := countdownFrom(1 << 40)
			in(grown, large, command.line)
			more := grown.asked.Load() - asked
			assert.Truef(t, (!command.lessons || more >= int64(lessons)) && (!command.tools || more >= int64(facts)),
				"twice as much to read, and the context was asked only %d times more often than %d", more, asked)
		})
	}
}

// The first SIGINT or SIGTERM ends the real program with 130, wherever it is in a large
// workspace, and leaves every file as it was.
func TestLongSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send the signal")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "wisdom") // see TestMain
	if err := os.Symlink(self, program); err != nil {
		t.Skip(err)
	}
	dir := manyLessons(t, 40_000, 2_000)
	before := filesOf(t, dir, true)
	const tooLong = time.Minute // for any machine: uninterrupted, they take about as long
	interrupted, sent := 0, 0
	for _, line := range []string{
		"collect",
		"run --engine builtin",
		"run --engine builtin --dry-run",
		"run --only tools --dry-run",
		"status --no-model",
		"lint",
	} {
		for _, wait := range []time.Duration{200 * time.Millisecond, 700 * time.Millisecond, 2 * time.Second} {
			cmd := exec.Command(program, append([]string{"-C", dir, "--now", "2026-11-21"}, strings.Fields(line)...)...)
			var talk bytes.Buffer
			cmd.Stderr = &talk
			require.NoError(t, cmd.Start())
			time.Sleep(wait)
			asked := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[sent%2]
			sent++
			_ = cmd.Process.Signal(asked) // it may have ended already
			late := time.AfterFunc(tooLong, func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait() // the code says it
			late.Stop()
			status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
			atOnce := status.Signaled() && status.Signal() == asked // before it could listen
			switch code := cmd.ProcessState.ExitCode(); {
			case code == exitInterrupted || atOnce:
				require.Equalf(t, before, filesOf(t, dir, true), "%s, %s after %s, changed something", line, asked, wait)
				interrupted++
			case code == exitDone || code == exitFindings && line == "lint" || code == exitNothing: // it was fast
			default:
				t.Errorf("%s, %s after %s: %s: %s", line, asked, wait, cmd.ProcessState, &talk)
			}
		}
	}
	assert.Truef(t, interrupted >= 6,
		"only %d runs were interrupted: the workspace is too small for this machine", interrupted)
}

// The bug that SIGTERM waited for what asks no context, such as reading a long line, and SIGINT did not.
func TestSIGTERMEndsWhatAsksNoContext(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send the signal")
	}
	var i interrupts
	quit := make(chan struct{})
	ctx := i.context(t.Context(), func() { close(quit) })
	self, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)
	require.NoError(t, self.Signal(syscall.SIGTERM))
	<-ctx.Done()
	select {
	case <-quit:
	case <-time.After(time.Minute):
		t.Error("the process does not end")
	}
}

// What has begun to change the workspace is completed before a Ctrl-C ends the process,
// and once it ends nothing else begins.
func TestQuitsBetweenChanges(t *testing.T) {
	var ctrlC interrupts
	ctrlC.begin()
	quit := make(chan struct{})
	go ctrlC.await(0, func() { close(quit) })
	select {
	case <-quit:
		t.Fatal("in the middle of a change")
	case <-time.After(5 * nextLook):
	}
	ctrlC.settle()
	<-quit
	begun := make(chan struct{})
	go func() { ctrlC.begin(); close(begun) }()
	select {
	case <-begun:
		t.Error("a change began while the process was ending")
	case <-time.After(5 * nextLook):
	}
}

// A Ctrl-C while wisdom accept has the plugin disabled ends the process once it is
// enabled again.
func TestQuitsAfterWhatIsKept(t *testing.T) {
	t.Parallel()
	i := &interrupts{}
	release := i.keep()
	quit := make(chan bool)
	go i.await(0, func() { close(quit) })
	i.begin()
	i.settle() // a change of the workspace in between
	select {
	case <-quit:
		t.Fatal("the process ends while the plugin is disabled")
	case <-time.After(3 * nextLook):
	}
	release()
	release() // once is enough
	select {
	case <-quit:
	case <-time.After(time.Minute):
		t.Error("the process does not end")
	}
	var none *interrupts
	none.keep()()
}

// A user's SIGTERM did not end a command that waited for its task.
func TestAwaitedEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	typed := make(chan string)
	got, err := awaited(ctx, func() (string, error) { return <-typed, nil })
	assert.ErrorIs(t, err, context.Canceled, got)
	typed <- "late" // the work ends by itself, and does no harm
	if got, err := awaited(t.Context(), func() (string, error) { return "task", nil }); got != "task" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
