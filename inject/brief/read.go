package brief

import (
	"fmt"
	"strings"

	"wisdom/internal/injection"
	"wisdom/markdown"
	"wisdom/markdown/host"
)

// source is a file as it was read for a section.
type source struct {
	place
	lines      []line
	front      string // its front matter
	title      line   // of a README: the name of the project
	redactions []Redaction
	written    []host.Written // what a host wrote into it
	lost       int            // of a journal: the tokens of what is in none of its lines
}

// mostPassed is how many files that say nothing are passed over for another.
const mostPassed = 50

// read returns the first file of a section that says anything; nil if there is none.
// One that cannot be read is an error for SOUL, and a warning for any other.
func (a *assembly) read(s Section) (*source, error) {
	found, several := a.candidates(s)
	var written []string // files that a program wrote
	empty := false       // a journal was passed over because it holds no text
	defer func() { a.warnOfWritten(s, written) }()
	for i, p := range found {
		if i == mostPassed {
			break
		}
		b, err := p.fsys.ReadFile(p.path, host.FileBytes)
		switch {
		case isMissing(err) && !isLink(p):
			continue
		case err != nil && s == Soul:
			return nil, &UnreadableError{p.shown(), err}
		case err != nil:
			unreadable := &UnreadableError{p.shown(), err}
			a.warn("%v; it is passed over (%s)", unreadable, unreadable.Hint())
			continue
		}
		if s != Soul && isBinary(b) {
			a.warn("%s: it is no text; passed over", p.shown())
			continue
		}
		src := a.source(s, p, decode(b))
		switch {
		case s == Journal && src.isWritten():
			written = append(written, p.shown())
		case !holdsText(src.lines):
			if s == Journal && !p.late && dateIn(p.path.Base()) != "" && !empty {
				empty = true
				a.warn("%s: it holds no text; passed over", p.shown())
			}
		default:
			if s == Journal {
				a.warnOfLate(p, found)
				a.warnOfNewer(src, found[i+1:])
			}
			if several != "" {
				a.warn("several files match %s: %s is read; name one in wisdom.toml: [context] %s", several, p.shown(), s)
			}
			for _, w := range src.written {
				a.log.LeftOut = append(a.log.LeftOut, LeftOut{p.shown(), w.First, w.Last, "written by a host: " + w.Rule})
			}
			a.screen(s, src)
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
	if s == Journal {
		whole := text
		if text, src.written = host.MaskWritten(text); len(src.written) > 0 {
			src.lost = max(a.count.Tokens(inRuns(whole, src.written)), 1)
		}
	}
	if clean := withoutComments(text); clean != text {
		var joined []Redaction
		text, joined = scrub(clean, p.shown())
		src.redactions = append(src.redactions, joined...)
	}
	text = withoutTags(text)
	src.front = text[:markdown.FrontMatter([]byte(text))]
	if s == Soul && isReadme(string(p.path)) {
		src.title = titleOf(text)
	}
	src.lines = outline(text)
	if s == Profile {
		lines, personal := withoutIdentifiers(src.lines, p.shown())
		src.lines, src.redactions = filled(structured(lines)), append(src.redactions, personal...)
	}
	return src
}

// inRuns is what a host wrote into a text.
func inRuns(text string, runs []host.Written) string {
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for _, w := range runs {
		b.WriteString(strings.Join(lines[w.First-1:min(w.Last, len(lines))], "\n") + "\n")
	}
	return b.String()
}

// warnOfLate says which journals are passed over because their dates are impossible.
func (a *assembly) warnOfLate(chosen place, found []place) {
	var late []string
	for _, p := range found {
		if p.late && !chosen.late {
			late = append(late, p.shown())
		}
	}
	if len(late) > 0 {
		a.warn("%s: dated more than %d days ahead; passed over", andMore(late), mostAhead)
	}
}

// warnOfNewer names the newest of the journals behind the chosen one in the order, if it is newer: it lies in a folder
// about a topic, a pattern that comes first has another, or its name has no date.
func (a *assembly) warnOfNewer(chosen *source, rest []place) {
	date := a.dateOf(chosen)
	newer, undated := "", 0
	for _, p := range rest {
		if p.late || date == "" {
			continue
		}
		if dateIn(p.path.Base()) == "" {
			if undated++; undated > mostPassed {
				continue
			}
		}
		if other := a.dateOfPassed(p); other > date {
			date, newer = other, p.shown()
		}
	}
	if newer != "" {
		a.warn("%s is newer than %s and passed over; to have it read, name it in wisdom.toml: [context] journal",
			newer, chosen.shown())
	}
}

// warnOfWritten says which files are passed over because a program wrote them.
func (a *assembly) warnOfWritten(s Section, paths []string) {
	if len(paths) > 0 {
		a.warn("%s: no %s, a program wrote it (a log, a transcript or a state); passed over", andMore(paths), s)
	}
}

// andMore names the first of some paths, and how many there are besides.
func andMore(paths []string) string {
	if len(paths) == 1 {
		return paths[0]
	}
	return fmt.Sprintf("%s and %d more", paths[0], len(paths)-1)
}

// screen takes lines that give orders to a model out of a section, as an attack would
// write them. SOUL and ANCHORS stay whole: there it is a warning.
func (a *assembly) screen(s Section, src *source) {
	if !injection.Suspicious(textOf(src.lines)) {
		return
	}
	whole := (s == Soul || s == Anchors) && !isReadme(string(src.path))
	var kept []line
	drop := func(l line, why string) {
		a.log.LeftOut = append(a.log.LeftOut, LeftOut{src.shown(), l.number, l.number, why})
	}
	for _, l := range src.lines {
		why := injection.Reason(l.text)
		joined := ""
		if why == "" && len(kept) > 0 && kept[len(kept)-1].text != "" && injection.Reason(kept[len(kept)-1].text) == "" {
			joined = injection.Reason(kept[len(kept)-1].text + " " + strings.TrimSpace(l.text))
		}
		switch {
		case why == "" && joined == "":
			kept = append(kept, l)
		case whole:
			a.warn("%s:%d: %s%s; it is included all the same", src.shown(), l.number, why, joined)
			kept = append(kept, l)
		case joined != "":
			drop(kept[len(kept)-1], joined)
			drop(l, joined)
			kept = kept[:len(kept)-1]
		default:
			drop(l, why)
		}
	}
	if s == Journal && len(kept) < len(src.lines) {
		src.lost += max(a.tokens(src.lines)-a.tokens(kept), 1)
	}
	src.lines = structured(kept)
}
