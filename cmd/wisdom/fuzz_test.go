package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wisdom/cmd/wisdom/settings"
	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// FuzzSettings reads garbled settings: they are an error that can be printed, or
// settings that every layer takes.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{
		"[budgets]\nsection = 99\n", "[[sources.extra]]\nname = \"forge\"\ndir = \"../forge\"\ninclude = [\"*.md\"]\n",
		"[paths]\ninitiative = \"../x\"\n", "[paths]\nqueue = \"a\\u0000b\"\n",
		"[lint]\nsoul-budget = \"off\"\nnope = \"error\"\n",
		"[backups]\nkeep_last = 0\n", "[model]\nhost = \"http://u:p@h:1/\"\ntimeout = \"-1s\"\n",
		"budgets.section = 9223372036854775807\n",
		"[review]\nmax_age = \"99999999999999999999d\"\n",
		"a = [[[[[[", "\ufeff[budgets]", "x = 0x", "[sources]\ninclude = [\"[\"]\n", "[\"\u001b[2J\"]\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fsys := workspacetest.NewMemory(map[workspace.Path]string{settings.File: text})
		s, err := settings.Read(fsys)
		var wrong *settings.Error
		switch {
		case err == nil:
			s.Places()
		case !errors.As(err, &wrong):
			t.Fatalf("%q: %v", text, err)
		case strings.ContainsAny(terminal.Printable(err.Error()), "\x1b\x00\r"):
			t.Fatalf("%q: the error would act on a terminal: %q", text, terminal.Printable(err.Error()))
		}
	})
}

// FuzzPrintable prints the text of any file: nothing in it acts on a
// terminal, and what is harmless stays as it is.
func FuzzPrintable(f *testing.F) {
	for _, text := range []string{
		"plain",
		"tab\tnewline\n",
		"\x1b[31mred",
		"a\rb\r\n",
		"\u202eevil\u2066",
		"\x9b31m",
		"\xff\xfe",
		"\u200b\u200d\ufeff\U000e0041",
		"Grüße, 世界",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := terminal.Printable(text)
		require.Truef(t, strings.IndexFunc(got, actsOnTerminal) < 0, "%q is printed as %q", text, got)
		again := terminal.Printable(got)
		require.Equalf(t, got, again, "%q is printed as %q and then as %q", text, got, again)
	})
}

// actsOnTerminal reports whether a character does something on a terminal, or hides
// what is there: what tests look for in everything that is printed.
func actsOnTerminal(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < ' ', r >= 0x7f && r < 0xa0, // controls
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c: // directions
		return true
	case r >= 0xe0000 && r <= 0xe007f, r == 0x200b, r == 0xfeff: // invisible letters, no width
		return true
	}
	return false
}
