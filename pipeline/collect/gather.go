package collect

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

// gatherer brings together what stands in several places.
type gatherer struct {
	known    *ledger.Ledger
	lessons  []ledger.Lesson
	index    map[string]int
	sources  []Source
	findings []lint.Finding
}

func newGatherer(known *ledger.Ledger) *gatherer {
	return &gatherer{
		known: known, index: map[string]int{},
		lessons: []ledger.Lesson{}, sources: []Source{}, findings: []lint.Finding{},
	}
}

func (g *gatherer) add(f file, p page) {
	s := Source{Path: f.shown, Status: f.status, Note: f.note, Hash: p.hash}
	switch {
	case f.status != "":
	case errors.Is(p.err, fs.ErrNotExist):
		s.Status, s.Note = Missing, "not there"
	case p.err != nil:
		s.Status, s.Note = Unreadable, reason(p.err)
		var large *workspace.TooLargeError
		if errors.As(p.err, &large) {
			s.Status = Skipped
		}
	default:
		s.Status, s.Note = Read, p.note
		if f.known {
			s.Note = strings.TrimPrefix(s.Note+"; known lessons only", "; ")
		}
		g.findings = append(g.findings, p.findings...)
		for _, found := range p.found {
			if g.lesson(f, found) {
				s.Lessons++
			}
		}
	}
	g.sources = append(g.sources, s)
}

// lesson notes one place and says whether it counts.
func (g *gatherer) lesson(f file, found found) bool {
	id := idOf(found.normal)
	if f.known && !g.known.Knows(id) {
		return false
	}
	place := ledger.Place{Path: f.shown, StartLine: found.start, EndLine: found.end}
	i, there := g.index[id]
	if !there {
		i = len(g.lessons)
		g.index[id] = i
		g.lessons = append(g.lessons, ledger.Lesson{
			ID: id, Kind: found.kind, Text: found.text, Headline: headline(found.text),
			Place: place, Heading: found.heading, Date: found.date, New: !g.known.Knows(id),
		})
	}
	lesson := &g.lessons[i]
	lesson.Places = append(lesson.Places, place)
	if found.date > lesson.Date {
		lesson.Date = found.date
	}
	return true
}

func (g *gatherer) result() *Result {
	r := &Result{Lessons: g.lessons, Sources: g.sources, Findings: g.findings, Gone: []ledger.Gone{}, Hidden: []string{}}
	gone, hidden := g.known.Missed(g.lessons, g.unread)
	r.Gone, r.Hidden = append(r.Gone, gone...), append(r.Hidden, hidden...)
	return r
}

// unread says whether a place could not be read this time: the file, or the
// folder beside the workspace that it is in.
func (g *gatherer) unread(path string) bool {
	return slices.ContainsFunc(g.sources, func(s Source) bool {
		switch s.Status {
		case Unreadable, Skipped:
			return s.Path == path || strings.HasPrefix(path, s.Path+"/")
		case Missing:
			return strings.HasSuffix(s.Path, ":") && strings.HasPrefix(path, s.Path)
		}
		return false
	})
}

// idOf names a lesson by the normal form of its text: by its words, whatever the
// marks and spaces around them.
func idOf(normal string) string {
	sum := sha256.Sum256([]byte(normal))
	return hex.EncodeToString(sum[:6])
}

// longestHeadline is the most that is shown of a lesson on one line, in
// characters.
const longestHeadline = 100

// headline is what stands in bold at the beginning, else the first sentence.
func headline(text string) string {
	if rest, bold := strings.CutPrefix(text, "**"); bold {
		if head, _, closed := strings.Cut(rest, "**"); closed && (strings.Contains(head, " ") || strings.ContainsFunc(head, words.IsCJK)) {
			return short(head)
		}
	}
	plain := boldMarks.Replace(text[:min(len(text), 4*utf8.UTFMax*longestHeadline)])
	for i, r := range plain {
		if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && strings.HasPrefix(plain[i+1:], " ") {
			return short(plain[:i+len(string(r))])
		}
	}
	return short(plain)
}

var boldMarks = strings.NewReplacer("**", "", "__", "")

func short(text string) string {
	text = strings.TrimSpace(text)
	characters := 0
	for i := range text {
		if characters++; characters == longestHeadline {
			if rest := text[i:]; utf8.RuneCountInString(rest) > 1 {
				return text[:i] + "…"
			}
		}
	}
	return text
}
