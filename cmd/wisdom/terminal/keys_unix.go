//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package terminal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// KeysOf reads the keys of a terminal.
func KeysOf(f *os.File) KeySource { return tty{int(f.Fd())} }

type tty struct{ fd int }

const (
	// silence is how long nothing may be typed before a question is shown. A person who
	// reads it takes longer; a key that is held, or a text that is pasted, comes faster.
	silence = 150 * time.Millisecond
	// together is how close to each other characters of one key, or of a paste, come.
	together = 25 * time.Millisecond
	// slice is how long a wait lasts before signals and the context are looked at.
	slice = 100 * time.Millisecond
)

// typedSignals are the characters that a terminal usually turns into signals. In raw mode it does not.
var typedSignals = map[byte]syscall.Signal{0x03: syscall.SIGINT, 0x1a: syscall.SIGTSTP, 0x1c: syscall.SIGQUIT}

const endOfText = 0x04 // Ctrl-D

// rawMode is a terminal that gives every character as it is typed, and shows none, until leave is called.
type rawMode struct {
	fd      int
	state   *term.State
	signals chan os.Signal
}

func (t tty) raw() (*rawMode, error) {
	state, err := term.MakeRaw(t.fd)
	if err != nil {
		return nil, errors.Join(errNoKeys, err)
	}
	m := &rawMode{t.fd, state, make(chan os.Signal, 4)}
	// Whatever would end the process must not find the terminal like this. SIGTSTP is
	// none of them: once it was caught, it stops a Go program no more.
	signal.Notify(m.signals, syscall.SIGCONT, syscall.SIGHUP, syscall.SIGQUIT)
	return m, nil
}

// leave makes the terminal what it was. It may be called twice.
func (m *rawMode) leave() {
	signal.Stop(m.signals)
	_ = term.Restore(m.fd, m.state) // the terminal may be gone
}

// Discard implements KeySource.
func (t tty) Discard(ctx context.Context) error {
	m, err := t.raw()
	if err != nil {
		return err
	}
	defer m.leave()
	for {
		typed, err := m.read(ctx, silence)
		if err != nil || typed == nil {
			return err
		}
	}
}

// Key implements KeySource.
func (t tty) Key(ctx context.Context) (string, error) {
	m, err := t.raw()
	if err != nil {
		return "", err
	}
	defer m.leave()
	for {
		typed, err := m.read(ctx, -1)
		if err != nil {
			return "", err
		}
		for more := typed; more != nil; typed = append(typed, more...) {
			if more, err = m.read(ctx, together); err != nil {
				return "", err
			}
		}
		r, size := utf8.DecodeRune(typed)
		switch {
		case typed[0] == Escape[0] && len(typed) > 1: // an arrow or the like, which stands for nothing here
		case size < len(typed):
			return "", errPasted
		case r == '\r' || r == '\n':
			return "", nil
		case r == endOfText:
			return "", io.EOF
		default:
			return string(r), nil
		}
	}
}

// read waits for characters, for a while or, if that is negative, for as long as it takes; nil means that none came.
func (m *rawMode) read(ctx context.Context, while time.Duration) ([]byte, error) {
	end := time.Now().Add(while)
	for {
		select {
		case s := <-m.signals:
			return nil, m.yield(ctx, s.(syscall.Signal), os.Getpid())
		case <-ctx.Done():
			return nil, ctx.Err()
		default:
		}
		wait := slice
		if while >= 0 {
			if wait = min(slice, time.Until(end)); wait <= 0 {
				return nil, nil
			}
		}
		switch ready, err := m.ready(wait); {
		case err != nil:
			return nil, err
		case !ready:
			continue
		}
		typed := make([]byte, 1<<10)
		n, err := unix.Read(m.fd, typed)
		switch {
		case errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN):
			continue
		case err != nil || n <= 0: // the terminal is gone
			return nil, io.EOF
		}
		typed = typed[:n]
		if at := bytes.IndexFunc(typed, func(r rune) bool { return r < 0x20 && typedSignals[byte(r)] != 0 }); at >= 0 {
			return nil, m.yield(ctx, typedSignals[typed[at]], foreground)
		}
		return typed, nil
	}
}

// ready waits until something can be read.
func (m *rawMode) ready(wait time.Duration) (bool, error) {
	var set unix.FdSet
	set.Zero()
	set.Set(m.fd)
	timeout := unix.NsecToTimeval(wait.Nanoseconds())
	n, err := unix.Select(m.fd+1, &set, nil, nil, &timeout)
	if errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return n > 0, err
}

// foreground are all processes that the terminal is in front of: it sends them the signals that are typed.
const foreground = 0

// yield makes the terminal what it was and lets a signal do what it does. If the
// process goes on afterwards, the error is errResumed.
func (m *rawMode) yield(ctx context.Context, s syscall.Signal, to int) error {
	m.leave()
	if s == syscall.SIGCONT {
		return errResumed
	}
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	if err := syscall.Kill(to, s); err != nil {
		return err
	}
	const most = 2 * time.Second // a signal that does nothing is not waited for
	select {
	case <-resumed:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(most):
	}
	return errResumed
}
