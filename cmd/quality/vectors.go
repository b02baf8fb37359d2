package main

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
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
// some needs it knows nothing.
type scripted struct {
	needs []scriptedNeed
	bend  float64 // how much of a vector is noise
}

type scriptedNeed struct {
	message string
	texts   []string
}

const (
	dimensions = 192
	// blind is the share of needs for which the vectors are useless.
	blind = 0.35
)

func newScripted(messages []score.Message) *scripted {
	s := &scripted{bend: 0.6}
	for _, m := range messages {
		for _, need := range m.Needs {
			if random(m.Message+need[0]).Float64() < blind {
				continue
			}
			n := scriptedNeed{message: m.Message}
			for _, where := range need {
				_, text, _ := strings.Cut(where, "::")
				n.texts = append(n.texts, text)
			}
			s.needs = append(s.needs, n)
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
func (s *scripted) Name() string { return "scripted" }

// Embed implements recall.Embedder.
func (s *scripted) Embed(_ context.Context, texts []string) ([][]float32, error) {
	all := make([][]float32, len(texts))
	for i, text := range texts {
		v := direction("noise of " + text)
		for j := range v {
			v[j] *= float32(s.bend)
		}
		for _, n := range s.needs {
			if n.isAbout(text) {
				for j, x := range direction(n.message) {
					v[j] += x
				}
			}
		}
		all[i] = v
	}
	return all, nil
}

func (n *scriptedNeed) isAbout(text string) bool {
	if text == n.message {
		return true
	}
	for _, t := range n.texts {
		if strings.Contains(text, t) {
			return true
		}
	}
	return false
}

// direction is a vector of length 1 that a text decides.
func direction(text string) []float32 {
	r := random(text)
	v := make([]float32, dimensions)
	for i := range v {
		v[i] = float32(r.NormFloat64() / 13.856) // the root of 192
	}
	return v
}
