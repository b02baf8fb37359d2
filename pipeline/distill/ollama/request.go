package ollama

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"wisdom/internal/tokens"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// mostTries is how often a request is sent that fails for a reason which may
	// pass.
	mostTries = 4
	// endless is from how many equal parts in a row on an answer that broke off is
	// taken for one that the server gave up: it does so after thirty equal tokens.
	endless = 25
	// seed makes equal requests draw equally, should a model draw at all.
	seed = 7
	// leastRead is the least share of a prompt's o200k_base tokens that a server
	// counts which has read all of it.
	leastRead = 0.6
)

// Parameters are the options that decide an answer, beside model and prompt.
func (m *Model) Parameters() map[string]any {
	return map[string]any{"temperature": 0, "seed": seed, "num_ctx": m.context}
}

// ask gets an answer and reads it into a value: a known one, or one from the
// server. written bounds the answer, in tokens. One that cannot be used is known
// too, and would come again, as long as the server stays the same.
func (m *Model) ask(ctx context.Context, prompt prompts.Prompt, written int, into any) error {
	key := m.cache.key(cmp.Or(m.Digest, m.opts.Name), prompt, written)
	a, known := m.cache.get(key)
	again := a.Server == m.Version && (a.Bad != "" || a.TooLong >= m.context)
	if known && (again || a.Bad == "" && decode(a.Text, into) == nil) {
		m.usage.Cached++
		m.progress.cached()
		return a.err()
	}
	a, err := m.send(ctx, prompt, written)
	if err == nil {
		err = decode(a.Text, into)
	}
	var bad *distill.BadAnswerError
	var tooLong *distill.TooLongError
	switch {
	case errors.As(err, &bad):
		a.Bad, a.Server = bad.Reason, m.Version
	case errors.As(err, &tooLong) && a.Read == 0: // the server refused it
		a = answer{TooLong: m.context, Server: m.Version}
	case errors.As(err, &tooLong):
		m.usage.Read += a.Read
		m.usage.Written += a.Written
		return err
	case err != nil:
		return err
	}
	m.usage.Read += a.Read
	m.usage.Written += a.Written
	m.progress.done(a)
	if err := m.cache.put(key, a); err != nil {
		return err
	}
	return a.err()
}

// send sends a request, again if need be.
func (m *Model) send(ctx context.Context, prompt prompts.Prompt, written int) (answer, error) {
	pause := m.opts.Pause
	for try := 1; ; try++ {
		m.usage.Requests++
		a, err := m.once(ctx, prompt, written)
		if err == nil {
			m.confirm(ctx)
			return a, m.whole(prompt.Text, a.Read)
		}
		if ctx.Err() != nil {
			return answer{}, ctx.Err()
		}
		var passing *passingError
		if !errors.As(err, &passing) {
			return a, err
		}
		if try == mostTries {
			return answer{}, &UnreachableError{m.host, fmt.Errorf("%w (tried %d times)", passing.err, try)}
		}
		if err := wait(ctx, pause); err != nil {
			return answer{}, err
		}
		pause *= 2
	}
}

func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// once sends a request once.
func (m *Model) once(ctx context.Context, prompt prompts.Prompt, written int) (answer, error) {
	left := m.deadline.Sub(m.opts.Now())
	if left <= 0 {
		return answer{}, m.late()
	}
	within, cancel := context.WithTimeout(ctx, min(m.opts.Timeout, left))
	defer cancel()
	never := false
	options := m.Parameters()
	options["num_predict"] = written
	m.progress.start()
	var text strings.Builder
	var last api.GenerateResponse
	equal := 0
	err := m.client.Generate(within, &api.GenerateRequest{
		Model: m.opts.Name, Prompt: prompt.Text, Format: prompt.Schema, Options: options,
		Think: &api.ThinkValue{Value: false}, Truncate: &never, Shift: &never,
	}, func(part api.GenerateResponse) error {
		text.WriteString(part.Response)
		m.progress.token()
		if equal++; strings.TrimSpace(part.Response) != strings.TrimSpace(last.Response) {
			equal = 1
		}
		last = part
		return nil
	})
	a := answer{Text: text.String(), Read: last.PromptEvalCount, Written: last.EvalCount, took: last.EvalDuration}
	switch {
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case within.Err() != nil:
		return answer{}, m.late()
	case err != nil:
		return answer{}, m.explain(err)
	case !last.Done && equal >= endless:
		return a, &distill.BadAnswerError{Reason: "it said the same over and over, without an end"}
	case !last.Done:
		return answer{}, &passingError{errors.New("the answer broke off")}
	case last.DoneReason == "length":
		return a, &distill.BadAnswerError{Reason: "it was too long and broke off"}
	}
	return a, nil
}

