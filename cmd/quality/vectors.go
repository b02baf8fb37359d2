package main

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"wisdom/cmd/quality/score"
	"wisdom/inject/recall"
	"wisdom/pipeline/llm"
)

// embedder returns the model of the options or, without one, scripted vectors.
func embedder(opts options, messages []score.Message) (recall.Embedder, error) {
	if opts.embed == "" {
		return newScripted(messages), nil
	}
	return llm.NewEmbedder(llm.Options{Name: opts.embed, Host: opts.host, Timeout: time.Minute, Now: time.Now})
}

// scripted is an embedding model whose vectors are made from the labels: a message and the lines that it needs point
// the same way. It replaces a real model, which was not available for this measurement, and is as blind as one: for
// some needs it knows nothing. Each item is a need: its message, then the texts that meet it.
type scripted [][]string

const (
	dimensions = 192
	// blind is the share of needs for which the vectors are useless.
	blind = 0.35
	// bend is how much of a vector is noise.
	bend = 0.6
)

func newScripted(messages []score.Message) (s scripted) {
	for _, m := range messages {
		for _, need := range m.Needs {
			if random(m.Message+need[0]).Float64() < blind {
				continue
			}
			texts := []string{m.Message}
			for _, where := range need {
				_, text, _ := strings.Cut(where, "::")
				texts = append(texts, text)
			}
			s = append(s, texts)
		}
	}
	return s
}

func random(seed string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// Name implements recall.Embedder.
func (s scripted) Name() string { return "scripted" }

// Embed implements recall.Embedder.
func (s scripted) Embed(_ context.Context, texts []string) ([][]float32, error) {
	all := make([][]float32, len(texts))
	for i, text := range texts {
		all[i] = make([]float32, dimensions)
		add(all[i], "noise of "+text, bend)
		for _, need := range s {
			holds := func(t string) bool { return strings.Contains(text, t) }
			if text == need[0] || slices.ContainsFunc(need[1:], holds) {
				add(all[i], need[0], 1)
			}
		}
	}
	return all, nil
}

// add adds a vector that a text decides.
func add(v []float32, text string, length float32) {
	r := random(text)
	for i := range v {
		v[i] += length * float32(r.NormFloat64()/13.856) // the root of 192
	}
}
