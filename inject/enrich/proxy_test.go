package enrich

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// upstream is a model server that answers in parts, and remembers what it was sent.
type upstream struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	// next lets the next part of a stream go.
	next chan struct{}
}

func newUpstream(t *testing.T) *upstream {
	u := &upstream{next: make(chan struct{})}
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		u.mu.Lock()
		u.bodies = append(u.bodies, string(b))
		u.mu.Unlock()
		switch {
		case strings.Contains(string(b), "missing"):
			http.Error(w, `{"error":"model not found"}`, http.StatusNotFound)
		case strings.Contains(string(b), `"stream":true`):
			w.Header().Set("Content-Type", "text/event-stream")
			for i := range 3 {
				fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":\"%d\"}}]}\n\n", i)
				w.(http.Flusher).Flush()
				<-u.next
			}
			fmt.Fprint(w, "data: {\"usage\":{\"prompt_tokens\":120,\"completion_tokens\":3}}\n\ndata: [DONE]\n\n")
		default:
			w.Header().Set("X-From", "upstream")
			fmt.Fprintf(w, `{"host":%q,"length":%d,"prompt_eval_count":50,"eval_count":2}`, r.Host, len(b))
		}
	}))
	t.Cleanup(u.Close)
	return u
}

func (u *upstream) last() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.bodies[len(u.bodies)-1]
}

// front is a proxy in front of a server; add is what it appends.
func front(
	t *testing.T,
	server string,
	add func(context.Context, string) (string, error),
) (address string, told func() []Passed) {
	t.Helper()
	at, err := url.Parse(server)
	require.NoError(t, err)
	var mu sync.Mutex
	var all []Passed
	p := &Proxy{Upstream: at, Add: add, Told: func(passed Passed) { mu.Lock(); all = append(all, passed); mu.Unlock() }}
	s := httptest.NewServer(p.Handler())
	t.Cleanup(s.Close)
	return s.URL, func() []Passed {
		mu.Lock()
		defer mu.Unlock()
		return append([]Passed{}, all...)
	}
}

func always(context.Context, string) (string, error) { return "\n\n[facts: name=Steve]", nil }

func post(t *testing.T, address, body string) (status int, answer string) {
	t.Helper()
	res, err := http.Post(address, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer res.Body.Close() //nolint:errcheck // was only read
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(b)
}

const (
	plainChat = `{"messages":[{"role":"user","content":"which port?"}]}`
	withFacts = `{"messages":[{"role":"user","content":"which port?\n\n[facts: name=Steve]"}]}`
)

func TestProxyEnriches(t *testing.T) {
	t.Parallel()
	u := newUpstream(t)
	address, told := front(t, u.URL, always)
	for _, path := range []string{"/api/chat", "/v1/chat/completions"} {
		status, answer := post(t, address+path, plainChat)
		assert.Truef(t, status == 200 && u.last() == withFacts, "%s: %d, the server received %s", path, status, u.last())
		assert.Contains(t, answer, fmt.Sprint(`"length":`, len(withFacts)), path)
	}
	_, _ = post(t, address+"/api/generate", `{"prompt":"x?"}`)
	assert.Equal(t, `{"prompt":"x?\n\n[facts: name=Steve]"}`, u.last(), "generate")
	for path, body := range map[string]string{
		"/api/embed": plainChat, "/api/chat": `{"memory":false,` + plainChat[1:], "/api/tags": "no JSON",
	} {
		_, _ = post(t, address+path, body)
		assert.Equalf(t, body, u.last(), "%s: the server received", path)
	}
	_, answer := post(t, address+"/api/chat", plainChat)
	assert.Contains(t, answer, strings.TrimPrefix(u.URL, "http://"), "the host")
	for _, p := range told() {
		assert.True(t, p.Trouble == nil && p.Status == 200 && (p.Added == 0 || p.Tokens != 0), p)
	}
}

// Invariant 5: each part of a stream arrives before the next one is sent.
func TestProxyPassesStreamsThrough(t *testing.T) {
	t.Parallel()
	u := newUpstream(t)
	address, told := front(t, u.URL, always)
	res, err := http.Post(
		address+"/v1/chat/completions", "application/json", strings.NewReader(`{"stream":true,`+plainChat[1:]),
	)
	require.NoError(t, err)
	defer res.Body.Close() //nolint:errcheck // was only read
	lines := bufio.NewScanner(res.Body)
	for i := range 3 {
		require.Truef(t, lines.Scan() && strings.Contains(lines.Text(), fmt.Sprintf(`"content":"%d"`, i)),
			"part %d: %q, %v", i, lines.Text(), lines.Err())
		lines.Scan()         // the empty line
		u.next <- struct{}{} // only now the server goes on
	}
	rest, err := io.ReadAll(res.Body)
	for end := time.Now().Add(5 * time.Second); len(told()) == 0 &&
		time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
	}
	p := told()
	assert.Truef(t, err == nil && len(p) == 1 && p[0].Added != 0 && p[0].Tokens != 0, "%v %q, told %+v", err, rest, p)
}

