package collect

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// same knows which places say the same: in the same words, in those with which
// another one begins, or with the same first sentence and nearly the same rest.
type same struct {
	texts map[string]*occurrence // by normal form
	whole map[string]string      // by a beginning that stands alone somewhere, the normal form of the lesson
	near  map[string]string      // by normal form, that of the copy that counts
}

func newSame(ctx context.Context, places []occurrence) (*same, error) {
	s := &same{make(map[string]*occurrence, len(places)), map[string]string{}, map[string]string{}}
	said := make(map[string]bool, len(places)) // without marks
	for i := range places {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p := &places[i]
		said[p.bare], said[p.core] = true, true
		if !p.echo && s.texts[p.normal] == nil {
			s.texts[p.normal] = p
		}
	}
	sentences := map[string][]string{} // by first sentence, normal forms
	for normal, p := range s.texts {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for i, head := range p.beginnings {
			if said[head] && (s.whole[head] == "" || normal < s.whole[head]) {
				s.whole[head] = normal
			}
			if i == 0 {
				sentences[head] = append(sentences[head], normal)
			}
		}
	}
	for _, normals := range sentences {
		if err := s.joinCopies(ctx, normals); err != nil {
			return nil, err
		}
	}
	return s, s.joinRetold(ctx)
}

// joinCopies joins what is a near copy of the longest of texts that begin alike.
// Without its marks, what counts is always longer than what it stands for, so that
// no chain of them ends where it began.
func (s *same) joinCopies(ctx context.Context, normals []string) error {
	if len(normals) < 2 {
		return nil
	}
	slices.SortFunc(normals, func(a, b string) int {
		return cmp.Or(len(s.texts[b].bare)-len(s.texts[a].bare), strings.Compare(a, b))
	})
	negations, figures := words.Negations(normals[0]), figuresIn(normals[0])
	var longest map[string]bool
	for _, normal := range normals[1:] {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !maps.Equal(figuresIn(normal), figures) || words.Negations(normal) != negations {
			continue // stems are dear
		}
		if longest == nil {
			longest = stems(normals[0])
		}
		if repeats(stems(normal), longest) {
			s.near[normal] = normals[0]
		}
	}
	return nil
}

// nearly is the share of the words of a lesson that its repetition has at least.
const nearly = 0.7

// repeats says whether a text has nothing to say but what the longer one says: a
// name or a value of its own parts them.
func repeats(text, longer map[string]bool) bool {
	for stem := range text {
		if !longer[stem] {
			return false
		}
	}
	return float64(len(text)) >= nearly*float64(len(longer))
}

func stems(text string) map[string]bool {
	all := map[string]bool{}
	for _, term := range words.Terms(text) {
		all[term.Stem] = true
	}
	return all
}

// figuresIn are the words of a text that hold a figure; of a clause in Chinese or
// Japanese, in which no space parts words, the figures.
func figuresIn(text string) map[string]bool {
	figures := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		switch {
		case !strings.ContainsFunc(word, unicode.IsDigit):
		case strings.ContainsFunc(word, words.IsCJK):
			for figure := range strings.FieldsFuncSeq(word, func(r rune) bool { return words.IsCJK(r) || isBreak(r) }) {
				if strings.ContainsFunc(figure, unicode.IsDigit) {
					figures[figure] = true
				}
			}
		default:
			figures[strings.TrimFunc(word, isBreak)] = true
		}
	}
	return figures
}

// lesson is the place whose words stand for what p says, or nil for a mere echo.
func (s *same) lesson(p *occurrence) *occurrence {
	lesson := s.texts[p.normal]
	for _, head := range []string{p.bare, p.core} {
		if longer := s.whole[head]; longer != "" && longer != p.normal {
			lesson = s.texts[longer]
			break
		}
	}
	if lesson == nil {
		return nil
	}
	for longer := s.longer(lesson); longer != "" && longer != lesson.normal; longer = s.longer(lesson) {
		lesson = s.texts[longer]
	}
	return lesson
}

