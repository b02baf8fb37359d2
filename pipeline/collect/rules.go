package collect

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/markdown"
)

// candidate is a text that may be a lesson, read once.
type candidate struct {
	place
	file    fileKind
	daily   bool // the file is the note of a day
	foreign bool // it is not in English
	// text is on one line, without list mark, label and date.
	text   string
	normal string // see text.Normal
	// own is the text without the line above that refuses it.
	own string
	*reading
	strength ruleStrength
	// start and end are its lines; decision is its place among those of the reader.
	start, end, decision int
	// beside are the texts below the same heading.
	beside *siblings
	// weighed: no sign decides, and chance is how likely the text is a lesson.
	weighed bool
	chance  float64
	// among: most texts below the same heading are lessons; story: one of them is the lesson of what this one tells;
	// again: the note says so every few hours.
	among, story, again bool
}

// rule names a reason why a text is a lesson, or is none.
type rule struct {
	name    string
	because string       // the reason in the words of the text's owner, where the weights do not decide
	class   lesson.Class // empty if the text is no lesson
	applies func(c *candidate) bool
}

// rules decide what a text is: the first that applies. What no sign decides is weighed.
var rules = []rule{
	{instructions, "", "", func(c *candidate) bool { return c.file == agentsFile && c.role != lessons }},
	{"to-do", "it begins with a box or a word such as TODO", "", func(c *candidate) bool { return isTodo(c.text) }},
	{
		"struck out", "it is struck out, or nothing but a link or the name of a file", "",
		func(c *candidate) bool { return isLeftover(c.text) },
	},
	{
		"withdrawn", "it is marked as withdrawn, rejected, undecided or true earlier, or stands below such a mark", "",
		func(c *candidate) bool { return c.withdrawn },
	},
	{
		"too short", "the text that counts has fewer than three words", "",
		func(c *candidate) bool { return tooShort(c.normal) },
	},
	{
		"mojibake", "it is garbled: it was written in UTF-8 and read as something else", "",
		func(c *candidate) bool { return text.IsMojibake(c.text) },
	},
	{
		"placeholder", "all of it is in brackets or in italics, as a placeholder is", "",
		func(c *candidate) bool { return reUnfilled().MatchString(c.text) },
	},
	{"template", "it begins like a sentence of a template", "", (*candidate).isTemplate},
	{
		"copied text", "a heading above it announces the words or advice of others", "",
		func(c *candidate) bool { return c.role == pasted },
	},
	{
		"introduction", "it only leads to what follows it, as a line does that ends with a colon", "",
		func(c *candidate) bool { return c.isIntroduction || introduces(c.text) && (c.leads || !c.norm) },
	},
	{
		"told with its lesson", "it tells what happened, and the lesson of it has a label of its own", "",
		func(c *candidate) bool { return c.story },
	},
	{
		"log", "the note says so at several hours", "",
		func(c *candidate) bool { return c.again && c.label != lessonLabel },
	},
	{byWeight, "", lesson.Labelled, func(c *candidate) bool { return c.chance >= LeastChance && c.isLabelled() }},
	{byWeight, "", lesson.Rule, func(c *candidate) bool { return c.chance >= LeastChance }},
	{
		"among lessons", "most texts beside it are lessons", lesson.Rule,
		func(c *candidate) bool { return c.among && c.chance >= LeastToldChance },
	},
	{light, "", lesson.Told, (*candidate).isTold},
	{light, "", "", func(*candidate) bool { return true }},
}

// The names of rules that the weights decide, and of the one that holds in a whole file.
const (
	byWeight     = "weighed"
	light        = "weighed too light"
	instructions = "instructions that every session loads"
)

// leastReport is the least chance of what is shown to a model of texts in English, of which most weights are, that have
// no order in their words: of those with less, one in seventeen was a lesson on eight real workspaces.
const leastReport = 0.25

// isTold reports whether a text that is weighed too light may yet be one for a model.
func (c *candidate) isTold() bool {
	return c.label == lessonLabel ||
		c.chance >= LeastToldChance && (c.strength != noRule || c.foreign || c.chance >= leastReport)
}

// isLabelled reports whether a heading or a label says that the text is a lesson.
func (c *candidate) isLabelled() bool {
	return c.label == lessonLabel || c.below == lessonLabel || c.role == lessons || c.role == decisions
}

