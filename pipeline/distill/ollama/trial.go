package ollama

import (
	"context"
	"encoding/json"

	"wisdom/prompts"
)

// Trial is how a model did on a small request.
type Trial struct {
	// Structured says whether the answer was the JSON that the schema asks for, and
	// nothing else.
	Structured bool
	// Usable says whether the answer could be read, by whatever way.
	Usable bool
	// Context is what the server gives the model, in tokens.
	Context int
	// PerSecond is how many tokens of an answer come in a second; 0 if the server
	// does not say.
	PerSecond float64
}

// trialLessons are what the model is asked about in a trial.
var trialLessons = []string{
	"Restore a backup once before you trust it.",
	"A backup that nobody restored is a hope.",
	"Ask before sending anything to a customer.",
}

// Try sends one small request, in the context that Prepare chose, and looks at
// the answer as the server gave it.
func (m *Model) Try(ctx context.Context) (Trial, error) {
	p, err := m.render(prompts.Group, trialLessons, nil)
	if err != nil {
		return Trial{}, err
	}
	a, err := m.send(ctx, p, groupWritten(len(trialLessons)))
	if err != nil {
		return Trial{}, err
	}
	trial := Trial{Context: m.given}
	if a.took > 0 {
		trial.PerSecond = float64(a.Written) / a.took.Seconds()
	}
	var found grouping
	trial.Usable = decode(a.Text, &found) == nil && found.Themes != nil
	trial.Structured = trial.Usable && json.Valid([]byte(a.Text))
	return trial, nil
}

// Context is the context that requests ask for, in tokens.
func (m *Model) Context() int { return m.context }
