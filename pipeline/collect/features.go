package collect

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/words"
)

// Feature is something that is true of a text and its place, in words: "a heading of
// rules right above". weights.tsv says what each is worth.
type Feature string

var (
	roleNames = []string{
		neutral: "no heading that says what is below", lessons: "a heading of lessons", decisions: "a heading of decisions",
		other: "a heading of something else", index: "a heading of an index", topic: "a topic", pasted: "a copy",
		norms: "a heading of rules", wishes: "a heading of wishes",
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

// features are what is true of a text.
func (c *candidate) features() []Feature {
	says := strengthNames[c.strength()]
	all := slices.Concat(
		[]string{says, c.placeName(), labelNames[c.label], says + " below " + c.placeName(), says + " in a " + c.fileName()},
		c.ofPlace(), c.ofForm(), c.ofWording(), c.among.siblings().without(c),
	)
	features := make([]Feature, len(all))
	for i, name := range all {
		features[i] = Feature(name)
	}
	return features
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
		{"right below the title", c.title},
		{"beside a list", c.beside},
		{"in a list of rules", c.amongRules},
		{"below a date", c.journal},
		{"begins with a date", c.dated},
		{"row of a table", c.row},
		{"below a heading with a date", reDate().MatchString(c.heading)},
		{"below a heading with a time", reClock().MatchString(c.heading)},
		{"below a heading with a tick", isDone(c.heading)},
		{"below a heading that gives an order", read(fold(c.heading)).isNorm()},
		{"the heading above the nearest is of lessons", classify(c.outer) == lessons},
		{"the heading above the nearest is of rules", classify(c.outer) == norms},
	}.names()
}

// ofForm are facts about how the text is written.
func (c *candidate) ofForm() []string {
	text := c.text
	kinds, covered := map[words.Kind]bool{}, 0
	for _, s := range words.Specifics(text) {
		covered += s.End - s.Start
		kinds[s.Kind] = true
	}
	names := []string{
		"words: " + step(lengthOf(text), 5, 9, 14, 22, 40, 80),
		"share of names and values: " + step(covered*100/len(text), 1, 15, 30, 50),
	}
	for _, kind := range []words.Kind{
		words.Code, words.URL, words.Path, words.Date, words.Time, words.Number, words.Person,
	} {
		if kinds[kind] {
			names = append(names, "holds "+string(kind))
		}
	}
	plain := strings.TrimRight(text, " *_)`")
	head, _, bold := boldHead(text)
	if bold {
		names = append(names, "bold beginning: "+strengthNames[strengthOf(head)])
	}
	return append(names, named{
		{
			"ends like a sentence",
			strings.HasSuffix(plain, ".") || strings.HasSuffix(plain, "。") || strings.HasSuffix(plain, "!"),
		},
		{"an arrow", strings.Contains(text, "→") || strings.Contains(text, "->")},
		{"an equals sign", strings.ContainsAny(text, "=≈")},
		{"percent or money", strings.ContainsAny(text, "%$€")},
		{"brackets", strings.ContainsAny(text, "(（")},
		{"a dash", strings.Contains(text, " — ") || strings.Contains(text, " - ") || strings.Contains(text, " – ")},
		{"many figures", hasManyFigures(text)},
		{"a figure", reFigure().MatchString(text)},
		{"a name with its value", isDetail(text)},
		{"begins with code", strings.HasPrefix(strings.TrimLeft(text, "*"), "`")},
		{"begins like a label", beforeColon(text) != ""},
		{"a picture", !isASCII(text) && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.So, r) })},
	}.names()...)
}

// ofWording are facts about what the words say.
func (c *candidate) ofWording() []string {
	said := c.read()
	return named{
		{"an order in the sentence that counts", c.strength() != order && strengthOf(ruleSentence(c.text)) == order},
		{"a negation", words.Negations(c.text) > 0},
		{"begins like a report", begunReports().in(said.folded)},
		{"reports", reports().in(fold(c.text))},
	}.names()
}

// step is which of the steps a number has reached.
func step(n int, limits ...int) string {
	at := 0
	for at < len(limits) && n >= limits[at] {
		at++
	}
	return [...]string{"fewest", "few", "some", "more", "many", "very many", "most"}[at]
}

// lengthOf is the number of words; in scripts without spaces two characters are one.
func lengthOf(text string) int {
	n := 0
	for _, r := range text {
		if isSyllabic(r) {
			n++
		}
	}
	return max(words.Count(text), n/2)
}

// siblings counts the texts below one heading: how many give orders, norms and figures.
type siblings struct{ all, orders, norms, figures int }

// section is the texts below one heading; they are counted when it is asked for.
type section struct {
	texts   []*candidate
	counted siblings
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
	add(&s.figures, reFigure().MatchString(c.text))
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
