package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// served is a review in a browser that is under way.
type served struct {
	t       *testing.T
	shell   *shell
	address string
	origin  string
	talk    *lockedBuffer
	// interrupt is Ctrl-C; ended gives the exit code.
	interrupt context.CancelFunc
	ended     chan int
}

// lockedBuffer is written by a command and read by its test.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

var reAddress = regexp.MustCompile(`(http://127\.0\.0\.1:\d+)/enter\?token=[0-9a-f]{64}`)

// sampleShell is a shell in a copy of the sample workspace, with a pending draft.
func sampleShell(t *testing.T) *shell {
	t.Helper()
	s := &shell{dir: filepath.Join(t.TempDir(), "juniper"), env: map[string]string{
		"NO_COLOR":    "1",
		"OLLAMA_HOST": "127.0.0.1:1",
	}}
	require.NoError(t, os.CopyFS(s.dir, os.DirFS("../../testdata/sample")))
	s.must(t, "run", "--engine", "builtin", "-q")
	return s
}

// must runs a command that is to end well, and gives what it printed.
func (s *shell) must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, talk := s.wisdom(args...)
	require.Equalf(t, exitDone, code, "wisdom %q: exit %d\n%s%s", args, code, out, talk)
	return out
}

// serve starts a review in a browser, and waits for its address.
func serve(t *testing.T, s *shell, flags ...string) *served {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	v := &served{t: t, shell: s, talk: &lockedBuffer{}, interrupt: interrupt, ended: make(chan int, 1)}
	out := &lockedBuffer{}
	args := append([]string{"wisdom", "-C", s.dir, "--now", "2026-11-21", "review", "--web"}, flags...)
	go func() {
		v.ended <- run(ctx, args, streams{
			in: strings.NewReader(""), out: out, err: v.talk, getenv: func(name string) string { return s.env[name] },
			login: func() string { return "mara" }, now: func() time.Time { return day }, getwd: os.Getwd,
		})
	}()
	t.Cleanup(func() { interrupt(); v.wait() })
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if m := reAddress.FindStringSubmatch(out.String()); m != nil {
			v.address, v.origin = m[0], m[1]
			return v
		}
		if len(v.ended) > 0 {
			break
		}
	}
	t.Fatalf("no address was printed: %q %q", out.String(), v.talk.String())
	return nil
}

// wait gives the exit code of the command.
func (v *served) wait() int {
	select {
	case code := <-v.ended:
		v.ended <- code
		return code
	case <-time.After(20 * time.Second):
		v.t.Fatal("the review does not end")
		return -1
	}
}

// client is a browser that keeps cookies and follows no redirect.
func client(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request,
		[]*http.Request,
	) error {
		return http.ErrUseLastResponse
	}}
}

// inReview serves the review of the sample to one client that has entered.
func inReview(t *testing.T) (*shell, *served, *http.Client) {
	t.Helper()
	s := sampleShell(t)
	v := serve(t, s)
	return s, v, v.entered()
}

// entered is a client that has exchanged the token.
func (v *served) entered() *http.Client {
	v.t.Helper()
	c := client(v.t)
	status, text := v.ask(c, "GET", strings.TrimPrefix(v.address, v.origin), nil, nil)
	require.Equalf(v.t, http.StatusOK, status, "enter: %d %s", status, text)
	return c
}

// ask makes a request with headers of its own; Host is one of them.
func (v *served) ask(c *http.Client, method, path string, form url.Values, headers map[string]string) (status int,
	text string,
) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.origin+path, strings.NewReader(form.Encode()))
	require.NoError(v.t, err)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range headers {
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	answer, err := c.Do(r)
	require.NoError(v.t, err)
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	require.NoError(v.t, err)
	return answer.StatusCode, string(b)
}

func (v *served) version(c *http.Client) string {
	v.t.Helper()
	_, text := v.ask(c, "GET", "/version", nil, nil)
	return text
}

// do makes a request as the page does, and gives the page that answers it.
func (v *served) do(c *http.Client, form url.Values) string {
	v.t.Helper()
	if !form.Has("version") {
		form.Set("version", v.version(c))
	}
	status, text := v.ask(c, "POST", "/do", form,
		map[string]string{"Origin": v.origin})
	require.Equalf(v.t, http.StatusSeeOther, status, "%v: %d %s", form, status, text)
	_, page := v.ask(c, "GET", "/", nil, nil)
	return page
}

func eventsIn(t *testing.T, s *shell) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(s.dir, ".wisdom", "log.jsonl"))
	require.NoError(t, err)
	return string(b)
}

func contents(t *testing.T, s *shell, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(s.dir, name))
	require.NoError(t, err)
	return string(b)
}

