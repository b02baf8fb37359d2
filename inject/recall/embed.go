package recall

import "context"

// Embedder turns texts into vectors that are near where meanings are.
type Embedder interface {
	// Name tells vectors of one model from those of another.
	Name() string
	// Embed returns a vector for each text, all of the same length.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
