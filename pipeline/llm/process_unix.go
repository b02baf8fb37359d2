//go:build unix

package llm

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a program a process group of its own, which is killed as a whole: an
// agent's program starts others, and these would go on without it.
func ownGroup(program *exec.Cmd) {
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	program.Cancel = func() error { return syscall.Kill(-program.Process.Pid, syscall.SIGKILL) }
}