// Invariant 3 of package web, on the real review: what does not come from its own page
// changes nothing and sees nothing.
func TestForgedRequestsHaveNoEffect(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	v := serve(t, s)
	c, before := v.entered(), eventsIn(t, s)
	promote := url.Values{"do": {"approve"}, "item": {"e1"}, "version": {v.version(c)}}
	own := map[string]string{"Origin": v.origin}
	other := url.URL{}
	if u, err := url.Parse(v.origin); err == nil {
		other = *u
	}
	for _, test := range []struct {
		name    string
		client  *http.Client
		method  string
		path    string
		headers map[string]string
		want    int
	}{
		{"no cookie", client(t), "POST", "/do", own, http.StatusForbidden},
		{"no cookie, only looking", client(t), "GET", "/", nil, http.StatusForbidden},
		{"no cookie, the version", client(t), "GET", "/version", nil, http.StatusForbidden},
		{
			"a wrong cookie", client(t), "GET", "/",
			map[string]string{"Cookie": "wisdom-" + other.Port() + "=00"},
			http.StatusForbidden,
		},
		{"the token again", client(t), "GET", strings.TrimPrefix(v.address, v.origin), nil, http.StatusForbidden},
		{"another token", client(t), "GET", "/enter?token=00", nil, http.StatusForbidden},
		{"no token", client(t), "GET", "/enter", nil, http.StatusForbidden},
		{
			"another site's form", c, "POST", "/do",
			map[string]string{"Origin": "https://attacker.example"},
			http.StatusForbidden,
		},
		{"another port's form", c, "POST", "/do", map[string]string{"Origin": "http://127.0.0.1:1"}, http.StatusForbidden},
		{"a hidden origin", c, "POST", "/do", map[string]string{"Origin": "null"}, http.StatusForbidden},
		{"no origin", c, "POST", "/do", nil, http.StatusForbidden},
		{"another site, by the browser's word", c, "POST", "/do", map[string]string{
			"Origin":         v.origin,
			"Sec-Fetch-Site": "same-site",
		}, http.StatusForbidden},
		{
			"a name that leads here", c, "GET", "/",
			map[string]string{"Host": "attacker.example"},
			http.StatusMisdirectedRequest,
		},
		{
			"a name that leads here, with its own origin", c, "POST", "/do",
			map[string]string{"Host": "attacker.example", "Origin": "http://attacker.example"},
			http.StatusMisdirectedRequest,
		},
		{"another method", c, "PUT", "/do", own, http.StatusMethodNotAllowed},
		{"a question before a request", c, "OPTIONS", "/do", map[string]string{
			"Origin":                        "https://attacker.example",
			"Access-Control-Request-Method": "POST",
		}, http.StatusMethodNotAllowed},
		{"a decision by an address", c, "GET", "/do?do=approve&item=e1", nil, http.StatusNotFound},
	} {
		status, text := v.ask(test.client, test.method, test.path, promote, test.headers)
		assert.Truef(t, status == test.want && !strings.Contains(text, "Staging"),
			"%s: %d, want %d; %.80s", test.name, status, test.want, text)
	}
	assert.Equal(t, before, eventsIn(t, s), "a forged request was logged")
	page := v.do(c, url.Values{"do": {"approve"}, "item": {"e2"}})
	assert.Contains(t, page, "e2 approved: will be added to SOUL.md", "the page's own request was not carried out")
}

// A page that shows what is not so any more decides nothing, nor does a request that
// names no item, one that is not asked about, or nothing that the page does.
func TestOnlyWhatWasSeenIsDecided(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	stale := v.version(c)
	s.must(t, "review", "reject", s.draft(), "--items", "e5", "--reason", "a habit")
	before := eventsIn(t, s)
	for name, form := range map[string]url.Values{
		"changed while this page was open": {"do": {"approve"}, "item": {"e2"}, "version": {stale}},
		"name an item":                     {"do": {"approve"}},
		"it is not asked about":            {"do": {"approve"}, "item": {"e99"}},
		"is nothing that this page does":   {"do": {"explode"}},
		"nothing is approved yet":          {"do": {"promote"}},
		"generation 4 is not the newest":   {"do": {"undo"}, "generation": {"4"}},
		"an entry has a name and a text":   {"do": {"reword"}, "item": {"e1"}, "entry": {"# Heading"}, "text": {""}},
	} {
		if page := v.do(c, form); !strings.Contains(page, name) || !strings.Contains(page, "Not done.") {
			t.Errorf("%v: the page does not say %q", form, name)
		}
	}
	assert.Equalf(t, before, eventsIn(t, s), "something was logged: %s", strings.TrimPrefix(eventsIn(t, s), before))
}

// Read-only shows the draft, offers nothing, and carries nothing out; it needs no reviewer.
func TestAReadOnlyReviewDecidesNothing(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	s.write(t, "wisdom.toml", "[review]\nreviewers = [\"juniper\"]\n")
	v := serve(t, s, "--read-only")
	c, before := v.entered(), eventsIn(t, s)
	_, page := v.ask(c, "GET", "/", nil, nil)
	assert.True(t, !strings.Contains(page, "<form") && !strings.Contains(page, "<button") &&
		strings.Contains(page, "Never paste a token into a chat."), "the page offers something, or does not show the draft")
	for _, what := range []string{"approve", "promote", "stop"} {
		form := url.Values{"do": {what}, "item": {"e1"}, "version": {v.version(c)}}
		status, _ := v.ask(c, "POST", "/do", form, map[string]string{"Origin": v.origin})
		assert.Equal(t, http.StatusForbidden, status, what)
	}
	assert.Equal(t, before, eventsIn(t, s), "something was logged")
}
