package llm

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ollama/ollama/envconfig"

	"wisdom/pipeline/distill"
)

// oddHosts are values of OLLAMA_HOST, with what they mean where that is another
// thing than Ollama's own programs take them for; "" is an error.
func oddHosts(t testing.TB) map[string]string {
	t.Helper()
	b, err := os.ReadFile("testdata/hosts.tsv")
	require.NoError(t, err)
	hosts := map[string]string{}
	for line := range strings.Lines(string(b)) {
		quoted, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		text, err := strconv.Unquote(quoted)
		require.NoError(t, err, line)
		hosts[text] = want
	}
	return hosts
}

func TestParseHost(t *testing.T) {
	for text, want := range oddHosts(t) {
		got, err := ParseHost(text)
		if want == "same" {
			t.Setenv("OLLAMA_HOST", text)
			want = envconfig.Host().String()
		}
		switch {
		case want == "" && err == nil:
			t.Errorf("%q is %s", text, got)
		case want != "" && (err != nil || got.String() != want):
			t.Errorf("%q is %v, %v; want %s", text, got, err, want)
		case err != nil && strings.Contains(err.Error(), "secret"):
			t.Errorf("%q: the error tells the password: %v", text, err)
		}
	}
}

// An address is one that a request can be made to, or an error.
func FuzzParseHost(f *testing.F) {
	for text := range oddHosts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := ParseHost(text)
		if err != nil {
			return
		}
		again, err := url.Parse(u.String())
		if err != nil || again.Host != u.Host || u.Hostname() == "" || u.Port() == "" || u.User != nil ||
			u.Scheme != "http" && u.Scheme != "https" {
			t.Fatalf("%q is %q (%+v, %v)", text, u, again, err)
		}
	})
}

// Nothing is read out of an answer that its JSON does not say, and nothing makes
// the reader fall over.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{"themes":[{"lessons":[1,"2",[3],null,4.5]}]}`,
		"<think>{</think>```json\n{\"themes\":[]}\n```", "{", "}", "", "</think>", `{"themes":{}} {`, "\ufeff{}",
		`{"themes":[{"lessons":[1]},{"less`, `{"a":"\"]}{","themes":[{"lessons":[[1],{"b":[2]}]}, {"`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var into struct {
			Themes []struct {
				Lessons []int `json:"lessons"`
			} `json:"themes"`
		}
		err := decode(text, &into)
		var bad *distill.BadAnswerError
		if err != nil {
			require.Truef(t, errors.As(err, &bad) && bad.Reason != "", "%q: %v", text, err)
			return
		}
		require.Truef(t, holdsJSON(text) || holdsJSON(string(beginning(text[strings.IndexByte(text, '{'):]))),
			"%q is read as %+v", text, into)
	})
}

// Of rows that broke off, the whole ones are read, but no list within an object that broke off.
func TestBeginning(t *testing.T) {
	for text, want := range map[string]string{
		`{"notes":[[1,2,0,1],[2,0,0,0],[3,`:           `{"notes":[[1,2,0,1],[2,0,0,0]]}`,
		`{"notes":[[1,2,`:                             "",
		`{"lines":[{"line":1,"yes":[1,2]},{"yes":[3]`: `{"lines":[{"line":1,"yes":[1,2]}]}`,
		`{"lines":[{"line":1,"yes":[1,2],"verdict":"`: "",
	} {
		assert.Equal(t, want, string(beginning(text)), text)
	}
}

// holdsJSON reports whether a JSON object begins somewhere in text.
func holdsJSON(text string) bool {
	for i, r := range text {
		var object map[string]any
		if r == '{' && json.NewDecoder(strings.NewReader(text[i:])).Decode(&object) == nil {
			return true
		}
	}
	return false
}

// Invariant 1: $HTTP_PROXY is for other programs.
func TestNoProxy(t *testing.T) {
	transport := guarded(&url.URL{Host: "x"}, "", nil).Transport.(guard).next.(*http.Transport)
	assert.True(t, transport.Proxy == nil, "requests go by way of a proxy")
}

// A model that can see names a context for each of its parts.
func TestTrained(t *testing.T) {
	for _, test := range []struct {
		about string
		want  int
	}{
		{
			`{"general.architecture":"qwen3","qwen3.context_length":40960,"qwen3.vision.context_length":512,` +
				`"a.context_length":7}`,
			40960,
		},
		{`{"general.architecture":"qwen3"}`, 0},
		{`{}`, 0},
		{`{"general.architecture":"qwen3","qwen3.context_length":"long"}`, 0},
	} {
		var about map[string]any
		require.NoError(t, json.Unmarshal([]byte(test.about), &about))
		assert.Equal(t, test.want, trained(about), test.about)
	}
}

// The base of an OpenAI-compatible server is taken as it is given, but for /v1 where
// it has no path; and only addresses of this machine count as here.
func TestParseBase(t *testing.T) {
	for text, want := range map[string]struct {
		base, socket string
		here         bool
	}{
		"127.0.0.1:8080":                {"http://127.0.0.1:8080/v1", "", true},
		"http://localhost:1234/v1":      {"http://localhost:1234/v1", "", true},
		"http://localhost:1234/v1/":     {"http://localhost:1234/v1", "", true},
		"http://[::1]:8000":             {"http://[::1]:8000/v1", "", true},
		"0.0.0.0:8080":                  {"http://0.0.0.0:8080/v1", "", true},
		"http://127.9.9.9":              {"http://127.9.9.9:80/v1", "", true},
		"http://[::ffff:127.0.0.1]:1":   {"http://[::ffff:127.0.0.1]:1/v1", "", true},
		"https://api.example/openai/v1": {"https://api.example:443/openai/v1", "", false},
		"http://192.0.2.7:8000":         {"http://192.0.2.7:8000/v1", "", false},
		"localhost.example:80":          {"http://localhost.example:80/v1", "", false},
		"127.0.0.1.example:80":          {"http://127.0.0.1.example:80/v1", "", false},
		"unix:/run/llama.sock":          {"http://localhost/v1", "/run/llama.sock", true},
		"unix:///run/llama.sock":        {"http://localhost/v1", "/run/llama.sock", true},
		"":                              {},
		"unix:":                         {},
		"ftp://x":                       {},
		"user:secret@x":                 {},
	} {
		base, socket, err := ParseBase(text)
		switch {
		case want.base == "" && err == nil:
			t.Errorf("%q is %s", text, base)
		case want.base != "" && (err != nil || base.String() != want.base || socket != want.socket ||
			IsHere(base) != want.here):
			t.Errorf("%q is %v, %q, %v; want %+v", text, base, socket, err, want)
		case err != nil && strings.Contains(err.Error(), "secret"):
			t.Errorf("%q: the error tells the password: %v", text, err)
		}
	}
}
