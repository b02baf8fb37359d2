package llm

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestEmbedder(t *testing.T) {
	answer, status := `{"embeddings":[[1,0],[0,1]]}`, http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Model    string
			Input    []string
			Truncate *bool
		}
		err := json.NewDecoder(r.Body).Decode(&asked)
		if err != nil || r.URL.Path != "/api/embed" || asked.Model != "tiny" || len(asked.Input) != 2 ||
			asked.Truncate == nil || *asked.Truncate {
			t.Errorf("%s asks for %+v, %v", r.URL.Path, asked, err)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer))
	}))
	defer server.Close()
	e, err := NewEmbedder(Options{Name: "tiny", Host: server.URL, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := e.Embed(t.Context(), []string{"one", "two"})
	if err != nil || len(vectors) != 2 || vectors[1][1] != 1 || e.Name() != "tiny" {
		t.Errorf("%v, %v", vectors, err)
	}
	answer = `{"embeddings":[[1,0]]}`
	_, err = e.Embed(t.Context(), []string{"one", "two"})
	if err == nil || !strings.Contains(err.Error(), "1 vectors for 2 texts") {
		t.Errorf("too few vectors: %v", err)
	}
	answer, status = `{"error":"model not found"}`, http.StatusNotFound
	_, err = e.Embed(t.Context(), []string{"one", "two"})
	if err == nil || !strings.Contains(err.Error(), "model not found") {
		t.Errorf("no model: %v", err)
	}
}

func TestEmbedderOnAnotherMachineIsRefused(t *testing.T) {
	t.Parallel()
	var remote *RemoteError
	if _, err := NewEmbedder(Options{Name: "tiny", Host: "models.example.net"}); !errors.As(err, &remote) {
		t.Errorf("another machine: %v", err)
	}
}
