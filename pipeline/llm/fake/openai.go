package fake

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// listOpenAI is the list of models as Ollama gives it in the API of OpenAI.
func listOpenAI(models []Model) map[string]any {
	all := []map[string]any{}
	for _, m := range models {
		all = append(all, map[string]any{"id": m.Name, "object": "model", "owned_by": "library"})
	}
	return map[string]any{"object": "list", "data": all}
}

// complete answers a request in the API of OpenAI as generate would. Of a Reply, it
// knows Text, Reason, Read, NoEnd, and Status with Error.
func (s *Server) complete(w http.ResponseWriter, r *http.Request, models []Model) {
	var asked struct {
		Model    string
		Messages []struct{ Content string }
		Format   struct {
			Schema struct{ Schema json.RawMessage } `json:"json_schema"`
		} `json:"response_format"`
		TopLogprobs int `json:"top_logprobs"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || len(asked.Messages) != 1 {
		failOpenAI(w, http.StatusBadRequest, fmt.Sprintf("one message is wanted: %v", err))
		return
	}
	if _, found := find(models, asked.Model); !found {
		failOpenAI(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", asked.Model))
		return
	}
	request := Request{Model: asked.Model, Prompt: asked.Messages[0].Content, Format: asked.Format.Schema.Schema}
	request.TopLogprobs = asked.TopLogprobs
	reply := s.asked(r.URL.Path, request)(request)
	if reply.Status != 0 {
		failOpenAI(w, reply.Status, reply.Error)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	choice := func(delta map[string]any, reason any) {
		event(w, map[string]any{"choices": []any{map[string]any{
			"delta": delta, "finish_reason": reason, "logprobs": map[string]any{"content": reply.logprobs(request)},
		}}})
	}
	for part := range slices.Chunk([]rune(reply.Text), 16) {
		choice(map[string]any{"content": string(part)}, nil)
	}
	if reply.NoEnd {
		return
	}
	end := end(request, reply)
	choice(map[string]any{}, end.DoneReason)
	event(w, map[string]any{
		"choices": []any{},
		"usage":   map[string]any{"prompt_tokens": end.PromptEvalCount, "completion_tokens": end.EvalCount},
	})
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func event(w http.ResponseWriter, v any) {
	fmt.Fprint(w, "data: ")
	line(w, v)
	fmt.Fprintln(w)
}

func failOpenAI(w http.ResponseWriter, status int, message string) {
	fail(w, status, map[string]any{"message": message, "type": "api_error"})
}
