package enrich

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"wisdom/inject/recall"
)

const (
	// largestRequest is the size in bytes from which a request is passed on unchanged.
	largestRequest = 32 << 20
	// longestWait is how long a request waits for its block.
	longestWait = time.Second
	// mostConversations is how many accounts are kept.
	mostConversations = 500
)

// paths are those of the requests that are enriched.
var paths = []string{"/api/chat", "/api/generate", "/v1/chat/completions"}

// Passed tells of a request, without a word of it.
type Passed struct {
	Path   string
	Status int
	// Added is the length of the block in characters, Tokens what it took, by the server's count where it gave one.
	Added, Tokens int
	// Trouble is why nothing was added, nil where nothing was needed.
	Trouble error
}

// Proxy passes requests on to a model server and enriches those that hold a message.
type Proxy struct {
	// Upstream is the server.
	Upstream *url.URL
	// Add says what a message gets; nil for nothing. It is asked by one request at a time, and given up after a second; it
	// may go on by itself then.
	Add func(ctx context.Context, message string) (block string, err error)
	// Told hears of every request. It is called by one goroutine at a time.
	Told func(Passed)

	asking   chan struct{} // holds a token while Add works
	mu       sync.Mutex
	accounts map[string]*Account
}

// Handler is the proxy as a handler.
func (p *Proxy) Handler() http.Handler {
	p.asking, p.accounts = make(chan struct{}, 1), map[string]*Account{}
	passOn := &httputil.ReverseProxy{
		FlushInterval:  -1, // streams pass through
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(p.Upstream) },
		ModifyResponse: p.watch,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadGateway)
			answer := map[string]string{"error": "the model server does not answer"}
			_ = json.NewEncoder(w).Encode(answer) // the client may be gone
			p.tell(r, http.StatusBadGateway, 0, err)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r.Host) { // a page of the web that calls itself by a name of this machine
			http.Error(w, "only for programs on this machine", http.StatusForbidden)
			return
		}
		if p.Add != nil && r.Method == http.MethodPost && slices.Contains(paths, r.URL.Path) &&
			r.Header.Get("Content-Encoding") == "" {
			r = p.enrich(r)
		}
		passOn.ServeHTTP(w, r)
	})
}

// isLocal reports whether a host with a port is this machine.
func isLocal(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	ip := net.ParseIP(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || ip != nil && ip.IsLoopback()
}

// under is what is known of a request on its way.
type under struct {
	changed Changed
	account *Account
	trouble error
}

type underKey struct{}

// enrich returns a request with its block, or as it was.
func (p *Proxy) enrich(r *http.Request) *http.Request {
	body, err := io.ReadAll(io.LimitReader(r.Body, largestRequest+1))
	if err != nil || len(body) > largestRequest {
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		return r
	}
	_ = r.Body.Close() // it was read
	u := &under{}
	var enriched []byte
	add := func(message string) (string, error) { return p.ask(r.Context(), message) }
	enriched, u.changed, u.trouble = Chat(body, add)
	r = r.WithContext(context.WithValue(r.Context(), underKey{}, u))
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(enriched)), int64(len(enriched))
	r.Header.Set("Content-Length", fmt.Sprint(len(enriched)))
	r.TransferEncoding = nil
	if u.changed.Conversation != "" {
		u.account = p.accountOf(u.changed.Conversation)
		p.mu.Lock()
		u.account.Send(u.changed.Chars, u.changed.Added)
		p.mu.Unlock()
	}
	return r
}

// accountOf is the account of a conversation.
func (p *Proxy) accountOf(conversation string) *Account {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := recall.HashOf(conversation)
	if p.accounts[key] == nil {
		if len(p.accounts) >= mostConversations {
			clear(p.accounts)
		}
		p.accounts[key] = &Account{}
	}
	return p.accounts[key]
}

// ErrLate says that a block took too long.
var ErrLate = errors.New("no answer within a second")

// ask asks for a block, within the time that a request may wait. A panic is an error.
func (p *Proxy) ask(ctx context.Context, message string) (string, error) {
	wait := time.NewTimer(longestWait)
	defer wait.Stop()
	select {
	case p.asking <- struct{}{}:
	case <-wait.C:
		return "", ErrLate
	case <-ctx.Done():
		return "", ctx.Err()
	}
	type answer struct {
		block string
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- answer{"", fmt.Errorf("a fault in wisdom: %v", v)}
			}
			<-p.asking
		}()
		block, err := p.Add(context.WithoutCancel(ctx), message) // a first index goes on without its request
		done <- answer{block, err}
	}()
	select {
	case a := <-done:
		return a.block, a.err
	case <-wait.C:
		return "", ErrLate
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// watch looks at an answer as it passes: its last lines say how many tokens there were.
func (p *Proxy) watch(res *http.Response) error {
	u, _ := res.Request.Context().Value(underKey{}).(*under)
	switch {
	case u == nil:
	case u.account == nil || res.StatusCode != http.StatusOK:
		p.tell(res.Request, res.StatusCode, 0, u.trouble)
	default:
		res.Body = &watched{ReadCloser: res.Body, done: func(tail []byte) {
			block := 0
			if prompt, completion := usage(tail); prompt > 0 {
				p.mu.Lock()
				block = u.account.Used(prompt, completion)
				p.mu.Unlock()
			}
			p.tell(res.Request, res.StatusCode, block, u.trouble)
		}}
	}
	return nil
}

func (p *Proxy) tell(r *http.Request, status, tokens int, trouble error) {
	passed := Passed{Path: r.URL.Path, Status: status, Tokens: tokens, Trouble: trouble}
	if u, _ := r.Context().Value(underKey{}).(*under); u != nil {
		passed.Added = u.changed.Added
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Told(passed)
}

// watched keeps the end of what is read through it.
type watched struct {
	io.ReadCloser
	tail []byte
	done func(tail []byte)
}

// longestTail is how much of the end of an answer is kept, in bytes.
const longestTail = 64 << 10

// Read implements io.Reader.
func (w *watched) Read(b []byte) (int, error) {
	n, err := w.ReadCloser.Read(b)
	w.tail = append(w.tail, b[:n]...)
	if extra := len(w.tail) - longestTail; extra > longestTail { // seldom
		w.tail = append([]byte{}, w.tail[extra:]...)
	}
	return n, err
}

// Close implements io.Closer.
func (w *watched) Close() error {
	if w.done != nil {
		w.done(w.tail)
		w.done = nil
	}
	return w.ReadCloser.Close()
}

// usage is what the end of an answer says of its tokens; 0 where it says nothing.
func usage(tail []byte) (prompt, completion int) {
	read := func(text []byte) {
		var counted struct {
			PromptEvalCount int `json:"prompt_eval_count"`
			EvalCount       int `json:"eval_count"`
			Usage           struct {
				PromptTokens     int `json:"prompt_tokens"`
				CompletionTokens int `json:"completion_tokens"`
			} `json:"usage"`
		}
		if json.Unmarshal(text, &counted) == nil && counted.PromptEvalCount+counted.Usage.PromptTokens > 0 {
			prompt = counted.PromptEvalCount + counted.Usage.PromptTokens
			completion = counted.EvalCount + counted.Usage.CompletionTokens
		}
	}
	for line := range bytes.Lines(tail) {
		read(bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(line), []byte("data:"))))
	}
	if prompt == 0 { // one object over several lines
		read(tail)
	}
	return prompt, completion
}
