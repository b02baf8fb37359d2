package llm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline/llm"
)

// openAIServer is an OpenAI-compatible server that answers /v1/models itself, and
// completions as replies say, the last one from then on.
type openAIServer struct {
	*httptest.Server
	mu      sync.Mutex
	replies []completion
	bodies  []map[string]json.RawMessage
	keys    []string
	models  string
}

// completion is what becomes of a request.
type completion struct {
	status int // 200 if 0
	body   string
	cut    bool // the connection breaks off after the body
	hang   bool // nothing more comes after the body
}

func startOpenAI(t *testing.T, replies ...completion) *openAIServer {
	t.Helper()
	s := &openAIServer{replies: replies, models: `{"object":"list","data":[{"id":"tiny"},{"id":"other"}]}`}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *openAIServer) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.keys = append(s.keys, r.Header.Get("Authorization"))
	models := s.models
	s.mu.Unlock()
	switch r.URL.Path {
	case "/v1/models":
		_, _ = io.WriteString(w, models)
	case "/v1/chat/completions":
		s.complete(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (s *openAIServer) complete(w http.ResponseWriter, r *http.Request) {
	var body map[string]json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.bodies = append(s.bodies, body)
	reply := s.replies[min(len(s.bodies), len(s.replies))-1]
	s.mu.Unlock()
	if reply.status != 0 {
		w.WriteHeader(reply.status)
	}
	_, _ = io.WriteString(w, reply.body)
	_ = http.NewResponseController(w).Flush()
	if reply.cut {
		panic(http.ErrAbortHandler)
	}
	if reply.hang {
		<-r.Context().Done()
	}
}

func (s *openAIServer) asked() []map[string]json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bodies
}

// events is an answer as a stream, in parts of ten characters.
func events(text, reason string) string {
	var b strings.Builder
	b.WriteString(
		": a comment\n\nevent: message\ndata: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n",
	)
	for len(text) > 0 {
		n := min(10, len(text))
		part, _ := json.Marshal(text[:n])
		fmt.Fprintf(&b, "data: {\"choices\":[{\"delta\":{\"content\":%s},\"finish_reason\":null}]}\r\n\r\n", part)
		text = text[n:]
	}
	if reason != "" {
		fmt.Fprintf(&b, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":%q}]}\n\n", reason)
	}
	return b.String()
}

// counted is the part of a stream that counts tokens.
func counted(read int) string {
	return fmt.Sprintf("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":9}}\n\n", read)
}

const done = "data: [DONE]\n\n"

var whole = completion{body: events(pairs, "stop") + counted(60) + done}

func openAIOptions(host string) llm.Options {
	opts := options(host)
	opts.API, opts.Name = llm.OpenAI, "tiny"
	return opts
}

