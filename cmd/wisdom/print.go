package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
)

// talk prints a line for people, with the program's name in front. Nothing in it
// acts on a terminal, wherever it comes from.
func (a *app) talk(format string, args ...any) {
	if a.line {
		a.line = false
		fmt.Fprint(a.err, clearLine)
	}
	fmt.Fprintln(a.err, "wisdom: "+printable(fmt.Sprintf(format, args...)))
}

// warn is talk that -q silences, and that is said once.
func (a *app) warn(format string, args ...any) { a.talkOnce("warning: "+format, args...) }

// note is warn for what is nothing to worry about.
func (a *app) note(format string, args ...any) { a.talkOnce("note: "+format, args...) }

func (a *app) talkOnce(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !a.flags.quiet && !slices.Contains(a.warned, text) {
		a.warned = append(a.warned, text)
		a.talk("%s", text)
	}
}

// shown is a text as the terminal can show it; see printable and inASCII.
func (a *app) shown(text string) string {
	text = printable(text)
	if a.ascii {
		text = inASCII(text)
	}
	return text
}

// say prints a line of the answer for people.
func (a *app) say(format string, args ...any) {
	fmt.Fprintln(a.out, a.shown(fmt.Sprintf(format, args...)))
}

// reply prints an answer of one line, or v where JSON is wanted.
func (a *app) reply(v any, format string, args ...any) error {
	if a.flags.json {
		return a.printJSON(v)
	}
	a.say(format, args...)
	return nil
}

// printJSON prints an answer for programs. What would act on a terminal is written
// as an escape of JSON, which means the same.
func (a *app) printJSON(v any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(a.out, escapedJSON(b.String()))
	return err
}

func escapedJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r > 0xffff && isHidden(r):
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, "\\u%04x\\u%04x", high, low)
		case r >= 0x7f && r < 0xa0 || isHidden(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// command is a command line that can be typed here.
func (a *app) command(rest string) string {
	text := a.program
	if a.flags.workspace != "" {
		text += " -C " + quoted(a.flags.workspace)
	}
	return text + " " + rest
}

// quoted is a word for a shell.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./~:@%+,", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// coloured reports whether to use colours on out.
func (a *app) coloured() bool {
	switch a.flags.color {
	case "always":
		return true
	case "never":
		return false
	}
	switch {
	case a.getenv("NO_COLOR") != "":
		return false
	case a.getenv("FORCE_COLOR") != "" && a.getenv("FORCE_COLOR") != "0":
		return true
	}
	return a.colours
}

// tint is a colour, or bold, by its number in a terminal. Each repeats what words say.
type tint string

const (
	bold   tint = "1"
	red    tint = "31" // wrong, or taken out
	green  tint = "32" // right, or put in
	yellow tint = "33" // worth a look
	cyan   tint = "36"
	plain  tint = ""
)

// of is a text in that colour.
func (t tint) of(text string) string {
	if t == plain {
		return text
	}
	return "\x1b[" + string(t) + "m" + text + "\x1b[0m"
}

// tinted is a text as the terminal can show it, in a colour where colours are wanted.
func (a *app) tinted(t tint, text string) string {
	if text = a.shown(text); a.coloured() {
		return t.of(text)
	}
	return text
}

// printPatch prints a diff, in colours where they are wanted.
func (a *app) printPatch(patch string) {
	a.printPatchAs(patch, func(line string) string {
		switch {
		case strings.HasPrefix(line, "+"):
			return green.of(line)
		case strings.HasPrefix(line, "-"):
			return red.of(line)
		}
		return line
	})
}

// printPatchAs prints a diff whose changed lines have colours of their own.
func (a *app) printPatchAs(patch string, paint func(line string) string) {
	if a.colours || a.walks { // a terminal: nothing in it may act on it
		patch = a.shown(patch)
	}
	if !a.coloured() {
		_, _ = io.WriteString(a.out, patch)
		return
	}
	for line := range strings.Lines(patch) {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "diff "):
			text = bold.of(text)
		case strings.HasPrefix(line, "@@"):
			text = cyan.of(text)
		default:
			text = paint(text)
		}
		fmt.Fprintln(a.out, text)
	}
}
