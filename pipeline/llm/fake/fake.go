// Package fake is an Ollama server for tests that need no model. It speaks the
// wire protocol as version 0.17.4 does, and gives the answers that a test wants,
// the broken ones among them.
package fake

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"
)

// Model is a model that the server has.
type Model struct {
	Name, Digest string
	Remote       string // host that it really runs on
	Size         int64  // in bytes; 0 for 1
	Trained      int    // longest context
	Running      int    // context that it is loaded with; 0 as it was asked for
	Capabilities []string
	Template     string // of its chat; "" for a usual one
	Modelfile    string
}

// Request is a request to generate.
type Request struct {
	Model, Prompt string
	Format        json.RawMessage
	Options       map[string]any
	Think         *bool
	Truncate      *bool
	Shift         *bool
	TopLogprobs   int `json:"top_logprobs"`
}

// Reply is what becomes of a request: an answer, or what can go wrong with one.
type Reply struct {
	Text   string
	Reason string // why it ended; "stop" if empty
	Read   int    // tokens of the prompt; 0 to count them
	// First are log probabilities of first tokens, for a request that asks for some.
	First map[string]float64

	Status   int    // instead of an answer, with Error
	Error    string // "" is an empty body
	Redirect string // instead of an answer
	Late     string // an error line in the midst of an answer
	NoEnd    bool   // the answer ends without its end mark
	Cut      bool   // the connection breaks off in the midst of an answer
	Silent   bool   // nothing more comes after the first part
}

// Server is the server. What it has and answers may be changed between requests.
type Server struct {
	*httptest.Server
	mu       sync.Mutex
	models   []Model
	answer   func(Request) Reply
	calls    map[string]int
	requests []Request
	broken   map[string]Reply
	seen     chan struct{}
	sits     func(Request) Reply // an exam; nil answers it right
	exams    int
}

// Start starts a server that has models and gives answers.
func Start(answer func(Request) Reply, models ...Model) *Server {
	s := &Server{
		models: models,
		answer: answer,
		calls:  map[string]int{},
		broken: map[string]Reply{},
		seen:   make(chan struct{}, 1),
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	return s
}

// Has changes the models that the server has.
func (s *Server) Has(models ...Model) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = models
}

// Answers changes what it answers.
func (s *Server) Answers(answer func(Request) Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// Breaks lets a path, such as /api/tags, answer in a certain way.
func (s *Server) Breaks(path string, r Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken[path] = r
}

// Calls counts requests by path since the last time.
func (s *Server) Calls() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := maps.Clone(s.calls)
	clear(s.calls)
	return calls
}

// Requests are those to generate since the last time.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := s.requests
	s.requests = nil
	return requests
}

// Seen tells that the first part of an answer was sent.
func (s *Server) Seen() <-chan struct{} { return s.seen }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls[r.URL.Path]++
	reply, broken := s.broken[r.URL.Path]
	models := slices.Clone(s.models)
	s.mu.Unlock()
	switch {
	case broken:
		s.send(w, r, Request{}, reply)
	case r.URL.Path == "/api/version":
		write(w, map[string]any{"version": "0.17.4"})
	case r.URL.Path == "/api/tags":
		write(w, map[string]any{"models": list(models)})
	case r.URL.Path == "/api/ps":
		write(w, map[string]any{"models": s.running(models)})
	case r.URL.Path == "/api/show":
		s.show(w, r, models)
	case r.URL.Path == "/api/generate":
		s.generate(w, r, models)
	case r.URL.Path == "/v1/models":
		write(w, listOpenAI(models))
	case r.URL.Path == "/v1/chat/completions":
		s.complete(w, r, models)
	default:
		http.NotFound(w, r)
	}
}

func list(models []Model) []api.ListModelResponse {
	all := []api.ListModelResponse{}
	for _, m := range models {
		one := api.ListModelResponse{
			Name: m.Name, Model: m.Name, Digest: m.Digest, Size: max(m.Size, 1), RemoteHost: m.Remote,
			Details: api.ModelDetails{ParameterSize: "4.0B", QuantizationLevel: "Q4_K_M"},
		}
		if m.Remote != "" {
			one.RemoteModel = m.Name
		}
		all = append(all, one)
	}
	return all
}

