// Package expect asks a model with which messages people would come when a lesson matters, so that
// recall finds the lesson by them (document expansion by expected queries, doc2query). What comes in
// are lessons, what goes out are messages. They are searched, and never shown to an agent.
package expect

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// inRequest is how many lessons one request shows.
	inRequest = 10
	// perLesson is how many tokens the answer has for a lesson, at most.
	perLesson = 220
	// mostMessages is how many messages a lesson has, longest how many characters one has.
	mostMessages, longest = 6, 120
	// around is about how many tokens a prompt has besides its lessons.
	around = 700
)

// Lesson is a lesson as the model sees it.
type Lesson struct{ Place, Text string }

// answer is what a model says of the lessons of a request.
type answer struct {
	Notes []struct {
		Note     int
		Messages []string
	}
}

// Messages asks about lessons. keep gets the messages of each request as they come, by the numbers of
// the lessons, so that nothing is lost if the rest fails. A lesson without a usable answer is not
// kept; unanswered counts these. The time of the run being over is no error.
func Messages(
	ctx context.Context, model distill.Model, set *prompts.Set, lessons []Lesson, keep func(map[int][]string) error,
) (unanswered int, err error) {
	if len(lessons) == 0 {
		return 0, nil
	}
	model.Prepare(longestPrompt(lessons), perLesson*min(len(lessons), inRequest))
	data := func(some []int) (d prompts.Data) {
		for _, i := range some {
			d.Lessons = append(d.Lessons, prompts.Lesson{Number: i + 1, Place: lessons[i].Place, Text: lessons[i].Text})
		}
		return d
	}
	var kept error
	take := func(some []int, a answer) map[int]string {
		found := read(some, a)
		kept = errors.Join(kept, keep(found))
		wrong := map[int]string{}
		for _, i := range some {
			if found[i] == nil {
				wrong[i] = "a note has no list of messages"
			}
		}
		return wrong
	}
	failed, _, err := distill.Ask(ctx, model, set, prompts.Expect, len(lessons), inRequest, perLesson, data, take)
	if errors.Is(err, distill.ErrOutOfTime) {
		err = nil
	}
	return len(failed), errors.Join(err, kept)
}

// longestPrompt is how many tokens the longest prompt may have.
func longestPrompt(lessons []Lesson) int {
	most := 0
	for group := range slices.Chunk(lessons, inRequest) {
		sum := around
		for _, l := range group {
			sum += tokens.Measure(l.Place + l.Text).O200k
		}
		most = max(most, sum)
	}
	return most
}

// read takes the messages for some lessons out of an answer, without those that cannot be kept. A lesson
// that needs none has an empty list.
func read(some []int, a answer) map[int][]string {
	found := map[int][]string{}
	for _, n := range a.Notes {
		i := n.Note - 1
		if !slices.Contains(some, i) || found[i] != nil {
			continue
		}
		found[i] = []string{}
		for _, m := range n.Messages {
			m = words.OneLine(strings.TrimSpace(m))
			if clean, _ := secrets.Redact(m); m != "" && clean == m && utf8.RuneCountInString(m) <= longest &&
				injection.Reason(m) == "" && len(found[i]) < mostMessages {
				found[i] = append(found[i], m)
			}
		}
	}
	return found
}
