package llm

import (
	"context"
	"fmt"

	"github.com/ollama/ollama/api"
)

// Embedder asks a model for vectors that are near where meanings are.
type Embedder struct {
	opts   Options
	client *api.Client
	host   string
}

// NewEmbedder names the server and the model; nothing is asked yet. A server on another machine is a *RemoteError
// unless that is allowed.
func NewEmbedder(opts Options) (*Embedder, error) {
	base, err := ParseHost(opts.Host)
	if err != nil {
		return nil, err
	}
	if !IsHere(base) && !opts.AllowRemote {
		return nil, &RemoteError{opts.Name, base.String()}
	}
	return &Embedder{opts, api.NewClient(base, guarded(base, "", opts.Transport)), base.String()}, nil
}

// Name is the model's name.
func (e *Embedder) Name() string { return e.opts.Name }

// Embed returns a vector for each text. Nothing is cut: a text that is too long for the model is an error.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, e.opts.Timeout)
	defer cancel()
	whole := false
	response, err := e.client.Embed(ctx, &api.EmbedRequest{Model: e.opts.Name, Input: texts, Truncate: &whole})
	if err != nil {
		return nil, fmt.Errorf("ask %s at %s for vectors: %w", e.opts.Name, e.host, err)
	}
	if len(response.Embeddings) != len(texts) {
		return nil, fmt.Errorf("%s at %s gave %d vectors for %d texts", e.opts.Name, e.host,
			len(response.Embeddings), len(texts))
	}
	return response.Embeddings, nil
}
