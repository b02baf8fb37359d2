package main

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
)

// On a terminal a change goes through the person's pager, if there is one, and is
// shown without it where that fails.
func TestPager(t *testing.T) {
	for _, c := range []struct {
		name            string
		wisdom, pager   string
		noInput, broken bool
		called          string
		shown           bool
	}{
		{"none", "", "", false, false, "", true},
		{"the usual", "", "less", false, false, "less", false},
		{"our own first", "most -s", "less", false, false, "most -s", false},
		{"cat is none", "cat", "less", false, false, "", true},
		{"no one asks", "", "less", true, false, "", true},
		{"broken", "", "nothere", false, true, "nothere", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			called, text := "", ""
			environment := map[string]string{"WISDOM_PAGER": c.wisdom, "PAGER": c.pager}
			a := &deps{
				streams: streams{
					out:    &out,
					err:    io.Discard,
					walks:  true,
					getenv: func(name string) string { return environment[name] },
				},
			}
			a.flags.noInput = c.noInput
			a.pager = func(command, shown string) error {
				called, text = command, shown
				if c.broken {
					return errors.New("exit status 127")
				}
				return nil
			}
			a.paged(func() { a.printPatch("+a\n") })
			assert.Truef(t, called == c.called && (called != "") == (text == "+a\n"),
				"called %q with %q, want %q", called, text, c.called)
			assert.Equalf(t, c.shown, (out.String() == "+a\n"), "printed %q", out.String())
		})
	}
}