// Invariant 3: the request is passed on unchanged, and the server's errors come through.
func TestProxyInTrouble(t *testing.T) {
	t.Parallel()
	u := newUpstream(t)
	full := errors.New("the disk is full")
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	for name, test := range map[string]struct {
		add  func(context.Context, string) (string, error)
		want string
	}{
		"an error": {func(context.Context, string) (string, error) { return "", full }, "the disk is full"},
		"a panic":  {func(context.Context, string) (string, error) { panic("oh") }, "a fault in wisdom: oh"},
		"hanging":  {func(context.Context, string) (string, error) { <-hang; return "", nil }, "no answer within a second"},
	} {
		address, told := front(t, u.URL, test.add)
		for range 2 { // the second one waits for the first one's answer
			status, _ := post(t, address+"/api/chat", plainChat)
			assert.Truef(t, status == 200 && u.last() == plainChat, "%s: %d, the server received %s", name, status, u.last())
		}
		for _, p := range told() {
			assert.Truef(t, p.Trouble != nil && p.Trouble.Error() == test.want && p.Added == 0,
				"%s: %+v, want %s", name, p, test.want)
		}
	}
	address, _ := front(t, u.URL, always)
	for _, body := range []string{"no JSON", "", `{"messages":1}`, strings.Repeat(" ", largestRequest+10) + plainChat} {
		status, _ := post(t, address+"/api/chat", body)
		assert.Truef(t, status == 200 && u.last() == body, "%.30q: %d, the server received %.60q", body, status, u.last())
	}
	status, answer := post(t, address+"/api/chat", `{"model":"missing",`+plainChat[1:])
	assert.Truef(t, status == 404 &&
		strings.Contains(answer, "model not found"), "the server's error: %d %s", status, answer)
	gone, told := front(t, "http://127.0.0.1:1", always)
	status, answer = post(t, gone+"/api/chat", plainChat)
	assert.Truef(
		t,
		status == 502 && strings.Contains(answer, `"error"`) && len(told()) == 1,
		"no server: %d %s",
		status,
		answer,
	)
}

// A page of the web that gives this machine a name of its own reaches nothing.
func TestProxyIsForThisMachine(t *testing.T) {
	t.Parallel()
	u := newUpstream(t)
	address, _ := front(t, u.URL, always)
	for host, want := range map[string]int{
		"rebound.example":    403,
		"rebound.example:80": 403,
		"localhost:11435":    200,
		"127.0.0.1":          200,
		"[::1]:11435":        200,
		"192.168.1.5":        403,
		"localhost.example":  403,
	} {
		req, err := http.NewRequest(http.MethodPost, address+"/api/chat", strings.NewReader(plainChat))
		require.NoError(t, err)
		req.Host = host
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		_ = res.Body.Close()
		assert.Equal(t, want, res.StatusCode, host)
	}
}

