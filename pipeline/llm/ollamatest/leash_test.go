//go:build unix

package ollamatest

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// victim is set in a test that is killed by another.
const victim = "WISDOM_OLLAMA_VICTIM"

// TestOllamaLeash guards invariant 2: a test that is killed takes its server
// along.
func TestOllamaLeash(t *testing.T) {
	if os.Getenv(victim) != "" {
		fmt.Printf("\nserver %s\n", Start(t).address)
		select {}
	}
	binary(t)
	command := exec.Command(os.Args[0], "-test.run=^TestOllamaLeash$", "-test.timeout=1m")
	command.Env = append(os.Environ(), victim+"=1", "TMPDIR="+t.TempDir())
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	address := ""
	for lines := bufio.NewScanner(output); address == "" && lines.Scan(); {
		address, _ = strings.CutPrefix(lines.Text(), "server ")
	}
	if !listens(address) {
		t.Errorf("no server at %q", address)
	}
	_ = command.Process.Kill()
	_ = command.Wait()
	for range 100 {
		if !listens(address) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("the server at %s lives on", address)
}

func listens(address string) bool {
	connection, err := net.Dial("tcp", address)
	if err == nil {
		_ = connection.Close()
	}
	return err == nil
}