// Each answer of a server is taken, asked for again or refused, as one of Ollama's is.
func TestOpenAIAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		replies []completion
		sent    int
		want    string
	}{
		"streamed":                   {[]completion{whole}, 1, "fine"},
		"without counts":             {[]completion{{body: events(pairs, "stop") + done}}, 1, "fine"},
		"ends with the mark alone":   {[]completion{{body: events(pairs, "") + done}}, 1, "fine"},
		"ends with the reason alone": {[]completion{{body: events(pairs, "stop")}}, 1, "fine"},
		"not streamed": {
			[]completion{{body: "{\n  \"choices\": [{\"message\": {\"content\": " + strconv.Quote(pairs) +
				"}, \"finish_reason\": \"stop\"}],\n \"usage\": {\"prompt_tokens\": 60, \"completion_tokens\": 9}}\n"}}, 1, "fine",
		},
		"in a Markdown fence":            {[]completion{{body: events("```json\n"+pairs+"\n```", "stop") + done}}, 1, "fine"},
		"ends without its end":           {[]completion{{body: events(pairs, "")}}, 4, "unreachable"},
		"ends without its end, then not": {[]completion{{body: events(pairs, "")}, whole}, 2, "fine"},
		"killed in mid-stream":           {[]completion{{body: events(pairs, ""), cut: true}, whole}, 2, "fine"},
		"a stream of half an event":      {[]completion{{body: "data: {\"choices\":[{\"delta\":{\"con\n"}, whole}, 2, "fine"},
		"an empty body":                  {[]completion{{}, whole}, 2, "fine"},
		"an error in mid-stream": {
			[]completion{{body: events(pairs, "") + "data: {\"error\":{\"message\":\"out of memory\"}}\n\n"}, whole}, 2, "fine",
		},
		"an error event of llama.cpp": {
			[]completion{{body: events(pairs, "") + "error: {\"message\":\"slot unavailable\"}\n\n"}, whole}, 2, "fine",
		},
		"502 with an empty body": {[]completion{{status: 502}, whole}, 2, "fine"},
		"loading": {
			[]completion{{status: 503, body: `{"error":{"code":503,"message":"Loading model"}}`}, whole}, 2, "fine",
		},
		"too many requests": {[]completion{{status: 429, body: `{"error":"slow down"}`}, whole}, 2, "fine"},
		"too much written":  {[]completion{{body: events(pairs[:20], "length") + done}}, 1, "bad"},
		"too much written in the second": {
			[]completion{{body: events(pairs[:len(pairs)-2]+`, {"less`, "length") + done}}, 1, "fine",
		},
		"filtered":                    {[]completion{{body: events("", "content_filter") + done}}, 1, "bad"},
		"empty":                       {[]completion{{body: events("", "stop") + done}}, 1, "bad"},
		"no JSON":                     {[]completion{{body: events("I group 1 and 3.", "stop") + done}}, 1, "bad"},
		"the same for ever, given up": {[]completion{{body: events(strings.Repeat("z", 300), "")}}, 1, "bad"},
		"too long for llama.cpp": {
			[]completion{{status: 400, body: `{"error":{"message":"it exceeds the available context size"}}`}}, 1, "too long",
		},
		"too long for vLLM": {
			[]completion{{status: 400, body: `{"message":"This model's maximum context length is 4096 tokens"}`}}, 1, "too long",
		},
		"cut to the context":    {[]completion{{body: events(pairs, "stop") + counted(4096) + done}}, 1, "too long"},
		"cut to a few messages": {[]completion{{body: events(pairs, "stop") + counted(9) + done}}, 1, "too long"},
		"a login":               {[]completion{{status: 401, body: `{"error":{"message":"Incorrect API key provided"}}`}}, 1, "refused"},
		"no such model":         {[]completion{{status: 404, body: `{"error":{"message":"model 'tiny' not found"}}`}}, 1, "missing"},
		"a wrong request":       {[]completion{{status: 400, body: `{"error":{"message":"messages: too many"}}`}}, 1, "refused"},
		"broken":                {[]completion{{status: 500, body: `{"error":{"message":"assertion failed"}}`}}, 1, "refused"},
		"a detail that is no text": {
			[]completion{{status: 422, body: `{"detail":[{"loc":["body","model"],"msg":"unknown"}]}`}}, 1, "refused",
		},
		"no schemas": {
			[]completion{
				{status: 400, body: `{"error":{"message":"'response_format.type' must be 'json_object' or 'text'"}}`}, whole,
			}, 2, "fine",
		},
		"no schemas and no JSON mode": {
			[]completion{
				{status: 400, body: `{"error":"response_format is not supported"}`},
				{status: 400, body: `{"error":"response_format is not supported"}`},
				whole,
			}, 3, "fine",
		},
		"refuses whatever form it is": {
			[]completion{{status: 400, body: `{"error":"response_format is not supported"}`}}, 3, "refused",
		},
		"another name for a limit": {
			[]completion{{status: 400, body: `{"error":{"message":"Unsupported parameter: 'max_tokens'."}}`}, whole}, 2, "fine",
		},
		"a field that it does not know": {
			[]completion{
				{status: 422, body: `{"detail":[{"type":"extra_forbidden","loc":["body","chat_template_kwargs"]}]}`}, whole,
			}, 2, "fine",
		},
		"no effort of none": {
			[]completion{
				{status: 400, body: `{"error":{"message":"invalid reasoning value: 'none' (must be \"high\" or \"low\")"}}`}, whole,
			}, 2, "fine",
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := startOpenAI(t, test.replies...)
			m := connect(t, workspacetest.NewMemory(nil), openAIOptions(server.URL))
			groups, err := group(context.Background(), m, texts, nil)
			assert.Truef(t, kind(err) == test.want && len(server.asked()) == test.sent && m.Usage().Requests == test.sent,
				"%s: %v, after %d requests; want %s after %d", kind(err), err, len(server.asked()), test.want, test.sent)
			assert.Truef(t, err != nil || fmt.Sprint(groups) == "[[1 3]]", "groups %v", groups)
		})
	}
}

