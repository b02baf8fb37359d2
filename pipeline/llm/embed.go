package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"wisdom/pipeline/distill"
)

// family is what stands before the texts of some models, of prefixes.toml.
type family struct{ Name, Query, Passage string }

// familyOf is the family of a model; without prefixes where it is not known.
func familyOf(model string) family {
	for _, f := range tables().Family {
		if regexp.MustCompile(f.Name).MatchString(strings.ToLower(model)) {
			return f
		}
	}
	return family{}
}

// embedding is a transport that gives vectors, of queries or of passages.
type embedding interface {
	embed(ctx context.Context, texts []string, kind string) ([][]float32, error)
	// embedder names a model of the server that can do so, "" where it has none.
	embedder(ctx context.Context) (string, error)
}

// FindEmbedder names a model that can embed on the server of the options, "" where it has none.
func FindEmbedder(ctx context.Context, opts Options) (string, error) {
	opts.Command = nil
	server, _, err := newTransport(opts)
	if err != nil {
		return "", err
	}
	return server.(embedding).embedder(ctx)
}

// embedder asks for the capabilities of each model on this machine, the smallest first.
func (o *ollamaAPI) embedder(ctx context.Context) (string, error) {
	list, err := o.list(ctx)
	if err != nil {
		return "", o.unreachable(err)
	}
	slices.SortStableFunc(list, func(a, b Candidate) int { return cmp.Compare(a.Bytes, b.Bytes) })
	for _, l := range list {
		show, err := o.client.Show(ctx, &api.ShowRequest{Model: l.Name})
		if err == nil && l.Answers && show.RemoteHost == "" && slices.Contains(show.Capabilities, "embedding") {
			return l.Name, nil
		}
	}
	return "", ctx.Err()
}

// embedder goes by the names, as the list says nothing else, and a vector would make the server load the model: one of a
// family that is known, else one whose name speaks for it.
func (o *openAI) embedder(ctx context.Context) (string, error) {
	_, err := o.find(ctx)
	var list *MissingError
	if !errors.As(err, &list) {
		return "", err
	}
	for _, speaks := range []func(string) bool{
		func(name string) bool { return familyOf(name).Name != "" },
		func(name string) bool { return strings.Contains(strings.ToLower(name), "embed") },
	} {
		if i := slices.IndexFunc(list.Others, speaks); i >= 0 {
			return list.Others[i], nil
		}
	}
	return "", nil
}

// Embedder asks a model for vectors that are near where meanings are: by Ollama's API, or by that of OpenAI. A text
// that is longer than the model's context is cut at its end by Ollama, and an error elsewhere. It is used by one
// goroutine at a time.
type Embedder struct {
	opts   Options
	family family
	place  Place
	server embedding
	// bare is whether texts go without prefixes: the server adds them, or there are none. It counts once it is known.
	bare, known bool
	size        int // how many numbers a vector has; 0 before the first one
}

var _ distill.Embedder = (*Embedder)(nil)

// NewEmbedder names the server and the model; nothing is asked yet. A server on another machine is a *RemoteError
// unless that is allowed.
func NewEmbedder(opts Options) (*Embedder, error) {
	opts.Command = nil
	server, place, err := newTransport(opts)
	if err != nil {
		return nil, err
	}
	of := familyOf(opts.Name)
	bare := of.Query+of.Passage == ""
	return &Embedder{
		opts: opts, family: of, place: place, server: server.(embedding), bare: bare, known: bare || place.Engine == Ollama,
	}, nil
}

// Name is the model's name, with the prefixes that decide its vectors.
func (e *Embedder) Name() string {
	if f := e.family; f.Query+f.Passage != "" {
		return fmt.Sprintf("%s, %q, %q", e.opts.Name, f.Query, f.Passage)
	}
	return e.opts.Name
}

// Model is the model's name as the server has it.
func (e *Embedder) Model() string { return e.opts.Name }

// EmbedQueries implements distill.Embedder.
func (e *Embedder) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, texts, "query", e.family.Query)
}

// EmbedPassages implements distill.Embedder.
func (e *Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, texts, "passage", e.family.Passage)
}

// embed asks for the vectors of texts of a kind, with a prefix if the server adds none itself.
func (e *Embedder) embed(ctx context.Context, texts []string, kind, prefix string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, e.opts.Timeout)
	defer cancel()
	if err := e.learn(ctx); err != nil {
		return nil, err
	}
	if !e.bare {
		texts = slices.Clone(texts)
		for i := range texts {
			texts[i] = prefix + texts[i]
		}
	}
	return e.ask(ctx, texts, kind)
}

// alike is how far apart the numbers of two vectors of the same text are at most, as servers with many threads give them.
const alike = 0.001

// learn finds out once whether the server adds the prefixes itself: then the same text has two vectors.
func (e *Embedder) learn(ctx context.Context) error {
	if e.known {
		return nil
	}
	text := []string{"Which is it?"}
	query, err := e.ask(ctx, text, "query")
	if err != nil {
		return err
	}
	passage, err := e.ask(ctx, text, "passage")
	e.known = err == nil
	e.bare = e.known &&
		!slices.EqualFunc(query[0], passage[0], func(q, p float32) bool { return math.Abs(float64(q-p)) < alike })
	return err
}

// ask asks for vectors as they are, and makes their length 1. All must have as many numbers as the first one.
func (e *Embedder) ask(ctx context.Context, texts []string, kind string) ([][]float32, error) {
	vectors, err := e.server.embed(ctx, texts, kind)
	if err == nil && len(vectors) != len(texts) {
		err = fmt.Errorf("%d vectors came for %d texts", len(vectors), len(texts))
	}
	for _, vector := range vectors {
		e.size = cmp.Or(e.size, len(vector))
		if err == nil && (len(vector) == 0 || len(vector) != e.size) {
			err = fmt.Errorf("a vector of %d numbers came, the first one had %d", len(vector), e.size)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("ask %s at %s for vectors: %w", e.opts.Name, e.place.Name, err)
	}
	for _, vector := range vectors {
		scale(vector)
	}
	return vectors, nil
}

// embed asks for vectors by /api/embed, which tells no kinds apart.
func (o *ollamaAPI) embed(ctx context.Context, texts []string, _ string) ([][]float32, error) {
	response, err := o.client.Embed(ctx, &api.EmbedRequest{Model: o.name, Input: texts})
	if err != nil {
		return nil, err
	}
	return response.Embeddings, nil
}

// embed asks for vectors by /embeddings.
func (o *openAI) embed(ctx context.Context, texts []string, kind string) (vectors [][]float32, err error) {
	body := map[string]any{"model": o.name, "input": texts, inputType: kind}
	o.forms[0].ways[0](body, request{}) // the others are for answers
	response, err := o.post(ctx, "embeddings", body)
	if errors.Is(err, errOtherForm) {
		return o.embed(ctx, texts, kind)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }() // was only read
	var answer struct {
		Data []struct{ Embedding []float32 } `json:"data"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, mostVectors)).Decode(&answer); err != nil {
		return nil, fmt.Errorf("read its answer: %w", err)
	}
	for _, d := range answer.Data {
		vectors = append(vectors, d.Embedding)
	}
	return vectors, nil
}

// mostVectors bounds what is read of vectors, in bytes.
const mostVectors = 64 << 20

// scale makes the length of a vector 1, if it has any.
func scale(vector []float32) {
	sum := 0.0
	for _, v := range vector {
		sum += float64(v) * float64(v)
	}
	for i := range vector {
		vector[i] = float32(float64(vector[i]) / math.Max(math.Sqrt(sum), math.SmallestNonzeroFloat32))
	}
}
