package brief

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"wisdom/internal/injection"
	"wisdom/markdown/host"
)

// UnreadableError says that a file of a section is there and cannot be read.
type UnreadableError struct {
	// Path is the file as the log names it.
	Path string
	Err  error
}

// Error implements error.
func (e *UnreadableError) Error() string { return fmt.Sprintf("%s cannot be read: %v", e.Path, e.Err) }

// source is a file as it was read for a section.
type source struct {
	place
	lines      []string
	title      string // of a README: the name of the project
	redactions []Redaction
	lost       int // the tokens of what a host wrote into it, and of orders to a model: they are in none of the lines
}

// mostPassed is how many files that say nothing are passed over for another.
const mostPassed = 50

// read returns the first file of a section that says anything; nil if there is none, or if the level does not have the
// section. One that cannot be read is an error for SOUL, and a warning for any other.
func (a *assembly) read(s Section) (*source, error) {
	if !a.Level.has(s) {
		return nil, nil
	}
	found := a.candidates(s)
	for _, p := range found[:min(len(found), mostPassed)] {
		b, err := p.fsys.ReadFile(p.path, host.FileBytes)
		text, isText := decode(b)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil && s == Soul:
			return nil, &UnreadableError{p.shown(), err}
		case err != nil:
			a.warn("%v; it is passed over", &UnreadableError{p.shown(), err})
			continue
		case !isText && s != Soul:
			a.warn("%s: it is no text; passed over", p.shown())
			continue
		}
		if src := a.source(s, p, text); holdsText(src.lines) {
			return src, nil
		}
	}
	if s != Soul && s != Roadmap { // not every project has a roadmap
		a.warn("no %s: none of %s has content", strings.ToUpper(string(s)), strings.Join(a.Sources.of(s), ", "))
	}
	return nil, nil
}

// source makes the lines of a section of a file's text.
func (a *assembly) source(s Section, p place, text string) *source {
	src := &source{place: p}
	text, src.redactions = scrub(text, p.shown())
	whole := text
	var written []host.Written
	if s == Journal {
		text, written = host.MaskWritten(text)
	}
	for _, w := range written {
		a.log.LeftOut = append(a.log.LeftOut, LeftOut{p.shown(), w.First, w.Last, "written by a host: " + w.Rule})
	}
	text, joined := scrub(withoutComments(text), p.shown())
	src.redactions = append(src.redactions, joined...)
	text, isScreened := a.screen(s, p, withoutTags(text))
	if s == Soul && isReadme(string(p.path)) {
		src.title = titleOf(text)
	}
	if s == Profile {
		lines, personal := withoutIdentifiers(strings.Split(text, "\n"), p.shown())
		text, src.redactions = withoutComments(textOf(filled(lines))), append(src.redactions, personal...)
	}
	if src.lines = outline(text); s == Profile {
		src.lines = withoutEnd(src.lines)
	}
	if isScreened || len(written) > 0 {
		src.lost = max(a.count.Tokens(whole)-a.tokens(src.lines), 1)
	}
	if len(written) > 0 && !holdsText(slices.DeleteFunc(slices.Clone(src.lines), isField)) {
		src.lines = nil // a program wrote it, and nobody besides
	}
	return src
}

// isField reports whether a line is nothing but a label and its value, and says neither what was done nor what is next.
func isField(l string) bool {
	label, value := labelOf(l)
	return label != "" && value != "" && !names(label, donePhrases()) && !names(label, nextPhrases())
}

// screen takes what gives orders to a model out of a text. SOUL and ANCHORS stay whole: there it is a warning.
func (a *assembly) screen(s Section, p place, text string) (screened string, isScreened bool) {
	screened, refused := injection.Screen(text)
	if (s == Soul || s == Anchors) && !isReadme(string(p.path)) {
		for _, r := range refused {
			a.warn("%s:%d: %s; it is included all the same", p.shown(), r.First, r.Why)
		}
		return text, false
	}
	for _, r := range refused {
		a.log.LeftOut = append(a.log.LeftOut, LeftOut{p.shown(), r.First, r.Last, r.Why})
	}
	return screened, len(refused) > 0
}