// isNegative reports whether the text says what does not work: it is below such a
// heading or begins with a cross, and neither a label nor its words make a rule of it.
func (c *candidate) isNegative() bool {
	return (c.negative || isCross(c.text) && !c.isHeading) && c.label == unlabelled && !c.norm
}

// isRefused reports whether the text begins with the line above that refuses it.
func (c *candidate) isRefused() bool { return c.text != c.own }

// subject is what a text is about, if it does not say that itself: the line that leads to its list, or the heading
// above it.
func (c *candidate) subject() string {
	const longest = 120 // bytes
	subject := c.led
	if subject == "" && c.needsHeading() {
		subject = c.topic
	}
	subject = reLeading().ReplaceAllString(strings.Trim(withoutBrackets(text.Unbold(subject)), " :：."), "")
	turns := c.negative && isNegative(subject) || isCross(c.text) && refuses(subject)
	if c.isRefused() || c.isHeading || len(subject) > longest || reClock().MatchString(subject) ||
		!strings.ContainsFunc(subject, unicode.IsLetter) || // a date
		strings.Contains(c.folded, text.Fold(subject)) ||
		!turns && (refuses(subject) || classify(subject) != neutral || kindOfLabel(subject) != unlabelled) {
		return ""
	}
	return subject
}

// needsHeading reports whether a text is understood only with the heading above it: it refers to that, has few words or
// a label in front, or says what does not work.
func (c *candidate) needsHeading() bool {
	const few, label = 9, 24 // words, bytes
	first, _, _ := strings.Cut(c.folded, " ")
	colon := strings.IndexAny(c.text, ":：")
	return text.IsBackward(strings.Trim(first, "*_,")) || lengthOf(c.text) < few || 0 <= colon && colon < label ||
		c.negative || isCross(c.text) && refuses(c.topic)
}

// decision is what the rules made of the lines from start to end.
type decision struct {
	start, end int
	rule       string
	class      lesson.Class
	because    string // for people
}

// skip notes why a block is not offered at all.
func (r *reader) skip(b *markdown.Block, why string) {
	r.decisions = append(
		r.decisions,
		decision{start: r.doc.Line(b.Start), end: r.doc.Line(max(b.End-1, b.Start)), rule: why},
	)
}

// announce notes that a heading is not offered, and what it says about the texts below it.
func (r *reader) announce(heading *markdown.Block, is role, negative bool) {
	r.skip(heading, "heading")
	d := &r.decisions[len(r.decisions)-1]
	switch {
	case negative:
		d.because = "it is a heading that announces what does not work or is to be avoided"
	case is != neutral:
		d.because = "it is a heading that announces " + roleNames[is]
	}
}

// offer lets the rules decide on a text that stands from one block to another.
func (r *reader) offer(text string, from, to *markdown.Block, at place) {
	r.offerLines(text, r.doc.Line(from.Start), r.doc.Line(max(to.End-1, to.Start)), at)
}

// offerLines lets the rules decide on a text, which is on one line.
func (r *reader) offerLines(s string, start, end int, at place) {
	if r.ctx.Err() != nil {
		return
	}
	dated := false
	if m := rePrefixDate().FindStringSubmatch(s); m != nil {
		dated, at.date = true, m[1]+m[2]
		s = s[len(m[0]):]
	}
	if !at.plain || dated {
		if kind, _, rest := splitLabel(s); kind == lessonLabel {
			if s = rest; at.label == unlabelled {
				at.label = lessonLabel
			}
		}
	}
	if at.label == lessonLabel && strings.Count(s, bold)%2 == 1 { // its other mark was cut off with the label
		s = strings.Replace(s, bold, "", 1)
	}
	if s == "" {
		r.decisions = append(r.decisions, decision{start: start, end: end, rule: "label"})
		return
	}
	if last := leadingSentence(s); last != "" {
		s = strings.TrimSpace(strings.TrimSuffix(s, last))
		at.isIntroduction = false
	}
	own := s
	s = underLead(own, at)
	if len(s) > longestLesson {
		r.tooLong = append(r.tooLong, start)
		r.decisions = append(r.decisions, decision{start: start, end: end, rule: "too long"})
		return
	}
	isStory := at.role == other && at.label == lessonLabel
	is, back := isWithdrawn(own)
	at.withdrawn = at.withdrawn && !isStory || at.label == withdrawnLabel || is
	if back != "" {
		r.retracted = append(r.retracted, retraction{back, at.date})
	}
	c := r.candidate(s, at)
	c.own, c.start, c.end, c.decision = own, start, end, len(r.decisions)
	r.offered = append(r.offered, c)
	r.decisions = append(r.decisions, decision{start: start, end: end})
}

