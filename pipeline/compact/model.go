package compact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
	"wisdom/review"
)

const (
	// inRequest is how many facts one request shows, requests how many there are at most.
	inRequest, requests = 80, 2
	// perFact is how many tokens the answer has for a fact, at most.
	perFact = 60
	// longestName and longestQualifier bound what a model writes, in characters, nameWords in words.
	longestName, longestQualifier, nameWords = 30, 60, 4
	// usualFact is about how many tokens a fact takes in the table.
	usualFact = 12
	// least is the rank of what is looked up least.
	least = 3
)

// Reading is what a model made of the facts.
type Reading struct {
	// Facts are all, in their order, those that it named with their new names.
	Facts []facts.Fact
	Named []review.Named
	// Refused is how many answers were asked for again.
	Refused int

	// ranks tell how much a fact is looked up, 1 for most, 0 for noise.
	ranks map[place]int
	// first are the facts that the rules choose for a new table.
	first map[place]bool
}

// isNoise reports whether a model holds that a fact is no use in a table, and the rules would not choose it.
func (r *Reading) isNoise(f facts.Fact) bool {
	if r == nil || r.isFirst(f) {
		return false
	}
	rank, known := r.ranks[placeOf(f)]
	return known && rank == 0
}

func (r *Reading) isRanked(f facts.Fact) bool { return r != nil && r.ranks[placeOf(f)] > 0 }

// isFirst reports whether the rules would choose a fact.
func (r *Reading) isFirst(f facts.Fact) bool { return r != nil && r.first[placeOf(f)] }

// errNoAnswer is for a model that told of no fact.
var errNoAnswer = errors.New("the model named no fact of the tool documents in a way that could be used")

// Lines are the lines that facts of documents are on, without secrets: of one that may hold one nothing is shown.
func Lines(docs []facts.Document) func(facts.Fact) string {
	lines := sync.OnceValue(func() map[string][]string { return linesOf(docs) })
	return func(f facts.Fact) string {
		if all := lines()[f.Path]; f.Line >= 1 && f.Line <= len(all) {
			return all[f.Line-1]
		}
		return ""
	}
}

func linesOf(docs []facts.Document) map[string][]string {
	lines := map[string][]string{}
	for _, doc := range docs {
		clean, _ := secrets.Redact(string(doc.Source))
		all := strings.Split(clean, "\n")
		for _, d := range facts.Find(context.Background(), doc.Path, doc.Source).Decisions {
			if d.IsSecret() && d.Line >= 1 && d.Line <= len(all) {
				all[d.Line-1] = secrets.Redacted
			}
		}
		lines[string(doc.Path)] = all
	}
	return lines
}

// Read asks a model which facts are noise, which an agent would look up most, under which heading
// and key, and what qualifies them. line is the line of the source that a fact is on, without
// secrets. Every value stays as it is. What the rules choose stays chosen: names that leave no room for
// it are not taken, and the model's ranks and what it calls noise decide about the room that is left. The
// request is the same as long as the sources are, whatever is in the table.
func Read(
	ctx context.Context, model distill.Model, set *prompts.Set, found []facts.Fact,
	line func(facts.Fact) string, opts Options,
) (*Reading, error) {
	r := &reading{found: found, line: line, opts: opts, answers: map[int]looked{}, noise: map[int]bool{}}
	r.opts.Standing, r.opts.Before = nil, nil
	r.opts.prepare(found)
	r.pick()
	if len(r.shown) == 0 {
		return &Reading{Facts: found}, nil
	}
	model.Prepare(r.longest())
	failed, refused, err := distill.Ask(ctx, model, set, prompts.Lookup, len(r.shown), inRequest, perFact, r.data, r.take)
	if err == nil && len(failed) == len(r.shown) {
		err = errNoAnswer
	}
	if err != nil {
		return nil, err
	}
	result := r.fitted(failed, Choose(ctx, found, r.opts).Facts())
	result.Refused = refused
	return result, nil
}

// looked is what an answer says about a fact.
type looked struct {
	Fact, Rank              int
	Heading, Key, Qualifier string
}

type reading struct {
	found   []facts.Fact
	shown   []int // facts that the model sees
	line    func(facts.Fact) string
	opts    Options
	answers map[int]looked // by place in shown
	noise   map[int]bool   // by place in shown
}

