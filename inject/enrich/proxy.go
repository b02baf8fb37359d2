package enrich

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"wisdom/inject/recall"
)

const (
	// largestRequest is the size in bytes from which a request is passed on unchanged, and roomForAll that of all that are
	// worked on at once. Room is taken by the piece, as a request comes in.
	largestRequest, roomForAll, piece = 16 << 20, 48 << 20, 1 << 20
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

	room     *semaphore.Weighted // in bytes of requests
	asking   chan struct{}       // holds a token while Add works
	mu       sync.Mutex
	accounts map[string]*Account
}

// Handler is the proxy as a handler.
func (p *Proxy) Handler() http.Handler {
	p.asking, p.accounts = make(chan struct{}, 1), map[string]*Account{}
	p.room = semaphore.NewWeighted(roomForAll)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r.Host) { // a page of the web that calls itself by a name of this machine
			http.Error(w, "only for programs on this machine", http.StatusForbidden)
			return
		}
		sent, u := r.Body, &under{Passed: Passed{Path: r.URL.Path}}
		r = r.WithContext(r.Context()) // the server keeps its own as it is
		if p.Add != nil && r.Method == http.MethodPost && slices.Contains(paths, r.URL.Path) &&
			r.Header.Get("Content-Encoding") == "" {
			room := p.enrich(r, u)
			defer p.room.Release(room)
		}
		// An answer may begin before all of the request was sent on: without this, the server would then read the rest of it.
		_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/2, and recorders in tests, need none
		r.Body = io.NopCloser(r.Body)
		p.passOn(u).ServeHTTP(w, r)
		_, _ = io.Copy(io.Discard, sent) // a client that is not heard out loses the connection, and the answer with it
	})
}

// passOn passes one request on, and tells what became of it.
func (p *Proxy) passOn(u *under) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		FlushInterval: -1, // streams pass through
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(p.Upstream) },
		ModifyResponse: func(res *http.Response) error {
			u.Status = res.StatusCode
			res.Body = &watched{ReadCloser: res.Body, done: func(tail []byte) { p.tell(u, tail) }}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, `{"error":"the model server does not answer"}`+"\n") // the client may be gone
			u.Status, u.Trouble = http.StatusBadGateway, err
			p.tell(u, nil)
		},
	}
}

// under is what is known of a request on its way.
type under struct {
	Passed
	account *Account
}

// enrich gives a request its block where it can, and returns how much room it holds.
func (p *Proxy) enrich(r *http.Request, u *under) (room int64) {
	if u.Trouble = foreign(r); u.Trouble != nil {
		return 0
	}
	var body bytes.Buffer
	err := p.read(r, &body, &room)
	if u.Trouble = err; err != nil {
		r.Body = io.NopCloser(io.MultiReader(&body, r.Body))
		return room
	}
	add := func(message string) (string, error) { return p.ask(r.Context(), message) }
	enriched, changed, err := Chat(body.Bytes(), add)
	if u.Added, u.Trouble = changed.Added, err; changed.Conversation != "" {
		u.account = p.send(changed)
	}
	r.ContentLength, r.TransferEncoding = int64(len(enriched)), nil
	// That of the connection was read. The server may have closed a connection that is kept: then it is sent again.
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(enriched)), nil }
	r.Body, _ = r.GetBody()
	return room
}

// read reads the body of a request, whose length may be unknown, as far as there is room.
func (p *Proxy) read(r *http.Request, body *bytes.Buffer, room *int64) error {
	for {
		if max(r.ContentLength, *room+1) > largestRequest {
			return fmt.Errorf("the request has more than %d MB", largestRequest>>20)
		}
		if !p.room.TryAcquire(piece) {
			return errors.New("too many requests at once")
		}
		*room += piece
		switch _, err := io.CopyN(body, r.Body, *room-int64(body.Len())); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read the request: %w", err)
		}
	}
}

// send notes a message in the account of its conversation.
func (p *Proxy) send(changed Changed) *Account {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := recall.HashOf(changed.Conversation)
	if p.accounts[key] == nil {
		if len(p.accounts) >= mostConversations {
			clear(p.accounts)
		}
		p.accounts[key] = &Account{}
	}
	p.accounts[key].Send(changed.Chars, changed.Added)
	return p.accounts[key]
}

// ask asks for a block, within the time that a request may wait. A panic is an error.
func (p *Proxy) ask(ctx context.Context, message string) (block string, err error) {
	wait, cancel := context.WithTimeoutCause(ctx, longestWait, errors.New("no answer within a second"))
	defer cancel()
	select {
	case p.asking <- struct{}{}:
	case <-wait.Done():
		return "", context.Cause(wait)
	}
	done := make(chan struct{})
	var added string
	var trouble error
	go func() {
		defer func() {
			if v := recover(); v != nil {
				trouble = fmt.Errorf("a fault in wisdom: %v", v)
			}
			<-p.asking
			close(done)
		}()
		added, trouble = p.Add(context.WithoutCancel(ctx), message) // a first index goes on without its request
	}()
	select {
	case <-done:
		return added, trouble
	case <-wait.Done():
		return "", context.Cause(wait)
	}
}

// tell tells of a request whose answer ended so: its last lines say how many tokens there were.
func (p *Proxy) tell(u *under, tail []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if prompt, completion := usage(tail); u.account != nil && u.Status == http.StatusOK && prompt > 0 {
		u.Tokens = u.account.Used(prompt, completion)
	}
	p.Told(u.Passed)
}

// watched keeps the end of what is read through it, for the one who closes it.
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
	w.tail = append(w.tail[max(len(w.tail)-longestTail, 0):], b[:n]...)
	return n, err
}

// Close implements io.Closer.
func (w *watched) Close() error {
	w.done(w.tail)
	return w.ReadCloser.Close()
}

// usage is what the end of an answer says of its tokens; 0 where it says nothing.
func usage(tail []byte) (prompt, completion int) {
	for _, line := range append([][]byte{tail}, bytes.Split(tail, []byte("\n"))...) { // one object, or one in each line
		var counted struct {
			PromptEvalCount int `json:"prompt_eval_count"`
			EvalCount       int `json:"eval_count"`
			Usage           struct {
				PromptTokens     int `json:"prompt_tokens"`
				CompletionTokens int `json:"completion_tokens"`
			} `json:"usage"`
		}
		err := json.Unmarshal(bytes.TrimPrefix(bytes.TrimSpace(line), []byte("data:")), &counted)
		if n := counted.PromptEvalCount + counted.Usage.PromptTokens; err == nil && n > 0 {
			prompt, completion = n, counted.EvalCount+counted.Usage.CompletionTokens
		}
	}
	return prompt, completion
}
