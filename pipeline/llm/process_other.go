//go:build !unix

package llm

import "os/exec"

// ownGroup leaves a program as it is: it alone is killed.
func ownGroup(program *exec.Cmd) {
	program.Cancel = func() error { return program.Process.Kill() }
}
