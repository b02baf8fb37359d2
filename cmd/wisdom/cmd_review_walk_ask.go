package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
)

func (w *walk) key(ctx context.Context, question string) (string, error) {
	return w.keys.Key(ctx, w.question(question))
}

func (w *walk) line(ctx context.Context, question string) (string, error) {
	return w.keys.Line(ctx, w.question(question))
}

// answerKey is a key that answers a question.
type answerKey struct {
	name string
	help string       // what it does, for the list of keys; "" if another one says it too
	do   func() error // errAgain asks for another key
}

var errAgain = errors.New("ask again")

// press asks a question until a key answers it. Two keys are always among them: q quits, and ? lists the keys.
func (w *walk) press(ctx context.Context, question string, keys []answerKey) error {
	keys = append(keys, answerKey{"q", "quit; your decisions are kept", func() error { return errLeft }})
	keys = append(keys, answerKey{"?", "this list", func() error {
		for _, k := range keys {
			if k.help != "" {
				w.a.write(3, "%s  %s", k.name, k.help)
			}
		}
		return errAgain
	}})
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	question = fmt.Sprintf("%s [%s]", question, strings.Join(names, ","))
	typed := map[string]string{"yes": "y", "no": "n"} // where a terminal gives lines
	for {
		name, err := w.key(ctx, question)
		if err != nil {
			return err
		}
		at := slices.Index(names, cmp.Or(typed[name], name))
		if at < 0 {
			w.a.write(0, "%s", w.keys.HowTo())
		} else if err := keys[at].do(); !errors.Is(err, errAgain) {
			return err
		}
	}
}

// question is a question, broken to the width of the terminal with room for an answer.
func (w *walk) question(text string) string {
	return strings.Join(terminal.Wrapped(w.a.shown(text), max(w.a.width()-4, 20), 0), "\n")
}

// yes asks a question that is answered by y or n; Enter is the marked default.
func (w *walk) yes(ctx context.Context, question string, usually bool) (bool, error) {
	keys := either(usually, " [Y/n]", " [y/N]")
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
