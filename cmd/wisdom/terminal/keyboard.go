package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// KeySource gives single keys of a terminal. It changes how the terminal behaves only
// while it is asked, so that whatever else runs there finds it as it was.
type KeySource interface {
	// Discard drops what was typed so far, and returns once nothing comes any more.
	Discard(ctx context.Context) error
	// Key waits for one key; Enter is "", Esc is Escape, and io.EOF the end of what is typed.
	Key(ctx context.Context) (string, error)
}

// Escape is the key Esc, and the character that it sends.
const Escape = "\x1b"

var (
	// errNoKeys means that the terminal gives lines only.
	errNoKeys = errors.New("the terminal gives no single keys")
	// errResumed means that the process was stopped and goes on: whatever was asked must be shown again.
	errResumed = errors.New("resumed")
	// errPasted means that several characters came at once.
	errPasted = errors.New("several characters came at once: press one key")
)

// Keyboard asks a person at a terminal. What they typed before a question was shown answers nothing.
type Keyboard struct {
	keys KeySource // nil where the terminal gives lines only
	// byLine is for terminals that send a line at a time.
	byLine bool
	in     *bufio.Reader
	out    io.Writer
}

// NewKeyboard reads lines from the input, one each time it is asked, so that another
// program can have the terminal in between.
func NewKeyboard(in io.Reader, out io.Writer, keys KeySource, byLine bool) *Keyboard {
	return &Keyboard{keys: keys, byLine: keys == nil || byLine, in: bufio.NewReader(in), out: out}
}

// HowTo tells a person how to answer.
func (k *Keyboard) HowTo() string {
	if k.byLine {
		return "type a key, then Enter; ? lists the keys"
	}
	return "press a key, without Enter; ? lists the keys"
}

// Key shows a question and waits for a key, or for a line where there are only those.
func (k *Keyboard) Key(ctx context.Context, question string) (string, error) {
	for {
		if k.byLine {
			return k.Line(ctx, question)
		}
		if err := k.ask(ctx, question); err != nil {
			return "", err
		}
		key, err := k.keys.Key(ctx)
		switch {
		case errors.Is(err, errNoKeys):
			k.byLine = true
			fmt.Fprintln(k.out, "\n"+k.HowTo())
		case errors.Is(err, errPasted):
			fmt.Fprintln(k.out, "\n"+err.Error())
		case errors.Is(err, errResumed):
			fmt.Fprintln(k.out)
		default:
			fmt.Fprintln(k.out, strings.Trim(key, Escape))
			return key, err
		}
	}
}

// ask shows a question once nothing is typed any more.
func (k *Keyboard) ask(ctx context.Context, question string) error {
	if k.keys != nil {
		for errors.Is(k.keys.Discard(ctx), errResumed) { // try again
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := fmt.Fprint(k.out, question+" ")
	return err
}

// Line shows a question and waits for a line; io.EOF says that there are no more.
func (k *Keyboard) Line(ctx context.Context, question string) (string, error) {
	if err := k.ask(ctx, question); err != nil {
		return "", err
	}
	typed := make(chan string, 1) // what is typed after the end of the context is lost
	go func() {
		line, _ := k.in.ReadString('\n') // without a line the input has ended, however
		typed <- line
	}()
	select {
	case line := <-typed:
		if line == "" {
			fmt.Fprintln(k.out) // Ctrl-D ends no line
			return "", io.EOF
		}
		return strings.TrimSpace(line), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
