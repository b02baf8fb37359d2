package ollamatest

import (
	"os"
	"testing"
)

// binary returns the path of the server's program, or ends the test.
func binary(t testing.TB) string {
	t.Helper()
	path := os.Getenv("OLLAMA_BIN")
	if path == "" {
		t.Skip("no Ollama server is named: `make test-ollama` finds or builds one, OLLAMA_BIN names one")
	}
	return path
}
