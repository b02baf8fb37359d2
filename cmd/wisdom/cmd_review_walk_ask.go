package main

import (
	"context"
	"strings"

	"wisdom/cmd/wisdom/terminal"
)

// key asks for one key.
func (w *walk) key(ctx context.Context, question string) (string, error) {
	return w.keys.Key(ctx, w.question(question))
}

// line asks for a line of text.
func (w *walk) line(ctx context.Context, question string) (string, error) {
	return w.keys.Line(ctx, w.question(question))
}

// question is a question, broken to the width of the terminal with room for an answer.
func (w *walk) question(text string) string {
	return strings.Join(terminal.Wrapped(w.a.shown(text), max(w.a.width()-4, 20), 0), "\n")
}

// yes asks a question that is answered by y or n; Enter is the marked default.
func (w *walk) yes(ctx context.Context, question string, usually bool) (bool, error) {
	keys := " [y/N]"
	if usually {
		keys = " [Y/n]"
	}
	for {
		key, err := w.key(ctx, question+keys)
		if err != nil {
			return false, err
		}
		switch strings.ToLower(key) {
		case "":
			return usually, nil
		case "y", "yes":
			return true, nil
		case "n", "no", "q":
			return false, nil
		}
	}
}
