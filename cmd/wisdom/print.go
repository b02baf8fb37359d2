package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// talk prints a line for people, with the program's name in front. Nothing in it
// acts on a terminal, wherever it comes from.
func (a *deps) talk(format string, args ...any) {
	if a.line {
		a.line = false
		fmt.Fprint(a.err, clearLine)
	}
	fmt.Fprintln(a.err, "wisdom: "+terminal.Printable(fmt.Sprintf(format, args...)))
}

// warn is talk that -q silences, and that is said once.
func (a *deps) warn(format string, args ...any) {
	a.talkOnce(a.flags.quiet, "warning: "+format, args...)
}

// warnOfLoss is warn for a main file that was skipped: -q does not silence it, as the answer lacks what the file says.
func (a *deps) warnOfLoss(format string, args ...any) { a.talkOnce(false, "warning: "+format, args...) }

// note is warn for what is nothing to worry about.
func (a *deps) note(format string, args ...any) { a.talkOnce(a.flags.quiet, "note: "+format, args...) }

func (a *deps) talkOnce(silent bool, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !silent && !slices.Contains(a.warned, text) {
		a.warned = append(a.warned, text)
		a.talk("%s", text)
	}
}

// shown is a text as the terminal can show it; see terminal.Printable and terminal.InASCII.
func (a *deps) shown(text string) string {
	text = terminal.Printable(text)
	if a.ascii {
		text = terminal.InASCII(text)
	}
	return text
}

// say prints a line of the answer for people; with --json there is none.
func (a *deps) say(format string, args ...any) {
	if !a.flags.json {
		fmt.Fprintln(a.out, a.shown(fmt.Sprintf(format, args...)))
	}
}

type object map[string]any

// respond prints v where JSON is wanted, and otherwise lets text print the answer for people.
func (a *deps) respond(v any, text func()) error {
	if a.flags.json {
		return a.printJSON(v)
	}
	text()
	return nil
}

// reply is respond for an answer of one line.
func (a *deps) reply(v any, format string, args ...any) error {
	return a.respond(v, func() { a.say(format, args...) })
}

// printJSON prints an answer for programs, with the version of its form.
func (a *deps) printJSON(v any) error {
	if o, is := v.(object); is {
		o["schema_version"] = 1
		return a.encode(o, "  ")
	}
	text, err := encoded(v, "  ")
	const version = "{\n  \"schema_version\": "
	if fields, is := strings.CutPrefix(text, "{\n"); is && !strings.HasPrefix(text, version) {
		text = version + "1,\n" + fields
	}
	if err == nil {
		_, err = io.WriteString(a.out, text)
	}
	return err
}

// encode prints a value as JSON.
func (a *deps) encode(v any, indent string) error {
	text, err := encoded(v, indent)
	if err == nil {
		_, err = io.WriteString(a.out, text)
	}
	return err
}

// encoded returns a value as JSON. What would act on a terminal is written as an escape of JSON, which means the same.
func encoded(v any, indent string) (string, error) {
	b, err := workspace.PlainJSON(v, indent)
	return terminal.EscapedJSON(string(b)), err
}

// command is a command line that can be typed here.
func (a *deps) command(rest string) string {
	text := a.program
	text += textIf(a.flags.workspace != "", " -C "+quoted(a.flags.workspace))
	rest += textIf(a.repo != "" && strings.HasPrefix(rest, "context"), " --repo "+quoted(a.repo))
	return text + " " + rest
}

// rePlain finds a word that no shell takes for something else.
var rePlain = text.Lazily(`^[a-zA-Z0-9_./~:@%+,-]+$`)

// quoted is a word for a shell.
func quoted(word string) string {
	if rePlain().MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// coloured reports whether to use colours on out.
func (a *deps) coloured() bool { return terminal.Coloured(a.flags.color, a.getenv, a.colours) }

// tinted is a text as the terminal can show it, in a colour where colours are wanted.
func (a *deps) tinted(t terminal.Tint, text string) string {
	if text = a.shown(text); a.coloured() {
		return t.Of(text)
	}
	return text
}

// printPatch prints a diff for people, in colours where they are wanted.
func (a *deps) printPatch(patch string) {
	a.printPatchAs(patch, func(line string) string {
		switch {
		case strings.HasPrefix(line, "+"):
			return terminal.Green.Of(line)
		case strings.HasPrefix(line, "-"):
			return terminal.Red.Of(line)
		}
		return line
	})
}

// printPatchAs prints a diff whose changed lines have colours of their own.
func (a *deps) printPatchAs(patch string, paint func(line string) string) {
	if a.flags.json {
		return
	}
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
			text = terminal.Bold.Of(text)
		case strings.HasPrefix(line, "@@"):
			text = terminal.Cyan.Of(text)
		default:
			text = paint(text)
		}
		fmt.Fprintln(a.out, text)
	}
}

// write prints a text; on a terminal it is broken to its width.
func (a *deps) write(indent int, format string, args ...any) {
	a.writeIn(terminal.Plain, indent, format, args...)
}

// writeIn is write in a colour, where colours are wanted.
func (a *deps) writeIn(colour terminal.Tint, indent int, format string, args ...any) {
	text, width := a.shown(fmt.Sprintf(format, args...)), math.MaxInt
	if a.walks {
		width = max(a.width()-1, 20)
	}
	for _, line := range terminal.Wrapped(text, width, indent) {
		fmt.Fprintln(a.out, a.tinted(colour, line))
	}
}

// plural counts things by their English noun.
func plural(n int, noun string) string { return text.Plural(n, noun) }

// textIf is a part of a sentence that is there under a condition, else "".
func textIf(condition bool, text string) string { return either(condition, text, "") }

// either is the first of two texts under a condition, else the second.
func either(condition bool, first, second string) string {
	if condition {
		return first
	}
	return second
}
