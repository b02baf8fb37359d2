package collect

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
)

// Feature is something that is true of a text and its place. weights.tsv says what each is worth.
type Feature struct {
	Kind FeatureKind
	// Says is a fact in words ("a heading of rules right above it"), or the word that is used.
	Says string
}

// FeatureKind says what a feature is about.
type FeatureKind int

// The kinds of features: a fact about place, form or wording, or the use of a word.
const (
	Fact FeatureKind = iota
	Word
	FirstWord
	Sign
	Characters
	InHeading
	kinds
)

// kindsOfFeatures are the names of the kinds, as weights.tsv has them.
var kindsOfFeatures = [kinds]string{
	"fact", "word", "begins with", "sign", "characters", "heading",
}

// String is the name of the kind in weights.tsv.
func (k FeatureKind) String() string { return kindsOfFeatures[k] }

// String is a feature in words.
func (f Feature) String() string {
	if f.Kind == Fact {
		return f.Says
	}
	return fmt.Sprintf("%s %q", f.Kind, f.Says)
}

// MarshalText is a feature in JSON.
func (f Feature) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// The names of facts.
var (
	roleNames = []string{
		neutral: "neither lessons nor rules", lessons: "lessons", decisions: "decisions", norms: "rules",
		other: "something other than lessons", pasted: "the words or advice of others",
	}
	kindNames = []string{
		lessonFile: "in a file of lessons",
		memoryFile: "in a file of memories",
		agentsFile: "in a file that every session loads",
		topicFile:  "in a note on a topic",
	}
	strengthNames = []string{
		noRule:     "no order or rule in its words",
		weakRule:   "a hint of a rule",
		statedRule: "the wording of a rule",
		order:      "an order in front",
		opensRule:  "a word of rules in front",
	}
	labelNames = []string{
		unlabelled: "no label", lessonLabel: "the label of a lesson", actionLabel: "the label of an action",
		otherLabel: "the label of something other than a lesson", withdrawnLabel: "a mark of what does not hold",
	}
)

// lengthNames are the names of lengths, each from the number of words on at which the one before ends.
var (
	lengths     = []int{5, 9, 14, 22, 40, 80}
	lengthNames = []string{
		"having fewer than 5 words", "having 5 to 8 words", "having 9 to 13 words", "having 14 to 21 words",
		"having 22 to 39 words", "having 40 to 79 words", "having 80 words or more",
	}
)

// features says what is true of a text, some of it more than once.
func (c *candidate) features(say func(Feature)) {
	for _, fact := range c.facts() {
		say(Feature{Fact, fact})
	}
	for _, words := range [][]Feature{c.words, c.headed(), c.columns} {
		for _, f := range words {
			say(f)
		}
	}
}

// headingWords are the features of the words above a text, each once.
func headingWords(heading string) (all []Feature) {
	sayWords(text.Fold(heading), func(f Feature, _ int) {
		if f.Kind == Word || f.Kind == Characters && utf8.RuneCountInString(f.Says) > 1 {
			if f.Kind = InHeading; !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	})
	return all
}

// facts are what is true of the place, the form and the wording of a text.
func (c *candidate) facts() []string {
	facts := []string{
		strengthNames[c.strength], c.placeName(), c.fileName(), labelNames[c.label],
		lengthNames[step(lengthOf(c.text), lengths...)],
	}
	if c.below != unlabelled {
		facts = append(facts, labelNames[c.below]+" above it")
	}
	if c.row {
		facts = append(facts, "being a row of a table")
	}
	if hasFigure(c.text) {
		facts = append(facts, "a number in it")
	}
	if c.isQuestion() {
		facts = append(facts, "ending like a question")
	}
	others := *c.beside
	if others.count(c, -1); others.all == 0 {
		return facts
	}
	share := func(n int) string { return steps[step(n*100/others.all, 1, 20, 40, 60, 80)] }
	return append(
		facts,
		"texts beside it: "+steps[step(others.all, 3, 8, 20)],
		"orders beside it: "+share(others.orders),
		"norms beside it: "+share(others.norms),
		"figures beside it: "+share(others.figures),
	)
}

// isQuestion reports whether the last character of the text, but for marks, is that of a question.
func (c *candidate) isQuestion() bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(c.text, " *_)`"))
	return strings.ContainsRune("?？", last)
}

func (c *candidate) fileName() string {
	switch {
	case c.daily && c.file == lessonFile:
		return "in a file of lessons of a day"
	case c.daily:
		return "in a note of a day"
	}
	return kindNames[c.file]
}

func (c *candidate) placeName() string {
	switch {
	case c.explicit:
		return "a heading of " + roleNames[c.role] + " right above it"
	case c.role == neutral:
		return "no heading of lessons or rules above it"
	case c.role == lessons:
		return "a heading of lessons further up, or the name of the file"
	}
	return "a heading of " + roleNames[c.role] + " above it"
}

// steps are the names of the steps that a number can reach.
var steps = [...]string{"fewest", "few", "some", "more", "many", "very many", "most"}

// step is which of the steps a number has reached.
func step(n int, limits ...int) int {
	at := 0
	for at < len(limits) && n >= limits[at] {
		at++
	}
	return at
}

// lengthOf is about the number of words; in scripts without spaces two characters are one.
func lengthOf(s string) int {
	n := 0
	for _, r := range s {
		if text.IsSyllable(r) {
			n++
		}
	}
	return max(strings.Count(s, " ")+1, n/2)
}

// siblings counts the texts below one heading: how many give orders, norms and figures.
type siblings struct{ all, orders, norms, figures int }

// countSiblings counts texts that stand together.
func countSiblings(texts []*candidate) *siblings {
	s := &siblings{}
	for _, c := range texts {
		s.count(c, 1)
	}
	return s
}

func (s *siblings) count(c *candidate, by int) {
	add := func(n *int, is bool) {
		if is {
			*n += by
		}
	}
	s.all += by
	add(&s.orders, c.strength != noRule)
	add(&s.norms, c.norm)
	add(&s.figures, hasFigure(c.text))
}