// late is the error for time that ran out.
func (m *Model) late() error {
	if m.opts.Now().Before(m.deadline) {
		return &UnreachableError{m.host, &LateError{"model.timeout", m.opts.Timeout}}
	}
	return &UnreachableError{m.host, &LateError{"model.run_timeout", m.opts.RunTimeout}}
}

// whole compares what the server counted with what was sent. A prompt that fills
// the context was cut, and so was one that counts far fewer tokens than o200k_base
// has: no vocabulary is that much larger.
func (m *Model) whole(prompt string, read int) error {
	if read >= m.given || float64(read) < leastRead*float64(tokens.Measure(prompt).O200k) {
		return &distill.TooLongError{Context: m.given}
	}
	return nil
}

// confirm asks once which context the server really gave the model. What is asked
// for stays the same: another one would load the model anew.
func (m *Model) confirm(ctx context.Context) {
	if m.confirmed {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	running, err := m.client.ListRunning(ctx)
	if err != nil {
		return // some proxies do not pass this on; every answer is checked anyway
	}
	for _, r := range running.Models {
		if sameModel(r.Name, m.opts.Name) && r.ContextLength > 0 {
			m.given = min(m.given, r.ContextLength)
		}
	}
	m.confirmed = true
}

// passingError is trouble that may be over the next time.
type passingError struct{ err error }

func (e *passingError) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *passingError) Unwrap() error { return e.err }

// explain sorts the errors of a request: those that may pass, those that a
// shorter request avoids, and those that stay.
func (m *Model) explain(err error) error {
	var status api.StatusError
	var refused api.AuthorizationError
	switch {
	case errors.As(err, &refused):
		return &ServerError{m.host, errors.New("it wants a login: " + refused.Status)}
	case !errors.As(err, &status):
		var request *url.Error
		if errors.As(err, &request) {
			err = request.Err
		}
		return &passingError{err}
	case status.StatusCode == http.StatusNotFound:
		return &MissingError{Model: m.opts.Name, Host: m.host}
	case strings.Contains(status.ErrorMessage, "context length"), strings.Contains(status.ErrorMessage, "input length"):
		return &distill.TooLongError{Context: m.context}
	case passes(status):
		return &passingError{errors.New(cmp.Or(status.ErrorMessage, status.Status, http.StatusText(status.StatusCode)))}
	}
	return &ServerError{m.host, errors.New(cmp.Or(status.ErrorMessage, status.Status, http.StatusText(status.StatusCode)))}
}

// passing are the words of errors that go with a model that is being loaded, or
// whose process ended.
var passing = []string{"busy", "loading", "runner", "EOF", "terminated", "stopped", "timed out", "connection", "try again"}

func passes(status api.StatusError) bool {
	switch status.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	case http.StatusInternalServerError:
		for _, word := range passing {
			if strings.Contains(status.ErrorMessage, word) {
				return true
			}
		}
	}
	return false
}

// answer is what a model said, and the tokens it took.
type answer struct {
	Text    string        `json:"text"`
	Read    int           `json:"read"`
	Written int           `json:"written"`
	took    time.Duration // to write it
	// Bad says why it cannot be used, TooLong is the context in tokens that did not
	// hold the request; Server is the version that gave it then.
	Bad     string `json:"bad,omitempty"`
	TooLong int    `json:"too_long,omitempty"`
	Server  string `json:"server,omitempty"`
}

// err is the error for a bad answer.
func (a answer) err() error {
	switch {
	case a.TooLong > 0:
		return &distill.TooLongError{Context: a.TooLong}
	case a.Bad != "":
		return &distill.BadAnswerError{Reason: a.Bad}
	}
	return nil
}

// decode reads the JSON of an answer. Thoughts before it, a Markdown fence around
// it, and talk behind it are left aside: servers that know no schema let them
// through.
func decode(text string, into any) error {
	if _, after, thought := strings.Cut(text, "</think>"); thought {
		text = after
	}
	at := strings.IndexByte(text, '{')
	switch {
	case strings.TrimSpace(text) == "":
		return &distill.BadAnswerError{Reason: "it was empty"}
	case at < 0:
		return &distill.BadAnswerError{Reason: "it was no JSON"}
	}
	if err := json.NewDecoder(strings.NewReader(text[at:])).Decode(into); err != nil {
		return &distill.BadAnswerError{Reason: "it was no JSON of the form that is asked for"}
	}
	return nil
}