// longer is the normal form of what says more than a lesson, if anything does.
func (s *same) longer(lesson *occurrence) string {
	if longer := s.whole[lesson.bare]; longer != "" {
		return longer
	}
	return s.near[lesson.normal]
}

// reAside is what is only added to a rule: in brackets, the closing one of which a
// normal form has lost, or a wink.
var reAside = words.Lazily(`\s*\([^()\d]*\)?$|\s*（[^（）\d]*）?$|,? (?:as always|as ever|once again|wie immer|schon wieder|como siempre|comme toujours)$`)

// asideEnds are the last letters of a wink: a quick look before the expression.
var asideEnds = []string{" always", " ever", " again", " immer", " wieder", " siempre", " toujours"}

// withoutAside is a normal form without an aside at its end; what stands in brackets
// and advises is none.
func withoutAside(normal string) string {
	if strings.IndexByte(normal, '(') < 0 && !strings.Contains(normal, "（") && !slices.ContainsFunc(asideEnds, func(end string) bool { return strings.HasSuffix(normal, end) }) {
		return normal // most texts
	}
	aside := reAside().FindString(normal)
	if strings.ContainsAny(aside, "(（") && advises(strings.TrimLeft(aside, " (（")) {
		return normal
	}
	return strings.TrimSuffix(normal, aside)
}

// longestAside is the most words of a last sentence that adds no rule: "third time
// now".
const longestAside = 4

// coreOf is a normal form without an aside at its end, and without marks; without any
// aside it is bare.
func coreOf(normal, bare string) string {
	core := withoutAside(normal)
	if at := strings.LastIndex(core, ". "); at > 0 && strings.Count(core[at+2:], " ") < longestAside && !advises(core[at+2:]) && len(figuresIn(core[at:])) == 0 {
		core = core[:at]
	}
	if core == normal || !longEnough(core) {
		return bare
	}
	return bareOf(core)
}

// mostBeginnings is how many beginnings of a lesson are known.
const mostBeginnings = 3

// beginnings are the parts in front of the first breaks of a normal form, as long
// as a lesson may be: what stands in an index, or in the day.
func beginnings(normal string) []string {
	var heads []string
	for i, r := range normal {
		if !isBreak(r) && (r != ' ' || !joins(normal[i+1:])) {
			continue
		}
		if longEnough(normal[:i]) {
			heads = append(heads, bareOf(normal[:i]))
		}
		if len(heads) == mostBeginnings {
			break
		}
	}
	return heads
}

// joins says whether a text begins with a word that adds to what was said.
func joins(text string) bool {
	if text == "" || strings.IndexByte("abuwyep", text[0]) < 0 { // most words
		return false
	}
	for _, word := range []string{"and ", "because ", "und ", "weil ", "y ", "porque ", "et ", "parce "} {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

// longEnough says whether a text has at least shortestTitle words, nearly.
func longEnough(text string) bool {
	return strings.Count(text, " ")+1 >= shortestTitle || strings.ContainsFunc(text, words.IsCJK) && utf8.RuneCountInString(text) >= 2*shortestTitle
}

// isBreak tells the marks that part the sense.
func isBreak(r rune) bool {
	switch r {
	case ',', '.', ';', ':', '!', '?', '—', '–', '(', '。', '，', '；', '：', '！', '？', '、', '（':
		return true
	}
	return false
}

// bareOf is a normal form without its marks.
func bareOf(normal string) string {
	if !strings.ContainsFunc(normal, isBreak) {
		return normal
	}
	bare := make([]byte, 0, len(normal))
	for _, r := range normal {
		switch {
		case r != ' ' && r != ')' && r != '）' && !isBreak(r):
			bare = utf8.AppendRune(bare, r)
		case len(bare) > 0 && bare[len(bare)-1] != ' ':
			bare = append(bare, ' ')
		}
	}
	return strings.TrimSuffix(string(bare), " ")
}
