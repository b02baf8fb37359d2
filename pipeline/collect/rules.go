package collect

import (
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/similar"
	"wisdom/internal/words"
	"wisdom/markdown"
)

// candidate is a text that may be a lesson, read once.
type candidate struct {
	place
	file  fileKind
	daily bool // the file is the note of a day
	// text is on one line, without list mark, label and date.
	text   string
	normal string   // see words.Normal
	said   *reading // see read
}

// rule names a reason why a text is a lesson, or is none.
type rule struct {
	name    string
	class   lesson.Class // empty if the text is no lesson
	applies func(c *candidate) bool
}

// rules decide what a text is: the first that applies.
var rules = []rule{
	{"machine line", "", func(c *candidate) bool { return isMachine(c.text) }},
	{"to-do", "", func(c *candidate) bool { return isTodo(c.text) }},
	{"too short", "", func(c *candidate) bool { return tooShort(c.normal) }},
	{"mojibake", "", func(c *candidate) bool { return words.IsMojibake(c.text) }},
	{"template", "", isTemplate},
	{"reference", "", func(c *candidate) bool { return isReference(c.text) }},
	{"copied text", "", func(c *candidate) bool { return c.role == pasted }},
	{"done", "", func(c *candidate) bool { return !c.advice && isDone(c.text) && (c.daily || !c.advises()) }},
	{"index", "", func(c *candidate) bool { return c.role == index }},
	{"finding of a day", lesson.Told, (*candidate).isFindingOfDay},
	{"lesson label", lesson.Labelled, func(c *candidate) bool {
		return c.label == lessonLabel && (c.file != agentsFile || c.role == lessons) && !c.isRowOfFigures()
	}},
	{"action field", lesson.Rule, func(c *candidate) bool {
		return c.label == actionLabel && c.file != agentsFile && c.role != other &&
			(c.read().isNorm() || c.role == lessons && c.advises())
	}},
	{
		"insight label",
		lesson.Told,
		func(c *candidate) bool { return c.isReport() && slices.Contains(known().Labels.Insight, c.labelName()) },
	},
	{"other field", "", func(c *candidate) bool { return c.label != unlabelled }},
	{"introduction", "", func(c *candidate) bool { return c.shape == "introduction" || introduces(c.text) }},
	{"quotation", "", func(c *candidate) bool { return c.shape == "quotation" }},
	{"question", "", func(c *candidate) bool { return isQuestion(c.text) }},
	{"other section", "", func(c *candidate) bool { return c.role == other }},
	{
		"decision",
		lesson.Labelled,
		func(c *candidate) bool {
			return c.role == decisions && (c.read().isNorm() || !c.row && !c.daily && c.advises())
		},
	},
	{"decision row", "", func(c *candidate) bool { return c.role == decisions && c.row }},
	{"decision without an order", lesson.Told, func(c *candidate) bool { return c.role == decisions }},
	{"detail", "", func(c *candidate) bool { return isDetail(c.text) && !c.read().isNorm() }},
	{"text beside a list", "", func(c *candidate) bool { return c.beside && c.role != neutral && !c.advises() }},
	{
		"lesson section",
		lesson.Labelled,
		func(c *candidate) bool {
			return c.role == lessons && (c.explicit || c.title || c.dated && !c.row) && !c.isRowOfFigures()
		},
	},
	{
		"lesson file",
		lesson.Labelled,
		func(c *candidate) bool { return c.role == lessons && (c.read().isNorm() || c.advises() && !c.journal) },
	},
	{"finding of a day", lesson.Told, func(c *candidate) bool { return c.daily && c.role == lessons }},
	{"instructions that every session loads", "", func(c *candidate) bool { return c.file == agentsFile }},
	{"dated bullet", lesson.Rule, func(c *candidate) bool { return c.dated && c.advises() }},
	{"rule section", lesson.Rule, func(c *candidate) bool {
		return c.isBelowRules() && (!c.daily || c.advice || c.read().isWeak())
	}},
	{"plan of a day below a heading of rules", lesson.Told, (*candidate).isBelowRules},
	{"log entry", "", func(c *candidate) bool { return c.role == neutral && c.date != "" && clockOf(c.text) != "" }},
	{"report with figures", "", func(c *candidate) bool {
		return c.role == neutral && c.givesRule() && hasManyFigures(c.text)
	}},
	{"report or plan of a day", lesson.Told, func(c *candidate) bool {
		return c.daily && c.givesRule() && c.tellsOfDay()
	}},
	{"order or norm", lesson.Rule, (*candidate).givesRule},
	{"insight", lesson.Told, func(c *candidate) bool { return c.isReport() && insights().in(c.read().folded) }},
	{"no order or norm", "", func(*candidate) bool { return true }},
}

// read is what the words say; most texts are decided without. What a person said in a
// report, and what reports in words of orders, is no rule.
func (c *candidate) read() *reading {
	if c.said == nil {
		folded := fold(c.text)
		if c.role == neutral || c.role == lessons && !c.explicit {
			if !isASCII(folded) || strings.IndexByte(folded, '"') >= 0 {
				folded = reQuoted().ReplaceAllString(folded, "")
			}
			folded = reports().outOf(folded)
		}
		c.said = read(folded)
	}
	return c.said
}

// labelName is the label in front of the text, or what stands there like one:
// "Conclusion: …".
func (c *candidate) labelName() string {
	if name := beforeColon(c.text); name != "" && c.label == unlabelled {
		return bare(name)
	}
	return c.name
}

// givesRule reports whether the text is a rule wherever it stands. What tells of a day
// has the weaker words too.
func (c *candidate) givesRule() bool {
	return c.read().isNorm() || c.date == "" && c.read().isWeak() || c.amongRules && c.read().order
}

