package ollamatest

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// patience is how long a server may take to be ready, or to end when it is asked
// to. It needs a tenth of a second for either.
const patience = 20 * time.Second

// Server is an Ollama server that belongs to one test. Its methods end the test
// when they fail. Kill may be called from any goroutine, the others from the
// test's own.
type Server struct {
	t       testing.TB
	binary  string
	home    string
	address string
	setting []string
	running *running
}

// running is the process of a server.
type running struct {
	process *os.Process
	leash   io.Closer
	ended   chan struct{} // closed when the process is gone
	killed  sync.Once
}

// An Option changes how a server is started.
type Option func(*Server)

// Environment adds to the environment of a server, which is bare otherwise:
// "OLLAMA_CONTEXT_LENGTH=512".
func Environment(settings ...string) Option {
	return func(s *Server) { s.setting = append(s.setting, settings...) }
}

// Start starts a server that is stopped when the test ends. Without an Ollama on
// this machine it skips the test.
func Start(t testing.TB, options ...Option) *Server {
	t.Helper()
	s := &Server{t: t, binary: binary(t), home: t.TempDir(), address: freeAddress(t)}
	for _, option := range options {
		option(s)
	}
	t.Cleanup(func() {
		s.Stop()
		if t.Failed() {
			t.Logf("the end of what the Ollama server logged:\n%s", s.logged())
		}
	})
	s.Restart()
	return s
}

// freeAddress returns an address that no program listens on.
func freeAddress(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return listener.Addr().String()
}

// URL returns the address of the server: http://127.0.0.1:port.
func (s *Server) URL() string { return "http://" + s.address }

// Restart stops the server if it runs, starts it again at the same address with
// the same models, and waits until it is ready.
func (s *Server) Restart() {
	s.t.Helper()
	s.Stop()
	if err := s.launch(); err != nil {
		s.t.Fatalf("starting an Ollama server: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for s.client().Heartbeat(ctx) != nil {
		select {
		case <-s.running.ended:
			s.t.Fatal("the Ollama server ended before it was ready")
		case <-ctx.Done():
			s.t.Fatalf("the Ollama server is not ready after %s", patience)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (s *Server) launch() error {
	log, err := os.OpenFile(s.logPath(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	command, leash, err := serve(s.binary)
	if err != nil {
		return err
	}
	command.Env = s.environment()
	command.Stdout, command.Stderr = log, log
	if err := command.Start(); err != nil {
		return err
	}
	s.running = &running{process: command.Process, leash: leash, ended: make(chan struct{})}
	go s.running.wait(command)
	return nil
}

// environment returns everything that the server sees of this machine's.
func (s *Server) environment() []string {
	return slices.Concat([]string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + s.home,
		"USERPROFILE=" + s.home, // what HOME is called on Windows
		"OLLAMA_MODELS=" + filepath.Join(s.home, "models"),
		"OLLAMA_HOST=" + s.address,
		"OLLAMA_NO_CLOUD=1",
		"OLLAMA_NUM_PARALLEL=1",
	}, s.setting)
}

// Stop asks the server to end, which it does after a moment, and waits. Answers
// under way are cut off. A server that does not run is left alone.
func (s *Server) Stop() {
	s.t.Helper()
	if s.running == nil {
		return
	}
	// An error says that it has ended already.
	_ = interrupt(s.running.process)
	select {
	case <-s.running.ended:
	case <-time.After(patience):
		s.t.Errorf("the Ollama server did not end within %s", patience)
	}
	s.running.kill()
	s.running = nil
}

// Kill ends the server and everything it started at once, as a crash of the
// machine would, and waits until it is gone.
func (s *Server) Kill() {
	if s.running != nil {
		s.running.kill()
	}
}

func (r *running) wait(command *exec.Cmd) {
	// A server that was ended gives no status worth knowing.
	_ = command.Wait()
	close(r.ended)
}

// kill kills once: later its number may be that of another process.
func (r *running) kill() {
	r.killed.Do(func() {
		// An error says that nothing is left of it.
		_ = kill(r.process)
		<-r.ended
		_ = r.leash.Close()
	})
}

// client returns a client without a time limit of its own: the first answer of a
// model comes after it was loaded.
func (s *Server) client() *api.Client {
	return api.NewClient(&url.URL{Scheme: "http", Host: s.address}, &http.Client{})
}

func (s *Server) logPath() string { return filepath.Join(s.home, "server.log") }

// logged returns the end of the log.
func (s *Server) logged() []byte {
	const most = 16 << 10
	log, err := os.ReadFile(s.logPath())
	if err != nil {
		return []byte(err.Error())
	}
	return log[max(0, len(log)-most):]
}
