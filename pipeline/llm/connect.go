package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"wisdom/internal/workspace"
	"wisdom/prompts"
)

// The engines that are models, by the way in which they are reached.
const (
	// Ollama is Ollama's own API.
	Ollama = "ollama"
	// OpenAI is a server that speaks the API of OpenAI: llama.cpp, LM Studio, vLLM.
	OpenAI = "openai"
	// Command is a program that reads a prompt and writes JSON.
	Command = "command"
)

// Options select the model and its time limits.
type Options struct {
	// API is what the server speaks, Ollama or OpenAI; empty for Ollama.
	API string
	// Command is a program with its arguments, which is asked instead of a server. The program is a name that is looked
	// for in PATH, or an absolute path.
	Command []string
	// TempDir is where a command gets an empty folder to run in.
	TempDir string
	// Name is the model's; to Ollama, one without a tag is its "latest". A command chooses its own model.
	Name string
	// Host is the server's address: as in OLLAMA_HOST, empty for this machine; or the base address of an OpenAI-compatible
	// server.
	Host string
	// Key is sent to an OpenAI-compatible server; empty for none.
	Key string
	// Timeout bounds one request, loading the model included; RunTimeout all of them together.
	Timeout, RunTimeout time.Duration
	// Context is the context to ask for, in tokens; 0 as much as is needed. Where it cannot be asked for, it is what the
	// model has; 0 if that is not known.
	Context int
	// AllowRemote lets lessons go to another machine.
	AllowRemote bool
	// Progress is told how requests go on; nil tells no one.
	Progress func(Progress)
	// Now is the clock that durations are measured with.
	Now func() time.Time
	// Pause is what is waited before the first repetition of a request; each one after waits twice as long.
	Pause time.Duration
	// Transport carries the requests; nil for a direct connection.
	Transport http.RoundTripper
}

// IsNamed reports whether the options say which model is asked, and not only where.
func (o Options) IsNamed() bool { return o.Name != "" || len(o.Command) > 0 || o.API == OpenAI }

const (
	// answerTime bounds requests that need no model.
	answerTime = 5 * time.Second
	// usualPause is what is waited before a first repetition.
	usualPause = 500 * time.Millisecond
)

// transport is a way to reach a model. An error is a *passingError where the next try may go better, and a
// *distill.BadAnswerError or a *distill.TooLongError as distill.Model gives them.
type transport interface {
	// find looks for the model.
	find(ctx context.Context) (about, error)
	// generate asks for an answer, and tells each part of it as it comes. An answer that is not complete is an error.
	generate(ctx context.Context, r request, part func(text string)) (answer, error)
	// parameters are the options, beside model and prompt, that decide an answer.
	parameters(context int) map[string]any
}

// about is what is known of a model; every part may be empty.
type about struct {
	version string // of the server
	digest  string // names the bytes of the model
	trained int    // the longest context, in tokens
	context int    // that it has, where none can be asked for, in tokens
}

// request is one request, as the model gets it.
type request struct {
	prompt           prompts.Prompt
	written, context int // in tokens
}

// Model is a model that answers. It is used by one goroutine at a time.
type Model struct {
	opts      Options
	transport transport
	place     Place
	cache     cache

	// Version is that of the server, Digest names the bytes of the model; both are empty where they are not known.
	Version, Digest string
	// Trained is the longest context of the model in tokens; 0 if it is not known.
	Trained int

	context   int // asked for, in tokens
	given     int // by the server, as far as it is known
	longest   int // prompt that may be sent, in o200k_base tokens; 0 for no other limit
	confirmed bool
	deadline  time.Time
	usage     Usage
	progress  tracker
}

// Usage is what the requests of a run cost. Tokens are those that the server counts, or o200k_base where it does not.
type Usage struct {
	Requests int `json:"requests"` // that were sent, repetitions included
	Cached   int `json:"cached"`   // answers that were known already
	Read     int `json:"read"`     // tokens of prompts
	Written  int `json:"written"`  // tokens of answers
	Refused  int `json:"refused"`  // answers that were asked again: unusable, or not what the checks let through
}

