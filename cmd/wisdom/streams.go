package main

import (
	"io"
	"os"
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
	getenv  func(string) string
	now     func() time.Time
	getwd   func() (string, error)
}

func ofProcess() streams {
	terminal := func(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
	return streams{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		asks:    terminal(os.Stdin) && terminal(os.Stderr),
		colours: terminal(os.Stdout) && os.Getenv("TERM") != "dumb",
		getenv:  os.Getenv, now: time.Now, getwd: os.Getwd,
	}
}
