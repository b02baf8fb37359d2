package compact

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/markdown/facts"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// shownFacts is how many facts a model sees at most, longestLine how much of the line of each, in characters.
	shownFacts, longestLine = 160, 240
	// perFact is how many tokens the answer has for a fact, at most.
	perFact = 8
	// usualFact is about how many tokens a fact takes in the table.
	usualFact = 12
)

// Needs are the facts that an agent needs, as a model holds. Those of nil are none.
type Needs struct {
	ranks map[place]int // the least for what is needed most
	// Refused is how many answers were asked for again.
	Refused int
}

// rank is how much a fact is needed: more for what is needed more, 0 for what is not.
func (n *Needs) rank(f facts.Fact) int {
	if n == nil {
		return 0
	}
	return n.ranks[placeOf(f)]
}

// errNoAnswer is for a model whose answer tells nothing.
var errNoAnswer = errors.New("the model did not say which facts of the tool documents are needed")

// Ask asks a model which of the facts an agent needs. The request is the same as long as the documents are, whatever is
// in the table.
func Ask(
	ctx context.Context, model distill.Model, set *prompts.Set, docs []facts.Document, found []facts.Fact, opts Options,
) (*Needs, error) {
	needs, asked := &Needs{ranks: map[place]int{}}, askable(docs, found, opts)
	if len(asked) == 0 {
		return needs, nil
	}
	prompt, _ := distill.Longest(len(asked), func(i int) string { return asked[i].shown.Text })
	model.Prepare(prompt, perFact*len(asked))
	data := func(some []int) prompts.Data {
		d := prompts.Data{Room: max(opts.Limit/usualFact, 1)}
		for _, i := range some {
			d.Lessons = append(d.Lessons, asked[i].shown)
		}
		return d
	}
	take := func(some []int, answer struct{ Needed []int }) map[int]string {
		wrong := map[int]string{}
		for _, i := range some {
			if answer.Needed == nil {
				wrong[i] = `it had no "needed"`
			}
		}
		for rank, n := range answer.Needed {
			if slices.Contains(some, n-1) && needs.ranks[asked[n-1].place] == 0 {
				needs.ranks[asked[n-1].place] = shownFacts - min(rank, shownFacts-1)
			}
		}
		return wrong
	}
	failed, refused, err := distill.Ask(ctx, model, set, prompts.Lookup, len(asked), len(asked), perFact, data, take)
	if needs.Refused = refused; err == nil && len(failed) == len(asked) {
		err = errNoAnswer
	}
	return needs, err
}

// question is a fact as a prompt shows it.
type question struct {
	place
	shown prompts.Lesson
}

// askable are the facts to show: those that a table can hold.
func askable(docs []facts.Document, found []facts.Fact, opts Options) (all []question) {
	line := lines(docs)
	for _, f := range found {
		runes := []rune(text.OneLine(line(f)))
		l := prompts.Lesson{Number: len(all) + 1, Place: fmt.Sprintf("under %q", f.Heading)}
		l.Text = fmt.Sprintf("%s: %s, the line: %s", f.Label(), f.Told(), string(runes[:min(len(runes), longestLine)]))
		if len(f.Value) <= facts.Longest && opts.Excluded(f) == "" && injection.Reason(l.Text) == "" {
			all = append(all, question{placeOf(f), l})
		}
	}
	return all[:min(len(all), shownFacts)]
}

// lines are the lines that facts of documents are on, without secrets: of one that may hold one nothing is shown.
func lines(docs []facts.Document) func(facts.Fact) string {
	all := map[string][]string{}
	for _, doc := range docs {
		clean, _ := secrets.Redact(string(doc.Source))
		lines := strings.Split(clean, "\n")
		for _, d := range facts.Find(context.Background(), doc.Path, doc.Source).Decisions {
			if d.IsSecret() && d.Line >= 1 && d.Line <= len(lines) {
				lines[d.Line-1] = secrets.Redacted
			}
		}
		all[string(doc.Path)] = lines
	}
	return func(f facts.Fact) string {
		if lines := all[f.Path]; f.Line >= 1 && f.Line <= len(lines) {
			return lines[f.Line-1]
		}
		return ""
	}
}
