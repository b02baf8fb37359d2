package main

import (
	"io"
	"os"
	"os/signal"
	"os/user"
	"syscall"
	"time"

	"golang.org/x/term"
)

// streams is what a command is given of the world around it.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// asks says whether somebody sits there who can be asked.
	asks bool
	// colours says whether out shows colours by itself.
	colours bool
	// inPlace says whether err can show progress by writing over a line.
	inPlace bool
	getenv  func(string) string
	// login is the name of the user of the machine, or "".
	login func() string
	now   func() time.Time
	getwd func() (string, error)
	// hangups tells of every SIGHUP from when it is called.
	hangups func() <-chan os.Signal
	// executable is the path of the program.
	executable func() (string, error)
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

func ofProcess() streams {
	terminal := func(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
	return streams{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		asks:    terminal(os.Stdin) && terminal(os.Stderr),
		colours: terminal(os.Stdout) && os.Getenv("TERM") != "dumb",
		inPlace: terminal(os.Stderr) && os.Getenv("TERM") != "dumb",
		getenv:  os.Getenv, login: login, now: time.Now, getwd: os.Getwd,
		hangups: hangups, executable: os.Executable,
	}
}

func hangups() <-chan os.Signal {
	c := make(chan os.Signal, 1) // one is as good as many
	signal.Notify(c, syscall.SIGHUP)
	return c
}

func login() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}
