package ollamatest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/ollama/ollama/api"

	"wisdom/pipeline/llm/ollamatest/tiny"
)

// chat is the template of the models that do not think.
const chat = `{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
`

// Import makes a model on the server and returns its name.
func (s *Server) Import(model tiny.Model) string {
	s.t.Helper()
	file, err := model.GGUF()
	if err != nil {
		s.t.Fatalf("making a model: %v", err)
	}
	request := request(model, fmt.Sprintf("sha256:%x", sha256.Sum256(file)))
	if err := s.create(request, bytes.NewReader(file)); err != nil {
		s.t.Fatalf("importing the model %s: %v", request.Model, err)
	}
	return request.Model
}

func request(model tiny.Model, digest string) *api.CreateRequest {
	request := &api.CreateRequest{
		Model: model.Name,
		Files: map[string]string{"model.gguf": digest},
		// Two threads wait for each other longer than so small a model computes.
		Parameters: map[string]any{"num_thread": 1},
	}
	kind := "tiny"
	if model.Thinking {
		kind = "tiny-thinking"
		request.Renderer, request.Parser = "qwen3.5", "qwen3.5"
	} else {
		request.Template = chat
	}
	if request.Model == "" {
		request.Model = kind + "-" + digest[len("sha256:"):][:8]
	}
	return request
}

func (s *Server) create(request *api.CreateRequest, file io.Reader) error {
	client, ctx := s.client(), s.t.Context()
	if err := client.CreateBlob(ctx, request.Files["model.gguf"], file); err != nil {
		return err
	}
	var status string
	err := client.Create(ctx, request, func(progress api.ProgressResponse) error {
		status = progress.Status
		return nil
	})
	if err == nil && status != "success" {
		return fmt.Errorf("the last the server said was %q", status)
	}
	return err
}

// Remove takes a model away from the server.
func (s *Server) Remove(name string) {
	s.t.Helper()
	if err := s.client().Delete(s.t.Context(), &api.DeleteRequest{Model: name}); err != nil {
		s.t.Fatalf("removing the model %s: %v", name, err)
	}
}
