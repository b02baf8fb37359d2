//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// modelServer replaces a model: it answers "ok", or calls the tool that a test
// asked for.
type modelServer struct {
	*httptest.Server
	mu       sync.Mutex
	requests []modelRequest
	// script are the tools that it calls.
	script []scripted
	// spawns makes a sub-agent with this task when a message holds the first word.
	spawns map[string]string
	// insists makes it call a tool that was stopped again.
	insists bool
	// anew makes it call its tool once for each message, although one was called before in the session.
	anew bool
	// parents are the tokens of the sessions that started those with a token.
	parents map[string]string
}

// scripted is a tool that is called once in a session in which the user says something,
// and the answer after that.
type scripted struct {
	says   string
	tool   string // "" for none
	args   map[string]any
	nested bool // through tool_call
	answer string
}

type modelRequest struct {
	Stream   bool `json:"stream"`
	Messages []struct {
		Role    string `json:"role"`
		Content any    `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"tools"`
}

func startModel(t *testing.T) *modelServer {
	m := &modelServer{spawns: map[string]string{}, parents: map[string]string{}}
	m.Server = httptest.NewServer(http.HandlerFunc(m.answer))
	t.Cleanup(m.Close)
	return m
}

// text is all text of a message.
func textOf(content any) string {
	switch v := content.(type) {
	case string:
		return v
	case []any:
		var all strings.Builder
		for _, part := range v {
			if m, ok := part.(map[string]any); ok {
				s, _ := m["text"].(string)
				all.WriteString(s)
			}
		}
		return all.String()
	}
	return ""
}

// says reports whether a message of the user holds a token. The host adds messages of
// its own behind that of a person.
func (r *modelRequest) says(token string) bool {
	for _, m := range r.Messages {
		if m.Role == "user" && strings.Contains(textOf(m.Content), token) {
			return true
		}
	}
	return false
}

// prompt is the whole text of the first request in which the user says a token: later
// ones have it in their history. The host reports a sub-agent to the session that
// started it, whose request may come first.
func (m *modelServer) prompt(token string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.requests {
		if parent := m.parents[token]; r.says(token) && (parent == "" || !r.says(parent)) {
			return r.text()
		}
	}
	return ""
}

// text is the whole text of a request.
func (r *modelRequest) text() string {
	var all strings.Builder
	for _, message := range r.Messages {
		all.WriteString(textOf(message.Content) + "\n")
	}
	return all.String()
}

// request is the whole text of the n-th request; "" where it has not come yet.
func (m *modelServer) request(n int) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n >= len(m.requests) {
		return ""
	}
	return m.requests[n].text()
}

// received is how many requests there were.
func (m *modelServer) received() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.requests)
}

func (m *modelServer) answer(w http.ResponseWriter, req *http.Request) {
	var r modelRequest
	if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.mu.Lock()
	m.requests = append(m.requests, r)
	call := m.callFor(&r)
	text := "ok"
	if s := m.scriptFor(&r); s != nil {
		text = s.answer
		stopped := m.insists && strings.Contains(r.lastResult(), "make the same call again")
		if call == nil && s.tool != "" && (!r.hasResult() || stopped || m.anew && r.lastResult() == "") {
			call = toolCallOf(s.tool, s.args, s.nested)
		}
	}
	m.mu.Unlock()
	message, reason := map[string]any{"role": "assistant", "content": text}, "stop"
	if call != nil {
		message, reason = map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}}, "tool_calls"
	}
	usage := map[string]int{"prompt_tokens": 10, "completion_tokens": 1, "total_tokens": 11}
	answer := map[string]any{"id": "1", "created": 1, "model": "tiny", "usage": usage}
	if !r.Stream {
		answer["object"], answer["choices"] = "chat.completion", []any{
			map[string]any{"index": 0, "message": message, "finish_reason": reason},
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	answer["object"] = "chat.completion.chunk"
	for _, choice := range []map[string]any{
		{"index": 0, "delta": message, "finish_reason": nil},
		{"index": 0, "delta": map[string]any{}, "finish_reason": reason},
	} {
		answer["choices"] = []any{choice}
		b, _ := json.Marshal(answer)
		fmt.Fprintf(w, "data: %s\n\n", b)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// callFor is the call of a tool that answers a request, nil for none: once for each
// message. Where the host offers the tool only behind tool_call, that is called.
func (m *modelServer) callFor(r *modelRequest) map[string]any {
	for token, task := range m.spawns {
		if !r.says(token) {
			continue
		}
		delete(m.spawns, token)
		name, args := "sessions_spawn", map[string]any{"task": task}
		return toolCallOf(name, args, !r.offers(name))
	}
	return nil
}

func toolCallOf(name string, args map[string]any, nested bool) map[string]any {
	if nested {
		name, args = "tool_call", map[string]any{"id": name, "args": args}
	}
	b, _ := json.Marshal(args)
	return map[string]any{
		"index":    0,
		"id":       "call-1",
		"type":     "function",
		"function": map[string]any{"name": name, "arguments": string(b)},
	}
}

// offers reports whether the host lists a tool, and not only behind tool_call.
func (r *modelRequest) offers(name string) bool {
	for _, tool := range r.Tools {
		if tool.Function.Name == name {
			return true
		}
	}
	return false
}

// hasResult reports whether a tool was called before.
func (r *modelRequest) hasResult() bool {
	for _, m := range r.Messages {
		if m.Role == "tool" {
			return true
		}
	}
	return false
}

// lastResult is the result of a tool behind the last message of the user that is no addition of the host; "" for none.
func (r *modelRequest) lastResult() (result string) {
	for _, m := range r.Messages {
		switch text := textOf(m.Content); {
		case m.Role == "tool":
			result = text
		case m.Role == "user" && !strings.Contains(text, "INTERNAL_CONTEXT"):
			result = ""
		}
	}
	return result
}

// results are the results of tools in the last request.
func (m *modelServer) results() (results []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, message := range m.requests[len(m.requests)-1].Messages {
		if message.Role == "tool" {
			results = append(results, textOf(message.Content))
		}
	}
	return results
}

// scriptFor is what answers a request, nil for nothing.
func (m *modelServer) scriptFor(r *modelRequest) *scripted {
	for i, s := range m.script {
		if r.says(s.says) {
			return &m.script[i]
		}
	}
	return nil
}

// follow gives the model a script.
func (m *modelServer) follow(script []scripted) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = script
}
