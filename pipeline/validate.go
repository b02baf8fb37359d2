package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/review"
)

// said is a text that is loaded in every session anyway, and where it stands.
type said struct {
	text  string
	gist  text.Text
	where string
	// rule reports whether it is a rule of a file that no lesson is: nothing that entries are made of, and no entry.
	rule bool
}

// loaded lists what an entry need not say again: the entries that stand, and the
// sentences of the files that every session loads.
func (r *run) loaded() []said {
	var all []said
	add := func(str, where string, rule bool) {
		if text.Count(str) >= leastSentence {
			all = append(all, said{str, text.Of(str), where, rule})
		}
	}
	for _, e := range r.hand {
		add(e.Text, "a handwritten entry", false)
	}
	for _, s := range r.standing {
		add(s.entry.Text, "an existing entry", false)
	}
	files := []workspace.Path{"USER.md", "IDENTITY.md", lint.AgentsFile, r.sectionFile()} // the last two may be one
	for _, p := range slices.Compact(files) {
		b, err := r.fsys.ReadFile(p, workspace.MaxTarget)
		if err != nil {
			continue // the collector says so where it matters
		}
		doc := markdown.ParseLoose(b)
		clean, _ := secrets.Redact(string(b)) // a model sees them
		lines := strings.Split(clean, "\n")
		for line, text := range lines[:min(doc.Lines(), len(lines))] {
			start, end := doc.LineSpan(line + 1)
			if p == r.sectionFile() && r.section != nil && start >= r.section.Start && start < r.section.End {
				continue
			}
			rule := start < end && b[start] != '#' && !r.holdsLesson(p, line+1)
			for _, sentence := range distill.Sentences(strings.TrimSuffix(text, "\r")) {
				add(sentence, fmt.Sprintf("%s:%d", p, line+1), rule)
			}
		}
	}
	return all
}

// holdsLesson reports whether a line of a file holds a lesson.
func (r *run) holdsLesson(path workspace.Path, line int) bool {
	return slices.ContainsFunc(r.collected.Lessons, func(l lesson.Lesson) bool {
		return slices.ContainsFunc(l.Places, func(p lesson.Place) bool {
			return p.Path == string(path) && p.StartLine <= line && line <= p.EndLine
		})
	})
}

// rules are the loaded sentences that are neither entries nor lessons, nor what the host says of itself: what an entry
// is made of, it does not repeat. A model may not see all of them, so those come first that lessons are near to, and
// of both kinds those that give orders.
func (r *run) rules() []string {
	lessons := make([]text.Text, len(r.lessons))
	for i, l := range r.lessons {
		lessons[i] = text.Of(l.Text)
	}
	var ranked [4][]string
	for _, s := range r.said {
		if !s.rule || host.IsSessionTemplate(s.text) {
			continue
		}
		rank := 0
		if !slices.ContainsFunc(lessons, func(l text.Text) bool { return s.gist.Within(l) >= leastWithin }) {
			rank += 2
		}
		if !collect.GivesOrder(s.text) {
			rank++
		}
		ranked[rank] = append(ranked[rank], s.text)
	}
	return slices.Concat(ranked[:]...)
}

// leastWithin is the share of the stems of a sentence that a lesson near to it has, at least. The loaded sentences that
// two readers found lines to repeat are above it, or orders.
const leastWithin = .4

// leastSentence is the number of words below which a sentence says nothing that an entry could repeat.
const leastSentence = 3

// causes are the rules of entries as reasons why a theme has none.
var causes = map[string]distill.Cause{
	lint.RuleSpecifics: distill.Specifics, lint.RuleSecret: distill.Secret, lint.RuleInjection: distill.Injection,
}

// causeOf is a rule as a reason why a theme has no entry.
func causeOf(rule string) distill.Cause {
	if lint.IsBudget(rule) {
		return "budget"
	}
	return cmp.Or(causes[rule], distill.Invalid)
}

// check says why a wording may not become an entry.
func (r *run) check(name, str string, lessons []int) (cause distill.Cause, detail string) {
	entry := section.Entry{Name: name, Text: str}
	if lint.StandsIn(entry) {
		return distill.Duplicate, "the required entry says where memory is"
	}
	if problems := lint.Entry(entry, r.budget.Words); len(problems) > 0 {
		return causeOf(problems[0].Rule), problems[0].Message
	}
	for _, s := range text.Specifics(entry.String()) {
		if s.Kind.Plain() {
			return distill.Specifics, fmt.Sprintf("%q holds %s: %s", str, s.Kind.Noun(), entry.String()[s.Start:s.End])
		}
	}
	texts := make([]string, len(lessons))
	for i, l := range lessons {
		texts[i] = r.lessons[l].Heading + "\n" + r.lessons[l].Text // a model sees both
	}
	if why := lint.Unfaithful(entry, texts); why != "" {
		return distill.Unfaithful, why
	}
	gist := text.Of(str)
	for _, s := range r.said {
		if gist.NearCopy(s.gist) {
			return distill.Duplicate, fmt.Sprintf("%q nearly says what %s says: %q", str, s.where, s.text)
		}
	}
	if refusal := r.refusedWords(str, r.ids(lessons)); refusal != nil {
		return distill.Refused, fmt.Sprintf("%q nearly says what was %s", str, whyRefused(refusal))
	}
	if broken := review.ExcludesEntry(entry, r.opts.Review.Lint); broken != nil {
		return causeOf(broken.Rule), broken.Message
	}
	return "", ""
}