// pick chooses the facts to show: those that a table can hold, of very many those that the
// rules hold to be looked up most.
func (r *reading) pick() {
	for i, f := range r.found {
		if len(f.Value) <= facts.Longest && r.opts.Excluded(f) == "" &&
			injection.Reason(f.Label()+" "+f.Told()+" "+r.line(f)) == "" {
			r.shown = append(r.shown, i)
		}
	}
	stable := r.opts
	stable.Notes = "" // they change from day to day, and the request should not
	worth := func(f facts.Fact) int {
		if r.opts.unclear[placeOf(f)] {
			return 0
		}
		return stable.worth(f)
	}
	slices.SortStableFunc(r.shown, func(a, b int) int { return cmp.Compare(worth(r.found[b]), worth(r.found[a])) })
	r.shown = r.shown[:min(len(r.shown), requests*inRequest)]
	slices.Sort(r.shown)
}

// shown is a fact as a prompt shows it: where it is, and its text with its line.
func shown(f facts.Fact, line string) (place, s string) {
	const longestLine = 240 // characters
	runes := []rune(text.OneLine(line))
	if f.Heading != "" {
		place = fmt.Sprintf("under %q", f.Heading)
	}
	return place, fmt.Sprintf("%s: %s, the line: %s", f.Label(), f.Told(), string(runes[:min(len(runes), longestLine)]))
}

func (r *reading) lesson(i int) prompts.Lesson {
	f := r.found[r.shown[i]]
	place, text := shown(f, r.line(f))
	return prompts.Lesson{Number: i + 1, Place: place, Text: text}
}

func (r *reading) data(some []int) prompts.Data {
	d := prompts.Data{Room: max(r.opts.Limit/usualFact, 1)}
	for _, i := range some {
		d.Lessons = append(d.Lessons, r.lesson(i))
	}
	return d
}

// longest is how many tokens the longest prompt has, and its answer, at most.
func (r *reading) longest() (prompt, written int) {
	prompt, _ = distill.Longest(len(r.shown), func(i int) string { return r.lesson(i).Text })
	return prompt, perFact * min(len(r.shown), inRequest)
}

type lookedUp struct {
	Facts []looked
	Noise []int
}

// take reads an answer, and returns what is wrong with it. What it does not name is left to the
// rules, even if that is all.
func (r *reading) take(some []int, answer lookedUp) map[int]string {
	wrong := map[int]string{}
	if answer.Facts == nil && answer.Noise == nil {
		for _, i := range some {
			wrong[i] = "it had neither facts nor noise"
		}
		return wrong
	}
	seen := map[int]bool{}
	for _, i := range some {
		delete(r.answers, i)
		r.noise[i] = slices.Contains(answer.Noise, i+1)
	}
	for _, l := range answer.Facts {
		i := l.Fact - 1
		if !slices.Contains(some, i) {
			continue // it was not asked about
		}
		l.Heading, l.Key, l.Qualifier = text.OneLine(l.Heading), text.OneLine(l.Key), strings.TrimSpace(l.Qualifier)
		switch why := r.refuse(r.found[r.shown[i]], l); {
		case seen[i]:
			wrong[i] = fmt.Sprintf("fact %d came twice", l.Fact)
		case r.noise[i]:
			wrong[i] = fmt.Sprintf("fact %d is in facts and in noise", l.Fact)
		case why != "":
			wrong[i] = fmt.Sprintf("fact %d, %s", l.Fact, why)
		}
		seen[i], r.answers[i] = true, l
	}
	return wrong
}

// refuse says why what a model says of a fact cannot be used.
func (r *reading) refuse(f facts.Fact, l looked) string {
	line := r.line(f)
	said := f.Heading + " " + f.Label() + " " + line
	switch {
	case l.Rank < 1 || l.Rank > least:
		return fmt.Sprintf("rank %d is not between 1 and %d", l.Rank, least)
	case l.Qualifier != "" && !strings.Contains(f.Label()+"\n"+line, l.Qualifier):
		return fmt.Sprintf("qualifier %q is not in its line or label", l.Qualifier)
	case strings.Contains(l.Qualifier, f.Value) || utf8.RuneCountInString(l.Qualifier) > longestQualifier:
		return fmt.Sprintf("qualifier %q holds the value, or is too long", l.Qualifier)
	case strings.Contains(l.Key, f.Core()):
		return fmt.Sprintf("key %q holds the value", l.Key)
	}
	if why := refuseName(l.Heading, said); why != "" {
		return fmt.Sprintf("heading %q %s", l.Heading, why)
	}
	if why := refuseName(l.Key, said); why != "" {
		return fmt.Sprintf("key %q %s", l.Key, why)
	}
	if text.Of(l.Heading+" "+l.Key).Share(text.Of(said)) == 0 {
		return fmt.Sprintf("key %q shares no word with its line", l.Key)
	}
	named := l.named(f)
	hidden, _ := secrets.Redact(named.Label() + " " + named.Told())
	switch {
	case hidden != named.Label()+" "+named.Told():
		return "it would tell a secret"
	case injection.Reason(l.Heading+" "+l.Key+" "+l.Qualifier) != "":
		return "it gives orders to a model"
	case r.opts.Excluded(named) != "":
		return fmt.Sprintf("a table cannot hold it under this name (%s): use fewer words, or list it as noise",
			r.opts.Excluded(named))
	}
	return ""
}

