package ollama

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"wisdom/internal/workspace"
)

// Options say which model is asked, and how patiently.
type Options struct {
	// Name is the model's; without a tag, its "latest".
	Name string
	// Host is the server's address as in OLLAMA_HOST; empty is this machine.
	Host string
	// Timeout bounds one request, loading the model included; RunTimeout all of
	// them together.
	Timeout, RunTimeout time.Duration
	// Context is the context to ask for, in tokens; 0 as much as is needed.
	Context int
	// AllowRemote lets the server pass lessons on to another host.
	AllowRemote bool
	// Progress is told how requests go on; nil for nobody.
	Progress func(Progress)
	// Now is the clock that durations are measured with.
	Now func() time.Time
	// Pause is what is waited before the first repetition of a request; each one
	// after waits twice as long.
	Pause time.Duration
	// Transport carries the requests; nil for a direct connection.
	Transport http.RoundTripper
}

const (
	// answerTime bounds requests that need no model.
	answerTime = 5 * time.Second
	// usualPause is what is waited before a first repetition.
	usualPause = 500 * time.Millisecond
)

// Model is a model on a server. It is used by one goroutine at a time.
type Model struct {
	opts   Options
	client *api.Client
	host   string
	cache  cache

	// Version is that of the server, Digest names the bytes of the model.
	Version, Digest string
	// Trained is the longest context of the model in tokens; 0 if it is not known.
	Trained int

	context   int // asked for, in tokens
	given     int // by the server, as far as it is known
	confirmed bool
	deadline  time.Time
	usage     Usage
	progress  tracker
}

// Usage is what the requests of a run cost.
type Usage struct {
	Requests int `json:"requests"` // that were sent, repetitions included
	Cached   int `json:"cached"`   // answers that were known already
	Read     int `json:"read"`     // tokens of prompts
	Written  int `json:"written"`  // tokens of answers
	Refused  int `json:"refused"`  // answers that were asked again: unusable, or not what the checks let through
}

// Connect finds the server and the model; one that is busy is asked again. It is an *UnreachableError where no
// server answers, a *MissingError where it does not have the model, and a
// *RemoteError where it would pass lessons on. Answers are kept in fsys.
func Connect(ctx context.Context, fsys workspace.FS, opts Options) (*Model, error) {
	base, err := ParseHost(opts.Host)
	if err != nil {
		return nil, err
	}
	if opts.Pause == 0 {
		opts.Pause = usualPause
	}
	m := &Model{
		opts: opts, client: api.NewClient(base, guarded(base, opts.Transport)), host: base.String(),
		cache: newCache(fsys), deadline: opts.Now().Add(opts.RunTimeout), progress: tracker{tell: opts.Progress, now: opts.Now},
	}
	if strings.EqualFold(base.Hostname(), "ollama.com") && !opts.AllowRemote {
		return nil, &RemoteError{opts.Name, base.Host}
	}
	for pause, try := opts.Pause, 1; ; pause, try = 2*pause, try+1 {
		err := m.find(ctx)
		var known api.StatusError
		if err == nil || !errors.As(err, &known) || !passes(known) || try == mostTries {
			return m, err
		}
		if err := wait(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// find asks the server for its version and for the model.
func (m *Model) find(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var err error
	if m.Version, err = m.client.Version(ctx); err != nil {
		return m.unreachable(err)
	}
	if m.Version == "" {
		return m.unreachable(errors.New("what answers is not Ollama, it tells no version"))
	}
	list, err := m.client.List(ctx)
	if err != nil {
		return m.unreachable(err)
	}
	i := slices.IndexFunc(list.Models, func(l api.ListModelResponse) bool { return sameModel(l.Name, m.opts.Name) })
	if i < 0 {
		missing := &MissingError{Model: m.opts.Name, Host: m.host}
		for _, l := range list.Models {
			missing.Others = append(missing.Others, l.Name)
		}
		return missing
	}
	m.Digest = strings.TrimPrefix(list.Models[i].Digest, "sha256:")
	show, err := m.client.Show(ctx, &api.ShowRequest{Model: m.opts.Name})
	var status api.StatusError
	if errors.As(err, &status) && status.StatusCode == http.StatusNotFound {
		return &MissingError{Model: m.opts.Name, Host: m.host}
	}
	if err != nil {
		return m.unreachable(err)
	}
	if remote := cmp.Or(list.Models[i].RemoteHost, show.RemoteHost); remote != "" && !m.opts.AllowRemote {
		return &RemoteError{m.opts.Name, remote}
	}
	if len(show.Capabilities) > 0 && !slices.Contains(show.Capabilities, "completion") {
		return &ServerError{m.host, fmt.Errorf("the model %s cannot answer, it has only %v", m.opts.Name, show.Capabilities)}
	}
	m.Trained = trained(show.ModelInfo)
	return nil
}

// sameModel compares names of models; one without a tag is the latest.
func sameModel(a, b string) bool {
	full := func(name string) string {
		if !strings.Contains(name[strings.LastIndex(name, "/")+1:], ":") {
			name += ":latest"
		}
		return strings.ToLower(name)
	}
	return full(a) == full(b)
}

// trained is the longest context that a model was trained for. A model with parts
// (one that sees, say) names that of each; that of its architecture counts.
func trained(about map[string]any) int {
	n, _ := about[fmt.Sprint(about["general.architecture"])+".context_length"].(float64)
	return int(n)
}

// guarded is a client that speaks to one host only, and not by way of a proxy: a
// redirection or an empty answer in the server's place is an error.
func guarded(base *url.URL, transport http.RoundTripper) *http.Client {
	if transport == nil {
		direct := http.DefaultTransport.(*http.Transport).Clone()
		direct.Proxy = nil
		transport = direct
	}
	return &http.Client{
		Transport: guard{base.Host, transport},
		CheckRedirect: func(to *http.Request, _ []*http.Request) error {
			return fmt.Errorf("it redirects to %s, which gets no lessons", to.URL.Host)
		},
	}
}

type guard struct {
	host string
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (g guard) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Host != g.host {
		return nil, fmt.Errorf("%s is not the configured server", request.URL.Host)
	}
	response, err := g.next.RoundTrip(request)
	if err == nil && response.StatusCode >= http.StatusBadRequest && response.ContentLength == 0 {
		_ = response.Body.Close() // empty
		return nil, &emptyError{response.Status}
	}
	return response, err
}

// emptyError is an error status without a word, as proxies give it.
type emptyError struct{ status string }

func (e *emptyError) Error() string { return "an empty answer: " + e.status }

// unreachable is the error for a server that does not answer; the address is
// said once.
func (m *Model) unreachable(err error) error {
	if errors.Is(err, context.Canceled) {
		return context.Canceled
	}
	var known api.StatusError
	var login api.AuthorizationError
	switch {
	case errors.As(err, &login):
		return &ServerError{m.host, errors.New("it wants a login: " + login.Status)}
	case errors.As(err, &known) && known.StatusCode < http.StatusInternalServerError:
		return &ServerError{m.host, err}
	}
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("nothing came within %v", answerTime)
	}
	return &UnreachableError{m.host, err}
}

// Name is the model's name as it was asked for.
func (m *Model) Name() string { return m.opts.Name }

// Host is the address of the server.
func (m *Model) Host() string { return m.host }

// Usage is what was asked so far.
func (m *Model) Usage() Usage { return m.usage }
