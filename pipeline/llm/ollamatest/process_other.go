//go:build !unix

package ollamatest

import (
	"io"
	"os"
	"os/exec"
)

func serve(binary string) (*exec.Cmd, io.Closer, error) {
	return exec.Command(binary, "serve"), io.NopCloser(nil), nil
}

// interrupt ends the server at once: there is no other way to tell it.
func interrupt(process *os.Process) error { return process.Kill() }

func kill(process *os.Process) error { return process.Kill() }
