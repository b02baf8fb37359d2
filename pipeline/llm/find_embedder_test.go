package llm

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A server is asked which models it has and which of them can embed: Ollama by their capabilities, the smallest first;
// another one by their names, as it tells nothing else.
func TestFindEmbedder(t *testing.T) {
	t.Parallel()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r.URL.Path)
		answer := `{"data":[{"id":"chat-embedded"},{"id":"big"},{"id":"BAAI/bge-m3"},{"id":"nomic-embed-text"}]}`
		switch r.URL.Path {
		case "/api/tags":
			answer = `{"models":[{"name":"chat","size":1},{"name":"far","size":2,"remote_host":"https://x"},` +
				`{"name":"large","size":9},{"name":"small","size":5}]}`
		case "/api/show":
			of := "embedding"
			if strings.Contains(string(body), `"chat"`) {
				of = "completion"
			}
			answer = fmt.Sprintf(`{"capabilities":[%q]}`, of)
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	for api, want := range map[string]string{Ollama: "small", OpenAI: "nomic-embed-text"} {
		got, err := FindEmbedder(t.Context(), Options{API: api, Host: server.URL})
		require.NoError(t, err, api)
		assert.Equal(t, want, got, "%s, asked %v", api, asked)
	}
	_, err := FindEmbedder(t.Context(), Options{Host: "127.0.0.1:1"})
	require.ErrorAs(t, err, new(*UnreachableError))
	_, err = FindEmbedder(t.Context(), Options{Host: "models.example.net"})
	assert.ErrorAs(t, err, new(*RemoteError), "notes stay on this machine")
}