// A request holds the prompt, the schema as it is, and bounds; and what a server
// refused is not sent to it again.
func TestOpenAIRequest(t *testing.T) {
	server := startOpenAI(t, whole, completion{status: 400, body: `{"error":"unknown field response_format"}`}, whole)
	m := connect(t, workspacetest.NewMemory(nil), openAIOptions(server.URL))
	for i := range 3 {
		_, err := group(context.Background(), m, texts[i:], nil)
		require.NoError(t, err)
	}
	bodies := server.asked()
	require.Lenf(t, bodies, 4, "%d requests", len(bodies))
	for key, want := range map[string]string{
		"model": `"tiny"`, "stream": "true", "stream_options": `{"include_usage":true}`,
		"temperature": "0", "seed": "7", "max_tokens": "512",
		"chat_template_kwargs": `{"enable_thinking":false}`, "reasoning_effort": `"none"`,
		"response_format": `{"json_schema":{"name":"answer","schema":` + string(groupSchema) +
			`,"strict":true},"type":"json_schema"}`,
	} {
		assert.Equal(t, want, string(bodies[0][key]), key)
	}
	prompt := func(i int) string {
		var messages []struct{ Role, Content string }
		require.Truef(t, json.Unmarshal(
			bodies[i]["messages"], &messages,
		) == nil && len(messages) == 1 &&
			messages[0].Role == "user", "messages %s", bodies[i]["messages"])
		return messages[0].Content
	}
	assert.Equal(t, question(texts, nil).Text, prompt(0), "prompt")
	for i := 2; i < 4; i++ {
		got := string(bodies[i]["response_format"])
		assert.Truef(t, got == `{"type":"json_object"}` &&
			strings.Contains(prompt(i), string(groupSchema)), "request %d: response_format %s, prompt %q", i, got, prompt(i))
	}
}

func TestOpenAIConnect(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*llm.Options, *openAIServer)
		want   string
	}{
		"there":          {nil, "fine"},
		"not there":      {func(o *llm.Options, _ *openAIServer) { o.Name = "huge" }, "missing"},
		"with a path":    {func(o *llm.Options, _ *openAIServer) { o.Host += "/v1/" }, "fine"},
		"another path":   {func(o *llm.Options, _ *openAIServer) { o.Host += "/api" }, "refused"},
		"nothing there":  {func(o *llm.Options, s *openAIServer) { s.Close() }, "unreachable"},
		"a web page":     {func(_ *llm.Options, s *openAIServer) { s.models = "<html>" }, "unreachable"},
		"no list":        {func(_ *llm.Options, s *openAIServer) { s.models = "{}" }, "unreachable"},
		"an empty list":  {func(_ *llm.Options, s *openAIServer) { s.models = `{"data":[]}` }, "missing"},
		"elsewhere":      {func(o *llm.Options, _ *openAIServer) { o.Host = "http://192.0.2.1:8080" }, "remote"},
		"no address":     {func(o *llm.Options, _ *openAIServer) { o.Host = "" }, "other"},
		"no such socket": {func(o *llm.Options, _ *openAIServer) { o.Host = "unix:/nowhere/model.sock" }, "unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			server := startOpenAI(t, whole)
			opts := openAIOptions(server.URL)
			if test.change != nil {
				test.change(&opts, server)
			}
			_, err := llm.Connect(context.Background(), workspacetest.NewMemory(nil), opts)
			assert.Equalf(t, test.want, kind(err), "%s: %v, want %s", kind(err), err, test.want)
			var missing *llm.MissingError
			if name == "not there" && assert.ErrorAs(t, err, &missing) {
				assert.Equal(t, []string{"tiny", "other"}, missing.Others)
			}
		})
	}
}

