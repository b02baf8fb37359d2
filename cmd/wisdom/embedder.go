package main

import (
	"cmp"
	"context"
	"time"

	"wisdom/inject/recall"
	"wisdom/internal/workspace"
	"wisdom/pipeline/llm"
)

const (
	// modelPatience is how long a message waits for an embedding model that no one named, or while others wait.
	modelPatience = 300 * time.Millisecond
	// embedOften is how often a process that answers messages looks for notes without a vector.
	embedOften = time.Minute
	// noEmbedder is what recall.embed says where words alone decide.
	noEmbedder = "off"
)

// embedder is the model that compares meanings: the one that the settings name, on the server of recall.embed_host, else
// on the Ollama server of the settings, also where another one, or a command, distills. Without a name, it is one that
// the server of the settings or Ollama has, on this machine; nil where there is none.
func embedder(ctx context.Context, a *deps) (*llm.Embedder, error) {
	s := a.settings
	opts := llm.Options{
		Name: s.Recall.Embed, Timeout: s.RequestTimeout(), AllowRemote: s.Model.AllowRemote, Now: a.now,
	}
	if s.Model.API == llm.Ollama {
		opts.Host = s.Model.Host
	}
	opts.Host = cmp.Or(opts.Host, a.getenv("OLLAMA_HOST"))
	if host := s.Recall.EmbedHost; host != "" {
		opts.API, opts.Host = llm.OpenAI, host
		if host == s.Model.Host {
			opts.Key = a.getenv(s.Model.KeyEnv)
		}
	}
	switch opts.Name {
	case noEmbedder:
		return nil, nil
	case "":
		return findEmbedder(ctx, a, opts)
	}
	return llm.NewEmbedder(opts)
}

// findEmbedder asks the servers on this machine for a model that can embed. Notes go nowhere else unless a setting says
// so. A server that does not answer has none.
func findEmbedder(ctx context.Context, a *deps, ollama llm.Options) (*llm.Embedder, error) {
	ollama.AllowRemote = false
	places := []llm.Options{ollama}
	if m := a.settings.Model; m.API == llm.OpenAI {
		own := ollama
		own.API, own.Host, own.Key = llm.OpenAI, m.Host, a.getenv(m.KeyEnv)
		places = []llm.Options{own, ollama}
	}
	for _, opts := range places {
		within, cancel := context.WithTimeout(ctx, modelPatience)
		name, err := llm.FindEmbedder(within, opts)
		cancel()
		if err == nil && name != "" {
			opts.Name = name
			return llm.NewEmbedder(opts)
		}
	}
	return nil, ctx.Err()
}

// workingEmbedder is the model that compares meanings, once it answered, or nil where there is none.
func workingEmbedder(ctx context.Context, a *deps) (*llm.Embedder, error) {
	model, err := embedder(ctx, a)
	if err == nil && model != nil {
		_, err = model.EmbedQueries(ctx, []string{"a test"})
	}
	return model, err
}

// serveIndex opens the index for a process that answers messages. It looks through the workspace only after a change. A
// message waits for the model only for a moment; beside it, a second connection brings the vectors up to date, and looks
// for itself: what one was told of a change, the other would not be.
func serveIndex(ctx context.Context, a *deps) (*recall.Index, error) {
	opts, err := recallIndex(ctx, a)
	if err != nil {
		return nil, err
	}
	if opts.Embedder != nil && opts.Database != "" {
		opts.Patience = modelPatience
		model, err := embedder(ctx, a) // each is used by one goroutine
		if err == nil && model != nil {
			beside := opts
			beside.Embedder, beside.Patience, beside.Progress, beside.Warn = model, 0, nil, nil
			go embedBeside(ctx, a.fsys, a.clock, beside)
		}
	}
	watched := workspace.Watch(a.fsys, a.dir, a.now)
	a.fsys, a.extras = watched, append(a.extras, watched)
	return recall.Open(ctx, watched, opts)
}

// embedBeside embeds what has no vector, again and again. What goes wrong is tried again the next time: meanwhile words
// alone decide, and say so.
func embedBeside(ctx context.Context, fsys workspace.FS, clock func() time.Time, opts recall.Options) {
	for ctx.Err() == nil {
		opts.Now = clock()
		if index, err := recall.Open(ctx, fsys, opts); err == nil {
			_ = index.Embed(ctx)
			_ = index.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(embedOften):
		}
	}
}
