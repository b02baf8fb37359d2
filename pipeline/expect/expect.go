// Package expect asks a model with which messages people would come when a passage of the notes matters, so that
// recall finds the passage by them (document expansion by expected queries, doc2query). What comes in
// are passages, what goes out are messages. They are searched, and never shown to an agent.
package expect

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// InRequest is how many passages one request shows.
	InRequest = 10
	// perLesson is how many tokens the answer has for a passage, at most.
	perLesson = 220
	// mostMessages is how many messages a passage has, longest how many characters one has.
	mostMessages, longest = 6, 120
)

// answer is what a model says of the lessons of a request.
type answer struct {
	Notes []struct {
		Note     json.Number // servers that know no schema let "3" through
		Messages []string
	}
}

// Cost is how many requests some passages take, and how many tokens the answers have at most.
func Cost(lessons int) (requests, tokens int) {
	return (lessons + InRequest - 1) / InRequest, lessons * perLesson
}

// Messages asks about passages. keep gets the messages of each request as they come, by the numbers of the passages, so
// that nothing is lost if the rest fails; its error ends the requests. unanswered are the passages without a usable
// answer, left those that the time of the run was over for, which is no error.
func Messages(
	ctx context.Context,
	model distill.Model,
	set *prompts.Set,
	lessons []prompts.Lesson,
	keep func(map[int][]string) error,
) (unanswered, left int, err error) {
	if len(lessons) == 0 {
		return 0, 0, nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	text := func(l prompts.Lesson) string { return l.Place + l.Text }
	long := slices.Clone(lessons)
	slices.SortStableFunc(long, func(a, b prompts.Lesson) int { return len(text(b)) - len(text(a)) })
	prompt, _ := distill.Longest(min(len(long), InRequest), func(i int) string { return text(long[i]) })
	model.Prepare(prompt, perLesson*min(len(lessons), InRequest))
	data := func(some []int) (d prompts.Data) {
		for _, i := range some {
			shown := lessons[i]
			shown.Number = i + 1
			d.Lessons = append(d.Lessons, shown)
		}
		return d
	}
	take := func(some []int, a answer) map[int]string {
		found := read(some, a)
		if err := keep(found); err != nil {
			stop(err)
		}
		wrong := map[int]string{}
		for _, i := range some {
			if found[i] == nil {
				wrong[i] = "a note has no list of messages"
			}
		}
		return wrong
	}
	failed, _, err := distill.Ask(ctx, model, set, prompts.Expect, len(lessons), InRequest, perLesson, data, take)
	for _, why := range failed {
		if why == distill.ErrOutOfTime.Error() {
			left++
		}
	}
	if errors.Is(err, distill.ErrOutOfTime) {
		err = nil
	}
	return len(failed) - left, left, cmp.Or(context.Cause(ctx), err)
}

// read takes the messages for some passages out of an answer, without those that cannot be kept. One
// that needs none has an empty list.
func read(some []int, a answer) map[int][]string {
	found := map[int][]string{}
	for _, n := range a.Notes {
		number, err := n.Note.Int64()
		i := int(number) - 1
		if err != nil || !slices.Contains(some, i) || found[i] != nil {
			continue
		}
		found[i] = []string{}
		for _, m := range n.Messages {
			m = text.OneLine(strings.TrimSpace(m))
			if clean, _ := secrets.Redact(m); m != "" && clean == m && utf8.RuneCountInString(m) <= longest &&
				injection.Reason(m) == "" && len(found[i]) < mostMessages {
				found[i] = append(found[i], m)
			}
		}
	}
	return found
}
