package collect

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
)

// Feature is something that is true of a text and its place. weights.tsv says what each is worth.
type Feature struct {
	Kind FeatureKind
	// Says is a fact in words ("a heading of rules right above"), or the word that is used.
	Says string
}

// FeatureKind says what a feature is about.
type FeatureKind int

// The kinds of features: a fact about place, form or wording, or the use of a word.
const (
	Fact FeatureKind = iota
	Word
	FirstWord
	FirstEnding
	LastCharacters
	Sign
	Characters
	InHeading
	kinds
)

// kindsOfFeatures are the names of the kinds, as weights.tsv has them.
var kindsOfFeatures = [kinds]string{
	"fact", "word", "begins with", "begins in", "ends with", "sign", "characters", "heading",
}

// String is the name of the kind in weights.tsv.
func (k FeatureKind) String() string { return kindsOfFeatures[k] }

// String is a feature as it is shown to people.
func (f Feature) String() string {
	switch f.Kind {
	case Fact:
		return f.Says
	case FirstWord, LastCharacters:
		return fmt.Sprintf("%s %q", f.Kind, f.Says)
	case FirstEnding:
		return fmt.Sprintf("begins with a word in %q", "-"+f.Says)
	case InHeading:
		return fmt.Sprintf("%q in the heading", f.Says)
	}
	return fmt.Sprintf("the %s %q", f.Kind, f.Says)
}

var (
	roleNames = []string{
		neutral: "no heading that says what is below", lessons: "a heading of lessons", decisions: "a heading of decisions",
		other: "a heading of something else", index: "a heading of an index", pasted: "a copy",
		norms: "a heading of rules",
	}
	kindNames = []string{
		lessonFile: "file of lessons",
		memoryFile: "file of memories",
		agentsFile: "instructions",
		topicFile:  "note on a topic",
	}
	strengthNames = []string{
		noRule:     "no order",
		weakRule:   "a hint of an order",
		statedRule: "a norm",
		order:      "an order in front",
	}
	labelNames = []string{
		unlabelled: "no label", lessonLabel: "a label of a lesson", otherLabel: "another label",
		actionLabel: "a label of an action", warning: "a label that warns",
	}
)

// features says what is true of a text, some of it more than once.
func (c *candidate) features(say func(Feature)) {
	says := strengthNames[c.strength()]
	for _, facts := range [][]string{
		{says, c.placeName(), labelNames[c.label], says + " below " + c.placeName(), says + " in a " + c.fileName()},
		c.ofPlace(), c.ofForm(), c.among.siblings().without(c),
	} {
		for _, fact := range facts {
			say(Feature{Fact, fact})
		}
	}
	sayWords(c.read().folded, say)
	for _, f := range c.among.heading() {
		say(f)
	}
	sayHeading(c.columns, say)
}

// sayHeading says which words a heading uses.
func sayHeading(heading string, say func(Feature)) {
	sayWords(fold(heading), func(f Feature) {
		if f.Kind == Word || f.Kind == Characters && utf8.RuneCountInString(f.Says) > 1 {
			say(Feature{InHeading, f.Says})
		}
	})
}

// strength is how clearly the text as a whole says what to do.
func (c *candidate) strength() ruleStrength {
	switch said := c.read(); {
	case said.order || said.opens:
		return order
	case said.isNorm():
		return statedRule
	case said.isWeak():
		return weakRule
	}
	return noRule
}

func (c *candidate) fileName() string {
	switch {
	case c.daily && c.file == lessonFile:
		return "file of lessons of a day"
	case c.daily:
		return "note of a day"
	}
	return kindNames[c.file]
}

func (c *candidate) placeName() string {
	if c.explicit {
		return roleNames[c.role] + " right above"
	}
	return roleNames[c.role]
}

// named are names with whether they are true.
type named []struct {
	name string
	is   bool
}

func (all named) names() []string {
	var names []string
	for _, one := range all {
		if one.is {
			names = append(names, one.name)
		}
	}
	return names
}

// ofPlace are facts about where the text stands.
func (c *candidate) ofPlace() []string {
	return named{
		{"below a date", c.journal},
		{"begins with a date", c.dated},
		{"row of a table", c.row},
		{"a heading", c.isHeading},
		{"below " + labelNames[c.below], c.below != unlabelled},
		{"a quotation", c.shape == "quotation"},
	}.names()
}

// ofForm are facts about how the text is written.
func (c *candidate) ofForm() []string {
	text := c.text
	plain := strings.TrimRight(text, " *_)`")
	return append([]string{"words: " + step(lengthOf(text), 5, 9, 14, 22, 40, 80)}, named{
		{
			"ends like a sentence",
			strings.HasSuffix(plain, ".") || strings.HasSuffix(plain, "。") || strings.HasSuffix(plain, "!"),
		},
		{"a dash", strings.Contains(text, " — ") || strings.Contains(text, " - ") || strings.Contains(text, " – ")},
		{"a negation", words.Negations(text) > 0},
		{"a tick", isDone(c.text)},
		{"a figure", hasFigure(text)},
		{"begins with code", strings.HasPrefix(strings.TrimLeft(text, "*"), "`")},
		{"begins like a label", beforeColon(text) != ""},
	}.names()...)
}

// step is which of the steps a number has reached.
func step(n int, limits ...int) string {
	at := 0
	for at < len(limits) && n >= limits[at] {
		at++
	}
	return [...]string{"fewest", "few", "some", "more", "many", "very many", "most"}[at]
}

// lengthOf is about the number of words; in scripts without spaces two characters are one.
func lengthOf(text string) int {
	count := strings.Count(text, " ") + 1
	if isASCII(text) {
		return count
	}
	n := 0
	for _, r := range text {
		if isSyllabic(r) {
			n++
		}
	}
	return max(count, n/2)
}

// siblings counts the texts below one heading: how many give orders, norms and figures.
type siblings struct{ all, orders, norms, figures int }

// section is the texts below one heading; they are counted when it is asked for.
type section struct {
	texts   []*candidate
	counted siblings
	above   []Feature
}

// heading is what is true of the headings above all of the texts.
func (s *section) heading() []Feature {
	if s.above == nil {
		s.above = []Feature{}
		heading := s.texts[0].heading
		if introduces(heading) {
			s.above = append(s.above, Feature{Fact, "below a heading with a colon"})
		}
		sayHeading(heading, func(f Feature) { s.above = append(s.above, f) })
	}
	return s.above
}

func (s *section) siblings() siblings {
	if s.counted.all == 0 {
		seen := map[string]bool{}
		for _, c := range s.texts {
			if !seen[c.normal] { // a copy changes nothing
				seen[c.normal] = true
				s.counted.count(c, 1)
			}
		}
	}
	return s.counted
}

func (s *siblings) count(c *candidate, by int) {
	add := func(n *int, is bool) {
		if is {
			*n += by
		}
	}
	s.all += by
	add(&s.orders, c.advises())
	add(&s.norms, c.read().isNorm())
	add(&s.figures, hasFigure(c.text))
}

// without are facts about the siblings of a text, which was counted with them.
func (s siblings) without(c *candidate) []string {
	if s.count(c, -1); s.all == 0 {
		return []string{"alone below its heading"}
	}
	share := func(n int) string { return step(n*100/s.all, 1, 20, 40, 60, 80) }
	return []string{
		"texts beside it: " + step(s.all, 3, 8, 20),
		"orders beside it: " + share(s.orders),
		"norms beside it: " + share(s.norms),
		"figures beside it: " + share(s.figures),
	}
}
