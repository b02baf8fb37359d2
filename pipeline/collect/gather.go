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
	places   []occurrence
	sources  []Source
	findings []lint.Finding
}

// occurrence is a lesson as it stands in one place, with the source that it is in.
type occurrence struct {
	found
	path   string
	source int
	known  bool // counts only if the lesson is known
}

func newGatherer(known *ledger.Ledger) *gatherer {
	return &gatherer{known: known, sources: []Source{}, findings: []lint.Finding{}}
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
			g.places = append(g.places, occurrence{found, f.shown, len(g.sources), f.known})
		}
	}
	g.sources = append(g.sources, s)
}

func (g *gatherer) result() *Result {
	r := &Result{Lessons: g.lessons(), Sources: g.sources, Findings: g.findings, Gone: []ledger.Gone{}, Changed: []Changed{}, Hidden: []string{}}
	gone, hidden := g.known.Missed(r.Lessons, g.unread)
	if g.admit(gone) {
		r.Lessons = g.lessons()
	}
	r.Gone, r.Hidden = append(r.Gone, gone...), append(r.Hidden, hidden...)
	r.Changed = changed(r.Gone, r.Lessons)
	return r
}

// reworded is how alike the headlines of a lesson must be before and after a
// change of its words.
const reworded = 0.4

// changed finds for each lesson that is gone the new one in the same file that is
// most like it.
func changed(gone []ledger.Gone, lessons []ledger.Lesson) []Changed {
	pairs, gistOf := []Changed{}, gists()
	taken := map[string]bool{}
	for _, old := range gone {
		best := gistOf.successor(old, len(lessons), func(i int) (string, bool) {
			l := &lessons[i]
			return l.Headline, l.New && !taken[l.ID] && stoodIn(old, l.Path)
		})
		if best >= 0 {
			taken[lessons[best].ID] = true
			pairs = append(pairs, Changed{lessons[best].ID, old.ID})
		}
	}
	return pairs
}

// admit lets the new words of a known lesson count although its note is older than
// the window: they stand in the same file and are like the old ones. It says
// whether there were any.
func (g *gatherer) admit(gone []ledger.Gone) bool {
	any, gistOf := false, gists()
	for _, old := range gone {
		best := gistOf.successor(old, len(g.places), func(i int) (string, bool) {
			p := &g.places[i]
			if !p.known || p.echo || !stoodIn(old, p.path) || g.known.Knows(idOf(p.normal)) {
				return "", false
			}
			return headline(p.text), true
		})
		if best >= 0 {
			g.places[best].known = false
			any = true
		}
	}
	return any
}

func stoodIn(old ledger.Gone, path string) bool {
	return slices.ContainsFunc(old.Places, func(p ledger.Place) bool { return p.Path == path })
}

// gistReader reads the gist of each text once.
type gistReader func(text string) words.Gist

func gists() gistReader {
	known := map[string]words.Gist{}
	return func(text string) words.Gist {
		gist, there := known[text]
		if !there {
			gist = words.GistOf(text)
			known[text] = gist
		}
		return gist
	}
}

// successor is the one of n texts that may be the new words of a lesson and is most
// like the old ones, the last of those that are equally so; -1 where none is.
func (gistOf gistReader) successor(old ledger.Gone, n int, may func(i int) (headline string, ok bool)) int {
	gist, best, most := gistOf(old.Headline), -1, reworded
	for i := range n {
		text, ok := may(i)
		if !ok {
			continue
		}
		if alike := gist.Alike(gistOf(text)); alike >= most {
			best, most = i, alike
		}
	}
	return best
}

// lessons makes one lesson of all places where the same is said; see same.
func (g *gatherer) lessons() []ledger.Lesson {
	same := newSame(g.places)
	lessons := []ledger.Lesson{}
	index := map[string]int{}
	for i := range g.sources {
		g.sources[i].Lessons = 0
	}
	for _, p := range g.places {
		lesson := same.lesson(&p)
		if lesson == nil {
			continue
		}
		id := lesson.id
		if p.known && !g.known.Knows(id) {
			continue
		}
		i, there := index[id]
		if !there {
			i = len(lessons)
			index[id] = i
			lessons = append(lessons, ledger.Lesson{
				ID: id, Kind: lesson.kind, Class: lesson.class, Rule: lesson.rule, Negative: lesson.negative, Text: lesson.text, Headline: headline(lesson.text),
				Place: p.place(), Heading: lesson.heading, Date: lesson.date, New: !g.known.Knows(id),
			})
		}
		lessons[i].Places = append(lessons[i].Places, p.place())
		lessons[i].Date = max(lessons[i].Date, p.date)
		g.sources[p.source].Lessons++
	}
	return lessons
}

func (o *occurrence) place() ledger.Place {
	return ledger.Place{Path: o.path, StartLine: o.start, EndLine: o.end}
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