// A server on another machine gets lessons where the settings allow it.
func TestOpenAIElsewhereAllowed(t *testing.T) {
	server := startOpenAI(t, whole)
	opts := openAIOptions("https://models.example/v1")
	opts.AllowRemote = true
	opts.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		assert.Equal(t, "models.example:443", r.URL.Host, "a request to")
		there := r.Clone(r.Context())
		there.URL.Scheme, there.URL.Host = "http", strings.TrimPrefix(server.URL, "http://")
		return http.DefaultTransport.RoundTrip(there)
	})
	m := connect(t, workspacetest.NewMemory(nil), opts)
	_, err := group(context.Background(), m, texts, nil)
	require.NoError(t, err)
	assert.Equal(t, "https://models.example:443/v1 (OpenAI API, model tiny)", m.SentTo(), "sent to")
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Invariant 1, and invariant 5: a key does not follow a redirection either.
func TestOpenAINoLessonGoesElsewhere(t *testing.T) {
	other := startOpenAI(t, whole)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/models" {
			_, _ = io.WriteString(w, other.models)
			return
		}
		http.Redirect(w, r, other.URL+r.URL.Path, http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	opts := openAIOptions(server.URL)
	opts.Key = "k-1234567890"
	m := connect(t, workspacetest.NewMemory(nil), opts)
	_, err := group(context.Background(), m, texts, nil)
	assert.Truef(t, kind(err) == "unreachable" && strings.Contains(err.Error(), "gets no lessons") && len(other.keys) == 0,
		"a redirection: %v; %d requests reached another host", err, len(other.keys))
}

// Invariant 5: a key goes to the server, and into no error and no file, even where
// the server repeats it.
func TestKeyIsNotTold(t *testing.T) {
	const key = "k-1234567890"
	for _, reply := range []completion{
		whole,
		{status: 401, body: `{"error":{"message":"Incorrect API key provided: ` + key + `"}}`},
		{status: 400, body: `{"error":{"message":"not with ` + key + `"}}`},
		{status: 503, body: `{"error":{"message":"busy with ` + key + `"}}`},
		{body: "data: {\"error\":{\"message\":\"lost " + key + "\"}}\n\n"},
	} {
		server := startOpenAI(t, reply)
		opts := openAIOptions(server.URL)
		opts.Key = key
		fsys := workspacetest.NewMemory(nil)
		m := connect(t, fsys, opts)
		_, err := group(context.Background(), m, texts, nil)
		assert.NotContainsf(t, fmt.Sprint(err, m.Place(), m.SentTo(), m.Parameters()), key,
			"%+v: the key is told: %v", reply, err)
		for _, sent := range server.keys {
			assert.Equal(t, "Bearer "+key, sent, "authorization")
		}
		if reply.status == 0 && reply.body == whole.body {
			for _, p := range kept(t, fsys) {
				b, err := fsys.ReadFile(p, 1<<20)
				assert.Truef(t, err == nil && !strings.Contains(string(b), key), "kept: %s, %v", b, err)
			}
		}
	}
}

