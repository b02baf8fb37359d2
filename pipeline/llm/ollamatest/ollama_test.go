package ollamatest

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"wisdom/pipeline/llm/ollamatest/tiny"
)

// schema is what the scripted answers of these tests keep to.
const schema = `{"type":"object","properties":{"lessons":{"type":"array","minItems":1,"maxItems":3,"items":` +
	`{"type":"object","properties":{"kind":{"enum":["do","dont"]},"text":{"type":"string","minLength":5,` +
	`"maxLength":40}},` +
	`"required":["kind","text"]}}},"required":["lessons"]}`

var rules = []tiny.Rule{
	{When: "npm ERR!", Say: `{"lessons":[{"kind":"do","text":"Run npm ci, not npm install."}]}`},
	{When: "permission denied", Say: `{"lessons":[{"kind":"dont","text":"Größere Rechte: erst fragen."}]}`},
	{Say: `{"lessons":[{"kind":"do","text":"Nothing to learn here."}]}`},
}

var formats = map[string]json.RawMessage{"free": nil, "formatted": json.RawMessage(schema)}

// generate asks a model without thinking, and fails unless the answer is whole.
func (s *Server) generate(model, prompt string, format json.RawMessage, options map[string]any) api.GenerateResponse {
	s.t.Helper()
	stream := false
	var answer api.GenerateResponse
	err := s.client().Generate(s.t.Context(), &api.GenerateRequest{
		Model: model, Prompt: prompt, Stream: &stream, Format: format, Options: options,
		Think: &api.ThinkValue{Value: false},
	}, func(response api.GenerateResponse) error {
		answer = response
		return nil
	})
	if err != nil || !answer.Done {
		s.t.Fatalf("%s: done %t, %v", model, answer.Done, err)
	}
	return answer
}

// TestOllamaScript guards invariants 2 and 3 of package tiny.
func TestOllamaScript(t *testing.T) {
	server := Start(t)
	model := server.Import(tiny.Model{Rules: rules})
	filler := strings.Repeat("Read the file before writing to it. ", 150)
	for _, test := range []struct {
		name, prompt string
		want         int
	}{
		{"alone", "npm ERR! code E404", 0},
		{"between", filler + "npm ERR! code E404 " + filler, 0},
		{"second", "open x: permission denied", 1},
		{"the first rule wins", strings.Repeat("permission denied, ", 20) + "npm ERR!", 0},
		{"none", "an ordinary day", 2},
		{"none in a long prompt", filler + filler, 2},
	} {
		for kind, format := range formats {
			for _, temperature := range []float64{0, 1} {
				options := map[string]any{"temperature": temperature, "num_ctx": 8192}
				answer := server.generate(model, test.prompt, format, options)
				if answer.Response != rules[test.want].Say {
					t.Errorf("%s, %s, %g: %q", test.name, kind, temperature, answer.Response)
				}
			}
		}
	}
}

func TestOllamaManyRules(t *testing.T) {
	server := Start(t)
	many := make([]tiny.Rule, 32)
	for i := range many {
		many[i] = tiny.Rule{When: "case " + string(rune('A'+i)) + ";", Say: strings.Repeat(string(rune('a'+i%26)), i)}
	}
	model := server.Import(tiny.Model{Rules: many})
	for i, rule := range many {
		var prompt strings.Builder
		for _, later := range many[i:] {
			prompt.WriteString(strings.Repeat(later.When, 3))
		}
		if answer := server.generate(model, prompt.String(), nil, nil); answer.Response != rule.Say {
			t.Errorf("rule %d: %q", i, answer.Response)
		}
	}
}

// TestOllamaNothingToSay: no rule matches and none answers every prompt.
func TestOllamaNothingToSay(t *testing.T) {
	server := Start(t)
	model := server.Import(tiny.Model{Rules: rules[:1]})
	if answer := server.generate(model, "an ordinary day", nil, nil); answer.Response != "" {
		t.Errorf("without a format: %q", answer.Response)
	}
	checkLessons(t, server.generate(model, "an ordinary day", json.RawMessage(schema), nil).Response)
}

// TestOllamaRandom: a format alone forces noise into shape.
func TestOllamaRandom(t *testing.T) {
	server := Start(t)
	model := server.Import(tiny.Model{Random: true, Seed: 1})
	for seed := range 3 {
		options := map[string]any{"seed": seed, "num_predict": 1000}
		checkLessons(t, server.generate(model, "hello", json.RawMessage(schema), options).Response)
	}
}

// checkLessons checks that an answer keeps to the schema.
func checkLessons(t *testing.T, answer string) {
	t.Helper()
	var got struct {
		Lessons []struct{ Kind, Text string }
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		t.Errorf("%v: %q", err, answer)
	}
	if n := len(got.Lessons); n < 1 || n > 3 {
		t.Errorf("%d lessons: %q", n, answer)
	}
	for _, lesson := range got.Lessons {
		if length := len([]rune(lesson.Text)); lesson.Kind != "do" && lesson.Kind != "dont" || length < 5 || length > 40 {
			t.Errorf("the schema is not kept: %q", answer)
		}
	}
}