// candidate reads a text, which is on one line.
func (r *reader) candidate(s string, at place) *candidate {
	said := read(text.Fold(s))
	if r.foreign && text.IsForeign(said.folded, "en") {
		said.order = false // "file" and "note" begin texts of other languages as nouns
	}
	return &candidate{
		place: at, file: r.kind, daily: r.daily, foreign: r.foreign, text: s, normal: text.Normal(s), own: s,
		reading: said, strength: said.strength(), beside: &siblings{},
	}
}

func hasFigure(text string) bool { return strings.ContainsAny(text, "0123456789") }

// decide lets the rules decide on everything that was offered, heading by heading.
func (r *reader) decide() {
	r.found = make([]found, 0, len(r.offered))
	r.markRepeated()
	for rest := r.offered; len(rest) > 0; {
		end := slices.IndexFunc(rest, func(c *candidate) bool { return c.heading != rest[0].heading })
		if end < 0 {
			end = len(rest)
		}
		together := rest[:end]
		beside, isLabelled := countSiblings(together), func(c *candidate) bool { return c.label == lessonLabel }
		hasLesson := slices.ContainsFunc(together, isLabelled)
		first := make([]rule, len(together))
		weighed, likely := 0, 0
		for i, c := range together {
			c.beside, c.story = beside, hasLesson && c.label == otherLabel
			if first[i] = c.firstRule(); c.weighed {
				weighed++
				if c.chance >= LeastChance {
					likely++
				}
			}
		}
		for i, c := range together {
			if c.among = likely > 2 && 3*likely >= 2*weighed; c.among {
				first[i] = c.firstRule()
			}
			r.decideOn(c, first[i])
		}
		rest = rest[end:]
	}
}

// markRepeated marks what a note of a day says in the same first words below several hours.
func (r *reader) markRepeated() {
	const least, first = 3, 3 // hours, words
	if !r.daily {
		return
	}
	said := map[string][]*candidate{} // by those words
	for _, c := range r.offered {
		if words := strings.Fields(c.normal); len(words) >= first && reClock().MatchString(c.heading) {
			key := strings.Join(words[:first], " ")
			said[key] = append(said[key], c)
		}
	}
	for _, all := range said {
		hours := 0
		for i, c := range all {
			if i == 0 || c.heading != all[i-1].heading {
				hours++
			}
		}
		for _, c := range all {
			c.again = hours >= least
		}
	}
}

// firstRule is the first rule that applies.
func (c *candidate) firstRule() rule {
	for _, by := range rules {
		if by.name == byWeight && !c.weighed {
			c.weighed, c.chance = true, c.weigh()
		}
		if by.applies(c) {
			return by
		}
	}
	return rule{}
}

func (r *reader) decideOn(c *candidate, by rule) {
	d := &r.decisions[c.decision]
	if d.rule, d.because, d.class = by.name, by.because, by.class; by.class != "" {
		r.take(c, by)
	}
}

// take notes a lesson.
func (r *reader) take(c *candidate, by rule) {
	kind := lesson.KindLesson
	if c.role == decisions {
		kind = lesson.KindDecision
	}
	r.found = append(r.found, found{
		Kind:     kind,
		Class:    by.class,
		Rule:     by.name,
		Negative: c.isNegative(),
		Refused:  c.isRefused(),
		Lead:     c.subject(),
		Text:     c.text,
		ID:       idOf(c.normal),
		Normal:   c.normal,
		Start:    c.start,
		End:      c.end,
		Heading:  c.heading,
		Date:     c.date,
		Decision: c.decision,
	})
}

// longestLesson is the length in bytes from which a text is no lesson but
// something that was pasted; the longest in the field had 400 words.
const longestLesson = 6000
