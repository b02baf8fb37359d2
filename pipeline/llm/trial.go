package llm

import (
	"context"
	"encoding/json"

	"wisdom/prompts"
)

// Trial is how a model did on a small request.
type Trial struct {
	// Structured reports whether the answer was the JSON that the schema asks for, and nothing else.
	Structured bool
	// Usable reports whether the answer could be read, by whatever way.
	Usable bool
	// Context is what the server gives the model, in tokens.
	Context int
	// PerSecond is how many tokens of an answer come in a second; 0 if the server does not say.
	PerSecond float64
}

// trialPrompt is a small request with a schema.
var trialPrompt = prompts.Prompt{
	Text: `Which of these lessons teach the same? Answer in JSON, {"same": [numbers]}.

[1] Restore a backup once before you trust it.
[2] A backup that no one restored is a hope.
[3] Ask before sending anything to a customer.
`,
	Schema: json.RawMessage(`{"type": "object", "properties": {"same": {"type": "array", "maxItems": 3, "items": ` +
		`{"type": "integer", "minimum": 1, "maximum": 3}}}, "required": ["same"]}`),
}

// trialWritten bounds the answer to trialPrompt, in tokens.
const trialWritten = 128

// Try sends one small request, in the context that Prepare chose, and looks at the answer as the server gave it.
func (m *Model) Try(ctx context.Context) (Trial, error) {
	a, err := m.send(ctx, trialPrompt, trialWritten)
	if err != nil {
		return Trial{}, err
	}
	trial := Trial{Context: m.given}
	if a.took > 0 {
		trial.PerSecond = float64(a.Written) / a.took.Seconds()
	}
	var found struct {
		Same *[]int `json:"same"`
	}
	trial.Usable = decode(a.Text, &found) == nil && found.Same != nil
	trial.Structured = trial.Usable && json.Valid([]byte(a.Text))
	return trial, nil
}

// Context is the context that requests ask for, in tokens.
func (m *Model) Context() int { return m.context }
