//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// A user who is no member of the group of SOUL.md could not promote at all. Now the
// group is lost, with its permissions, and a warning says so.
func TestGroupThatCannotBeKept(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can make a file of a group in which the user is not")
	}
	const user, group = 4321, 5432
	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	program, ws := filepath.Join(dir, "wisdom"), filepath.Join(dir, "ws")
	self, err := os.Executable()
	require.NoError(t, err)
	b, err := os.ReadFile(self)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(program, b, 0o755))
	require.NoError(t, os.CopyFS(ws, os.DirFS("../../testdata/sample")))
	require.NoError(t, filepath.WalkDir(
		ws, func(path string, _ os.DirEntry, _ error) error { return os.Chown(path, user, user) },
	))
	for _, name := range []string{"SOUL.md", "DAILY_EXECUTION_QUEUE.md"} {
		require.NoError(t, os.Chown(filepath.Join(ws, name), user, group))
		require.NoError(t, os.Chmod(filepath.Join(ws, name), 0o664))
	}
	wisdom := func(args ...string) (talk string) {
		t.Helper()
		cmd := exec.Command(program, append([]string{"-C", ws, "--now", "2026-11-21"}, args...)...)
		cmd.Env = []string{"HOME=" + dir, "WISDOM_REVIEWER=mara"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v: %s", args, err, errs.String())
		}
		return errs.String()
	}
	const warning = "warning: SOUL.md: its group (gid 5432) could not be kept, since you are not a member; it has " +
		"yours now (gid 4321), with the permissions of others\n"
	if talk := wisdom("run", "--engine", "builtin"); !strings.Contains(
		talk, "warning: DAILY_EXECUTION_QUEUE.md: its group (gid 5432) could not be kept",
	) {
		t.Errorf("said of the queue: %s", talk)
	}
	talk := wisdom("review", "approve", (&shell{dir: ws}).draft())
	assert.Equalf(t, 1, strings.Count(talk, warning), "said after the promotion: %s", talk)
	info, err := os.Stat(filepath.Join(ws, "SOUL.md"))
	require.NoError(t, err)
	stat, ok := info.Sys().(*syscall.Stat_t)
	assert.Truef(t, ok && stat.Uid == user && stat.Gid == user &&
		info.Mode().Perm() == 0o644, "SOUL.md is now %v", info)
	assert.NotContains(t, wisdom("rollback"), "group", "said after the rollback")
}
