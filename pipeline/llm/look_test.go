package llm_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
)

// nowhere is a PATH without a program.
func nowhere(string) string { return "" }

// Of Ollama, Look tells the size of each model, whether it can answer here, and whether it has a chat template. A model
// that has a renderer in its place is not bare.
func TestLookTellsWhatOllamaHas(t *testing.T) {
	server := fake.Start(nil,
		fake.Model{Name: "whole:8b", Size: 5_200_000_000},
		fake.Model{Name: "bare:1b", Template: "{{ .Prompt }}"},
		fake.Model{Name: "rendered:9b", Template: "{{ .Prompt }}", Modelfile: "FROM x\nRENDERER qwen3.5\n"},
		fake.Model{Name: "embed:latest", Capabilities: []string{"embedding"}, Template: "{{.Prompt}}"},
		fake.Model{Name: "cloud:1t", Remote: "https://ollama.com:443"},
	)
	defer server.Close()
	found := llm.Look(t.Context(), []llm.Reader{{API: llm.Ollama, Host: server.URL}}, nowhere)
	require.Len(t, found, 1)
	assert.Equal(t, server.URL, found[0].Host)
	const size, bits = "4.0B", "Q4_K_M"
	assert.Equal(t, []llm.Candidate{
		{"whole:8b", 5_200_000_000, size, bits, true, false, ""},
		{"bare:1b", 1, size, bits, true, true, ""},
		{"rendered:9b", 1, size, bits, true, false, ""},
		{"embed:latest", 1, size, bits, false, false, ""},
		{"cloud:1t", 1, size, bits, false, false, ""},
	}, found[0].Models)
	calls := server.Calls()
	assert.Zero(t, calls["/api/generate"]+calls["/v1/chat/completions"], "a model was asked: %v", calls)
}

// A server that does not tell about a model still has it.
func TestLookWithoutShow(t *testing.T) {
	server := fake.Start(nil, fake.Model{Name: "old:7b"})
	defer server.Close()
	server.Breaks("/api/show", fake.Reply{Status: http.StatusNotFound, Error: "no such path"})
	found := llm.Look(t.Context(), []llm.Reader{{API: llm.Ollama, Host: server.URL}}, nowhere)
	require.Len(t, found, 1)
	require.Len(t, found[0].Models, 1)
	assert.True(t, found[0].Models[0].Answers)
	assert.False(t, found[0].Models[0].IsBare)
}

// Look keeps the order of what it is given, and leaves out what is not there: a server that is down, that is something
// else, that redirects or that never answers, and a program that is not on PATH.
func TestLookFindsWhatIsThere(t *testing.T) {
	models := fake.Start(nil, fake.Model{Name: "a"}, fake.Model{Name: "b"})
	defer models.Close()
	empty := fake.Start(nil)
	defer empty.Close()
	over := make(chan struct{})
	other := func(answer http.HandlerFunc) string {
		server := httptest.NewServer(answer)
		t.Cleanup(server.Close)
		return server.URL
	}
	silent := other(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-over:
		case <-r.Context().Done():
		}
	})
	page := other(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) })
	away := other(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, models.URL+r.URL.Path, http.StatusFound)
	})
	defer close(over)
	found := llm.Look(t.Context(), []llm.Reader{
		{API: llm.Ollama, Title: "down", Host: "127.0.0.1:1"},
		{API: llm.Ollama, Title: "ollama without models", Host: empty.URL},
		{API: llm.Ollama, Title: "a page", Host: page},
		{API: llm.OpenAI, Title: "silent", Host: silent},
		{API: llm.OpenAI, Title: "a page", Host: page},
		{API: llm.OpenAI, Title: "redirects", Host: away},
		{API: llm.OpenAI, Title: "no models", Host: empty.URL},
		{API: llm.OpenAI, Title: "server", Host: models.URL},
		{API: "gone", Title: "gone"},
		{API: "there", Title: "there"},
	}, func(name string) string { return map[string]string{"there": "/bin/there"}[name] })
	var titles []string
	for _, r := range found {
		titles = append(titles, r.Title)
	}
	require.Equal(t, []string{"ollama without models", "server", "there"}, titles)
	assert.Empty(t, found[0].Models)
	assert.Equal(t, models.URL+"/v1", found[1].Host)
	assert.Equal(t, []llm.Candidate{{Name: "a", Answers: true}, {Name: "b", Answers: true}}, found[1].Models)
}

// Nothing is asked on an address that is not the loopback one, though it be this machine's.
func TestLookStaysOnTheMachine(t *testing.T) {
	addresses, err := net.InterfaceAddrs()
	require.NoError(t, err)
	for _, a := range addresses {
		of, is := a.(*net.IPNet)
		if !is || of.IP.IsLoopback() || of.IP.To4() == nil {
			continue
		}
		listener, err := net.Listen("tcp", net.JoinHostPort(of.IP.String(), "0"))
		if err != nil {
			continue
		}
		asked := 0
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
		server.Listener = listener
		server.Start()
		found := llm.Look(t.Context(), []llm.Reader{
			{API: llm.Ollama, Host: server.URL}, {API: llm.OpenAI, Host: server.URL},
		}, nowhere)
		server.Close()
		assert.Empty(t, found)
		assert.Zero(t, asked)
		return
	}
	t.Skip("SKIPPED: this machine has no address but the loopback one")
}

// The usual readers say where lessons would go, and no two are at one place.
func TestUsualReaders(t *testing.T) {
	places := map[string]bool{}
	for _, r := range llm.Usual() {
		place := r.API + " " + r.Host
		assert.Falsef(t, places[place], "%s twice", place)
		places[place] = true
		isServer := r.API == llm.Ollama || r.API == llm.OpenAI
		assert.Equalf(t, isServer, r.Host != "", "%s", r.Title)
		assert.Equalf(t, isServer, strings.Contains(r.Goes, "stay on this machine"), "%s: %s", r.Title, r.Goes)
	}
	assert.True(t, places["openclaw "], "the host's own model")
	assert.True(t, places[llm.OpenAI+" 127.0.0.1:19432"], "the server that the host manages")
}
