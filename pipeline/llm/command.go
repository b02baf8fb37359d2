package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"wisdom/internal/secrets"
)

const (
	// commandContext is the context that is assumed of a command's model, in tokens.
	commandContext = longestContext
	// lastWords is how much of the end of what a command says on its standard error is kept, in bytes, and shownWords how
	// many characters of it are shown.
	lastWords, shownWords = 4 << 10, 200
	// afterDeath is how long the output of a command that ended is waited for, where a process that it started holds it
	// open.
	afterDeath = 2 * time.Second
)

// command reaches a model by a program. It gets the prompt, with the schema, on its standard input, and writes the
// answer to its standard output. No shell is involved. The program runs in an empty folder, so that an agent's program
// does not load the files of the workspace, and as a process group of its own, which ends with the request.
type command struct {
	args  []string
	dir   string
	place Place
	path  string // of the program, once it is found
}

func newCommand(opts Options) (transport, Place, error) {
	place := Place{Command, filepath.Base(opts.Command[0])}
	return &command{args: opts.Command, dir: opts.TempDir, place: place}, place, nil
}

// find looks for the program. It is not run: it would ask its model.
func (c *command) find(context.Context) (about, error) {
	var err error
	c.path, err = exec.LookPath(c.args[0])
	var lookup *exec.Error
	if errors.As(err, &lookup) {
		err = lookup.Err
	}
	if err != nil {
		return about{}, &ServerError{Place: c.place, Err: err}
	}
	return about{context: commandContext}, nil
}

// generate implements transport.
func (c *command) generate(ctx context.Context, r request, _ func(string)) (a answer, err error) {
	dir, err := os.MkdirTemp(c.dir, "wisdom-")
	if err != nil {
		return answer{}, fmt.Errorf("make a folder for the command: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	program := exec.CommandContext(ctx, c.path, c.args[1:]...)
	program.Dir, program.WaitDelay = dir, afterDeath
	said, complained := limited{most: mostAnswered}, tail{most: lastWords}
	program.Stdin, program.Stdout, program.Stderr = strings.NewReader(withSchema(r.prompt)), &said, &complained
	ownGroup(program)
	err = program.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it ended well; what it left behind ends now
		_ = program.Cancel()
	}
	a = answer{Text: string(said.bytes)}
	switch {
	case said.over:
		return answer{}, errTooMuchWritten
	case err != nil:
		return answer{}, &passingError{failure(err, complained.line())}
	}
	return a, nil
}

// failure says how a program ended, with its last words.
func failure(err error, last string) error {
	if last == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, last)
}

// running implements transport: no one can tell.
func (*command) running(context.Context) (int, error) { return 0, nil }

// parameters implements transport: they are the command's own choice.
func (*command) parameters(int) map[string]any { return nil }

// limited keeps what is written to it, up to a bound in bytes. More is an error, which ends the copying and so the
// program.
type limited struct {
	bytes []byte
	most  int
	over  bool
}

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if len(l.bytes)+len(p) > l.most {
		l.over = true
		return 0, errors.New("it writes too much")
	}
	l.bytes = append(l.bytes, p...)
	return len(p), nil
}

// tail keeps the end of what is written to it.
type tail struct {
	bytes []byte
	most  int
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.bytes = append(t.bytes, p...)
	if over := len(t.bytes) - t.most; over > 0 {
		t.bytes = append(t.bytes[:0], t.bytes[over:]...)
	}
	return len(p), nil
}

// line is the last line that says anything, without secrets.
func (t *tail) line() string {
	text := bytes.TrimSpace(bytes.ToValidUTF8(t.bytes, []byte("?")))
	last, _ := secrets.Redact(string(bytes.TrimSpace(text[bytes.LastIndexAny(text, "\r\n")+1:])))
	if utf8.RuneCountInString(last) > shownWords {
		last = string([]rune(last)[:shownWords]) + "..."
	}
	return last
}