// TestOllamaThinking: told not to think, a thinking model that is held to a
// format answers at once; left alone it thinks first.
func TestOllamaThinking(t *testing.T) {
	server := Start(t)
	var thoughtful []tiny.Rule
	for _, rule := range rules {
		rule.Think = "Hmm."
		thoughtful = append(thoughtful, rule)
	}
	model := server.Import(tiny.Model{Rules: thoughtful, Thinking: true})
	answer := server.generate(model, "npm ERR! code E404", json.RawMessage(schema), nil)
	if answer.Response != rules[0].Say || answer.Thinking != "" {
		t.Errorf("not thinking: %q, thought %q", answer.Response, answer.Thinking)
	}
	for kind, format := range formats {
		var said, thought strings.Builder
		err := server.client().Chat(t.Context(), &api.ChatRequest{
			Model: model, Format: format, Messages: []api.Message{{Role: "user", Content: "permission denied"}},
		}, func(response api.ChatResponse) error {
			said.WriteString(response.Message.Content)
			thought.WriteString(response.Message.Thinking)
			return nil
		})
		if err != nil || said.String() != rules[1].Say || thought.String() != "Hmm." {
			t.Errorf("thinking, %s: %q, thought %q, %v", kind, said.String(), thought.String(), err)
		}
	}
}

func TestOllamaNames(t *testing.T) {
	server := Start(t)
	if got := server.Import(tiny.Model{Name: "lessons:8b", Rules: rules}); got != "lessons:8b" {
		t.Errorf("imported as %s", got)
	}
	made := server.Import(tiny.Model{Rules: rules})
	if again := server.Import(tiny.Model{Rules: rules}); again != made {
		t.Errorf("one model is called %s and %s", made, again)
	}
	if other := server.Import(tiny.Model{Rules: rules[1:]}); other == made {
		t.Errorf("two models are called %s", made)
	}
	server.Remove("lessons:8b")
	_, err := server.client().Show(t.Context(), &api.ShowRequest{Model: "lessons:8b"})
	var status api.StatusError
	if !errors.As(err, &status) || status.StatusCode != http.StatusNotFound {
		t.Errorf("after it was removed: %v", err)
	}
}

// TestOllamaKilled kills the server in the middle of an answer, and asks again
// after it was started again.
func TestOllamaKilled(t *testing.T) {
	server := Start(t)
	long := strings.Repeat("There is a lot to say. ", 200)
	model := server.Import(tiny.Model{Rules: []tiny.Rule{{Say: long}}})
	address, pieces, done := server.URL(), 0, false
	err := server.client().Generate(t.Context(), &api.GenerateRequest{Model: model, Prompt: "hello"},
		func(response api.GenerateResponse) error {
			done = response.Done
			if pieces++; pieces == 5 {
				server.Kill()
			}
			return nil
		})
	if done {
		t.Errorf("the answer was whole after %d pieces, %v", pieces, err)
	}
	if server.client().Heartbeat(t.Context()) == nil {
		t.Error("the server lives")
	}
	server.Restart()
	if answer := server.generate(model, "hello", nil, nil); answer.Response != long {
		t.Errorf("started again: %.80q", answer.Response)
	}
	if server.URL() != address {
		t.Errorf("it moved from %s to %s", address, server.URL())
	}
	server.Stop()
	if server.client().Heartbeat(t.Context()) == nil {
		t.Error("the server was stopped and lives")
	}
}

// TestOllamaAlone guards invariant 1.
func TestOllamaAlone(t *testing.T) {
	t.Setenv("OLLAMA_CONTEXT_LENGTH", "512")
	server := Start(t)
	if _, err := os.Stat(filepath.Join(server.home, ".ollama")); err != nil {
		t.Errorf("its home is not its own: %v", err)
	}
	if got := server.contextLength(); got == 512 {
		t.Error("the environment of the test reached the server")
	}
}

func TestOllamaEnvironment(t *testing.T) {
	server := Start(t, Environment("OLLAMA_CONTEXT_LENGTH=512"))
	if got := server.contextLength(); got != 512 {
		t.Errorf("the context length is %d, want 512", got)
	}
}

// contextLength returns the context that a request gets which asks for none.
func (s *Server) contextLength() int {
	s.t.Helper()
	s.generate(s.Import(tiny.Model{Rules: rules}), "hello", nil, nil)
	loaded, err := s.client().ListRunning(s.t.Context())
	if err != nil || len(loaded.Models) != 1 {
		s.t.Fatalf("%+v, %v", loaded, err)
	}
	return loaded.Models[0].ContextLength
}
