package trace

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
)

// query is what a person asks about: a name, words, or a part of an ID.
type query struct {
	phrase string // in lower case
	words  []string
	// begins has, for the phrase and each word, what matches where a word of a text begins like it.
	begins map[string]*regexp.Regexp
}

func newQuery(s string) query {
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	q := query{phrase: strings.ToLower(text.OneLine(s)), begins: map[string]*regexp.Regexp{}}
	for word := range strings.FieldsSeq(q.phrase) {
		if word = strings.TrimFunc(word, isMark); word != "" {
			q.words = append(q.words, word)
		}
	}
	for _, s := range append(q.words, q.phrase) {
		first, _ := utf8.DecodeRuneInString(s)
		anywhere := text.IsCJK(first) || isMark(first) // nothing stands between words of Chinese and Japanese
		before := `(?:^|[^\pL\p{Nd}])`
		if anywhere {
			before = ""
		}
		q.begins[s] = regexp.MustCompile(`(?i)` + before + regexp.QuoteMeta(s))
	}
	return q
}

// rank says how well something matches; the least is best.
type rank int

const (
	isNamed   rank = iota // it has just this name or ID
	hasPhrase             // its words hold the phrase
	hasWords              // its words hold each word, in some form
	lessonsDo             // a lesson behind it holds them, or has an ID like that
	noMatch
)

// rank says how well something matches the subject.
func (q query) rank(m *Match) rank {
	text := m.Name + " " + m.Text
	switch {
	case len(q.words) == 0:
		return noMatch
	case m.Where != LessonOnly && sameName(q.phrase, m.Name), q.phrase == m.Item:
		return isNamed
	case m.Where == LessonOnly:
	case q.begins[q.phrase].MatchString(text):
		return hasPhrase
	case q.in(text):
		return hasWords
	}
	ids, lessons := slices.Concat([]string{m.Draft}, m.Gone), m.Lessons
	if m.NotIncluded != nil {
		ids = append(ids, m.NotIncluded.ID)
	}
	for _, id := range m.Gone {
		lessons = append(lessons[:len(lessons):len(lessons)], m.Known[id])
	}
	holds := func(l lesson.Lesson) bool { return q.in(l.Text) || q.isPartOf(l.ID) }
	if slices.ContainsFunc(lessons, holds) || slices.ContainsFunc(ids, q.isPartOf) {
		return lessonsDo
	}
	return noMatch
}

// sameName reports whether a person who types a phrase means this name.
func sameName(phrase, name string) bool {
	const ends = ".:。：!?！？"
	return strings.TrimRight(phrase, ends) == strings.TrimRight(strings.ToLower(name), ends)
}

// leastOfID is how many characters of an ID a person must type.
const leastOfID = 4

// isPartOf reports whether the subject is a part of an ID. A word without a digit is
// none: dead and face are words too.
func (q query) isPartOf(id string) bool {
	return len(q.phrase) >= leastOfID &&
		(q.phrase == id || strings.ContainsAny(q.phrase, "0123456789") && strings.Contains(id, q.phrase))
}

// in reports whether a text holds each word of the subject, in some form.
func (q query) in(text string) bool {
	return !slices.ContainsFunc(q.words, func(word string) bool {
		return !q.begins[word].MatchString(text) && !hasForm(text, word)
	})
}

// hasForm reports whether a text holds another form of a word, such as restored for
// restoring, by the rules of the language that the text is in.
func hasForm(s, word string) bool {
	if strings.ContainsFunc(word, text.IsCJK) {
		return false
	}
	own := text.Terms(s)
	both := text.Terms(s + "\n" + word)
	if len(both) <= len(own) {
		return false // it carries no meaning by itself
	}
	return slices.Contains(both[:len(both)-1], both[len(both)-1])
}
