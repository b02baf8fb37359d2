package llm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"wisdom/internal/secrets"
	"wisdom/pipeline/distill"
)

const (
	// commandContext is the context that is assumed of a command's model, in tokens; argumentContext is one in which few
	// prompts are too long for an argument.
	commandContext, argumentContext = longestContext, 12 << 10
	// mostArgument is how long a prompt may be that is an argument, in UTF-16 units: a command line of Windows holds 32,767.
	mostArgument = 30000
	// mostShown is how many characters of a program's last words are shown.
	mostShown = 200
	// afterDeath is how long the output of a command that ended is waited for, where a process that it started holds it
	// open.
	afterDeath = 2 * time.Second
)

// command reaches a model by a program. It gets the prompt, with the schema, on its standard input, and writes the
// answer to its standard output; what presets do otherwise is in presets.toml. No shell is involved. The program runs in
// a folder of its own, so that an agent's program does not load the files of the workspace, and as a process group of its
// own, which ends with the request.
type command struct {
	args   []string
	dir    string
	place  Place
	preset Preset // empty for a command of the settings
	path   string // of the program, once it is found
}

func newCommand(opts Options) (transport, Place, error) {
	place := Place{Command, filepath.Base(opts.Command[0])}
	return &command{args: opts.Command, dir: opts.TempDir, place: place, preset: PresetOf(opts.API)}, place, nil
}

// find looks for the program. It is not run: it would ask its model.
func (c *command) find(context.Context) (about, error) {
	path, err := exec.LookPath(c.args[0])
	if lookup, is := errors.AsType[*exec.Error](err); is {
		return about{}, &ServerError{Place: c.place, Err: lookup.Err}
	}
	c.path = path
	if c.preset.Prompt != "" {
		return about{context: argumentContext}, nil
	}
	return about{context: commandContext}, nil
}

// generate implements transport.
func (c *command) generate(ctx context.Context, r request, _ func(string)) (a answer, err error) {
	prompt, args := c.preset.wrap(withSchema(r.prompt)), slices.Clone(c.args[1:])
	if c.preset.Prompt != "" {
		if len(utf16.Encode([]rune(prompt))) > mostArgument {
			return answer{}, &distill.TooLongError{}
		}
		prompt, args = "", append(args, c.preset.Prompt, prompt)
	}
	dir, err := os.MkdirTemp(c.dir, "wisdom-")
	if err != nil {
		return answer{}, fmt.Errorf("make a folder for the command: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for name, content := range c.preset.Files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(content), 0o600))
		if err != nil {
			return answer{}, fmt.Errorf("fill the folder of the command: %w", err)
		}
	}
	program := exec.CommandContext(ctx, c.path, args...)
	program.Dir, program.WaitDelay = dir, afterDeath
	program.Env = append(program.Environ(), c.preset.Env...)
	var said, complained limited
	program.Stdin, program.Stdout, program.Stderr = strings.NewReader(prompt), &said, &complained
	ownGroup(program)
	if err = program.Run(); errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it ended well; what it left behind ends now
		_ = program.Cancel()
	}
	switch {
	case said.over || complained.over:
		return answer{}, errTooMuchWritten
	case err != nil:
		last := told(string(complained.bytes))
		if c.preset.JSON && len(said.bytes) > 0 {
			last = told(string(said.bytes))
		}
		return answer{}, &passingError{errors.New(strings.TrimSuffix(err.Error()+": "+last, ": "))}
	}
	a.Text, err = c.preset.unwrap(string(said.bytes))
	return a, err
}

// parameters implements transport: they are the command's own choice.
func (*command) parameters(int) map[string]any { return nil }

// limited keeps what is written to it, up to mostAnswered bytes. More is an error, which ends the copying and so the
// program.
type limited struct {
	bytes []byte
	over  bool
}

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if len(l.bytes)+len(p) > mostAnswered {
		l.over = true
		return 0, errors.New("it writes too much")
	}
	l.bytes = append(l.bytes, p...)
	return len(p), nil
}

// told is what a program reports: the message in a JSON object, or else the last line that says anything. It is shown
// without secrets.
func told(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, "?"))
	last := strings.TrimSpace(text[strings.LastIndexAny(text, "\r\n")+1:])
	if message := messageOf([]byte(object(text))); message != "" {
		last = strings.Join(strings.Fields(message), " ")
	}
	last, _ = secrets.Redact(last)
	if runes := []rune(last); len(runes) > mostShown {
		last = string(runes[:mostShown]) + "..."
	}
	return last
}