// A page of the web may post here without being asked first. Its request gets no notes; pages of this machine do.
func TestPagesOfTheWebGetNoNotes(t *testing.T) {
	t.Parallel()
	u := newUpstream(t)
	address, told := front(t, u.URL, always)
	for _, test := range []struct {
		headers string // names and values in turn
		ours    bool
	}{
		{"Content-Type application/json", true},
		{"Content-Type application/x-www-form-urlencoded", true}, // curl -d
		{"Content-Type application/json Origin http://localhost:3000 Sec-Fetch-Site same-site", true},
		{"Content-Type text/plain;charset=UTF-8 Origin http://127.0.0.1:8080 Sec-Fetch-Site cross-site", true},
		{"Origin https://[::1]:8443", true},
		{"Origin http://ui.localhost", true},
		{"Origin http://tauri.localhost", true},
		{"Origin tauri://localhost", true},
		{"Origin app://obsidian.md", true},
		{"Origin vscode-webview://0a1b", true},
		{"Content-Type application/json Sec-Fetch-Site same-origin", true},
		{"Sec-Fetch-Site none", true},

		{"Content-Type text/plain Origin http://evil.example Sec-Fetch-Site cross-site", false},
		{"Content-Type application/json Origin https://evil.example", false},
		{"Origin null", false},
		{"Origin http://localhost.evil.example", false},
		{"Origin http://127.0.0.1.evil.example:80", false},
		{"Origin http://localhost@evil.example", false},
		{"Origin http://192.168.1.5:3000", false},
		{"Origin chrome-extension://abcdef", false},
		{"Origin http://", false},
		{"Origin http:localhost", false},
		{"Content-Type application/json Sec-Fetch-Site cross-site", false},
		{"Sec-Fetch-Site same-site", false},
		{"Content-Type text/plain", false},
		{"Content-Type Text/Plain;charset=utf-8", false}, // a form of an old browser
		{"Content-Type multipart/form-data;boundary=x", false},
	} {
		req, err := http.NewRequest(http.MethodPost, address+"/api/chat", strings.NewReader(plainChat))
		require.NoError(t, err)
		fields := strings.Fields(test.headers)
		for i := 0; i < len(fields); i += 2 {
			req.Header.Set(fields[i], fields[i+1])
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		_ = res.Body.Close()
		want := plainChat
		if test.ours {
			want = withFacts
		}
		assert.Equal(t, want, u.last(), test.headers)
	}
	var plain int
	for _, p := range told() {
		assert.Equal(t, p.Added == 0, p.Trouble != nil, p)
		if p.Trouble != nil && strings.Contains(p.Trouble.Error(), "sent as text/plain") {
			plain++
		}
	}
	assert.Equal(t, 2, plain, "without an origin it is the type that counts, and is named")
}

// Invariant 7: beside large requests that are not done, another one passes as it is, and gets its notes later.
func TestProxyHoldsFewRequests(t *testing.T) {
	t.Parallel()
	u := newUpstream(t)
	address, told := front(t, u.URL, always)
	large := `{"stream":true,` + plainChat[1:] + strings.Repeat(" ", largestRequest-1000)
	var streams sync.WaitGroup
	for i := range roomForAll / largestRequest {
		body := large[:len(large)-2*piece*(i/2)] // the last one leaves two pieces
		res, err := http.Post(address+"/api/chat", "application/json", strings.NewReader(body))
		require.NoError(t, err)
		streams.Go(func() { _, _ = io.Copy(io.Discard, res.Body); _ = res.Body.Close() })
	}
	another := plainChat + strings.Repeat(" ", 4*piece)
	_, _ = post(t, address+"/api/chat", another)
	assert.True(t, u.last() == another, "without room for all of it")
	assert.Eventually(t, func() bool { return len(told()) == 1 }, 5*time.Second, time.Millisecond)
	assert.EqualError(t, told()[0].Trouble, "too many requests at once")
	close(u.next)
	streams.Wait()
	assert.Eventually(t, func() bool { _, _ = post(t, address+"/api/chat", plainChat); return u.last() == withFacts },
		5*time.Second, 10*time.Millisecond, "with room")
}

func TestUsage(t *testing.T) {
	for tail, want := range map[string][2]int{
		`{"message":{"content":"a"},"done":false}` + "\n" + `{"done":true,"prompt_eval_count":7,"eval_count":3}` + "\n": {
			7, 3,
		},
		"data: {\"choices\":[]}\n\ndata: {\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}}\n\ndata: [DONE]\n\n": {
			5, 1,
		},
		"{\n  \"usage\": {\n    \"prompt_tokens\": 9,\n    \"completion_tokens\": 2\n  }\n}": {9, 2},
		"": {0, 0}, "half {": {0, 0},
	} {
		prompt, completion := usage([]byte(tail))
		assert.Truef(t, prompt == want[0] && completion == want[1], "%q: %d, %d, want %v", tail, prompt, completion, want)
	}
}
