//go:build unix

package ollamatest

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// leash makes the shell a server, with a watcher in its process group that kills
// the group when the standard input ends. That happens also when the test is
// interrupted or runs into its time limit, and nothing is cleaned up.
const leash = `exec 3<&0; (cat <&3 >&2; kill -9 0) & exec "$0" serve 3<&- </dev/null`

// serve returns the command that runs the server, as a process group of its own,
// and what is to be closed after its end.
func serve(binary string) (*exec.Cmd, io.Closer, error) {
	command := exec.Command("/bin/sh", "-c", leash, binary)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input, err := command.StdinPipe()
	return command, input, err
}

// interrupt asks the server to end, which ends its runners too.
func interrupt(process *os.Process) error { return process.Signal(syscall.SIGTERM) }

// kill ends the server and the runners that it started: a runner outlives a
// server that is killed alone.
func kill(process *os.Process) error { return syscall.Kill(-process.Pid, syscall.SIGKILL) }
