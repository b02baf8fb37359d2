package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"strings"
	"time"

	"wisdom/cmd/wisdom/terminal"
)

// streams is what a command is given of the world around it.
type streams struct {
	in       io.Reader
	keys     terminal.KeySource // of the terminal that in is; nil where there are only lines
	out, err io.Writer
	// asks reports whether a person can be asked, walks whether that person sees the answer too.
	asks, walks bool
	// width and height are those of the terminal that shows the answer, in columns and
	// lines, the height 0 where it is not known; ascii says that it shows nothing else.
	width  func() int
	height func() int
	ascii  bool
	// foreground gives the terminal to another program until it ends.
	foreground func(command string, args ...string) error
	// ctrlC is told of every change of a workspace; nil where nothing interrupts.
	ctrlC *interrupts
	// pager lets a program, with its flags, show a text on the terminal.
	pager func(command, text string) error
	// colours reports whether out shows colours by itself.
	colours bool
	// inPlace reports whether err can show progress by writing over a line.
	inPlace bool
	getenv  func(string) string
	// login is the name of the user of the machine, or "".
	login func() string
	now   func() time.Time
	getwd func() (string, error)
	// executable is the path of the program.
	executable func() (string, error)
	// machine is where a reader of the lessons is looked for.
	machine machine
}

// answer is where the answer goes; it keeps the first error, so that an answer
// that was cut off by a full disk does not pass for a whole one.
type answer struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (a *answer) Write(b []byte) (int, error) {
	if a.err != nil {
		return 0, a.err
	}
	n, err := a.w.Write(b)
	a.err = err
	return n, err
}

// readNamed reads a file, or standard input for -, that may have so many bytes.
func (s *streams) readNamed(name string, most int) ([]byte, error) {
	in := s.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", inputName(name), err)
	case len(b) > most:
		return nil, fmt.Errorf("%s has more than %d MiB", inputName(name), most>>20)
	}
	return b, nil
}

// inputName is the name of a file, or of standard input, for people.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

func ofProcess(ctrlC *interrupts, here machine) streams {
	in, out, err := terminal.Is(os.Stdin), terminal.Is(os.Stdout), terminal.Is(os.Stderr)
	isDumb := os.Getenv("TERM") == "dumb"
	var keys terminal.KeySource
	if in {
		keys = terminal.KeysOf(os.Stdin)
	}
	return streams{
		in:      os.Stdin,
		out:     os.Stdout,
		err:     os.Stderr,
		keys:    keys,
		asks:    in && err,
		walks:   in && out,
		ascii:   out && !terminal.SpeaksUTF8(os.Getenv),
		colours: out && !isDumb,
		inPlace: err && !isDumb,
		width:   func() int { width, _ := terminal.Size(os.Stdout); return width },
		height:  func() int { _, height := terminal.Size(os.Stdout); return height },
		ctrlC:   ctrlC,
		foreground: func(command string, args ...string) error {
			return inTerminal(ctrlC, os.Stdin, exec.Command(command, args...))
		},
		pager: func(command, text string) error {
			cmd := exec.Command("sh", "-c", command)
			if os.Getenv("LESS") == "" {
				cmd.Env = append(os.Environ(), "LESS=FRX") // colours, and no page for a few lines
			}
			return inTerminal(ctrlC, strings.NewReader(text), cmd)
		},
		getenv: os.Getenv,
		login: func() string {
			if u, err := user.Current(); err == nil {
				return u.Username
			}
			return ""
		},
		now:        time.Now,
		getwd:      os.Getwd,
		executable: os.Executable,
		machine:    here,
	}
}

// inTerminal gives the terminal to a program until it ends.
func inTerminal(ctrlC *interrupts, in io.Reader, cmd *exec.Cmd) error {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, os.Stdout, os.Stderr
	defer ctrlC.hold()()
	return cmd.Run()
}

// keyboard reads what a person types.
func (s *streams) keyboard() *terminal.Keyboard {
	return terminal.NewKeyboard(s.in, s.out, s.keys, s.getenv("TERM") == "dumb")
}