// Connect finds the model; a server that is busy is asked again. It is an *UnreachableError where no server answers, a
// *MissingError where it does not have the model, a *RemoteError where lessons would go to another machine, and a
// *ServerError where it refuses. Answers are kept in fsys.
func Connect(ctx context.Context, fsys workspace.FS, opts Options) (*Model, error) {
	if opts.Pause == 0 {
		opts.Pause = usualPause
	}
	m := &Model{
		opts: opts, cache: cache{fsys: fsys, used: map[string]bool{}}, deadline: opts.Now().Add(opts.RunTimeout),
		progress: tracker{tell: opts.Progress, now: opts.Now},
	}
	var err error
	if m.transport, m.place, err = newTransport(opts); err != nil {
		return nil, err
	}
	if m.place.Engine == Command {
		m.opts.Name = "" // it is the command's own choice
	}
	_, err = m.patiently(ctx, func() error { return m.find(ctx) })
	return m, err
}

// newTransport makes the way to the model that the options name.
func newTransport(opts Options) (transport, Place, error) {
	switch {
	case len(opts.Command) > 0:
		return newCommand(opts)
	case opts.API == OpenAI:
		return newOpenAI(opts)
	}
	return newOllama(opts)
}

// find looks for the model once.
func (m *Model) find(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	found, err := m.transport.find(within)
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case is[*UnreachableError](err) && errors.Is(err, context.DeadlineExceeded):
		return &UnreachableError{m.place, fmt.Errorf("nothing came within %v", answerTime)}
	case err != nil:
		return err
	}
	m.Version, m.Digest, m.Trained = found.version, found.digest, found.trained
	m.opts.Context = cmp.Or(m.opts.Context, found.context)
	return nil
}

// Name is the model's name as it was asked for; empty where a command chooses it.
func (m *Model) Name() string { return m.opts.Name }

// Place is where the model is asked.
func (m *Model) Place() Place { return m.place }

// SentTo says in words where the lessons went; empty if none were sent. An answer that was known counts: it was asked
// for once.
func (m *Model) SentTo() string {
	speaks := map[string]string{Ollama: "Ollama", OpenAI: "OpenAI API"}[m.place.Engine]
	if m.usage.Requests+m.usage.Cached == 0 {
		return ""
	}
	if speaks == "" {
		return m.place.String()
	}
	return fmt.Sprintf("%s (%s, model %s)", m.place.Name, speaks, m.opts.Name)
}

// Identity names the model for what is kept of it: its bytes, where they are known, else how and where it is reached.
func (m *Model) Identity() string {
	return cmp.Or(m.Digest, workspace.ShortHash(strings.Join(m.identity(), "\n"), 32))
}

// Counts reports whether the server counts the tokens of a prompt, so that one that it cut is noticed.
func (m *Model) Counts() bool { return m.place.Engine == Ollama || m.place.Engine == OpenAI }

// Limit makes prompts have at most so many tokens (o200k_base), 0 as many as the context holds.
func (m *Model) Limit(longest int) { m.longest = longest }

// Apart is the same model for questions beside those of the run, an exam: they are counted by themselves, and an answer
// is known only to an exam that goes on where an earlier one ended, until Forget. Progress says that they are an exam.
func (m *Model) Apart() *Model {
	apart := *m
	apart.usage, apart.cache = Usage{}, cache{m.cache.fsys, map[string]bool{}, ", exam"}
	apart.progress = tracker{now: m.opts.Now}
	if tell := m.opts.Progress; tell != nil {
		apart.progress.tell = func(p Progress) {
			p.Exam = cmp.Or(m.opts.Name, m.place.Name)
			tell(p)
		}
	}
	return &apart
}

// Usage is what was asked so far.
func (m *Model) Usage() Usage { return m.usage }

// Parameters are the options, beside model and prompt, that decide an answer.
func (m *Model) Parameters() map[string]any { return m.transport.parameters(m.context) }
