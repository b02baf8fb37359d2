package distill

import (
	"context"

	"wisdom/prompts"
)

// Form is how a model is asked, as its exam found.
type Form struct {
	// FindSize is how many lessons one request to find practices holds at most; 0 is the default.
	FindSize int `json:"find_size"`
	// Margins reports whether lessons are assigned and lines verified by margins, one lesson and one line a request,
	// instead of in batches.
	Margins bool `json:"margins"`
	// Least is the score from which on a lesson counts as teaching a line; only with Margins.
	Least float64 `json:"least"`
}

// Scorer is a Model whose server tells log probabilities.
type Scorer interface {
	Model
	// Margin is the log probability of "yes" less that of "no" as the first token of the answer to a prompt.
	Margin(ctx context.Context, p prompts.Prompt) (float64, error)
}

// Embedder turns texts into vectors that are near where meanings are.
type Embedder interface {
	// Name names the model.
	Name() string
	// EmbedPassages and EmbedQueries return a vector of length 1 for each text, all with as many numbers; models that are
	// trained to tell the two apart get them in different forms.
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
	EmbedQueries(ctx context.Context, texts []string) ([][]float32, error)
}