// refuseName says why a heading or a key cannot be used.
func refuseName(name, said string) string {
	if name == "" {
		return "is empty"
	}
	if strings.ContainsAny(name, "*`<>|#[]{}·/\\") || utf8.RuneCountInString(name) > longestName ||
		text.Count(name) > nameWords {
		return fmt.Sprintf("must be at most %d plain words and %d characters", nameWords, longestName)
	}
	for number := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if !strings.Contains(said, number) {
			return fmt.Sprintf("has %q, which its line has not", number)
		}
	}
	return ""
}

// named is a fact as an answer names it. What limits its value stays.
func (l looked) named(f facts.Fact) facts.Fact {
	f.Heading, f.Key, f.Attr = l.Heading, l.Key, ""
	if !strings.Contains(f.Value, strings.Trim(l.Qualifier, "()")) { // else the value says it
		f.Qualifier = l.Qualifier
	}
	return f
}

// fitted brings the answers together, so that the facts that the rules chose fit: below one heading
// of the source after the other, that with the longest names first, facts keep the names that their source gives them.
func (r *reading) fitted(failed map[int]string, chosen []facts.Fact) *Reading {
	for plain := map[string]bool{}; ; {
		result := r.result(failed, plain)
		result.first = map[place]bool{}
		var first []facts.Fact
		var headings []string
		longer := map[string]int{}
		for _, f := range chosen {
			named := result.Facts[slices.Index(r.found, f)]
			result.first[placeOf(f)] = true
			first = append(first, named)
			if !plain[f.Heading] && !slices.Contains(headings, f.Heading) {
				headings = append(headings, f.Heading)
			}
			longer[f.Heading] += len(named.Label()+named.Told()) - len(f.Label()+f.Told())
		}
		if len(headings) == 0 || r.opts.Count.Tokens(lookup.Render(first, r.opts.Hand)) <= r.opts.Limit {
			return result
		}
		plain[slices.MaxFunc(headings, func(a, b string) int { return cmp.Compare(longer[a], longer[b]) })] = true
	}
}

// result brings the answers together. A fact without a usable one is left to the rules, and so is
// one of two that would have one name; below plain headings facts keep their names.
func (r *reading) result(failed map[int]string, plain map[string]bool) *Reading {
	result := &Reading{Facts: slices.Clone(r.found), ranks: map[place]int{}}
	divided := r.divided()
	taken := map[string]bool{}
	for i, at := range r.shown {
		f := r.found[at]
		l, named := r.answers[i]
		switch {
		case failed[i] != "":
			continue
		case r.noise[i]:
			result.ranks[placeOf(f)] = 0
			continue
		case !named:
			continue
		case !plain[f.Heading] && !taken[l.Heading+"\n"+l.Key] && !f.IsLimited():
			taken[l.Heading+"\n"+l.Key] = true
			result.Facts[at] = l.named(f)
			result.Facts[at].Key, result.Facts[at].Attr = divided(i)
			if l.Qualifier == "" && r.qualifies(f) {
				result.Facts[at].Qualifier = ""
			}
			result.Named = append(result.Named, review.Named{
				Fact: result.Facts[at], Heading: f.Heading,
				Label: f.Label(), Qualifier: f.Qualifier,
			})
		}
		result.ranks[placeOf(f)] = l.Rank
	}
	return result
}

// qualifies reports whether the model gave what qualifies a fact to another one of its line.
func (r *reading) qualifies(f facts.Fact) bool {
	for i, l := range r.answers {
		if other := r.found[r.shown[i]]; other.Path == f.Path && other.Line == f.Line && l.Qualifier != "" &&
			l.Qualifier == f.Qualifier {
			return true
		}
	}
	return false
}
