package ollama

import (
	"context"
	"encoding/json"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/tokens"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// mostGrouped is how many lessons one request to group holds: with more,
	// models lose track of the numbers.
	mostGrouped = 150
	// wordWritten bounds the answer to a request to word, in tokens.
	wordWritten = 1024
	// shortestContext and longestContext bound the context that is asked for if
	// the settings leave it open, in tokens.
	shortestContext = 4096
	longestContext  = 32768
)

// groupWritten bounds the answer to a request to group n lessons, in tokens.
func groupWritten(n int) int { return 128 + 12*n }

// room is what n lessons of so many tokens take of a context: other models count
// up to half as much again.
func room(lessons, n int) int { return lessons*3/2 + groupWritten(n) }

// Prepare chooses the context for all requests of the run: what the longest
// request to group needs. Another one for each would load the model anew.
func (m *Model) Prepare(texts []string) {
	m.context = m.opts.Context
	if m.context == 0 {
		sizes := make([]int, len(texts))
		for i, text := range texts {
			sizes[i] = lessonTokens(text)
		}
		slices.Sort(sizes)
		slices.Reverse(sizes)
		need := m.frame()
		sizes = sizes[:min(len(sizes), mostGrouped)]
		for _, size := range sizes {
			need += size
		}
		need = room(need, len(sizes))
		m.context = min(max(1<<bits.Len(uint(need)), shortestContext), longestContext)
	}
	if m.Trained > 0 {
		m.context = min(m.context, m.Trained)
	}
	m.given = m.context
}

// Fits implements distill.Model.
func (m *Model) Fits(texts []string) int {
	need := m.frame()
	for n, text := range texts[:min(len(texts), mostGrouped)] {
		if need += lessonTokens(text); room(need, n+1) > m.given {
			return max(n, 1)
		}
	}
	return min(len(texts), mostGrouped)
}

// frame is what a request takes without lessons, in tokens.
func (m *Model) frame() int {
	p, err := m.opts.Prompts.Render(prompts.Group, nil, nil)
	if err != nil {
		return 0 // rendering the request says so
	}
	return tokens.Measure(p.Text).O200k
}

// lessonTokens is what a lesson takes of a request, its number included.
func lessonTokens(text string) int { return tokens.Measure(text).O200k + 6 }

// Expect implements distill.Model.
func (m *Model) Expect(requests int) { m.progress.of += requests }

// Group implements distill.Model.
func (m *Model) Group(ctx context.Context, texts []string, wrong []string) ([][]int, error) {
	m.progress.next("group", len(wrong) > 0)
	p, err := m.render(prompts.Group, texts, wrong)
	if err != nil {
		return nil, err
	}
	var found grouping
	if err := m.ask(ctx, p, groupWritten(len(texts)), &found); err != nil {
		return nil, err
	}
	if found.Themes == nil {
		return nil, &distill.BadAnswerError{Reason: `it has no "themes"`}
	}
	groups := make([][]int, len(*found.Themes))
	for i, theme := range *found.Themes {
		for _, n := range theme.Lessons {
			groups[i] = append(groups[i], int(n))
		}
	}
	return groups, nil
}

// grouping is the answer to a request to group.
type grouping struct {
	Themes *[]struct {
		Lessons []number `json:"lessons"`
	} `json:"themes"`
}

// number is that of a lesson, written as a number or as a text; 0 for anything
// else, a lesson that there is not.
type number int

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(b []byte) error {
	value, err := strconv.Atoi(strings.Trim(string(b), `" []`))
	if err != nil {
		value = 0
	}
	*n = number(value)
	return nil
}

var _ json.Unmarshaler = (*number)(nil)

// Word implements distill.Model.
func (m *Model) Word(ctx context.Context, texts []string, wrong []string) (distill.Proposal, error) {
	m.progress.next("word", len(wrong) > 0)
	p, err := m.render(prompts.Word, texts, wrong)
	if err != nil {
		return distill.Proposal{}, err
	}
	var found struct {
		Name  string `json:"name"`
		Full  string `json:"full"`
		Short string `json:"short"`
		Tiny  string `json:"tiny"`
	}
	err = m.ask(ctx, p, wordWritten, &found)
	return distill.Proposal(found), err
}

var _ distill.Model = (*Model)(nil)

func (m *Model) render(name prompts.Name, texts, wrong []string) (prompts.Prompt, error) {
	lessons := make([]prompts.Lesson, len(texts))
	for i, text := range texts {
		lessons[i] = prompts.Lesson{Number: i + 1, Text: text}
	}
	return m.opts.Prompts.Render(name, lessons, wrong)
}

// Tidy ends a run that was completed: of very many kept answers, those that it
// did not use go.
func (m *Model) Tidy() error { return m.cache.tidy() }