// The context is that of the settings, else what the server tells, else one that no
// server is known to fall short of; each answer of a server that tells less is found
// out.
func TestOpenAIContext(t *testing.T) {
	for _, test := range []struct {
		models       string
		wanted, want int
	}{
		{`{"data":[{"id":"tiny"}]}`, 0, 4096},
		{`{"data":[{"id":"tiny"}]}`, 16384, 16384},
		{`{"data":[{"id":"tiny","max_model_len":8192}]}`, 0, 8192},
		{`{"data":[{"id":"tiny","context_length":8192}]}`, 2048, 2048},
		{`{"data":[{"id":"tiny","meta":{"n_ctx":6144,"n_ctx_train":131072}}]}`, 0, 6144},
		{`{"data":[{"id":"tiny","max_model_len":1000000}]}`, 0, 32768},
	} {
		server := startOpenAI(t, whole)
		server.models = test.models
		opts := openAIOptions(server.URL)
		opts.Context = test.wanted
		m := connect(t, workspacetest.NewMemory(nil), opts)
		assert.Equalf(t, test.want, m.Context(), "%s, %d in the settings", test.models, test.wanted)
	}
}

// A server may listen on a Unix socket.
func TestOpenAIUnixSocket(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "model.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	inner := startOpenAI(t, whole)
	server := httptest.NewUnstartedServer(http.HandlerFunc(inner.serve))
	server.Listener = listener
	server.Start()
	defer server.Close()
	m := connect(t, workspacetest.NewMemory(nil), openAIOptions("unix:"+socket))
	_, err = group(context.Background(), m, texts, nil)
	require.NoError(t, err)
	assert.Equal(t, "unix:"+socket+" (OpenAI API, model tiny)", m.SentTo(), "sent to")
}

// Ctrl-C and the time limit end a request in the midst of its answer.
func TestOpenAIIsCutShort(t *testing.T) {
	server := startOpenAI(t, completion{body: events(pairs, ""), hang: true})
	fsys := workspacetest.NewMemory(nil)
	opts := openAIOptions(server.URL)
	ctx, cancel := context.WithCancel(context.Background())
	opts.Progress = func(p llm.Progress) {
		if p.Tokens > 0 {
			cancel()
		}
	}
	_, err := group(ctx, connect(t, fsys, opts), texts, nil)
	assert.Equalf(t, "canceled", kind(err), "canceled: %v", err)
	opts.Timeout, opts.Progress = 30*time.Millisecond, nil
	_, err = group(context.Background(), connect(t, fsys, opts), texts, nil)
	assert.Truef(t, kind(err) == "unreachable" && strings.Contains(err.Error(), "(model.timeout)"), "late: %v", err)
	_, err = fsys.ReadDir(cacheDir)
	assert.ErrorIs(t, err, fs.ErrNotExist, "something was kept")
}

// A bad answer of a server whose version is not known is asked for again by the next
// run: it may be another server by then. A good one is not.
func TestOpenAICache(t *testing.T) {
	for _, test := range []struct {
		reply completion
		sent  int
	}{{whole, 1}, {completion{body: events("sorry", "stop") + done}, 2}} {
		server := startOpenAI(t, test.reply)
		fsys := workspacetest.NewMemory(nil)
		for range 2 {
			m := connect(t, fsys, openAIOptions(server.URL))
			_, err := group(context.Background(), m, texts, nil)
			assert.Equal(t, test.sent == 1, err == nil, err)
		}
		assert.Len(t, server.asked(), test.sent)
	}
}

// Tokens that no server counts are counted as o200k_base.
func TestOpenAIUsage(t *testing.T) {
	for _, test := range []struct {
		body          string
		read, written int
	}{{events(pairs, "stop") + counted(60) + done, 60, 9}, {events(pairs, "stop") + done, 40, 12}} {
		m := connect(t, workspacetest.NewMemory(nil), openAIOptions(startOpenAI(t, completion{body: test.body}).URL))
		_, err := group(context.Background(), m, texts, nil)
		require.NoError(t, err)
		assert.Equal(t, []int{test.read, test.written}, []int{m.Usage().Read, m.Usage().Written}, "read and written")
	}
}