// advises reports whether the text says what to do.
func (c *candidate) advises() bool { return c.read().advises() }

// isBelowRules reports whether the heading and the form say that the text is a rule.
func (c *candidate) isBelowRules() bool {
	return c.role == norms && (c.advises() || !c.row && (c.explicit || !c.negative && strings.HasPrefix(c.text, "**")))
}

// isFindingOfDay reports whether a text in the note of a day stands where lessons do, and
// tells of that day or of a figure that was found on it rather than what holds from now on.
func (c *candidate) isFindingOfDay() bool {
	if !c.daily || c.label != lessonLabel && (c.label != unlabelled || c.role != lessons) {
		return false
	}
	_, behind, _ := strings.Cut(c.read().folded, ", ") // "when it leaks, close the valve"
	if c.read().order || read(behind).order || c.read().isNorm() {
		return false
	}
	return holds(c.text, words.Time, words.Date) || !c.advises() && c.label == unlabelled && holds(c.text, words.Number)
}

// tellsOfDay reports whether the sentence that gives the order names a time or a day, or
// says what was: it reports, or it plans. Other sentences may tell why the order is given.
func (c *candidate) tellsOfDay() bool {
	sentence := ruleSentence(c.text)
	return saysWhatWas(sentence) || holds(sentence, words.Time, words.Date) ||
		begunReports().in(c.read().folded) && strengthOf(sentence) < order
}

// saysWhatWas reports whether a text tells what happened once, or who speaks.
func saysWhatWas(text string) bool {
	for word := range words.Split(fold(text)) {
		if ofOneDay()[word] {
			return true
		}
	}
	return false
}

// holds reports whether a text holds a specific of one of the kinds.
func holds(text string, kinds ...words.Kind) bool {
	return slices.ContainsFunc(
		words.Specifics(text),
		func(s words.Specific) bool { return slices.Contains(kinds, s.Kind) },
	)
}

// isRowOfFigures reports whether a row of a table where lessons stand gives figures and no
// order.
func (c *candidate) isRowOfFigures() bool {
	return c.row && !c.advises() && reFigure().MatchString(c.text)
}

// isReport reports whether the text stands among notes of what happened.
func (c *candidate) isReport() bool { return c.file != agentsFile && c.role == neutral }

// isNegative reports whether the text says what does not work: it stands below such a
// heading, and neither a label nor its words make a rule of it.
func (c *candidate) isNegative() bool {
	return c.negative && c.label == unlabelled && !c.read().isNorm()
}

// fewOrders names why what is found in a note on a topic may be none; see leastOrders.
const fewOrders = "topic with few orders"

// decision is what the rules made of the lines from start to end.
type decision struct {
	start, end int
	rule       string
	class      lesson.Class
}

// skip notes why a block is not offered at all.
func (r *reader) skip(b *markdown.Block, why string) {
	r.decisions = append(r.decisions, decision{r.doc.Line(b.Start), r.doc.Line(max(b.End-1, b.Start)), why, ""})
}

// offer lets the rules decide on a text that stands from one block to another.
func (r *reader) offer(text string, from, to *markdown.Block, at place) {
	r.offerLines(text, r.doc.Line(from.Start), r.doc.Line(max(to.End-1, to.Start)), at)
}

// offerLines lets the rules decide on a text, which is on one line.
func (r *reader) offerLines(text string, start, end int, at place) {
	if r.ctx.Err() != nil {
		return
	}
	if m := rePrefixDate().FindStringSubmatch(text); m != nil {
		at.dated = true
		at.date = m[1] + m[2]
		text = text[len(m[0]):]
	}
	if kind, _, rest := splitLabel(text); kind == lessonLabel {
		if text = rest; at.label == unlabelled {
			at.label = lessonLabel
		}
	}
	if at.role == index {
		text = reIndexed().ReplaceAllString(text, "")
	}
	if text == "" {
		return
	}
	text = underLead(text, at)
	if len(text) > longestLesson {
		r.tooLong = append(r.tooLong, start)
		r.decisions = append(r.decisions, decision{start, end, "too long", ""})
		return
	}
	c := &candidate{place: at, file: r.kind, daily: r.daily, text: text, normal: words.Normal(text)}
	for _, rule := range rules {
		if !rule.applies(c) {
			continue
		}
		if r.kind == topicFile && rule.name != "too short" {
			r.texts++
			if c.read().isNorm() || rule.class != "" && c.advises() {
				r.orders++
			}
		}
		r.decisions = append(r.decisions, decision{start, end, rule.name, rule.class})
		if rule.class != "" || rule.name == "index" {
			r.take(c, rule, start, end)
		}
		return
	}
}

// take notes a lesson, or an echo of one.
func (r *reader) take(c *candidate, by rule, start, end int) {
	kind := lesson.KindLesson
	if c.role == decisions {
		kind = lesson.KindDecision
	}
	bare := similar.Bare(c.normal)
	r.found = append(r.found, found{
		kind:     kind,
		class:    by.class,
		rule:     by.name,
		negative: c.isNegative(),
		text:     c.text,
		id:       idOf(c.normal),
		normal:   c.normal,
		bare:     bare,
		core: coreOf(
			c.normal,
			bare,
		),
		beginnings: beginnings(c.normal),
		start:      start,
		end:        end,
		heading:    c.heading,
		date:       c.date,
		echo:       c.role == index,
	})
}

// longestLesson is the length in bytes from which a text is no lesson but
// something that was pasted; the longest in the field had 400 words.
const longestLesson = 6000

// reQuoted is what stands between quotation marks.
var reQuoted = words.Lazily(`"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」`)
