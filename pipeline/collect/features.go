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

// String is a feature as cmd/weights takes it.
func (f Feature) String() string {
	if f.Kind == Fact {
		return f.Says
	}
	return fmt.Sprintf("%s %q", f.Kind, f.Says)
}

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
		otherLabel: "the label of something other than a lesson",
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

// features says what is true of a text.
func (c *candidate) features(found func(Feature)) {
	seen := map[Feature]bool{}
	say := func(f Feature) {
		if !seen[f] {
			seen[f] = true
			found(f)
		}
	}
	for _, fact := range c.traits().facts() {
		say(Feature{Fact, fact})
	}
	sayWords(c.read().folded, func(f Feature, _ int) { say(f) })
	sayHeading(c.above, say)
	sayHeading(c.columns, say)
}

// sayHeading says which words a heading uses.
func sayHeading(heading string, say func(Feature)) {
	sayWords(fold(heading), func(f Feature, _ int) {
		if f.Kind == Word || f.Kind == Characters && utf8.RuneCountInString(f.Says) > 1 {
			say(Feature{InHeading, f.Says})
		}
	})
}

// traits are what the facts about a text follow from. Most texts of a file share them with others.
type traits struct {
	strength     ruleStrength
	role         role
	label, below labelKind
	file         fileKind
	daily        bool
	explicit     bool
	length       int // a step
	marks        uint
	beside       siblings // as steps
}

// marks are facts about where a text stands and how it is written.
var marks = [...]struct {
	fact string
	of   func(c *candidate) bool
}{
	{"being a row of a table", func(c *candidate) bool { return c.row }},
	{"a number in it", func(c *candidate) bool { return c.figure }},
	{"ending like a question", (*candidate).isQuestion},
}

// isQuestion reports whether the last character of the text, but for marks, is that of a question.
func (c *candidate) isQuestion() bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(c.text, " *_)`"))
	return strings.ContainsRune("?？", last)
}

func (c *candidate) traits() traits {
	t := traits{
		strength: c.read().strength(), role: c.role, label: c.label, below: c.below, file: c.file, daily: c.daily,
		explicit: c.explicit, length: step(lengthOf(c.text), lengths...), beside: c.beside.without(c),
	}
	for i, mark := range marks {
		if mark.of(c) {
			t.marks |= 1 << i
		}
	}
	return t
}

// facts are the traits in words.
func (t traits) facts() []string {
	facts := []string{
		strengthNames[t.strength], t.placeName(), t.fileName(), labelNames[t.label], lengthNames[t.length],
	}
	if t.below != unlabelled {
		facts = append(facts, labelNames[t.below]+" above it")
	}
	for i, mark := range marks {
		if t.marks&(1<<i) != 0 {
			facts = append(facts, mark.fact)
		}
	}
	if t.beside == alone {
		return facts
	}
	return append(
		facts,
		"texts beside it: "+steps[t.beside.all],
		"orders beside it: "+steps[t.beside.orders],
		"norms beside it: "+steps[t.beside.norms],
		"figures beside it: "+steps[t.beside.figures],
	)
}

func (t traits) fileName() string {
	switch {
	case t.daily && t.file == lessonFile:
		return "in a file of lessons of a day"
	case t.daily:
		return "in a note of a day"
	}
	return kindNames[t.file]
}

func (t traits) placeName() string {
	switch {
	case t.explicit:
		return "a heading of " + roleNames[t.role] + " right above it"
	case t.role == neutral:
		return "no heading of lessons or rules above it"
	case t.role == lessons:
		return "a heading of lessons further up, or the name of the file"
	}
	return "a heading of " + roleNames[t.role] + " above it"
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
func lengthOf(text string) int {
	count := strings.Count(text, " ") + 1
	if isASCII(text) {
		return count
	}
	n := 0
	for _, r := range text {
		if words.IsSyllable(r) {
			n++
		}
	}
	return max(count, n/2)
}

// siblings counts the texts below one heading: how many give orders, norms and figures.
type siblings struct{ all, orders, norms, figures int }

// alone are the siblings of a text that has none.
var alone = siblings{all: -1}

// shared are the numbers of the features that texts of a file share with others; see scale.
type shared struct {
	facts map[traits][]number
	above map[string][]number // by the lines above them
}

func newShared() *shared { return &shared{map[traits][]number{}, map[string][]number{}} }

func (s *shared) ofFacts(t traits) []number {
	return once(s.facts, t, func(say func(Feature)) {
		for _, fact := range t.facts() {
			say(Feature{Fact, fact})
		}
	})
}

func (s *shared) ofAbove(lines string) []number {
	return once(s.above, lines, func(say func(Feature)) { sayHeading(lines, say) })
}

// once returns the numbers of a key, which are looked up the first time.
func once[K comparable](known map[K][]number, key K, of func(say func(Feature))) []number {
	numbers, there := known[key]
	if !there {
		numbers = weights().numbers(of)
		known[key] = numbers
	}
	return numbers
}

// countSiblings counts texts that stand together; a copy changes nothing.
func countSiblings(texts []*candidate) *siblings {
	s, seen := &siblings{}, map[string]bool{}
	for _, c := range texts {
		if !seen[c.normal] {
			seen[c.normal] = true
			s.count(c, 1)
		}
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
	add(&s.orders, c.advises())
	add(&s.norms, c.read().isNorm())
	add(&s.figures, c.figure)
}

// without are the siblings of a text, which was counted with them, as steps.
func (s siblings) without(c *candidate) siblings {
	if s.count(c, -1); s.all == 0 {
		return alone
	}
	share := func(n int) int { return step(n*100/s.all, 1, 20, 40, 60, 80) }
	return siblings{step(s.all, 3, 8, 20), share(s.orders), share(s.norms), share(s.figures)}
}