// running are the models that answered, with the context of their last request.
func (s *Server) running(models []Model) []api.ProcessModelResponse {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []api.ProcessModelResponse{}
	for _, m := range models {
		one := api.ProcessModelResponse{Name: m.Name, Model: m.Name, Digest: m.Digest, ContextLength: m.Running}
		if n := len(s.requests); m.Running == 0 && n > 0 {
			size, _ := s.requests[n-1].Options["num_ctx"].(float64) // 0 if it was not asked for
			one.ContextLength = int(size)
		}
		all = append(all, one)
	}
	return all
}

func (s *Server) show(w http.ResponseWriter, r *http.Request, models []Model) {
	var asked struct{ Model string }
	_ = json.NewDecoder(r.Body).Decode(&asked) // an empty name is not found
	m, found := find(models, asked.Model)
	if !found {
		fail(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", asked.Model))
		return
	}
	capabilities := m.Capabilities
	if capabilities == nil {
		capabilities = []string{"completion"}
	}
	about := map[string]any{"general.architecture": "qwen3"}
	if m.Trained > 0 {
		about["qwen3.context_length"] = m.Trained
	}
	write(w, map[string]any{
		"model_info": about, "capabilities": capabilities, "remote_host": m.Remote, "modelfile": m.Modelfile,
		"template": cmp.Or(m.Template, "<|user|>{{ .Prompt }}<|assistant|>"),
	})
}

func find(models []Model, name string) (Model, bool) {
	i := slices.IndexFunc(models, func(m Model) bool {
		return strings.EqualFold(m.Name, name) || strings.EqualFold(m.Name, name+":latest")
	})
	if i < 0 {
		return Model{}, false
	}
	return models[i], true
}

func (s *Server) generate(w http.ResponseWriter, r *http.Request, models []Model) {
	var asked Request
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		fail(w, http.StatusBadRequest, err.Error())
		return
	}
	answer := s.asked(r.URL.Path, asked)
	if _, found := find(models, asked.Model); !found {
		fail(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", asked.Model))
		return
	}
	s.send(w, r, asked, answer(asked))
}

// asked remembers a request and returns what answers it.
func (s *Server) asked(path string, r Request) func(Request) Reply {
	if answer := s.examines(path, r); answer != nil {
		return answer
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	return s.answer
}

// send answers a request, in parts of a few characters.
func (s *Server) send(w http.ResponseWriter, r *http.Request, asked Request, reply Reply) {
	switch {
	case reply.Redirect != "":
		http.Redirect(w, r, reply.Redirect, http.StatusTemporaryRedirect)
		return
	case reply.Status != 0 && reply.Error == "":
		w.WriteHeader(reply.Status)
		return
	case reply.Status != 0:
		fail(w, reply.Status, reply.Error)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	for part := range slices.Chunk([]rune(reply.Text), 16) {
		line(w, api.GenerateResponse{Model: asked.Model, Response: string(part), Logprobs: reply.logprobs(asked)})
		if reply.Cut || reply.Silent || reply.Late != "" {
			break
		}
	}
	w.(http.Flusher).Flush()
	switch {
	case reply.Silent:
		select {
		case s.seen <- struct{}{}:
		default:
		}
		<-r.Context().Done()
	case reply.Cut:
		panic(http.ErrAbortHandler)
	case reply.Late != "":
		line(w, map[string]any{"error": reply.Late})
	case !reply.NoEnd:
		line(w, end(asked, reply))
	}
}

// logprobs are the log probabilities that a request asks for, without an order.
func (r Reply) logprobs(asked Request) []api.Logprob {
	if asked.TopLogprobs == 0 || r.First == nil {
		return nil
	}
	var first api.Logprob
	for token, p := range r.First {
		first.TopLogprobs = append(first.TopLogprobs, api.TokenLogprob{Token: token, Logprob: p})
	}
	return []api.Logprob{first}
}

func end(asked Request, reply Reply) api.GenerateResponse {
	return api.GenerateResponse{
		Model: asked.Model, Done: true, DoneReason: cmp.Or(reply.Reason, "stop"),
		Metrics: api.Metrics{
			TotalDuration: 1, PromptEvalCount: cmp.Or(reply.Read, len(asked.Prompt)/4+1), EvalCount: len(reply.Text)/4 + 1,
		},
	}
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	line(w, v)
}

func fail(w http.ResponseWriter, status int, message any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	line(w, map[string]any{"error": message})
}

func line(w http.ResponseWriter, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values of this file come here
	}
	_, _ = w.Write(append(b, '\n')) // who asked may be gone
}
