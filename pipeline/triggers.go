package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/markdown/section"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
	"wisdom/review"
)

const (
	// fewestNaming is how many lessons of an entry name what becomes its trigger, mostProposed how many calls one has.
	fewestNaming, mostProposed = 2, 2
)

var (
	reSpan = text.Lazily("`([^`\n]{2,60})`")
	// reCommand is a command of at least two words, without arguments that stand for others.
	reCommand = text.Lazily(`^[a-z][a-z0-9._-]+( -{0,2}[A-Za-z][A-Za-z0-9-]*)+`)
	rePath    = text.Lazily(`^(?:~|\.{1,2})?/?(?:[\w.-]+/)*[\w-]*\.?[\w-]+\.[a-z0-9]{1,5}$|^\.[a-z]+$|^[\w.-]+/[\w./-]*$`)
)

// proposeTriggers adds triggers for entries without one: that of an earlier wording of the entry, else the calls that
// several of its lessons name. What a reviewer rejected is not proposed again.
func (r *run) proposeTriggers(ctx context.Context, p *review.Proposal) error {
	all, orphans, err := review.Triggers(r.fsys, r.soul)
	if err != nil || !r.opts.Triggers {
		return nil // what is wrong with the file is told by host status, and stops no run
	}
	lines := slices.DeleteFunc(slices.Clone(p.Lines), func(line review.Line) bool {
		item, _ := p.Item(line.Item)
		_, isReplaced := p.Replacing(line)
		return line.Origin == review.Required || item.Kind == review.DropEntry || isReplaced ||
			slices.ContainsFunc(all, func(t section.Trigger) bool { return t.Entry == line.Entry().String() })
	})
	var items []review.Item
	known := lesson.ByID(r.collected.Lessons)
	read := r.askCalls(ctx, lines, known)
	for i, line := range lines {
		e := line.Entry()
		when, why := calls(line.Lessons, known)
		if said, is := read[i]; is {
			when, why = said, "the model names it"
		}
		for _, t := range orphans {
			if was, _ := section.ParseEntry(t.Entry); was.Name == e.Name {
				when, why = t.When, "the entry had it before it was reworded"
			}
		}
		isRefused := func(f review.Refusal) bool { return f.Covers(review.SetTrigger, e.String(), when, nil) }
		if when, err := section.ParseWhen(when); err == nil && when != "" && !slices.ContainsFunc(r.refusals, isRefused) {
			items = append(items, review.TriggerItem(e, when, why, review.New, line.Lessons))
		}
	}
	return p.AddTriggers(r.fsys, items...)
}

// askCalls asks a model that passed its exam for the calls of entries, by their numbers. What it names must be in the
// lessons. It has none where the model does not answer: then it is as without one.
func (r *run) askCalls(ctx context.Context, lines []review.Line, known map[string]lesson.Lesson) map[int]string {
	const inRequest, perEntry, mostLessons = 5, 60, 6
	if r.model == nil || r.unfit != "" || len(lines) == 0 {
		return nil
	}
	found := map[int]string{}
	data := func(some []int) (d prompts.Data) {
		for _, i := range some {
			shown := prompts.Practice{Number: i + 1, Line: lines[i].Entry().String()}
			for _, id := range lines[i].Lessons[:min(len(lines[i].Lessons), mostLessons)] {
				shown.Lessons = append(shown.Lessons, prompts.Lesson{Number: len(shown.Lessons) + 1, Text: known[id].Text})
			}
			d.Practices = append(d.Practices, shown)
		}
		return d
	}
	type answer struct {
		Rules []struct {
			Rule  json.Number
			Calls string
		}
	}
	take := func(some []int, a answer) map[int]string {
		for _, rule := range a.Rules {
			n, err := rule.Rule.Int64()
			if i := int(n) - 1; err == nil && slices.Contains(some, i) && isNamed(rule.Calls, lines[i].Lessons, known) {
				found[i] = rule.Calls
			}
		}
		return nil
	}
	_, _, _ = distill.Ask(ctx, r.model, r.opts.Prompts, prompts.Trigger, len(lines), inRequest, perEntry, data, take)
	return found
}

// isNamed reports whether lessons have all words of calls, but for the names of tools.
func isNamed(calls string, ids []string, known map[string]lesson.Lesson) bool {
	var all strings.Builder
	for _, id := range ids {
		all.WriteString(strings.ToLower(known[id].Text) + "\n")
	}
	for call := range strings.SplitSeq(strings.ToLower(calls), ";") {
		_, words, _ := strings.Cut(call, ":")
		isPart := func(r rune) bool { return r == ' ' || r == '|' || r == '*' }
		for _, word := range strings.FieldsFunc(words, isPart) {
			if !strings.Contains(all.String(), word) {
				return false
			}
		}
	}
	return true
}

// calls are those that several lessons name in backticks: commands, and files that a ban is about.
func calls(ids []string, known map[string]lesson.Lesson) (when, why string) {
	named := map[string]int{}
	for _, id := range ids {
		l := known[id]
		of := map[string]bool{}
		for _, m := range reSpan().FindAllStringSubmatch(l.Text, -1) {
			span := strings.TrimSpace(m[1])
			if command := reCommand().FindString(span); command != "" {
				of["exec: "+shortened(command)] = true
			} else if rePath().MatchString(span) && text.IsBan(l.Text) {
				of["write: "+span] = true
			}
		}
		for call := range of {
			named[call] += l.Times()
		}
	}
	maps.DeleteFunc(named, func(_ string, n int) bool { return n < fewestNaming })
	best := slices.SortedFunc(maps.Keys(named), func(a, b string) int {
		return cmp.Or(named[b]-named[a], strings.Compare(a, b))
	})
	if best = best[:min(len(best), mostProposed)]; len(best) == 0 {
		return "", ""
	}
	return strings.Join(best, "; "), fmt.Sprintf("its lessons name it %d times", named[best[0]])
}

// shortened is a command without what it is about: three words, or with options two and these.
func shortened(command string) string {
	words := strings.Fields(command)
	isOption := func(word string) bool { return strings.HasPrefix(word, "-") }
	plain := 3
	if slices.ContainsFunc(words, isOption) {
		plain = 2
	}
	return strings.Join(slices.DeleteFunc(words, func(word string) bool {
		if !isOption(word) {
			plain--
		}
		return !isOption(word) && plain < 0
	}), " ")
}
