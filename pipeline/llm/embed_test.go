package llm

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		assert.Truef(t, err == nil && r.URL.Path == "/api/embed" && asked.Model == "tiny" && len(asked.Input) == 2 &&
			asked.Truncate != nil && !*asked.Truncate, "%s asks for %+v, %v", r.URL.Path, asked, err)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer))
	}))
	defer server.Close()
	e, err := NewEmbedder(Options{Name: "tiny", Host: server.URL, Timeout: time.Minute})
	require.NoError(t, err)
	vectors, err := e.Embed(t.Context(), []string{"one", "two"})
	assert.Truef(t, err == nil && len(vectors) == 2 && vectors[1][1] == 1 && e.Name() == "tiny", "%v, %v", vectors, err)
	answer = `{"embeddings":[[1,0]]}`
	_, err = e.Embed(t.Context(), []string{"one", "two"})
	assert.ErrorContains(t, err, "1 vectors for 2 texts", "too few vectors")
	answer, status = `{"error":"model not found"}`, http.StatusNotFound
	_, err = e.Embed(t.Context(), []string{"one", "two"})
	assert.ErrorContains(t, err, "model not found", "no model")
}

func TestEmbedderOnAnotherMachineIsRefused(t *testing.T) {
	t.Parallel()
	var remote *RemoteError
	_, err := NewEmbedder(Options{Name: "tiny", Host: "models.example.net"})
	assert.ErrorAs(t, err, &remote, "another machine")
}
