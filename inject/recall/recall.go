package recall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/internal/workspace"
	"wisdom/markdown/pointers"
)

// Question is a message and what may be answered with.
type Question struct {
	Message string
	// Typed: a person looks something up, so the message is answered however short.
	Typed bool
	// Exclude are globs of files that this message must not be answered from, for
	// instance MEMORY.md in a group.
	Exclude []string
	// Now replaces Options.Now, unless it is zero: an index may stay open for days.
	Now time.Time
}

// Result is the answer to a message and its receipt.
type Result struct {
	SchemaVersion int       `json:"schema_version"`
	Query         string    `json:"query"`
	Keywords      []string  `json:"keywords"`
	Snippets      []Snippet `json:"snippets"`
	Tokens        int       `json:"tokens"`
	// Stopped says why the search ended before all candidates were looked at, or why
	// it did not begin.
	Stopped string    `json:"stopped"`
	LeftOut []LeftOut `json:"left_out"`
	// Searched is what was looked at.
	Searched Searched `json:"searched"`
}

// Searched counts what an answer was looked for in.
type Searched struct {
	Files      int  `json:"files"`
	Passages   int  `json:"passages"`
	Candidates int  `json:"candidates"`
	Poisoned   int  `json:"poisoned"`
	Secret     int  `json:"secret"`
	InMemory   bool `json:"in_memory,omitempty"`
	// Embeddings is the model whose vectors were used, if any.
	Embeddings string `json:"embeddings,omitempty"`
}

// Recall brings the index up to date and answers a message. A message that needs
// nothing has a result without snippets.
func (x *Index) Recall(ctx context.Context, q Question) (*Result, error) {
	result := &Result{
		SchemaVersion: 1,
		Query:         q.Message,
		Keywords:      []string{},
		Snippets:      []Snippet{},
		LeftOut:       []LeftOut{},
	}
	if !q.Now.IsZero() {
		x.opts.Now = q.Now
	}
	if !q.Typed && IsTooShort(q.Message) {
		result.Stopped = "the message is too short"
		return result, nil
	}
	if err := x.refresh(ctx); err != nil {
		return nil, err
	}
	err := x.answer(ctx, q, result)
	if isDamaged(err) && !x.inMemory { // in a place that was not read before
		if err = x.rebuild(ctx, err); err == nil {
			err = x.refresh(ctx)
		}
		if err == nil {
			err = x.answer(ctx, q, result)
		}
	}
	if err != nil {
		return nil, err
	}
	return result, nil
}

func (x *Index) answer(ctx context.Context, q Question, result *Result) error {
	var err error
	x.lists = map[string][]int64{}
	text := readPart(q.Message)
	needs, faint, err := x.needs(ctx, q.Message, text)
	if err != nil {
		return err
	}
	result.Keywords = keywords(needs)
	if err := x.searched(ctx, &result.Searched); err != nil {
		return err
	}
	if !slices.ContainsFunc(needs, func(n need) bool { return !n.task }) {
		result.Stopped = "no informative word"
		return nil
	}
	needs = append(needs, faint...)
	slices.SortStableFunc(needs, func(a, b need) int { return cmp.Compare(b.weight, a.weight) })
	if x.meant, err = x.meanings(ctx, q.Message, &result.Searched); err != nil {
		return err
	}
	all, err := x.looked(ctx, needs)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(c *candidate) bool { return IsExcluded(q.Exclude, c.path) })
	for _, c := range all {
		x.rate(c, needs)
	}
	result.Searched.Candidates = len(all)
	allowed := func(find func(context.Context, *choice, *candidate) ([]*candidate, error)) lookup {
		return func(c *choice, of *candidate) []*candidate {
			found, wrong := find(ctx, c, of)
			err = cmp.Or(err, wrong)
			return slices.DeleteFunc(found, func(f *candidate) bool { return IsExcluded(q.Exclude, f.path) })
		}
	}
	x.conclude(choose(all, needs, mannerOf(text).leastMet(wordsOf(needs)), allowed(x.alike), allowed(x.around)), result)
	return err
}

// looked are the candidates: what shares most words with the message, and what is nearest to it.
func (x *Index) looked(ctx context.Context, needs []need) ([]*candidate, error) {
	met, err := x.candidates(ctx, needs)
	if err != nil {
		return nil, err
	}
	ids := append(highest(met, mostCandidates), highest(values(x.meant), nearest)...)
	slices.Sort(ids)
	return x.load(ctx, slices.Compact(ids))
}

// meanings are the passages that mean what the message does, none without a model. A
// model that does not answer is a warning.
func (x *Index) meanings(ctx context.Context, message string, s *Searched) (meanings, error) {
	if x.opts.Embedder == nil {
		return nil, nil
	}
	var meant meanings
	var err error
	if x.opts.Patience == 0 {
		err = x.embed(ctx)
	}
	if err == nil {
		meant, err = x.near(ctx, message)
	}
	var model *embedError
	switch {
	case errors.As(err, &model) && ctx.Err() == nil:
		x.warn(err)
		return nil, nil
	case err == nil && meant != nil:
		s.Embeddings = x.opts.Embedder.Name()
	}
	return meant, err
}

// conclude writes a choice into the result.
func (x *Index) conclude(c *choice, result *Result) {
	result.Stopped = c.stopped
	for _, s := range c.texts {
		if gone := pointers.Gone(x.fsys, x.opts.Home, s.Path, s.Text); len(gone) > 0 {
			s.Note = strings.TrimPrefix(s.Note+"; gone: "+strings.Join(gone, ", "), "; ")
		}
		result.Snippets = append(result.Snippets, s)
		result.Tokens += s.Tokens
	}
	result.LeftOut = append(append([]LeftOut{}, x.skipped...), c.left...)
}

func sumUp(c *candidate, needs []need) *Sum {
	sum := &Sum{Coverage: c.coverage, Recency: c.recency, Meaning: c.meaning}
	for i, met := range c.met {
		sum.Met = append(sum.Met, Met{plainWord(needs[i].word), needs[i].weight, met, c.expected[i]})
	}
	return sum
}

// plainWord is the word of a need as people read it.
func plainWord(w string) string {
	char, _, _ := strings.Cut(w, "@")
	return char
}

// keywords are the words of a message that were looked for; characters of one run come
// together.
func keywords(needs []need) []string {
	all := []string{}
	for _, n := range needs {
		w := n.word
		if _, run, found := strings.Cut(w, "@"); found {
			w = run
		}
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// IsExcluded reports whether globs name a file.
func IsExcluded(patterns []string, p workspace.Path) bool {
	f := finder{}
	return f.matches(patterns, p)
}

// searched says what the index holds, as it was counted when it changed last.
func (x *Index) searched(ctx context.Context, s *Searched) error {
	s.InMemory = x.inMemory
	var counted string
	if err := x.db.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'counted'").Scan(&counted); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	if _, err := fmt.Sscan(counted, &s.Files, &s.Passages, &s.Poisoned, &s.Secret); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	return nil
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
